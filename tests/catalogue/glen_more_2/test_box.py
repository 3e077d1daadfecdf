"""The owner's file: read line by line, written whole, taught by play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.glen_more_2.catalogue.box import Box, OwnTile, parse_box, read_box, write_box
from companion.games.glen_more_2.catalogue.box_updates import add_fact, add_facts
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.state.glen_more_2.facts import Cost, Effect, LearnedFact, Road
from companion.storage.toml_file import BadFile

FULL = """
schema = 1
title = "Ann's box"
rondel_spaces = 14
worlds_end_in_d = true
colours = ["red", "yellow", "black", "white"]

[decks]
A = 14

[tile."A-4"]
is = "halkirk"
cost = { coin = 1, sheep = 1 }

[tile."A-5"]
name = "Žluťoučký kůň"
sort = "land"
rebuild = false
one_time = [{ op = "gain", what = "whisky", n = 1 }, { op = "clan_marker" }]

[[road]]
a = "start"
b = "brodie"
coins = 1
"""


def sentence(tables: dict[str, Any]) -> str:
    with pytest.raises(BadFile) as caught:
        parse_box(tables, "box.toml")
    return str(caught.value)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "box.toml"
    file.write_text(FULL, encoding="utf-8")
    return file


def test_a_box_is_read_as_it_stands(path: Path) -> None:
    box = read_box(path)
    assert (box.title, box.rondel_spaces, box.worlds_end_in_d, box.decks) == ("Ann's box", 14, True, {"A": 14})
    assert box.tile["A-4"] == OwnTile(is_="halkirk", cost={"coin": 1, "sheep": 1})
    assert box.tile["A-5"].name == "Žluťoučký kůň"
    assert box.tile["A-5"].one_time == (Effect("gain", "whisky", 1), Effect("clan_marker"))
    assert box.roads == (Road("start", "brodie", 1),)


def test_a_box_that_is_written_reads_back_the_same(path: Path) -> None:
    box = read_box(path)
    write_box(box, path)
    assert read_box(path) == box
    assert "note" not in path.read_text(encoding="utf-8"), "what nobody said is left out"


def test_an_empty_box_can_be_written(tmp_path: Path) -> None:
    write_box(Box(), tmp_path / "box.toml")
    assert read_box(tmp_path / "box.toml") == Box()


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"wobble": 14}, "box.toml: wobble is not known; remove it."),
        ({"rondel_space": 14}, "box.toml: rondel_space is not known; did you mean rondel_spaces?"),
        ({"rondel_spaces": "14"}, "box.toml: rondel_spaces must be a whole number; correct it."),
        ({"rondel_spaces": 4}, "box.toml: rondel_spaces must be from 11 to 22; correct it."),
        ({"worlds_end_in_d": "yes"}, "box.toml: worlds_end_in_d must be true or false; correct it."),
        ({"decks": {"E": 5}}, "box.toml: decks.E is not known; remove it."),
        ({"decks": {"A": 0}}, "box.toml: decks.A must be from 1 to 60; correct it."),
        ({"tile": {"A-4": 3}}, "box.toml: tile.A-4 must be a table; correct it."),
        ({"tile": {"A-4": {"coast": {}}}}, "box.toml: tile.A-4.coast is not known; did you mean tile.A-4.cost?"),
        ({"tile": {"A-4": {"cost": 2}}}, "box.toml: tile.A-4.cost must be a table; correct it."),
        (
            {"tile": {"A-4": {"cost": {"sheeps": 1}}}},
            "box.toml: tile.A-4.cost can't be sheeps; did you mean sheep?",
        ),
        (
            {"tile": {"A-4": {"cost": {"coin": -1}}}},
            "box.toml: tile.A-4.cost.coin is below 1; leave out what is not paid.",
        ),
        (
            {"tile": {"A-4": {"sort": "landmark"}}},
            "box.toml: tile.A-4.sort can't be landmark; did you mean land?",
        ),
        ({"tile": {"A-4": {"deck": "E"}}}, "box.toml: tile.A-4.deck can't be E; use one of S, A, B, C, D."),
        ({"tile": {"A-4": {"rebuild": "no"}}}, "box.toml: tile.A-4.rebuild must be true or false; correct it."),
        (
            {"tile": {"A-4": {"one_time": "coin"}}},
            "box.toml: tile.A-4.one_time must be a list in square brackets; correct it.",
        ),
        (
            {"tile": {"A-4": {"one_time": [{"op": "gian", "what": "coin"}]}}},
            "box.toml: tile.A-4.one_time 1.op can't be gian; did you mean gain?",
        ),
        (
            {"tile": {"A-4": {"one_time": [{"op": "gain", "what": "gold"}]}}},
            "box.toml: tile.A-4.one_time 1.what can't be gold; use one of "
            "coin, whisky, vp, wood, stone, barley, sheep, cattle, ….",
        ),
        (
            {"tile": {"A-4": {"one_time": [{"op": "gain", "what": "coin", "n": -1}]}}},
            "box.toml: tile.A-4.one_time 1.n is below 0; correct it.",
        ),
        (
            {"tile": {"A-4": {"one_time": [{"what": "coin"}]}}},
            "box.toml: tile.A-4.one_time 1.op is missing; add it.",
        ),
        ({"road": [{"a": "start", "b": "ross"}]}, "box.toml: road 1.coins is missing; add it."),
        (
            {"road": [{"a": "start", "b": "ross", "coins": -1}]},
            "box.toml: road 1.coins must be from 0 to 9; correct it.",
        ),
        (
            {"colours": ["red", "red", "blue", "green"]},
            "box.toml: colours must be four different words; correct it.",
        ),
        (
            {"schema": 2},
            "box.toml was made by another version of the companion; install that version to use it.",
        ),
    ],
)
def test_a_wrong_line_is_one_sentence_with_file_and_key(tables: dict[str, Any], message: str) -> None:
    assert sentence(tables) == message


def test_a_fact_that_play_told_is_in_the_box_afterwards() -> None:
    told = [
        LearnedFact("A-4", "name", "Our Ford"),
        LearnedFact("A-4", "sort", "land"),
        LearnedFact("A-4", "rebuild", False),
        LearnedFact("A-4", "cost", "coin 1, sheep 2"),
        LearnedFact("A-6", "cost", ""),
        LearnedFact("B-2", "is", "pulteney"),
        LearnedFact("halkirk", "deck", "C"),
        LearnedFact("", "rondel_spaces", 13),
        LearnedFact("", "worlds_end_in_d", False),
        LearnedFact("", "decks.D", 16),
        LearnedFact("", "road.start.brodie", 1),
        LearnedFact("", "road.brodie.start", 2),
    ]
    box = add_facts(Box(), told)
    known = effective_facts(box)
    ford = known.pieces["A-4"]
    assert (ford.name, ford.category, ford.rebuild) == ("Our Ford", "land", False)
    assert ford.cost == (Cost("coin", 1), Cost("sheep", 2))
    assert known.pieces["A-6"].cost == ()
    assert known.pieces["pulteney"].deck == "B"
    assert known.pieces["halkirk"].deck == "C"
    assert (known.rondel_spaces, known.worlds_end_in_d, known.decks["D"]) == (13, False, 16)
    assert [r for r in known.roads if "brodie" in (r.a, r.b)] == [Road("brodie", "start", 2)]


def test_what_is_learned_changes_no_other_fact(path: Path) -> None:
    box = read_box(path)
    more = add_fact(box, LearnedFact("A-5", "barred", True))
    assert more.tile["A-5"].name == "Žluťoučký kůň"
    assert more.tile["A-5"].barred is True
    assert more.roads == box.roads
    assert box.tile["A-5"].barred is None


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        (LearnedFact("A-4", "cost", "many coins"), "box.toml: tile.A-4.cost must be a table; correct it."),
        (LearnedFact("A-4", "cost", "gold 2"), "box.toml: tile.A-4.cost can't be gold"),
        (LearnedFact("A-4", "smell", 3), "box.toml: tile.A-4.smell is not known"),
        (LearnedFact("", "rondel_spaces", 3), "box.toml: rondel_spaces must be from 11 to 22"),
    ],
)
def test_a_fact_that_can_not_be_is_not_learned(fact: LearnedFact, message: str) -> None:
    with pytest.raises(BadFile) as caught:
        add_fact(Box(), fact)
    assert str(caught.value).startswith(message)
