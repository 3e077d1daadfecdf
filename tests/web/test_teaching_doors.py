"""The doors for what is printed on tiles: what they take, and what they refuse in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.glen_more_2.catalogue.box import read_box
from tests.web import plain_http
from tests.web.served import Served, served


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("box")


@pytest.fixture(scope="module")
def companion(folder: Path) -> Iterator[Served]:
    with served(folder) as made:
        yield made


def tiles(companion: Served, **wanted: str) -> dict[str, object]:
    found: dict[str, object] = plain_http.get(companion.address + "tiles.json", params=wanted).json()
    return found


def test_a_tile_is_told_and_the_next_one_is_shown(companion: Served, folder: Path) -> None:
    now = tiles(companion)
    assert (now["known"], now["of"]) == (1, 70)
    piece = now["piece"]
    assert isinstance(piece, dict)
    assert piece["id"] == "S-1"
    values = {"what": "land", "cost": "coin 1, sheep 2", "one_time": "gain vp 2", "river": "yes"}
    told = companion.post("tell", {"piece": "S-1", "values": values}).json()
    assert told == {"signal": "accepted", "sentence": ""}
    row = read_box(folder / "box.toml").tile["S-1"]
    assert (row.cost, row.river) == ({"coin": 1, "sheep": 2}, True)
    now = tiles(companion, after="S-1")
    assert (now["known"], now["piece"]["id"]) == (2, "S-2")  # type: ignore[index]
    again = {field["id"]: field for field in tiles(companion, piece="S-1")["piece"]["fields"]}  # type: ignore[index]
    assert (again["cost"]["value"], again["cost"]["who"]) == ("coin 1, sheep 2", "you")
    assert tiles(companion, piece="loch_ness")["piece"]["fields"][2]["who"] == "the rulebook"  # type: ignore[index]


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        ({"piece": "S-3", "values": {"name": "x" * 1000}}, 200, "Name: up to 40 letters that can be read"),
        ({"piece": "S-3", "values": {"name": "\u202e\u2066\x1b"}}, 200, "Name: up to 40 letters that can be read"),
        ({"piece": "S-3", "values": {"cost": "coin -1"}}, 200, "Cost: that is not a value for it"),
        ({"piece": "S-3", "values": {"cost": "<b>"}}, 200, "Cost: that is not a value for it"),
        ({"piece": "S-3", "values": {"<img>": "1"}}, 200, "<img> can't be entered for this tile."),
        ({"piece": "home_red", "values": {"cost": ""}}, 200, "That tile is not in the box any more"),
        ({"piece": "S-3", "values": {"cost": 3}}, 400, "The body does not fit this route"),
        ({"piece": "S-3", "values": {str(n): "" for n in range(30)}}, 400, "The body does not fit this route"),
        ({"piece": "", "values": {}}, 400, "The body does not fit this route"),
        ({"piece": "S-3"}, 400, "The body does not fit this route"),
        ({"piece": "S-3", "values": {"name": "x" * 20000}}, 413, "That is too long"),
    ],
)
def test_nonsense_is_one_sentence_and_changes_nothing(
    companion: Served, folder: Path, body: dict[str, object], status: int, sentence: str
) -> None:
    companion.post("tell", {"piece": "S-3", "values": {"river": "no"}})
    before = (folder / "box.toml").read_bytes()
    reply = companion.post("tell", body)
    assert reply.status_code == status
    said = reply.json()
    assert (said.get("error") or said["sentence"]).startswith(sentence)
    assert (folder / "box.toml").read_bytes() == before


def test_names_with_direction_marks_and_html_are_kept_as_plain_words(companion: Served, folder: Path) -> None:
    companion.post("tell", {"piece": "S-4", "values": {"name": "\u202e<b>Moor</b>\n"}})
    assert read_box(folder / "box.toml").tile["S-4"].name == "<b>Moor</b>"
    companion.post("tell", {"piece": "S-4", "values": {"name": None}})
    assert read_box(folder / "box.toml").tile["S-4"].name is None


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"origin": "http://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"content-type": "text/plain"},
    ],
)
def test_nobody_else_tells_of_the_box(companion: Served, headers: dict[str, str]) -> None:
    body = b'{"piece": "S-5", "values": {"cost": "coin 1"}}'
    all_headers = {"content-type": "application/json", **headers}
    reply = plain_http.post(companion.address + "tell", content=body, headers=all_headers)
    assert reply.status_code in (403, 415)
    assert plain_http.get(companion.address + "tell").status_code in (404, 405)
