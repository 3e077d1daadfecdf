"""Taking a tile: what may be named, what it costs, and the turn in which nothing can be taken."""

from __future__ import annotations

import pytest

from companion.screens.paper import PANELS
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Cost
from companion.state.glen_more_2.model import Tile
from tests.chronicles import on_glass
from tests.state.glen_more_2.table import Table, facts_of, with_piece


def at(ring: str, box: str = "complete", **more: object) -> Table:
    table = Table(3, box=box)
    table.arrange(ring, **more)
    return table


# ---- which tile


@pytest.mark.rule("GM-TRN-02", "GM-TRN-03")
def test_a_tile_taken_counts_for_the_territory_and_the_pawn_stands_in_its_place() -> None:
    table = at("red yellow blue S-1 S-2")
    table.takes("red", "S-2")
    assert table.reads() == "yellow blue S-1 red"
    assert table.player("red").tiles == 3
    assert table.player("red").taken_tiles == (Tile("S-2", "S"),)


def test_an_untold_tile_is_taken_by_where_it_lies_and_named_if_people_like() -> None:
    table = at("red yellow blue A? S-2 A?")
    assert table.choices("take", "take") == ["ahead:1", "S-2", "ahead:3"]
    table.takes("red", "A-6", ahead=3)
    assert table.player("red").taken_tiles == (Tile("A-6", "A"),)
    assert table.reads() == "yellow blue A? S-2 red"


def test_an_untold_tile_can_only_be_a_tile_of_its_deck_that_lies_nowhere_else() -> None:
    table = at("red yellow blue A? A-6")
    assert table.refused("take", "take", "ahead:1", "B-4")
    assert table.refused("take", "take", "ahead:1", "A-6")
    table.takes("red", "A-7", ahead=1)


def test_a_nameless_take_asks_what_it_was_and_can_be_said_later() -> None:
    table = at("red yellow blue A? S-2")
    table.answers("take", "take", "ahead:1", "")
    assert table.kinds() == ["sort", "end"]
    table.answers("sort", "later")
    assert table.player("red").tiles == 3
    assert "tiles" in table.player("red").uncertain_counts
    table.done()
    table.fits()


def test_a_named_tile_whose_deck_nobody_knew_is_of_this_deck_from_now_on() -> None:
    table = at("red yellow blue B? S-2", box="bare")
    table.takes("red", "pulteney", ahead=1)
    assert [(f.piece, f.field, f.value) for f in table.history.game.learned_facts(table.events)] == [
        ("pulteney", "deck", "B")
    ]
    assert table.state.facts.pieces["pulteney"].deck == "B"


def test_every_known_tile_has_one_place_only() -> None:
    table = at("red yellow blue S-1 S-2 A?")
    table.takes("red", "A-6", ahead=3)
    table.done()
    table.takes("yellow", "S-1")
    assert "A-6" not in table.choices("end", "laid")


# ---- what it costs


@pytest.mark.rule("GM-TIL-02")
def test_a_tile_without_a_cost_is_free() -> None:
    table = at("red yellow blue S-1 S-2")
    table.takes("red", "S-1")
    assert table.kinds() == ["end"]
    assert table.player("red").coins == 5


@pytest.mark.rule("GM-TAK-03", "GM-TIL-02", "GM-TAK-01")
def test_coins_of_a_cost_are_booked() -> None:
    table = at("red yellow blue millburn S-2")
    table.takes("red", "millburn")
    assert table.happened(ev.CoinsPaid) == [ev.CoinsPaid("red", 2, "cost")]
    assert table.player("red").coins == 3


@pytest.mark.rule("GM-TAK-05")
def test_a_barrel_of_a_cost_is_booked() -> None:
    table = at("red yellow blue C-12 S-2")
    table.has("red", barrels=2)
    table.takes("red", "C-12")
    assert table.player("red").barrels == 1


@pytest.mark.rule("GM-TAK-02")
def test_each_good_of_a_cost_is_an_own_one_or_comes_from_the_market() -> None:
    table = at("red yellow blue C-15 S-2")
    table.takes("red", "C-15")
    assert [q.kind for q in table.history.game.questions(table.state)][:2] == ["good_cost", "good_cost"]
    table.answers("good_cost", "own")
    assert (table.player("red").coins, sum(table.state.market.values())) == (5, 5)
    bought = "wood" if "wood" in table.words("good_cost") else "stone"
    table.answers("good_cost", "market")
    assert table.player("red").coins == 3
    assert table.state.market[bought] == 2


