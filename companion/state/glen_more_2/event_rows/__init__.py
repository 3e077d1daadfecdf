"""Every event of the base game in one row: state change, history text, log line and undo instruction."""

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
