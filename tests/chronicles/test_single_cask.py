"""Single Cask Whisky at the table: cellars, maturing, sales in passing and landing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chronicles.single_cask.model import (
    OWN_STATE,
    SALE_IDS,
    cellar_places,
    free_place_for_new_barrel,
    next_place,
    possible_maturings,
)
from companion.engine.history import first_difference
from companion.engine.offers import Pick
from companion.games.glen_more_2.bot import RandomGamePlan, play_random_game
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.screens.paper import PANELS
from companion.state.glen_more_2.model import Tile
from companion.state.glen_more_2.scoring_rounds import player_standings
from tests.chronicles import on_glass
from tests.sampled import half
from tests.state.glen_more_2.table import Table, facts_of

SLUG = "single_cask"
SALE = "single_cask_sale_b"
PRINTED = (Path(__file__).parent.parent / "vectors" / "chronicles.json").read_text("utf-8")
VECTORS = {v["id"]: v for v in json.loads(PRINTED)}
TOLD = {f"{SLUG}.room_{sale}_{n}": 1 for sale in SALE_IDS for n in (2, 3, 4)}
SPACES = {f"{SLUG}.cellar_2": "3 4", f"{SLUG}.cellar_3": "6"}


def vector(name: str) -> tuple[Any, Any]:
    return VECTORS[name]["given"], VECTORS[name]["expect"]


def seated(players: int = 3, told: bool = True, also: tuple[str, ...] = (), **more: Any) -> Table:
    facts = facts_of("complete")
    if told:
        facts = replace(facts, more={**TOLD, **SPACES})
    return Table(players, chronicles=(SLUG, *also), facts=facts, **more)


def with_casks(*places: str, who: str = "red", told: bool = True, **more: Any) -> Table:
    """A table where a player's barrels lie at these places."""
    table = seated(told=told, **more)
    table.corrects("count", who, "barrels", len(places))
    now = OWN_STATE.of(table.state)
    placed, owned = {**now.barrel_places, who: tuple(places)}, {**now.cellar_counts, who: 3}
    table.stage(OWN_STATE.change(table.state, barrel_places=placed, cellar_counts=owned))
    return table


def filled(places: tuple[str, ...]) -> list[int]:
    return [int(f"1.{n}" in places) for n in (1, 2, 3)]


@pytest.mark.rule("C3-03")
def test_the_five_distilleries_are_swapped_for_tiles_of_the_same_names() -> None:
    base, facts = facts_of("complete"), seated().state.facts
    for id in ("pulteney", "glen_mhor", "glenlochy", "edradour", "millburn"):
        assert id not in facts.pieces
        assert facts.pieces[f"{id}_single_cask"].name == base.pieces[id].name
        assert facts.pieces[f"{id}_single_cask"].deck == base.pieces[id].deck


@pytest.mark.rule("C3-04")
def test_decks_grow_by_two_new_distilleries_and_three_sale_tiles() -> None:
    base, state = Table(3).state, seated().state
    grown = {deck: state.deck_of(deck).size - base.deck_of(deck).size for deck in "SABCD"}
    assert grown == {"S": 0, "A": 0, "B": 2, "C": 2, "D": 1}


@pytest.mark.rule("C3-05")
def test_everybody_has_the_first_cellar() -> None:
    assert OWN_STATE.of(seated().state).cellar_counts == {"red": 1, "yellow": 1, "blue": 1}


@pytest.mark.rule("C3-07")
def test_a_new_barrel_goes_to_the_leftmost_free_space() -> None:
    given, expect = vector("rule-cellar-fill-order")
    places = [f"1.{n}" for n, taken in enumerate(given["first_cellar"], 1) if taken]
    table = with_casks(*places)
    table.enters("red", "barrel")
    now = OWN_STATE.of(table.state).barrel_places["red"]
    assert filled(now) == expect["first_cellar"]
    assert now.count("0") == expect["zero_area"]


@pytest.mark.rule("C3-07")
def test_with_two_spaces_taken_it_goes_straight_to_three() -> None:
    assert free_place_for_new_barrel(["1.1", "1.2"]) == "1.3"


@pytest.mark.rule("C3-08", "C3-09")
def test_with_the_first_cellar_full_it_goes_to_the_0_area_even_with_more_cellars() -> None:
    _, expect = vector("rule-cellar-overflow")
    table = with_casks("1.1", "1.2", "1.3")
    table.enters("red", "barrel")
    now = OWN_STATE.of(table.state).barrel_places["red"]
    assert filled(now) == expect["first_cellar"]
    assert now.count("0") == expect["zero_area"]


