"""The second referee of Glen More II follows games with chronicles, and finds what is sown into them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.engine.history import History
from companion.games.glen_more_2.expansions import rules
from companion.games.glen_more_2.random_play import Plan, RandomPlayer, new_history, step
from companion.state.glen_more_2.house_rules import HouseRules
from companion.storage.transfer import export_journal
from tests.faults_glen_more_2_chronicles import FAULTS
from tests.games.played import played
from tests.independent_chronicles_glen_more_2 import CHRONICLES, follow
from tests.independent_referee_glen_more_2 import Referee
from tests.independent_rondel_glen_more_2 import Fault
from tests.state.glen_more_2.followed import whole_box
from tests.state.glen_more_2.test_referee_invariants import MAX_ANSWERS, plan_of
from tools.players.record import FOLLOWED_CHRONICLES

Rows = list[dict[str, Any]]
SLUGS = tuple(CHRONICLES)
TOGETHER = "together"
NOT_PUT_RIGHT = [seed for seed in range(40) if seed % 4 != 3]
"""Seeds of games in which people put nothing right."""


def rows_of(history: History) -> Rows:
    """As a program outside reads them."""
    return [json.loads(line) for line in export_journal(history)]


@cache
def played_at_random(seed: int, which: str) -> History:
    slugs = SLUGS if which == TOGETHER else (which,)
    plan = plan_of(seed)
    if "hammer" in slugs and plan.players == 2:
        plan = plan_of(seed + 1)
    plan = Plan(**{**{name: getattr(plan, name) for name in plan.__struct_fields__}, "chronicles": slugs})
    history = new_history(rules(), whole_box(), HouseRules(use_die=plan.die), plan.chronicles)
    player = RandomPlayer(plan)
    for _ in range(MAX_ANSWERS):
        if history.game.finished(history.state):  # type: ignore[attr-defined]
            return history
        step(history, player)
    raise AssertionError(f"{plan}: no end")


@cache
def lines_played(seed: int, which: str) -> bytes:
    return b"".join(export_journal(played_at_random(seed, which)))


def lies(referee: Referee, player: str) -> dict[tuple[int, int], tuple[Any, ...]]:
    return {
        cell: (on["piece"], {good: n for good, n in on["goods"].items() if n}, on["scots"])
        for cell, on in referee.land[player].items()
    }


def agrees(history: History) -> Referee:
    """Both have the same of everybody in the end, as long as territories are followed."""
    referee = follow(rows_of(history))
    for player in history.state.players if history.state.follows else ():
        spots = player.territory.spots
        assert lies(referee, player.id) == {(s.x, s.y): (s.top, s.goods, s.scots) for s in spots}
        has = referee.counts.person[player.id]
        assert (has["coins"], has["barrels"], has["points"], 10 - len(has["crests"]), sorted(has["cards"])) == (
            player.coins, player.barrels, player.total, player.markers, sorted(player.landmarks),
        )  # fmt: skip
    assert not history.state.follows or referee.market == history.state.market
    return referee


@pytest.mark.rule("C1-13", "C1-17", "C3-07", "C3-22", "C6-11", "C6-33", "C8-10", "C8-27")
def test_the_recorded_game_of_followed_chronicles_breaks_no_rule(tmp_path: Path) -> None:
    name = next(iter(FOLLOWED_CHRONICLES))
    referee = agrees(played(name, tmp_path).history)
    assert {each.slug for each in referee.chronicles} == set(FOLLOWED_CHRONICLES[name].chronicles)
    assert not referee.lowered


@pytest.mark.parametrize("seed", [0, 2])
@pytest.mark.parametrize("which", SLUGS)
def test_whole_games_with_chronicles_break_no_rule(which: str, seed: int) -> None:
    agrees(played_at_random(seed, which))


@pytest.mark.long
@pytest.mark.parametrize("start", range(100, 140, 10))
@pytest.mark.parametrize("which", SLUGS)
def test_hundreds_of_games_with_chronicles_break_no_rule(which: str, start: int) -> None:
    for seed in range(start, start + 10):
        agrees(played_at_random(seed, which))


def test_there_are_fifty_kinds_and_each_chronicle_has_some() -> None:
    assert len(FAULTS) >= 50
    assert {sown.slug for sown in FAULTS.values()} == set(SLUGS)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_by_its_rule(name: str) -> None:
    """In the first game that has a place for it."""
    sown = FAULTS[name]
    for seed in NOT_PUT_RIGHT:
        rows = [json.loads(line) for line in lines_played(seed, sown.slug).splitlines()]
        if sown.sow(rows):
            with pytest.raises(Fault) as found:
                follow(rows)
            assert found.value.rule in sown.rules.split()
            return
    raise AssertionError("no game has a place for it")
