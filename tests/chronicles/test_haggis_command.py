"""`companion haggis`: JSON in, JSON out; what is wrong is one sentence and exit 2."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main

DOCUMENT = {
    "schema": 1,
    "rolls": [1, 2, 1, 2],
    "players": [
        {"name": "Ann", "tokens": [1, 3, 1], "whisky": 2, "extra_rolls": [2, 3]},
        {"name": "Bob", "tokens": [2, 2, 2]},
    ],
}


def run(document: Any, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    file = folder / "haggis.json"
    file.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    code = main(["haggis", str(file)])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.rule("C5-16", "C5-19", "C5-20", "C5-21", "C5-22")
def test_a_scoring_without_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(DOCUMENT, tmp_path, capsys)
    ann, bob = json.loads(out)["players"]
    assert (code, err) == (0, "")
    assert ann == {
        "name": "Ann",
        "face_up": [1, 1, 3],
        "points": 15,
        "tokens_left": [],
        "whisky_left": 0,
        "because": "3 face up × their values (1 + 1 + 3) = 15",
    }
    assert (bob["face_up"], bob["points"], bob["tokens_left"]) == ([2, 2], 8, [2])


ANN = DOCUMENT["players"][0]  # type: ignore[index]
WRONG = {
    "a die that has no 4": {**DOCUMENT, "rolls": [1, 2, 4, 1]},
    "an extra roll the die doesn't have": {**DOCUMENT, "players": [{**ANN, "extra_rolls": [0]}]},
    "three rolls": {**DOCUMENT, "rolls": [1, 2, 3]},
    "an extra roll without a barrel": {**DOCUMENT, "players": [{**ANN, "whisky": 1}]},
    "an extra roll with three face up": {**DOCUMENT, "players": [{**ANN, "whisky": 9, "extra_rolls": [3, 1]}]},
    "six tokens": {**DOCUMENT, "players": [{**ANN, "tokens": [1] * 6}]},
    "more tokens than there are": {
        **DOCUMENT,
        "players": [{"name": n, "tokens": [1, 1, 1, 1, 2]} for n in ("A", "B", "C")],
    },
    "a token that shows 4": {**DOCUMENT, "players": [{**ANN, "tokens": [4]}]},
    "two of a name": {**DOCUMENT, "players": [ANN, ANN]},
    "nobody": {**DOCUMENT, "players": []},
    "a key too many": {**DOCUMENT, "players": [{**ANN, "coins": 3}]},
    "another schema": {**DOCUMENT, "schema": 2},
    "half a barrel": {**DOCUMENT, "players": [{**ANN, "whisky": 1.5}]},
    "no JSON": "{",
    "an empty file": "",
    "a list": "[]",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_can_not_be_scored_is_one_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(WRONG[name], tmp_path, capsys)
    assert (code, out) == (2, "")
    assert err.strip()
    assert err.count("\n") == 1
    assert "Traceback" not in err


def without(place: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in place.items() if key not in keys}


MISSING = [
    ({}, 'The haggis sheet: "schema", "rolls", "players" are missing.'),
    (without(DOCUMENT, "rolls"), 'The haggis sheet: "rolls" is missing.'),
    ({**DOCUMENT, "players": [ANN, {"name": "Bob"}]}, 'Bob: "tokens" is missing.'),
    ({**DOCUMENT, "players": [ANN, {}]}, 'Player 2: "name", "tokens" are missing.'),
]


@pytest.mark.parametrize(("document", "sentence"), MISSING)
def test_all_keys_that_are_missing_are_named_in_one_sentence(
    document: Any, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(document, tmp_path, capsys) == (2, "", f"{sentence}\n")


VECTORS = [
    v
    for v in json.loads((Path(__file__).parent.parent / "vectors" / "chronicles.json").read_text())
    if "haggis" in v["id"] and v["id"] != "rule-haggis-rounds"
]


@pytest.mark.rule("C5-16", "C5-17", "C5-19", "C5-21", "C5-22", "C5-23")
@pytest.mark.parametrize("vector", VECTORS, ids=[v["id"] for v in VECTORS])
def test_the_printed_and_derived_scorings_through_the_command(
    vector: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given, expect = vector["given"], vector["expect"]
    barrels, others = given.get("barrels", 0), given.get("other_players_extra_rolls", [])
    ann = {"name": "Ann", "tokens": given["tokens"], "whisky": barrels}
    players = [{**ann, "extra_rolls": given.get("extra_rolls", [])}]
    if others:
        players.append({"name": "Bob", "tokens": [3], "whisky": len(others), "extra_rolls": others})
    code, out, _ = run({"schema": 1, "rolls": given["rolls"], "players": players}, tmp_path, capsys)
    found = json.loads(out)["players"][0]
    assert code == 0
    assert (found["face_up"], found["points"]) == (expect["face_up"], expect["vp"])
    assert found["tokens_left"] == expect.get("left_face_down", found["tokens_left"])
    assert barrels - found["whisky_left"] == expect.get("barrels_spent", 0)