@pytest.mark.rule("C3-10")
def test_a_barrel_given_away_may_come_from_any_place() -> None:
    table = with_casks("0", "1.3")
    table.enters("red", "barrels_out", 1)
    assert table.offers(f"{SLUG}.from") == ["from"]
    table.answers(f"{SLUG}.from", "from", "1.3")
    assert OWN_STATE.of(table.state).barrel_places["red"] == ("0",)


@pytest.mark.rule("C3-10")
def test_where_it_makes_no_difference_nothing_is_asked() -> None:
    table = with_casks("0", "0")
    table.enters("red", "barrels_out", 1)
    assert not table.state.find_question(f"{SLUG}.from")
    assert OWN_STATE.of(table.state).barrel_places["red"] == ("0",)


@pytest.mark.rule("C3-11", "C3-12")
@pytest.mark.parametrize("name", ["rule-mature-blocked", "rule-mature-one-right"])
def test_maturing_moves_one_barrel_onto_an_empty_space(name: str) -> None:
    given, expect = vector(name)
    places = [f"1.{n}" for n, taken in enumerate(given["first_cellar"], 1) if taken]
    start = f"1.{given['move_from'] + 1}"
    assert (start in dict(possible_maturings(cellar_places({}, 1), places))) is expect["legal"]
    if expect["legal"]:
        table = with_casks(*places)
        table.enters("red", f"{SLUG}.mature", start)
        assert filled(OWN_STATE.of(table.state).barrel_places["red"]) == expect["first_cellar"]


@pytest.mark.rule("C3-13")
def test_from_the_last_space_a_barrel_goes_on_to_the_next_cellar() -> None:
    row = cellar_places(SPACES, 3)
    assert row == ["1.1", "1.2", "1.3", "2.1", "2.2", "3.1"]
    assert next_place(row, "1.3") == "2.1"
    assert next_place(row, "3.1") is None


@pytest.mark.rule("C3-14")
def test_a_barrel_of_the_0_area_may_be_matured() -> None:
    table = with_casks("0")
    table.enters("red", f"{SLUG}.mature", "0")
    assert OWN_STATE.of(table.state).barrel_places["red"] == ("1.1",)


@pytest.mark.rule("C3-14")
def test_unless_the_table_reads_the_card_otherwise() -> None:
    table = with_casks("0", switches={f"{SLUG}.matures_from_0": 0})
    assert table.refused("ledger", f"{SLUG}.mature", "0").reason.rule == "C3-12"


@pytest.mark.rule("C3-12")
def test_with_nothing_to_move_maturing_is_refused() -> None:
    assert seated().refused("ledger", f"{SLUG}.mature", "0").reason.rule == "C3-12"


@pytest.mark.rule("C3-17", "C3-18")
def test_a_cellar_is_built_for_coins_and_its_spaces_are_asked_once() -> None:
    table = seated(told=False)
    coins = table.player("red").coins
    table.enters("red", f"{SLUG}.build", 2)
    table.answers(f"{SLUG}.spaces", "spaces", "2", 3, 4)
    assert table.player("red").coins == coins - 2
    assert OWN_STATE.of(table.state).cellar_counts["red"] == 2
    assert table.state.facts.more[f"{SLUG}.cellar_2"] == "3 4"
    table.enters("yellow", f"{SLUG}.build", 2)
    assert not table.state.find_question(f"{SLUG}.spaces")


@pytest.mark.rule("C3-18")
def test_at_most_three_cellars_in_their_order() -> None:
    table = seated()
    table.enters("red", f"{SLUG}.build", 0)
    table.enters("red", f"{SLUG}.build", 0)
    assert table.refused("ledger", f"{SLUG}.build", 0).reason.rule == "C3-18"


@pytest.mark.rule("C3-06", "C3-19", "C3-20")
def test_every_barrel_counts_as_one_in_scoring_wherever_it_lies() -> None:
    table = with_casks("0", "1.3", "2.1")
    assert [s.whisky for s in player_standings(table.state) if s.name == "red"] == [3]


def sale_ahead(*places: str, ring: str = f"red S-1 {SALE} yellow blue A-6 A-7", **more: Any) -> Table:
    table = with_casks(*places, **more)
    table.arrange(ring)
    return table


