"""The doors by which boxes are shared: out as a file, in with each difference chosen, faults by key and reason."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest

from companion.games.glen_more_2.catalogue.box import read_box
from tests.web import plain_http
from tests.web.served import Served, served

MINE = 'schema = 1\n[tile."A-1"]\nname = "Forest"\ncost = {coin = 1}\nriver = true\n'
THEIRS = 'schema = 1\ntitle = "Ann"\n[[tile]]\ndeck = "A"\nname = "Forest"\ncost = {coin = 2}\nriver = false\n'
MORE = '[[tile]]\ndeck = "B"\nname = "Moor"\ncost = {}\n'


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Served]:
    (tmp_path / "box.toml").write_text(MINE)
    with served(tmp_path) as made:
        yield made


class Unchanged(NamedTuple):
    """A companion for all tests that leave its box as it is, and its folder."""

    companion: Served
    folder: Path


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Unchanged]:
    folder = tmp_path_factory.mktemp("unchanged")
    (folder / "box.toml").write_text(MINE)
    with served(folder) as made:
        yield Unchanged(made, folder)


def import_box(companion: Served, content: str, file: str = "ann.toml", **theirs: bool) -> httpx2.Response:
    keys = {f"tile.A-1.{field}": choice for field, choice in theirs.items()}
    return companion.post("box", {"file": file, "content": content, "theirs": keys})


def test_the_box_goes_out_as_a_file_and_a_second_data_folder_takes_it_in(
    companion: Served, tmp_path: Path
) -> None:
    reply = plain_http.get(companion.address + "box.toml")
    assert reply.headers["content-disposition"] == 'attachment; filename="box.toml"'
    row = {"deck": "A", "name": "Forest", "cost": {"coin": 1}, "river": True}
    assert tomllib.loads(reply.text)["tile"] == [row]
    (other := tmp_path / "other").mkdir()
    with served(other) as second:
        told = import_box(second, reply.text, "box.toml").json()
        assert told == {"signal": "accepted", "told": ["3 values taken in."]}
        found = plain_http.get(second.address + "tiles.json", params={"piece": "A-1"}).json()["piece"]["fields"]
        assert {each["who"] for each in found if each["id"] == "cost"} == {"from box.toml"}
    assert read_box(other / "box.toml").tile["A-1"].cost == {"coin": 1}


def test_each_difference_is_told_and_nothing_is_taken_in_before_all_are_chosen(
    companion: Served, tmp_path: Path
) -> None:
    before = (tmp_path / "box.toml").read_bytes()
    told = import_box(companion, THEIRS + MORE).json()
    assert told["signal"] == "asks"
    assert told["told"] == ["The two boxes differ in 2 points; nothing is taken in before you chose."]
    cost = {"key": "tile.A-1.cost", "what": "Forest, Cost", "mine": "1 coin", "theirs": "2 coins"}
    river = {"key": "tile.A-1.river", "what": "Forest, River", "mine": "Yes", "theirs": "No"}
    assert told["differences"] == [cost, river]
    half = import_box(companion, THEIRS + MORE, cost=True).json()
    assert half["differences"] == [river]
    assert (tmp_path / "box.toml").read_bytes() == before
    done = import_box(companion, THEIRS + MORE, cost=True, river=False).json()
    assert done == {"signal": "accepted", "told": ["3 values taken in."]}
    box = read_box(tmp_path / "box.toml")
    assert (box.tile["A-1"].cost, box.tile["A-1"].river, box.tile["B-1"].name) == ({"coin": 2}, True, "Moor")
    assert box.fact_sources["tile.A-1.cost"] == "Ann"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("<html>", "ann.toml is not valid TOML; correct line 1."),
        ("schema = 99", "ann.toml was made by another version of the companion"),
        ('[[tile]]\ndeck = "A"\nname = "X"\ncost = {gold = 1}', "ann.toml: tile 1.cost can't be gold; use one of"),
        ('[[tile]]\ndeck = "A"', "ann.toml: tile 1 has neither a name nor kind and cost"),
        ('[[tile]]\ndeck = "A"\nname = "X"\nis = "halkirk"', "ann.toml: tile 1.is is not known; remove it."),
        (f'[[tile]]\ndeck = "A"\nname = "{"x" * 1000}"', "ann.toml: tile 1.name is not a printed word"),
        ('[[tile]]\ndeck = "A"\nname = "a\\u202eb"', "ann.toml: tile 1.name is not a printed word"),
        ("rondel_spaces = 99", "ann.toml: rondel_spaces"),
        ("a=" + "[" * 9000, "ann.toml"),
        ("x" * 200_000, "That is too long; at most 131072 bytes fit."),
    ],
)
def test_a_fault_is_told_by_key_and_reason_and_nothing_is_lost(
    unchanged: Unchanged, content: str, sentence: str
) -> None:
    told: dict[str, Any] = import_box(unchanged.companion, content).json()
    said = told.get("error") or told["sentence"]
    assert said.startswith(sentence)
    assert (unchanged.folder / "box.toml").read_text() == MINE


def test_who_is_elsewhere_neither_reads_nor_writes_the_box(unchanged: Unchanged) -> None:
    companion = unchanged.companion
    for headers in ({"host": "evil.example"}, {"origin": "http://evil.example"}):
        assert plain_http.get(companion.address + "box.toml", headers=headers).status_code == 403
        body = b'{"file": "a", "content": "schema = 1"}'
        head = {"content-type": "application/json", **headers}
        assert plain_http.post(companion.address + "box", content=body, headers=head).status_code == 403
    assert (unchanged.folder / "box.toml").read_text() == MINE
