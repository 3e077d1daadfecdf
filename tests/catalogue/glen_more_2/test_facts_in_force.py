"""The owner's box laid over the catalogue: what it adds, and what can't be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from companion.games.glen_more_2.catalogue.box import Box, parse_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts, piece_aliases
from companion.state.glen_more_2.facts import Cost, Effect, Facts
from companion.storage.toml_file import BadFile

UNPLACED = [
    "halkirk", "inshriach", "lochridge", "aberfoyle", "robert_the_bruce", "william_wallace",
    "pulteney", "glen_mhor", "glenlochy", "edradour", "millburn",
]  # fmt: skip


def box(tables: Mapping[str, Any]) -> Box:
    return parse_box(tables, "box.toml")


def facts(tables: Mapping[str, Any], kept: tuple[str, ...] = ()) -> Facts:
    return effective_facts(box(tables), kept)


def sentence(tables: Mapping[str, Any]) -> str:
    with pytest.raises(BadFile) as caught:
        facts(tables)
    return str(caught.value)


def in_deck(known: Facts, deck: str) -> list[str]:
    return [piece.id for piece in known.pieces.values() if piece.deck == deck]


def test_an_empty_box_is_the_bare_catalogue() -> None:
    assert facts({}) == effective_facts() == effective_facts(None)


def test_facts_survive_the_journal() -> None:
    known = effective_facts()
    assert msgspec.json.decode(msgspec.json.encode(known), type=Facts) == known


def test_what_the_owner_says_of_a_slot_stands_in_its_piece() -> None:
    row = {
        "name": "Our Ford", "sort": "land", "kind": "village", "rebuild": True, "symbol": False, "barred": True,
        "cost": {"coin": 1, "sheep": 2}, "one_time": [{"op": "gain", "what": "coin", "n": 1}],
    }  # fmt: skip
    piece = facts({"tile": {"B-3": row}}).pieces["B-3"]
    assert (piece.name, piece.category, piece.kind, piece.rebuild, piece.barred) == (
        "Our Ford",
        "land",
        "village",
        True,
        True,
    )
    assert piece.cost == (Cost("coin", 1), Cost("sheep", 2))
    assert piece.one_time == (Effect("gain", "coin", 1),)
    assert piece.deck == "B"


def test_costs_nothing_is_not_the_same_as_cost_unknown() -> None:
    known = facts({"tile": {"B-3": {"cost": {}}}})
    assert known.pieces["B-3"].cost == ()
    assert known.pieces["B-4"].cost is None


def test_a_slot_that_is_a_named_tile_gives_way_to_it() -> None:
    known = facts({"tile": {"A-4": {"is": "halkirk", "cost": {"wood": 1}}, "halkirk": {"barred": False}}})
    halkirk = known.pieces["halkirk"]
    assert "A-4" not in known.pieces
    assert (halkirk.deck, halkirk.cost, halkirk.barred, halkirk.name) == (
        "A",
        (Cost("wood", 1),),
        False,
        "Halkirk",
    )
    assert len(in_deck(known, "A")) == 14
    assert "A-5" in known.pieces, "the other slots keep their ids"


def test_a_named_tile_may_be_called_by_its_name() -> None:
    assert facts({"tile": {"A-4": {"is": "Glen Mhor"}}}).pieces["glen_mhor"].deck == "A"


def test_a_named_tile_of_which_only_the_deck_is_known_takes_the_last_slot() -> None:
    known = facts({"tile": {"halkirk": {"deck": "A"}}})
    assert "A-11" not in known.pieces
    assert "A-10" in known.pieces
    assert len(in_deck(known, "A")) == 14


def test_a_slot_that_was_described_or_carries_a_sticker_does_not_give_way() -> None:
    known = facts({"tile": {"halkirk": {"deck": "A"}, "A-11": {"name": "Ours"}}}, kept=("A-10",))
    assert {"A-11", "A-10"} <= known.pieces.keys()
    assert "A-9" not in known.pieces


def test_slots_with_stickers_give_way_when_no_other_is_left() -> None:
    known = facts({"tile": {"halkirk": {"deck": "S"}}}, kept=("S-1", "S-2", "S-3", "S-4", "S-5"))
    assert in_deck(known, "S") == ["S-1", "S-2", "S-3", "S-4", "halkirk"]


def test_worlds_end_beside_seventeen_d_tiles_makes_one_slot_more() -> None:
    known = facts({"worlds_end_in_d": False})
    assert known.decks["D"] == 17
    assert "D-14" in known.pieces
    assert facts({"worlds_end_in_d": True}).decks["D"] == 16


@pytest.mark.rule("GM-CMP-13")
def test_deck_sizes_are_facts_of_the_box() -> None:
    known = facts({"decks": {"A": 12, "S": 6}})
    assert known.decks == {"S": 6, "A": 12, "B": 17, "C": 17, "D": 16}
    assert len(in_deck(known, "A")) == 12
    assert "S-6" in known.pieces


def test_the_owner_names_the_colours() -> None:
    known = facts({"colours": ["red", "yellow", "black", "purple"]})
    assert known.colours == ("red", "yellow", "black", "purple")
    assert known.pieces["home_black"].colour == "black"
    assert "home_blue" not in known.pieces


def test_old_stickers_find_their_way_to_renamed_things() -> None:
    renamed = box({"colours": ["red", "black", "purple", "yellow"], "tile": {"A-4": {"is": "Halkirk"}}})
    assert piece_aliases(renamed) == {"home_blue": "home_purple", "home_green": "home_yellow", "A-4": "halkirk"}
    assert piece_aliases(None) == {}


def test_the_owners_road_stands_for_the_published_one() -> None:
    known = facts({"road": [{"a": "macleod", "b": "start", "coins": 1}]})
    assert [r.coins for r in known.roads if {r.a, r.b} == {"start", "macleod"}] == [1]
    assert len(known.roads) == 4


def test_a_bare_box_lacks_much_and_guesses_nothing() -> None:
    bare = effective_facts()
    assert (bare.rondel_spaces, bare.worlds_end_in_d, bare.roads_complete) == (None, None, False)
    assert bare.pieces["A-1"].cost is None
    assert (bare.pieces["halkirk"].deck, bare.pieces["halkirk"].rebuild) == (None, False)


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        (
            {"tile": {"halkirq": {"deck": "A"}}},
            "box.toml: tile.halkirq is not known; did you mean tile.halkirk?",
        ),
        ({"tile": {"xyzzy": {"deck": "A"}}}, "box.toml: tile.xyzzy is not known; remove it."),
        (
            {"tile": {"A-12": {"name": "x"}}},
            "box.toml: tile.A-12 is not there, deck A has 11 nameless tiles; correct the number.",
        ),
        (
            {"tile": {"A-4": {"is": "halkirk"}, "A-5": {"is": "Halkirk"}}},
            "box.toml: A-4 and A-5 are both Halkirk; remove one.",
        ),
        (
            {"tile": {"A-4": {"is": "halkrik"}}},
            "box.toml: tile.A-4.is can't be halkrik; did you mean halkirk?",
        ),
        (
            {"tile": {"loch_ness": {"is": "halkirk"}}},
            "box.toml: tile.loch_ness has a name already; remove its is.",
        ),
        (
            {"tile": {"A-4": {"is": "halkirk"}, "halkirk": {"deck": "B"}}},
            "box.toml: tile.halkirk.deck can't be B, the tile is in A; remove that line.",
        ),
        (
            {"tile": {"loch_ness": {"deck": "A"}}},
            "box.toml: tile.loch_ness.deck can't be A, the tile is in C; remove that line.",
        ),
        (
            {"tile": {"A-4": {"deck": "B"}}},
            "box.toml: tile.A-4.deck can't be B, the tile is in A; remove that line.",
        ),
        (
            {"tile": {"david_hume": {"deck": "B"}}},
            "box.toml: tile.david_hume is in no deck; remove that line.",
        ),
        (
            {"tile": {"loch_ness": {"sort": "person"}}},
            "box.toml: tile.loch_ness.sort is published already; remove that line.",
        ),
        (
            {"tile": {"A-4": {"is": "halkirk", "sort": "person"}}},
            "box.toml: tile.A-4.sort is published already; remove that line.",
        ),
        (
            {"decks": {"A": 2}},
            "box.toml: decks.A is 2, but 3 tiles of that deck have names; count again.",
        ),
        (
            {"tile": {id: {"deck": "S"} for id in UNPLACED[:6]}},
            "box.toml: deck S has no room left for William Wallace; correct its deck or free a slot.",
        ),
        (
            {"road": [{"a": "start", "b": "ros", "coins": 1}]},
            "box.toml: road 1.b can't be ros; did you mean ross?",
        ),
        (
            {"road": [{"a": "ross", "b": "ross", "coins": 1}]},
            "box.toml: road 1 leads nowhere; correct one of its ends.",
        ),
        (
            {"road": [{"a": "ross", "b": "gunn", "coins": 1}, {"a": "gunn", "b": "ross", "coins": 2}]},
            "box.toml: a road stands there twice; remove one of them.",
        ),
        (
            {"roads_complete": True},
            "box.toml: roads_complete is true, but no road leads to brodie; add it or say false.",
        ),
    ],
)
def test_a_box_that_can_not_be_is_one_sentence(tables: dict[str, Any], message: str) -> None:
    assert sentence(tables) == message


def test_all_eleven_unplaced_tiles_find_room() -> None:
    known = facts({"tile": {id: {"deck": deck} for id, deck in zip(UNPLACED, "SSABCDABCDD", strict=True)}})
    assert {deck: len(in_deck(known, deck)) for deck in "SABCD"} == {"S": 5, "A": 14, "B": 17, "C": 17, "D": 17}
    assert [id for id in UNPLACED if known.pieces[id].deck is None] == []
