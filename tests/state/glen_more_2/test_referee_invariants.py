"""What holds in every game of Glen More II at referee depth, whatever people answer."""

from __future__ import annotations

import pytest

from companion.engine.history import History, first_difference
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history
from companion.games.random_play import play_step
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.model import CASTLE_CELL, MAX_SCOTS, VILLAGE_CELL, HouseRules, State
from companion.state.glen_more_2.rematch import next_rematch_answer
from companion.state.territory.grid import MAX_GOODS_PER_TILE
from companion.state.territory.model import REFEREE
from tests.sampled import half
from tests.state.glen_more_2.table import Table, facts_of
from tools.players.boxes import referee_box as whole_box

MAX_ANSWERS = 4000
NEVER_ASKED = {"count_scots", "goods", "scot_cost", "good_cost", "scots_home", "removed", "movement"}
"""What the territories tell."""
LAYING = ("place", "printed", "sort", "remove")


def plan_of(seed: int) -> RandomGamePlan:
    return RandomGamePlan(
        players=2 + seed % 3,
        seed=seed,
        die=seed % 5 == 0,
        told=bool(seed // 3 % 2),
        corrections=0.03 if seed % 4 == 3 else 0.0,
        depth=REFEREE,
    )


def territories_are_possible(state: State) -> None:
    """What holds as long as people put nothing right."""
    for player in state.players:
        spots = player.territory.spots
        assert {VILLAGE_CELL, CASTLE_CELL} <= {spot.cell for spot in spots}
        assert len({spot.cell for spot in spots}) == len(spots)
        assert sum(spot.scots for spot in spots) <= MAX_SCOTS
        assert all(spot.scots >= 0 and sum(spot.goods.values()) <= MAX_GOODS_PER_TILE for spot in spots)
        waits = any(opened.kind in LAYING for opened in state.open_questions)
        assert waits or player.tiles == len(spots), (player.tiles, len(spots))
    if state.turn.tracked_work:
        assert state.turn.work.movement_points >= 0


def the_home_castle_counts(state: State) -> None:
    for player in state.players:
        if state.tracks_territories and state.market:
            assert player.scots == player.territory.at(CASTLE_CELL).scots


def played(seed: int, box: str) -> History:
    plan = plan_of(seed)
    facts = whole_box() if box == "whole" else facts_of(box)
    history = new_history(GlenMore2(), facts, HouseRules(use_die=plan.die))
    player = RandomPlayer(plan)
    for _ in range(MAX_ANSWERS):
        state = history.state
        if history.game.is_finished(state):  # type: ignore[attr-defined]
            return history
        play_step(history, player)
        the_home_castle_counts(history.state)
        if not plan.corrections and history.state.tracks_territories and history.state.market:
            territories_are_possible(history.state)
    raise AssertionError(f"{plan}: no end")


@pytest.mark.parametrize("box", ["whole", "bare"])
@pytest.mark.parametrize("seed", half(range(8)))
def test_whole_games_at_random(seed: int, box: str) -> None:
    """They end, decided again they are the same, and nobody is asked for Scots or goods."""
    history = played(seed, box)
    assert first_difference(history) is None
    asked = {e.kind for entry in history.standing for e in entry.events if isinstance(e, ev.QuestionAsked)}
    assert not history.state.tracks_territories or not asked & NEVER_ASKED


def test_a_rematch_is_played_at_the_same_depth() -> None:
    ended = played(0, "whole")
    table = Table(0, facts=whole_box())
    while (answer := next_rematch_answer(ended, table.state)) is not None:
        table.answer(answer)
    assert table.state.depth == REFEREE
