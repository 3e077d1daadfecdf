"""What a territory holds, and how each change leaves the rest as it was."""

from __future__ import annotations

import json
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.state.territory.grid import (
    MAX_GOODS_PER_TILE,
    Cell,
    Spot,
    Territory,
    edge_neighbours,
    neighbours,
    touching_spots,
    with_goods,
    with_moved_scot,
    with_scots,
    with_tile,
    without_goods,
    without_stack,
)
from tests.scoring.glen_more.test_vectors import vector
from tests.state.territory.maps import drawn

HOME = Cell(0, 0)
CELLS = st.builds(Cell, st.integers(-5, 5), st.integers(-5, 5))


@given(CELLS)
def test_neighbours_by_edge_are_four_and_by_edge_or_corner_eight(cell: Cell) -> None:
    assert len(set(edge_neighbours(cell))) == 4
    assert len(set(neighbours(cell))) == 8
    assert set(edge_neighbours(cell)) < set(neighbours(cell))
    assert all(abs(x - cell.x) + abs(y - cell.y) == 1 for x, y in edge_neighbours(cell))
    assert all(max(abs(x - cell.x), abs(y - cell.y)) == 1 for x, y in neighbours(cell))


@given(CELLS, CELLS)
def test_who_is_a_neighbour_has_one(one: Cell, other: Cell) -> None:
    assert (one in neighbours(other)) == (other in neighbours(one))
    assert (one in edge_neighbours(other)) == (other in edge_neighbours(one))


@pytest.mark.rule("G1-ACT-01", "GM-ACT-01")
def test_what_touches_a_place_is_there_by_edge_and_corner_and_itself() -> None:
    territory, named = drawn("""
        t  .  V  t
        .  h  C  .
        .  .  d  t
    """)
    assert [spot.top for spot in touching_spots(territory, named["C"])] == ["V", "t", "h", "C", "d", "t"]
    assert len(touching_spots(territory, Cell(-1, -1))) == 1, "of an empty place too"


@pytest.mark.rule("GM-RBD-06", "GM-RBD-08", "GM-RBD-10")
def test_a_tile_on_top_counts_and_has_what_was_on_the_covered_one() -> None:
    territory = with_scots(with_goods(with_tile(Territory(), "halkirk", HOME), HOME, "wood", 2), HOME)
    covered = with_tile(with_tile(territory, "inverness", HOME), "more", HOME)
    assert covered.at(HOME) == Spot(0, 0, ("halkirk", "inverness", "more"), {"wood": 2}, 1)
    assert covered.at(HOME).top == "more"
    assert covered.at(HOME).room == 1


def test_a_stack_goes_as_one_and_what_is_elsewhere_stays() -> None:
    territory, named = drawn("""
        t  V*
        .  h
    """)
    left = without_stack(with_tile(territory, "C", named["V*"]), named["V*"])
    assert [spot.top for spot in left.spots] == ["t", "h"]
    with pytest.raises(LookupError, match="no tile at 0,1"):
        without_stack(left, named["V*"])


@pytest.mark.rule("G1-PRD-02", "GM-EDG-01")
def test_a_tile_never_holds_more_than_three_goods_of_all_kinds() -> None:
    territory = with_goods(with_goods(with_tile(Territory(), "t", HOME), HOME, "wood", 2), HOME, "sheep", 4)
    assert territory.at(HOME).goods == {"wood": 2, "sheep": 1}
    assert with_goods(territory, HOME, "stone") == territory


@pytest.mark.rule("G1-PRD-02")
def test_g1_v_014() -> None:
    given, expect = vector("G1-V-014")
    forest = with_goods(with_tile(Territory(), "t", HOME), HOME, "wood", given["cubes_on_tile"])
    assert with_goods(forest, HOME, "wood").at(HOME).goods == {"wood": expect["cubes_on_tile"]}


def test_goods_that_are_not_there_cannot_go() -> None:
    territory = with_goods(with_tile(Territory(), "t", HOME), HOME, "wood", 2)
    assert without_goods(territory, HOME, "wood", 2).at(HOME).goods == {}
    for good, n in (("wood", 3), ("stone", 1)):
        with pytest.raises(ValueError, match=f"not so much {good} at 0,0"):
            without_goods(territory, HOME, good, n)


