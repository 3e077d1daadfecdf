"""Every event of the base game, one row each: what it changes, its words, what the hands put back."""

from companion.state.glen_more_2.event_rows import corrections, counts, course, rondel, setup, territory

EVENT_ROWS = (
    *setup.SETUP_EVENT_ROWS,
    *rondel.RONDEL_EVENT_ROWS,
    *rondel.DIE_EVENT_ROWS,
    *counts.COIN_EVENT_ROWS,
    *counts.COUNT_EVENT_ROWS,
    *course.SCORING_EVENT_ROWS,
    *corrections.CORRECTION_EVENT_ROWS,
    *course.COURSE_EVENT_ROWS,
    *setup.PLAYER_EVENT_ROWS,
    *territory.TERRITORY_EVENT_ROWS,
)
