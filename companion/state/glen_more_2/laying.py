"""Where tiles of Glen More II may lie: the ids of its rules, and what counts of a tile (sections 9 to 11)."""

from __future__ import annotations

from companion.engine.memoize import memoize_last
from companion.state.glen_more_2.facts import Piece
from companion.state.glen_more_2.house_rules import HouseRules
from companion.state.territory.grid import Cell
from companion.state.territory.placement import Ground, Mark, PlacementRules

RIVER = "river"


@memoize_last
def laying_rules(rules: HouseRules) -> PlacementRules:
    """The rules as this table plays them."""
    return PlacementRules(
        home=(Cell(0, 0), Cell(1, 0)),
        edge="GM-PLC-01",
        scot="GM-PLC-02",
        marks={RIVER: Mark("east_west", "GM-RIV-02")},
        alike="GM-RIV-03",
        rebuild="GM-RBD-01",
        rebuild_kind="GM-RBD-02",
        rebuild_marks="GM-RBD-05",
        rebuild_scot="GM-RBD-03",
        covered_scot_counts=not rules.rebuild_needs_scot_on_neighbour,
        removing="GM-EDG-04",
    )


def ground_of(piece: Piece) -> Ground:
    """What counts of a tile; whether river and rebuilding are known is asked before."""
    return Ground((RIVER,) if piece.river else (), piece.kind, bool(piece.rebuild))
