"""The rondel and the order of turns (section 3 of the ledger)."""

from __future__ import annotations

import pytest

from companion.engine.offers import Pick
from companion.state.glen_more import events as ev
from tests.state.glen_more.table import GAME, Table, at

EXAMPLE = "p1 0-02 0-08 p2 0-04 p3 p4 1-07 1-08 1-09 1-10 1-03 1-23"
"""The example of the book: red, meadow, village, yellow, forest … loch."""


@pytest.mark.rule("G1-TRK-02")
def test_the_hindmost_is_on_turn_also_several_times_running() -> None:
    table = at(EXAMPLE)
    table.answers("take", "take", "0-02")
    table.answers("end", "done")
    assert table.state.turn.figure == "p1"
    table.answers("take", "take", "0-08")
    table.answers("end", "done")
    assert table.state.turn.figure == "p1"
    assert table.player("p1").taken_tiles == ("0-02", "0-08")
    table.answers("take", "take", "1-23")
    table.answers("end", "done")
    assert table.state.turn.figure == "p2"


@pytest.mark.rule("G1-TRK-03", "G1-TRN-01")
def test_a_pawn_moves_forward_only() -> None:
    table = at(EXAMPLE)
    table.answers("take", "take", "0-04")
    table.answers("end", "done")
    assert table.line.split()[:3] == ["0-02", "0-08", "p2"]
    pick = table.offer("take", "take").parts[0]
    assert isinstance(pick, Pick)
    assert [choice.value for choice in pick.choices] == [
        *("1-07", "1-08", "1-09", "1-10", "1-03", "1-23", "ahead:7"),
    ], "neither what lies behind nor beyond the empty space"


@pytest.mark.rule("G1-TRK-04", "G1-TRK-05")
def test_what_was_passed_lies_behind_the_next_who_removes_it_in_the_own_turn() -> None:
    table = at(EXAMPLE)
    table.answers("take", "take", "0-04")
    table.answers("end", "done")
    assert not table.happened(ev.TileDiscarded)
    assert len(table.happened(ev.TileLaid)) == 1
    assert table.line.startswith("0-02 0-08 p2 p1 p3 p4")
    table.answers("take", "take", "1-07")
    table.answers("end", "done")
    assert [(e.piece, e.rule) for e in table.happened(ev.TileDiscarded)] == [
        ("0-02", "G1-TRK-05"),
        ("0-08", "G1-TRK-05"),
    ]
    assert len(table.happened(ev.TileLaid)) == 3
    assert table.line.startswith("p1 p3 p4 p2 1-08")


@pytest.mark.rule("G1-TRK-05")
def test_who_is_still_hindmost_removes_what_the_own_pawn_has_passed() -> None:
    table = at(EXAMPLE)
    table.answers("take", "take", "0-08")
    assert [str(line) for line in table.view.table_tasks] == [
        "Put 1 passed tile into the box",
        "Lay 2 tiles of deck 1",
    ]
    table.answers("end", "done")
    assert [e.piece for e in table.happened(ev.TileDiscarded)] == ["0-02"]
    assert table.line.startswith("p1 p2 0-04")


@pytest.mark.rule("G1-TRK-05")
def test_by_a_house_rule_passed_tiles_leave_at_once() -> None:
    table = Table(4, skipped_leave_at_once=True)
    table.arrange(EXAMPLE)
    table.answers("take", "take", "0-04")
    table.answers("end", "done")
    assert [e.piece for e in table.happened(ev.TileDiscarded)] == ["0-02", "0-08"]
    assert len(table.happened(ev.TileLaid)) == 3


@pytest.mark.rule("G1-TRN-05", "G1-TRK-01")
def test_after_every_turn_thirteen_of_fourteen_spaces_are_covered() -> None:
    table = at(EXAMPLE)
    for piece in ("1-23", "0-04", "1-10"):
        table.answers("take", "take", piece)
        table.answers("end", "done")
        assert len(table.state.track) == 13
        assert not any(space.is_free for space in table.state.track)


@pytest.mark.rule("G1-TRK-06")
def test_a_scoring_comes_when_the_last_tile_of_a_deck_lies_after_the_whole_refill() -> None:
    table = at(EXAMPLE, d1=1)
    table.answers("take", "take", "0-08")
    table.answers("end", "done")
    laid = [e.deck for e in table.happened(ev.TileLaid)]
    assert laid == ["1", "2"], "the refill goes on into the next deck and is done first"
    assert table.state.find_question("count")
    table.answers("count", "score")
    assert table.state.done_scorings == ("1",)
    assert table.state.turn.figure == "p1"


@pytest.mark.rule("G1-TRK-06")
def test_after_the_last_deck_nothing_more_is_laid_and_the_game_is_over() -> None:
    table = at(EXAMPLE, d0=0, d1=0, d2=0, d3=2)
    table.answers("take", "take", "0-04")
    table.answers("end", "done")
    assert table.state.turn.figure == "p2"
    table.answers("take", "take", "1-07")
    table.answers("end", "done")
    assert len(table.happened(ev.TileLaid)) == 1
    table.sets("p3", barrels=2)
    table.answers("count", "score")
    assert (table.state.done_scorings, table.state.winners) == (("final",), ("p3",))
    assert table.view.over


@pytest.mark.rule("G1-APP-01")
def test_one_tap_tells_what_was_taken_and_what_was_passed() -> None:
    table = at(EXAMPLE)
    table.taps("0-04")
    (moved,) = table.happened(ev.PawnMoved)
    assert (moved.ahead, moved.passed) == (3, ("0-02", "0-08"))
    assert table.player("p1").taken_tiles == ("0-04",)


def test_a_tile_that_nobody_told_about_is_named_when_it_is_taken() -> None:
    table = at("p1 1? p2 0-02 1? p3 p4")
    meaning = GAME.tap_meaning(table.state, "1-14")
    assert [str(way.label) for way in meaning.interpretations] == [
        "tile 1 ahead, a tile of deck 1",
        "tile 3 ahead, a tile of deck 1",
    ]
    table.answers("take", "take", "ahead:3", "1-14")
    assert table.player("p1").taken_tiles == ("1-14",)
    assert table.line.startswith("1? p2 0-02 p1")


def test_a_tile_chosen_from_a_list_may_turn_out_to_be_its_twin() -> None:
    table = at("p1 1-08 p2 1-09 p3 p4")
    table.sets("p2", taken_tiles=("1-07",))
    table.taps("1-07")
    assert table.player("p1").taken_tiles == ("1-08",), "both are forests without river or road"


def test_the_next_tile_may_be_taken_before_anybody_says_done() -> None:
    table = at(EXAMPLE)
    table.answers("take", "take", "0-04")
    table.answers("end", "next", "1-09")
    assert (table.state.turn.figure, table.player("p2").taken_tiles) == ("p2", ("1-09",))


@pytest.mark.rule("G1-TRN-07")
def test_who_can_take_nothing_moves_anywhere_and_the_tile_leaves_the_game() -> None:
    table = at(EXAMPLE)
    table.answers("take", "nothing", "0-04")
    assert [(e.piece, e.rule) for e in table.happened(ev.TileDiscarded)] == [("0-04", "G1-TRN-07")]
    assert table.player("p1").taken_tiles == ()
    assert table.state.find_question("ledger"), "trading stays open"
    table.answers("end", "done")
    assert table.line.startswith("0-02 0-08 p2 p1")
