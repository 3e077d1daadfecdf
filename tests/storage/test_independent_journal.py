"""The reader of journals itself: journals written by hand, with points worked out on paper."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from tests import independent_journal
from tests.independent_journal import NotAnsweredError, Reader, scored_anew, standing_rows

SETUP: dict[str, Any] = {
    "facts": {"pieces": {"D-5": {"one_time": [{"op": "gain", "what": "vp", "n": 3}]}}},
    "house": {"difference_above_five": 8},
}
SEATS = [{"type": "PlayerSeated", "player": who, "coins": coins} for who, coins in (("red", 5), ("blue", 6))]


def row(number: int, *events: dict[str, Any], offer: str = "", values: tuple[Any, ...] = ()) -> str:
    answer = {"type": "answer", "question": number, "offer": offer, "values": values}
    return json.dumps({"number": number, "answer": answer, "events": events, "hash": ""})


def take_back(number: int, first: int) -> str:
    return json.dumps(
        {"number": number, "answer": {"type": "take_back", "first": first}, "events": [], "hash": ""}
    )


def read(*rows: str) -> Reader:
    return scored_anew([json.dumps({"setup": SETUP}), row(1, *SEATS), *rows])


def event(type: str, **fields: Any) -> dict[str, Any]:
    return {"type": type, **fields}


DOUGLAS = event("CrestTaken", player="red", crest="douglas")


def test_it_imports_nothing_of_the_product() -> None:
    tree = ast.parse(Path(independent_journal.__file__).read_text(encoding="utf-8"))
    named = {a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names}
    named |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert named == {
        "__future__",
        "json",
        "re",
        "collections",
        "collections.abc",
        "typing",
        "tests.independent_scorer",
    }


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ([row(2, DOUGLAS)], 3),
        ([row(2, DOUGLAS), take_back(3, 2)], 0),
        ([row(2, DOUGLAS), take_back(3, 2), take_back(4, 3)], 3),
        ([row(2, DOUGLAS), row(3, DOUGLAS), take_back(4, 3), row(5, DOUGLAS)], 6),
        ([row(2, DOUGLAS), take_back(3, 2), take_back(4, 3), take_back(5, 4)], 0),
    ],
)
def test_what_was_taken_back_counts_no_more_unless_that_was_taken_back_too(rows: list[str], points: int) -> None:
    assert read(*rows).totals()["red"] == points


def test_rows_that_stand_come_in_their_order() -> None:
    lines = [json.dumps({"setup": SETUP}), row(1), row(2), take_back(3, 2), row(4)]
    assert [r["number"] for r in standing_rows(lines)] == [1, 4]


def test_a_told_number_must_have_been_answered_and_any_other_is_not_read() -> None:
    told = event("PointsScored", player="red", points=7, source="exchange")
    assert read(row(2, told, offer="points", values=("exchange", 7))).totals()["red"] == 7
    with pytest.raises(NotAnsweredError, match="7 of exchange"):
        read(row(2, told, offer="points", values=("exchange", 6)))
    made_up = event("PointsScored", player="red", points=7, source="haggis")
    assert read(row(2, made_up, offer="score")).totals()["red"] == 0


@pytest.mark.rule("GM-CRS-20")
@pytest.mark.parametrize(("coins", "points"), [(3, 0), (4, 5), (6, 5), (7, 8)])
def test_oliphant_goes_by_the_coins_of_its_owner(coins: int, points: int) -> None:
    gained = event("CoinsGained", player="red", coins=coins)
    scored = event("PointsScored", player="red", points=99, source="crest:oliphant")
    if points:
        assert read(row(2, gained, scored, offer="crest", values=("oliphant",))).totals()["red"] == points
    else:
        with pytest.raises(NotAnsweredError):
            read(row(2, gained, scored, offer="crest", values=("oliphant",)))


@pytest.mark.rule("C5-17", "C5-21", "C5-23")
def test_the_printed_haggis() -> None:
    """1, 1, 3 on the table; of the rolls one 1 and a 3: 2 tokens, sum 4."""
    rolls = [event("HaggisRolled", face=face) for face in (1, 3)]
    up = [event("HaggisTurned", player="red", value=face) for face in (1, 3)]
    before, after = event("HaggisBegan", round="B"), event("HaggisScored", round="B")
    assert read(row(2, before, rolls[0], up[0], rolls[1], up[1], after)).by_source()["red"] == {"haggis": 8}
    with pytest.raises(NotAnsweredError):
        read(row(2, before, rolls[1], up[0], after))
    entered = row(2, before, *up, after, offer="entered", values=("1_3",))
    assert read(entered).by_source()["red"] == {"haggis": 8}, "rolled without the companion"


@pytest.mark.rule("C3-23", "C3-28")
@pytest.mark.parametrize(("place", "points"), [("0", 0), ("1.1", 1), ("1.3", 3), ("2.2", 5)])
def test_a_cask_brings_what_its_place_is_worth(place: str, points: int) -> None:
    told = event("FactLearned", fact={"piece": "", "field": "single_cask.cellar_2", "value": "4 5"})
    gone = event("CaskRemoved", player="red", place=place)
    assert read(row(2, told, gone, event("CaskSold", player="red"))).totals()["red"] == points


@pytest.mark.rule("C7-09", "C7-14")
def test_a_prize_is_shared_and_a_refused_card_gives_none() -> None:
    voted = [
        event("CardVoted", card="most_animals", aye=1, nay=1),
        event("CardVoted", card="most_stone_and_wood", aye=0, nay=2),
    ]
    counted = [event("CardCounted", card="most_animals", player=who, count=2) for who in ("red", "blue")]
    reader = read(row(2, *voted, *counted, event("RoundScored", round="final")))
    assert [gains["great_glen"] for gains in reader.by_source().values()] == [5, 5]


@pytest.mark.rule("C8-13", "C8-14")
def test_the_derived_pennies_of_the_ledger() -> None:
    """A member of penalty 6 with 4 pennies taken, 5 pennies left: -7."""
    mobs = event("ChronicleChosen", slug="penny_mobs", used=True)
    price = event("FactLearned", fact={"piece": "", "field": "penny_mobs.penalty.joe_mcduff", "value": 6})
    laid = [event("PennyLaid", player=who, member="joe_mcduff") for who in ("red", "red", "blue", "blue")]
    taken = event("MemberTaken", player="red", member="joe_mcduff")
    gains = read(row(2, mobs, price, *laid, taken, event("RoundScored", round="final"))).by_source()["red"]
    assert gains["joe_mcduff"] + gains["penny_mobs"] == -7


@pytest.mark.rule("C8-30", "C6-16")
def test_the_owner_of_sibyl_gets_a_point_of_a_haggis_and_of_cards_with_their_event_sides() -> None:
    """4 cards more than blue are 5 points, 2 of them event side up: 7 from one source."""
    sibyl = event("MemberTaken", player="blue", member="sibyl_macsponge")
    cards = [event("LandmarkGained", player="red", card=card) for card in "abcd"]
    sides = [event("SideTurned", player="red", card=card, done=False) for card in "ab"]
    round = read(row(2, sibyl, *cards, *sides, event("RoundScored", round="C"))).by_source()
    assert round == {"red": {"landmarks": 7, "sibyl_macsponge": -1}, "blue": {"sibyl_macsponge": 1}}
    up = [
        e for _ in range(2) for e in (event("HaggisRolled", face=2), event("HaggisTurned", player="red", value=2))
    ]
    haggis = read(row(2, sibyl, event("HaggisBegan"), *up, event("HaggisScored"))).by_source()
    assert haggis == {"red": {"haggis": 8, "sibyl_macsponge": -1}, "blue": {"sibyl_macsponge": 1}}


@pytest.mark.rule("C8-33")
def test_mike_takes_a_scot_from_his_host_before_castle_moil_doubles() -> None:
    moil = event("LandmarkGained", player="red", card="castle_moil")
    also = event("LandmarkGained", player="blue", card="x")
    home = [event("HomeScotsChanged", player=who, by=2) for who in ("red", "blue")]
    mike = event("MemberTaken", player="red", member="mike_mccastle")
    stands = event("MemberPlaced", member="mike_mccastle", host="blue")
    gains = read(row(2, moil, also, *home, mike, stands, event("RoundScored", round="A"))).by_source()
    assert gains == {"red": {"scots_in_home_castle": 8}, "blue": {}}, "2 + 1 doubled is 6, blue has 1: 5 ahead"


@pytest.mark.rule("C8-43")
def test_a_claimed_card_counts_for_the_claimant_and_works_for_its_owner() -> None:
    moil = event("LandmarkGained", player="red", card="castle_moil")
    home = event("HomeScotsChanged", player="red", by=1)
    john = event("MemberTaken", player="blue", member="john_mcclaim")
    token = event("TokenUsed", member="john_mcclaim", where="card:castle_moil")
    gains = read(row(2, moil, home, john, token, event("RoundScored", round="A"))).by_source()
    assert gains == {"red": {"scots_in_home_castle": 2}, "blue": {"landmarks": 1}}


def test_what_was_put_right_counts() -> None:
    """Points become 10, persons 3 with David Hume as two, a marker goes to blue and with it MacLean's 3 points."""
    fixed = [
        event("CountSet", player="red", count="points", value=10),
        event("PersonGained", player="blue", piece="david_hume"),
        event("CountSet", player="blue", count="persons", value=3),
        event("CrestTaken", player="red", crest="maclean"),
        event("MarkerPlaced", crest="maclean", player="blue"),
        event("LandmarkGained", player="red", card="duart_castle"),
        event("CardPlaced", card="duart_castle", player="blue"),
        event("SideTurned", player="blue", card="duart_castle", done=True),
    ]
    reader = read(row(2, DOUGLAS, *fixed, event("RoundScored", round="A")))
    assert reader.by_source() == {
        "red": {"crest:douglas": 3, "correction": 7},
        "blue": {"turbulent:duart_castle": 3, "landmarks": 2, "persons": 3},
    }


@pytest.mark.rule("C1-28", "GM-LMK-01")
def test_coins_of_the_last_boat_bring_nothing_but_for_armadale() -> None:
    card = event("LandmarkGained", player="red", card="armadale_castle")
    last = event("LastPlaceGiven", player="red")
    gains = read(row(2, card, last, event("RoundScored", round="final"))).by_source()
    assert gains == {"red": {"landmarks": 1, "armadale_castle": 10}, "blue": {"coins": 6}}


@pytest.mark.rule("C1-22", "C1-23", "C1-24")
def test_boats_are_paid_in_the_order_in_which_they_come_home() -> None:
    home = [event("BoatHome", player=who, place=9) for who in ("blue", "red")]
    assert read(row(2, *home)).totals() == {"red": 10, "blue": 15}


def test_a_tile_brings_what_is_printed_on_it() -> None:
    assert read(row(2, event("TileTaken", player="blue", piece="D-5"))).by_source()["blue"] == {"tile:D-5": 3}
