"""Who plays is put right at any time: a wrong colour, somebody who goes home, somebody who comes later."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import Tile
from tests.state.glen_more_2.table import Table


def table(ring: str = "red A-6 S-2 blue S-1 yellow S-3 A?", players: int = 3, **fields: object) -> Table:
    made = Table(players)
    made.arrange(ring, **fields)  # type: ignore[arg-type]
    return made


# ---- a wrong colour


def test_a_wrong_colour_is_put_right_while_people_sit_down() -> None:
    game = Table(0)
    game.answers("seat", "seat", "red")
    game.answers("seat", "seat", "yellow")
    game.corrects("colour", "red", "green")
    assert [(p.id, p.coins) for p in game.state.players] == [("green", 5), ("yellow", 6)]
    game.answers("seat", "seat", "red")
    assert [p.id for p in game.state.players] == ["green", "yellow", "red"]
    game.fits()


def test_another_colour_takes_pawn_ledger_and_counts_along() -> None:
    game = table()
    game.has("red", coins=9, name="Ann")
    game.corrects("colour", "red", "green")
    assert game.reads() == "green A-6 S-2 blue S-1 yellow S-3 A?"
    assert (game.on_turn, game.question("take").player) == ("green", "green")
    assert (game.player("green").coins, game.player("green").name) == (9, "Ann")
    assert "Ann plays Green from now on" in game.told()[-1]
    game.enters("green", "coins_in", 2)
    assert game.player("green").coins == 11
    game.takes("green", "A-6")
    assert game.player("green").taken_tiles[-1].piece == "A-6"


def test_two_who_took_each_others_colour_swap() -> None:
    game = table()
    game.has("red", coins=9)
    game.has("blue", coins=1)
    before = game.state
    game.corrects("colour", "red", "blue")
    assert game.reads() == "blue A-6 S-2 red S-1 yellow S-3 A?"
    assert (game.player("blue").coins, game.player("red").coins, game.on_turn) == (9, 1, "blue")
    assert "Red and Blue swap colours" in game.told()[-1]
    game.corrects("colour", "red", "blue")
    assert replace(game.state, turn_events=before.turn_events) == before
    game.undo()
    game.undo()
    assert game.state == before


def test_a_colour_goes_through_what_chronicles_keep() -> None:
    game = Table(3, chronicles=("single_cask", "great_glen"))
    before = game.history.game.canonical(game.state)
    game.corrects("colour", "red", "green")
    after = game.history.game.canonical(game.state)
    assert b'"red"' in before
    assert b'"red"' not in after
    assert after.count(b'"green"') == before.count(b'"red"')


@pytest.mark.rule("C7-25")
def test_a_personal_pile_goes_with_the_colour() -> None:
    game = Table(3, chronicles=("great_glen",))
    piles = (Tile("A-6", "A", "red"), Tile("", "A"), Tile("A-7", "A", "blue"))
    game.arrange("red S-2 blue S-1 yellow S-3 A?", discards=piles)
    game.corrects("colour", "red", "blue")
    assert [tile.pile for tile in game.state.discards] == ["blue", "", "red"]
    game.corrects("colour", "blue", "green")
    assert [tile.pile for tile in game.state.discards] == ["green", "", "red"]
    game.fits()


def test_the_glass_says_what_went_along_with_a_colour() -> None:
    """What lies on crests, cards and the rondel is of the right colour already: only the companion was wrong."""
    game = table()
    game.corrects("colour", "red", "blue")
    assert game.booked == ["Red and Blue swapped colours"]
    game.corrects("colour", "yellow", "green")
    assert game.booked[0] == "Yellow is Green now"
    assert game.chores == [], "hands move nothing"
    assert game.undo_instructions() == []


def test_a_colour_goes_through_the_result_that_is_shown() -> None:
    game = table("blue S-1 yellow S-3 red A? A?")
    game.corrects("deck", "A", 0)
    game.stage_due("A")
    game.answers("count_scots", "counted", 3, 0, 0)
    game.answers("count_rest", "right")
    game.corrects("colour", "red", "green")
    assert game.view.result is not None
    assert [scored.name for scored in game.view.result.players] == ["green", "yellow", "blue"]


def turns_told(game: Table) -> str:
    """The history turn by turn, as its list reads."""
    return " | ".join(str(game.history.turn_summary(each)) for each in game.history.turns())


# ---- somebody goes home


def test_who_goes_home_leaves_the_rondel_and_the_next_is_on_turn() -> None:
    game = table("red A-6 S-2 blue S-1 yellow S-3 green A?", players=4)
    game.has("red", points={"exchange": 7}, coins=4)
    game.corrects("leave", "red")
    assert "red" not in game.reads()
    assert game.on_turn == "blue"
    red = next(p for p in game.view.players if p.id == "red")
    assert (red.points, red.coins, red.has_left) == (7, 4, True)
    assert "house ruling" in game.told()[-1]
    assert game.booked[0] == "Red goes home, the points stay"
    assert "Red goes home" in turns_told(game)
    assert game.undo_instructions()[-1] == "The pawn of Red back to where it stood"
    game.undo()
    assert game.on_turn == "red"
    assert game.reads() == "red A-6 S-2 blue S-1 yellow S-3 green A?"


@pytest.mark.rule("GM-SET-08", "GM-DIE-02")
def test_where_two_are_left_the_die_takes_over_the_place_of_who_goes_home() -> None:
    game = table(players=3)
    game.corrects("leave", "blue")
    assert game.reads() == "red A-6 S-2 die S-1 yellow S-3 A?"
    assert "Put the die where the pawn of Blue stood" in game.chores
    assert "the die joins where the pawn of Blue stood (house ruling)" in game.told()[-1]
    assert game.undo_instructions() == ["The pawn of Blue back to where it stood", "The die off the rondel"]
    game.undo()
    assert (game.reads(), game.state.use_die) == ("red A-6 S-2 blue S-1 yellow S-3 A?", False)
    game.corrects("leave", "red")
    assert (game.on_turn, game.kinds()) == ("die", ["roll"]), "it was the turn of who went home"
    assert game.reads() == "die . . blue S-1 yellow S-3 A?"
    assert game.owes[0] == "Put the die where the pawn of Red stood"
    assert game.owes[1] == "Discard Barley Row, Two Pines, passed by all players", "who stayed have passed them"
    game.answers("roll", "face_1")
    assert (game.reads(), game.on_turn) == ("blue die yellow S-3 A?", "blue")
    game.fits()


@pytest.mark.rule("GM-SET-08", "GM-DIE-06")
def test_no_die_joins_where_one_plays_or_worlds_end_lies_there() -> None:
    game = table("red A-6 blue S-1 yellow S-3 END A?", deck="D")
    game.corrects("leave", "blue")
    assert not game.state.use_die
    game = table("red A-6 die S-2 blue S-1 yellow S-3 A?")
    game.corrects("leave", "blue")
    assert game.reads().count("die") == 1
    game = table("red A-6 blue S-1 yellow S-3 green A?", players=4)
    game.corrects("leave", "blue")
    assert not game.state.use_die, "three are left"


def test_who_goes_home_in_the_turn_of_another_holds_nobody_up() -> None:
    game = table(players=3)
    game.takes("red", "S-1")
    game.corrects("leave", "yellow")
    game.declines()
    assert game.on_turn == "red"
    game.done()
    game.declines()
    assert game.on_turn == "blue"
    assert not any(q.player == "yellow" for q in game.history.game.questions(game.state))


def test_nobody_goes_home_out_of_a_turn_that_is_half_done() -> None:
    game = table(players=3)
    game.takes("red", "A-6")
    assert "Finish this turn" in str(game.refused("correct", "leave", "red").reason.text)


@pytest.mark.rule("GM-CMP-01")
def test_of_two_nobody_goes_home() -> None:
    game = table("red A-6 yellow S-1 die A?", players=2)
    assert "Only two play" in str(game.refused("correct", "leave", "red").reason.text)


def test_who_went_home_is_neither_compared_nor_asked_nor_wins() -> None:
    game = table("blue S-1 yellow S-3 red A? A?")
    for who, barrels in (("red", 0), ("yellow", 2), ("blue", 3)):
        game.has(who, barrels=barrels, points={"exchange": 50 if who == "red" else 1})
    game.corrects("leave", "red")
    game.stage_due("final")
    assert [part.name for part in game.offer("count_scots", "counted").parts] == ["yellow", "blue"]
    game.answers("count_scots", "counted", 0, 0)
    game.answers("count_rest", "right")
    assert game.state.phase == "over"
    assert game.state.winners == ("blue",)
    # Blue's 3 barrels are 1 ahead of Yellow's 2; Red's none no longer counts.
    assert game.player("blue").points["whisky"] == 1
    assert "whisky" not in game.player("red").points
    assert game.player("red").total == 50


def test_a_count_after_the_end_still_scores_again_without_who_went_home() -> None:
    game = table("blue S-1 yellow S-3 red A? A?")
    game.corrects("leave", "red")
    game.stage_due("final")
    game.answers("count_scots", "counted", 0, 0)
    game.answers("count_rest", "right")
    game.declines()
    game.corrects("count", "blue", "barrels", 5)
    game.answers("count_rest", "right")
    assert game.player("blue").points["whisky"] == 8
    assert game.state.winners == ("blue",)


def test_the_game_ends_when_those_who_stayed_are_at_worlds_end() -> None:
    game = table("red A-6 END+blue+yellow", deck="D", left={"D": 0})
    game.corrects("leave", "red")
    assert game.state.due_scorings == ("final",)
    assert any(space.piece == WORLDS_END for space in game.state.track)


# ---- somebody comes later


@pytest.mark.rule("GM-SET-07")
def test_a_latecomer_stands_at_the_back_with_what_a_last_pawn_starts_with() -> None:
    game = table(players=3)
    game.corrects("join", "green")
    assert game.reads() == "green red A-6 S-2 blue S-1 yellow S-3 A?"
    assert game.on_turn == "green"
    assert game.player("green").coins == Table(3).state.players[0].coins
    assert game.booked[0] == "Green joins"
    assert game.owes[:2] == [
        "Green: home tile, 10 Scots, 10 clan markers, 5 coins; 1 Scot onto the start village",
        "Put the pawn of Green behind all others on the rondel",
    ]
    assert "Green joins" in turns_told(game)
    game.takes("green", "A-6")
    game.done()
    game.declines()
    assert game.on_turn == "red"
    assert any("joins with 5 coins" in line for line in game.told())


@pytest.mark.rule("GM-SET-08", "GM-SET-09")
def test_where_a_third_joins_two_the_die_plays_on_and_that_is_said() -> None:
    game = table("red A-6 yellow S-1 die A?", players=2)
    game.corrects("join", "green")
    assert game.state.use_die
    assert game.booked[0] == "Green joins, the die plays on"


def test_nobody_joins_in_the_middle_of_a_turn_and_the_row_says_so() -> None:
    game = table(players=3)
    game.takes("red", "A-6")
    assert "Finish this turn" in str(game.refused("correct", "join", "green").reason.text)


def test_after_a_scoring_nobody_joins() -> None:
    game = table(players=3, done_scorings=("A",))
    assert "After a scoring round" in str(game.refused("correct", "join", "green").reason.text)


def test_a_fifth_cannot_join() -> None:
    assert "join" not in table("red A-6 blue S-1 yellow S-3 green A?", players=4).offers("correct")
