"""Who plays is put right at any time: a wrong colour, somebody who goes home, somebody who comes later."""

from __future__ import annotations

import pytest

from companion.state.glen_more_2.facts import WORLDS_END
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
    assert (game.on_turn, game.question("take").asked) == ("green", "green")
    assert (game.player("green").coins, game.player("green").name) == (9, "Ann")
    assert "Ann plays Green from now on" in game.told()[-1]
    game.enters("green", "coins_in", 2)
    assert game.player("green").coins == 11
    game.takes("green", "A-6")
    assert game.player("green").taken[-1].piece == "A-6"


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
    assert game.state == before
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


def test_a_colour_goes_through_the_result_that_is_shown() -> None:
    game = table("blue S-1 yellow S-3 red A? A?")
    game.corrects("deck", "A", 0)
    game.stage_due("A")
    game.answers("count_scots", "counted", 3, 0, 0)
    game.answers("count_rest", "right")
    game.corrects("colour", "red", "green")
    assert game.view.result is not None
    assert [scored.name for scored in game.view.result.players] == ["green", "yellow", "blue"]


# ---- somebody goes home


def test_who_goes_home_leaves_the_rondel_and_the_next_is_on_turn() -> None:
    game = table(players=3)
    game.has("red", points={"exchange": 7}, coins=4)
    game.corrects("leave", "red")
    assert "red" not in game.reads()
    assert game.on_turn == "blue"
    red = next(p for p in game.view.players if p.id == "red")
    assert (red.points, red.coins, red.left) == (7, 4, True)
    assert "house ruling" in game.told()[-1]
    assert game.put_back()[0] == "The pawn of Red back to where it stood"
    game.undo()
    assert game.on_turn == "red"
    assert game.reads() == "red A-6 S-2 blue S-1 yellow S-3 A?"


def test_who_goes_home_in_the_turn_of_another_holds_nobody_up() -> None:
    game = table(players=3)
    game.takes("red", "S-1")
    game.corrects("leave", "yellow")
    game.declines()
    assert game.on_turn == "red"
    game.done()
    game.declines()
    assert game.on_turn == "blue"
    assert not any(q.asked == "yellow" for q in game.history.game.questions(game.state))


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
    assert game.state.due == ("final",)
    assert any(space.piece == WORLDS_END for space in game.state.line)


# ---- somebody comes later


@pytest.mark.rule("GM-SET-07")
def test_a_latecomer_stands_at_the_back_with_what_a_last_pawn_starts_with() -> None:
    game = table(players=3)
    game.corrects("join", "green")
    assert game.reads() == "green red A-6 S-2 blue S-1 yellow S-3 A?"
    assert game.on_turn == "green"
    assert game.player("green").coins == Table(3).state.players[0].coins
    game.takes("green", "A-6")
    game.done()
    game.declines()
    assert game.on_turn == "red"
    assert any("joins with 5 coins" in line for line in game.told())


def test_after_a_scoring_nobody_joins() -> None:
    game = table(players=3, scored=("A",))
    assert "After a scoring round" in str(game.refused("correct", "join", "green").reason.text)


def test_a_fifth_cannot_join() -> None:
    assert "join" not in table("red A-6 blue S-1 yellow S-3 green A?", players=4).offers("correct")
