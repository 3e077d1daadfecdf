"""What the player on turn may enter of trade and of how to pay, at referee depth (G1-WHS-02 to G1-WHS-05)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.message import Message, tr, trn
from companion.engine.offers import Answer, Choice, Pick, Reason
from companion.state.glen_more import labels
from companion.state.glen_more.facts import GOODS
from companion.state.glen_more.gains import SCOT_OR_CHIEFTAIN, price_of
from companion.state.glen_more.model import OpenQuestion, State
from companion.state.glen_more.referee import events as rev
from companion.state.glen_more.referee import paying
from companion.state.glen_more.referee.changes import CHIEFTAIN, SCOT
from companion.state.glen_more.referee.words import spot_words
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.rows import Form
from companion.state.territory import trading as trade
from companion.state.territory.grid import Spot
from companion.state.territory.market import sell_price
from companion.state.territory.payment_options import source_of


def holding(state: State, player_id: str, good: str) -> list[Spot]:
    """Tiles of the player with that good, the fullest first."""
    return trade.holding(state.player(player_id).territory, good)


def sell_form(state: State, question: OpenQuestion) -> Form:
    """An empty row buys nothing. What a tile costs may be sold too: it is bought back for the same coins.

    It comes from the fullest tile, as what is paid does.
    """
    rows = tuple(_sale(state, question.player, good) for good in GOODS)
    reason = Reason("G1-WHS-05", tr("No good can be sold now."))
    is_open = [row.value for row in rows if not row.closed]
    best = max(is_open, key=lambda good: state.market[good], default="")
    pick = Pick("good", tr("Sell which good?"), rows, best, in_order=True)
    if state.turn.cleared:
        over = tr("Tiles are laid: trade is over in this turn.")
        return Form(tr("Sell a good"), closed=Reason("G1-WHS-02", over))
    return Form(tr("Sell a good"), (pick,), None if is_open else reason)


def _sale(state: State, player_id: str, good: str) -> Choice:
    words, price = labels.GOODS_WORDS[good], sell_price(state.market[good])
    spots = holding(state, player_id, good)
    label = trn("{good}, +{n} coin", "{good}, +{n} coins", price, good=words) if price else words
    where = tr("from {tile}", tile=spot_words(state, spots[0])) if len(spots) > 1 else None
    return Choice(good, label, _why_not_sold(state, player_id, good, price, spots), brief=words, note=where)


def sell_from_form(state: State, question: OpenQuestion) -> Form | None:
    """Where a good lies on several tiles people may want to make room on another one."""
    if not state.follows or state.turn.cleared:
        return None
    several = {good: spots for good in GOODS if len(spots := holding(state, question.player, good)) > 1}
    rows = tuple(
        Choice(good, labels.GOODS_WORDS[good], then=(_sources_of(state, spots),), brief=labels.GOODS_WORDS[good])
        for good, spots in several.items()
        if state.market[good]
    )
    pick = Pick("good", tr("Sell which good?"), rows, steady=True, in_order=True)
    return Form(tr("Sell a good from a certain tile"), (pick,)) if rows else None


def _sources_of(state: State, spots: list[Spot]) -> Pick:
    return Pick("from", tr("From which tile?"), _from(state, spots), steady=True)


def _why_not_sold(state: State, player_id: str, good: str, price: int | None, spots: list[Spot]) -> Reason | None:
    words = labels.GOODS_WORDS[good]
    return trade.why_not_sold("G1-WHS-05", words, labels.figure(state, player_id), price, spots)


def _from(state: State, spots: Iterable[Spot]) -> tuple[Choice, ...]:
    return trade.from_each(spots, lambda spot: spot_words(state, spot))


def book_sale(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    good = str(answer.values[0])
    spots = holding(resolution.state, question.player, good)
    wanted = str(answer.values[1]) if len(answer.values) > 1 else source_of(spots[0].cell)
    spot = next(spot for spot in spots if source_of(spot.cell) == wanted)
    paying.sell(resolution, question.player, good, spot.cell)


# ---- which goods are paid, and from where


def rather_form(state: State, question: OpenQuestion) -> Form | None:
    """Only where there is a choice; a wish counts for the next one of its good that is paid."""
    rows = [row for good in GOODS if (row := _sources(state, question.player, good))]
    if state.stage == "place" and price_of(state.facts.tiles[state.turn.tile], SCOT_OR_CHIEFTAIN):
        rows.append(_payers(state, question.player))
    if state.turn.work.rather:
        rows.append(Choice(trade.USUAL, tr("as usual again")))
    return (
        Form(tr("Pay with something else"), (Pick("good", tr("What is paid otherwise?"), tuple(rows)),))
        if rows
        else None
    )


def _sources(state: State, player_id: str, good: str) -> Choice | None:
    lies = _from(state, holding(state, player_id, good))
    return trade.paid_otherwise(good, labels.GOODS_WORDS[good], lies, state.market[good])


def _payers(state: State, player_id: str) -> Choice:
    player = state.player(player_id)
    scots = _from(state, (spot for spot in player.territory.spots if spot.scots))
    chieftain = [Choice(CHIEFTAIN, tr("a chieftain"))] * (player.chieftains > 0)
    return Choice(SCOT, _scot_words(), then=(Pick("source", tr("Who is paid?"), (*scots, *chieftain)),))


def _scot_words() -> Message:
    return tr("a Scot or a chieftain")


def wish(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    for event in trade.wished(question.player, resolution.state.turn.work.rather, answer):
        resolution.do(event)


# ---- nothing is activated unasked


def by_hand_form(state: State, _question: OpenQuestion) -> Form | None:
    """Activating is voluntary tile by tile (G1-ACT-02)."""
    if not state.follows or state.turn.work.by_hand or state.stage not in ("take", "place"):
        return None
    return Form(tr("Activate tile by tile this turn"))


def by_hand(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(rev.ActivatedByHand(question.player))
