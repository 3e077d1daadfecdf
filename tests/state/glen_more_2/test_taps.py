"""A tap is evidence: what it can mean at each moment, and that it changes nothing where nothing is open."""

from __future__ import annotations

import pytest

from companion.engine.game import CORRECTION
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Effect
from companion.state.glen_more_2.model import HouseRules, Tile
from tests.state.glen_more_2.table import Table, facts_of, with_piece


def at(ring: str, box: str = "complete", **more: object) -> Table:
    table = Table(3, box=box)
    table.arrange(ring, **more)
    return table


def ways(table: Table, piece: str) -> list[str]:
    """What a tap would be asked about, nothing carried out."""
    return [str(way.label) for way in table.history.game.tap_meaning(table.state, piece).interpretations]


# ---- while a tile is expected


def test_a_tap_of_a_tile_ahead_takes_it() -> None:
    table = at("red yellow blue S-1 S-2")
    table.taps("S-2")
    assert table.state.turn.tile == "S-2"


def test_with_one_untold_tile_of_its_deck_a_tap_needs_no_question() -> None:
    table = at("red yellow blue S-1 A? S-2 B?")
    table.taps("A-6")
    assert table.reads() == "yellow blue S-1 red S-2 B?"
    assert table.player("red").taken_tiles == (Tile("A-6", "A"),)


def test_with_several_the_table_says_which_tile_ahead_it_was() -> None:
    table = at("red yellow blue A? S-1 A? B?")
    seen = table.taps("A-6")
    assert str(seen.title) == "Red: which tile ahead was Barley Row?"
    assert ways(table, "A-6") == ["tile 1 ahead, a tile of deck A", "tile 3 ahead, a tile of deck A"]
    table.taps("A-6", way="tile 3")
    assert table.reads() == "yellow blue A? S-1 red B?"


def test_a_tile_of_an_unknown_deck_may_be_any_untold_one() -> None:
    table = at("red yellow blue A? B?", box="bare")
    assert len(ways(table, "pulteney")) == 2


def test_a_tile_named_for_one_deck_and_tapped_for_another_is_put_right_first() -> None:
    table = at("red yellow blue A? S-1")
    seen = table.taps("B-4")
    assert str(seen.title) == "The companion has Heron Bank elsewhere. What happened?"
    assert [str(w.label) for w in seen.interpretations] == [
        "Red takes it: tile 1 ahead",
        "Red takes it: tile 2 ahead",
        "It is tile 1 ahead",
        "It is tile 2 ahead",
        "Red took it",
        "Yellow took it",
        "Blue took it",
    ]
    table.taps("B-4", way="is tile 1 ahead")
    assert table.reads() == "red yellow blue B-4 S-1"
    table.taps("B-4")
    assert table.state.turn.tile == "B-4"


def test_a_tile_believed_elsewhere_is_put_right_and_taken_by_the_same_tap() -> None:
    table = at("red yellow blue S-1 S-2 S-3 A-6")
    table.takes("red", "S-2")
    table.done()
    table.taps("S-2", way="Yellow takes it: tile 1")
    assert (table.state.turn.tile, table.player("yellow").taken_tiles) == ("S-2", (Tile("S-2", "S"),))
    assert (table.player("red").taken_tiles, table.kinds()) == ((), ["end"])
    assert table.reads() == "blue yellow red S-3 A-6 A?"
    table.undo()
    assert (table.on_turn, table.player("red").taken_tiles) == ("yellow", (Tile("S-2", "S"),))
    table.redo()
    table.fits()


def test_of_its_own_decks_tiles_it_is_taken_and_not_of_others() -> None:
    table = at("red yellow blue A-6 S-1 A?")
    takes = [str(way.label) for way in table.taps("S-3").interpretations if "takes" in str(way.label)]
    assert takes == ["Red takes it: tile 2 ahead"]


def test_what_it_passes_is_asked_about_before_a_tile_believed_elsewhere_is_taken() -> None:
    table = at("red D? D-1 D-2 yellow blue", deck="D", left={"D": 0}, discards=(Tile("D-3", "D"),))
    table.taps("D-3", way="takes it: tile 3")
    assert table.kinds()[0] == "untold_end"
    table.answers("untold_end", "no")
    assert table.state.turn.tile == "D-3"


