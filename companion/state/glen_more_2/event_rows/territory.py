"""Event rows at referee depth: the shared ones of territories and those of Glen More II alone."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.event_rows import When
from companion.engine.message import tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows.common import row
from companion.state.glen_more_2.model import CASTLE_CELL, Player, State
from companion.state.glen_more_2.referee.activation import LOCH_NESS
from companion.state.glen_more_2.referee.territory_tiles import WORDS
from companion.state.territory.changes import activate_tile, spend_movement_points
from companion.state.territory.event_rows import territory_event_rows
from companion.state.territory.grid import Territory, with_corrected_spot, with_renamed_tile
from companion.state.territory.model import with_territory, with_work


def apply_tile_named(state: State, player_id: str, was: str, piece: str) -> State:
    """Return the state with a tile's new id in the territory, the open questions and the turn's activations."""
    if not state.tracks_territories or not was:
        return state

    def now(each: Any) -> Any:
        """Return the value with the new id; the step number of an exchange stays behind it."""
        id, mark, number = each.partition("#") if isinstance(each, str) else (each, "", "")
        return f"{piece}{mark}{number}" if id == was else each

    state = with_territory(state, player_id, with_renamed_tile(state.player(player_id).territory, was, piece))
    asked = tuple(replace(question, args=tuple(map(now, question.args))) for question in state.open_questions)
    work = state.turn.work
    return with_work(
        replace(state, open_questions=asked),
        activatable_tiles=tuple(map(now, work.activatable_tiles)),
        activated=tuple(map(now, work.activated)),
    )


def apply_tile_activated(state: State, e: ev.TileActivated) -> State:
    """Return the state after an activation; a tile activated by another effect counts as a neighbour now."""
    if e.player != state.turn.player:
        return state
    state = activate_tile(state, e, by_card=e.by.rpartition(":")[2] == LOCH_NESS)
    near = state.turn.work.activatable_tiles
    return state if e.piece in near else with_work(state, activatable_tiles=(*near, e.piece))


def apply_all_may_activate(state: State, e: ev.AllMayActivate) -> State:
    """Return the state in which these tiles (or all) of the player on turn may be activated."""
    if e.player != state.turn.player:
        return state
    if e.pieces:
        return with_work(
            state, activatable_tiles=tuple(dict.fromkeys((*state.turn.work.activatable_tiles, *e.pieces)))
        )
    return with_work(state, activatable_tiles=tuple(spot.top for spot in state.player(e.player).territory.spots))


def with_home_scots(player: Player, n: int) -> Player:
    """Return the player with the corrected number of Scots also in the tracked territory."""
    if isinstance(player.tracked_territory, Territory):
        there = with_corrected_spot(player.tracked_territory, CASTLE_CELL, scots=max(0, n))
        return replace(player, tracked_territory=there)
    return player


TERRITORY_EVENT_ROWS = (
    *territory_event_rows(WORDS).values(),
    row(ev.TileActivated, apply_tile_activated),
    row(
        ev.AllMayActivate,
        apply_all_may_activate,
        tr("{player}: {what}"),
        fillers={"what": When("pieces", tr("more tiles may be activated"), tr("all tiles may be activated"))},
    ),
    row(ev.MovementPaid, lambda state, e: spend_movement_points(state, e.n)),
)
