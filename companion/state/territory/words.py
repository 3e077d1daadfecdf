"""How players call what lies in a territory: cells by the way from the home tile, tiles as their game says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.engine.message import Message, join_list, tr
from companion.engine.offers import Choice, MapTile, Part, cell_value
from companion.state.territory.grid import Cell, Spot
from companion.state.territory.model import REFEREE, SCOREKEEPER, AnyState


def way_to(cell: Cell) -> Message:
    """Up and down, then left and right; of the home tile itself nothing is said."""
    if not cell.y:
        return _to_the_side(cell.x) if cell.x else join_list(())
    ways = [tr("{n} up", n=cell.y) if cell.y > 0 else tr("{n} down", n=-cell.y)]
    if cell.x:
        ways.append(tr("{n} right", n=cell.x) if cell.x > 0 else tr("{n} left", n=-cell.x))
    return join_list(ways)


def _to_the_side(steps: int) -> Message:
    """Alone, "1 left" would be read as what is left over."""
    return tr("{n} to the right", n=steps) if steps > 0 else tr("{n} to the left", n=-steps)


def where_to(start: Message) -> Message:
    """The title of the map on which a Scot goes on from there."""
    return tr("Scot ({where}): where to?", where=start)


def marked(map_tiles: Iterable[MapTile], cell: Cell) -> tuple[MapTile, ...]:
    """The same map with that cell marked."""
    return tuple(replace(each, marked=True) if (each.x, each.y) == cell else each for each in map_tiles)


class TerritoryWords(NamedTuple):
    """What shared texts need of a game: how its players, tiles and goods are called."""

    figure: Callable[[Any, str], Message]
    """Of a state and a player's id."""
    piece: Callable[[Any, str], Message]
    """A tile in a sentence, of a state and its id."""
    spot: Callable[[Any, Spot], Message]
    """What lies there, told from others of its kind by where it lies."""
    standing: Callable[[Any, Spot], Message]
    """The same in a word or two, for where a Scot stands."""
    cell: Callable[[Cell], Message]
    """The way to a cell from the home tile."""
    map_tiles: Callable[[Any, str], tuple[MapTile, ...]]
    """A player's territory as a map shows it."""
    cause: Callable[[Any, str], Message | None]
    """Why something happened, of a state and the `why` of an event."""
    goods: Mapping[str, Message]
    """All kinds, in the order of the market."""

    def tile_at(self, state: AnyState, player_id: str, cell: Cell) -> Message:
        """The tile at a cell; the cell where none lies."""
        spot = next((spot for spot in state.player(player_id).territory.spots if spot.cell == cell), None)
        return self.spot(state, spot) if spot else self.cell(cell)

    def choice(self, state: AnyState, spot: Spot, then: tuple[Part, ...] = ()) -> Choice:
        """A tile of a territory as a choice of a map."""
        return Choice(cell_value(*spot.cell), self.spot(state, spot), then=then)


DEPTH_WORDS = {
    SCOREKEEPER: tr("scorekeeper (we tell what our territory gave)"),
    REFEREE: tr("referee (the companion follows each territory)"),
}
DEPTH_NAMES = {SCOREKEEPER: tr("scorekeeper"), REFEREE: tr("referee")}
"""The same where there is room for the name alone."""
