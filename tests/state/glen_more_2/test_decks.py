"""Decks that run out: counted, said earlier, shown by a tile of the next; what follows a refill."""

from __future__ import annotations

import pytest

from companion.state.glen_more_2 import events as ev
from tests.state.glen_more_2.table import Table

RING = "red yellow blue S-1 S-2 S-3"


def at(ring: str = RING, **more: object) -> Table:
    table = Table(3)
    table.arrange(ring, **more)
    return table


def counts(table: Table) -> None:
    """The count sheet is right as it is."""
    table.answers("count_scots", "counted", *[p.scots for p in table.state.players])
    table.answers("count_rest", "right")


# ---- the counted end


@pytest.mark.rule("GM-RND-04", "GM-TRN-08")
def test_the_last_tile_of_a_deck_brings_its_scoring_before_the_next_turn() -> None:
    table = at(left={"A": 1})
    table.takes("red", "S-1")
    table.done()
    assert table.words("deck_end") == "By the companion's count deck A is empty. Is it?"
    assert table.offers("deck_end")[0] == "yes", "the last tile was laid"
    table.answers("deck_end", "yes")
    assert table.kinds()[0] == "count_scots"
    counts(table)
    assert table.state.done_scorings == ("A",)
    assert table.kinds() == ["take"]
    assert (table.on_turn, table.state.deck) == ("yellow", "B")
    table.fits()


@pytest.mark.rule("GM-RND-04")
def test_a_deck_with_a_tile_left_brings_no_scoring() -> None:
    table = at(left={"A": 2})
    table.takes("red", "S-1")
    table.done()
    assert table.kinds() == ["take"]


@pytest.mark.rule("GM-RND-07")
def test_the_refill_goes_on_with_the_next_deck_and_then_the_scoring_comes() -> None:
    table = at("red S-1 yellow blue S-2 S-3", left={"A": 1})
    table.takes("red", "S-2")
    assert table.words("end") == "Discard Whistling Ford, passed by all players. Lay 1 from A, then 1 from B."
    table.done()
    table.answers("deck_end", "yes")
    assert table.reads() == "yellow blue red S-3 A? B?"
    assert table.left("B") == 16
    assert table.kinds()[0] == "count_scots"


@pytest.mark.rule("GM-RND-07")
def test_two_decks_that_end_in_one_refill_are_scored_one_after_the_other() -> None:
    table = at("red S-1 S-2 S-3 A-6 yellow blue B-4", left={"A": 1, "B": 2})
    table.takes("red", "B-4")
    table.declines()
    table.done()
    table.answers("deck_end", "yes")
    assert table.words("deck_end") == "By the companion's count deck B is empty. Is it?"
    table.answers("deck_end", "yes")
    assert table.reads() == "yellow blue red A? B? B? C? C?"
    counts(table)
    assert table.state.done_scorings == ("A",)
    counts(table)
    assert table.state.done_scorings == ("A", "B")
    assert table.on_turn == "yellow"


@pytest.mark.rule("GM-RND-07")
def test_the_count_may_be_behind_and_the_deck_goes_on() -> None:
    table = at("red S-1 yellow blue S-2 S-3", left={"A": 1})
    table.takes("red", "S-2")
    table.done()
    table.answers("deck_end", "left", 3)
    assert table.reads() == "yellow blue red S-3 A? A?"
    assert table.left("A") == 2
    assert table.state.done_scorings == ()
    assert table.on_turn == "yellow"


@pytest.mark.rule("GM-RND-04")
@pytest.mark.parametrize(("deck", "following"), [("A", "B"), ("B", "C"), ("C", "D")])
def test_the_ends_of_a_b_and_c_are_scored(deck: str, following: str) -> None:
    table = at(deck=deck, left={deck: 1})
    table.takes("red", "S-1")
    table.done()
    table.answers("deck_end", "yes")
    assert [e.round for e in table.happened(ev.RoundScheduled)] == [deck]
    assert table.state.deck == following


# ---- said earlier


