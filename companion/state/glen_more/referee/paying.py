"""What a tile costs and how it is paid: goods, barrels, a Scot or a chieftain (G1-TRN-02, G1-WHS-04)."""

from __future__ import annotations

from itertools import combinations

from companion.engine.message import tr, trn
from companion.engine.offers import Reason
from companion.state.glen_more import events as ev
from companion.state.glen_more import labels
from companion.state.glen_more.facts import GOODS, Tile
from companion.state.glen_more.gains import SCOT_OR_CHIEFTAIN, WHISKY, price_of
from companion.state.glen_more.model import State
from companion.state.glen_more.resolution import Resolution
from companion.state.territory import payment_options
from companion.state.territory.payment_options import Purse
from companion.state.territory.trading import any_payable, pay_goods, purse_of

DIFFERENT = "different_goods"


def needs(tile: Tile) -> list[dict[str, int]]:
    """The goods it costs; several where the kinds may be chosen (G1-LOC-05)."""
    fixed = {cost.what: cost.n for cost in tile.cost if cost.what in GOODS}
    if different := price_of(tile, DIFFERENT):
        return [fixed | dict.fromkeys(kinds, 1) for kinds in combinations(GOODS, different)]
    return [fixed]


def why_too_dear(state: State, player_id: str, tile: Tile, purse: Purse) -> Reason | None:
    """It can't be paid in full from stock and by trade, every possible sale counted (G1-TRN-02)."""
    player = state.player(player_id)
    name = labels.figure(state, player_id)
    if price_of(tile, WHISKY) > player.barrels:
        return Reason("G1-TRN-02", tr("It costs 1 barrel, and {player} has none.", player=name))
    if price_of(tile, SCOT_OR_CHIEFTAIN) > player.scots + player.chieftains:
        return Reason("G1-LOC-04", tr("It costs a Scot or a chieftain, and {player} has none.", player=name))
    if any_payable(purse, needs(tile)):
        return None
    coins = trn("{n} coin", "{n} coins", player.coins)
    cost = labels.costs(tile.cost)
    words = tr("It costs {cost}: too dear with {coins} and all that can be sold.", cost=cost, coins=coins)
    return Reason("G1-TRN-02", words)


def best_need(state: State, player_id: str, tile: Tile) -> dict[str, int]:
    """Of several kinds the one that is wished, or for which least is bought."""
    return payment_options.best_need(purse_of(state, player_id), needs(tile), state.turn.work.rather)


def pay_tile(resolution: Resolution, player_id: str, tile: Tile) -> None:
    """All that it costs but the Scot."""
    why = f"cost:{tile.id}"
    if barrels := price_of(tile, WHISKY):
        resolution.do(ev.BarrelsPaid(player_id, barrels, why))
    pay_goods(resolution, player_id, best_need(resolution.state, player_id, tile), why)
