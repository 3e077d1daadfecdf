"""What the player on turn may enter of trade and of how to pay, at referee depth (G1-WHS-02 to G1-WHS-05)."""

from __future__ import annotations

from companion.engine.message import tr
from companion.engine.offers import Answer, Choice, Pick, Reason
from companion.state.glen_more import events as ev
from companion.state.glen_more import labels
from companion.state.glen_more.gains import SCOT_OR_CHIEFTAIN, price_of
from companion.state.glen_more.model import OpenQuestion, State
from companion.state.glen_more.referee.changes import CHIEFTAIN
from companion.state.glen_more.referee.words import WORDS
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.rows import Form
from companion.state.territory.changes import SCOT
from companion.state.territory.trading import TradeForms, holding, sell_as_answered

FORMS = TradeForms(WORDS, "G1-WHS-05", asks_source=False)


def sell_form(state: State, question: OpenQuestion) -> Form:
    """What a tile costs may be sold too: it is bought back for the same coins."""
    if state.turn.cleared:
        return Form(
            tr("Sell a good"), closed=Reason("G1-WHS-02", tr("Tiles are laid: trade is over in this turn."))
        )
    return FORMS.sell(state, question.player)


def sell_from_form(state: State, question: OpenQuestion) -> Form | None:
    """Where a good lies on several tiles players may want to make room on another one."""
    if not state.follows or state.turn.cleared:
        return None
    land = state.player(question.player).territory
    rows = []
    for good, words in labels.GOODS_WORDS.items():
        spots = holding(land, good)
        if len(spots) > 1 and state.market[good]:
            which = Pick("from", tr("From which tile?"), FORMS.from_each(state, spots), steady=True)
            rows.append(Choice(good, words, then=(which,), brief=words))
    pick = Pick("good", tr("Sell which good?"), tuple(rows), steady=True, in_order=True)
    return Form(tr("Sell a good from a certain tile"), (pick,)) if rows else None


def book_sale(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    sell_as_answered(resolution, question.player, answer)


def rather_form(state: State, question: OpenQuestion) -> Form | None:
    """Only where there is a choice; a wish counts for the next one of its good that is paid."""
    others = []
    if state.stage == "place" and price_of(state.facts.tiles[state.turn.tile], SCOT_OR_CHIEFTAIN):
        others.append(_payers(state, question.player))
    return FORMS.pay_otherwise(state, question.player, *others)


def _payers(state: State, player_id: str) -> Choice:
    player = state.player(player_id)
    scots = FORMS.from_each(state, (spot for spot in player.territory.spots if spot.scots))
    chieftain = [Choice(CHIEFTAIN, tr("a chieftain"))] * (player.chieftains > 0)
    then = (Pick("source", tr("Who is paid?"), (*scots, *chieftain)),)
    return Choice(SCOT, tr("a Scot or a chieftain"), then=then)


# ---- nothing is activated unasked


def by_hand_form(state: State, _question: OpenQuestion) -> Form | None:
    """Activating is voluntary tile by tile (G1-ACT-02)."""
    if not state.follows or state.turn.work.by_hand or state.stage not in ("take", "place"):
        return None
    return Form(tr("Activate tile by tile this turn"))


def by_hand(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.ActivatedByHand(question.player))
