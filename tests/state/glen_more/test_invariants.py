"""Whole games at random keep what always holds; every scoring is worked out again by a scorer of its own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.engine.history import History
from companion.games.definition import RandomGame
from companion.games.glen_more.definition import GAME
from companion.games.random_play import MAX_ANSWERS, play_step
from companion.state.glen_more import events as ev
from companion.state.glen_more.model import FINAL_SCORING, State
from companion.state.territory.grid import MAX_GOODS_PER_TILE
from companion.state.territory.model import REFEREE, SCOREKEEPER
from tests.independent_scorer_glen_more import score_sheet
from tests.sampled import half
from tests.state.glen_more.test_scoring import sheet

SIZES = [*range(2, 6)]


def played(players: int, seed: int, depth: str = SCOREKEEPER) -> History:
    history, player = GAME.random_play.begin(RandomGame(players, seed, depth=depth))
    for _ in range(MAX_ANSWERS):
        if GAME.finished(history.state):
            return history
        play_step(history, player)
    raise AssertionError("no end")


@pytest.mark.parametrize("seed", half([1, 2]))
@pytest.mark.parametrize("players", SIZES)
def test_each_scoring_is_what_the_scorer_of_its_own_says(players: int, seed: int) -> None:
    history = played(players, seed)
    state: Any = history.game.start(history.header.setup)
    before, rounds = state, 0
    for entry in history.standing:
        for event in entry.events:
            if isinstance(event, ev.RoundScored):
                rounds += 1
                assert points_by_ours(event) == points_by_its_own(before, event.round)
            if not isinstance(event, ev.PointsScored):
                before = state = history.game.apply(state, event)
            else:
                state = history.game.apply(state, event)
                before = state if event.source == "tile" else before
    assert rounds == 3
    assert FINAL_SCORING in state.done_scorings


def points_by_ours(event: ev.RoundScored) -> dict[str, int]:
    return {each["name"]: each["points"] for each in event.result["players"]}


def points_by_its_own(state: State, due: str) -> dict[str, int]:
    told = sheet(state, due)
    for each in told["players"]:  # type: ignore[attr-defined]
        for count in ("coins", "whisky", "chieftains"):
            each[count] = max(0, each[count])  # below zero an entry is missing
    return {each["name"]: each["points"] for each in score_sheet(told)["players"]}


@pytest.mark.rule("G1-CMP-05", "G1-APP-02")
@pytest.mark.parametrize("players", SIZES)
def test_every_tile_is_laid_once_and_a_scoring_comes_after_31_50_and_67(players: int) -> None:
    history = played(players, 7)
    laid, scored = 0, []
    for entry in history.standing:
        for event in entry.events:
            laid += isinstance(event, ev.TileLaid)
            if isinstance(event, ev.RoundScored):
                scored.append(laid)
    assert [31 <= scored[0] < 50, 50 <= scored[1] < 67, scored[2], laid] == [True, True, 67, 67]


@pytest.mark.parametrize("depth", GAME.depths)
@pytest.mark.parametrize("players", SIZES)
def test_nothing_is_lost_on_the_way(players: int, depth: str) -> None:
    """Tiles, coins and points, after every answer."""
    history = played(players, 4, depth)
    state: Any = history.game.start(history.header.setup)
    for entry in history.standing:
        for event in entry.events:
            state = history.game.apply(state, event)
        if state.tiles_left and state.stage != "layout":
            holds(state)
            if depth == REFEREE:
                lies(state)


def lies(state: State) -> None:
    """What territories tell: every tile that was taken lies in one, nothing is owed, nothing is too much."""
    for player in state.players:
        lying = [spot.top for spot in player.territory.spots if not spot.top.startswith("S-")]
        waiting = [state.turn.tile] if state.stage == "place" and state.turn.figure == player.id else []
        assert sorted(player.taken_tiles) == sorted(lying + waiting)
        assert player.scots == sum(spot.scots for spot in player.territory.spots)
        assert (
            min(player.coins, player.barrels, player.chieftains, *(s.scots for s in player.territory.spots)) >= 0
        )
        assert max(sum(spot.goods.values()) for spot in player.territory.spots) <= MAX_GOODS_PER_TILE


@pytest.mark.parametrize("players", SIZES)
def test_at_referee_depth_nothing_is_done_anyway_and_nothing_put_right(players: int) -> None:
    for entry in played(players, 5, REFEREE).standing:
        assert not entry.answer.anyway
        assert entry.answer.question > 0
        assert not any(isinstance(event, ev.Overruled) for event in entry.events)


def holds(state: State) -> None:
    known = Counter(
        piece
        for piece in (
            *(space.piece for space in state.track),
            *(tile.piece for tile in state.removed_tiles),
            *(piece for player in state.players for piece in player.taken_tiles),
        )
        if piece
    )
    assert not known or max(known.values()) == 1, "a tile is in one place"
    away = sum(space.has_tile for space in state.track) + len(state.removed_tiles)
    assert away + sum(len(p.taken_tiles) for p in state.players) + sum(state.tiles_left.values()) == 67
    assert [figure for space in state.track for figure in space.figures] != []
    assert len({figure for space in state.track for figure in space.figures}) == len(state.players) + state.use_die
    if state.stage in ("take", "roll") and not state.due_scorings:
        assert len(state.track) == 13
    assert all(0 <= filled <= 3 for filled in state.market.values())


@pytest.mark.parametrize("players", SIZES)
def test_each_entry_gives_the_same_when_it_is_decided_again_at_referee_depth(players: int) -> None:
    history = played(players, 6, REFEREE)
    state: Any = history.game.start(history.header.setup)
    for entry in history.standing:
        made = history.game.decide(state, entry.answer)
        assert made.events == tuple(entry.events)  # type: ignore[union-attr]
        state = made.state  # type: ignore[union-attr]


@pytest.mark.parametrize("players", SIZES)
def test_undo_to_the_start_and_back_leads_to_the_same_state(players: int) -> None:
    history = played(players, 3)
    end = history.game.canonical(history.state)
    again = history.game.start(history.header.setup)
    for entry in history.standing:
        for event in history.game.decode_events(history.game.encode_events(entry.events)):
            again = history.game.apply(again, event)
    assert history.game.canonical(again) == end
