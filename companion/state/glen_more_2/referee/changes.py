"""What events of the referee change that only this game has."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import CASTLE_CELL, Player, State
from companion.state.territory.changes import tile_activated
from companion.state.territory.grid import Territory, named, put_right
from companion.state.territory.model import with_territory, with_work

LOCH_NESS = "loch_ness"


def tile_named(state: State, player_id: str, was: str, piece: str) -> State:
    """It lies where it lay, and what is asked or was done with it in this turn is of the tile with the name."""
    if not state.follows or not was:
        return state

    def now(each: Any) -> Any:
        """By its new name; of an exchange the number stays behind it."""
        id, mark, number = each.partition("#") if isinstance(each, str) else (each, "", "")
        return f"{piece}{mark}{number}" if id == was else each

    state = with_territory(state, player_id, named(state.player(player_id).territory, was, piece))
    asked = tuple(replace(question, args=tuple(map(now, question.args))) for question in state.open)
    work = state.turn.work
    return with_work(replace(state, open=asked), near=tuple(map(now, work.near)), used=tuple(map(now, work.used)))


def activated(state: State, e: ev.TileActivated) -> State:
    """A tile that something else activates than the tile of this turn counts as one of its neighbours then."""
    if e.player != state.turn.player:
        return state
    state = tile_activated(state, e, by_card=e.by.rpartition(":")[2] == LOCH_NESS)
    near = state.turn.work.near
    return state if e.piece in near else with_work(state, near=(*near, e.piece))


def all_may_activate(state: State, e: ev.AllMayActivate) -> State:
    if e.player != state.turn.player:
        return state
    if e.pieces:
        return with_work(state, near=tuple(dict.fromkeys((*state.turn.work.near, *e.pieces))))
    return with_work(state, near=tuple(spot.top for spot in state.player(e.player).territory.spots))


def home_scots(player: Player, n: int) -> Player:
    """A count of the Scots at home that people put right is so in the territory too."""
    if isinstance(player.followed, Territory):
        there = put_right(player.followed, CASTLE_CELL, scots=max(0, n))
        return replace(player, followed=there)
    return player