def test_a_tile_taken_by_such_a_tap_is_exchanged_for_another_like_any() -> None:
    table = at("red yellow blue S-1 A-6 A?")
    table.taps("S-3", way="takes it: tile 1")
    table.taps("A-6", way="instead of")
    assert (table.state.turn.tile, table.player("red").taken_tiles) == ("A-6", (Tile("A-6", "A"),))
    table.fits()


def test_a_tile_that_another_player_has_is_believed_elsewhere() -> None:
    table = at("red yellow blue S-1 S-2 S-3 A-6")
    table.takes("red", "S-2")
    table.done()
    seen = table.taps("S-2")
    assert str(seen.description) == "Two Pines: Red has it."
    assert "Red took it" not in [str(w.label) for w in seen.interpretations]
    table.taps("S-2", way="Blue took it")
    assert table.player("blue").taken_tiles == (Tile("S-2", "S"),)
    assert table.player("red").taken_tiles == ()


def test_of_a_tile_believed_elsewhere_the_likeliest_is_said_first() -> None:
    table = at("red yellow blue A-6 S-1 S-2")
    assert [str(way.label) for way in table.taps("S-3").interpretations] == [
        "Red takes it: tile 2 ahead",  # a tile of its own deck
        "Red takes it: tile 3 ahead",
        "It is tile 1 ahead",
        "It is tile 2 ahead",
        "It is tile 3 ahead",
        "Red took it",  # the player on turn
        "Yellow took it",
        "Blue took it",
    ]


def test_a_tile_believed_elsewhere_may_be_looked_at_only() -> None:
    table = at("red S-1 yellow blue S-2 S-3")
    table.takes("red", "S-3")
    table.done()
    before = table.state
    assert table.taps("S-1").title is not None
    assert table.state is before


@pytest.mark.parametrize("piece", ["home_red", "david_hume", "card_loch_ness", "worlds_end"])
def test_pieces_that_are_not_on_the_rondel_are_only_looked_at(piece: str) -> None:
    table = at("red yellow blue S-1 S-2")
    assert table.taps(piece).interpretations == ()


def test_a_tag_that_is_no_piece_says_so() -> None:
    assert (
        str(at("red yellow blue S-1").taps("banana").description)
        == "You play this game without that piece; put it back into the box."
    )


def test_the_tile_laid_last_is_not_taken_by_the_same_tap_read_twice() -> None:
    table = at("red yellow blue S-1 S-2")
    table.takes("red", "S-1")
    table.taps("A-6")
    assert table.on_turn == "yellow"
    seen = table.taps("A-6")
    assert str(seen.title) == "Yellow: is Barley Row taken?"
    assert table.on_turn == "yellow"
    assert table.kinds() == ["take"]
    table.taps("A-6", way="Barley Row")
    assert table.state.turn.tile == "A-6"


# ---- while the turn waits only for its end


def waiting(ring: str = "red yellow blue S-1 S-2 S-3 A-6", tile: str = "S-2") -> Table:
    table = at(ring)
    table.takes("red", tile)
    return table


def test_the_tile_just_taken_tapped_again_changes_nothing() -> None:
    table = waiting()
    before = table.state
    assert table.taps("S-2").interpretations == ()
    assert table.state is before


def test_a_tap_of_a_tile_ahead_of_the_next_figure_ends_the_turn_and_takes_it() -> None:
    table = waiting()
    table.enters("red", "points", "exchange", 3)
    table.taps("A-6")
    assert (table.on_turn, table.state.turn.tile) == ("yellow", "A-6")
    assert table.reads() == "blue S-1 red S-3 yellow A?"
    table.fits()


def test_one_undo_takes_back_both() -> None:
    table = waiting()
    table.enters("red", "points", "exchange", 3)
    before = table.state
    table.taps("A-6")
    table.undo()
    assert table.state == before
    assert table.on_turn == "red"


def untold(ring: str = "red yellow blue S? A? A?") -> Table:
    """A table that has laid tiles for a while and told none of them."""
    table = at(ring)
    table.has("blue", taken_tiles=(Tile("S-4", "S"), Tile("S-5", "S")))
    table.takes("red", "S-1", ahead=1)
    table.enters("red", "barrel")
    return table


