"""Exported journals balance, and a checker that knows only the ledgers finds what faults are sown into them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.engine.history import History
from companion.games.definition import RandomGame
from companion.games.glen_more.definition import GAME as GLEN_MORE
from companion.games.glen_more_2.bot import RandomGamePlan, play_random_game
from companion.games.glen_more_2.definition import GAME as GLEN_MORE_2
from companion.games.random_play import MAX_ANSWERS, play_step
from companion.state.territory.model import REFEREE, SCOREKEEPER
from companion.storage.transfer import export_journal
from tests.conservation import faults_in
from tests.faults_glen_more import FAULTS as FAULTS_OF_2010
from tests.faults_glen_more_2 import FAULTS as FAULTS_OF_II
from tests.independent_chronicles_glen_more_2 import CHRONICLES
from tests.sampled import sampled
from tools.players.boxes import BOX, TERRITORIES, referee_box

pytestmark = pytest.mark.xdist_group("conservation")
Rows = list[dict[str, Any]]
GAMES = {"glen_more": GLEN_MORE, "glen_more_2": GLEN_MORE_2}
BOXES = (None, TERRITORIES, BOX)
NOT_FOLLOWED = {"single_cask", "hammer", "turbulent", "penny_mobs"}
"""Chronicles whose coins, places and prices at referee depth are not all in the checker's accounts."""
HAMMER_PLAYERS = 3
"""The Englishman wants three players (C4-01)."""


class Drawn(NamedTuple):
    """A random game: which, and with what."""

    game: str
    players: int
    seed: int
    depth: str
    chronicles: tuple[str, ...] = ()
    box: Path | None = None

    def __str__(self) -> str:
        return "-".join((self.game, f"{self.players}p", str(self.seed), self.depth, *self.chronicles))


def drawn(number: int) -> Drawn:
    """Return the game of a number: of each three one of 2010, one of II alone and one of II with chronicles."""
    chance = Random(number)
    depth = (REFEREE, SCOREKEEPER)[number // 3 % 2]
    if number % 3 == 0:
        return Drawn("glen_more", 2 + number // 6 % 4, number, depth)
    players, box = 2 + number // 6 % 3, chance.choice(BOXES)
    if number % 3 == 1:
        return Drawn("glen_more_2", players, number, depth, box=box)
    can = [slug for slug in CHRONICLES if slug != "hammer" or players >= HAMMER_PLAYERS]
    if depth == REFEREE:
        can = [slug for slug in can if slug not in NOT_FOLLOWED]
    some = chance.sample(can, chance.randint(1, 3))
    return Drawn("glen_more_2", players, number, depth, tuple(slug for slug in CHRONICLES if slug in some), box)


def played(plan: Drawn) -> History:
    game = GAMES[plan.game]
    history, player = game.random_play.begin(
        RandomGame(plan.players, plan.seed, plan.chronicles, plan.depth, box=plan.box)
    )
    for _ in range(MAX_ANSWERS):
        if game.finished(history.state):
            return history
        play_step(history, player)
    raise AssertionError(f"{plan}: no end")


@cache
def rows_of(plan: Drawn) -> Rows:
    """Return the rows that a program outside reads."""
    return [json.loads(line) for line in export_journal(played(plan))]


@pytest.mark.parametrize("plan", [drawn(number) for number in range(20)], ids=str)
def test_an_exported_journal_balances(plan: Drawn) -> None:
    assert faults_in(rows_of(plan)) == []


@pytest.mark.long
@pytest.mark.parametrize("start", range(100, 600, 20))
def test_five_hundred_exported_journals_balance(start: int) -> None:
    for number in range(start, start + 20):
        assert faults_in([json.loads(line) for line in export_journal(played(drawn(number)))]) == [], drawn(number)


def of_2010(fault: Callable[[list[dict[str, Any]]], bool]) -> Callable[[Rows], bool]:
    """Return a fault of a list of events as one of rows: each event stays in its row."""

    def sow(rows: Rows) -> bool:
        events = [each for row in rows[1:] for each in ({"type": "Row", "row": row}, *row["events"])]
        has_place = fault(events)
        for each in events:
            if each["type"] == "Row":
                row = each["row"]
                row["events"] = []
            else:
                row["events"].append(each)
        return has_place

    return sow


SOWN = {
    **{("glen_more", name): of_2010(fault) for name, fault in FAULTS_OF_2010.items()},
    **{("glen_more_2", name): fault for name, fault in FAULTS_OF_II.items()},
}
NOT_FOUND: dict[str, set[str]] = {
    "glen_more": {
        "Loch Oich without its card",
        "a Scot too many",
        "a scoring comes late",
        "a tile is activated after movement",
        "goods counted otherwise",
        "points of another tile",
    },
    "glen_more_2": {
        "Castle of Mey without its card",
        "Loch Ness twice for one tile",
        "Scots of a removed tile are lost",
        "World's End is taken",
        "a crest activates another kind",
        "a marker for nothing",
        "a road is not paid",
        "a scoring comes late",
        "a scoring is due twice",
        "a scoring is not due",
        "an exchange is made twice",
        "coins that nobody entered",
        "more Scots come home than stood there",
        "points for movement that was used",
        "points that nobody entered",
        "the die goes elsewhere",
        "the die leaves before the end",
        "the die shows a four",
        "the die's tile stays",
        "two Scots at home",
    },
}
"""Faults that leave every account balanced, are players' word, or that no game here has a place for."""


@cache
def sown_into(game: str) -> tuple[Rows, ...]:
    """Return lawful games at referee depth whose boxes are known."""
    if game == "glen_more":
        return tuple(rows_of(Drawn(game, players, seed, REFEREE)) for players in (3, 4, 5, 2) for seed in (1, 2))
    plans = (RandomGamePlan(4, seed, depth=REFEREE, is_lawful=True, told=bool(seed % 2)) for seed in range(8))
    return tuple(
        [json.loads(line) for line in export_journal(play_random_game(plan, referee_box()))] for plan in plans
    )


def is_found(game: str, name: str) -> bool:
    """True if the checker finds a fault in one of the games that have a place for it."""
    for balanced in sown_into(game):
        rows = copy.deepcopy(balanced)
        if SOWN[game, name](rows) and faults_in(rows):
            return True
    return False


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_a_fault_has_none(game: str) -> None:
    assert [faults_in(rows) for rows in sown_into(game)] == [[] for _ in sown_into(game)]


@pytest.mark.parametrize("fault", sampled([key for key in SOWN if key[1] not in NOT_FOUND[key[0]]], 40), ids=str)
def test_a_fault_is_found(fault: tuple[str, str]) -> None:
    assert is_found(*fault)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_found_is_known(game: str) -> None:
    assert {name for sown, name in SOWN if sown == game and not is_found(game, name)} == set(NOT_FOUND[game])
