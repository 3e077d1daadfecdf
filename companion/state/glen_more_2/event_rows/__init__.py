"""Every event of the base game, one row each: what it changes, its words, what the hands put back."""

from companion.state.glen_more_2.event_rows import (
    coins,
    corrections,
    counts,
    course,
    die,
    people,
    referee,
    rondel,
    scoring,
    setting_up,
)

ROWS = (
    *setting_up.ROWS,
    *rondel.ROWS,
    *die.ROWS,
    *coins.ROWS,
    *counts.ROWS,
    *scoring.ROWS,
    *corrections.ROWS,
    *course.ROWS,
    *people.ROWS,
    *referee.ROWS,
)
