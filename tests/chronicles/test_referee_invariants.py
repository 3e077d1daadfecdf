"""Whole games with chronicles at referee depth, answered at random: they end, and the territories add up."""

from __future__ import annotations

import pytest

from companion.engine.history import History, check
from companion.games.glen_more_2.expansions import rules
from companion.games.glen_more_2.random_play import Plan, RandomPlayer, new_history, step
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.house_rules import HouseRules
from companion.state.glen_more_2.model import REFEREE
from tests.sampled import half
from tests.state.glen_more_2.followed import whole_box
from tests.state.glen_more_2.table import facts_of
from tests.state.glen_more_2.test_referee_invariants import (
    MAX_ANSWERS,
    NEVER_ASKED,
    plan_of,
    territories_are_possible,
    the_home_castle_counts,
)

REFEREED = [slug for slug, each in rules().library.expansions.items() if not each.why_not_refereed]


def played(plan: Plan, box: str) -> History:
    facts = whole_box() if box == "whole" else facts_of(box)
    history = new_history(rules(), facts, HouseRules(use_die=plan.die), plan.chronicles)
    player, put_right = RandomPlayer(plan), bool(plan.corrections)
    for _ in range(MAX_ANSWERS):
        state = history.state
        if history.game.finished(state):  # type: ignore[attr-defined]
            return history
        step(history, player)
        the_home_castle_counts(history.state)
        # Before a scoring people may say that a count is another one.
        put_right = put_right or any(isinstance(e, ev.CountSet) for e in history.standing[-1].events)
        if not put_right and history.state.follows and history.state.market:
            territories_are_possible(history.state)
    raise AssertionError(f"{plan}: no end")


def plays(seed: int, box: str, *slugs: str) -> None:
    plan = plan_of(seed)
    if "hammer" in slugs and plan.players == 2:
        plan = plan_of(seed + 1)
    history = played(Plan(**{**_fields(plan), "chronicles": slugs}), box)
    assert check(history) is None
    assert history.state.follows or plan.corrections, "the depth was chosen and stays"
    asked = {e.kind for entry in history.standing for e in entry.events if isinstance(e, ev.QuestionAsked)}
    assert not history.state.follows or not asked & NEVER_ASKED


def _fields(plan: Plan) -> dict[str, object]:
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
    history = played(Plan(players=3, seed=1, depth=REFEREE, chronicles=tuple(REFEREED)), "whole")
    placed = [e for entry in history.standing for e in entry.events if type(e).__name__ == "TilePlaced"]
    assert history.state.depth == REFEREE
    assert len(placed) > 6
