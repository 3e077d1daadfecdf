"""What each event of the referee changes."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.state.glen_more_2.model import REFEREE, Player, State
from companion.state.glen_more_2.referee import events as rev
from companion.state.glen_more_2.referee.tiles import CASTLE_CELL
from companion.state.territory import grid as land
from companion.state.territory.grid import Cell, Spot, Territory
from companion.state.territory.payment_options import MARKET, source_of, still_wished

LOCH_NESS = "loch_ness"

SCOT = "scot"
"""What stands for one where people say what they pay with."""


def with_territory(state: State, player_id: str, territory: Territory) -> State:
    """The Scots that are compared are those in the home castle (GM-SCR-03), whatever covers it (GM-RBD-12)."""
    home = next((spot.scots for spot in territory.spots if spot.cell == CASTLE_CELL), 0)
    players = tuple(replace(p, followed=territory, scots=home) if p.id == player_id else p for p in state.players)
    return replace(state, players=players)


def with_work(state: State, **fields: Any) -> State:
    return replace(state, turn=replace(state.turn, followed=replace(state.turn.work, **fields)))


def _land(state: State, e: Any) -> Territory:
    return state.player(e.player).territory


def depth_chosen(state: State, e: rev.DepthChosen) -> State:
    """Who stops following keeps the counts that the territories made."""
    if e.depth == REFEREE:
        return replace(state, chosen_depth=REFEREE)
    players = tuple(replace(p, followed=UNSET) for p in state.players)
    return replace(state, chosen_depth=UNSET, players=players, turn=replace(state.turn, followed=UNSET))


# ---- tiles


def placed(state: State, e: rev.TilePlaced) -> State:
    cell = Cell(e.x, e.y)
    state = with_territory(state, e.player, land.laid(_land(state, e), e.piece, cell))
    if e.player != state.turn.player or e.why:
        return state
    near = (spot.top for spot in land.touching(_land(state, e), cell))
    return with_work(state, cell=cell, near=tuple(dict.fromkeys((*state.turn.work.near, *near))))


def tile_named(state: State, player_id: str, was: str, piece: str) -> State:
    """It lies where it lay, and what is asked or was done with it in this turn is of the tile with the name."""
    if not state.follows or not was:
        return state

    def now(each: Any) -> Any:
        """By its new name; of an exchange the number stays behind it."""
        id, mark, number = each.partition("#") if isinstance(each, str) else (each, "", "")
        return f"{piece}{mark}{number}" if id == was else each

    state = with_territory(state, player_id, land.named(state.player(player_id).territory, was, piece))
    asked = tuple(replace(question, args=tuple(map(now, question.args))) for question in state.open)
    work = state.turn.work
    return with_work(replace(state, open=asked), near=tuple(map(now, work.near)), used=tuple(map(now, work.used)))


def lifted(state: State, e: rev.TileRemoved) -> State:
    return with_territory(state, e.player, land.removed(_land(state, e), Cell(e.x, e.y)))


def activated(state: State, e: rev.TileActivated) -> State:
    if e.player != state.turn.player:
        return state
    used = e.piece if e.step < 0 else f"{e.piece}#{e.step}"
    by_card = state.turn.work.by_card or e.by.rpartition(":")[2] == LOCH_NESS
    near = state.turn.work.near if e.piece in state.turn.work.near else (*state.turn.work.near, e.piece)
    return with_work(state, used=(*state.turn.work.used, used), by_card=by_card, near=near)


def all_may_activate(state: State, e: rev.AllMayActivate) -> State:
    if e.player != state.turn.player:
        return state
    if e.pieces:
        return with_work(state, near=tuple(dict.fromkeys((*state.turn.work.near, *e.pieces))))
    return with_work(state, near=tuple(spot.top for spot in _land(state, e).spots))


def movement_gained(state: State, e: rev.MovementGained) -> State:
    """Nobody but who is on turn can spend any."""
    return with_work(state, moves=state.turn.work.moves + e.n) if e.player == state.turn.player else state


def movement_spent(state: State, e: rev.MovementSpent | rev.MovementLapsed) -> State:
    return with_work(state, moves=state.turn.work.moves - e.n)


# ---- goods


def goods_gained(state: State, e: rev.GoodsGained) -> State:
    return with_territory(state, e.player, land.with_goods(_land(state, e), Cell(e.x, e.y), e.good, e.n))


def goods_given(state: State, e: rev.GoodsGiven) -> State:
    cell = Cell(e.x, e.y)
    state = with_territory(state, e.player, land.without_goods(_land(state, e), cell, e.good, e.n))
    return state if e.why == "sale" else _kept(state, e.good, source_of(cell), e.n)


def source_chosen(state: State, e: rev.SourceChosen) -> State:
    rather = state.turn.work.rather
    if not e.source:
        return with_work(state, rather=tuple(wish for wish in rather if wish[0] != e.good))
    return with_work(state, rather=(*rather, (e.good, e.source)))


def bought(state: State, good: str) -> State:
    """A wish to buy it has been kept."""
    return _kept(state, good, MARKET)


def _kept(state: State, good: str, source: str, n: int = 1) -> State:
    wishes = state.turn.work.rather
    return with_work(state, rather=still_wished(wishes, good, source, n)) if wishes else state


# ---- Scots


def scot_placed(state: State, e: rev.ScotPlaced) -> State:
    return with_territory(state, e.player, land.with_scots(_land(state, e), Cell(e.x, e.y), e.n))


def scot_removed(state: State, e: rev.ScotRemoved) -> State:
    state = _kept(state, SCOT, source_of(Cell(e.x, e.y)))
    return with_territory(state, e.player, land.with_scots(_land(state, e), Cell(e.x, e.y), -e.n))


def scot_stepped(state: State, e: rev.ScotMoved) -> State:
    there = land.scot_moved(_land(state, e), Cell(e.from_x, e.from_y), Cell(e.to_x, e.to_y))
    return with_work(with_territory(state, e.player, there), moves=state.turn.work.moves - 1)


# ---- by hand


def goods_set(state: State, e: rev.GoodsSet) -> State:
    spot: Spot = _land(state, e).at(Cell(e.x, e.y))
    goods = {good: n for good, n in {**spot.goods, e.good: e.n}.items() if n}
    return with_territory(state, e.player, land.put_right(_land(state, e), spot.cell, goods=goods))


def scots_set(state: State, e: rev.ScotsSet) -> State:
    return with_territory(state, e.player, land.put_right(_land(state, e), Cell(e.x, e.y), scots=e.n))


def home_scots(player: Player, n: int) -> Player:
    """A count of the Scots at home that people put right is so in the territory too."""
    if isinstance(player.followed, Territory):
        there = land.put_right(player.followed, CASTLE_CELL, scots=max(0, n))
        return replace(player, followed=there)
    return player
