"""Turbulent Chapters at the table: cards are turned, events done or only turned, event sides scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chronicles.turbulent.definition import CHRONICLE
from companion.chronicles.turbulent.model import (
    CHAPTERS,
    SLUG,
    TILES,
    SideTurned,
    cards_left_to_turn,
    manual_step,
    tables_in_force,
    turned_sides,
)
from companion.chronicles.turbulent.scoring import event_side_gains
from companion.engine.game import CORRECTION
from companion.menu.menu import press_button
from companion.menu.menu_state import EMPTY_MENU as MAIN
from companion.menu.menu_state import GiveAnswer, Menu, MenuContext
from companion.scoring.glen_more_2.model import Standing
from companion.scoring.glen_more_2.scoring import count_scots, score_standings
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import Tile
from companion.state.glen_more_2.scoring_rounds import final_result, round_result
from tests.chronicles import on_glass
from tests.screens.shown import read
from tests.state.glen_more_2.table import Table

ENTRY, WHICH, PAY = f"{SLUG}.event", f"{SLUG}.which", f"{SLUG}.pay"
HOME, SWAP, TABLE, POINTS = f"{SLUG}.home", f"{SLUG}.swap", f"{SLUG}.table", f"{SLUG}.points"
SIDE, TELL = f"{SLUG}.side", f"{SLUG}.tell"
ENGLISHMAN = "neutral:englishman"
PRINTED = (Path(__file__).parent.parent / "vectors" / "chronicles.json").read_text("utf-8")
VECTORS = {v["id"]: v for v in json.loads(PRINTED)}


def vector(name: str) -> tuple[Any, Any]:
    return VECTORS[name]["given"], VECTORS[name]["expect"]


def with_cards(*cards: str, who: str = "red", players: int = 3, ring: str = "", **more: Any) -> Table:
    """Red is on turn and has these cards; nothing is turned."""
    counts = {k: more.pop(k) for k in ("coins", "scots", "persons", "crests", "tiles", "points") if k in more}
    ringed = {k: more.pop(k) for k in ("deck", "left", "discards") if k in more}
    table = Table(players, **{"chronicles": (SLUG,), **more})
    colours = [p.id for p in table.state.players]
    table.arrange(ring or f"{' '.join(colours)} S-1 S-2 A? A? A?", **ringed)
    table.has(who, landmarks=cards, **counts)
    return table


def total(table: Table, who: str = "red") -> int:
    return table.player(who).total


# ---- tiles and cards


@pytest.mark.rule("C6-04", "C6-06")
def test_each_deck_grows_by_two_tiles() -> None:
    bare, table = Table(3), Table(3, chronicles=(SLUG,))
    for letter in "ABCD":
        assert table.state.deck_of(letter).size == bare.state.deck_of(letter).size + 2
    assert len(TILES) == 8
    letters = {card: table.state.facts.landmarks[card].deck for card in table.state.facts.landmarks}
    assert letters == {c.id: c.deck for c in CHAPTERS.values() if c.id in letters}


@pytest.mark.rule("C6-05", "C6-07")
@pytest.mark.parametrize(("with_hammer", "cards"), [(False, 15), (True, 19)])
def test_nineteen_cards_four_of_them_only_with_the_hammer(with_hammer: bool, cards: int) -> None:
    table = Table(3, chronicles=("hammer", SLUG) if with_hammer else (SLUG,))
    assert len(table.state.facts.landmarks) == cards
    assert set(table.state.facts.landmarks) <= set(CHAPTERS)
    assert len(CHAPTERS) == 19
    assert all(CHAPTERS[card].deck == known.deck for card, known in table.state.facts.landmarks.items())


@pytest.mark.rule("C6-08", "C6-09")
def test_the_landmark_side_works_at_once_as_ever() -> None:
    table = with_cards(coins=0)
    table.enters("red", "landmark", "castle_stalker")
    assert table.player("red").coins == 3
    table.enters("red", "landmark", "inverness")
    assert table.player("red").barrels == 1
    assert turned_sides(table.state) == {}


@pytest.mark.rule("C6-17")
def test_the_die_throws_out_none_of_the_eight_tiles() -> None:
    eight = " ".join(tile.id for tile in TILES)
    for face in (1, 2, 3):
        table = Table(3, chronicles=(SLUG,))
        table.arrange(f"die red yellow blue {eight} S-1 S-2")
        table.answers("roll", f"face_{face}")
        assert table.reads() == f"red yellow blue {eight} die S-2", "it counts them and goes on behind them"
        assert table.state.discards == (Tile("S-1", "S"),)
    assert len(TILES) == 8


@pytest.mark.parametrize(
    ("card", "effect"),
    [
        pytest.param("old_man_of_storr", "stone", marks=pytest.mark.rule("C6-18")),
        pytest.param("wallace_monument", "activate all your tiles", marks=pytest.mark.rule("C6-19")),
        pytest.param("dunvegan_castle", "2 sheep", marks=pytest.mark.rule("C6-20")),
    ],
)
def test_what_new_landmark_sides_leave_for_the_hands_is_told(card: str, effect: str) -> None:
    table = with_cards()
    table.enters("red", "landmark", card)
    assert effect in " ".join(str(line) for line in table.owes)


@pytest.mark.rule("C6-21")
def test_fort_george_asks_how_many_scots_come_home() -> None:
    table = with_cards(scots=2)
    table.enters("red", "landmark", "fort_george")
    table.answers(HOME, "home", 3)
    assert table.player("red").scots == 5


# ---- triggering


@pytest.mark.rule("C6-10", "C6-11")
def test_an_entry_of_the_turn_triggers_the_event_of_an_own_card() -> None:
    table = with_cards("loch_ness", "castle_moil", coins=0)
    assert table.choices("ledger", ENTRY) == ["loch_ness", "castle_moil"]
    table.enters("red", ENTRY, "loch_ness")
    assert turned_sides(table.state) == {"loch_ness": True}
    assert table.player("red").coins == 1
    assert table.happened(SideTurned) == [SideTurned("red", "loch_ness", True)]


@pytest.mark.rule("C6-10")
@pytest.mark.parametrize(("cards", "asked"), [((), False), (("castle_moil",), True)])
def test_a_gathering_tile_asks_when_it_is_laid(cards: tuple[str, ...], asked: bool) -> None:
    table = with_cards(*cards, ring="red yellow blue gathering_a A? A?")
    table.takes("red", "gathering_a")
    table.answers("rebuild", "no")
    assert (WHICH in table.kinds()) is asked
    if asked:
        table.answers(WHICH, "event", "castle_moil")
        assert turned_sides(table.state) == {"castle_moil": True}


@pytest.mark.rule("C6-11")
def test_the_symbol_of_a_tile_just_laid_may_be_left_unused() -> None:
    table = with_cards("castle_moil", ring="red yellow blue gathering_a A? A?")
    table.takes("red", "gathering_a")
    table.answers("rebuild", "no")
    table.answers(WHICH, "none")
    assert turned_sides(table.state) == {}


@pytest.mark.rule("C6-12", "C6-33")
@pytest.mark.parametrize("card", [c.id for c in CHAPTERS.values() if c.has_cost])
def test_whoever_will_not_pay_only_turns_the_card(card: str) -> None:
    table = with_cards(card, scots=2, points={"other": 5}, tiles=9)
    table.enters("red", ENTRY, card)
    assert table.offers(PAY)[:2] == ["pay_0", "turn"]
    before = table.player("red")
    table.answers(PAY, "turn")
    assert turned_sides(table.state) == {card: True}
    assert table.player("red") == before
    assert tables_in_force(table.state) == {}


@pytest.mark.rule("C6-11", "C6-14")
@pytest.mark.parametrize(
    "corrected",
    [(SIDE, "castle_of_mey", "event"), ("card", "castle_of_mey", "nobody"), ("card", "castle_of_mey", "blue")],
)
def test_what_an_event_costs_is_asked_no_more_of_a_card_that_turns_out_to_be_spent_or_elsewhere(
    corrected: tuple[str, ...],
) -> None:
    table = with_cards("castle_of_mey", "loch_morar", scots=1, tiles=9)
    table.enters("red", ENTRY, "castle_of_mey")
    table.enters("red", ENTRY, "loch_morar")
    table.corrects(*corrected)
    assert [o.args[0] for o in table.state.open_questions if o.kind == PAY] == ["loch_morar"]


@pytest.mark.rule("C6-33")
def test_paid_scots_may_leave_the_home_castle() -> None:
    table = with_cards("loch_morar", scots=1)
    table.enters("red", ENTRY, "loch_morar")
    assert table.offers(PAY) == ["pay_0", "turn", "pay_1"]
    table.answers(PAY, "pay_1")
    assert table.player("red").scots == 0


@pytest.mark.rule("C6-13", "C6-14")
def test_a_card_is_turned_once_and_without_one_the_symbol_does_nothing() -> None:
    table = with_cards("castle_moil")
    table.enters("red", ENTRY, "castle_moil")
    assert ENTRY not in table.offers("ledger", "red")
    refusal = table.refused("ledger", ENTRY, "castle_moil", player="red")
    assert refusal.reason.rule == "C6-13"
    assert str(refusal.reason.text) == "Red has no card on its landmark side."


@pytest.mark.rule("C6-14")
def test_while_the_price_is_asked_the_card_is_spoken_for() -> None:
    table = with_cards("loch_morar", "castle_moil")
    table.enters("red", ENTRY, "loch_morar")
    assert cards_left_to_turn(table.state, "red") == ["castle_moil"]


@pytest.mark.rule("C6-11")
def test_the_card_of_another_cannot_be_turned() -> None:
    table = with_cards("castle_moil", who="blue")
    assert table.offer("ledger", ENTRY, "red").closed is not None
    refusal = table.refused("ledger", ENTRY, "loch_ness", player="blue")
    assert str(refusal.reason.text) == "That is not offered here."
    table.enters("blue", ENTRY, "castle_moil")
    assert table.happened(ev.LateEntryMade) == [ev.LateEntryMade("blue")]


def test_the_sticker_of_an_own_card_is_its_event_but_not_of_one_just_taken() -> None:
    table = with_cards("loch_ness", coins=0)
    assert "event of Loch Ness" in str(table.taps("card_loch_ness").interpretations[0].label)
    assert table.player("red").coins == 1
    table.arrange("red yellow blue castle_moil A? A?")
    table.takes("red", "castle_moil")
    while "good_cost" in table.kinds():
        table.answers("good_cost", "own")
    assert table.taps("card_castle_moil").interpretations == ()
    assert turned_sides(table.state) == {"loch_ness": True}


# ---- scoring


def standing(name: str, cards: int) -> Standing:
    return Standing(
        name=name,
        points=0,
        scots_in_home_castle=0,
        whisky=0,
        persons=0,
        landmarks=tuple(f"{name}{n}" for n in range(cards)),
    )


@pytest.mark.rule("C6-15", "C6-16")
@pytest.mark.parametrize("name", ["rule-event-side-bonus", "rule-event-side-bonus-last-player"])
def test_each_event_side_is_a_point_more_whoever_is_ahead(name: str) -> None:
    given, expect = vector(name)
    table = with_cards()
    everything = ["castle_moil", "loch_ness", "inverness", "duart_castle"]
    fewest = given["fewest_among_players"]
    table.has("red", landmarks=tuple(everything[: given["landmark_cards"]]))
    for who in ("yellow", "blue"):
        table.has(who, landmarks=("castle_stalker", "donan_castle")[:fewest])
    for card in everything[: given["event_side"]]:
        table.corrects(SIDE, card, "event" if card != "inverness" else "only")
    gains = [g for p in round_result(table.state, "A").players if p.name == "red" for g in p.gains]
    assert sum(g.points for g in gains if g.source == "landmarks") == expect["vp"]


@pytest.mark.rule("C6-16")
def test_the_point_comes_in_all_four_rounds() -> None:
    table = with_cards("castle_moil")
    table.corrects(SIDE, "castle_moil", "event")
    for result in (*(round_result(table.state, due) for due in "ABC"), final_result(table.state)):
        gains = [g for p in result.players if p.name == "red" for g in p.gains if g.source == "landmarks"]
        assert [g.points for g in gains] == [1, 1]
    assert [g.name for g in event_side_gains({"red0": True}, [standing("red", 2), standing("blue", 2)])] == ["red"]


@pytest.mark.parametrize(
    ("sides", "en", "cs"),
    [
        (("event",), "the event side, not the landmark side", "strana události, ne strana památky"),
        (
            ("event", "only"),
            "the event side without its table, not the event side",
            "strana události bez své tabulky, ne strana události",
        ),
    ],
)
def test_the_history_says_which_side_a_corrected_card_was_taken_to_show(
    sides: tuple[str, ...], en: str, cs: str
) -> None:
    table = with_cards("inverness")
    for side in sides:
        table.corrects(SIDE, "inverness", side)
    assert f"Inverness: {en}" in on_glass.entries(table)
    assert f"Inverness: {cs}" in on_glass.entries(table, translate=Translator("cs"))


@pytest.mark.rule("C6-39")
@pytest.mark.parametrize(
    ("ends", "vp"), [(0, {"scots_in_home_castle": 5, "armadale_castle": 3}), (1, {"scots_in_home_castle": 2})]
)
def test_a_turned_card_keeps_its_lasting_effect_unless_by_house_rule(ends: int, vp: dict[str, int]) -> None:
    table = with_cards(
        "castle_moil", "armadale_castle", switches={f"{SLUG}.event_side_ends_landmark_effect": ends}
    )
    table.has("red", scots=2, coins=3)
    for card in ("castle_moil", "armadale_castle"):
        table.corrects(SIDE, card, "event")
    gains = [g for p in final_result(table.state).players if p.name == "red" for g in p.gains]
    assert {g.source: g.points for g in gains if g.source in ("scots_in_home_castle", "armadale_castle")} == vp


@pytest.mark.rule("C6-39", "GM-LMK-09")
@pytest.mark.parametrize("ends", [0, 1])
def test_loch_ness_is_recalled_while_it_works(ends: int) -> None:
    table = with_cards("loch_ness", switches={f"{SLUG}.event_side_ends_landmark_effect": ends})
    assert "Loch Ness" in " ".join(map(str, table.owes))
    table.corrects(SIDE, "loch_ness", "event")
    assert ("Loch Ness" in " ".join(map(str, table.owes))) is (ends == 0)


# ---- the cards


@pytest.mark.rule("C6-18", "C6-26")
@pytest.mark.parametrize("card", ["old_man_of_storr", "inverness"])
def test_an_own_table_is_asked_once_and_scores_for_its_owner_alone(card: str) -> None:
    table = with_cards(card, scots=4)
    table.has("blue", scots=2, barrels=2)
    table.has("red", barrels=4)
    table.enters("red", ENTRY, card)
    if card == "old_man_of_storr":
        table.answers(PAY, "pay_1")
    table.answers(TABLE, "table", 2, 4, 6, 8, 11)
    source = "scots_in_home_castle" if card == "old_man_of_storr" else "whisky"
    scored = {p.name: {g.source: g.points for g in p.gains} for p in round_result(table.state, "A").players}
    assert scored["red"][source] == (6 if card == "old_man_of_storr" else 8)
    assert scored["blue"][source] == 2
    assert table.state.facts.more[f"{SLUG}.table_{card}"] == "2 4 6 8 11"


@pytest.mark.rule("C6-18")
def test_beyond_the_table_its_last_number_counts() -> None:
    table = with_cards("old_man_of_storr", scots=8)
    table.enters("red", ENTRY, "old_man_of_storr")
    table.answers(PAY, "pay_0")
    table.answers(TABLE, "table", 2, 4, 6, 8, 11)
    gains = [g for p in round_result(table.state, "A").players if p.name == "red" for g in p.gains]
    assert [g.points for g in gains if g.source == "scots_in_home_castle"] == [11]


@pytest.mark.rule("C6-26")
def test_an_untold_table_is_asked_again_before_the_round_that_needs_it() -> None:
    table = with_cards("inverness", ring="red yellow blue A? A? A?", deck="A", left={"A": 1})
    table.corrects(SIDE, "inverness", "event")
    table.takes("red", "A-6", ahead=1)
    table.declines()
    table.done(anyway=True)
    table.answers("deck_end", "yes")
    table.answers(TABLE, "table", 3, 5, 7, 9, 12)
    assert "count_scots" in table.kinds()


@pytest.mark.rule("C6-18", "C6-26")
def test_a_table_that_people_reckon_themselves_is_entered_after_the_round() -> None:
    table = with_cards("inverness", ring="red yellow blue A? A? A?", deck="A", left={"A": 1})
    table.has("red", barrels=3)
    table.enters("red", ENTRY, "inverness")
    table.answers(TABLE, "ourselves")
    table.takes("red", "A-6", ahead=1)
    table.declines()
    table.done(anyway=True)
    table.answers("deck_end", "yes")
    table.answers("count_scots", "counted", 0, 0, 0)
    before = total(table)
    table.answers("count_rest", "right")
    assert "Red has 3 more than the fewest" in table.words(POINTS)
    now = total(table)
    table.answers(POINTS, "points", 9)
    assert total(table) == now + 9
    assert table.player("red").points[f"{SLUG}.own_round"] == 9
    assert now - before == 1 + 1, "one card more than the others and its event side"


@pytest.mark.rule("C6-18")
def test_a_table_can_be_told_later_and_put_right() -> None:
    table = with_cards("inverness")
    table.has("red", barrels=1)
    table.enters("red", ENTRY, "inverness")
    table.answers(TABLE, "ourselves")
    table.corrects(TELL, "inverness", 6, 7, 8, 9, 10)
    gains = [g for p in round_result(table.state, "A").players if p.name == "red" for g in p.gains]
    assert [g.points for g in gains if g.source == "whisky"] == [6]


@pytest.mark.rule("C6-19")
@pytest.mark.parametrize("owns", [True, False])
def test_wallace_monument_triggers_another_event(owns: bool) -> None:
    _, expect = vector("rule-event-wallace")
    persons = ("william_wallace",) if owns else ()
    table = with_cards("wallace_monument", "loch_ness", persons=persons, coins=0)
    table.enters("red", ENTRY, "wallace_monument")
    assert total(table) == (expect["vp"] if owns else 0)
    assert (WHICH in table.kinds()) is expect["extra_event"]
    table.answers(WHICH, "event", "loch_ness")
    assert table.player("red").coins == 2


@pytest.mark.rule("C6-19")
@pytest.mark.parametrize(("only", "coins"), [(0, 2), (1, 0)])
def test_by_house_rule_the_other_card_is_only_turned(only: int, coins: int) -> None:
    switches = {f"{SLUG}.wallace_only_turns": only}
    table = with_cards("wallace_monument", "loch_ness", coins=0, switches=switches)
    table.enters("red", ENTRY, "wallace_monument")
    table.answers(WHICH, "event", "loch_ness")
    assert len(turned_sides(table.state)) == 2
    assert table.player("red").coins == coins


@pytest.mark.rule("C6-20")
def test_dunvegan_gives_seven_points_for_two_sheep() -> None:
    _, expect = vector("rule-event-dunvegan")
    table = with_cards("dunvegan_castle")
    table.enters("red", ENTRY, "dunvegan_castle")
    table.answers(PAY, "pay_0")
    assert total(table) == expect["vp"]


@pytest.mark.parametrize(
    "card",
    [
        pytest.param("fort_george", marks=pytest.mark.rule("C6-21")),
        pytest.param("castle_of_mey", marks=pytest.mark.rule("C6-30")),
    ],
)
def test_two_tiles_leave_and_their_scots_come_home(card: str) -> None:
    table = with_cards(card, tiles=6, scots=3)
    table.enters("red", ENTRY, card)
    table.answers(PAY, "pay_1", 2)
    assert table.player("red").tiles == 4
    assert table.player("red").scots == 4
    assert table.player("red").landmarks == (card,)


@pytest.mark.rule("C6-21")
@pytest.mark.parametrize(("one", "left"), [(0, 4), (1, 5)])
def test_removing_only_one_tile_is_a_house_rule(one: int, left: int) -> None:
    table = with_cards("fort_george", tiles=6, switches={f"{SLUG}.removes_one": one})
    table.enters("red", ENTRY, "fort_george")
    table.answers(PAY, "pay_0", *((1,) if one else ()), 0)
    assert table.player("red").tiles == left


@pytest.mark.rule("C6-21", "C6-33")
def test_by_the_book_two_tiles_cannot_leave() -> None:
    table = with_cards("fort_george", tiles=3)
    table.enters("red", ENTRY, "fort_george")
    refusal = table.refused(PAY, "pay_0", 0)
    assert refusal.is_soft
    assert str(refusal.reason.text) == "The companion counts 1 tile that can leave."
    table.answers(PAY, "pay_0", 0, anyway=True)
    assert table.player("red").tiles == 2


def test_with_boats_the_table_is_told_which_tiles_stay() -> None:
    table = Table(0, chronicles=("boat_race", SLUG))
    table.sits("red", "yellow")
    table.answers("start", "go")
    table.declines()
    table.answers("layout", "done")
    table.has("red", landmarks=("fort_george",), tiles=6)
    table.enters("red", ENTRY, "fort_george")
    assert any("boat" in str(line) for line in table.owes)


@pytest.mark.rule("C6-22")
@pytest.mark.parametrize("pile", ["", "blue"])
def test_castle_stalker_lays_a_tile_of_any_pile_for_nothing(pile: str) -> None:
    table = with_cards("castle_stalker", coins=0, discards=(Tile("armadale_castle", "C", pile),))
    table.enters("red", ENTRY, "castle_stalker")
    table.answers(PAY, "pay_0")
    table.answers("from_discards", "tile", "armadale_castle")
    assert table.player("red").landmarks == ("castle_stalker", "armadale_castle")
    assert table.player("red").tiles == 3
    assert "good_cost" not in table.kinds()
    assert table.state.discards == ()


@pytest.mark.rule("C6-22")
def test_a_person_of_the_pile_pays_the_roads() -> None:
    table = with_cards("castle_stalker", discards=(Tile("robert_the_bruce", "A"),))
    table.enters("red", ENTRY, "castle_stalker")
    table.answers(PAY, "pay_0")
    table.answers("from_discards", "tile", "robert_the_bruce")
    assert "crest" in table.kinds()


TOLD = [
    pytest.param(card, marks=pytest.mark.rule(CHAPTERS[card].rule))
    for card in ("donan_castle", "loch_lochy", "duart_castle", "glenfinnan_church")
]


@pytest.mark.parametrize("card", TOLD)
def test_what_the_map_decides_is_told_and_the_card_turned(card: str) -> None:
    table = with_cards(card, chronicles=("hammer", SLUG))
    table.enters("red", ENTRY, card)
    assert turned_sides(table.state) == {card: True}
    assert manual_step(card) in table.state.turn.instruction_causes
    assert any(str(CHAPTERS[card].name) in str(line) for line in table.owes)


@pytest.mark.rule("C6-23", "C6-25")
def test_landmark_sides_with_a_clan_marker() -> None:
    table = with_cards(coins=0)
    table.enters("red", "landmark", "donan_castle")
    table.answers("crest", "crest", "none")
    table.enters("red", "landmark", "duart_castle")
    assert table.player("red").coins == 1
    assert "crest" in table.kinds()


@pytest.mark.rule("C6-25")
@pytest.mark.parametrize("marker", [True, False])
def test_duart_castle_gives_points_with_a_marker_on_maclean(marker: bool) -> None:
    _, expect = vector("rule-event-duart-maclean")
    table = with_cards("duart_castle", crests=("maclean",) if marker else ("ross",))
    table.enters("red", ENTRY, "duart_castle")
    assert total(table) == (expect["bonus_vp"] if marker else 0)


@pytest.mark.rule("C6-27")
def test_loch_shiel_costs_a_point() -> None:
    given, expect = vector("rule-event-loch-shiel")
    table = with_cards("loch_shiel", points={"other": given["vp_before"]})
    table.enters("red", ENTRY, "loch_shiel")
    table.answers(PAY, "pay_0")
    assert total(table) == expect["vp_after"]
    assert f"{expect['scotsmen_placed_on_loch_shiel']} Scots" in " ".join(map(str, table.owes))


@pytest.mark.rule("C6-27", "C6-33")
def test_without_a_point_loch_shiel_is_doubtful() -> None:
    table = with_cards("loch_shiel")
    table.enters("red", ENTRY, "loch_shiel")
    assert table.refused(PAY, "pay_0").is_soft


@pytest.mark.rule("C6-28")
def test_armadale_takes_own_stones_and_bought_ones() -> None:
    given, expect = vector("rule-event-armadale")
    table = with_cards("armadale_castle", coins=9)
    table.enters("red", ENTRY, "armadale_castle")
    table.answers(PAY, "pay_0", given["stone_returned"] - 2, 2)
    assert total(table) == expect["vp"]
    assert table.player("red").coins == 9 - 2 - 3
    assert table.state.market["stone"] == 3


@pytest.mark.rule("C6-28")
def test_from_a_full_row_no_stone_is_bought() -> None:
    table = with_cards("armadale_castle", coins=9)
    table.corrects("row", "stone", 3)
    table.enters("red", ENTRY, "armadale_castle")
    table.answers(PAY, "pay_0", 2)
    assert total(table) == 6


@pytest.mark.rule("C6-29")
def test_loch_ness_gives_a_coin_for_each_event_side() -> None:
    given, expect = vector("rule-event-loch-ness")
    others = ("castle_moil", "duart_castle", "castle_of_mey")
    table = with_cards("loch_ness", *others, coins=0)
    for card in others[: given["other_cards_on_event_side"]]:
        table.corrects(SIDE, card, "event")
    table.enters("red", ENTRY, "loch_ness")
    assert table.player("red").coins == expect["coins"]


@pytest.mark.rule("C6-31")
@pytest.mark.parametrize("moves", [True, False])
def test_castle_moil_gives_coins_and_may_bring_a_scot_home(moves: bool) -> None:
    _, expect = vector("rule-event-moil")
    table = with_cards("castle_moil", coins=0, scots=1)
    table.enters("red", ENTRY, "castle_moil")
    table.answers(HOME, "home" if moves else "none")
    assert table.player("red").coins == expect["coins"]
    assert table.player("red").scots == 1 + (expect["free_move_to_home_castle"] if moves else 0)


@pytest.mark.rule("C6-31")
def test_castle_moil_doubles_scots_turned_or_not() -> None:
    given, expect = vector("printed-castle-moil-doubles")
    scots = given["scotsmen_in_home_castle"]
    one = Standing(
        name="red", points=0, scots_in_home_castle=scots, whisky=0, persons=0, landmarks=("castle_moil",)
    )
    assert count_scots(one).number == expect["counted_scotsmen"]
    table = with_cards("castle_moil", scots=2)
    table.corrects(SIDE, "castle_moil", "event")
    gains = [g for p in round_result(table.state, "A").players if p.name == "red" for g in p.gains]
    assert [g.points for g in gains if g.source == "scots_in_home_castle"] == [5]


@pytest.mark.rule("C6-32")
def test_loch_morar_gives_nine_points_for_two_scots() -> None:
    given, expect = vector("rule-event-morar")
    table = with_cards("loch_morar", scots=2)
    table.enters("red", ENTRY, "loch_morar")
    table.answers(PAY, f"pay_{given['scotsmen_returned']}")
    assert total(table) == expect["vp"]
    assert table.player("red").scots == 0


@pytest.mark.rule("C6-32")
def test_the_landmark_side_of_loch_morar_removes_tiles() -> None:
    table = with_cards(tiles=6, scots=1)
    table.enters("red", "landmark", "loch_morar")
    table.answers("removed", "removed", 2, 1)
    assert table.player("red").tiles == 4
    assert table.player("red").scots == 2


# ---- with the Hammer of the Scots


def hammered(*cards: str, ring: str = "", **more: Any) -> Table:
    return with_cards(*cards, chronicles=("hammer", SLUG), ring=ring, **more)


@pytest.mark.rule("C6-34")
def test_loch_lomond_empties_the_england_row() -> None:
    given, expect = vector("rule-england-row-loch-lomond-event")
    table = hammered("loch_lomond", coins=0)
    table.corrects("row", "england", len(given["row_stacks"]))
    table.enters("red", ENTRY, "loch_lomond")
    assert table.player("red").coins == expect["coins_gained"]
    assert table.state.market["england"] == len(expect["row_after"])
    assert "6 coins of Red back to the England row" in table.undo_instructions()


@pytest.mark.rule("C6-35", "C6-34", "C6-36", "C6-37")
@pytest.mark.parametrize(
    "card", ["loch_lomond", "glenfinnan_church", "glenfinnan_monument", "general_wades_military_roads"]
)
def test_the_landmark_sides_still_bring_the_england_marker(card: str) -> None:
    table = hammered()
    table.enters("red", "landmark", card)
    assert table.state.expansion_states["hammer"].holder == "red"


def monument(ring: str, tile: str) -> Table:
    table = hammered("glenfinnan_monument", ring=ring)
    table.enters("red", ENTRY, "glenfinnan_monument")
    place = next(i for i, s in enumerate(table.state.track) if s.piece == tile)
    table.answers(SWAP, "swap", f"space:{place}")
    return table


@pytest.mark.rule("C6-36")
def test_the_englishman_changes_places_with_a_tile() -> None:
    table = monument(f"red S-1 {ENGLISHMAN} yellow S-2 A-6 blue A-7", "A-7")
    assert table.reads() == f"red S-1 A-7 yellow S-2 A-6 blue {ENGLISHMAN}"
    assert table.undo_instructions()[0].startswith("the Englishman and Seven Sheep Hill change places again")
    table.takes("red", "A-7")


@pytest.mark.rule("C6-36")
def test_after_the_move_a_tile_put_behind_all_pawns_is_discarded() -> None:
    table = hammered("glenfinnan_monument", ring=f"red {ENGLISHMAN} yellow S-1 S-2 blue A-6 A-7")
    table.takes("red", "A-6")
    assert table.reads().startswith(ENGLISHMAN)
    table.enters("red", ENTRY, "glenfinnan_monument")
    table.taps("S-2")
    assert table.reads() == f"yellow S-1 {ENGLISHMAN} blue red A-7"
    assert Tile("S-2", "S", "") in table.state.discards


@pytest.mark.rule("C6-36")
def test_the_englishman_may_stay_and_never_goes_onto_worlds_end() -> None:
    table = hammered("glenfinnan_monument", ring=f"red S-1 {ENGLISHMAN} yellow blue END A-6")
    table.enters("red", ENTRY, "glenfinnan_monument")
    assert len(table.choices(SWAP, "swap")) == 2
    table.answers(SWAP, "none")
    assert table.reads() == f"red S-1 {ENGLISHMAN} yellow blue END A-6"


@pytest.mark.rule("C6-36")
def test_on_his_own_turn_the_englishman_is_not_swapped() -> None:
    table = hammered("glenfinnan_monument", ring=f"{ENGLISHMAN} red S-1 yellow blue A-6")
    table.answers("hammer.holder", "holder", "red")
    table.answers("hammer.use", "use")
    table.enters("red", ENTRY, "glenfinnan_monument")
    assert SWAP not in table.kinds()
    assert turned_sides(table.state) == {"glenfinnan_monument": True}


@pytest.mark.rule("C6-37")
@pytest.mark.parametrize("markers", [True, False])
def test_wade_gives_a_coin_and_a_marker(markers: bool) -> None:
    crests = () if markers else ("ross",) * 10
    table = hammered("general_wades_military_roads", coins=0, crests=crests)
    table.enters("red", ENTRY, "general_wades_military_roads")
    assert table.player("red").coins == 1
    assert ("crest" in table.kinds()) is markers


# ---- presses


def presses(table: Table, kind: str) -> dict[tuple[str, tuple[Any, ...]], int]:
    """The fewest presses for each answer to that question, with buttons alone."""
    game, state = table.history.game, table.state
    context = MenuContext(game.questions(state), lambda: game.question(state, CORRECTION))
    number = table.question(kind).number
    found: dict[tuple[str, tuple[Any, ...]], int] = {}
    front, seen = [MAIN], {MAIN}
    for count in range(1, 6):
        following = []
        for menu in front:
            for key in ("OK", "UP", "DOWN", "BACK", "UP+", "DOWN+", "BACK+"):
                outcome = press_button(menu, context, key.rstrip("+"), key.endswith("+"))
                if isinstance(outcome, GiveAnswer) and outcome.answer.question == number:
                    found.setdefault((outcome.answer.offer, outcome.answer.values), count)
                elif isinstance(outcome, Menu) and outcome not in seen:
                    seen.add(outcome)
                    following.append(outcome)
        front = following
    return found


def test_an_event_and_its_price_take_at_most_two_presses() -> None:
    table = with_cards("loch_morar", "fort_george", tiles=6, ring="red yellow blue gathering_a A? A?")
    assert presses(table, "ledger")[(ENTRY, ("loch_morar",))] <= 5
    table.takes("red", "gathering_a")
    table.answers("rebuild", "no")
    counted = presses(table, WHICH)
    assert (counted[("event", ("loch_morar",))], counted[("none", ())]) == (2, 2)
    table.answers(WHICH, "event", "loch_morar")
    assert (presses(table, PAY)[("pay_0", ())], presses(table, PAY)[("turn", ())]) == (1, 2)


# ---- with the Penny Mobs


@pytest.mark.rule("C8-43")
@pytest.mark.parametrize("side", ["landmark", "event"])
def test_a_token_of_john_leaves_a_card_that_is_turned(side: str) -> None:
    """Before, Blue's card counts for Red; turned it counts for Blue, with a point more."""
    table = Table(0, chronicles=(SLUG, "penny_mobs"))
    table.sits("red", "blue")
    table.answers("start", "go")
    table.declines()
    table.answers("layout", "done")
    table.has("blue", landmarks=("castle_moil",))
    kept = table.state.expansion_states
    mob = replace(kept["penny_mobs"], card_tokens={"castle_moil": "red"})
    table.stage(replace(table.state, expansion_states={**kept, "penny_mobs": mob}))
    table.corrects(SIDE, "castle_moil", side)
    scored = {
        p.name: sum(g.points for g in p.gains if g.source == "landmarks")
        for p in round_result(table.state, "A").players
    }
    assert scored == ({"red": 1, "blue": 0} if side == "landmark" else {"red": 0, "blue": 2})


