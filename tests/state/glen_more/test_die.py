"""The die of games with two or three (section 15 of the ledger)."""

from __future__ import annotations

import pytest

from companion.engine.offers import COMPANION_ROLLS, Pick
from companion.state.glen_more import events as ev
from companion.state.glen_more.standings import current_standings
from companion.state.glen_more.view import RESULT_SHEET, outline_of
from tests.state.glen_more.table import Table, at

LINE = "die 0-01 p1 0-02 0-03 p2 0-04 1-07 1-08 1-09 1-10 1-03 1-04"


@pytest.mark.rule("G1-DIE-01", "G1-DIE-03")
def test_the_die_stands_ahead_of_the_pawns_with_two_or_three_alone() -> None:
    assert [("die" in Table(players).line.split()) for players in (2, 3, 4, 5)] == [True, True, False, False]


@pytest.mark.rule("G1-DIE-02")
def test_its_faces_are_rolled_as_often_as_they_are_printed() -> None:
    table = at(LINE, 2)
    face = table.offer("roll", COMPANION_ROLLS).parts[0]
    assert isinstance(face, Pick)
    assert [choice.value for choice in face.choices] == ["1", "1", "1", "2", "2", "3"]


@pytest.mark.rule("G1-DIE-04", "G1-DIE-05", "G1-DIE-06")
@pytest.mark.parametrize(("face", "gone"), [("1", "0-01"), ("2", "0-02"), ("3", "0-03")])
def test_it_takes_away_the_tile_it_counts_to_pawns_left_out_and_stands_there(face: str, gone: str) -> None:
    table = at(LINE, 2)
    table.answers("roll", f"face_{face}")
    first = table.happened(ev.TileDiscarded)[0]
    assert (first.piece, first.rule, table.state.removed_tiles[0].piece) == (gone, "G1-DIE-05", gone)
    assert "die" in table.line.split()
    table.answers("end", "done")
    assert len(table.state.track) == 13, "phase 4 as usual"


@pytest.mark.rule("G1-DIE-06", "G1-TRK-05")
def test_what_the_die_has_passed_leaves_in_its_own_phase_4_while_it_is_hindmost() -> None:
    table = at("die 0-01 0-02 0-03 p1 p2 0-04 1-07 1-08 1-09 1-10 1-03 1-04", 2)
    table.answers("roll", "face_3")
    assert [e.piece for e in table.happened(ev.TileDiscarded)] == ["0-03"]
    table.answers("end", "done")
    assert [e.piece for e in table.happened(ev.TileDiscarded)] == ["0-01", "0-02"]
    assert table.line.startswith("die p1 p2 0-04")
    assert table.state.find_question("roll"), "still hindmost: it is rolled again"


@pytest.mark.rule("G1-DIE-04")
def test_by_a_house_rule_it_counts_spaces_and_steps_past_a_pawn() -> None:
    table = Table(2, die_counts_spaces=True)
    table.arrange(LINE)
    table.answers("roll", "face_2")
    assert table.happened(ev.TileDiscarded)[0].piece == "0-02"
    table = Table(2, die_counts_spaces=True)
    table.arrange(LINE)
    table.answers("roll", "face_3")
    assert table.happened(ev.TileDiscarded)[0].piece == "0-02", "the third space; by tiles it would be 0-03"


@pytest.mark.rule("G1-TRK-06", "G1-DIE-06")
def test_a_scoring_after_a_roll_is_told_though_the_die_rolls_again() -> None:
    table = at("die 0-01 0-02 0-03 p1 p2 0-04 1-07 1-08 1-09 1-10 1-03 1-04", 2, d0=0, d1=1)
    table.answers("roll", "face_3")
    table.answers("end", "done")
    table.answers("count", "score")
    assert (table.state.done_scorings, table.state.turn.figure) == (("1",), "die")
    assert outline_of(table.view).announced_sheet == RESULT_SHEET


def test_who_taps_tiles_as_they_are_laid_taps_what_the_die_makes_them_lay() -> None:
    table = at("die 0-01 p1 0-02 0-03 p2 0-04 1-07 1-08 1-09 1-10 1-03 1-04", 2)
    table.answers("roll", "face_2")
    assert list(map(str, table.view.table_tasks)) == ["Lay 1 tile of deck 1"]
    table.taps("1-11")
    assert table.state.turn.figure == "p1"
    assert table.line.endswith("1-04 1-11")


def test_where_nobody_tells_the_tiles_nothing_waits_after_the_die() -> None:
    table = at("die 0? p1 0? 0? p2 0? 1? 1? 1? 1? 1? 1?", 2)
    table.answers("roll", "face_2")
    assert table.state.turn.figure == "p1"
    assert len(table.state.track) == 13


def test_what_hands_do_for_the_die_is_told_in_the_next_turn() -> None:
    table = at("die 0-01 0-02 p1 p2 0-04 1-07 1-08 1-09 1-10 1-03 1-04 1-23", 2)
    table.answers("roll", "face_1")
    table.answers("end", "done")
    assert table.state.find_question("roll"), "it stands behind the others still"
    table.answers("roll", "face_2")
    table.answers("end", "done")
    assert table.state.turn.figure == "p1"
    assert list(map(str, table.view.turn_log)) == [
        "the die rolled 1",
        "the die rolled 2",
        "2 tiles out of the game (grain field, road, forest, road)",
        "2 tiles laid on the rondel",
    ]
    table.answers("take", "take", "1-07")
    assert not [line for line in map(str, table.view.turn_log) if "die" in line]


def test_with_fewer_tiles_ahead_it_takes_the_last_one() -> None:
    table = at("0-01 0-02 die p1 p2 1-07", 2)
    table.answers("roll", "face_3")
    assert table.happened(ev.TileDiscarded)[0].piece == "1-07"


def test_people_may_say_the_tile_instead_also_with_a_tap() -> None:
    table = at(LINE, 2)
    table.taps("0-02")
    assert table.happened(ev.TileDiscarded)[0].piece == "0-02"


@pytest.mark.rule("G1-DIE-07")
def test_the_die_scores_nothing_and_is_compared_with_nobody() -> None:
    table = at(LINE, 2)
    assert [standing.name for standing in current_standings(table.state)] == ["p1", "p2"]
    assert [figure.id for figure in outline(table)] == ["p1", "p2"]


def outline(table: Table) -> tuple[object, ...]:
    from companion.state.glen_more.view import outline_of

    return outline_of(table.view).players


@pytest.mark.rule("G1-DIE-02", "G1-DIE-04")
def test_a_tile_that_no_face_reaches_is_discarded_only_against_the_rule() -> None:
    table = at(LINE, 2)
    refusal = table.refused("roll", "seen", "0-04")
    assert (refusal.reason.rule, str(refusal.reason.text)) == (
        "G1-DIE-04",
        "The die shows 1, 2, 3: it cannot reach that tile.",
    )
    table.answers("roll", "seen", "0-04", anyway=True)
    assert [each.rule for each in table.happened(ev.Overruled)] == ["G1-DIE-04"]


@pytest.mark.rule("G1-DIE-04")
def test_a_tile_that_a_face_reaches_is_discarded_by_its_tap() -> None:
    table = at(LINE, 2)
    table.taps("0-03")
    assert [each.piece for each in table.happened(ev.TileDiscarded)] == ["0-03"]