@pytest.mark.rule("G1-CLN-04", "GM-MOV-02", "GM-MOV-08")
def test_a_scot_steps_onto_a_tile_by_edge_or_corner() -> None:
    territory, named = drawn("""
        .  t
        h*  .
    """)
    moved = with_moved_scot(territory, HOME, named["t"])
    assert [(spot.top, spot.scots) for spot in moved.spots] == [("t", 1), ("h", 0)]
    for end, error, why in (
        (Cell(1, 0), LookupError, "no tile at 1,0"),
        (Cell(2, 0), ValueError, "no step from 0,0 to 2,0"),
        (HOME, ValueError, "no step from 0,0 to 0,0"),
    ):
        with pytest.raises(error, match=why):
            with_moved_scot(territory, HOME, end)
    with pytest.raises(ValueError, match="not so many Scots at 1,1"):
        with_moved_scot(territory, named["t"], HOME)


def test_a_tile_holds_any_number_of_scots_and_none_below_zero() -> None:
    territory = with_scots(with_tile(Territory(), "t", HOME), HOME, 9)
    assert territory.at(HOME).scots == 9
    assert with_scots(territory, HOME, -9).at(HOME).scots == 0
    with pytest.raises(ValueError, match="not so many Scots"):
        with_scots(territory, HOME, -10)


def test_it_is_kept_as_plain_data_of_what_lies_where() -> None:
    territory = with_scots(with_goods(with_tile(Territory(), "S-01", HOME), HOME, "wood"), HOME)
    kept = msgspec.json.encode(territory)
    spot = {"x": 0, "y": 0, "pieces": ["S-01"], "goods": {"wood": 1}, "scots": 1}
    assert json.loads(kept) == {"spots": [spot]}
    assert msgspec.json.decode(kept, type=Territory) == territory


STEPS = st.one_of(
    st.tuples(st.just("lay"), CELLS, st.sampled_from("abc")),
    st.tuples(st.just("gain"), CELLS, st.sampled_from(["wood", "sheep"]), st.integers(1, 4)),
    st.tuples(st.just("give"), CELLS, st.sampled_from(["wood", "sheep"]), st.integers(1, 4)),
    st.tuples(st.just("scots"), CELLS, st.integers(-2, 2)),
    st.tuples(st.just("walk"), CELLS, CELLS),
    st.tuples(st.just("remove"), CELLS),
)
DOES = {
    "gain": with_goods,
    "give": without_goods,
    "scots": with_scots,
    "walk": with_moved_scot,
    "remove": without_stack,
}


@settings(max_examples=300, deadline=None)
@given(st.lists(STEPS, max_size=40))
def test_whatever_happens_it_stays_a_territory(steps: list[tuple[object, ...]]) -> None:
    seen = [Territory()]
    for name, cell, *more in steps:
        before, kept = seen[-1], msgspec.json.encode(seen[-1])
        try:
            if name == "lay":
                seen.append(with_tile(before, str(more[0]), cell))  # type: ignore[arg-type]
            else:
                seen.append(DOES[str(name)](before, cell, *more))  # type: ignore[operator]
        except (LookupError, ValueError):
            continue
        finally:
            assert msgspec.json.encode(before) == kept, "what was, is never changed"
    for before, after in pairwise(seen):
        assert len({spot.cell for spot in after.spots}) == len(after.spots)
        assert all(spot.pieces and spot.scots >= 0 for spot in after.spots)
        assert all(n > 0 for spot in after.spots for n in spot.goods.values())
        assert all(sum(spot.goods.values()) <= MAX_GOODS_PER_TILE for spot in after.spots)
        changed = unlike(before, after)
        assert len(changed) <= 2, "a step touches one tile, a walk two"


def unlike(one: Territory, other: Territory) -> set[Cell]:
    """The cells in which two territories differ."""
    here, there = one.by_cell(), other.by_cell()
    return {cell for cell in here.keys() | there.keys() if here.get(cell) != there.get(cell)}
