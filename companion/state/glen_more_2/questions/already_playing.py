"""The door to a game that is running already: instead of laying out the rondel people tell how it lies.

Knows no chronicle: each says at the hook "taken_up" what it must be told; one that can't keeps the door shut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.course import fire, in_front, run
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind
from companion.state.glen_more_2.ruleset import expansions_of, in_order

TAKEN_UP = "taken_up"
FIRST = "mid_decks"
"""The kind of question that comes first, see `mid_game`."""


def already_playing(state: State, _question: OpenQuestion) -> Form:
    return Form(tr("We are already playing"), closed=_why_not(state))


def _why_not(state: State) -> Reason | None:
    if not state.spaces:
        return Reason("GM-SET-15", tr("First count the spaces of the rondel."))
    if state.follows:
        return Reason("", tr("A territory is followed only from the start of the game."))
    unable = (x for x in expansions_of(state) if TAKEN_UP not in x.hooks and (x.state or x.figures))
    for expansion in unable:
        return Reason("", tr("With {chronicle} only from the start of the game.", chronicle=expansion.name))
    return None


def take_up(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Set-up is passed over; what lies on the table is asked step by step."""
    resolution.close(question)
    fire(resolution, "started")
    run(resolution)
    while (waiting := in_order(resolution.state)) and in_front(resolution.state):
        # What a chronicle wants to know of the box is told by a later game: here it is said how this one lies.
        resolution.close(waiting[0])
        run(resolution)
    for kind in ("layout", "prepare"):
        if step := resolution.state.opened(kind):
            resolution.close(step)
    resolution.do(ev.GameTakenUp())
    resolution.ask(FIRST)


def how_far(slug: str, name: Message, corrections: tuple[Action, ...]) -> QuestionKind:
    """A chronicle's question at the hook `TAKEN_UP`: what has changed since the start, told by its corrections."""
    text = tr("{chronicle}: what is no longer as at the start?", chronicle=name)
    return QuestionKind(
        f"{slug}.{TAKEN_UP}",
        text,
        (Action("done", Form(tr("That is all")), _all_told), *corrections),
        stays_open=True,
    )


def _all_told(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)


def ask_how_far(slug: str) -> Callable[[State], Iterator[ev.Event]]:
    """What asks it, for `Expansion.hooks`."""

    def ask(_state: State) -> Iterator[ev.Event]:
        yield ev.QuestionAsked(f"{slug}.{TAKEN_UP}")

    return ask
