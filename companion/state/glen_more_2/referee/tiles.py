"""Tiles as the referee looks at them: what is printed on each, and where it may lie (sections 9 to 11)."""

from __future__ import annotations

from companion.engine.memoize import memoize_few
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import Effect, Facts, Piece
from companion.state.glen_more_2.laying import ground_of
from companion.state.glen_more_2.model import CASTLE_CELL as CASTLE_CELL
from companion.state.glen_more_2.model import MAX_SCOTS, Player, State
from companion.state.glen_more_2.model import VILLAGE_CELL as VILLAGE_CELL
from companion.state.glen_more_2.ruleset import expansions_of
from companion.state.territory.grid import Spot, Territory
from companion.state.territory.placement import Ground

VILLAGE, CASTLE = labels.HALVES
"""How the ids of the halves of home tiles begin: each counts as a tile of its own (GM-CMP-12)."""
_HALVES = {
    VILLAGE: Piece("", kind="village", river=True, rebuild=False, activation=()),
    CASTLE: Piece("", kind="castle", river=True, rebuild=False, activation=(Effect("move", n=1),)),
}
"""The home tile: two tiles in every respect (GM-CMP-12), the river runs through both (GM-RIV-01)."""


def half(colour: str, which: str) -> str:
    """The id of half a home tile."""
    return f"{which}{colour}"


def printed(state: State, id: str) -> Piece:
    """What is known of a tile that lies in a territory."""
    return printed_on(state.facts, id)


def printed_on(facts: Facts, id: str) -> Piece:
    """The same for who has the facts alone."""
    known = facts.pieces.get(id)
    return known or next((piece for start, piece in _HALVES.items() if id.startswith(start)), Piece(id))


def ground(state: State, id: str) -> Ground:
    """What counts of it where it is laid."""
    return ground_of(printed(state, id))


def grounds(state: State, player: Player) -> dict[str, Ground]:
    """Those of all tiles on top."""
    return _grounds(state.facts, player.territory)


@memoize_few
def _grounds(facts: Facts, territory: Territory) -> dict[str, Ground]:
    return {spot.top: ground_of(printed_on(facts, spot.top)) for spot in territory.spots}


def spot_of(player: Player, piece: str) -> Spot | None:
    """Where a tile lies, on top or not."""
    return next((spot for spot in player.territory.spots if piece in spot.pieces), None)


def scots_left(state: State, player_id: str) -> int:
    """Scots in the own supply (GM-CMP-03)."""
    return max(0, MAX_SCOTS - scots_out(state, player_id))


def scots_out(state: State, player_id: str) -> int:
    """Scots that are not in it, the pawn left out."""
    counts = (each.referee.abroad for each in expansions_of(state) if each.referee and each.referee.abroad)
    abroad = sum(count(state, player_id) for count in counts)
    return abroad + sum(spot.scots for spot in state.player(player_id).territory.spots)