@pytest.mark.rule("C3-21", "C3-22", "C3-23")
def test_in_passing_one_barrel_is_sold_for_the_points_of_its_place() -> None:
    given, expect = vector("rule-sale-passing-vp")
    table = sale_ahead("1.1", f"1.{given['sold_from_vp'][0]}")
    table.takes("red", "A-6")
    table.answers(f"{SLUG}.pass", "sell", "1.3")
    assert table.player("red").points[SLUG] == expect["vp"]
    assert table.player("red").barrels == 1
    assert not table.state.find_question(f"{SLUG}.pass")


@pytest.mark.rule("C3-21")
def test_the_number_of_spaces_is_asked_the_first_time_it_matters() -> None:
    table = sale_ahead("1.1", told=False)
    table.takes("red", "A-6")
    table.answers(f"{SLUG}.room", "room", 2)
    assert table.state.facts.more[f"{SLUG}.room_{SALE}_3"] == 2


@pytest.mark.rule("C3-22")
def test_nothing_needs_to_be_sold_in_passing() -> None:
    table = sale_ahead("1.1")
    table.takes("red", "A-6")
    table.answers(f"{SLUG}.pass", "none")
    assert table.player("red").barrels == 1


@pytest.mark.rule("C3-24", "C3-27")
def test_landing_sells_two_and_the_tile_stays_under_the_pawn() -> None:
    given, expect = vector("rule-sale-landing-two")
    table = sale_ahead(*(f"1.{n}" for n in given["sold_from_vp"]))
    table.takes("red", SALE)
    assert table.player("red").taken_tiles == ()
    table.answers(f"{SLUG}.land", "two", "1.2", "1.3")
    assert table.player("red").points[SLUG] == expect["vp"]
    assert any(s.piece == SALE and s.figures == ("red",) for s in table.state.track)
    assert OWN_STATE.of(table.state).sale_spaces[SALE] == (True, 1)


@pytest.mark.rule("C3-27")
@pytest.mark.parametrize(("refill", "laid"), [(0, 0), (1, 2)])
def test_after_landing_nothing_is_laid_but_by_house_rule(refill: int, laid: int) -> None:
    table = sale_ahead("1.1", ring=f"red S-1 {SALE} yellow blue A-6 A-7 . .", **_refill(refill))
    table.takes("red", SALE)
    table.answers(f"{SLUG}.land", "one", "1.1")
    before = len(table.state.turn.laid_tiles)
    table.done()
    laid_now = sum(type(e).__name__ == "TileLaid" for e in table.events)
    assert (laid_now > 0) is bool(laid), before


def _refill(value: int) -> dict[str, Any]:
    return {"switches": {f"{SLUG}.refill_after_landing": value}}


@pytest.mark.rule("C3-25")
def test_without_a_barrel_people_are_asked_before_they_land() -> None:
    _, expect = vector("rule-sale-landing-none")
    table = sale_ahead()
    refusal = table.refused("take", "take", SALE)
    assert (refusal.reason.rule == "C3-25") is not expect["legal"]
    assert refusal.is_soft


@pytest.mark.rule("C3-26")
def test_only_one_pawn_stands_on_a_sale_tile() -> None:
    table = sale_ahead("1.1", ring=f"red S-1 {SALE}+yellow blue A-6")
    assert table.refused("take", "take", SALE).reason.rule == "C3-26"


@pytest.mark.rule("C3-28")
def test_a_barrel_of_the_0_area_is_sold_for_nothing() -> None:
    table = sale_ahead("0")
    table.takes("red", SALE)
    table.answers(f"{SLUG}.land", "one", "0")
    assert table.player("red").total == 0
    assert table.player("red").barrels == 0


@pytest.mark.rule("C3-29")
def test_a_discarded_sale_tile_gives_its_barrels_back() -> None:
    table = sale_ahead("1.1", "1.2", ring=f"red S-1 {SALE} yellow blue A-6 A-7")
    table.takes("red", "A-6")
    table.answers(f"{SLUG}.pass", "sell", "1.2")
    assert SALE in [t.piece for t in table.state.discards]
    assert SALE not in OWN_STATE.of(table.state).sale_spaces


@pytest.mark.rule("C3-30")
def test_the_die_sells_nothing_and_spares_the_sale_tile() -> None:
    table = seated(die=True)
    table.arrange(f"die {SALE} S-1 red yellow blue A-6")
    table.answers("roll", "face_1")
    assert [t.piece for t in table.state.discards] == ["S-1"]
    assert not table.state.find_question(f"{SLUG}.pass")


