"""A haggis scoring without the companion: points and tokens as the table worked them out (C5-21)."""

from __future__ import annotations

from companion.chronicles.haggis.arithmetic import MAX_FACE_UP
from companion.chronicles.haggis.pieces import FOR_A_ROLL, SLUG
from companion.chronicles.haggis.tokens import OWN_STATE, HaggisReturned
from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind

OURSELVES = f"{SLUG}.ourselves"
# Three tokens of 3 each: 3 x 9 (C5-21).
MAX_POINTS = 27


def offered(state: State, question: OpenQuestion) -> Form | None:
    """Before the first roll the table may choose to score without the companion."""
    if question.player or OWN_STATE.of(state).rolls:
        return None
    return Form(tr("We do it ourselves: enter the points"))


def begun(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Everybody is asked for the own points."""
    resolution.close(question)
    for player in resolution.state.still_in:
        resolution.ask(OURSELVES, player.id)
    resolution.do(ev.FollowUpQueued(SLUG, "ourselves"))


def _by_hand_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: the haggis scoring.", player=labels.figure(state, question.player))


def _results(state: State, question: OpenQuestion) -> Form:
    back = min(MAX_FACE_UP, len(OWN_STATE.of(state).held[question.player]))
    barrels = max(0, state.player(question.player).barrels)
    parts = (
        Amount("points", tr("How many haggis points?"), 0, MAX_POINTS, 0),
        Amount("tokens", tr("How many tokens go back to the supply?"), 0, back, 0),
        Amount("barrels", tr("How many barrels were paid for rolls?"), 0, barrels, 0),
    )
    return Form(_by_hand_text(state, question), parts)


def _enter_results(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    scored, back, barrels = (int(value) for value in answer.values)
    if scored:
        resolution.do(ev.PointsScored(question.player, scored, SLUG))
    for _ in range(back):
        resolution.do(HaggisReturned(question.player))
    if barrels:
        resolution.do(ev.BarrelsPaid(question.player, barrels, FOR_A_ROLL))


KINDS = (
    QuestionKind(
        OURSELVES,
        _by_hand_text,
        (Action("entered", _results, _enter_results),),
        rule="C5-21",
    ),
)
