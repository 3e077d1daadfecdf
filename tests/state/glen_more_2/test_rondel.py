"""Who is on turn, where a pawn may go, what is discarded and what is laid."""

from __future__ import annotations

import pytest

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import Tile
from companion.state.glen_more_2.rondel import is_everyone_at_worlds_end
from companion.state.territory.track import (
    Space,
    count_layable_tiles,
    number_ahead,
    tile_indexes_ahead,
    trim_track,
    with_moved_figure,
)
from tests.state.glen_more_2.table import Table


def at(ring: str, players: int = 3, **more: object) -> Table:
    table = Table(players)
    table.arrange(ring, **more)
    return table


# ---- whose turn


@pytest.mark.rule("GM-RND-01")
def test_the_last_pawn_is_on_turn() -> None:
    table = at("blue red yellow S-1 S-2 S-3")
    assert table.on_turn == "blue"
    table.takes("blue", "S-2")
    table.done()
    assert table.on_turn == "red"
    assert (table.view.on_turn, table.view.next_up) == ("red", "yellow")


@pytest.mark.rule("GM-RND-03")
def test_who_is_still_last_after_the_move_is_on_turn_again() -> None:
    table = at("blue S-1 S-2 red yellow S-3")
    table.takes("blue", "S-1")
    table.done()
    assert table.on_turn == "blue"
    assert table.state.turn.number == table.history.state_before(0).turn.number + 1


# ---- where a pawn may go


@pytest.mark.rule("GM-RND-02", "GM-TRN-01")
def test_a_pawn_moves_forward_as_far_as_it_likes_onto_a_tile() -> None:
    table = at("red S-1 yellow S-2 blue S-3 A-6")
    assert table.choices("take", "take") == ["S-1", "S-2", "S-3", "A-6"]
    table.takes("red", "A-6")
    assert table.reads().split() == ["yellow", "S-2", "blue", "S-3", "red"]


@pytest.mark.rule("GM-RND-02")
def test_a_tile_that_is_not_ahead_can_not_be_taken() -> None:
    table = at("red yellow S-1 blue S-3")
    assert str(table.refused("take", "take", "A-6").reason.text) == "That is not offered here."
    table.takes("red", "S-3")
    table.done()
    assert "S-1" in table.choices("take", "take")


@pytest.mark.rule("GM-RND-02")
def test_with_no_tile_ahead_only_worlds_end_is_left() -> None:
    table = at("red END+blue yellow", deck="D", left={"D": 0})
    table.refused("take", "take", "S-1")
    assert table.choices("take", "take") == ["worlds_end"]
    assert table.offer("take", "take").key == "OK", "the list of what lies ahead holds World's End alone"


@pytest.mark.rule("GM-RND-10", "GM-TIL-08")
def test_a_protected_tile_is_passed_and_stopping_there_must_be_meant() -> None:
    table = at("red B-9 yellow blue S-1")
    refusal = table.refused("take", "take", "B-9")
    assert (refusal.is_soft, refusal.reason.rule) == (True, "GM-TIL-08")
    assert str(refusal.reason.text) == "No pawn may stop on Windy Pass."
    table.takes("red", "S-1")
    assert [t.piece for t in table.state.discards] == ["B-9"]


@pytest.mark.rule("GM-RND-10")
def test_people_may_stop_on_a_protected_tile_all_the_same() -> None:
    table = at("red B-9 yellow blue S-1")
    events = table.takes("red", "B-9", anyway=True)
    assert events[0] == ev.Overruled("GM-TIL-08")
    assert table.state.turn.tile == "B-9"


@pytest.mark.rule("GM-RND-10", "GM-TIL-08")
@pytest.mark.parametrize(("offer", "more"), [("take", ()), ("nothing", ("coin",))])
def test_a_protected_tile_that_nobody_had_told_is_no_other(offer: str, more: tuple[str, ...]) -> None:
    table = at("red B? yellow blue S-1")
    refusal = table.refused("take", offer, "ahead:1", "B-9", *more)
    assert (refusal.is_soft, refusal.reason.rule) == (True, "GM-TIL-08")
    events = table.answers("take", offer, "ahead:1", "B-9", *more, anyway=True)
    assert events[0] == ev.Overruled("GM-TIL-08")


# ---- what is discarded