@pytest.mark.rule("C3-31")
def test_the_englishman_sells_nothing_and_cannot_land() -> None:
    facts = replace(facts_of("complete"), more={**TOLD, **SPACES})
    table = Table(3, chronicles=(SLUG, "hammer"), facts=facts)
    table.enters("yellow", "hammer.marker")
    table.corrects("count", "yellow", "barrels", 2)
    table.arrange(f"neutral:englishman {SALE} yellow red blue A-6")
    table.answers("hammer.use", "use")
    assert table.refused("take", "take", SALE).reason.rule == "C3-31"
    table.takes("yellow", "A-6")
    assert not table.state.find_question(f"{SLUG}.pass")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", half(range(4)))
def test_random_people_finish_games(players: int, seed: int) -> None:
    more = ("hammer", "great_glen") if seed == 3 and players > 2 else ()
    history = play_random_game(
        RandomGamePlan(players, seed, die=seed == 1, told=seed == 2, chronicles=(SLUG, *more)), effective_facts()
    )
    state = history.state
    assert first_difference(history) is None
    row = cellar_places(state.facts.more, 3)
    for who, places in OWN_STATE.of(state).barrel_places.items():
        assert len(places) == state.player(who).barrels, who
        assert all(place == "0" or place in row for place in places)
        assert len([p for p in places if p != "0"]) == len({p for p in places if p != "0"})
    end = history.hash()
    while undo := history.propose_undo():
        history.add(undo)
    while redo := history.propose_redo():
        history.add(redo)
    assert history.hash() == end


@pytest.mark.rule("C3-31")
def test_an_untold_tile_that_the_englishman_takes_is_no_sale_and_sells_nothing() -> None:
    table = Table(3, chronicles=(SLUG, "hammer"))
    table.enters("yellow", "hammer.marker")
    table.arrange("neutral:englishman B? red yellow blue A-6")
    table.answers("hammer.use", "use")
    assert table.refused("take", "take", "ahead:1", SALE_IDS[0], anyway=True).reason.rule == "C3-31"
    table.answers("take", "take", "ahead:1", "", anyway=True)
    assert f"{SLUG}.land" not in table.kinds()
    table.done(anyway=True)


@pytest.mark.rule("C3-22", "C3-29")
def test_who_is_the_last_to_pass_a_full_sale_tile_finds_no_free_space_there() -> None:
    table = sale_ahead("1.1", "1.2", ring=f"red S-1 {SALE} yellow blue A-6 A-7")
    table.stage(OWN_STATE.change(table.state, sale_spaces={SALE: (False, 1)}))
    table.takes("red", "A-6")
    assert SALE in [t.piece for t in table.state.discards]
    assert table.kinds() == ["end"]
    assert SALE not in OWN_STATE.of(table.state).sale_spaces
    hands = [str(each.text) for each in table.view.table_tasks]
    assert "The barrels on the discarded sale tile go back to the supply." in hands
    table.fits()


@pytest.mark.rule("C3-24")
def test_landing_with_two_barrels_the_same_one_is_not_sold_twice() -> None:
    table = sale_ahead("1.1", "1.3")
    table.takes("red", SALE)
    table.refused(f"{SLUG}.land", "two", "1.3", "1.3")
    table.answers(f"{SLUG}.land", "two", "1.3", "1.1")
    assert table.player("red").points[SLUG] == 4


@pytest.mark.rule("C3-24")
def test_two_barrels_of_the_0_area_are_two_barrels() -> None:
    table = sale_ahead("0", "0")
    table.takes("red", SALE)
    table.answers(f"{SLUG}.land", "two", "0", "0")
    assert table.player("red").barrels == 0
    assert OWN_STATE.of(table.state).barrel_places["red"] == ()


@pytest.mark.rule("C3-24")
def test_landing_one_barrel_may_go_to_the_lower_right() -> None:
    table = sale_ahead("1.1")
    table.takes("red", SALE)
    assert table.offers(f"{SLUG}.land")[0] == "one"
    table.answers(f"{SLUG}.land", "lower", "1.1")
    assert OWN_STATE.of(table.state).sale_spaces[SALE] == (False, 1)


@pytest.mark.rule("C3-06")
def test_a_barrel_given_that_nobody_had_is_made_good_by_the_next_one() -> None:
    table = seated()
    table.enters("red", "barrels_out", 1, anyway=True)
    table.enters("red", "barrel")
    table.enters("red", "barrel")
    assert table.player("red").barrels == 1
    assert OWN_STATE.of(table.state).barrel_places["red"] == ("1.1",)


