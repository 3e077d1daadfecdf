"""`companion score` with chronicles: their keys through the command, and one sentence for each that is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main

Sheet = dict[str, Any]
NUMBER = "a whole number from 0 to 1000000"
UNKNOWN = 'is not known; it is misspelt or of a chronicle that is not in "chronicles".'
OF = {
    "boat": (1, "last"),
    "event_side": (6, ["castle_moil"]),
    "tables": (6, {"whisky": [3]}),
    "member_penalties": (8, [6]),
    "pennies_plus": (8, 4),
    "pennies_minus": (8, 5),
}


def player(name: str, **values: Any) -> Sheet:
    plain = {
        "points": 0, "coins": 3, "goods": 0, "tiles": 10, "scots_in_home_castle": 0, "whisky": 0, "persons": 0,
        "david_hume": False, "landmarks": [],
    }  # fmt: skip
    return {"name": name, **plain, **values}


def sheet(*chronicles: int | str, **values: Any) -> Sheet:
    """Ann with these values beside Bob who has nothing."""
    players = [player("Ann", **values), player("Bob")]
    return {"schema": 1, "round": "final", "chronicles": [*chronicles], "house_rules": {}, "players": players}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "sheet.json"


def gains(file: Path, capsys: pytest.CaptureFixture[str], asked: Sheet) -> dict[str, int]:
    """What Ann gains, by source."""
    file.write_text(json.dumps(asked))
    assert main(["score", str(file)]) == 0
    ann = json.loads(capsys.readouterr().out)["players"][0]
    found: dict[str, int] = {}
    for gain in ann["gains"]:
        found[gain["source"]] = found.get(gain["source"], 0) + gain["points"]
        assert gain["because"]
    return found


def refused(file: Path, capsys: pytest.CaptureFixture[str], asked: Sheet) -> str:
    file.write_text(json.dumps(asked))
    assert main(["score", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err.strip()


@pytest.mark.rule("C8-13", "C8-14")
@pytest.mark.parametrize("name", [8, "8", "penny_mobs"])
def test_members_and_pennies_at_the_end(file: Path, capsys: pytest.CaptureFixture[str], name: int | str) -> None:
    asked = sheet(name, member_penalties=[6], pennies_plus=4, pennies_minus=5)
    assert gains(file, capsys, asked) == {"coins": 3, "penny_mobs": -7}
    assert gains(file, capsys, asked | {"round": "A"}) == {}


@pytest.mark.rule("C1-28")
def test_coins_of_the_last_boat_are_worth_nothing_and_armadale_scores_whole(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gains(file, capsys, sheet(1, boat="last")) == {}
    assert gains(file, capsys, sheet(1, boat=None)) == {"coins": 3}
    cards = {"landmarks": ["armadale_castle"], "coins": 10}
    assert gains(file, capsys, sheet(1, boat="last", **cards)) == {"landmarks": 1, "armadale_castle": 16}


@pytest.mark.rule("C6-15", "C6-16")
def test_each_event_side_is_a_point_whoever_is_ahead(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = ["castle_moil", "fort_george", "loch_ness"]
    asked = sheet(6, landmarks=cards, event_side=cards[:2], coins=0)
    asked["players"][1]["landmarks"] = ["armadale_castle"]
    assert gains(file, capsys, asked) == {"landmarks": 2 + 2}


@pytest.mark.rule("C6-18", "C6-26")
def test_own_tables_end_with_their_last_number(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables = {"scots": [2, 4, 6], "whisky": [1, 5]}
    asked = sheet(6, tables=tables, scots_in_home_castle=2, whisky=9, coins=0)
    assert gains(file, capsys, asked) == {"scots_in_home_castle": 4, "whisky": 5}


@pytest.mark.rule("C4-25")
def test_cards_of_a_chronicle_are_cards_with_it_only(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = sheet("hammer", landmarks=["loch_lomond"], coins=0)
    asked["players"].append(player("Cat"))
    assert gains(file, capsys, asked) == {"landmarks": 1}
    told = refused(file, capsys, asked | {"chronicles": []})
    assert told.startswith('Ann: "landmarks" has "loch_lomond", which is not a landmark card; there are ')


@pytest.mark.parametrize("key", OF)
def test_a_chronicles_key_without_the_chronicle_names_player_and_key(
    file: Path, capsys: pytest.CaptureFixture[str], key: str
) -> None:
    number, value = OF[key]
    others = [n for n in (1, 2, 3, 5, 6, 7, 8) if n != number]
    assert refused(file, capsys, sheet(*others, **{key: value})) == f'Ann: "{key}" {UNKNOWN}'
    assert gains(file, capsys, sheet(number, landmarks=["castle_moil"], **{key: value}))


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("boat", 4, 'must be 1, 2, 3, "last" or null.'),
        ("boat", "first", 'must be 1, 2, 3, "last" or null.'),
        ("event_side", "castle_moil", "must be a list of ids of landmark cards."),
        ("event_side", ["fort_george"], 'has "fort_george", which is not in "landmarks".'),
        ("event_side", ["castle_moil", "castle_moil"], 'has "castle_moil" more than once.'),
        ("pennies_plus", -1, f"must be {NUMBER}."),
        ("pennies_minus", 1.5, f"must be {NUMBER}."),
        (
            "member_penalties",
            [-6],
            "must be a list of at most 16 whole numbers from 0: what each member costs.",
        ),
        *(
            (
                "tables",
                value,
                'must be an object with "scots" or "whisky", '
                "each a list of points from 0 for leads of 1, 2 and so on.",
            )
            for value in ([1, 2], {"persons": [1]}, {"scots": []}, {"whisky": [-1]}, {"whisky": ["1"]})
        ),
    ],
)
def test_a_wrong_value_is_one_sentence(
    file: Path, capsys: pytest.CaptureFixture[str], key: str, value: Any, wanted: str
) -> None:
    asked = sheet(OF[key][0], landmarks=["castle_moil"], **{key: value})
    assert refused(file, capsys, asked) == f'Ann: "{key}" {wanted}'


@pytest.mark.rule("C0-01")
@pytest.mark.parametrize("name", ["hammer", 4])
def test_a_chronicle_for_more_players_is_refused(
    file: Path, capsys: pytest.CaptureFixture[str], name: int | str
) -> None:
    wanted = '"chronicles" has Hammer of the Scots, which needs 3 players, not 2; take it out.'
    assert refused(file, capsys, sheet(name)) == wanted


@pytest.mark.parametrize("name", ["ninth", 9, "BOAT_RACE"])
def test_an_unknown_chronicle_is_refused(file: Path, capsys: pytest.CaptureFixture[str], name: int | str) -> None:
    wanted = f'The chronicle "{name}" is not installed here; take it out of "chronicles".'
    assert refused(file, capsys, sheet(name)) == wanted


def test_scoring_needs_neither_server_nor_pictures(file: Path) -> None:
    file.write_text(json.dumps(sheet(1, 6, 8)))
    asked = (
        f"import sys; from companion.cli import main; main(['score', {str(file)!r}]); print(sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1]
    assert "'companion.scoring.glen_more_2.document'" in loaded
    assert "'starlette'" not in loaded
    assert "'PIL'" not in loaded
