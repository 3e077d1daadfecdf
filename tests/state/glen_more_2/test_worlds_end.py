"""World's End: who may stand there, what is never discarded unasked, and how the game ends."""

from __future__ import annotations

import pytest

from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import GOODS
from tests.chronicles.on_glass import everything_owed, first_list, home, home_words
from tests.state.glen_more_2.table import Table

OUT = {"S": 0, "A": 0, "B": 0, "C": 0, "D": 0}


def at(ring: str, **more: object) -> Table:
    table = Table(3)
    table.arrange(ring, deck="D", **more)
    return table


def counts(table: Table) -> None:
    table.answers("count_scots", "counted", *[p.scots for p in table.state.players])
    table.answers("count_rest", "right")


@pytest.mark.rule("GM-END-03", "GM-END-04", "GM-TRN-10")
def test_several_pawns_may_stand_on_worlds_end() -> None:
    table = at("red yellow END+blue D-1 D-2")
    table.answers("take", "worlds_end")
    assert table.reads() == "yellow END+blue+red D-1 D-2"
    assert table.happened(ev.TileTaken) == []
    table.done()
    assert table.on_turn == "yellow"


@pytest.mark.rule("GM-END-03")
def test_who_is_on_worlds_end_is_out_of_the_game() -> None:
    table = at("red yellow blue END D-1 D-2 D-3")
    table.answers("take", "worlds_end")
    table.done()
    takers = []
    while table.kinds() == ["take"]:
        takers.append(table.on_turn)
        table.answers("take", "worlds_end")
        table.done()
    assert takers == ["yellow", "blue"]


@pytest.mark.rule("GM-END-03")
@pytest.mark.parametrize(("entry", "coins"), [("sell", 1), ("buy", -2)])
def test_trade_after_the_move_onto_worlds_end_is_asked_about(entry: str, coins: int) -> None:
    table = at("red yellow blue END D-1 D-2", market=dict.fromkeys(GOODS, 1))
    before = table.player("red").coins
    table.answers("take", "worlds_end")
    refusal = table.refused("ledger", entry, "wood", player="red")
    assert (refusal.is_soft, refusal.reason.rule) == (True, "GM-END-03")
    assert str(refusal.reason.text) == "Red is out of the game; trade comes before the move onto World's End."
    table.done()
    assert table.refused("ledger", entry, "wood", player="red").reason.rule == "GM-END-03"
    table.enters("red", entry, "wood", anyway=True)
    assert table.player("red").coins == before + coins
    table.enters("yellow", "sell", "sheep")


@pytest.mark.rule("GM-END-02", "GM-END-03")
def test_a_pawn_beyond_worlds_end_still_trades_in_its_last_turn() -> None:
    table = at("red yellow blue END D-3 D-12", left=OUT)
    table.takes("red", "D-3")
    table.declines()
    table.enters("red", "sell", "wood")


@pytest.mark.rule("GM-END-03", "GM-LMK-09")
def test_loch_ness_is_recalled_before_the_move_onto_worlds_end_and_not_after_it() -> None:
    table = at("red yellow blue END D-1 D-2")
    table.has("red", landmarks=("loch_ness",))
    assert any("Loch Ness" in str(line) for line in table.owes)
    table.answers("take", "worlds_end")
    assert table.chores == []


@pytest.mark.rule("GM-END-03", "GM-CRS-11")
def test_nobody_has_movement_points_over_on_worlds_end() -> None:
    table = at("red yellow blue END D-1 D-2")
    table.has("red", crests=("maclachlan",))
    table.answers("take", "worlds_end")
    table.done()
    assert table.on_turn == "yellow"


@pytest.mark.rule("GM-END-02", "GM-END-01")
def test_a_pawn_that_passes_worlds_end_takes_its_tile_and_has_no_more_turns() -> None:
    table = at("red yellow blue END D-3 D-12", left=OUT)
    table.takes("red", "D-3")
    table.declines()
    assert [t.piece for t in table.player("red").taken_tiles] == ["D-3"]
    assert table.player("red").rebuilds == 1
    table.done(anyway=True)
    table.answers("take", "worlds_end")
    table.done()
    assert table.on_turn == "blue"


