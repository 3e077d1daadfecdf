"""Events that only version 1 of the rules wrote, and the one that goes on from there."""

from __future__ import annotations

from msgspec.structs import replace

from companion.state.glen_more_2.event_rows.common import unchanged
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.rows import EventRow
from companion.state.glen_more_2.version_1 import CourseTranslated, Later, PhaseChanged, StepsSet, course_of


def _steps_set(state: State, e: StepsSet) -> State:
    return replace(state, course_of_version_1=replace(course_of(state), steps=e.steps))


def _phase_changed(state: State, e: PhaseChanged) -> State:
    return replace(state, course_of_version_1=replace(course_of(state), phase=e.phase))


def _course_translated(state: State, e: CourseTranslated) -> State:
    return replace(state, course_of_version_1=None, stage=e.stage, hooks=e.hooks, follow_ups=e.follow_ups)


ROWS = (
    EventRow(StepsSet, _steps_set),
    EventRow(Later, unchanged),
    EventRow(PhaseChanged, _phase_changed),
    EventRow(CourseTranslated, _course_translated),
)
