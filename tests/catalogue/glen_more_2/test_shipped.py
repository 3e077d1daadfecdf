"""The catalogue that ships: complete in number, each fact with a source, and silent where the books are silent."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.games.glen_more_2.catalogue import shipped as shipped_module
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.catalogue.shipped import card_id, load_catalogue, shipped_tables
from companion.games.help_file import help_file
from companion.state.glen_more_2.facts import GOODS, WORLDS_END, Cost, Crest, Effect, Facts, Landmark

TABLES = shipped_tables()
FACTS = effective_facts()
FIELDS = ("name", "sort", "deck", "kind", "rebuild", "cost", "one_time", "barred")

# What no public words say of the named tiles (partly known counts as unknown), a copy of the ledger's list:
# a fact may leave this list only with a source that prints it.
UNKNOWN = {
    "castle_stalker": ("rebuild", "cost", "one_time"),
    "donan_castle": ("rebuild", "cost", "one_time"),
    "loch_lochy": ("rebuild", "cost", "one_time"),
    "duart_castle": ("rebuild", "cost", "one_time"),
    "inverness": ("cost",),
    "loch_shiel": ("rebuild", "cost", "one_time"),
    "armadale_castle": ("rebuild", "cost", "one_time"),
    "loch_ness": ("rebuild", "one_time"),
    "castle_of_mey": ("rebuild", "cost", "one_time"),
    "castle_moil": ("rebuild", "cost", "one_time"),
    "loch_morar": ("rebuild", "cost", "one_time"),
    "worlds_end": (),
    "halkirk": ("deck", "cost"),
    "inshriach": ("deck", "rebuild", "cost", "one_time"),
    "lochridge": ("deck", "kind", "cost", "one_time"),
    "aberfoyle": ("deck", "rebuild", "cost", "one_time"),
    "robert_the_bruce": ("deck", "cost"),
    "william_wallace": ("deck", "cost"),
    "david_hume": ("one_time",),
    "pulteney": ("deck", "rebuild", "cost", "one_time"),
    "glen_mhor": ("deck", "rebuild", "cost", "one_time"),
    "glenlochy": ("deck", "rebuild", "cost", "one_time"),
    "edradour": ("deck", "rebuild", "cost", "one_time"),
    "millburn": ("deck", "rebuild", "cost", "one_time"),
}


def in_deck(facts: Facts, deck: str) -> list[str]:
    return [piece.id for piece in facts.pieces.values() if piece.deck == deck]


@pytest.mark.rule("GM-CMP-13")
def test_the_decks_hold_seventy_tiles() -> None:
    """5 S, 14 A, 17 B, 17 C and 17 D; World's End is taken for one of the D tiles until somebody counted."""
    assert {deck: len(in_deck(FACTS, deck)) for deck in "SABCD"} == {"S": 5, "A": 14, "B": 17, "C": 17, "D": 17}
    assert FACTS.decks == {"S": 5, "A": 14, "B": 17, "C": 17, "D": 16}
    assert WORLDS_END in in_deck(FACTS, "D")
    assert FACTS.worlds_end_in_d is None


def test_a_slot_stands_for_every_tile_without_a_known_deck_and_name() -> None:
    slots = [id for id in FACTS.pieces if re.fullmatch(r"[SABCD]-\d+", id)]
    assert Counter(slot[0] for slot in slots) == {"S": 5, "A": 11, "B": 14, "C": 15, "D": 13}
    assert (slots[0], slots[-1]) == ("S-1", "D-13")
    slot = FACTS.pieces["A-4"]
    assert (slot.name, slot.deck, slot.category, slot.kind) == ("", "A", None, None)
    assert (slot.rebuild, slot.cost, slot.one_time, slot.barred) == (None, None, None, None)


def test_eleven_landmarks_each_with_a_tile_and_a_card() -> None:
    tiles = [piece.id for piece in FACTS.pieces.values() if piece.category == "landmark"]
    assert len(FACTS.landmarks) == 11
    assert tiles == list(FACTS.landmarks)
    for id, landmark in FACTS.landmarks.items():
        assert FACTS.pieces[id].deck == landmark.deck
        assert FACTS.pieces[card_id(id)].category == "card"
        assert FACTS.pieces[card_id(id)].deck == ""


def test_the_landmarks_lie_in_their_decks() -> None:
    assert Counter(landmark.deck for landmark in FACTS.landmarks.values()) == {"A": 3, "B": 3, "C": 2, "D": 3}


def test_there_are_twenty_three_crests_of_which_one_is_used_again() -> None:
    assert len(FACTS.crests) == 23
    assert [crest.id for crest in FACTS.crests.values() if crest.repeatable] == ["douglas"]


