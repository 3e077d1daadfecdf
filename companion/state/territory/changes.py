"""State changes of the events that both games share.

Each function takes a state and an event (or its values) and returns the next state. All are pure.
"""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from companion.state.territory import events as ev
from companion.state.territory import grid
from companion.state.territory.grid import Cell, Territory
from companion.state.territory.market import SPACES_PER_ROW
from companion.state.territory.model import (
    REFEREE,
    OpenQuestion,
    S,
    with_added_points,
    with_player,
    with_territory,
    with_work,
)
from companion.state.territory.payment_options import MARKET_SOURCE, cell_source, remaining_wishes

SCOT = "scot"
"""Name of a Scot as a payment source in `SourceChosen`."""


def _territory(state: S, player_id: str) -> Territory:
    territory: Territory = state.player(player_id).territory
    return territory


def open_question(state: S, e: ev.QuestionAsked) -> S:
    opened = OpenQuestion(state.question_count + 1, e.kind, e.player, e.args)
    return replace(state, open_questions=(*state.open_questions, opened), question_count=state.question_count + 1)


def change_depth(state: S, e: ev.DepthChosen) -> S:
    """Change the depth. At scorekeeper depth players keep the counts that their territories had."""
    if e.depth == REFEREE:
        return replace(state, chosen_depth=REFEREE)
    players = tuple(replace(p, tracked_territory=UNSET) for p in state.players)
    return replace(state, chosen_depth=UNSET, players=players, turn=replace(state.turn, tracked_work=UNSET))


def place_tile(state: S, e: ev.TilePlaced) -> S:
    """Place a tile. The player on turn may activate it and all that touches it.

    A correction of any other tile activates nothing; one of the tile that was just placed moves what it activates.
    """
    cell = Cell(e.x, e.y)
    state = with_territory(state, e.player, grid.with_tile(_territory(state, e.player), e.piece, cell))
    work = state.turn.work
    if e.player != state.turn.player or (e.why and e.piece != state.turn.tile):
        return state
    before = work.activatable_tiles
    if e.why and work.placed_cell:
        away = {spot.top for spot in grid.touching_spots(_territory(state, e.player), work.placed_cell)}
        before = tuple(piece for piece in before if piece not in away)
    near = (spot.top for spot in grid.touching_spots(_territory(state, e.player), cell))
    return with_work(state, placed_cell=cell, activatable_tiles=tuple(dict.fromkeys((*before, *near))))


def remove_tile(state: S, e: ev.TileRemoved) -> S:
    return with_territory(state, e.player, grid.without_top(_territory(state, e.player), Cell(e.x, e.y)))


def activate_tile(state: S, e: ev.TileActivated, by_card: bool) -> S:
    """Mark a tile or one of its exchanges as used. by_card: a card activated it, which works once a turn."""
    used = e.piece if e.step < 0 else f"{e.piece}#{e.step}"
    work = state.turn.work
    return with_work(
        state, activated=(*work.activated, used), has_activated_by_card=work.has_activated_by_card or by_card
    )


def turn_off_automatic_activation(state: S, _e: ev.ActivatedByHand) -> S:
    return with_work(state, is_manual=True)


def add_goods(state: S, e: ev.GoodsGained) -> S:
    land = _territory(state, e.player)
    return with_territory(state, e.player, grid.with_goods(land, Cell(e.x, e.y), e.good, e.n))


def remove_goods(state: S, e: ev.GoodsGiven) -> S:
    cell = Cell(e.x, e.y)
    land = grid.without_goods(_territory(state, e.player), cell, e.good, e.n)
    state = with_territory(state, e.player, land)
    return state if e.why == "sale" else fulfil_payment_wishes(state, e.good, cell_source(cell), e.n)


def buy_good(state: S, e: ev.GoodBought) -> S:
    """Record a purchase. A row that is full stays full."""
    filled = min(SPACES_PER_ROW, state.market[e.good] + 1)
    state = replace(state, market={**state.market, e.good: filled})
    return with_player(state, e.player, coins=state.player(e.player).coins - e.coins)


def sell_good(state: S, e: ev.GoodSold) -> S:
    filled = max(0, state.market[e.good] - 1)
    state = replace(state, market={**state.market, e.good: filled})
    return with_player(state, e.player, coins=state.player(e.player).coins + e.coins)


def set_payment_source(state: S, e: ev.SourceChosen) -> S:
    rather = state.turn.work.preferred_sources
    if not e.source:
        return with_work(state, preferred_sources=tuple(wish for wish in rather if wish[0] != e.good))
    return with_work(state, preferred_sources=(*rather, (e.good, e.source)))


def fulfil_payment_wishes(state: S, good: str, source: str = MARKET_SOURCE, n: int = 1) -> S:
    """Remove the preferences that `n` goods from `source` have fulfilled."""
    wishes = state.turn.work.preferred_sources
    return with_work(state, preferred_sources=remaining_wishes(wishes, good, source, n)) if wishes else state


def add_coins(state: S, e: ev.CoinsGained) -> S:
    return with_player(state, e.player, coins=state.player(e.player).coins + e.coins)


def add_barrels(state: S, e: ev.BarrelsGained) -> S:
    return with_player(state, e.player, barrels=state.player(e.player).barrels + e.barrels)


def remove_barrels(state: S, e: ev.BarrelsPaid) -> S:
    return with_player(state, e.player, barrels=state.player(e.player).barrels - e.barrels)


def set_row(state: S, e: ev.RowSet) -> S:
    return replace(state, market={**state.market, e.good: e.filled})


def set_goods_count(state: S, e: ev.GoodsCounted) -> S:
    return replace(state, tiebreak_goods={**state.tiebreak_goods, e.player: e.goods})


def add_points(state: S, e: ev.PointsScored) -> S:
    return with_player(
        state, e.player, points=with_added_points(state.player(e.player).points, e.source, e.points)
    )


def add_scots(state: S, e: ev.ScotPlaced) -> S:
    land = _territory(state, e.player)
    return with_territory(state, e.player, grid.with_scots(land, Cell(e.x, e.y), e.n))


def remove_scots(state: S, e: ev.ScotRemoved) -> S:
    state = fulfil_payment_wishes(state, SCOT, cell_source(Cell(e.x, e.y)))
    land = _territory(state, e.player)
    return with_territory(state, e.player, grid.with_scots(land, Cell(e.x, e.y), -e.n))


def add_movement_points(state: S, e: ev.MovementGained) -> S:
    """Add movement points; only the player on turn can spend any."""
    return (
        with_work(state, movement_points=state.turn.work.movement_points + e.n)
        if e.player == state.turn.player
        else state
    )


def move_scot(state: S, e: ev.ScotMoved) -> S:
    land = grid.with_moved_scot(_territory(state, e.player), Cell(e.from_x, e.from_y), Cell(e.to_x, e.to_y))
    return spend_movement_points(with_territory(state, e.player, land))


def spend_movement_points(state: S, n: int = 1) -> S:
    """Return the state with `n` movement points fewer."""
    return with_work(state, movement_points=state.turn.work.movement_points - n, has_moved_scot=True)


def set_goods(state: S, e: ev.GoodsSet) -> S:
    land, cell = _territory(state, e.player), Cell(e.x, e.y)
    goods = {good: n for good, n in {**land.at(cell).goods, e.good: e.n}.items() if n}
    return with_territory(state, e.player, grid.with_corrected_spot(land, cell, goods=goods))


def set_scots(state: S, e: ev.ScotsSet) -> S:
    land = _territory(state, e.player)
    return with_territory(state, e.player, grid.with_corrected_spot(land, Cell(e.x, e.y), scots=e.n))
