"""Random play beside that of two well-known libraries, in the same run on the same machine."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import count

import chess
import pokerkit

from companion.games.glen_more_2.random_play import Plan, play
from tools.bench import games
from tools.bench.figures import Figure, Sizes


def figures(sizes: Sizes) -> Iterator[Figure]:
    """Answers, moves and actions a second; the ratios say how many of ours there are to one of theirs."""
    ours = answers_per_second(sizes, games.four_players)
    moves, actions = chess_moves_per_second(sizes), _per_second(sizes, _poker)
    yield Figure("random_answers_per_s", ours)
    yield Figure("random_answers_per_chess_move", ours / moves, more={"chess_moves_per_s": moves})
    yield Figure("random_answers_per_poker_action", ours / actions, more={"poker_actions_per_s": actions})


def chess_moves_per_second(sizes: Sizes) -> float:
    """Moves of whole games of chess at random."""
    return _per_second(sizes, _chess)


def _per_second(sizes: Sizes, whole_game: Callable[[int], int]) -> float:
    """Steps of whole games, one seed after the other, until the time is over."""
    steps, began = 0, time.perf_counter()
    for seed in count(1):
        steps += whole_game(seed)
        if (spent := time.perf_counter() - began) >= sizes.playing_seconds:
            return steps / spent
    raise AssertionError("count() has no end")


def answers_per_second(sizes: Sizes, planned: Callable[[int], Plan]) -> float:
    """Answers of whole games of the random player."""
    return _per_second(sizes, lambda seed: len(play(planned(seed), games.facts()).entries))


def _chess(seed: int) -> int:
    board, dice = chess.Board(), random.Random(seed)
    while not board.is_game_over():
        board.push(dice.choice(list(board.legal_moves)))
    return board.ply()


def _poker(seed: int) -> int:
    """A hand of no-limit hold'em for four; cards and chips are the library's own business."""
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