def test_where_nobody_tells_what_is_laid_a_tap_asks_laid_out_or_taken() -> None:
    table = untold()
    seen = table.taps("A-7")
    assert str(seen.title) == "Seven Sheep Hill: what happened?"
    assert ways(table, "A-7") == [
        "Yellow took it: tile 1 ahead, a tile of deck A",
        "Yellow took it: tile 2 ahead, a tile of deck A",
        "It was laid out",
    ]
    table.taps("A-7", way="laid")
    assert table.reads() == "yellow blue red A? A? A-7"


@pytest.mark.parametrize("ring", ["red yellow blue S-1 A? S-3", "red yellow blue S-1 A? A?"])
def test_the_tile_that_the_table_was_told_to_lay_is_laid_without_a_question(ring: str) -> None:
    """Tiles are told as they are laid, or it is the first refill of all."""
    table = waiting(ring, "S-1")
    table.enters("red", "barrel")
    assert ways(table, "A-7") == ["It was laid out"]
    table.taps("A-7")
    assert table.reads().endswith("A-7")
    assert table.on_turn == "yellow", "the refill is whole"


@pytest.mark.rule("GM-TRN-09")
def test_what_is_entered_after_the_last_tile_was_laid_is_asked_for_whom() -> None:
    table = waiting()
    table.taps("A-7")
    assert (table.on_turn, table.state.last_turn_player) == ("yellow", "red")
    assert ways(table, "card:barrel") == ["Red: +1 barrel", "Yellow: +1 barrel"]
    barrels = table.player("red").barrels
    table.taps("card:barrel", way="Red: ")
    assert table.player("red").barrels == barrels + 1
    assert table.happened(ev.LateEntryMade)[-1] == ev.LateEntryMade("red")
    table.takes("yellow", "S-1")
    assert table.state.last_turn_player == "", "the next pawn has moved"
    assert ways(table, "card:barrel") == ["+1 barrel"]


@pytest.mark.rule("GM-TRN-09")
def test_after_done_entries_are_of_the_one_on_turn() -> None:
    table = waiting()
    table.done()
    assert table.state.last_turn_player == ""
    assert ways(table, "card:sell_wood") == ["Sell a good"]


def test_with_told_tiles_the_refill_is_laid_without_a_question() -> None:
    table = waiting()
    table.taps("A-7")
    assert table.reads() == "yellow blue S-1 red S-3 A-6 A-7"


def test_a_second_tile_before_anything_was_entered_asks_instead_of_the_first() -> None:
    table = waiting()
    assert ways(table, "A-6") == [
        "Yellow took it: tile 3 ahead, Barley Row",
        "Red took it instead of Two Pines",
    ]
    table.taps("A-6", way="instead")
    assert (table.on_turn, table.state.turn.tile) == ("red", "A-6")
    assert table.reads() == "yellow blue S-1 S-2 S-3 red"
    assert [t.piece for t in table.player("red").taken_tiles] == ["A-6"]


def test_once_something_was_entered_it_is_never_instead() -> None:
    table = waiting()
    table.enters("red", "barrel")
    assert ways(table, "A-6") == ["Yellow took it: tile 3 ahead, Barley Row"]


def test_an_answered_question_counts_as_entered() -> None:
    table = waiting("red yellow blue S-1 A-7 S-3", "A-7")
    assert len(ways(table, "S-3")) == 2
    table.answers("good_cost", "own")
    assert ways(table, "S-3") == ["Yellow took it: tile 2 ahead, Mossy Quarry"]


def test_a_tile_passed_by_mistake_can_be_the_one_that_was_taken() -> None:
    table = at("red S-1 S-2 yellow blue S-3")
    table.takes("red", "S-3")
    assert ways(table, "S-1") == ["Red took it instead of Mossy Quarry"]
    table.taps("S-1", way="instead")
    assert table.reads() == "red S-2 yellow blue S-3"
    assert table.state.discards == ()


def test_an_untold_tile_named_wrongly_gets_its_other_name() -> None:
    table = at("red yellow blue S? A? A?")
    table.has("blue", taken_tiles=(Tile("S-4", "S"), Tile("S-5", "S")))
    table.takes("red", "A-6", ahead=2)
    table.taps("inshriach", way="instead")
    assert table.player("red").taken_tiles == (Tile("inshriach", "A"),)
    assert table.reads() == "yellow blue S? red A?"