@pytest.mark.rule("C3-10")
def test_who_gives_all_barrels_is_not_asked_from_where() -> None:
    table = with_casks("0", "1.1", "1.3")
    table.enters("red", "barrels_out", 3)
    assert not table.state.find_question(f"{SLUG}.from")
    assert OWN_STATE.of(table.state).barrel_places["red"] == ()


@pytest.mark.rule("C3-10")
def test_a_number_put_right_before_the_place_was_told_takes_no_second_barrel() -> None:
    table = with_casks("0", "1.1", "1.3")
    table.enters("red", "barrels_out", 1)
    table.corrects("count", "red", "barrels", 1)
    table.answers(f"{SLUG}.from", "from", "1.3")
    assert OWN_STATE.of(table.state).barrel_places["red"] == ("1.3",)
    assert table.player("red").barrels == 1


# ---- nothing is asked where only "nothing" could be answered


@pytest.mark.rule("C3-22", "C3-21")
def test_a_sale_without_spaces_at_the_lower_right_is_asked_about_no_further() -> None:
    table = sale_ahead("1.1", told=False)
    table.takes("red", "A-6")
    table.answers(f"{SLUG}.room", "room", 0)
    assert table.kinds() == ["end"]
    table.fits()


@pytest.mark.rule("C3-22")
def test_who_has_sold_the_last_barrel_is_not_asked_at_the_next_sale() -> None:
    table = sale_ahead("1.1", ring=f"red {SALE} {SALE_IDS[1]} yellow blue A-6 A-7")
    table.takes("red", "A-6")
    table.answers(f"{SLUG}.pass", "sell", "1.1")
    assert table.kinds() == ["end"]
    table.fits()


# ---- a sale tile passed untold


def untold(*places: str, ring: str = "red yellow S-1 B? blue A-6 A-7", **more: Any) -> Table:
    table = with_casks(*places, **more)
    table.arrange(ring, deck="B")
    table.takes("red", "A-6")
    return table


@pytest.mark.rule("C3-22", "C3-23")
def test_an_untold_sale_that_was_passed_is_said_afterwards_by_its_place() -> None:
    table = untold("1.3")
    tiles = table.offer("ledger", f"{SLUG}.passed", "red").parts[0]
    assert isinstance(tiles, Pick)
    assert [str(choice.label) for choice in tiles.choices] == ["a tile of deck B, 1 behind the pawn"]
    table.enters("red", f"{SLUG}.passed", tiles.choices[0].value)
    table.answers(f"{SLUG}.pass", "sell", "1.3")
    assert table.player("red").points[SLUG] == 3
    assert table.reads().startswith(f"yellow S-1 {SALE} blue red")
    assert OWN_STATE.of(table.state).sale_spaces == {SALE: (False, 1)}
    table.fits()


@pytest.mark.rule("C3-22", "C3-29")
def test_one_that_all_had_passed_lies_on_the_pile_and_its_barrel_in_the_supply() -> None:
    table = untold("1.3", ring="red S-1 B? yellow blue A-6 A-7")
    table.enters("red", f"{SLUG}.passed", "discarded:B")
    table.answers(f"{SLUG}.pass", "sell", "1.3")
    assert [tile.piece for tile in table.state.discards] == ["S-1", SALE]
    assert OWN_STATE.of(table.state).sale_spaces == {}
    assert table.player("red").points[SLUG] == 3
    table.fits()


@pytest.mark.rule("C3-22")
def test_its_tap_after_the_move_offers_the_sale_in_passing() -> None:
    table = untold("1.3")
    ways = [str(way.label) for way in table.taps(SALE).interpretations]
    assert ways[0] == "Red passed it: a tile of deck B, 1 behind the pawn"
    assert len(ways) > 1
    table.taps(SALE, "Red passed it")
    assert table.kinds()[0] == f"{SLUG}.pass"
    table.fits()


@pytest.mark.rule("C3-21")
def test_no_sale_was_passed_where_none_of_its_deck_is_left() -> None:
    table = with_casks("1.3")
    table.arrange(f"red yellow B? blue A-6 {SALE} A-7", deck="B")
    table.takes("red", "A-6")
    assert f"{SLUG}.passed" not in table.offers("ledger", "red")


@pytest.mark.rule("C3-31")
def test_a_tile_that_the_englishman_throws_out_was_passed_by_nobody_and_sells_nothing() -> None:
    table = with_casks("1.3", also=("hammer",))
    table.enters("red", "hammer.marker")
    table.arrange("neutral:englishman S-1 B? red yellow blue A-6 A-7", deck="B")
    table.answers("hammer.use", "discard", "ahead:2")
    assert f"{SLUG}.passed" not in table.offers("ledger", "red")


