"""The product and a second mind that tries every cell out agree on where a tile may lie, and why not elsewhere."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.state.glen_more.model import PLACEMENT_RULES
from companion.state.glen_more_2.model import HouseRules
from companion.state.glen_more_2.referee.territory_tiles import placement_rules
from companion.state.territory import placement
from companion.state.territory.grid import Cell, Territory, edge_neighbours, with_scots, with_tile
from companion.state.territory.placement import (
    PlacementRules,
    TileGround,
    candidate_cells,
    rule_against_placing,
    rule_against_removing,
)
from tests import independent_territory as other

GAMES = {"glen_more": PLACEMENT_RULES, "glen_more_2": placement_rules(HouseRules())}
AXES: dict[str, other.Axes] = {
    "glen_more": {"river": other.NORTH_SOUTH, "road": other.WEST_EAST},
    "glen_more_2": {"river": other.WEST_EAST},
}
STRICT = placement_rules(HouseRules(rebuild_needs_scot_on_neighbour=True))
MAPS, TILES = 60, 14


class Grown:
    """A map as both see it."""

    def __init__(self, game: str, rules: PlacementRules, dice: random.Random) -> None:
        self.rules, self.axes, self.dice = rules, AXES[game], dice
        self.territory, self.map, self.grounds = Territory(), other.Map(), dict[str, TileGround]()
        for cell, kind in zip(rules.home_cells, ("village", "castle"), strict=False):
            self.lay(cell, TileGround(tuple(self.axes), kind))

    def lay(self, cell: tuple[int, int], ground: TileGround) -> None:
        name, at = f"t{len(self.grounds)}", Cell(*cell)
        self.grounds[name] = ground
        self.territory = with_tile(self.territory, name, at)
        scots = self.map.get(cell, {"scots": 0})["scots"]
        self.map[cell] = {"marks": {*ground.marks}, "kind": ground.kind, "scots": scots}
        if self.dice.random() < 0.4:
            self.territory = with_scots(self.territory, at)
            self.map[cell]["scots"] += 1

    def tile(self) -> TileGround:
        mark = self.dice.choice([*self.axes, None, None])
        kind = self.dice.choice(["village", "castle", "land"])
        return TileGround(
            (mark,) if mark else (), kind, bool(self.rules.rebuild_rule) and self.dice.random() < 0.3
        )

    def wrong(self, ground: TileGround, cell: tuple[int, int]) -> str:
        """The first rule that the second mind finds broken."""
        tile = {"marks": {*ground.marks}, "kind": ground.kind, "scots": 0}
        if ground.rebuild:
            found = other.wrong_over(self.map, tile, cell, self.rules.covered_scot_counts)
        else:
            found = other.wrong_beside(self.map, tile, cell, self.axes)
        if not found:
            return ""
        return self.rules.marks[found[0]].rule if found[0] in self.rules.marks else self.rule_of(found[0])

    def rule_of(self, fault: str) -> str:
        """The rule id of a fault that the second mind names."""
        names = {"alike": "matching_edges"}
        return str(getattr(self.rules, f"{names.get(fault, fault)}_rule"))

    def checked(self, ground: TileGround) -> dict[tuple[int, int], str]:
        """What closes each cell near the map; AssertionError where the two minds differ."""
        cells = other.cells_near(self.map)
        found = {
            cell: rule_against_placing(self.territory, ground, Cell(*cell), self.grounds, self.rules)
            for cell in cells
        }
        assert found == {cell: self.wrong(ground, cell) for cell in cells}
        offers = candidate_cells(self.territory, ground, self.grounds, self.rules)
        offered = {tuple(place.cell): place.rule for place in offers}
        assert offered.items() <= found.items()
        assert {cell for cell, rule in found.items() if not rule} <= offered.keys()
        return found

    def checked_removals(self) -> Counter[bool]:
        home = {tuple(cell) for cell in self.rules.home_cells}
        found = Counter[bool]()
        for cell in self.map:
            stays = rule_against_removing(self.territory, Cell(*cell), self.grounds, self.rules)
            assert (stays == "") == other.can_go(self.map, cell, home, self.axes)
            found[stays == ""] += 1
        return found


def grow(game: str, rules: PlacementRules, seed: int) -> Counter[str]:
    """A map from the home tile on, every answer compared; how often each rule closed a cell."""
    grown, seen = Grown(game, rules, random.Random(seed)), Counter[str]()
    for _ in range(TILES):
        ground = grown.tile()
        found = grown.checked(ground)
        seen.update(found.values())
        if rules.removal_rule:
            seen.update({f"goes {goes}": n for goes, n in grown.checked_removals().items()})
        legal = [cell for cell, rule in found.items() if not rule]
        if legal:
            grown.lay(grown.dice.choice(legal), ground)
    return seen


def grow_all(game: str, rules: PlacementRules, maps: int = MAPS) -> Counter[str]:
    seen = Counter[str]()
    for seed in range(maps):
        seen += grow(game, rules, seed)
    return seen


@pytest.mark.rule("G1-PLC-01", "G1-PLC-02", "G1-PLC-03", "G1-PLC-04", "G1-PLC-05")
def test_both_minds_agree_on_every_cell_of_glen_more() -> None:
    seen = grow_all("glen_more", PLACEMENT_RULES)
    rules = ("", "G1-PLC-01", "G1-PLC-02", "G1-PLC-03", "G1-PLC-04", "G1-PLC-05")
    assert set(seen) == set(rules)
    assert min(seen.values()) >= 20, seen


@pytest.mark.rule("GM-PLC-01", "GM-PLC-02", "GM-RIV-02", "GM-RIV-03", "GM-EDG-04")
@pytest.mark.rule("GM-RBD-01", "GM-RBD-02", "GM-RBD-03", "GM-RBD-05")
@pytest.mark.parametrize("rules", [GAMES["glen_more_2"], STRICT], ids=["usual", "strict"])
def test_both_minds_agree_on_every_cell_of_glen_more_2(rules: PlacementRules) -> None:
    seen = grow_all("glen_more_2", rules)
    beside = {"GM-PLC-01", "GM-PLC-02", "GM-RIV-02", "GM-RIV-03"}
    over = {"GM-RBD-01", "GM-RBD-02", "GM-RBD-03", "GM-RBD-05"}
    assert set(seen) == {"", "goes True", "goes False", *beside, *over}
    assert min(seen.values()) >= 10, seen


def nothing(*_: Any) -> bool:
    return False


def any_edge(board: Any, tile: Any, cell: Cell) -> str:
    none: dict[str, tuple[Cell, ...]] = dict.fromkeys(board.rules.marks, ())
    return _closed_beside(board._replace(blank=none, shown=board.shown if tile.marks else none), tile, cell)


_closed_beside = placement._closed_beside


def across(cell: Cell, axis: str) -> tuple[Cell, ...]:
    west, north, east, south = placement.edge_neighbours(cell)
    return (south, north) if axis == "east_west" else (west, east)


def corners(cell: Cell) -> tuple[Cell, ...]:
    return tuple(near for near in placement.neighbours(cell) if near not in edge_neighbours(cell))


FAULTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "edges need not be alike": ("_closed_beside", any_edge),
    "lines run the other way": ("_along", across),
    "a corner is an edge": ("edge_neighbours", corners),
    "a Scot at a corner is far": ("neighbours", placement.edge_neighbours),
    "nothing shows": ("_shows", nothing),
    "a line may have a gap": ("_between", nothing),
    "pieces may hang loose": ("_joined", lambda cells, _home: set(cells)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_product_is_seen(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison that can't fail would prove nothing."""
    monkeypatch.setattr(placement, *FAULTS[fault])
    with pytest.raises(AssertionError):
        grow_all("glen_more_2", GAMES["glen_more_2"])


def test_the_second_mind_imports_nothing_of_the_product() -> None:
    tree = ast.parse(Path(other.__file__).read_text(encoding="utf-8"))
    names = [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert names == ["__future__", "typing"]