def test_a_known_tile_where_nothing_can_follow_is_only_looked_at() -> None:
    table = at("red yellow blue S-1 S-2 S-3", left={"A": 1})
    table.takes("red", "S-1")
    table.enters("red", "barrel")
    before = table.state
    assert str(table.taps("S-2").description) == "Two Pines lies on the rondel."
    assert table.state is before


def test_a_tile_just_laid_and_tapped_again_asks_before_the_next_player_has_it() -> None:
    table = at("red S-1 yellow blue S-2 S-3")
    table.takes("red", "S-2")
    table.taps("A-6")
    seen = table.taps("A-6")
    assert seen.title is not None
    assert table.on_turn == "red"


def test_points_for_movement_are_still_asked_when_the_next_player_taps() -> None:
    table = at("red yellow blue S-1 S-2 S-3")
    table.has("red", crests=("maclachlan",))
    table.takes("red", "S-1")
    table.enters("red", "barrel")
    table.taps("S-2")
    assert (table.on_turn, table.kinds()) == ("yellow", ["movement_late", "end"])
    table.answers("movement_late", "unused", 2)
    assert table.player("red").total == 2
    table.done()
    assert table.on_turn == "blue"


# ---- landmark cards


def test_the_card_of_a_landmark_confirms_and_counts_nothing_twice() -> None:
    table = waiting("red yellow blue S-1 loch_lochy S-3", "loch_lochy")
    table.declines()
    before = table.state
    assert str(table.taps("card_loch_lochy").description) == "The card Loch Lochy is counted for Red."
    assert table.state is before
    assert table.player("red").landmarks == ("loch_lochy",)


@pytest.mark.rule("GM-ONE-04")
def test_a_card_that_nobody_has_may_have_come_with_this_turns_tile() -> None:
    table = at("red yellow blue A? S-3")
    table.answers("take", "take", "ahead:1", "")
    table.answers("sort", "later")
    seen = table.taps("card_donan_castle")
    assert str(seen.title) == "Red gets the card Donan Castle"
    assert table.player("red").landmarks == ()
    table.taps("card_donan_castle", way="Red gets")
    assert table.player("red").landmarks == ("donan_castle",)


def test_a_card_answers_the_question_what_a_nameless_tile_was() -> None:
    table = at("red yellow blue A? S-3")
    table.answers("take", "take", "ahead:1", "")
    table.taps("card_donan_castle")
    assert table.player("red").landmarks == ("donan_castle",)


# ---- questions in front of people


@pytest.mark.rule("GM-CRS-19")
@pytest.mark.parametrize("piece", ["S-1", "A-6", "B-4", "S-3"])
def test_while_munro_waits_any_tile_that_nobody_has_is_accepted(piece: str) -> None:
    table = at("red S-1 A? yellow blue robert_the_bruce S-3")
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "munro")
    table.taps(piece)
    assert piece in [t.piece for t in table.player("red").taken_tiles]
    assert "from_discards" not in table.kinds()


@pytest.mark.rule("GM-CRS-19")
def test_munro_does_not_take_a_tile_out_of_a_territory() -> None:
    table = at("red S-1 yellow blue robert_the_bruce S-3 S-4")
    table.has("yellow", taken_tiles=(Tile("S-2", "S"),))
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "munro")
    table.taps("S-2")
    assert [t.piece for t in table.player("yellow").taken_tiles] == ["S-2"]


# ---- command cards


def test_command_cards_enter_what_buttons_would() -> None:
    table = waiting()
    for card in ("points_4", "sell_sheep", "barrel", "coins_3", "pay_1", "scot_home", "buy_wood"):
        table.taps(f"card:{card}")
    red = table.player("red")
    assert (red.total, red.coins, red.barrels, red.scots) == (4, 5 + 1 + 3 - 1 - 2, 1, 1)
    table.taps("card:pay_barrel")
    table.taps("card:scot_away")
    assert (table.player("red").barrels, table.player("red").scots) == (0, 0)
    table.taps("card:done")
    assert table.on_turn == "yellow"


def test_a_crest_card_pays_the_known_road_and_answers_an_open_question() -> None:
    table = waiting("red yellow blue S-1 robert_the_bruce S-3", "robert_the_bruce")
    table.taps("card:crest_macleod")
    assert table.player("red").crests == ("macleod",)
    assert "crest" not in table.kinds()


