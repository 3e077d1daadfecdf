"""What comes when no question is in front of people any more: the steps of a course, one after the other.

A step is a word: one of the core's own, "moment:…" for every chronicle that has something to do then, or a plug's
slug, a dot and the name of its own step.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.state.glen_more_2.expansions import PLUGS, plugs_at
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.questions.question_kinds import KINDS
from companion.state.glen_more_2.resolution import Course

STEPS: dict[str, Callable[[Course], None]] = {}
MOMENT = "moment:"


def step(name: str, function: Callable[[Course], None]) -> None:
    """Registers a step of the core."""
    STEPS[name] = function


def in_front(state: State) -> bool:
    """A question is put in front of people: what comes next waits for it."""
    return any(not KINDS[o.kind].rests for o in state.open)


def proceed(course: Course) -> None:
    """Take step after step until a question stands in front of people."""
    while course.steps and not in_front(course.state):
        _take(course, course.steps.pop(0))


def at_once(course: Course, moment: str) -> None:
    """A moment in the middle of something: its events happen now, it opens no question."""
    for plug in plugs_at(course.state, moment):
        for event in plug.moments[moment](course.state):
            course.do(event)


def _take(course: Course, name: str) -> None:
    if name.startswith(MOMENT):
        moment = name.removeprefix(MOMENT)
        course.then(*(f"{p.slug}@{moment}" for p in plugs_at(course.state, moment)))
    elif "@" in name:
        slug, _, moment = name.partition("@")
        for event in PLUGS[slug].moments[moment](course.state):
            course.do(event)
    elif name in STEPS:
        STEPS[name](course)
    else:
        slug, _, own = name.partition(".")
        for event in PLUGS[slug].steps[own](course.state):
            course.do(event)
