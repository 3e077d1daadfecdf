"""What each event of the referee changes."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.state.glen_more import events as ev
from companion.state.glen_more.changes import booked, tile_placed, tile_removed, traded, with_player
from companion.state.glen_more.model import REFEREE, State
from companion.state.glen_more.referee import events as rev
from companion.state.territory import grid as land
from companion.state.territory.grid import Cell, Spot, Territory
from companion.state.territory.payment_options import MARKET, source_of, still_wished

CHIEFTAIN, SCOT = "chieftain", "scot"
"""What stands for them where people say what they pay with."""


def with_territory(state: State, player_id: str, territory: Territory) -> State:
    """The player's Scots are those that stand in it."""
    scots = sum(spot.scots for spot in territory.spots)
    return with_player(state, player_id, followed=territory, scots=scots)


def with_work(state: State, **fields: Any) -> State:
    return replace(state, turn=replace(state.turn, followed=replace(state.turn.work, **fields)))


def _land(state: State, player_id: str) -> Territory:
    return state.player(player_id).territory


def depth_chosen(state: State, e: rev.DepthChosen) -> State:
    """Who stops following keeps the counts that the territories made."""
    if e.depth == REFEREE:
        return replace(state, chosen_depth=REFEREE)
    players = tuple(replace(p, followed=UNSET) for p in state.players)
    return replace(state, chosen_depth=UNSET, players=players, turn=replace(state.turn, followed=UNSET))


# ---- tiles


def discarded(state: State, e: rev.TileDiscarded) -> State:
    return tile_removed(state, ev.TileRemoved(e.piece, e.deck, e.at, e.rule))


def placed(state: State, e: rev.TilePlaced) -> State:
    """What a player has taken is placed once; one that was placed by hand belongs to the player from here on."""
    player, cell = state.player(e.player), Cell(e.x, e.y)
    state = with_territory(booked(state, e), e.player, land.laid(player.territory, e.piece, cell))
    if e.piece in state.facts.tiles and state.facts.tiles[e.piece].deck and e.piece not in player.taken:
        state = with_player(state, e.player, taken=(*player.taken, e.piece))
    return with_work(state, cell=cell) if e.piece == state.turn.tile else state


def lifted(state: State, e: rev.TileRemoved) -> State:
    taken = tuple(piece for piece in state.player(e.player).taken if piece != e.piece)
    state = with_player(state, e.player, taken=taken)
    return with_territory(state, e.player, land.removed(_land(state, e.player), Cell(e.x, e.y)))


def returned(state: State, e: rev.TileReturned) -> State:
    return tile_placed(state, ev.TilePlaced(e.piece, e.where))


def landmark_gained(state: State, e: rev.LandmarkGained) -> State:
    return with_player(booked(state, e), e.player, cards=(*state.player(e.player).cards, e.card))


def activated(state: State, e: rev.TileActivated) -> State:
    """A grey tile gives its movement points with it (G1-CLN-03)."""
    work = state.turn.work
    moves = sum(each.n for each in state.facts.tiles[e.piece].activation if each.op == "movement")
    by_card = work.by_card or any(
        effect.op == "activate_one"
        for card, it in state.facts.cards.items()
        if card == e.by
        for effect in it.effects
    )
    return with_work(
        booked(state, e) if moves else state,
        used=(*work.used, e.piece), moves=work.moves + moves, by_card=by_card,
    )  # fmt: skip


# ---- goods


def goods_gained(state: State, e: rev.GoodsGained) -> State:
    return with_territory(
        booked(state, e), e.player, land.with_goods(_land(state, e.player), Cell(e.x, e.y), e.good, e.n)
    )


def goods_given(state: State, e: rev.GoodsGiven) -> State:
    cell = Cell(e.x, e.y)
    state = with_territory(state, e.player, land.without_goods(_land(state, e.player), cell, e.good, e.n))
    if e.why == "sale":
        return state
    return _kept(booked(state, e), e.good, source_of(cell), e.n)


def bought(state: State, e: ev.GoodBought) -> State:
    """At scorekeeper depth nobody says from where a payment comes."""
    state = traded(state, e)
    return _kept(state, e.good, MARKET) if state.follows else state


def source_chosen(state: State, e: rev.SourceChosen) -> State:
    rather = state.turn.work.rather
    if not e.source:
        return with_work(state, rather=tuple(wish for wish in rather if wish[0] != e.good))
    return with_work(state, rather=(*rather, (e.good, e.source)))


def _kept(state: State, good: str, source: str, n: int = 1) -> State:
    """So many wishes have been kept."""
    wishes = state.turn.work.rather
    return with_work(state, rather=still_wished(wishes, good, source, n)) if wishes else state


# ---- barrels, coins, Scots


def barrels_changed(state: State, e: rev.BarrelsGained | rev.BarrelsPaid) -> State:
    by = e.barrels if isinstance(e, rev.BarrelsGained) else -e.barrels
    return with_player(booked(state, e), e.player, barrels=state.player(e.player).barrels + by)


def coins_gained(state: State, e: rev.CoinsGained) -> State:
    return with_player(booked(state, e), e.player, coins=state.player(e.player).coins + e.coins)


def scot_placed(state: State, e: rev.ScotPlaced) -> State:
    return with_territory(booked(state, e), e.player, land.with_scots(_land(state, e.player), Cell(e.x, e.y), e.n))


def scot_removed(state: State, e: rev.ScotRemoved) -> State:
    state = _kept(booked(state, e), SCOT, source_of(Cell(e.x, e.y)))
    return with_territory(state, e.player, land.with_scots(_land(state, e.player), Cell(e.x, e.y), -e.n))


def scot_moved(state: State, e: rev.ScotMoved) -> State:
    territory = land.scot_moved(_land(state, e.player), Cell(e.from_x, e.from_y), Cell(e.to_x, e.to_y))
    return with_territory(_point_spent(booked(state, e)), e.player, territory)


def chieftain_made(state: State, e: rev.ChieftainMade) -> State:
    state = with_territory(
        _point_spent(booked(state, e)),
        e.player,
        land.with_scots(_land(state, e.player), Cell(e.x, e.y), -1),
    )
    return with_player(state, e.player, chieftains=state.player(e.player).chieftains + 1)


def _point_spent(state: State) -> State:
    return with_work(state, moves=state.turn.work.moves - 1, moved=True)


def chieftain_paid(state: State, e: rev.ChieftainPaid) -> State:
    state = _kept(booked(state, e), SCOT, CHIEFTAIN)
    return with_player(state, e.player, chieftains=state.player(e.player).chieftains - 1)


# ---- by hand


def _with_spot(state: State, player_id: str, cell: Cell, **fields: Any) -> State:
    return with_territory(state, player_id, land.put_right(_land(state, player_id), cell, **fields))


def goods_set(state: State, e: rev.GoodsSet) -> State:
    spot: Spot = _land(state, e.player).at(Cell(e.x, e.y))
    goods = {good: n for good, n in {**spot.goods, e.good: e.n}.items() if n}
    return _with_spot(state, e.player, spot.cell, goods=goods)


def scots_set(state: State, e: rev.ScotsSet) -> State:
    return _with_spot(state, e.player, Cell(e.x, e.y), scots=e.n)