@pytest.mark.rule("GM-RND-04", "GM-RND-07")
def test_people_may_say_earlier_that_a_deck_is_empty() -> None:
    table = at("red S-1 yellow blue S-2 S-3", left={"A": 5})
    table.takes("red", "S-2")
    table.answers("end", "deck_empty", 1)
    assert table.reads() == "yellow blue red S-3 A? B?"
    assert (table.left("A"), table.state.deck) == (0, "B")
    assert table.kinds()[0] == "count_scots"


@pytest.mark.rule("GM-RND-04")
def test_a_tile_of_the_next_deck_asks_whether_the_old_one_is_empty() -> None:
    table = at("red S-1 yellow blue S-2 S-3", left={"A": 5})
    table.takes("red", "S-2")
    table.taps("B-4")
    assert table.words("deck_end") == "5 tiles should be left in deck A. Is it empty?"
    assert table.offers("deck_end")[0] == "left", "deck A should last: one press must not score"
    table.answers("deck_end", "yes")
    assert table.reads() == "yellow blue red S-3 B-4"
    assert table.kinds() == ["end"]
    table.taps("B-5")
    assert table.reads() == "yellow blue red S-3 B-4 B-5"
    assert table.kinds()[0] == "count_scots"


@pytest.mark.rule("GM-RND-04")
def test_two_tiles_of_the_next_deck_tapped_before_the_answer_are_both_laid() -> None:
    table = at("red S-1 yellow blue S-2 S-3", left={"A": 5})
    table.takes("red", "S-2")
    table.taps("B-4")
    table.taps("B-5")
    assert "laid" not in table.offers("end")
    table.answers("deck_end", "yes")
    assert table.reads() == "yellow blue red S-3 B-4 B-5"
    assert table.kinds()[0] == "count_scots"


def test_a_tile_that_found_its_place_before_the_answer_is_not_laid_twice() -> None:
    table = at("red S-1 yellow blue S-2 S-3", left={"A": 5})
    table.takes("red", "S-2")
    table.taps("B-4")
    table.corrects("found", "B-4", "space:3")
    table.answers("deck_end", "yes")
    assert table.reads() == "yellow blue red B-4"


@pytest.mark.rule("GM-SET-12")
def test_in_a_short_game_with_one_space_left_only_worlds_end_can_be_laid() -> None:
    table = at("red yellow blue S-2 S-3", deck="C", short_game=True)
    table.takes("red", "S-2")
    assert table.choices("end", "laid_next") == ["worlds_end"]


@pytest.mark.rule("GM-RND-04")
def test_a_tile_of_the_next_deck_tapped_by_mistake_is_not_laid() -> None:
    table = at("red S-1 yellow blue S-2 S-3", left={"A": 5})
    table.takes("red", "S-2")
    table.taps("B-4")
    table.answers("deck_end", "left", 4)
    assert (table.reads(), table.left("A")) == ("yellow blue red S-3", 4)
    table.done()
    assert table.reads() == "yellow blue red S-3 A? A?"


@pytest.mark.rule("GM-RND-04", "GM-TRN-08")
def test_one_undo_after_the_end_of_a_deck_takes_back_one_answer() -> None:
    table = at(left={"A": 1})
    table.takes("red", "S-1")
    table.done()
    table.answers("deck_end", "yes")
    table.undo()
    assert table.kinds()[0] == "deck_end"
    assert table.state.due_scorings == ()


@pytest.mark.rule("GM-RND-04")
def test_a_deck_is_scored_once_even_if_more_of_its_tiles_turn_up() -> None:
    table = at(deck="B", left={"A": 0, "B": 5}, done_scorings=("A",))
    table.corrects("deck", "A", 1)
    assert table.state.deck == "A"
    table.takes("red", "S-1")
    table.done()
    table.answers("deck_end", "yes")
    assert table.kinds() == ["take"]
    assert table.state.done_scorings == ("A",)


def test_counting_a_later_deck_does_not_change_what_is_laid_now() -> None:
    table = at(left={"A": 5})
    table.corrects("deck", "C", 12)
    assert (table.state.deck, table.left("C")) == ("A", 12)


# ---- told tiles


