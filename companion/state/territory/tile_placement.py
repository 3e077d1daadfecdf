"""The form for placing a tile at referee depth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.engine.message import Message
from companion.engine.offers import Choice, MapTile, Pick, Place, Reason, cell_value
from companion.engine.question_kinds import ActionForm
from companion.state.territory.grid import Cell
from companion.state.territory.placement import CandidateCell, sort_by_suggestion
from companion.state.territory.words import TerritoryWords


def placement_form(
    state: Any,
    player_id: str,
    words: TerritoryWords,
    label: Message,
    title: Message,
    cells: Iterable[CandidateCell],
    closed: Callable[[CandidateCell], Reason | None],
    worth: Mapping[Cell, int],
    tile: MapTile,
) -> ActionForm:
    """Return the form for the cell of a tile: legal cells first, the best at the top, then closed ones.

    closed: why a cell cannot be chosen. worth: value of each tile that a new neighbour activates. tile: the tile
    as it is drawn on the map.
    """
    found = sort_by_suggestion(cells, state.player(player_id).territory.spots, worth)
    choices = tuple(Choice(cell_value(*each.cell), words.cell(each.cell), closed(each)) for each in found)
    lie = words.map_tiles(state, player_id)
    return ActionForm(
        label, (Place("cell", title, choices, starts_at_default=True, map_tiles=lie, new_tile=tile),)
    )


def has_open_cell(form: ActionForm) -> bool:
    """True if a cell of a placement form can be chosen."""
    (part,) = form.parts
    return isinstance(part, Pick) and any(not choice.closed for choice in part.choices)