def test_four_home_tiles_two_of_them_in_colours_that_the_books_name() -> None:
    homes = [piece for piece in FACTS.pieces.values() if piece.category == "home"]
    assert [home.id for home in homes] == [f"home_{colour}" for colour in FACTS.colours]
    assert [home.colour for home in homes] == list(FACTS.colours)
    assert FACTS.colours[:2] == ("red", "yellow")
    assert TABLES["colours"]["named"] == ["red", "yellow"]
    assert {TABLES["colours"]["src"][colour] for colour in FACTS.colours[2:]} == {"ours"}


@pytest.mark.rule("GM-CMP-14")
def test_david_hume_lies_in_no_deck() -> None:
    hume = FACTS.pieces["david_hume"]
    assert (hume.category, hume.deck) == ("person", "")


@pytest.mark.rule("GM-CMP-10")
def test_the_die_has_its_six_faces() -> None:
    assert FACTS.die_faces == (1, 1, 1, 2, 2, 3)


@pytest.mark.rule("GM-SET-07")
def test_starting_coins_rise_with_the_place() -> None:
    assert FACTS.start_coins == (5, 6, 7, 8)


@pytest.mark.rule("GM-PER-05")
@pytest.mark.parametrize("person", ["robert_the_bruce", "william_wallace"])
def test_a_person_lets_place_a_clan_marker(person: str) -> None:
    assert FACTS.pieces[person].one_time == (Effect("clan_marker"),)


def test_only_loch_ness_has_a_published_cost() -> None:
    priced = {id: piece.cost for id, piece in FACTS.pieces.items() if piece.cost}
    assert priced == {"loch_ness": (Cost("scot", 1),)}


def test_what_no_public_words_say_is_not_set() -> None:
    assert UNKNOWN.keys() == load_catalogue().tiles.keys()
    told = [(id, field) for id, fields in UNKNOWN.items() for field in fields]
    assert [(id, field) for id, field in told if getattr(FACTS.pieces[id], field) is not None] == []


def test_what_only_the_box_shows_is_not_set() -> None:
    """The number of spaces, World's End among D, no-entry symbols, roads but four."""
    assert FACTS.rondel_spaces is None
    assert FACTS.worlds_end_in_d is None
    on_rondel = [p for p in FACTS.pieces.values() if p.deck != "" and p.id != WORLDS_END]
    assert {piece.barred for piece in on_rondel} == {None}
    assert not FACTS.roads_complete
    assert [(r.a, r.b, r.coins, r.is_sum) for r in FACTS.roads] == [
        ("start", "macleod", 0, False),
        ("start", "douglas", 0, True),
        ("start", "mckay", 2, True),
        ("macmillan", "maclachlan", 1, False),
    ]


@pytest.mark.parametrize("id", list(TABLES["tile"]))
def test_each_field_of_a_tile_has_a_value_with_a_source_or_stands_under_unknown(id: str) -> None:
    row = TABLES["tile"][id]
    for field in FIELDS:
        assert (field in row) != (field in row["unknown"]), field
        assert (field in row) == (field in row["src"]), field
    assert set(row["unknown"]) <= set(FIELDS)
    assert set(row.get("partial", ())) <= set(row)


def sources(table: Any) -> list[str]:
    """All sources named anywhere in the catalogue."""
    if isinstance(table, list):
        return [source for row in table for source in sources(row)]
    if not isinstance(table, dict):
        return []
    src = table.get("src", {})
    here = [src] if isinstance(src, str) else list(src.values())
    return [*here, *(source for key, row in table.items() if key != "src" for source in sources(row))]


def test_every_source_is_listed() -> None:
    named = {name for source in sources(TABLES) for name in source.split(",")}
    assert named == set(TABLES["sources"])


@pytest.mark.parametrize("kind", ["landmark", "crest", "road"])
def test_every_card_crest_and_road_has_a_source(kind: str) -> None:
    rows = TABLES[kind].values() if isinstance(TABLES[kind], dict) else TABLES[kind]
    assert [row for row in rows if not row.get("src")] == []


def test_every_card_and_crest_has_its_words_and_nothing_else_has() -> None:
    texts = help_file(Path(shipped_module.__file__).with_name("texts.txt")).articles
    assert texts.keys() == {*FACTS.landmarks, *FACTS.crests}
    assert not FACTS.landmarks.keys() & FACTS.crests.keys()
    assert str(FACTS.landmarks["loch_ness"].text).startswith("In each of your turns activate 1 more tile")
    assert str(FACTS.crests["munro"].text).startswith("Take 1 tile from the discard pile")


def test_every_card_and_crest_names_a_rule_of_its_own() -> None:
    cards = [landmark.rule for landmark in FACTS.landmarks.values()]
    crests = [crest.rule for crest in FACTS.crests.values()]
    assert sorted(cards) == [f"GM-LMK-{n:02}" for n in range(1, 12)]
    assert sorted(crests) == [f"GM-CRS-{n:02}" for n in range(1, 24)]


