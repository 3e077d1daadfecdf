"""The door to a game that is running already: instead of laying out the rondel people tell how it lies."""

from __future__ import annotations

from companion.engine.message import tr
from companion.engine.offers import Answer, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.course import fire, run
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Form

FIRST = "mid_decks"
"""The kind of question that comes first, see `mid_game`."""


def already_playing(state: State, _question: OpenQuestion) -> Form:
    return Form(tr("We are already playing"), closed=_why_not(state))


def _why_not(state: State) -> Reason | None:
    if not state.spaces:
        return Reason("GM-SET-15", tr("First count the spaces of the rondel."))
    if state.chronicles:
        return Reason("", tr("Only without chronicles: how far they are can't be entered."))
    return None


def take_up(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Set-up is passed over; what lies on the table is asked step by step."""
    resolution.close(question)
    fire(resolution, "started")
    run(resolution)
    for kind in ("layout", "prepare"):
        if waiting := resolution.state.opened(kind):
            resolution.close(waiting)
    resolution.do(ev.GameTakenUp())
    resolution.ask(FIRST)