@pytest.mark.rule("C3-22")
def test_who_has_no_barrel_is_not_offered_it() -> None:
    assert f"{SLUG}.passed" not in untold().offers("ledger", "red")


# ---- corrections


def test_where_a_barrel_lies_can_be_put_right() -> None:
    table = with_casks("0", "1.1")
    assert table.choices("correct", f"{SLUG}.place") == ["red"]
    table.corrects(f"{SLUG}.place", "red", "0", "2.1")
    assert OWN_STATE.of(table.state).barrel_places["red"] == ("1.1", "2.1")
    assert table.told()[-1] == "corrected: Red: a barrel lies at cellar 2, space 1 (3), not at the 0 area"
    assert table.refused("correct", f"{SLUG}.place", "red", "1.1", "2.1") is not None
    table.fits()


def test_cellars_can_be_put_right_and_barrels_of_one_that_is_gone_lie_in_the_0_area() -> None:
    table = with_casks("1.1", "2.1")
    table.corrects(f"{SLUG}.cellars", "red", 1)
    assert OWN_STATE.of(table.state).cellar_counts["red"] == 1
    assert OWN_STATE.of(table.state).barrel_places["red"] == ("0", "1.1")
    assert table.told()[-1] == "corrected: Red has 1 cellar"
    table.fits()


def test_spaces_of_a_sale_tile_can_be_put_right() -> None:
    table = sale_ahead("1.1")
    table.corrects(f"{SLUG}.sale", SALE, 1, 2, 2)
    assert OWN_STATE.of(table.state).sale_spaces == {SALE: (True, 2)}
    assert table.refused("take", "take", SALE).reason.rule == "C3-25"
    table.corrects(f"{SLUG}.sale", SALE, 0, 0, 1)
    table.takes("red", SALE)
    table.answers(f"{SLUG}.land", "one", "1.1")
    table.fits()


@pytest.mark.rule("C3-27")
def test_a_correction_gives_a_sale_tile_to_nobody() -> None:
    """At referee depth the companion would ask where in the territory it lies, and no cell is known for it."""
    table = sale_ahead()
    pick = table.offer("correct", "piece").parts[0]
    assert isinstance(pick, Pick)
    places = {c.value: [to.value for to in c.then[0].choices] for c in pick.choices if isinstance(c.then[0], Pick)}
    assert places[SALE] == ["discards", "removed", "deck"]
    assert places["A-6"] == ["red", "yellow", "blue", *places[SALE]]
    assert table.refused("correct", "piece", SALE, "red", anyway=True) is not None
    table.corrects("piece", SALE, "discards")
    elsewhere = [str(way.label) for way in table.history.game.tap_meaning(table.state, SALE).interpretations]
    assert elsewhere
    assert "Red took it" not in elsewhere


def test_points_of_a_cellar_can_be_put_right_even_if_a_barrel_lies_on_a_space_less() -> None:
    table = with_casks("2.2")
    table.corrects(f"{SLUG}.points", "2", "1", 5)
    assert table.state.facts.more[f"{SLUG}.cellar_2"] == "5"
    assert "barrels 0" in on_glass.behind(table)
    assert table.refused("ledger", f"{SLUG}.mature", "2.2").reason.rule == "C3-12"
    table.fits()


# ---- what people read


@pytest.mark.rule("C3-23", "C3-28")
@pytest.mark.parametrize("panel", PANELS)
def test_casks_are_read_by_what_they_bring(panel: str) -> None:
    table = with_casks("0", "0", "1.1", "1.2", "1.3", "2.2")
    assert "barrels 4 3 2 1 | 0 0 3 cellars" in on_glass.behind(table, panel)
    table = seated()
    table.enters("blue", "barrel")
    words = on_glass.behind(table, panel)
    assert "Blue barrels 1" in words
    assert "cellar" not in words


@pytest.mark.rule("C7-25")
def test_a_tile_of_a_personal_pile_is_said_to_lie_there() -> None:
    table = Table(3, chronicles=("great_glen",))
    pile = (Tile("S-1", "S", "yellow"), Tile("S-2", "S"))
    table.stage(replace(table.state, discards=pile))
    assert str(table.taps("S-1").description) == "Whistling Ford lies on the pile of Yellow."
    assert "discard pile" in str(table.taps("S-2").description)
