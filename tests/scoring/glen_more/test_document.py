"""`companion score --game glen_more` as a function: JSON in, JSON or a table out, a sentence for each trouble."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.scoring.glen_more.document import score_document
from companion.scoring.score_sheet import BadDocument
from tests.scoring.glen_more.tables import BONNETS, CARDS

Sheet = dict[str, Any]
Change = Callable[[Sheet], object]
SWITCHES = (
    "warehouse_start",
    "skipped_leave_at_once",
    "loch_ness_place_before_paying",
    "mey_doubles_bonnets",
    "duart_counts_start",
    "die_counts_spaces",
)


def a_sheet() -> Sheet:
    ann = {
        "name": "Ann", "points": 21, "coins": 4, "goods": 3, "tiles": 12, "whisky": 3, "chieftains": 2,
        "cards": ["castle_of_mey", "iona_abbey"], "green_tiles": 3, "yellow_tiles": 4, "villages": 2,
    }  # fmt: skip
    bob = {
        "name": "Bob", "points": 40, "coins": 2, "goods": 1, "tiles": 13, "whisky": 1, "chieftains": 0,
        "cards": [], "green_tiles": 1, "yellow_tiles": 1, "villages": 4,
    }  # fmt: skip
    return {"schema": 1, "round": "final", "house_rules": {}, "players": [ann, bob]}


def scored(sheet: Sheet) -> Sheet:
    found: Sheet = json.loads(score_document(json.dumps(sheet), BONNETS))
    return found


def sentence(change: Change) -> str:
    """What is said about a sheet with this change."""
    sheet = a_sheet()
    change(sheet)
    with pytest.raises(BadDocument) as bad:
        score_document(json.dumps(sheet), BONNETS)
    return str(bad.value.message)


def player(**values: Any) -> Change:
    """The second player with other values."""
    return lambda sheet: sheet["players"][1].update(values)


def top(**values: Any) -> Change:
    return lambda sheet: sheet.update(values)


def test_a_final_scoring_comes_out_in_the_published_shape() -> None:
    assert scored(a_sheet()) == {
        "schema": 1,
        "round": "final",
        "players": [
            {
                "name": "Ann",
                "points_before": 21,
                "points": 21 + 2 + 8 + 2 + 8 + 4,
                "rank": 1,
                "gains": [
                    {"source": "whisky", "points": 2, "because": "2 more than Bob: 2 points (3 to 1)"},
                    {
                        "source": "chieftains",
                        "points": 8,
                        "because": "5 more than Bob: 8 points (2 × 2 with Castle of Mey + 1 for bonnets = 5 to 0)",
                    },
                    {"source": "special_locations", "points": 2, "because": "2 more than Bob: 2 points (2 to 0)"},
                    {"source": "iona_abbey", "points": 8, "because": "4 yellow tiles, points: 8"},
                    {"source": "coins", "points": 4, "because": "4 coins left, points: 4"},
                ],
            },
            {
                "name": "Bob",
                "points_before": 40,
                "points": 39,
                "rank": 2,
                "gains": [
                    {"source": "coins", "points": 2, "because": "2 coins left, points: 2"},
                    {
                        "source": "territory",
                        "points": -3,
                        "because": "1 tile more than Ann: -3 points (13 to 12)",
                    },
                ],
            },
        ],
        "winners": ["Ann"],
    }


@pytest.mark.parametrize("round", ["1", "2", "3"])
def test_a_round_needs_nothing_of_the_end_and_has_no_winners(round: str) -> None:
    sheet = a_sheet() | {"round": round}
    with_them = scored(sheet)
    for one in sheet["players"]:
        for key in ("coins", "goods", "tiles", "green_tiles", "yellow_tiles", "villages"):
            del one[key]
    assert scored(sheet) == with_them
    assert "winners" not in with_them
    assert [one["points"] for one in with_them["players"]] == [33, 40]


@pytest.mark.rule("G1-CRD-08", "G1-CRD-09")
def test_house_rules_of_scoring_are_read_and_all_are_known() -> None:
    sheet = a_sheet()
    sheet["players"][0]["cards"] = ["castle_of_mey", "duart_castle"]
    sheet["players"][1]["chieftains"] = 3
    usual = {gain["source"]: gain["points"] for gain in scored(sheet)["players"][0]["gains"]}
    sheet["house_rules"] = {"mey_doubles_bonnets": True, "duart_counts_start": False}
    other = {gain["source"]: gain["points"] for gain in scored(sheet)["players"][0]["gains"]}
    assert (usual["chieftains"], usual["duart_castle"]) == (2, 6)
    assert (other["chieftains"], other["duart_castle"]) == (3, 3)
    usually = {"warehouse_start": True, "duart_counts_start": True}
    assert scored(a_sheet() | {"house_rules": dict.fromkeys(SWITCHES, False) | usually}) == scored(a_sheet())


@pytest.mark.rule("G1-CMP-01")
@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_two_to_five_play(number: int) -> None:
    sheet = a_sheet()
    sheet["players"] = [{**sheet["players"][1], "name": f"P{n}"} for n in range(number)]
    assert [one["rank"] for one in scored(sheet)["players"]] == [1] * number


def test_a_text_for_people_has_the_same_points() -> None:
    lines = score_document(json.dumps(a_sheet()), BONNETS, as_text=True).splitlines()
    assert lines[0] == "Third scoring round and final scoring"
    assert "Chieftains and bonnets   +8    ." in lines
    assert "Points                   45   39" in lines
    assert "Place                   1st  2nd" in lines
    assert lines[-1] == "Winner: Ann."


def test_a_text_tells_that_goods_decided() -> None:
    sheet = a_sheet()
    sheet["players"][1] |= {"points": 46}
    lines = score_document(json.dumps(sheet), BONNETS, as_text=True).splitlines()
    assert lines[-1] == "Equal points, most goods decide: Ann."


def test_reasons_come_in_the_language_asked_for() -> None:
    found = json.loads(score_document(json.dumps(a_sheet()), BONNETS, translate=lambda message: message.text))
    assert found["players"][1]["gains"][0]["because"] == "{n} coin left, points: {points}"


BAD_TOPS = [
    (top(schema=2), "The score sheet has schema 2; only schema 1 is known here."),
    (lambda sheet: sheet.pop("round"), 'The score sheet: "round" is missing.'),
    (lambda sheet: sheet.pop("house_rules"), 'The score sheet: "house_rules" is missing.'),
    (top(chronicles=[]), 'The score sheet: "chronicles" is not known.'),
    (top(round="A"), 'The score sheet: "round" must be "1", "2", "3" or "final".'),
    (top(round=1), 'The score sheet: "round" must be "1", "2", "3" or "final".'),
    (top(house_rules={"use_die": True}), 'The house rules: "use_die" is not known.'),
    (
        top(house_rules={"mey_doubles_bonnets": 1}),
        'The house rules: "mey_doubles_bonnets" must be true or false.',
    ),
    (top(players=[{}]), '"players" must list 2 to 5 players, not 1.'),
    (top(players=[{}] * 6), '"players" must list 2 to 5 players, not 6.'),
    (top(players=["Ann", "Bob"]), "Player 1 must be an object with keys and values."),
]
COUNT = "must be a whole number from 0 to 1000000."
BAD_PLAYERS = [
    (lambda sheet: sheet["players"][1].pop("name"), 'Player 2: "name" is missing.'),
    (player(name="Ann"), '"Ann" is the "name" of two players; give them different names.'),
    (player(points="40"), 'Bob: "points" must be a whole number from -1000000 to 1000000.'),
    (player(whisky=-1), f'Bob: "whisky" {COUNT}'),
    (player(chieftains=1.5), f'Bob: "chieftains" {COUNT}'),
    (player(villages=True), f'Bob: "villages" {COUNT}'),
    (player(goods=None), f'Bob: "goods" {COUNT}'),
    (player(cards="loch_ness"), 'Bob: "cards" must be a list of ids of cards.'),
    (player(cards=["loch_ness", "loch_ness"]), 'Bob: "cards" has "loch_ness" more than once.'),
    (
        player(cards=["inverness"]),
        'Bob: "cards" has "inverness", which is not a card of a special location; there are '
        + ", ".join(sorted(CARDS))
        + ".",
    ),
    (player(scots_in_home_castle=1), 'Bob: "scots_in_home_castle" is not known.'),
    (player(landmarks=[]), 'Bob: "landmarks" is not known.'),
    (player(extra=[]), 'Bob: "extra" is not known.'),
]


@pytest.mark.parametrize(("change", "message"), [*BAD_TOPS, *BAD_PLAYERS])
def test_what_is_wrong_is_one_sentence_that_names_player_and_key(change: Change, message: str) -> None:
    assert sentence(change) == message


@pytest.mark.parametrize("key", sorted(a_sheet()["players"][0].keys() - {"name"}))
def test_in_the_final_scoring_every_key_is_needed(key: str) -> None:
    assert sentence(lambda sheet: sheet["players"][1].pop(key)) == f'Bob: "{key}" is missing.'


@pytest.mark.parametrize("key", ["points", "whisky", "chieftains", "cards"])
def test_in_a_round_what_is_compared_is_needed(key: str) -> None:
    def change(sheet: Sheet) -> None:
        sheet["round"] = "2"
        del sheet["players"][0][key]

    assert sentence(change) == f'Ann: "{key}" is missing.'