@pytest.mark.rule("GM-TAK-02")
def test_any_good_from_the_market_is_one_of_those_that_can_be_bought() -> None:
    table = at("red yellow blue loch_morar S-2", market={**Table(3).state.market, "wood": 3})
    table.takes("red", "loch_morar")
    assert table.choices("good_cost", "market") == ["stone", "barley", "sheep", "cattle"]
    table.answers("good_cost", "market", "sheep")
    assert table.state.market["sheep"] == 2


@pytest.mark.rule("GM-TAK-02")
def test_with_a_full_row_nobody_is_asked() -> None:
    table = at("red yellow blue A-7 S-2", market={**Table(3).state.market, "wood": 3})
    table.takes("red", "A-7")
    assert "good_cost" not in table.kinds()


@pytest.mark.rule("GM-TAK-04")
def test_a_scot_of_a_cost_may_leave_the_home_castle() -> None:
    table = at("red yellow blue C-13 S-2")
    table.has("red", scots=2)
    table.takes("red", "C-13")
    table.answers("scot_cost", "home_1")
    assert table.player("red").scots == 1


@pytest.mark.rule("GM-TAK-04")
def test_with_no_scot_in_the_home_castle_nobody_is_asked() -> None:
    table = at("red yellow blue C-13 S-2")
    table.takes("red", "C-13")
    assert "scot_cost" not in table.kinds()


PAY_A_SCOT = "Pay 1 Scot: from a tile to your supply"


@pytest.mark.rule("GM-TAK-04")
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("home", [0, 1])
def test_the_hands_are_told_of_a_scot_of_a_cost_wherever_it_stands(home: int, panel: str) -> None:
    table = at("red yellow blue loch_ness S-2")
    table.has("red", scots=home)
    table.takes("red", "loch_ness")
    if home:
        table.answers("scot_cost", "no")
    assert PAY_A_SCOT in on_glass.everything_owed(table, panel)
    table.done()
    assert PAY_A_SCOT not in table.owes


@pytest.mark.rule("GM-TAK-04")
@pytest.mark.parametrize("entered", [1, 3])
def test_a_scot_that_was_entered_for_the_cost_is_paid(entered: int) -> None:
    table = at("red yellow blue loch_ness S-2")
    table.has("red", scots=4)
    table.takes("red", "loch_ness")
    table.answers("scot_cost", "no")
    table.enters("red", "scots_out", entered)
    assert not [words for words in table.owes if "Scot" in words]


@pytest.mark.rule("GM-TAK-01")
def test_a_count_below_zero_is_asked_about_when_the_turn_ends() -> None:
    table = at("red yellow blue millburn S-2")
    table.has("red", coins=1)
    table.takes("red", "millburn")
    assert table.player("red").coins == -1
    refusal = table.refused("end", "done")
    assert (refusal.is_soft, refusal.reason.rule) == (True, "GM-TAK-01")
    assert str(refusal.reason.text) == "By the entries Red has -1 coins"
    table.enters("red", "sell", "sheep")
    table.done()
    assert table.player("red").coins == 0


@pytest.mark.rule("GM-TAK-01")
def test_a_turn_ended_anyway_leaves_nobody_below_zero_and_the_count_in_doubt() -> None:
    table = at("red yellow blue millburn S-2")
    table.has("red", coins=1)
    table.takes("red", "millburn")
    table.done(anyway=True)
    assert table.player("red").coins == 0
    assert "coins" in table.player("red").uncertain_counts


@pytest.mark.rule("GM-TIL-02")
def test_an_unknown_cost_asks_nothing_and_the_turn_says_so() -> None:
    table = at("red yellow blue A? S-2", box="bare")
    table.takes("red", "inshriach", ahead=1)
    assert "good_cost" not in table.kinds()
    assert "Before OK enter the tile's cost, even 0" in table.owes
    table.declines()
    table.done()
    assert {"coins", "barrels"} <= set(table.player("red").uncertain_counts)


