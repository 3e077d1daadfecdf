"""From an event and a state to the next state. Nothing else makes states; nothing here decides anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import Player, State

Change = Callable[[State, Any], State]
CHANGES: dict[type[ev.Event], Change] = {}


def change(kind: type[ev.Event]) -> Callable[[Change], Change]:
    """Registers what an event of this kind does to a state."""

    def register(function: Change) -> Change:
        CHANGES[kind] = function
        return function

    return register


def apply(state: State, event: ev.Event) -> State:
    """The state after `event`."""
    return CHANGES[type(event)](state, event)


def with_player(state: State, player_id: str, **fields: Any) -> State:
    """The state with these fields of a player's counts changed."""
    players = tuple(replace(p, **fields) if p.id == player_id else p for p in state.players)
    return replace(state, players=players)


def sure(player: Player, *counts: str) -> tuple[str, ...]:
    """The doubtful counts without these."""
    return tuple(c for c in player.doubtful if c not in counts)


def scored(player: Player, source: str, points: int) -> dict[str, int]:
    return {**player.points, source: player.points.get(source, 0) + points}
