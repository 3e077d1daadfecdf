"""The companion is set up in the middle of a game: everything told in one go, marked and doubted."""

from __future__ import annotations

import pytest

from companion.state.glen_more_2 import events as ev
from tests.state.glen_more_2.table import Table


def seated(*colours: str, die: bool = False) -> Table:
    game = Table(0, die=die)
    game.sits(*(colours or ("red", "yellow", "blue")))
    game.answers("start", "playing")
    return game


def told(game: Table, *numbers: int) -> None:
    for number in numbers:
        game.answers("mid_gap", "gap", number)


def counted(game: Table, who: str, *counts: int) -> None:
    game.answers("mid_counts", "counts", *counts, player=who)


def test_a_running_game_is_taken_up_as_it_lies() -> None:
    game = seated()
    game.answers("mid_decks", "decks", "B", 7, "yes")
    told(game, 2, 1, 3, 0, 4)
    game.answers("mid_older", "older", 3)
    game.answers("mid_market", "market", 1, 2, 3, 0, 1)
    game.answers("mid_cards", "card", "castle_stalker", "blue")
    game.answers("mid_cards", "done")
    counted(game, "red", 12, 4, 2, 1, 6, 0)
    counted(game, "yellow", 9, 0, 3, 2, 5, 1)
    counted(game, "blue", 15, 6, 0, 0, 7, 2)

    assert game.reads() == "red A? A? . yellow A? B? B? blue B? B? B? B?"
    assert (game.state.deck, game.left("A"), game.left("B"), game.left("C")) == ("B", 0, 7, Table(3).left("C"))
    assert (game.state.scored, game.state.due, game.on_turn) == (("A",), (), "red")
    assert list(game.state.market.values()) == [1, 2, 3, 0, 1]
    blue = game.player("blue")
    assert (blue.total, blue.coins, blue.barrels, blue.scots, blue.tiles, blue.landmarks) == (
        15,
        6,
        0,
        0,
        7,
        ("castle_stalker",),
    )
    assert set(blue.doubtful) == {"coins", "barrels", "tiles", "persons"}
    assert any("set up in mid-game" in line for line in game.told())
    game.takes("red", ahead=1)
    game.fits()


def test_each_answer_is_taken_back_alone() -> None:
    game = seated()
    game.answers("mid_decks", "decks", "A", 7)
    told(game, 2, 1)
    game.undo()
    assert game.words("mid_gap") == "How many empty spaces are between Red and Yellow?"
    told(game, 0, 3)
    assert game.words("mid_gap") == "How many empty spaces are between Yellow and Blue?"


def test_no_more_is_asked_of_a_rondel_that_is_full() -> None:
    game = seated()
    game.answers("mid_decks", "decks", "A", 7)
    told(game, game.state.spaces - 1 - 3)
    assert game.kinds() == ["mid_older"]
    game.answers("mid_older", "older", 2)
    assert game.reads().startswith("red S? S? A?")


def test_the_die_stands_where_the_table_says() -> None:
    game = seated("red", "yellow")
    game.answers("mid_decks", "decks", "C", 5, "yes")
    game.answers("mid_die", "die", "red")
    assert game.words("mid_gap") == "How many tiles lie between Red and the die?"
    told(game, 1, 0, 1, 0, 2)
    game.answers("mid_older", "older", 0)
    assert game.reads() == "red C? die C? yellow C? C?"
    assert game.state.scored == ("A", "B")


def test_a_round_that_was_not_scored_comes_first() -> None:
    game = seated()
    game.answers("mid_decks", "decks", "B", 14, "no")
    told(game, 1, 0, 1, 0, 1)
    game.answers("mid_older", "older", 0)
    game.answers("mid_market", "market", 1, 1, 1, 1, 1)
    game.answers("mid_cards", "done")
    for who in ("red", "yellow", "blue"):
        counted(game, who, 0, 5, 0, 1, 3, 0)
    assert game.state.phase == "count"
    game.answers("count_scots", "counted", 1, 1, 1)
    # What was told in a hurry is gone through once: barrels and persons of everybody.
    game.answers("count_doubted", "counted", 0, 0, 0, 0, 0, 0)
    game.answers("count_rest", "right")
    assert game.state.scored == ("A",)


def test_persons_and_markers_are_told_with_the_cards() -> None:
    game = seated()
    game.answers("mid_decks", "decks", "D", 3, "yes")
    told(game, 1, 0, 1, 0, 1)
    game.answers("mid_older", "older", 0)
    game.answers("mid_market", "market", 1, 1, 1, 1, 1)
    person = game.choices("mid_cards", "person")[0]
    game.answers("mid_cards", "person", person, "yellow")
    crest = game.choices("mid_cards", "marker")[0]
    game.answers("mid_cards", "marker", crest, "red")
    assert game.player("yellow").persons == (person,)
    assert game.player("red").crests == (crest,)
    assert game.happened(ev.MarkerPlaced)


@pytest.mark.parametrize("chronicle", ["haggis"])
def test_with_chronicles_no_running_game_is_taken_up(chronicle: str) -> None:
    game = Table(0, chronicles=(chronicle,))
    game.sits("red", "yellow", "blue")
    assert "Only without chronicles" in str(game.refused("start", "playing").reason.text)
