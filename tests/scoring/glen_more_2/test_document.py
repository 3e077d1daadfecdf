"""`companion score` as a function: JSON in, JSON or a table out, one sentence for each trouble."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any

import msgspec
import pytest

from companion.engine.message import tr
from companion.scoring.gains import PlayerGain, player_gain
from companion.scoring.glen_more_2.document import ExpansionKeys, score_document
from companion.scoring.glen_more_2.model import GainsPart, Standing
from companion.scoring.score_sheet import BadDocument, Key
from tests.scoring.glen_more_2.tables import LANDMARKS

Sheet = dict[str, Any]
Change = Callable[[Sheet], object]


def a_sheet() -> Sheet:
    return {
        "schema": 1,
        "round": "final",
        "chronicles": [],
        "house_rules": {},
        "players": [
            {
                "name": "Ann",
                "points": 31,
                "coins": 9,
                "goods": 4,
                "tiles": 15,
                "scots_in_home_castle": 3,
                "whisky": 5,
                "persons": 2,
                "david_hume": False,
                "landmarks": ["castle_moil", "armadale_castle"],
            },
            {
                "name": "Bob",
                "points": 40,
                "coins": 2,
                "goods": 1,
                "tiles": 13,
                "scots_in_home_castle": 1,
                "whisky": 1,
                "persons": 0,
                "david_hume": True,
                "landmarks": [],
            },
        ],
    }


def scored(sheet: Sheet, **more: Any) -> Sheet:
    found: Sheet = json.loads(score_document(json.dumps(sheet), LANDMARKS, **more))
    return found


def sentence(text: str, **more: Any) -> str:
    """What is said about an input that can't be scored."""
    with pytest.raises(BadDocument) as bad:
        score_document(text, LANDMARKS, **more)
    assert str(bad.value) == str(bad.value.message)
    return str(bad.value.message)


def changed(change: Change) -> str:
    sheet = a_sheet()
    change(sheet)
    return json.dumps(sheet)


def player(**values: Any) -> Change:
    """The second player with other values."""
    return lambda sheet: sheet["players"][1].update(values)


def without(key: str, number: int = 1) -> Change:
    return lambda sheet: sheet["players"][number].pop(key)


def top(**values: Any) -> Change:
    return lambda sheet: sheet.update(values)


def test_a_final_scoring_comes_out_in_the_published_shape() -> None:
    assert scored(a_sheet()) == {
        "schema": 1,
        "round": "final",
        "players": [
            {
                "name": "Ann",
                "points_before": 31,
                "points": 31 + 8 + 2 + 5 - 6 + 9 + 8,
                "rank": 1,
                "gains": [
                    {
                        "source": "scots_in_home_castle",
                        "points": 8,
                        "because": "5 more than Bob: 8 points (3 × 2 = 6 to 1)",
                    },
                    {"source": "landmarks", "points": 2, "because": "2 more than Bob: 2 points (2 to 0)"},
                    {"source": "whisky", "points": 5, "because": "4 more than Bob: 5 points (5 to 1)"},
                    {
                        "source": "territory",
                        "points": -6,
                        "because": "2 tiles more than Bob: -6 points (15 to 13)",
                    },
                    {"source": "coins", "points": 9, "because": "9 coins left, points: 9"},
                    {
                        "source": "armadale_castle",
                        "points": 8,
                        "because": "8 coins: +1 each",
                    },
                ],
            },
            {
                "name": "Bob",
                "points_before": 40,
                "points": 42,
                "rank": 2,
                "gains": [{"source": "coins", "points": 2, "because": "2 coins left, points: 2"}],
            },
        ],
        "winners": ["Ann"],
    }


@pytest.mark.parametrize("round", ["A", "B", "C"])
def test_an_earlier_round_needs_no_coins_goods_or_tiles_and_has_no_winners(round: str) -> None:
    sheet = a_sheet() | {"round": round}
    with_them = scored(sheet)
    for one in sheet["players"]:
        for key in ("coins", "goods", "tiles"):
            del one[key]
    assert scored(sheet) == with_them
    assert "winners" not in with_them
    assert [one["points"] for one in with_them["players"]] == [46, 40]