@pytest.mark.rule("GM-RND-05", "GM-RND-09")
def test_what_all_pawns_have_passed_is_discarded_at_once() -> None:
    table = at("red S-1 S-2 yellow S-3 blue A-6")
    table.takes("red", "S-3")
    assert table.state.discards == (Tile("S-1", "S"), Tile("S-2", "S"))
    assert [e.rule for e in table.happened(ev.TileDiscarded)] == ["GM-RND-05"] * 2
    assert table.reads() == "yellow red blue A-6"


@pytest.mark.rule("GM-RND-05")
def test_a_tile_that_one_pawn_has_not_passed_stays() -> None:
    table = at("red S-1 yellow S-2 S-3 blue")
    table.takes("red", "S-3")
    assert table.reads() == "yellow S-2 red blue"


@pytest.mark.rule("GM-RND-05", "GM-DIE-09")
def test_the_die_does_not_hold_back_what_is_passed() -> None:
    table = at("red die S-1 S-2 yellow blue S-3")
    table.takes("red", "S-3")
    assert table.reads() == "die . . yellow blue red"
    assert [t.piece for t in table.state.discards] == ["S-1", "S-2"]


@pytest.mark.rule("GM-RND-09")
def test_everybody_may_look_at_the_discard_pile() -> None:
    table = at("red S-1 A? yellow S-3 blue A-6")
    table.takes("red", "S-3")
    assert table.view.discards == ("S-1", "A")


# ---- what is laid


@pytest.mark.rule("GM-RND-06", "GM-TRN-07")
def test_the_refill_leaves_one_space_free_behind_the_last_figure() -> None:
    table = at("red S-1 S-2 yellow S-3 blue A-6")
    table.takes("red", "S-3")
    assert table.words("end") == "Discard Whistling Ford, Two Pines, passed by all players. Lay 3 from A."
    assert table.view.left == 9
    table.done()
    assert table.reads() == "yellow red blue A-6 A? A? A?"
    assert len(table.state.track) == table.state.spaces - 1


@pytest.mark.rule("GM-RND-06")
def test_a_move_onto_worlds_end_frees_a_space_too() -> None:
    table = at("red yellow blue D-1 END D-2", deck="D")
    table.answers("take", "worlds_end")
    assert "Lay 1 from D" in table.words("end")


@pytest.mark.rule("GM-RND-06")
def test_the_number_of_tiles_laid_can_be_another() -> None:
    table = at("red S-1 S-2 yellow S-3 blue A-6")
    table.takes("red", "S-3")
    table.answers("end", "lay", 1)
    assert table.reads() == "yellow red blue A-6 A?"
    table.answers("take", "take", "A-6")
    table.declines()
    assert "Lay 3 from A" in table.words("end")


@pytest.mark.rule("GM-RND-06")
def test_more_tiles_than_there_are_spaces_are_not_laid() -> None:
    table = at("red S-1 yellow S-3 blue A-6")
    table.takes("red", "S-3")
    text = table.refused("end", "lay", 3).reason.text
    assert str(text) == "It must be from 0 to 2."


# ---- the line itself


def spaces(ring: str) -> tuple[Space, ...]:
    return tuple(Space() if t == "." else Space((t,)) if t.islower() else Space((), t, "A") for t in ring.split())


@pytest.mark.rule("GM-RND-06")
def test_free_spaces_at_both_ends_are_room_for_the_refill() -> None:
    assert trim_track(spaces(". . red X . Y . .")) == spaces("red X . Y")
    assert count_layable_tiles(spaces(". red X . ."), 14) == 14 - 1 - 2
    assert count_layable_tiles(spaces("red X Y"), 3) == 0
    assert trim_track(()) == ()


def test_tiles_ahead_are_counted_without_spaces_and_pawns() -> None:
    line = spaces("red X . blue Y Z")
    assert tile_indexes_ahead(line) == (1, 4, 5)
    assert [number_ahead(line, place) for place in range(6)] == [0, 1, 0, 0, 2, 3]


def test_a_pawn_that_moves_leaves_its_space_behind() -> None:
    assert with_moved_figure(spaces("red X blue Y"), "red", 3)[0] == Space((), "X", "A")
    assert with_moved_figure(spaces("red blue Y"), "red", 2) == (Space(("blue",)), Space(("red",), "Y", "A"))


@pytest.mark.rule("GM-END-01")
def test_pawns_are_at_worlds_end_only_when_it_lies_there() -> None:
    assert not is_everyone_at_worlds_end(spaces("red X"))
    table = at("END+red+yellow blue A-6", stage="take")
    assert is_everyone_at_worlds_end(table.state.track)