@pytest.mark.rule("GM-END-01", "GM-END-07")
def test_the_game_ends_when_the_last_pawn_reaches_or_passes_worlds_end() -> None:
    table = at("red END+yellow D-1 blue D-2", left={**OUT, "D": 4})
    table.takes("red", "D-2")
    table.declines()
    assert table.words("end") == "OK ends the turn and the game."
    for panel in PANELS:
        assert "OK ends the turn and the game" in home_words(table, panel)
    table.done(anyway=True)
    assert table.kinds()[0] == "count_scots"
    counts(table)
    while table.kinds()[:1] == ["goods"]:
        table.answers("goods", "counted", *(n for n, _ in enumerate(table.offer("goods", "counted").parts)))
    assert table.state.phase == "over"
    assert table.view.over
    assert table.state.winners


@pytest.mark.rule("GM-END-01")
def test_if_the_last_move_ends_the_game_its_turn_is_finished_first() -> None:
    table = at("red END+yellow+blue D-5", left=OUT)
    table.takes("red", "D-5")
    assert "end" in table.kinds()
    table.enters("red", "points", "exchange", 7)
    table.declines()
    table.done(anyway=True)
    counts(table)
    assert table.player("red").points["exchange"] == 7


@pytest.mark.rule("GM-END-06", "GM-DIE-09")
def test_the_end_does_not_wait_for_the_die() -> None:
    table = at("red die D-1 END+yellow+blue D-2", left=OUT)
    table.answers("take", "worlds_end")
    table.done()
    assert table.kinds()[0] == "count_scots"


@pytest.mark.rule("GM-END-03")
def test_with_only_the_die_between_a_pawn_still_reaches_worlds_end() -> None:
    table = at("red die END+yellow+blue", left=OUT)
    assert table.offers("take") == ["take", "worlds_end"]
    assert table.choices("take", "take") == ["worlds_end"]
    table.answers("take", "worlds_end")
    assert table.reads() == "die END+yellow+blue+red"


@pytest.mark.rule("GM-END-05")
def test_worlds_end_is_never_taken_never_discarded() -> None:
    table = at("red END yellow blue D-1 D-2")
    assert table.choices("take", "take") == ["worlds_end", "D-1", "D-2"]
    table.takes("red", "D-2")
    assert table.reads() == "END yellow blue D-1 red"
    assert table.state.discards == ()


@pytest.mark.rule("GM-END-03")
@pytest.mark.parametrize("tap", ["worlds_end", "card:worlds_end"])
def test_a_tap_of_worlds_end_or_of_its_card_is_the_move(tap: str) -> None:
    table = at("red yellow blue D-1 END")
    table.taps(tap)
    assert table.reads() == "yellow blue D-1 END+red"


@pytest.mark.rule("GM-END-03")
@pytest.mark.parametrize("panel", PANELS)
def test_tiles_past_worlds_end_are_said_to_be_so(panel: str) -> None:
    table = at("red yellow blue D-1 END D-3")
    near, end, far = table.offer("take", "take").parts[0].choices
    assert "past" not in str(near.label)
    assert str(far.label).startswith("tile 3 ahead, past World's End: ")
    assert (str(end.brief), str(far.brief)) == ("2: End", "3: past")
    assert "Tile 3 ahead, past World's End: Three Bridges" in first_list(table, panel)
    assert "3. dílek vpředu, až za Koncem světa" in first_list(table, panel, Translator("cs"))


def test_a_tap_that_may_be_the_one_that_laid_worlds_end_is_asked_about() -> None:
    table = at("red yellow blue D-1 D-2")
    table.takes("red", "D-1")
    table.declines()
    table.taps("worlds_end")
    assert (table.on_turn, table.state.turn.previous_tile) == ("yellow", "worlds_end")
    assert str(table.taps("worlds_end").title) == "Yellow: onto World's End?"
    assert table.kinds() == ["take"]
    table.taps("worlds_end", way="moves onto")
    assert table.reads() == "blue red D-2 END+yellow"


def test_before_deck_d_a_tap_of_worlds_end_is_no_move() -> None:
    seen = Table(3).taps("worlds_end")
    assert (seen.title, seen.interpretations) == (None, ())


# ---- while nobody has said where it lies


@pytest.mark.rule("GM-END-05", "GM-SET-11")
def test_no_untold_tile_of_d_is_discarded_unasked() -> None:
    table = at("red D? D? yellow blue D-1")
    table.takes("red", "D-1")
    assert table.kinds()[0] == "untold_end"
    assert table.words("untold_end") == (
        "Red passes 2 tiles of deck D that nobody tapped. Is World's End among them?"
    )
    assert table.state.discards == ()
    table.answers("untold_end", "no")
    assert [t.deck for t in table.state.discards] == ["D", "D"]
    assert table.state.turn.tile == "D-1"