def test_extra_points_are_added_as_they_are() -> None:
    sheet = a_sheet()
    sheet["players"][1]["extra"] = [{"source": "a bet", "points": 30}, {"source": "a fine", "points": -1}]
    bob = scored(sheet)["players"][1]
    assert (bob["points"], bob["rank"]) == (71, 1)
    assert [(gain["source"], gain["points"]) for gain in bob["gains"]] == [
        ("coins", 2),
        ("a bet", 30),
        ("a fine", -1),
    ]


@pytest.mark.rule("GM-SCR-05")
def test_the_house_rule_of_a_large_difference_is_read() -> None:
    sheet = a_sheet() | {"round": "A", "house_rules": {"difference_above_five": 20}}
    sheet["players"][0]["whisky"] = 8
    assert scored(sheet)["players"][0]["gains"][2]["points"] == 20


def test_the_other_switches_of_the_table_are_taken_without_effect() -> None:
    others = {
        "use_die": True,
        "short_game": True,
        "refill_after_die": True,
        "die_discards_beyond_worlds_end": True,
        "rebuild_needs_scot_on_neighbour": True,
        "loch_ness_any_time": False,
        "crest_placement_optional": False,
        "mckenzie": False,
    }
    assert scored(a_sheet() | {"house_rules": others}) == scored(a_sheet())


def test_a_text_for_people_has_the_same_points() -> None:
    lines = score_document(json.dumps(a_sheet()), LANDMARKS, as_text=True).splitlines()
    assert lines[0] == "Fourth scoring round and final scoring"
    assert "Points                     57   42" in lines
    assert lines[-1] == "Winner: Ann."


def test_reasons_come_in_the_language_asked_for() -> None:
    found = scored(a_sheet(), translate=lambda message: message.text)
    assert found["players"][1]["gains"][0]["because"] == "{n} coin left, points: {points}"


def test_names_and_points_at_the_edge_are_taken() -> None:
    sheet = a_sheet()
    sheet["players"][1] |= {"name": "Bořivoj Ω", "points": -1_000_000, "coins": 1_000_000}
    assert scored(sheet)["players"][1]["points"] == 0


def test_a_byte_order_mark_before_the_text_is_no_trouble() -> None:
    assert json.loads(score_document("\ufeff" + json.dumps(a_sheet()), LANDMARKS)) == scored(a_sheet())


BAD_TEXTS = [
    ("", "The score sheet is not readable JSON: Input data was truncated."),
    ("{", "The score sheet is not readable JSON: Input data was truncated."),
    ("[1,]", "The score sheet is not readable JSON: JSON is malformed: trailing comma in array (byte 3)."),
    ("[" * 100_000, "The score sheet is not readable JSON: too many brackets in brackets."),
    ('"\udc80"', "The score sheet is not UTF-8 text."),
    ("[]", "The score sheet must be an object with keys and values."),
    ("null", "The score sheet must be an object with keys and values."),
]


@pytest.mark.parametrize(("text", "message"), BAD_TEXTS)
def test_what_is_no_score_sheet_at_all(text: str, message: str) -> None:
    assert sentence(text) == message