def gains(thing: Landmark | Crest) -> dict[str, int]:
    return {step.what: step.n for step in thing.effects if step.op == "gain"}


@pytest.mark.parametrize(
    ("id", "timing", "gained", "others"),
    [
        pytest.param("castle_stalker", "one_time", {"coin": 3}, [], marks=pytest.mark.rule("GM-LMK-02")),
        ("donan_castle", "one_time", {}, [Effect("clan_marker")]),
        ("duart_castle", "one_time", {"coin": 1}, [Effect("clan_marker")]),
        ("inverness", "one_time", {"whisky": 1, "barley": 1}, []),
        ("loch_lochy", "one_time", {"any_good": 2}, []),
        ("loch_shiel", "one_time", {"whisky": 1}, [Effect("scot_on_tile", n=1)]),
        ("loch_morar", "one_time", {}, [Effect("remove_tiles", n=2)]),
        ("castle_of_mey", "one_time", {}, [Effect("tell")]),
        ("castle_moil", "permanent", {}, []),
        ("loch_ness", "permanent", {}, []),
        ("armadale_castle", "end_game", {}, []),
    ],
)
def test_a_landmark_card_does_what_its_rule_says(
    id: str, timing: str, gained: dict[str, int], others: list[Effect]
) -> None:
    landmark = FACTS.landmarks[id]
    assert landmark.timing == timing
    assert gains(landmark) == gained
    assert [step for step in landmark.effects if step.op != "gain"] == others


@pytest.mark.rule("GM-LMK-06")
def test_the_coin_of_duart_castle_comes_before_the_marker_that_it_may_pay() -> None:
    assert [step.op for step in FACTS.landmarks["duart_castle"].effects] == ["gain", "clan_marker"]


@pytest.mark.parametrize(
    ("id", "counted", "tiers"),
    [
        ("brodie", "villages", ((3, 5), (4, 8))),
        ("grant", "tiles_with_scot", ((5, 5), (6, 8))),
        ("macpherson", "rebuild_tiles", ((2, 5), (3, 8))),
        pytest.param("oliphant", "coins", ((9, 5), (12, 8)), marks=pytest.mark.rule("GM-CRS-20")),
        ("sutherland", "river_tiles", ((4, 5), (6, 8))),
    ],
)
def test_a_crest_with_tiers_gives_five_or_eight(id: str, counted: str, tiers: tuple[tuple[int, int], ...]) -> None:
    crest = FACTS.crests[id]
    assert (crest.tier_count, crest.tiers, crest.effects) == (counted, tiers, ())


@pytest.mark.parametrize(
    ("id", "gained", "others"),
    [
        pytest.param("macleod", {"coin": 3}, [], marks=pytest.mark.rule("GM-CRS-15")),
        pytest.param("douglas", {"vp": 3}, [], marks=pytest.mark.rule("GM-CRS-04")),
        ("mckenzie", {"whisky": 1, "barley": 1}, []),
        ("mckinnon", {"coin": 2}, [Effect("scots", n=1)]),
        ("chisholm", {"barley": 1}, [Effect("scots", n=1)]),
        ("ross", {}, [Effect("scots", n=2)]),
        ("gunn", {"sheep": 1, "cattle": 1}, []),
        ("macdonald", {"stone": 1, "wood": 1}, []),
        ("macmillan", {}, [Effect("remove_tiles", n=1)]),
        pytest.param("mckay", {}, [Effect("take_piece", "david_hume", 1)], marks=pytest.mark.rule("GM-CRS-16")),
        ("munro", {}, [Effect("from_discards", n=1)]),
        ("cameron", {}, [Effect("tell")]),
        ("macdonell", {}, [Effect("tell")]),
        ("maclean", {}, [Effect("tell")]),
    ],
)
def test_a_crest_does_what_its_rule_says(id: str, gained: dict[str, int], others: list[Effect]) -> None:
    crest = FACTS.crests[id]
    assert crest.timing == "one_time"
    assert gains(crest) == gained
    assert [step for step in crest.effects if step.op != "gain"] == others


def test_four_crests_last() -> None:
    lasting = {crest.id for crest in FACTS.crests.values() if crest.timing == "permanent"}
    assert lasting == {"macgregor", "mackintosh", "maclachlan", "sinclair"}
    assert all(not FACTS.crests[id].effects for id in lasting)


def test_what_is_gained_is_known_to_the_core() -> None:
    things = [*FACTS.landmarks.values(), *FACTS.crests.values()]
    assert {what for thing in things for what in gains(thing)} <= {"coin", "whisky", "vp", "any_good", *GOODS}