def test_a_crest_card_asks_for_a_road_that_nobody_knows() -> None:
    table = at("red yellow blue S-1 S-2", box="bare")
    seen = table.taps("card:crest_macgregor")
    assert str(seen.title) == "How many coins does the road to MacGregor cost?"
    assert [str(way.label) for way in seen.interpretations] == ["0", "1", "2", "3", "4", "5"]
    table.taps("card:crest_macgregor", way="3")
    assert (table.player("red").crests, table.player("red").coins) == (("macgregor",), 2)


@pytest.mark.rule("GM-CLN-06")
def test_a_crest_card_lists_only_few_roads_and_those_that_the_player_can_pay() -> None:
    table = at("red yellow blue S-1 S-2", box="bare")
    table.corrects("count", "red", "coins", 1)
    assert [str(way.label) for way in table.taps("card:crest_macgregor").interpretations] == ["0", "1"]
    table.corrects("count", "red", "coins", 20)
    assert [str(way.label) for way in table.taps("card:crest_macgregor").interpretations] == list("01234567")
    table.enters("red", "crest", "macgregor", 9)
    assert table.player("red").coins == 11


def test_the_barrel_card_asks_the_owner_of_macgregor() -> None:
    table = at("red yellow blue S-1 S-2")
    table.has("red", crests=("macgregor",))
    assert ways(table, "card:barrel") == ["the barrel", "3 points instead (MacGregor)"]


def test_a_card_that_means_nothing_now_says_why() -> None:
    table = at("red yellow blue S-1 S-2", market=dict.fromkeys(Table(3).state.market, 0))
    assert str(table.taps("card:done").description) == "No turn waits for its end."
    assert str(table.taps("card:banana").description) == "That card does nothing now."
    assert str(table.taps("card:crest_banana").description) == "That card does nothing now."
    assert str(table.taps("card:sell_wood").description) == "No row holds coins."
    assert str(table.taps("card:scot_away").description) == "No Scot stands in the home castle."
    assert str(table.taps("card:worlds_end").description) == "Nobody can move onto World's End now."


def test_the_card_for_worlds_end_asks_which_untold_tile_it_is() -> None:
    table = at("red yellow blue D? D?", deck="D")
    assert len(ways(table, "card:worlds_end")) == 2


# ---- nothing open


def test_when_nothing_is_open_a_tap_shows_what_it_is_and_changes_nothing() -> None:
    table = Table(3, die=True, house=HouseRules(use_die=True))
    table.arrange("die red yellow blue A? END", deck="D")
    before = table.state
    seen = table.taps("worlds_end")
    assert (str(seen.description), seen.interpretations) == ("World's End lies on the rondel.", ())
    assert table.state is before


# ---- stickers that nobody has enrolled


def test_an_unknown_sticker_stands_for_a_slot_that_is_expected() -> None:
    free = Table(3).history.game.unidentified_pieces
    bare = at("red yellow blue B? S-1", box="bare")
    assert free(bare.state, set()) == ("B-1",)
    assert free(bare.state, {"B-1", "B-2"}) == ("B-3",)
    assert free(at("red yellow blue S? A? A? B?", box="bare").state, {"A-1"}) == ("S-1", "A-2", "B-1")
    told = at("red yellow blue S-1 S-2", box="bare")
    assert free(told.state, set()) == ()
    told.takes("red", "S-1")
    told.declines()
    assert free(told.state, set()) == ("A-1",)


def test_an_unknown_sticker_may_come_from_the_discard_pile() -> None:
    facts = with_piece(facts_of("bare"), "S-1", category="land", rebuild=False, cost=(), one_time=())
    facts = with_piece(facts, "S-1", one_time=(Effect("from_discards"),))
    table = Table(3, facts=facts)
    table.arrange("red C? yellow blue S-1 S-2")
    table.takes("red", "S-1")
    assert table.history.game.unidentified_pieces(table.state, set()) == ("C-1",)


def test_a_taken_tile_that_lies_elsewhere_is_put_right_by_a_correction() -> None:
    table = at("red yellow blue A? S-1")
    seen = table.history.game.tap_meaning(table.state, "B-4")
    assert all(way.answer.question == CORRECTION for way in seen.interpretations)
    table.taps("B-4", way="is tile 1 ahead")
    assert table.happened(ev.SpaceSet) == [ev.SpaceSet(3, "B-4", "B")]
