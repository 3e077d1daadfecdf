"""The die as neutral player: who rolls, what it throws out, when it leaves the game."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.offers import Answer
from companion.session.game_switches import with_roll
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import HouseRules, Tile
from tests.state.glen_more_2.table import Table, facts_of, with_piece


def at(ring: str, house: HouseRules | None = None, facts: Any = None, **more: Any) -> Table:
    table = Table(3, die=True, house=house or HouseRules(use_die=True), facts=facts)
    table.arrange(ring, **more)
    return table


def rolls(table: Table, face: int) -> None:
    table.answers("roll", f"face_{face}")


def name_of(table: Table, piece: str) -> str:
    return table.state.facts.pieces[piece].name


@pytest.mark.rule("GM-CMP-10", "GM-DIE-02")
def test_half_of_the_rolls_are_a_one_a_third_a_two_a_sixth_a_three() -> None:
    question = at("die red yellow blue S-1 S-2 S-3").question("roll")
    dice = Random(1)
    faces = Counter(
        with_roll(question, Answer(question.number, "companion_rolls"), dice).values[0] for _ in range(6000)
    )
    assert set(faces) == {"1", "2", "3"}
    assert [round(faces[face] / 1000) for face in ("1", "2", "3")] == [3, 2, 1]


@pytest.mark.rule("GM-DIE-02")
def test_the_die_is_rolled_by_the_companion_or_typed_in() -> None:
    table = at("die red yellow blue S-1 S-2 S-3")
    assert table.offers("roll") == ["companion_rolls", "face_1", "face_2", "face_3", "seen"]
    table.answers("roll", "companion_rolls", "2")
    assert [str(line) for line in table.view.turn_log] == ["The die shows 2: it discarded Two Pines"]
    assert table.chores == ["Take Two Pines off the rondel, the die goes there"]
    table.undo()
    rolls(table, 3)
    assert [str(line) for line in table.view.turn_log] == ["The die shows 3: it discarded Mossy Quarry"]


@pytest.mark.rule("GM-DIE-03")
def test_of_tiles_that_nobody_told_the_die_throws_one_out_unasked_and_hands_are_told_its_place() -> None:
    table = at("die red A? yellow A? blue A?")
    rolls(table, 2)
    assert (table.kinds(), table.reads()) == (["take"], "red A? yellow die blue A?")
    assert table.state.discards == (Tile("", "A"),)
    assert table.booked == ["The die shows 2: it discarded a tile of deck A"]
    assert table.chores == ["Take off tile 2 ahead of the die (right behind Blue): the die goes there"]


@pytest.mark.rule("GM-DIE-03", "GM-DIE-05")
@pytest.mark.parametrize(
    ("ring", "face", "place"),
    [
        ("die red yellow blue A? A? A?", 1, " (right in front of Blue)"),
        ("die red yellow blue A? A? S-2", 2, " (right behind Two Pines)"),
        ("die red yellow blue S-2 A? A?", 2, " (right in front of Two Pines)"),
        ("die red yellow blue A? A? A?", 2, ""),
    ],
)
def test_the_tile_that_goes_out_is_told_by_what_lies_beside_it(ring: str, face: int, place: str) -> None:
    table = at(ring)
    rolls(table, face)
    assert table.chores == [f"Take off tile {face} ahead of the die{place}: the die goes there"]


@pytest.mark.rule("GM-DIE-03", "GM-DIE-13")
def test_the_last_tile_ahead_goes_out_by_its_place_before_others_are_laid() -> None:
    table = at("die . . . red yellow blue A?")
    rolls(table, 1)
    assert table.chores == ["Take off tile 1 ahead of the die (right in front of Blue): the die goes there"]
    assert table.words("end").startswith("Lay 4 from A"), "it is told by its place, not counted once more"


@pytest.mark.rule("GM-DIE-03", "GM-TIL-05")
def test_with_chronicles_untold_tiles_are_asked_about_only_where_one_may_carry_a_symbol() -> None:
    plain = facts_of("complete")
    for id in plain.pieces:
        plain = with_piece(plain, id, symbol=False)
    symbol = with_piece(plain, "A-9", symbol=True)
    for facts, asked in ((plain, "take"), (symbol, "hit")):
        table = Table(3, die=True, facts=facts, chronicles=("great_glen",))
        table.arrange("die red yellow blue A? A? A?")
        rolls(table, 2)
        assert table.kinds()[0] == asked
    table.answers("hit", "further", "3")
    assert table.reads() == "red yellow blue A? A? die"


@pytest.mark.rule("GM-DIE-03", "GM-TIL-05")
def test_with_chronicles_a_tile_whose_symbol_nobody_knows_is_asked_about() -> None:
    facts = with_piece(facts_of("complete"), "S-2", symbol=None)
    for chronicles, asked in (((), ["take"]), (("great_glen",), ["hit"])):
        table = Table(3, die=True, facts=facts, chronicles=chronicles)
        table.arrange("die red yellow blue S-1 S-2 S-3")
        rolls(table, 2)
        assert table.kinds()[:1] == asked


def test_what_the_die_threw_out_is_owed_until_the_next_player_moves() -> None:
    table = at("die red yellow blue S-1 S-2 S-3")
    rolls(table, 1)
    table.taps("S-1")
    assert table.kinds() == ["take"], "it is on the pile already: a tap of it changes nothing"
    table.takes("red", "S-2")
    assert not any("the die" in chore for chore in table.chores)


@pytest.mark.rule("GM-DIE-01")
def test_without_the_die_nobody_rolls() -> None:
    table = Table(3)
    assert "die" not in table.reads()
    assert table.kinds() == ["take"]


@pytest.mark.rule("GM-DIE-03", "GM-DIE-05", "GM-DIE-08")
def test_the_die_counts_tiles_not_spaces_and_throws_out_the_one_it_ends_on() -> None:
    table = at("die red S-1 yellow . blue S-2 S-3")
    rolls(table, 2)
    assert table.reads() == "red S-1 yellow . blue die S-3"
    assert table.state.discards == (Tile("S-2", "S"),)
    assert table.happened(ev.TileDiscarded)[0].rule == "GM-DIE-05"
    assert table.on_turn == "red"


@pytest.mark.rule("GM-DIE-10")
def test_a_die_that_is_last_is_on_turn_like_a_pawn() -> None:
    table = at("red die S-1 yellow blue S-2 S-3 A-6")
    table.takes("red", "S-3")
    assert table.reads() == "die . yellow blue S-2 red A-6"
    assert "Lay 1 from A" in table.words("end")
    table.done()
    assert table.on_turn == "die"
    assert table.state.track[1].figures == ()


@pytest.mark.rule("GM-DIE-10", "GM-DIE-11")
def test_spaces_between_the_die_and_the_last_pawn_stay_free_until_it_has_moved() -> None:
    table = at("red die S-1 S-2 yellow blue S-3 A-6 A-7")
    table.takes("red", "A-6")
    table.declines()
    assert table.reads() == "die . . yellow blue S-3 red A-7"
    table.done()
    rolls(table, 1)
    assert table.reads() == "yellow blue die red A-7 A?"
    table.answers("take", "take", "A-7")
    table.declines()
    assert "Lay 4 from A" in table.words("end")


@pytest.mark.rule("GM-DIE-10")
def test_the_number_laid_while_the_die_is_last_can_be_corrected() -> None:
    table = at("red die S-1 yellow blue S-2 S-3 A-6", spaces=11)
    table.takes("red", "S-3")
    assert "Lay 3 from A" in table.words("end")
    table.answers("end", "lay", 2)
    assert table.reads() == "die . yellow blue S-2 red A-6 A? A?"


@pytest.mark.rule("GM-DIE-11")
def test_nothing_is_laid_after_the_move_of_the_die() -> None:
    table = at("die . yellow blue red S-1 S-2")
    rolls(table, 1)
    assert table.kinds() == ["take"]
    assert table.reads() == "yellow blue red die S-2"


@pytest.mark.rule("GM-DIE-11")
def test_by_house_rule_tiles_are_laid_after_the_die_too() -> None:
    table = at("die . yellow blue red S-1 S-2 A-6", house=HouseRules(use_die=True, refill_after_die=True))
    rolls(table, 1)
    assert table.words("end") == "Discard Whistling Ford, passed by all players. Lay 2 from A."
    table.done()
    assert table.reads() == "yellow blue red die S-2 A-6 A? A?"
    assert table.on_turn == "yellow"


@pytest.mark.rule("GM-DIE-11")
def test_by_house_rule_the_next_player_may_take_without_waiting() -> None:
    table = at("die . yellow blue red S-1 S-2 A-6", house=HouseRules(use_die=True, refill_after_die=True))
    rolls(table, 1)
    table.taps("S-2")
    assert table.state.turn.tile == "S-2"
    assert table.reads() == "blue red die yellow A-6 A? A?"


@pytest.mark.rule("GM-DIE-11", "GM-DIE-13", "GM-RND-02")
def test_when_the_die_throws_out_the_last_tile_ahead_tiles_are_laid_so_that_somebody_can_move() -> None:
    table = at("die . . . red yellow blue S-1")
    rolls(table, 1)
    assert table.words("end") == "Discard Whistling Ford, passed by all players. Lay 4 from A."
    table.done()
    assert table.reads() == "red yellow blue die A? A? A? A?"
    assert table.on_turn == "red"


@pytest.mark.rule("GM-DIE-04", "GM-TIL-05")
def test_a_tile_with_a_chronicle_symbol_is_counted_but_not_thrown_out() -> None:
    facts = with_piece(facts_of("complete"), "S-2", symbol=True)
    table = at("die red yellow blue S-1 S-2 S-3", facts=facts)
    rolls(table, 2)
    assert table.reads() == "red yellow blue S-1 S-2 die"


@pytest.mark.rule("GM-DIE-12")
@pytest.mark.parametrize("piece", ["loch_lochy", "robert_the_bruce"])
def test_persons_and_landmarks_are_thrown_out_like_any_tile(piece: str) -> None:
    table = at(f"die red yellow blue {piece} S-1")
    rolls(table, 1)
    assert [t.piece for t in table.state.discards] == [piece]
    assert all(not p.landmarks and not p.persons for p in table.state.players)


@pytest.mark.rule("GM-DIE-09")
def test_the_die_takes_nothing_and_scores_nothing() -> None:
    table = at("die red yellow blue S-1 S-2")
    before = [(p.total, p.coins, p.taken_tiles) for p in table.state.players]
    rolls(table, 1)
    assert [(p.total, p.coins, p.taken_tiles) for p in table.state.players] == before
    now = table.view.if_scored_now
    assert now is not None
    assert [p.name for p in now.players] == ["red", "yellow", "blue"]


# ---- what people say about the hit


@pytest.mark.rule("GM-DIE-03")
def test_the_die_may_have_gone_further() -> None:
    table = at("die red yellow blue D? S-2 S-3", deck="D")
    rolls(table, 1)
    assert table.words("hit") == "The die rolled 1. It discards tile 1 ahead: a tile of deck D."
    assert table.choices("hit", "further") == ["2", "3", "1"]
    assert table.refused("hit", "further", "2").reason.rule == "GM-DIE-03", "the first suits it"
    table.answers("hit", "further", "2", anyway=True)
    assert table.reads() == "red yellow blue D? die S-3"


@pytest.mark.rule("GM-DIE-03")
def test_another_tile_than_the_booked_one_is_said_instead_of_the_roll() -> None:
    table = at("die red yellow blue S-1 S-2 S-3")
    rolls(table, 1)
    table.undo()
    assert table.choices("roll", "seen") == ["1", "2", "3"]
    table.answers("roll", "seen", "2")
    assert table.reads() == "red yellow blue S-1 die S-3"


@pytest.mark.parametrize(("piece", "ring"), [("S-1", "die S-2 S-3"), ("S-3", "S-1 S-2 die")])
def test_a_tap_of_the_tile_thrown_out_is_the_whole_move_of_the_die(piece: str, ring: str) -> None:
    table = at("die red yellow blue S-1 S-2 S-3")
    table.taps(piece)
    assert table.reads() == f"red yellow blue {ring}"
    assert [t.piece for t in table.state.discards] == [piece]


@pytest.mark.parametrize(("piece", "ring"), [("S-2", "D? die S-3"), ("S-3", "D? S-2 die")])
def test_a_tap_of_the_tile_thrown_out_settles_what_is_asked(piece: str, ring: str) -> None:
    """It lies beyond the tile that the roll ends on, so players confirm it."""
    table = at("die red yellow blue D? S-2 S-3", deck="D")
    rolls(table, 1)
    (way,) = table.history.game.tap_meaning(table.state, piece).interpretations
    assert table.refused("hit", way.answer.offer, *way.answer.values).reason.rule == "GM-DIE-03"
    table.answer(replace(way.answer, anyway=True))
    assert table.reads() == f"red yellow blue {ring}"
    assert [t.piece for t in table.state.discards] == [piece]


def test_a_tap_names_the_untold_tile_that_is_thrown_out() -> None:
    table = at("die red yellow blue D? D? D?", deck="D")
    rolls(table, 2)
    table.taps("D-6")
    assert table.reads() == "red yellow blue D? die D?"
    assert table.state.discards == (Tile("D-6", "D"),)


def test_a_tile_tapped_after_it_was_thrown_out_unasked_is_named_on_the_pile() -> None:
    table = at("die red yellow blue A? A? S-3")
    rolls(table, 2)
    table.taps("A-6", way="The die discarded it")
    assert (table.state.discards, table.reads()) == ((Tile("A-6", "A"),), "red yellow blue A? die S-3")
    name = name_of(table, "A-6")
    assert table.booked == [f"The die shows 2: it discarded {name}"]
    assert table.chores == [f"Take {name} off the rondel, the die goes there"]
    assert table.taps("A-6").interpretations == (), "it lies there already: it is only looked at"
    table.fits()


def test_a_tile_tapped_after_a_throw_may_lie_on_the_rondel_after_all() -> None:
    table = at("die red yellow blue A? A? A?")
    rolls(table, 2)
    ways = [str(way.label) for way in table.taps("A-6").interpretations]
    assert ways == ["tile 1 ahead, a tile of deck A", "tile 2 ahead, a tile of deck A", "The die discarded it"]
    table.taps("A-6", way="tile 2 ahead")
    assert table.state.discards[0] == Tile("", "A")
    assert table.state.turn.tile == "A-6"


def test_a_tile_that_fits_nothing_ahead_is_the_one_thrown_out_or_was_laid_after_all() -> None:
    table = at("die red yellow blue A? S-2 S-3")
    rolls(table, 1)
    ways = [str(way.label) for way in table.taps("A-6").interpretations]
    assert ways[:3] == ["The die discarded it", "Red takes it: tile 1 ahead", "Red takes it: tile 2 ahead"]
    assert "It is tile 1 ahead" in ways
    table.taps("A-6", way="The die discarded it")
    assert table.state.discards == (Tile("A-6", "A"),)


def test_a_tile_told_on_the_pile_is_one_of_those_nobody_had_told() -> None:
    table = at("die red yellow blue A? S-2 S-3")
    rolls(table, 1)
    table.takes("red", "S-2")
    table.corrects("piece", "A-6", "discards")
    assert table.state.discards == (Tile("A-6", "A"),)
    table.corrects("piece", "A-7", "discards")
    assert [tile.piece for tile in table.state.discards] == ["A-6", "A-7"], "no untold one is left: it is one more"


def test_an_unknown_sticker_may_be_the_tile_thrown_out() -> None:
    table = Table(3, die=True, box="bare")
    table.arrange("die red yellow blue A? S-1")
    rolls(table, 1)
    assert table.history.game.unidentified_pieces(table.state, {"A-1"}) == ("A-2",), "discarded, and unknown"


def test_a_roll_taken_back_is_a_roll_once_more() -> None:
    table = at("die red yellow blue S-1 S-2")
    rolls(table, 2)
    table.undo()
    assert table.history.last_undone_answer() == Answer(table.question("roll").number, "face_2")
    table.redo()
    assert table.reads() == "red yellow blue S-1 die"


# ---- World's End


@pytest.mark.rule("GM-DIE-06", "GM-END-06")
@pytest.mark.parametrize("face", [2, 3])
def test_a_die_that_stops_at_worlds_end_leaves_the_game_and_throws_out_nothing(face: int) -> None:
    """With a 2 it ends there by every reading, with a 3 by the house rule."""
    house = HouseRules(use_die=True, die_discards_beyond_worlds_end=False)
    table = at("die red yellow blue D-1 END D-2 D-3", house=house if face == 3 else None, deck="D")
    rolls(table, face)
    assert table.reads() == "red yellow blue D-1 END D-2 D-3"
    assert table.state.discards == ()
    assert not table.state.use_die
    assert table.on_turn == "red"


@pytest.mark.rule("GM-DIE-06")
def test_a_die_that_stops_short_of_worlds_end_goes_on_as_ever() -> None:
    table = at("die red yellow blue D-1 END D-2", deck="D")
    rolls(table, 1)
    assert table.reads() == "red yellow blue die END D-2"


@pytest.mark.rule("GM-DIE-06")
def test_a_crossing_die_throws_out_what_it_hits_beyond_worlds_end() -> None:
    table = at("die red yellow blue D-1 END D-2 D-3", deck="D")
    rolls(table, 3)
    assert f"Take {name_of(table, 'D-2')} and the die off the rondel" in table.chores
    assert [t.piece for t in table.state.discards] == ["D-2"]
    assert table.reads() == "red yellow blue D-1 END . D-3"
    assert not table.state.use_die


@pytest.mark.rule("GM-DIE-06")
@pytest.mark.parametrize(("other", "leaves"), [("3", True), ("1", False), ("4", True)])
def test_a_die_that_went_elsewhere_leaves_only_beyond_worlds_end(other: str, leaves: bool) -> None:
    table = at("die red yellow blue D-1 END D-2 D-3", deck="D")
    table.answers("roll", "seen", other, anyway=other == "4")
    assert table.state.use_die is not leaves
    assert ("die" in table.reads()) is not leaves


@pytest.mark.rule("GM-DIE-06")
def test_a_roll_beyond_the_last_tile_ends_at_worlds_end_that_lies_ahead() -> None:
    table = at("die red yellow blue D-1 END", deck="D")
    rolls(table, 3)
    assert (table.reads(), table.state.use_die, table.state.discards) == ("red yellow blue D-1 END", False, ())


@pytest.mark.rule("GM-DIE-06", "GM-END-05")
def test_worlds_end_among_untold_tiles_is_told_when_the_die_meets_it() -> None:
    table = at("die red yellow blue D? D? D-3", deck="D")
    rolls(table, 2)
    assert table.choices("hit", "worlds_end") == ["1", "2"]
    table.answers("hit", "worlds_end", "2")
    assert table.reads() == "red yellow blue D? END D-3"
    assert table.state.discards == ()
    assert not table.state.use_die
    table.undo()
    table.answers("hit", "worlds_end", "1")
    assert "Take off tile 2 ahead of the die, and the die" in table.chores
    assert table.reads() == "red yellow blue END . D-3"
    assert not table.state.use_die


@pytest.mark.rule("GM-END-05")
def test_with_worlds_end_found_nobody_is_asked_whether_the_die_met_it() -> None:
    table = at("die red yellow blue D? D-3 D-4 END", deck="D")
    rolls(table, 1)
    assert (table.kinds(), table.reads()) == (["take"], "red yellow blue die D-3 D-4 END")


@pytest.mark.rule("GM-DIE-06")
def test_a_roll_beyond_all_tiles_of_a_spent_deck_has_met_worlds_end() -> None:
    table = at("die red yellow blue D? D?", deck="D", left={"D": 0}, spaces=14)
    rolls(table, 3)
    assert not table.state.use_die
    assert table.reads() == "red yellow blue D? D?"


@pytest.mark.rule("GM-DIE-07", "GM-TIL-05")
def test_with_nothing_suitable_ahead_the_die_waits_for_the_first_tile_that_is_laid() -> None:
    facts = with_piece(facts_of("complete"), "S-1", symbol=True)
    table = at("die red yellow blue S-1", facts=facts, spaces=6)
    rolls(table, 1)
    assert table.reads() == "red yellow blue S-1 die"
    assert table.happened(ev.DieWaited)
    table.takes("red", "S-1")
    table.taps("A-6")
    assert table.reads() == "yellow blue red . die"
    assert table.state.discards == (Tile("A-6", "A"),)
    assert table.happened(ev.TileDiscarded)[0].rule == "GM-DIE-07"


@pytest.mark.rule("GM-DIE-07")
def test_a_roll_higher_than_the_tiles_ahead_is_told_and_the_tile_that_goes_out_with_it() -> None:
    table = Table(2, die=True)
    table.arrange("die . . yellow S-1 red A-6", spaces=9)
    rolls(table, 3)
    assert table.reads() == "yellow S-1 red A-6 die"
    waits = "The die stands ahead of all tiles; it discards the next one laid"
    assert (table.on_turn, table.chores) == ("yellow", [waits])
    table.takes("yellow", "S-1")
    table.declines()
    assert table.words("end") == (
        "Lay 4 from A. The first is discarded: the die takes its space. "
        "Lay one tile more, on the space that the die leaves."
    )
    table.taps("A-7")
    assert table.reads() == "yellow red A-6 . die"
    assert table.words("end") == f"Discard {name_of(table, 'A-7')}. Lay 4 from A."
    assert table.chores == []


@pytest.mark.rule("GM-DIE-07")
def test_untapped_tiles_too_are_laid_under_a_die_that_waits() -> None:
    table = Table(2, die=True)
    table.arrange("die . . yellow S-1 red A-6", spaces=9)
    rolls(table, 3)
    table.takes("yellow", "S-1")
    table.declines()
    table.done()
    assert table.reads() == "yellow red A-6 A? die A? A? A?"
    assert table.state.discards == (Tile("", "A"),)
    assert table.chores == []


@pytest.mark.rule("GM-DIE-07", "GM-TIL-05")
def test_with_chronicles_it_is_said_that_a_symbol_protects_from_a_waiting_die() -> None:
    table = Table(3, die=True, chronicles=("great_glen",))
    table.arrange("die . . red yellow blue S-1", spaces=10)
    rolls(table, 3)
    assert "without a Chronicle symbol" in str(table.owes[-1])
    table.takes("red", "S-1")
    table.declines()
    assert "The first without a Chronicle symbol is discarded" in table.words("end")


@pytest.mark.rule("GM-DIE-07")
def test_a_waiting_die_lets_tiles_with_a_symbol_lie() -> None:
    facts = with_piece(with_piece(facts_of("complete"), "S-1", symbol=True), "A-6", symbol=True)
    table = at("die red yellow blue S-1", facts=facts, spaces=7)
    rolls(table, 1)
    table.takes("red", "S-1")
    table.taps("A-6")
    assert table.reads() == "yellow blue red die A-6"
    table.taps("A-7")
    assert table.reads() == "yellow blue red . A-6 die"


def test_a_ring_put_right_after_the_roll_aims_the_die_anew() -> None:
    table = at("die red yellow blue D? S-2 S-3", deck="D")
    rolls(table, 2)
    assert table.words("hit").endswith("tile 2 ahead: Two Pines.")
    table.corrects("space", "space:4", "empty")
    assert table.reads() == "red yellow blue . S-2 die", "all is told now, so it moves"


def test_a_ring_put_right_after_the_roll_may_put_a_pawn_on_turn() -> None:
    table = at("die red yellow blue D? S-2 S-3", deck="D")
    rolls(table, 2)
    table.corrects("figure", "die", "space:5")
    assert table.kinds() == ["take"]
    assert table.on_turn == "red"


@pytest.mark.rule("GM-DIE-06", "GM-DIE-07", "GM-END-05")
def test_a_die_with_too_few_tiles_ahead_waits_unless_it_met_worlds_end() -> None:
    table = at("die . . . red yellow blue D? D?", deck="D")
    rolls(table, 3)
    assert table.offers("die_waits") == ["waits", "worlds_end"]
    table.answers("die_waits", "worlds_end", "2")
    assert (table.reads(), table.state.use_die) == ("red yellow blue D? END", False)
    table.undo()
    table.answers("die_waits", "waits")
    assert (table.reads(), table.on_turn) == ("red yellow blue D? D? die", "red")


@pytest.mark.rule("GM-DIE-02", "GM-END-01")
def test_a_ring_put_right_so_that_the_game_is_over_asks_for_no_roll() -> None:
    table = at("die S-1 . red yellow blue D?", deck="D")
    table.corrects("space", "space:1", "worlds_end")
    assert table.state.due_scorings == ("final",)
    assert "roll" not in table.kinds()
