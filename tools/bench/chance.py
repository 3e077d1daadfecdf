"""Bench of random play, compared with two well-known libraries in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count

import chess
import pokerkit

from companion.games.glen_more_2.bot import RandomGamePlan, play_random_game
from tools.bench import games
from tools.bench.figures import Figure, Sizes

SLICES = 10
"""Number of time slices in which all games alternate, so that other load affects them equally."""


def figures(sizes: Sizes) -> Iterator[Figure]:
    """Yield answers, moves and actions per second; the ratios compare our answers with the libraries' steps."""
    ours, all_eight = _ours(games.four_players), _ours(games.with_all_eight)
    base, full, moves, actions = _per_second(sizes, (ours, all_eight, _chess, _poker))
    yield Figure("random_answers_per_s", base)
    yield Figure("random_answers_per_chess_move", base / moves, more={"chess_moves_per_s": moves})
    yield Figure("random_answers_per_poker_action", base / actions, more={"poker_actions_per_s": actions})
    more = {"all_eight_per_s": full, "per_chess_move": full / moves}
    yield Figure("random_answers_all_eight_to_base_game", full / base, more=more)


def _per_second(sizes: Sizes, games: Sequence[Callable[[int], int]]) -> list[float]:
    """Return the steps per second of each kind of game, in whole games with rising seeds."""
    steps, spent = [0] * len(games), [0.0] * len(games)
    seeds = [count(1) for _ in games]
    for turn in range(1, SLICES + 1):
        for which, whole_game in enumerate(games):
            while spent[which] < sizes.playing_seconds * turn / SLICES:
                began = time.perf_counter()
                steps[which] += whole_game(next(seeds[which]))
                spent[which] += time.perf_counter() - began
    return [played / seconds for played, seconds in zip(steps, spent, strict=True)]


def _ours(planned: Callable[[int], RandomGamePlan]) -> Callable[[int], int]:
    """Return a function that plays a random game and returns the number of its answers."""
    return lambda seed: len(play_random_game(planned(seed), games.facts()).entries)


def _chess(seed: int) -> int:
    board, dice = chess.Board(), random.Random(seed)
    while not board.is_game_over():
        board.push(dice.choice(list(board.legal_moves)))
    return board.ply()


def _poker(seed: int) -> int:
    """Return the number of actions in a random hand of no-limit hold'em for four."""
    dice = random.Random(seed)
    auto = pokerkit.Automation
    automations = tuple(auto)
    state = pokerkit.NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 4)
    actions = 0
    while state.status:
        actions += 1
        _act(state, dice)
    return actions


def _act(state: pokerkit.State, dice: random.Random) -> None:
    able = [
        act
        for act, can in (
            (state.fold, state.can_fold()),
            (state.check_or_call, state.can_check_or_call()),
            (state.complete_bet_or_raise_to, state.can_complete_bet_or_raise_to()),
        )
        if can
    ]
    dice.choice(able)()