UNKNOWN = 'is not known; it is misspelt or of a chronicle that is not in "chronicles".'
BAD_TOPS = [
    (top(schema=2), "The score sheet has schema 2; only schema 1 is known here."),
    (top(schema="1"), 'The score sheet: "schema" must be a whole number.'),
    (top(schema=True), 'The score sheet: "schema" must be a whole number.'),
    (lambda sheet: sheet.pop("schema"), 'The score sheet: "schema" is missing.'),
    (lambda sheet: sheet.pop("round"), 'The score sheet: "round" is missing.'),
    (lambda sheet: sheet.pop("chronicles"), 'The score sheet: "chronicles" is missing.'),
    (lambda sheet: sheet.pop("house_rules"), 'The score sheet: "house_rules" is missing.'),
    (lambda sheet: sheet.pop("players"), 'The score sheet: "players" is missing.'),
    (top(rounds="A"), f'The score sheet: "rounds" {UNKNOWN}'),
    (top(round="D"), 'The score sheet: "round" must be "A", "B", "C" or "final".'),
    (top(round=4), 'The score sheet: "round" must be "A", "B", "C" or "final".'),
    (top(chronicles="1"), 'The score sheet: "chronicles" must be a list of ids or numbers of chronicles.'),
    (top(chronicles=[None]), 'The score sheet: "chronicles" must be a list of ids or numbers of chronicles.'),
    (top(chronicles=["x"]), 'The chronicle "x" is not installed here; take it out of "chronicles".'),
    (top(chronicles=[9]), 'The chronicle "9" is not installed here; take it out of "chronicles".'),
    (top(house_rules=[]), 'The score sheet: "house_rules" must be an object of house rules.'),
    (top(house_rules={"use_dice": True}), f'The house rules: "use_dice" {UNKNOWN}'),
    (top(house_rules={"use_die": 1}), 'The house rules: "use_die" must be true or false.'),
    (
        top(house_rules={"difference_above_five": -1}),
        'The house rules: "difference_above_five" must be a whole number from 0 to 1000000.',
    ),
    (
        top(house_rules={"difference_above_five": True}),
        'The house rules: "difference_above_five" must be a whole number from 0 to 1000000.',
    ),
    (top(players={}), 'The score sheet: "players" must be a list of players.'),
    (top(players=[]), '"players" must list 2 to 4 players, not 0.'),
    (lambda sheet: sheet["players"].pop(), '"players" must list 2 to 4 players, not 1.'),
    (top(players=[{}] * 5), '"players" must list 2 to 4 players, not 5.'),
    (top(players=["Ann", "Bob"]), "Player 1 must be an object with keys and values."),
]


@pytest.mark.parametrize(("change", "message"), BAD_TOPS)
def test_what_is_wrong_with_a_sheet_is_one_sentence(change: Change, message: str) -> None:
    assert sentence(changed(change)) == message


COUNT = "must be a whole number from 0 to 1000000."
POINTS = "must be a whole number from -1000000 to 1000000."
BAD_PLAYERS = [
    (without("name"), 'Player 2: "name" is missing.'),
    (player(name="Ann"), '"Ann" is the "name" of two players; give them different names.'),
    (player(points=1.5), f'Bob: "points" {POINTS}'),
    (player(points="40"), f'Bob: "points" {POINTS}'),
    (player(points=10**30), f'Bob: "points" {POINTS}'),
    (player(points=-1_000_001), f'Bob: "points" {POINTS}'),
    (player(coins=-1), f'Bob: "coins" {COUNT}'),
    (player(goods=None), f'Bob: "goods" {COUNT}'),
    (player(tiles=True), f'Bob: "tiles" {COUNT}'),
    (player(scots_in_home_castle=-1), f'Bob: "scots_in_home_castle" {COUNT}'),
    (player(whisky=1_000_001), f'Bob: "whisky" {COUNT}'),
    (player(persons=[]), f'Bob: "persons" {COUNT}'),
    (player(david_hume=1), 'Bob: "david_hume" must be true or false.'),
    (player(david_hume="no"), 'Bob: "david_hume" must be true or false.'),
    (player(landmarks="loch_ness"), 'Bob: "landmarks" must be a list of ids of landmark cards.'),
    (player(landmarks=[7]), 'Bob: "landmarks" must be a list of ids of landmark cards.'),
    (player(landmarks=["inverness", "inverness"]), 'Bob: "landmarks" has "inverness" more than once.'),
    (
        player(landmarks=["castle_mole"]),
        'Bob: "landmarks" has "castle_mole", which is not a landmark card; there are '
        + ", ".join(sorted(LANDMARKS))
        + ".",
    ),
    (player(whiskey=1), f'Bob: "whiskey" {UNKNOWN}'),
    (player(event_side=[]), f'Bob: "event_side" {UNKNOWN}'),
    (player(boat="last"), f'Bob: "boat" {UNKNOWN}'),
    (player(pennies_plus=1), f'Bob: "pennies_plus" {UNKNOWN}'),
]
BAD_EXTRAS = [
    {},
    [1],
    [{"source": "bet"}],
    [{"points": 1}],
    [{"source": "", "points": 1}],
    [{"source": "bet", "points": "1"}],
    [{"source": "bet", "points": 1, "note": ""}],
]


