"""Games that version 1 of the rules decided: their events stay readable, and the course finds its place in them.

Version 1 kept the course as a phase and a stack of words ("moment:x", "slug@x", "slug.x"). Nothing of that is
written any more: the first answer of version 2 translates where the game stands.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.state.glen_more_2.events import Event
from companion.state.glen_more_2.model import CourseOfVersion1, State, is_neutral
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.stages import FollowUp, HookCall

MOMENT = "moment:"


class StepsSet(Event, frozen=True):
    """What came when no question was in front of people any more, the next first."""

    steps: tuple[str, ...]
    """As in `CourseOfVersion1.steps`; it replaces what was noted before."""


class Later(Event, frozen=True):
    """A chronicle's step came next; `StepsSet` tells the same."""

    step: str
    """"slug.name" or "moment:name"."""


class PhaseChanged(Event, frozen=True):
    """The turn went on."""

    trigger: str
    """What moved it, by the words of version 1; nothing reads it any more."""
    phase: str
    """Where it went."""


class CourseTranslated(Event, frozen=True):
    """From here on version 2 decides: where the course stands, and what is still to come there."""

    stage: str
    """The stage of version 2 where it stands."""
    hooks: tuple[HookCall, ...] = ()
    """As in `WaitingSet.hooks`."""
    follow_ups: tuple[FollowUp, ...] = ()
    """As in `WaitingSet.follow_ups`."""


BEGINNING = CourseOfVersion1("setup")


def course_of(state: State) -> CourseOfVersion1:
    """Where it stood."""
    return state.course_of_version_1 or BEGINNING


def translated(state: State) -> CourseTranslated:
    """Where a game of version 1 stands in the table of the course."""
    steps = course_of(state).steps
    follow_ups = tuple(FollowUp(*step.split(".", 1)) for step in steps if "." in step)
    return CourseTranslated(_stage(state, steps), tuple(_hooks(state, steps)), follow_ups)


def _hooks(state: State, steps: Sequence[str]) -> list[HookCall]:
    """Calls that were dealt out, or those of the hook point whose turn it is; later ones come by the table."""
    calls = [HookCall(hook, slug) for slug, at, hook in (step.partition("@") for step in steps) if at]
    whole = [step.removeprefix(MOMENT) for step in steps if step.startswith(MOMENT)]
    if whole and not calls:
        calls = [HookCall(whole[0], slug) for slug in rules_of(state).called_at(whole[0])]
    return calls


def _stage(state: State, steps: Sequence[str]) -> str:
    match course_of(state).phase:
        case "setup":
            return "set_up" if "begin_play" in steps else "setup"
        case "layout":
            return "laid_out" if "next_turn" in steps else "layout"
        case "take":
            return "neutral" if is_neutral(state.turn.figure) else "take"
        case "deck":
            return _after_refill(state, steps)
        case "roll":
            return "die_moved" if state.opened("end") else "roll"
        case "count":
            return _of_scoring(state, steps)
        # "turn" and "over" are stages of the same name.
        case phase:
            return phase


def _after_refill(state: State, steps: Sequence[str]) -> str:
    if state.finishing >= 0:
        return "deck"
    return "turn_done" if "turn_over" in steps else "turn_over"


def _of_scoring(state: State, steps: Sequence[str]) -> str:
    if "count" in steps:
        called = {step.partition("@")[2] or step.removeprefix(MOMENT) for step in steps}
        return "before_final" if "before_final" in called or f"{MOMENT}before_round" in steps else "before_round"
    if "next_turn" in steps:
        return "round_scored"
    if "winner" in steps:
        return "winner" if state.opened("goods") else "final_scored"
    return "winner" if state.opened("goods") else "count"
