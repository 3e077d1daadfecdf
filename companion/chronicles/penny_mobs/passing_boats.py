"""Calum McQuack where boats are rowed tile by tile: one passes another, and a penny may change hands (C8-35).

Elsewhere nobody sees boats pass, and people enter it (`powers`).
"""

from __future__ import annotations

from companion.chronicles.penny_mobs.members import QUACK, SLUG
from companion.chronicles.penny_mobs.mob import OWN_STATE, PennyGiven
from companion.engine.message import Message, tr
from companion.engine.offers import NO, YES, Answer, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind, nothing

PENNY = f"{SLUG}.boats_passed"


def boats_passed(state: State, player_id: str, other: str) -> tuple[ev.Event, ...]:
    """His owner is asked, whoever of the two rowed."""
    now = OWN_STATE.of(state)
    owner = now.owner.get(QUACK, "")
    if owner not in (player_id, other) or now.minus[owner] <= 0:
        return ()
    return (ev.QuestionAsked(PENNY, owner, (other if owner == player_id else player_id,)),)


def _penny_text(state: State, question: OpenQuestion) -> Message:
    player = labels.figure(state, str(question.args[0]))
    return tr("Boats passed: a -1 penny to {player}?", player=player)


def _give(state: State, question: OpenQuestion) -> Form:
    """As long as there is one: several boats may have been passed."""
    left = OWN_STATE.of(state).minus[question.player] > 0
    none = None if left else Reason("C8-35", tr("There is no -1 penny left."))
    return Form(tr("Yes, by Calum McQuack"), closed=none, hint=YES)


def _gives(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(PennyGiven(question.player, str(question.args[0])))


KINDS = (
    QuestionKind(
        PENNY,
        _penny_text,
        (Action("gives", _give, _gives), Action("no", Form(tr("No"), hint=NO), nothing)),
        rule="C8-35",
    ),
)
