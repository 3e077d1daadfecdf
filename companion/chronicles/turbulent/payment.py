"""The price of an event is paid whole, or its card is only turned (C6-12, C6-33)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.turbulent import followed
from companion.chronicles.turbulent.chapters import (
    ARMADALE,
    CHAPTERS,
    REMOVED_TILES,
    REMOVES,
    SHIEL,
    STALKER,
    chapter_of,
    rule_of,
)
from companion.chronicles.turbulent.effects import carry_out, only_turn, removes_one
from companion.chronicles.turbulent.sides import PAY
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Part, Reason
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.market import SPACES, buy_price
from companion.state.glen_more_2.model import HOME_TILES, MAX_SCOTS, OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, ActionFamily, Form, QuestionKind

MAX_STONES = 30
PAID = "pay_"
"""How every way to pay begins; the number of Scots out of the home castle follows."""


def _text(state: State, question: OpenQuestion) -> Message:
    card, player = chapter_of(question).name, labels.figure(state, question.player)
    return tr("{card}, event: what does {player} pay?", card=card, player=player)


def _form(state: State, question: OpenQuestion, label: Message) -> Form:
    """A way to pay: what must be said with it, and what the counts say against it."""
    card = chapter_of(question).id
    return Form(label, _parts(state, card), caution=_doubt(state, question.player, card))


def _none_from_home(state: State, question: OpenQuestion) -> Form:
    """Where territories are followed all of it: which Scot pays is asked then."""
    chapter = chapter_of(question)
    if state.follows:
        label = chapter.price or trn("{n} Scot of the territory", "{n} Scots of the territory", chapter.scots)
        closed = followed.why_not(state, question.player, chapter)
        parts = () if closed else followed.parts(state, question.player, chapter.id)
        return Form(label, parts, closed, _doubt(state, question.player, chapter.id))
    scots = trn("{n} Scot from outside the home castle", "{n} Scots from outside the home castle", chapter.scots)
    return _form(state, question, chapter.price or scots)


def _some_from_home(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """As many as stand there and must be returned."""
    if state.follows:
        return
    most = min(chapter_of(question).scots, max(0, state.player(question.player).scots))
    for n in range(1, most + 1):
        label = trn("{n} Scot out of the home castle", "{n} Scots out of the home castle", n)
        yield str(n), _form(state, question, label)


def _parts(state: State, card: str) -> tuple[Part, ...]:
    """What must be said with the price."""
    if card == ARMADALE:
        return _stones(state)
    if card not in REMOVES:
        return ()
    scots = Amount("scots", tr("How many Scots came to the home castle from them?"), 0, MAX_SCOTS, 0)
    tiles = Amount("tiles", tr("How many tiles leave the territory?"), 1, REMOVED_TILES, REMOVED_TILES)
    return (tiles, scots) if removes_one(state) else (scots,)


def _stones(state: State) -> tuple[Part, ...]:
    """Own ones, and some from the market while its row has a price (C6-28)."""
    price = buy_price(state.market["stone"])
    own = Amount("own", tr("How many stones of your own?"), 0, MAX_STONES, 1)
    if price is None:
        return (own,)
    text = tr("How many stones from the market, the first for {n}?", n=price)
    return (own, Amount("market", text, 0, SPACES - state.market["stone"], 0))


def _doubt(state: State, player_id: str, card: str) -> Reason | None:
    """What the counts say against it; they may be behind the table."""
    player, rule = state.player(player_id), CHAPTERS[card].rule
    # Home castle and starting village can't be removed (C6-21).
    removable = player.tiles - HOME_TILES
    if card in REMOVES and removable < (1 if removes_one(state) else REMOVED_TILES):
        return Reason(
            rule,
            trn(
                "The companion counts {n} tile that can leave.",
                "The companion counts {n} tiles that can leave.",
                removable,
            ),
        )
    if card == SHIEL and player.total < 1:
        return Reason(rule, tr("The companion has {player} on 0 points.", player=labels.figure(state, player_id)))
    if card == STALKER and not state.discards:
        return Reason(rule, tr("The companion knows of no discarded tile."))
    return None


def _pay(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    home = int(answer.offer.removeprefix(PAID))
    values = [int(value) for value in answer.values]
    carry_out(resolution, question.player, chapter_of(question).id, values, home)


def _only_turn(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    only_turn(resolution, question.player, chapter_of(question).id)


KINDS = (
    QuestionKind(
        PAY,
        _text,
        (
            Action(f"{PAID}0", _none_from_home, _pay),
            Action("turn", Form(tr("Only turn the card")), _only_turn),
            ActionFamily(PAID, _some_from_home, _pay),
        ),
        rule=rule_of,
    ),
)