@pytest.mark.rule("GM-END-05", "GM-END-01")
def test_worlds_end_among_the_passed_stays_and_may_end_the_game() -> None:
    table = at("red D? D? yellow blue D-1")
    table.takes("red", "D-1")
    table.answers("untold_end", "yes", "2")
    assert table.reads() == "END yellow blue red"
    assert len(table.state.discards) == 1
    table.declines()
    table.done(anyway=True)
    assert table.kinds()[0] == "count_scots"


def test_another_answer_is_possible_while_that_is_asked() -> None:
    table = at("red D? D? yellow blue D-1")
    table.takes("red", "D-1")
    table.answers("take", "take", "ahead:1", "")
    assert "untold_end" not in table.kinds()


def test_a_ring_put_right_while_that_is_asked_asks_nothing_stale() -> None:
    table = at("red D? D? yellow blue D-1")
    table.takes("red", "D-1")
    table.corrects("space", "space:5", "empty")
    assert table.kinds() == ["take"]


@pytest.mark.rule("GM-END-05")
def test_told_tiles_of_d_are_discarded_without_a_question() -> None:
    table = at("red D-2 yellow blue D-1")
    table.takes("red", "D-1")
    assert "untold_end" not in table.kinds()


@pytest.mark.rule("GM-END-03")
def test_moving_onto_worlds_end_tells_where_it_lies() -> None:
    table = at("red yellow blue D? D? D-1")
    table.answers("take", "worlds_end", "ahead:2")
    assert table.reads() == "yellow blue D? END+red D-1"


@pytest.mark.rule("GM-SET-11")
def test_before_deck_d_nobody_moves_onto_worlds_end() -> None:
    table = Table(3)
    table.refused("take", "worlds_end")
    assert "worlds_end" not in table.offers("take")
    assert "worlds_end" not in table.choices("take", "take")


@pytest.mark.rule("GM-SET-11", "GM-RND-08")
def test_when_d_is_out_people_are_asked_where_worlds_end_lies() -> None:
    table = at("red yellow blue D-1 D? D-2", left={**OUT, "D": 1})
    table.takes("red", "D-2")
    table.declines()
    table.done(anyway=True)
    assert table.words("where_end") == "Deck D is empty. Where is World's End?"
    table.answers("where_end", "where", "2")
    assert table.reads() == "yellow blue D-1 END red D?"
    assert table.on_turn == "yellow"


def test_where_it_lies_can_be_said_later_and_is_asked_again() -> None:
    table = at("red yellow blue D-1 D? D-2", left={**OUT, "D": 1})
    table.takes("red", "D-2")
    table.declines()
    table.done(anyway=True)
    table.answers("where_end", "later")
    assert table.kinds() == ["take"]
    table.takes("yellow", "D-1")
    table.declines()
    table.done(anyway=True)
    assert table.kinds()[0] == "where_end"


def test_a_tap_of_worlds_end_tells_which_untold_tile_it_is() -> None:
    table = at("red yellow blue D? D? D-1")
    assert [str(w.label) for w in table.taps("worlds_end").interpretations] == [
        "Red moves onto it, tile 1 ahead",
        "Red moves onto it, tile 2 ahead",
        "It is tile 1 ahead",
        "It is tile 2 ahead",
    ]
    table.taps("worlds_end", way="is tile 2 ahead")
    assert table.reads() == "red yellow blue D? END D-1"
    assert table.on_turn == "red"
    table.undo()
    table.taps("worlds_end", way="moves onto it, tile 2")
    assert table.reads() == "yellow blue D? END+red D-1"


@pytest.mark.rule("GM-END-03")
def test_a_worlds_end_that_was_lost_lies_ahead_of_everything() -> None:
    table = at("red yellow blue D-1", left=OUT, spaces=14)
    table.answers("take", "worlds_end", "foremost")
    assert table.reads() == "yellow blue D-1 END+red"


@pytest.mark.rule("GM-END-01")
def test_a_ring_put_right_may_end_the_game() -> None:
    table = at("red END+yellow D-1 blue", left=OUT)
    table.corrects("figure", "red", "space:2")
    assert table.kinds()[0] == "count_scots"


# ---- the end


@pytest.mark.rule("GM-END-08", "GM-END-09", "GM-END-10", "GM-END-11", "GM-END-12")
def test_the_final_scoring_books_every_source_and_names_the_winner() -> None:
    table = at("red END+yellow+blue", left=OUT)
    table.has("red", coins=2, tiles=9, points={"exchange": 20})
    table.has("yellow", coins=4, tiles=7, points={"exchange": 9}, barrels=0)
    table.has("blue", coins=0, tiles=7, points={"exchange": 1})
    table.answers("take", "worlds_end")
    table.done()
    counts(table)
    sources = {p.id: p.points for p in table.state.players}
    assert sources["red"]["territory"] == -6
    assert (sources["red"]["coins"], sources["yellow"]["coins"]) == (2, 4)
    assert set(sources["blue"]) == {"exchange"}
    assert [p.total for p in table.state.players] == [16, 13, 1]
    assert table.state.winners == ("red",)


