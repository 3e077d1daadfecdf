"""The second referee of Glen More follows whole games as the product does, and finds what is sown into them."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import pytest

from companion.engine.history import History
from companion.games.definition import RandomGame
from companion.games.glen_more.definition import GAME
from companion.games.random_play import MAX_ANSWERS, play_step
from companion.state.territory.model import REFEREE
from companion.storage.transfer import export_journal
from tests.faults_glen_more import FAULTS
from tests.independent_referee_glen_more import TILES, Fault, Referee, follow
from tests.sampled import half, sampled

SIZES = (2, 3, 4, 5)
SEEDS = range(1, 5)
Rows = list[dict[str, Any]]


def played(players: int, seed: int) -> History:
    history, player = GAME.random_play.begin(RandomGame(players, seed, depth=REFEREE))
    for _ in range(MAX_ANSWERS):
        if GAME.finished(history.state):
            return history
        play_step(history, player)
    raise AssertionError("no end")


def rows_of(history: History) -> Rows:
    """As a program outside reads them."""
    return [json.loads(line) for line in export_journal(history)]


@cache
def rows_played(players: int, seed: int) -> Rows:
    return rows_of(played(players, seed))


def agrees(history: History) -> Referee:
    """Both referees have the same of everybody in the end."""
    referee = follow(rows_of(history))
    told = GAME.summary(history.state)
    for player in history.state.players:
        person = referee.person[player.id]
        assert (person["coins"], person["barrels"], person["chieftains"], person["points"]) == (
            player.coins, player.barrels, player.chieftains, player.total,
        )  # fmt: skip
        assert person["cards"] == list(player.cards)
        assert {
            (t["x"], t["y"]): (t["pieces"][-1], t["goods"], t["scots"]) for t in told["territories"][player.id]
        } == {cell: (on["piece"], on["goods"], on["scots"]) for cell, on in referee.land[player.id].items()}
    assert referee.market == history.state.market
    return referee


@pytest.mark.rule("G1-TRN-01", "G1-TRN-02", "G1-TRN-07", "G1-PLC-01", "G1-ACT-01", "G1-ACT-03", "G1-WHS-04")
@pytest.mark.parametrize("seed", half(SEEDS))
@pytest.mark.parametrize("players", SIZES)
def test_whole_games_at_referee_depth_break_no_rule(players: int, seed: int) -> None:
    agrees(played(players, seed))


@pytest.mark.long
@pytest.mark.parametrize("start", range(100, 1100, 50))
def test_a_thousand_games_at_referee_depth_break_no_rule(start: int) -> None:
    for seed in range(start, start + 50):
        agrees(played(SIZES[seed % 4], seed))


def test_the_ledgers_list_has_all_tiles() -> None:
    assert len(TILES) == 72
    assert TILES["1-13"]["marks"] == {"river"}
    assert TILES["S-05"]["marks"] == {"river", "road"}


def flat(rows: Rows) -> Rows:
    """The first row, and all events in one."""
    return [rows[0], {"events": [event for row in rows[1:] for event in row.get("events", ())], "answer": {}}]


def test_a_game_without_a_fault_has_none_and_there_are_fifty_kinds() -> None:
    assert follow(flat(rows_played(3, 1))).scored == ["1", "2", "final"]
    assert len(FAULTS) >= 50


@pytest.mark.parametrize("name", sampled(FAULTS, 6))
def test_a_fault_is_found(name: str) -> None:
    """In the first game that has a place for it."""
    for seed in range(1, 30):
        for players in SIZES:
            rows = copy.deepcopy(flat(rows_played(players, seed)))
            if FAULTS[name](rows[1]["events"]):
                with pytest.raises(Fault):
                    follow(rows)
                return
    raise AssertionError("no game has a place for it")
