"""Names of what is in a territory: cells by their direction from the home tile, tiles as each game names them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.engine.message import Message, join_list, tr
from companion.engine.offers import Choice, MapTile, Part, cell_value
from companion.state.territory.grid import Cell, Spot
from companion.state.territory.model import REFEREE, SCOREKEEPER, AnyState


def direction_text(cell: Cell) -> Message:
    """Return the direction from the home tile, up or down first; empty for the home tile itself."""
    if not cell.y:
        return _to_the_side(cell.x) if cell.x else join_list(())
    ways = [tr("{n} up", n=cell.y) if cell.y > 0 else tr("{n} down", n=-cell.y)]
    if cell.x:
        ways.append(tr("{n} right", n=cell.x) if cell.x > 0 else tr("{n} left", n=-cell.x))
    return join_list(ways)


def _to_the_side(steps: int) -> Message:
    """Return the longer form for a sideways direction: "1 left" alone would read as one remaining."""
    return tr("{n} to the right", n=steps) if steps > 0 else tr("{n} to the left", n=-steps)


def scot_move_title(start: Message) -> Message:
    """Return the title of the map on which a Scot moves on from a tile."""
    return tr("Scot ({where}): where to?", where=start)


def mark_cell(map_tiles: Iterable[MapTile], cell: Cell) -> tuple[MapTile, ...]:
    """Return the map with one cell marked."""
    return tuple(replace(each, marked=True) if (each.x, each.y) == cell else each for each in map_tiles)


class TerritoryWords(NamedTuple):
    """What shared texts need of a game: the names of its players, tiles and goods."""

    figure: Callable[[Any, str], Message]
    """Name of a player or figure, by state and id."""
    piece: Callable[[Any, str], Message]
    """Name of a tile in a sentence, by state and id."""
    spot: Callable[[Any, Spot], Message]
    """Name of a placed tile, distinguished from others of its kind by its position."""
    standing: Callable[[Any, Spot], Message]
    """Name of a placed tile in one or two words, as the position of a Scot."""
    cell: Callable[[Cell], Message]
    """Direction from the home tile to a cell."""
    map_tiles: Callable[[Any, str], tuple[MapTile, ...]]
    """A player's territory as map tiles."""
    cause: Callable[[Any, str], Message | None]
    """Cause of an event, by state and its `why`."""
    goods: Mapping[str, Message]
    """Names of all goods, in the order of the market."""

    def tile_at(self, state: AnyState, player_id: str, cell: Cell) -> Message:
        """Return the name of the tile at a cell; the direction to the cell if no tile is there.

        Also the direction for a player whose colour has changed since.
        """
        spots = (spot for player in state.players if player.id == player_id for spot in player.territory.spots)
        spot = next((spot for spot in spots if spot.cell == cell), None)
        return self.spot(state, spot) if spot else self.cell(cell)

    def choice(self, state: AnyState, spot: Spot, then: tuple[Part, ...] = ()) -> Choice:
        """Return a placed tile as a choice on a map."""
        return Choice(cell_value(*spot.cell), self.spot(state, spot), then=then)


DEPTH_WORDS = {
    SCOREKEEPER: tr("scorekeeper (we tell what our territory gave)"),
    REFEREE: tr("referee (the companion follows each territory)"),
}
DEPTH_NAMES = {SCOREKEEPER: tr("scorekeeper"), REFEREE: tr("referee")}
"""Short names of the depths."""