# ---- sides put right, and words


def test_the_side_of_a_card_can_be_put_right() -> None:
    table = with_cards("old_man_of_storr")
    table.corrects(SIDE, "old_man_of_storr", "event")
    assert "old_man_of_storr" in tables_in_force(table.state)
    table.corrects(SIDE, "old_man_of_storr", "only")
    assert (turned_sides(table.state), tables_in_force(table.state)) == ({"old_man_of_storr": True}, {})
    table.corrects(SIDE, "old_man_of_storr", "landmark")
    assert turned_sides(table.state) == {}
    table.corrects(SIDE, "old_man_of_storr", "event")
    table.corrects("card", "old_man_of_storr", "nobody")
    assert turned_sides(table.state) == {}


def test_the_final_scoring_comes_again_without_the_points_told_after_it() -> None:
    table = with_cards("inverness", ring="red END+yellow+blue", deck="D", left={"A": 0, "B": 0, "C": 0, "D": 0})
    table.has("red", barrels=3)
    table.enters("red", ENTRY, "inverness")
    table.answers(TABLE, "ourselves")
    table.answers("take", "worlds_end")
    table.done()
    for points in (9, 4):
        if "count_scots" in table.kinds():
            table.answers("count_scots", "counted", 0, 0, 0)
        table.answers("count_rest", "right")
        table.answers(POINTS, "points", points)
        assert table.state.phase == "over"
        assert table.player("red").points[f"{SLUG}.own_final"] == points
        if points == 9:
            table.corrects("count", "red", "coins", 2)


def test_only_cards_that_somebody_has_can_be_put_right() -> None:
    table = with_cards()
    assert SIDE not in table.offers("correct")


def test_history_and_put_back_speak_of_turned_cards() -> None:
    table = with_cards("loch_morar", "castle_moil")
    table.enters("red", ENTRY, "loch_morar")
    table.answers(PAY, "turn")
    assert table.told()[-1] == "Red only turns Loch Morar"
    assert "The card Loch Morar of Red back to its landmark side" in table.undo_instructions()
    for panel in PANELS:
        assert read(table.view, panel=panel).count("1 event side") == 1
    table.undo()
    table.redo()
    table.fits()


def test_nothing_of_it_is_scored_without_the_chronicle() -> None:
    table = Table(3)
    assert score_standings("A", (standing("red", 2), standing("blue", 2))).players[0].gains == ()
    assert ENTRY not in table.offers("ledger")
    assert CHRONICLE.number == 6
