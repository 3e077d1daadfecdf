"""Simulated games at referee depth stay within the rules: nothing needs "anyway"; the second referee agrees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.engine.history import History
from companion.games.definition import RandomGame
from companion.games.glen_more_2.definition import GAME
from companion.games.random_play import MAX_ANSWERS, play_step
from companion.state.territory.model import REFEREE
from tests.followed_journals import agrees, rows_of
from tests.independent_chronicles_glen_more_2 import CHRONICLES, follow
from tools.players.boxes import BOX

SOME = (("great_glen",), ("boat_race", "haggis"), ("highlander", "haggis", "great_glen", "penny_mobs"))


def played(seed: int, chronicles: tuple[str, ...]) -> History:
    history, player = GAME.random_play.begin(RandomGame(2 + seed % 3, seed, chronicles, REFEREE, box=BOX))
    for _ in range(MAX_ANSWERS):
        if GAME.finished(history.state):
            return history
        play_step(history, player)
    raise AssertionError("no end")


@pytest.mark.parametrize(("seed", "chronicles"), [*zip((205, 203, 209), SOME, strict=True)])
def test_a_lawful_game_overrules_nothing_and_the_second_referee_agrees(
    seed: int, chronicles: tuple[str, ...]
) -> None:
    assert set(chronicles) <= set(CHRONICLES)
    history = played(seed, chronicles)
    rows = rows_of(history)
    assert not [event for row in rows[1:] for event in row["events"] if event["type"] == "Overruled"]
    assert not [row for row in rows[1:] if row["answer"].get("anyway")]
    agrees(history, follow)


@pytest.mark.parametrize("game", ["glen_more", "glen_more_2"])
def test_the_command_simulates_lawful_games(game: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert (
        main(
            ["simulate", "--game", game, "--seed", "3", "--depth", "referee", "--players", "3", "--out", str(path)]
        )
        == 0
    )
    rows = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert not [event for row in rows[1:] for event in row.get("events", ()) if event["type"] == "Overruled"]
    assert not [row for row in rows[1:] if row["answer"].get("anyway")]
