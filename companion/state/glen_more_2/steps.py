"""What comes when no question is in front of people any more: the steps of a course, one after the other.

A step is a word: one of the core's own, "moment:…" for every chronicle that has something to do then, or a plug's
slug, a dot and the name of its own step.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.state.glen_more_2.expansions import EXPANSIONS, expansions_at
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.questions.question_kinds import KINDS
from companion.state.glen_more_2.resolution import Resolution

STEPS: dict[str, Callable[[Resolution], None]] = {}
MOMENT = "moment:"


def step(name: str, function: Callable[[Resolution], None]) -> None:
    """Registers a step of the core."""
    STEPS[name] = function


def in_front(state: State) -> bool:
    """A question is put in front of people: what comes next waits for it."""
    return any(not KINDS[o.kind].rests for o in state.open)


def proceed(resolution: Resolution) -> None:
    """Take step after step until a question stands in front of people."""
    while resolution.steps and not in_front(resolution.state):
        _take(resolution, resolution.steps.pop(0))


def at_once(resolution: Resolution, moment: str) -> None:
    """A moment in the middle of something: its events happen now, it opens no question."""
    for plug in expansions_at(resolution.state, moment):
        for event in plug.moments[moment](resolution.state):
            resolution.do(event)


def _take(resolution: Resolution, name: str) -> None:
    if name.startswith(MOMENT):
        moment = name.removeprefix(MOMENT)
        resolution.then(*(f"{p.slug}@{moment}" for p in expansions_at(resolution.state, moment)))
    elif "@" in name:
        slug, _, moment = name.partition("@")
        for event in EXPANSIONS[slug].moments[moment](resolution.state):
            resolution.do(event)
    elif name in STEPS:
        STEPS[name](resolution)
    else:
        slug, _, own = name.partition(".")
        for event in EXPANSIONS[slug].steps[own](resolution.state):
            resolution.do(event)
