"""Which own goods were given for what people entered themselves: at referee depth each of them leaves its tile.

For points of an exchange that nobody has told, and for an earlier tile whose cost is told late. Where territories
aren't followed nothing is asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, tr, trn
from companion.engine.offers import NONE, Answer
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.referee.words import spot_words
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, ActionFamily, Form, QuestionKind, nothing

POINTS, EARLIER = "points", "earlier"
"""What they were given for."""
OWN = "own_"
"""Before the good and its tile, in the names of answers."""


def ask_given(resolution: Resolution, player_id: str, for_what: str, before: int = 0) -> None:
    """The next good, as long as any lies there; before: how many were named."""
    state = resolution.state
    if state.follows and any(spot.goods for spot in state.player(player_id).territory.spots):
        resolution.ask("given", player_id, for_what, before)


def _text(state: State, question: OpenQuestion) -> Message:
    for_what, before = str(question.args[0]), int(question.args[1])
    name = labels.figure(state, question.player)
    if before:
        return trn(
            "{Player} gave {n} own good. Another?", "{Player} gave {n} own goods. Another?", before, Player=name
        )
    if for_what == EARLIER:
        return tr("{Player}, which own good paid for the earlier tile?", Player=name)
    return tr("{Player}, which own good was given for the points?", Player=name)


def _own(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    for spot in state.player(question.player).territory.spots:
        for good, n in spot.goods.items():
            if n:
                words = tr("{good}: {tile}", good=labels.GOODS_WORDS[good], tile=spot_words(state, spot))
                yield f"{good} {spot.x},{spot.y}", Form(words, hint=labels.GOODS_WORDS[good])


def _give(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    good, _, cell = answer.offer.removeprefix(OWN).partition(" ")
    x, y = map(int, cell.split(","))
    resolution.do(ev.GoodsGiven(question.player, x, y, good, 1, "entered"))
    ask_given(resolution, question.player, str(question.args[0]), int(question.args[1]) + 1)


def _no_more(_state: State, question: OpenQuestion) -> Form:
    """Goods that were bought for it are booked by the market."""
    return Form(tr("No other") if question.args[1] else tr("No own good"), hint=NONE)


KINDS = (
    QuestionKind(
        "given",
        _text,
        (ActionFamily(OWN, _own, _give), Action("none", _no_more, nothing)),
        rule="GM-TAK-02",
    ),
)