@pytest.mark.parametrize(("change", "message"), BAD_PLAYERS)
def test_what_is_wrong_with_a_player_names_player_and_key(change: Change, message: str) -> None:
    assert sentence(changed(change)) == message


@pytest.mark.parametrize("key", sorted(a_sheet()["players"][0].keys() - {"name"}))
@pytest.mark.parametrize(("number", "name"), [(0, "Ann"), (1, "Bob")])
def test_in_the_final_scoring_every_key_is_needed(key: str, number: int, name: str) -> None:
    assert sentence(changed(without(key, number))) == f'{name}: "{key}" is missing.'


@pytest.mark.parametrize("key", ["points", "scots_in_home_castle", "whisky", "persons", "david_hume", "landmarks"])
def test_in_an_earlier_round_what_is_compared_is_needed(key: str) -> None:
    sheet = a_sheet() | {"round": "B"}
    del sheet["players"][0][key]
    assert sentence(json.dumps(sheet)) == f'Ann: "{key}" is missing.'


def test_all_keys_that_are_missing_are_named_in_one_sentence() -> None:
    top = '"schema", "round", "chronicles", "house_rules", "players"'
    assert sentence("{}") == f"The score sheet: {top} are missing."
    sheet = a_sheet()
    del sheet["players"][1]["whisky"], sheet["players"][1]["coins"]
    assert sentence(json.dumps(sheet)) == 'Bob: "coins", "whisky" are missing.'


@pytest.mark.parametrize("name", ["", "  ", "A\nB", "Ann\n", "\x07", "A\u2028B", "x" * 41, 7, None, ["Ann"]])
def test_a_name_is_one_line_that_can_be_seen(name: Any) -> None:
    assert sentence(changed(player(name=name))) == 'Player 2: "name" must be a name of 1 to 40 letters.'


@pytest.mark.parametrize("extra", BAD_EXTRAS)
def test_extra_points_need_a_source_and_points(extra: Any) -> None:
    assert (
        sentence(changed(player(extra=extra)))
        == 'Bob: "extra" must be a list of entries with "source" and "points".'
    )


def lucky(standings: Sequence[Standing], before: Sequence[PlayerGain]) -> Iterator[PlayerGain]:
    for one in standings:
        if stones := one.expansion_standings["lucky_stone"].get("stones"):
            yield player_gain(one.name, "lucky_stone", stones, tr("{n} stones", n=stones))


STONES = Key(Annotated[int, msgspec.Meta(ge=0)], tr("a number of stones"), "never")
LUCKY = ExpansionKeys("lucky_stone", 99, {"stones": STONES}, (GainsPart("lucky_stone", "prizes", lucky),))


@pytest.mark.parametrize("name", ["lucky_stone", 99, "99"])
def test_a_chronicle_brings_its_own_keys_and_points(name: str | int) -> None:
    sheet = a_sheet() | {"chronicles": [name, 99]}
    sheet["players"][1]["stones"] = 6
    found = scored(sheet, chronicles=[LUCKY])["players"]
    assert [one["points"] for one in found] == [57, 48]
    assert found[1]["gains"][-1] == {"source": "lucky_stone", "points": 6, "because": "6 stones"}


def test_a_chronicles_key_without_the_chronicle_names_player_and_key() -> None:
    assert sentence(changed(player(stones=6)), chronicles=[LUCKY]) == f'Bob: "stones" {UNKNOWN}'


def test_a_chronicles_key_of_the_wrong_type_says_what_it_must_be() -> None:
    text = json.dumps(a_sheet() | {"chronicles": [99]})
    assert json.loads(score_document(text, LANDMARKS, chronicles=[LUCKY]))["winners"] == ["Ann"]
    sheet = json.loads(text)
    sheet["players"][0]["stones"] = "six"
    assert sentence(json.dumps(sheet), chronicles=[LUCKY]) == 'Ann: "stones" must be a number of stones.'