def test_a_cost_known_of_a_tile_whose_sort_is_not_is_booked_too() -> None:
    facts = with_piece(facts_of("bare"), "A-1", cost=(Cost("coin", 2),))
    table = Table(3, facts=facts)
    table.arrange("red yellow blue A-1 S-2")
    table.takes("red", "A-1")
    table.answers("sort", "land")
    assert table.player("red").coins == 3


# ---- nothing can be taken


@pytest.mark.rule("GM-TAK-07")
def test_who_can_take_nothing_discards_a_tile_and_gets_a_coin() -> None:
    table = at("red yellow blue S-1 S-2 S-3")
    table.answers("take", "nothing", "S-2", "coin")
    assert table.reads() == "yellow blue S-1 red S-3"
    assert table.state.discards == (Tile("S-2", "S"),)
    assert table.happened(ev.TileDiscarded)[0].rule == "GM-TAK-07"
    assert (table.player("red").coins, table.player("red").tiles) == (6, 2)
    assert table.view.taken_tile is None
    assert table.owes[0].endswith(": the one that Red moves onto")
    assert not any(words.startswith("Discard") for words in table.owes[1:]), "once"
    table.done()
    assert table.on_turn == "yellow"


@pytest.mark.rule("GM-TAK-07")
def test_or_a_movement_point_which_is_told_in_words() -> None:
    table = at("red yellow blue S-1 A? S-3")
    table.answers("take", "nothing", "ahead:2", "A-6", "movement")
    assert table.chores == ["Take 1 movement point"]
    assert table.state.discards == (Tile("A-6", "A"),)
    assert table.player("red").coins == 5


@pytest.mark.rule("GM-TAK-07")
def test_what_is_passed_on_that_move_is_discarded_too() -> None:
    table = at("red S-1 yellow blue S-2")
    table.answers("take", "nothing", "S-2", "coin")
    assert {t.piece for t in table.state.discards} == {"S-1", "S-2"}


@pytest.mark.rule("GM-TAK-07")
def test_worlds_end_in_reach_does_not_take_the_right_away() -> None:
    table = at("red yellow blue D-1 END", deck="D")
    assert {"nothing", "worlds_end"} <= set(table.offers("take"))
    assert table.choices("take", "nothing") == ["D-1"]


@pytest.mark.rule("GM-TAK-07", "GM-TIL-08")
def test_a_protected_tile_is_not_used_for_it_unless_meant() -> None:
    refusal = at("red yellow blue B-9 S-1").refused("take", "nothing", "B-9", "coin")
    assert (refusal.is_soft, refusal.reason.rule) == (True, "GM-TIL-08")


@pytest.mark.rule("GM-TAK-08")
def test_otherwise_a_tile_taken_is_used_and_never_only_discarded() -> None:
    table = at("red yellow blue S-1 S-2")
    table.takes("red", "S-1")
    table.declines()
    table.done()
    assert table.state.discards == ()
    assert ([t.piece for t in table.player("red").taken_tiles], table.player("red").tiles) == (["S-1"], 3)
    table = at("red yellow blue robert_the_bruce S-2")
    table.takes("red", "robert_the_bruce")
    table.declines()
    table.done(anyway=True)
    assert table.state.discards == ()
    assert (table.player("red").persons, table.player("red").tiles) == (("robert_the_bruce",), 2)


# ---- a turn's steps


@pytest.mark.rule("GM-TRN-06", "GM-PER-01", "GM-PER-03")
def test_a_person_is_put_aside_and_brings_a_marker() -> None:
    table = at("red yellow blue robert_the_bruce S-1")
    table.takes("red", "robert_the_bruce")
    assert table.kinds() == ["crest", "end"]
    assert (table.player("red").tiles, table.player("red").persons) == (2, ("robert_the_bruce",))


@pytest.mark.rule("GM-PER-06")
def test_a_persons_cost_is_paid_and_the_roads_besides() -> None:
    table = at("red yellow blue B-13 S-1")
    table.takes("red", "B-13")
    assert table.player("red").coins == 3
    table.answers("crest", "crest", "mckay")
    assert table.player("red").coins == 1