@pytest.mark.rule("GM-RND-06", "GM-TRN-07")
def test_the_last_tile_of_the_refill_tapped_ends_the_turn() -> None:
    table = at("red S-1 yellow blue S-2 S-3")
    table.takes("red", "S-2")
    table.taps("A-6")
    assert (table.reads(), table.kinds()) == ("yellow blue red S-3 A-6", ["end"])
    table.taps("A-7")
    assert table.reads() == "yellow blue red S-3 A-6 A-7"
    assert table.on_turn == "yellow"


@pytest.mark.rule("GM-RND-04")
def test_the_last_tile_of_a_deck_tapped_asks_whether_it_is_empty() -> None:
    table = at(left={"A": 1})
    table.takes("red", "S-1")
    table.taps("A-6")
    assert table.kinds() == ["deck_end"]
    table.answers("deck_end", "yes")
    assert table.kinds()[0] == "count_scots"


def test_the_last_tile_tapped_does_not_end_a_turn_in_which_something_is_open() -> None:
    table = at("red yellow blue A-7 S-2")
    table.takes("red", "A-7")
    table.taps("A-6")
    assert table.kinds() == ["good_cost", "end"]
    table.answers("good_cost", "own")
    table.done()
    assert table.on_turn == "yellow"


def test_a_tile_of_a_deck_believed_empty_can_still_be_laid() -> None:
    table = at("red S-1 yellow blue S-2 S-3", left={"A": 1})
    table.takes("red", "S-2")
    table.taps("A-6")
    table.taps("A-7")
    assert table.reads() == "yellow blue red S-3 A-6 A-7"
    assert table.left("A") == 0


# ---- deck D


@pytest.mark.rule("GM-RND-08")
def test_with_deck_d_out_nothing_is_laid_and_nothing_scored() -> None:
    table = at("red yellow blue D-1 D-2 END", deck="D", left={"A": 0, "B": 0, "C": 0, "D": 1}, spaces=14)
    table.takes("red", "D-2")
    table.declines()
    assert "Lay 1 from D." in table.words("end")
    assert table.view.left == 1
    table.done()
    assert table.kinds() == ["take"]
    table.takes("yellow", "D-1")
    table.declines()
    assert table.words("end") == "OK ends the turn."
    table.done()
    assert table.reads() == "blue yellow red END D?"
    assert table.state.done_scorings == ()


@pytest.mark.rule("GM-SET-12", "GM-RND-07")
def test_in_a_short_game_worlds_end_is_the_first_tile_of_d() -> None:
    table = at("red S-1 yellow blue S-2 S-3", deck="C", left={"C": 1}, short_game=True)
    table.takes("red", "S-2")
    table.done()
    table.answers("deck_end", "yes")
    assert table.reads() == "yellow blue red S-3 C? END"


@pytest.mark.rule("GM-SET-12")
def test_in_a_short_game_a_tapped_tile_of_d_lies_behind_worlds_end() -> None:
    table = at("red S-1 S-2 yellow blue S-3 A-6", deck="D", short_game=True)
    table.takes("red", "S-3")
    table.taps("D-1")
    assert table.reads() == "yellow blue red A-6 END D-1"


@pytest.mark.rule("GM-SET-11")
def test_while_d_is_laid_people_say_that_worlds_end_is_among_the_tiles() -> None:
    table = at("red S-1 S-2 yellow blue S-3 A-6", deck="D")
    table.takes("red", "S-3")
    assert table.choices("end", "end_laid") == ["1", "2", "3"]
    table.answers("end", "end_laid", "2")
    assert table.reads() == "yellow blue red A-6 D? END D?"
    assert "end_laid" not in table.offers("take")


@pytest.mark.rule("GM-SET-11")
def test_worlds_end_tapped_while_d_is_laid_lies_there() -> None:
    table = at("red yellow blue S-1 A-6", deck="D")
    table.takes("red", "S-1")
    table.taps("worlds_end")
    assert table.reads() == "yellow blue red A-6 END"
    assert table.left("D") == 16


def test_worlds_end_tapped_before_its_deck_is_laid_changes_nothing() -> None:
    table = at()
    table.takes("red", "S-1")
    assert table.taps("worlds_end").interpretations == ()
