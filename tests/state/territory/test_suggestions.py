"""Which cell the cursor is on first, and which comes next."""

from __future__ import annotations

from companion.state.territory.grid import Cell, Spot
from companion.state.territory.placement import CandidateCell, sort_by_suggestion


def test_what_brings_most_comes_first_then_what_touches_most_and_closed_cells_last() -> None:
    r"""[h] the home tile, [p] a tile that produces.

    a .  c     c touches [p] alone, b both, a and d [h] alone
    .[h]b[p]
    d
    """
    spots = (Spot(0, 0, ("h",)), Spot(2, 0, ("p",)))
    a, b, c, d = Cell(-1, 1), Cell(1, 0), Cell(2, 1), Cell(-1, -1)
    cells = [CandidateCell(b, "GM-RIV-03"), CandidateCell(a, ""), CandidateCell(c, ""), CandidateCell(d, "")]
    assert [place.cell for place in sort_by_suggestion(cells, spots, {Cell(2, 0): 1})] == [c, a, d, b]
    cells[0] = CandidateCell(b, "")
    assert [place.cell for place in sort_by_suggestion(cells, spots, {Cell(2, 0): 1})] == [b, c, a, d]
    assert [place.cell for place in sort_by_suggestion(cells, spots, {Cell(0, 0): 2})] == [b, a, d, c]
