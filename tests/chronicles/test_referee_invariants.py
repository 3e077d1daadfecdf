"""Whole games with chronicles at referee depth, answered at random: they end, and the territories add up."""

from __future__ import annotations

import pytest

from companion.engine.history import History, first_difference
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.random_play import play_step
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import HouseRules
from companion.state.territory.model import REFEREE
from tests.sampled import half
from tests.state.glen_more_2.table import facts_of
from tests.state.glen_more_2.test_referee_invariants import (
    MAX_ANSWERS,
    NEVER_ASKED,
    plan_of,
    territories_are_possible,
    the_home_castle_counts,
)
from tools.players.boxes import referee_box as whole_box

REFEREED = [each.slug for each in game_rules().library.all_expansions() if not each.referee_unavailable_reason]


def played(plan: RandomGamePlan, box: str) -> History:
    facts = whole_box() if box == "whole" else facts_of(box)
    history = new_history(game_rules(), facts, HouseRules(use_die=plan.die), plan.chronicles)
    player, reconcile_table = RandomPlayer(plan), bool(plan.corrections)
    for _ in range(MAX_ANSWERS):
        state = history.state
        if history.game.is_finished(state):  # type: ignore[attr-defined]
            return history
        play_step(history, player)
        the_home_castle_counts(history.state)
        # Before a scoring people may say that a count is another one.
        reconcile_table = reconcile_table or any(isinstance(e, ev.CountSet) for e in history.standing[-1].events)
        if not reconcile_table and history.state.tracks_territories and history.state.market:
            territories_are_possible(history.state)
    raise AssertionError(f"{plan}: no end")


def plays(seed: int, box: str, *slugs: str) -> None:
    plan = plan_of(seed)
    if "hammer" in slugs and plan.players == 2:
        plan = plan_of(seed + 1)
    history = played(RandomGamePlan(**{**_fields(plan), "chronicles": slugs}), box)
    assert first_difference(history) is None
    assert history.state.tracks_territories or plan.corrections, "the depth was chosen and stays"
    asked = {e.kind for entry in history.standing for e in entry.events if isinstance(e, ev.QuestionAsked)}
    assert not history.state.tracks_territories or not asked & NEVER_ASKED


def _fields(plan: RandomGamePlan) -> dict[str, object]:
    return {name: getattr(plan, name) for name in plan.__struct_fields__}


@pytest.mark.parametrize(
    ("seed", "box"), [(0, "whole"), (1, "bare"), pytest.param(3, "whole", marks=pytest.mark.long)]
)
@pytest.mark.parametrize("slug", REFEREED)
def test_whole_games_with_one_chronicle(slug: str, seed: int, box: str) -> None:
    plays(seed, box, slug)


@pytest.mark.parametrize("seed", half(range(3)))
def test_whole_games_with_all_that_can_be_refereed(seed: int) -> None:
    plays(seed, "whole", *REFEREED)


def test_the_depth_is_that_of_the_referee() -> None:
    history = played(RandomGamePlan(players=3, seed=1, depth=REFEREE, chronicles=tuple(REFEREED)), "whole")
    placed = [e for entry in history.standing for e in entry.events if type(e).__name__ == "TilePlaced"]
    assert history.state.depth == REFEREE
    assert len(placed) > 6
