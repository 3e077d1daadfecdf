"""Which tokens a player has turned: asked once, after all rolls (C5-16, C5-17).

Rolls nothing and scores nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.chronicles.haggis.arithmetic import outcomes, points
from companion.chronicles.haggis.pieces import SLUG
from companion.chronicles.haggis.tokens import OWN_STATE, HaggisTurned, known_of
from companion.chronicles.haggis.words import numbers
from companion.engine.message import Message, literal, tr, trn
from companion.engine.offers import Answer
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import ActionFamily, Form, QuestionKind

TURNED = f"{SLUG}.turned"
TURNED_THESE = "these_"


def _turned_text(state: State, question: OpenQuestion) -> Message:
    return tr(
        "Rolled {rolls}. {player}: which tokens are turned up?",
        rolls=numbers(int(face) for face in question.args),
        player=labels.figure(state, question.player),
    )


def _turned(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """All that can be, the likeliest first; what is known of this player is secret and changes nothing here."""
    now = OWN_STATE.of(state)
    up, rolls = now.up(question.player), [int(face) for face in question.args]
    for face in () if now.buyer else up:
        # It was turned at one of these rolls, which turns no second one of this player (C5-16).
        if face in rolls:
            rolls.remove(face)
    for turned in outcomes(len(up), len(now.held[question.player]), rolls):
        there = (*up, *turned)
        yield "_".join(map(str, turned)), Form(worth(turned, there) if turned else tr("none"))


def worth(turned: Sequence[int], there: Sequence[int] = ()) -> Message:
    """Tokens by their values, and the points of all that lies there then (C5-21)."""
    return trn(
        "worth {values}: {n} point in all",
        "worth {values}: {n} points in all",
        points(there or turned),
        values=numbers(turned),
    )


def arithmetic_of(up: Sequence[int]) -> Message:
    """How many times what is printed on them in all (C5-21)."""
    if not up:
        return tr("no token face up")
    return trn(
        "{n} face up × its value {values} = {points}",
        "{n} face up × their values ({values}) = {points}",
        len(up),
        values=literal(" + ".join(map(str, sorted(up)))),
        points=points(up),
    )


def _turn_these(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    for face in filter(None, answer.offer.removeprefix(TURNED_THESE).split("_")):
        token = known_of(resolution.state, question.player, int(face))
        resolution.do(HaggisTurned(question.player, int(face), token))


KINDS = (QuestionKind(TURNED, _turned_text, (ActionFamily(TURNED_THESE, _turned, _turn_these),), rule="C5-16"),)