@pytest.mark.rule("GM-PER-05")
def test_nobody_is_forced_to_place_the_marker() -> None:
    table = at("red yellow blue robert_the_bruce S-1")
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "none")
    assert table.player("red").crests == ()
    table.done()


@pytest.mark.rule("GM-PER-02")
def test_after_a_person_nothing_is_said_of_activation_but_entries_stay_open() -> None:
    table = at("red yellow blue robert_the_bruce S-1")
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "none")
    assert table.chores == []
    table.enters("red", "points", "exchange", 4)
    assert table.player("red").total == 4


@pytest.mark.rule("GM-PER-04")
def test_persons_count_in_a_scoring() -> None:
    table = at("red yellow blue robert_the_bruce S-1")
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "none")
    now = table.view.if_scored_now
    assert now is not None
    red = next(p for p in now.players if p.name == "red")
    assert {gain.source: gain.points for gain in red.gains} == {"persons": 1}


@pytest.mark.rule("GM-PER-07", "GM-CMP-14")
def test_david_hume_counts_as_two_persons_and_comes_by_mckay_only() -> None:
    table = at("red yellow blue robert_the_bruce S-1")
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "mckay")
    assert table.player("red").persons == ("robert_the_bruce", "david_hume")
    assert next(p for p in table.view.players if p.id == "red").persons == 3
    assert "crest" not in table.kinds()
    assert table.history.game.tap_meaning(table.state, "david_hume").interpretations == ()
    assert sum(deck.size for deck in table.state.decks) == 70


@pytest.mark.rule("GM-TRN-05", "GM-TRN-09")
def test_results_and_the_market_are_entered_before_and_after_taking() -> None:
    table = at("red yellow blue S-1 S-2")
    table.enters("red", "sell", "sheep")
    table.takes("red", "S-1")
    table.enters("red", "points", "exchange", 8)
    table.enters("red", "barrel")
    table.enters("red", "buy", "wood")
    red = table.player("red")
    assert (red.total, red.barrels, red.coins) == (8, 1, 5 + 1 - 2)


@pytest.mark.rule("GM-TRN-10")
def test_a_move_onto_worlds_end_pays_nothing_and_gains_nothing() -> None:
    table = at("red yellow blue D-1 END D-2", deck="D")
    before = table.player("red")
    table.answers("take", "worlds_end")
    assert table.player("red") == before
    assert table.kinds() == ["end"]


# ---- rebuild tiles


@pytest.mark.rule("GM-RBD-01", "GM-RBD-06", "GM-RBD-11", "GM-TIL-10")
def test_a_rebuild_tile_adds_nothing_to_the_territory() -> None:
    table = at("red yellow blue B-7 S-2")
    table.takes("red", "B-7")
    assert (table.player("red").tiles, table.player("red").rebuilds) == (2, 1)


@pytest.mark.rule("GM-RBD-01", "GM-RBD-11")
def test_whether_a_tile_covers_another_is_asked_once_where_nobody_knows() -> None:
    table = at("red yellow blue A? S-2", box="bare")
    table.takes("red", "inshriach", ahead=1)
    assert table.player("red").tiles == 3
    table.answers("rebuild", "yes")
    assert table.player("red").tiles == 2
    assert [(f.piece, f.field, f.value) for f in table.history.game.learned_facts(table.events)] == [
        ("inshriach", "rebuild", True)
    ]


@pytest.mark.rule("GM-RBD-09", "GM-RBD-12")
def test_one_time_effects_of_a_rebuild_tile_are_booked_and_home_keeps_its_scots() -> None:
    table = at("red yellow blue B-6 S-2")
    table.has("red", scots=3)
    table.takes("red", "B-6")
    red = table.player("red")
    assert (red.barrels, red.coins, red.tiles, red.scots) == (1, 4, 2, 3)


@pytest.mark.rule("GM-ONE-04")
@pytest.mark.parametrize("panel", PANELS)
def test_the_history_names_a_tile_that_was_told_after_it_was_taken(panel: str) -> None:
    table = Table(3, box="bare")
    table.arrange("red yellow blue A? A?")
    table.takes("red", ahead=1)
    table.answers("sort", "landmark", "castle_stalker")
    assert "Takes Castle Stalker" in on_glass.turns(table, panel)
    assert "a tile of deck A" not in on_glass.turns(table, panel)
