"""Where tiles may lie: each rule of both ledgers on a drawn map, and which rule closes the other places."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.games.glen_more.catalogue import load_catalogue
from companion.state.glen_more.model import PLACEMENT_RULES, tile_ground, tile_grounds
from companion.state.glen_more_2.facts import Piece
from companion.state.glen_more_2.model import HouseRules
from companion.state.glen_more_2.referee.territory_tiles import ground_of as ground_of_piece
from companion.state.glen_more_2.referee.territory_tiles import placement_rules
from companion.state.territory import placement
from companion.state.territory.grid import Cell, Territory, with_scots, with_tile
from companion.state.territory.placement import (
    TileGround,
    candidate_cells,
    rule_against_placing,
    rule_against_removing,
)
from tests.state.territory.maps import GROUNDS, closing, drawn

PLAIN, RIVER, ROAD = GROUNDS["t"], GROUNDS["r"], GROUNDS["d"]
II = placement_rules(HouseRules())
BASE = json.loads((Path(__file__).parents[2] / "vectors" / "base.json").read_text(encoding="utf-8"))


def vector(name: str) -> tuple[Any, Any]:
    [found] = [one for one in BASE if one["id"] == name]
    return found["given"], found["expect"]


# ---- Glen More


@pytest.mark.rule("G1-PLC-01", "G1-PLC-02")
def test_a_tile_lies_beside_another_and_near_a_scot() -> None:
    assert closing(
        """
        .  1  2  3
        .  4  t  5
        .  .  h* .
        .  .  .  6
        """,
        PLAIN,
        PLACEMENT_RULES,
    ) == {"1": "G1-PLC-01", "2": "G1-PLC-02", "3": "G1-PLC-01", "4": "", "5": "", "6": "G1-PLC-01"}


def test_a_tile_fits_where_any_cell_is_legal() -> None:
    for board, tile, rules, fitting in (
        ("h*", PLAIN, PLACEMENT_RULES, False),
        ("h*", RIVER, PLACEMENT_RULES, True),
        ("r* \n h", PLAIN, PLACEMENT_RULES, True),
        ("r \n h", PLAIN, PLACEMENT_RULES, False),
    ):
        territory, _ = drawn(board)
        assert any(True for _ in placement.legal_cells(territory, tile, GROUNDS, rules)) == fitting
        assert fitting == any(not place.rule for place in candidate_cells(territory, tile, GROUNDS, rules))


@pytest.mark.rule("G1-PLC-01")
def test_nothing_lies_on_another_tile_or_away_from_all() -> None:
    territory, named = drawn("h*")
    assert rule_against_placing(territory, PLAIN, named["h*"], GROUNDS, PLACEMENT_RULES) == "G1-PLC-01"
    assert rule_against_placing(territory, PLAIN, Cell(3, 3), GROUNDS, PLACEMENT_RULES) == "G1-PLC-01"


@pytest.mark.rule("G1-PLC-03", "G1-PLC-05")
def test_the_river_grows_north_and_south_and_there_is_one() -> None:
    assert closing(
        """
        .  1  .
        .  r* 2
        3  h* .
        4  r* t
        .  5  6
        """,
        RIVER,
        PLACEMENT_RULES,
    ) == {"1": "", "2": "G1-PLC-03", "3": "G1-PLC-03", "4": "G1-PLC-03", "5": "", "6": "G1-PLC-03"}


@pytest.mark.rule("G1-PLC-04", "G1-PLC-05")
def test_the_road_grows_west_and_east_and_there_is_one() -> None:
    assert closing(
        """
        .  1  2  .
        3  d* h* 4
        .  .  5  .
        """,
        ROAD,
        PLACEMENT_RULES,
    ) == {"1": "G1-PLC-04", "2": "G1-PLC-04", "3": "", "4": "", "5": "G1-PLC-04"}


@pytest.mark.rule("G1-PLC-05")
def test_a_tile_without_river_and_road_lies_along_edges_that_show_neither() -> None:
    assert closing(
        """
        .  1  .  .
        2  r* 3  .
        4  h* d* 5
        .  6  7  .
        """,
        PLAIN,
        PLACEMENT_RULES,
    ) == {"1": "G1-PLC-05", "2": "", "3": "", "4": "G1-PLC-05", "5": "G1-PLC-05", "6": "G1-PLC-05", "7": ""}


@pytest.mark.rule("G1-PLC-05")
def test_a_line_does_not_end_at_the_edge_of_a_tile_that_shows_nothing() -> None:
    board = """
        .  t  t
        .  1  t
        .  h* t
    """
    assert closing(board, RIVER, PLACEMENT_RULES) == {"1": "G1-PLC-05"}
    assert closing(board, PLAIN, PLACEMENT_RULES) == {"1": "G1-PLC-05"}


@pytest.mark.rule("G1-PLC-06")
def test_any_tiles_of_no_river_and_road_may_lie_side_by_side() -> None:
    tiles = load_catalogue().tiles
    dealt = [tile for tile in tiles.values() if tile.deck and not (tile.river or tile.road)]
    start = with_tile(Territory(), "S-01", Cell(0, 0))
    grounds = tile_grounds(tiles.values())
    for one in dealt:
        territory = with_scots(with_tile(with_tile(start, "0-02", Cell(0, 1)), one.id, Cell(1, 1)), Cell(1, 1))
        for other in dealt:
            assert rule_against_placing(territory, tile_ground(other), Cell(2, 1), grounds, PLACEMENT_RULES) == ""


def test_what_counts_of_a_tile_is_what_runs_over_it() -> None:
    tiles = load_catalogue().tiles
    assert [tile_ground(tiles[id]).marks for id in ("S-03", "1-13", "0-08", "1-11")] == [
        ("river", "road"),
        ("river",),
        ("road",),
        (),
    ]
    assert not any(tile_ground(tile).rebuild for tile in tiles.values())


@pytest.mark.rule("G1-LOC-04", "GM-EDG-03")
@pytest.mark.parametrize(("board", "rules"), [("1 r* \n . h", PLACEMENT_RULES), ("1 t* \n . v c", II)])
def test_a_scot_that_is_paid_makes_no_place_legal(board: str, rules: placement.PlacementRules) -> None:
    territory, named = drawn(board)
    (paid,) = [spot.cell for spot in territory.spots if spot.scots]
    assert rule_against_placing(territory, PLAIN, named["1"], GROUNDS, rules) == ""
    assert (
        rule_against_placing(with_scots(territory, paid, -1), PLAIN, named["1"], GROUNDS, rules) == rules.scot_rule
    )


# ---- Glen More II


@pytest.mark.rule("GM-PLC-01", "GM-PLC-02", "GM-PLC-03", "GM-PLC-05")
def test_a_tile_of_glen_more_2_lies_beside_another_and_near_a_scot() -> None:
    assert closing(
        """
        .  1  2  .  .
        .  t  3  4  .
        5  v* c  r  6
        7  .  8  9  .
        """,
        PLAIN,
        II,
    ) == {
        "1": "GM-PLC-02",
        "2": "GM-PLC-01",
        "3": "",
        "4": "GM-PLC-02",
        "5": "GM-RIV-03",
        "6": "GM-RIV-03",
        "7": "GM-PLC-01",
        "8": "",
        "9": "GM-PLC-02",
    }


@pytest.mark.rule("GM-RIV-01", "GM-RIV-02", "GM-RIV-04")
def test_the_river_of_glen_more_2_grows_west_and_east_and_there_is_one() -> None:
    assert closing(
        """
        .  .  1  .  .
        2  r* v* c* 3
        .  4  .  5  .
        """,
        RIVER,
        II,
    ) == {"1": "GM-RIV-02", "2": "", "3": "", "4": "GM-RIV-02", "5": "GM-RIV-02"}


@pytest.mark.rule("GM-RIV-03")
def test_a_river_tile_does_not_lie_beside_one_without_in_its_row_either() -> None:
    board = """
        t  t* t
        t  1  v* c
    """
    assert closing(board, RIVER, II) == {"1": "GM-RIV-03"}


@pytest.mark.rule("GM-RIV-02")
def test_gm_place_halkirk() -> None:
    given, expect = vector("gm-place-halkirk-second-river")
    halkirk = ground_of_piece(Piece("halkirk", kind="village", river=given["river"], rebuild=False))
    board = """
        .  1  .
        2  v* c
    """
    assert [not why for why in closing(board, halkirk, II).values()] == [
        expect["legal"],
        vector("gm-place-halkirk-extends-river")[1]["legal"],
    ]
    assert closing(board, halkirk, II)["1"] == "GM-RIV-02", expect["reason"]


@pytest.mark.rule("GM-RIV-03", "GM-PLC-02")
def test_gm_place_lochridge() -> None:
    given, _ = vector("gm-place-lochridge-legal")
    lochridge = ground_of_piece(Piece("lochridge", river=given["river"], rebuild=False))
    board = """
        .  1  .  2  .
        3  v* c  r  .
    """
    assert closing(board, lochridge, II) == {"1": "", "2": "GM-PLC-02", "3": "GM-RIV-03"}
    assert vector("gm-place-lochridge-breaks-river")[1]["legal"] is False
    assert vector("gm-place-lochridge-no-scot")[1]["legal"] is False
    assert vector("gm-place-lochridge-legal")[1]["legal"] is True


@pytest.mark.rule("GM-PLC-07")
def test_a_place_may_count_as_holding_a_scot() -> None:
    territory, named = drawn("""
        1  C  .
        .  v  c
    """)
    assert rule_against_placing(territory, PLAIN, named["1"], GROUNDS, II) == "GM-PLC-02"
    castles = [spot.cell for spot in territory.spots if spot.top in "Cc"]
    assert rule_against_placing(territory, PLAIN, named["1"], GROUNDS, II, castles) == ""


OVER_VILLAGE = TileGround((), "village", rebuild=True)


@pytest.mark.rule("GM-RBD-01", "GM-RBD-02", "GM-RBD-03", "GM-RBD-05", "GM-RBD-12")
def test_a_rebuild_tile_covers_one_of_its_kind_and_river_near_a_scot() -> None:
    assert closing(
        """
        .  V  .  C  .
        1  t* .  .  .
        .  v  c  R  .
        """,
        OVER_VILLAGE,
        II,
    ) == {
        "V": "",
        "C": "GM-RBD-02",
        "1": "GM-RBD-01",
        "t*": "GM-RBD-02",
        "v": "GM-RBD-05",
        "c": "GM-RBD-02",
        "R": "GM-RBD-05",
    }
    river = TileGround(("river",), "village", rebuild=True)
    found = closing("t* . . \n v c R", river, II)
    assert found == {"t*": "GM-RBD-02", "v": "", "c": "GM-RBD-02", "R": "GM-RBD-03"}


@pytest.mark.rule("GM-RBD-02", "GM-RBD-04")
def test_gm_rebuild_inverness_on_halkirk() -> None:
    given, expect = vector("gm-rebuild-inverness-on-halkirk")
    inverness = ground_of_piece(Piece("inverness", kind=given["rebuild_kind"], river=True, rebuild=True))
    found = closing("R v* c", inverness, II)
    assert (found["R"] == "") is expect["legal"]


@pytest.mark.rule("GM-RBD-03")
def test_the_scot_on_the_covered_tile_is_enough_unless_the_table_says_no() -> None:
    strict = placement_rules(HouseRules(rebuild_needs_scot_on_neighbour=True))
    board = "V* . \n v c"
    assert closing(board, OVER_VILLAGE, II)["V*"] == ""
    assert closing(board, OVER_VILLAGE, strict)["V*"] == "GM-RBD-03"


def test_a_kind_that_nobody_told_closes_nothing() -> None:
    untold = TileGround((), None, rebuild=True)
    assert closing("V* . \n v c", untold, II)["V*"] == ""


@pytest.mark.rule("GM-RBD-10")
def test_a_covered_tile_is_looked_at_no_more() -> None:
    territory, named = drawn("V* . \n v c")
    covered = with_tile(territory, "C", named["V*"])
    assert rule_against_placing(covered, OVER_VILLAGE, named["V*"], GROUNDS, II) == "GM-RBD-02"


@pytest.mark.rule("GM-EDG-04", "GM-RIV-05")
def test_what_holds_others_stays_and_so_do_home_and_the_middle_of_the_river() -> None:
    territory, named = drawn("""
        C  V  t  .  .
        .  v  c  R  r
    """)
    stays = {
        word for word, cell in named.items() if rule_against_removing(territory, cell, GROUNDS, II) == "GM-EDG-04"
    }
    goes = {word for word, cell in named.items() if rule_against_removing(territory, cell, GROUNDS, II) == ""}
    assert stays == {"V", "v", "c", "R"}
    assert goes == {"C", "t", "r"}


@pytest.mark.rule("GM-RIV-05")
def test_the_river_has_no_gap_though_the_tiles_hang_together() -> None:
    territory, named = drawn("""
        t  t  t  .
        r  R  v  c
    """)
    assert rule_against_removing(territory, named["R"], GROUNDS, II) == "GM-EDG-04"
    assert rule_against_removing(territory, named["r"], GROUNDS, II) == ""


@pytest.mark.rule("GM-EDG-04")
def test_a_tile_that_another_way_leads_round_can_go_and_needs_no_scot() -> None:
    territory, named = drawn("""
        t  C
        V  t
        .  v  c
    """)
    assert rule_against_removing(territory, named["C"], GROUNDS, II) == ""
    assert rule_against_removing(territory, named["V"], GROUNDS, II) == ""


# ---- all places


def test_places_are_those_that_touch_the_territory_as_they_are_read() -> None:
    territory, _ = drawn("h*")
    found = candidate_cells(territory, PLAIN, GROUNDS, PLACEMENT_RULES)
    assert [(place.cell, place.rule) for place in found] == [
        ((-1, 1), "G1-PLC-01"),
        ((0, 1), "G1-PLC-05"),
        ((1, 1), "G1-PLC-01"),
        ((-1, 0), "G1-PLC-05"),
        ((1, 0), "G1-PLC-05"),
        ((-1, -1), "G1-PLC-01"),
        ((0, -1), "G1-PLC-05"),
        ((1, -1), "G1-PLC-01"),
    ]


def test_a_rebuild_tile_is_offered_what_lies_there_and_told_that_the_rest_is_none() -> None:
    territory, named = drawn("V* . \n v c")
    found = {place.cell: place.rule for place in candidate_cells(territory, OVER_VILLAGE, GROUNDS, II)}
    assert {cell for cell, rule in found.items() if rule != "GM-RBD-01"} == {spot.cell for spot in territory.spots}
    assert found[named["V*"]] == ""


def test_the_work_grows_with_the_number_of_tiles_and_no_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def counted(step: Callable[..., Any]) -> Callable[..., Any]:
        def taken(*what: Any) -> Any:
            nonlocal asked
            asked += 1
            return step(*what)

        return taken

    # One looks at each tile that lies, the other at each cell.
    monkeypatch.setattr(placement, "_along", counted(placement._along))
    monkeypatch.setattr(placement, "_closed", counted(placement._closed))
    work = []
    for length in (50, 100, 200):
        territory, asked = drawn("\n".join(["r*"] * length + ["h*"]))[0], 0
        candidate_cells(territory, RIVER, GROUNDS, PLACEMENT_RULES)
        work.append(asked)
    assert work[2] - work[1] == 2 * (work[1] - work[0]) > 0