@pytest.mark.rule("GM-END-11")
def test_a_total_may_be_negative() -> None:
    table = at("red END+yellow+blue", left=OUT)
    table.has("red", coins=0, tiles=9)
    table.has("yellow", coins=1)
    table.answers("take", "worlds_end")
    table.done()
    counts(table)
    assert table.player("red").total == -21
    assert table.state.winners != ("red",)


def test_while_deck_d_is_laid_the_panel_asks_for_worlds_end_until_it_is_told() -> None:
    table = at("red yellow blue D-1 D-2 D-3", left={**OUT, "D": 8})
    table.takes("red", "D-2")
    words = home_words(table)
    assert "Tap World's End if you lay it" in words
    told = at("red yellow blue D-1 D-2 END D-3", left={**OUT, "D": 8})
    told.takes("red", "D-2")
    assert "Lay 1 from D" in home_words(told)
    assert "Tap World's End" not in home_words(told)


@pytest.mark.rule("GM-SET-12")
@pytest.mark.parametrize("panel", PANELS)
def test_in_a_short_game_the_first_tiles_of_d_come_with_the_word_that_worlds_end_is_on_top(panel: str) -> None:
    """Whether all of them are of D or the first of them still of C; never after it is laid, nor in a full game."""
    first = "The first tile of D is World's End"
    for left, short, lay, said in (
        ({**OUT, "C": 1, "D": 18}, True, "Lay 1 from C, then 2 from D", True),
        ({**OUT, "D": 18}, True, "Lay 3 from D", True),
        ({**OUT, "C": 3, "D": 18}, True, "Lay 3 from C", False),
        ({**OUT, "C": 1, "D": 18}, False, "Lay 1 from C, then 2 from D", False),
    ):
        table = Table(3)
        deck = "C" if left["C"] else "D"
        table.arrange("red S-1 S-2 yellow blue S-3 A-6", deck=deck, left=left, short_game=short)
        table.takes("red", "S-3")
        told = everything_owed(table, panel)
        assert lay in told
        assert (first in told) is said, (left, short)


@pytest.mark.rule("GM-SET-11", "GM-END-03")
@pytest.mark.parametrize(("left", "expected"), [(16, False), (11, True), (4, True)])
def test_worlds_end_is_spoken_of_when_it_can_lie_about_half_way_down(left: int, expected: bool) -> None:
    table = at("red yellow blue D-1 D? D-3", left={**OUT, "D": left})
    offer = table.question("take").offer("worlds_end")
    assert offer
    assert offer.is_rare is not expected, "offered all the same: nobody knows where it lies"
    table.takes("red", "D-1")
    assert ("Tap World's End if you lay it" in home_words(table)) is expected


@pytest.mark.rule("GM-END-03")
@pytest.mark.parametrize("panel", PANELS)
def test_who_stands_on_worlds_end_is_not_next_any_more(panel: str) -> None:
    table = at("red D-1 END+blue+yellow", left=OUT)
    assert "next" not in home_words(table, panel).split(), "red alone still moves"
    table.takes("red", "D-1")
    assert "next" in home_words(table, panel).split()
    assert table.view.next_up == "red", "it is behind World's End and moves once more"
    table = at("red yellow D-1 END+blue", left=OUT)
    assert table.view.next_up == "yellow"
    table.answers("take", "worlds_end")
    assert table.view.next_up in ("", "yellow")
    assert "Blue" not in next_told(table, panel)


def next_told(table: Table, panel: str) -> str:
    """What stands behind "next" in the bar."""
    words = [each.text for each in home(table, panel).drawn]
    return words[words.index("next") + 1] if "next" in words else ""


@pytest.mark.rule("GM-END-01")
@pytest.mark.parametrize("panel", PANELS)
def test_nobody_is_next_in_the_turn_with_which_the_game_ends(panel: str) -> None:
    table = at("red D-1 END+blue+yellow", left={**OUT, "D": 3})
    table.answers("take", "worlds_end")
    assert table.state.phase == "turn"
    assert table.view.next_up == ""
    assert "next" not in home_words(table, panel).split()
