"""Bench of judging all nine stones of a border: proving claims against every unseen card.

It is compared, in the same run, with listing the moves of chess positions by a well-known library, and with the
tests' own judge, which tries every completion.
"""

from __future__ import annotations

import copy
import json
import random
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

import chess

from companion.scoring.schotten_totten.claims import judge_claims
from companion.scoring.schotten_totten.document import read_document
from tests import independent_claims_schotten_totten as trying
from tests.borders_schotten_totten import empty, made_up, played
from tools.bench.figures import Figure, Sizes, percentile

JUDGED_MS = 0.2
BORDERS = 2000
TRIED = 20


def figures(sizes: Sizes) -> Iterator[Figure]:
    """Yield the median over borders of random games, with made-up borders of up to nine full sides beside it."""
    many = BORDERS if sizes.recorded else sizes.taps
    dice = random.Random(5)
    borders = [copy.deepcopy(border) for border in islice(played(dice), many)]
    chessboards = _chessboards(dice, many)
    ours, moves = list[float](), list[float]()
    for border, board in zip(borders, chessboards, strict=True):
        # The measurements alternate, so that other load affects both equally.
        ours.append(_judged_ms(border))
        moves.append(_listed_ms(board))
    fullest = [_judged_ms(_fullest(dice)) for _ in range(many)]
    tried = [_tried_ms(border) for border in borders[:: max(1, many // TRIED)]]
    more = {
        "p99_ms": percentile(ours, 99),
        "nine_full_sides_median_ms": percentile(fullest, 50),
        "made_up_median_ms": percentile([_judged_ms(made_up(dice)) for _ in range(many)], 50),
        "chess_moves_listed_median_ms": percentile(moves, 50),
        "all_tried_median_ms": percentile(tried, 50),
        "of": many,
    }
    yield Figure("nine_stones_judged_median_ms", percentile(ours, 50), JUDGED_MS, more)


def _judged_ms(border: dict[str, Any]) -> float:
    document = read_document(json.dumps(border))
    began = time.perf_counter()
    judge_claims(document.stones, document.to_move, document.discarded, document.rules)
    return 1000 * (time.perf_counter() - began)


def _fullest(dice: random.Random) -> dict[str, Any]:
    """Return the slowest kind of border.

    All nine sides of the player to move are full; the other sides have at most two cards.
    """
    border, deck = empty([]), [trying.CLAN[place] for place in dice.sample(range(54), 54)]
    for stone in border["stones"]:
        stone["a"] = ["-".join(map(str, deck.pop())) for _ in range(3)]
        stone["b"] = ["-".join(map(str, deck.pop())) for _ in range(dice.randint(0, 2))]
    return border


def _tried_ms(border: dict[str, Any]) -> float:
    trying.best_of_all.cache_clear()
    trying.value.cache_clear()
    began = time.perf_counter()
    trying.claims(border)
    return 1000 * (time.perf_counter() - began)


def _chessboards(dice: random.Random, many: int) -> list[chess.Board]:
    """Return positions of random chess games."""
    found: list[chess.Board] = []
    board = chess.Board()
    while len(found) < many:
        if board.is_game_over():
            board = chess.Board()
        board.push(dice.choice(list(board.legal_moves)))
        found.append(board.copy(stack=False))
    return found


def _listed_ms(board: chess.Board) -> float:
    began = time.perf_counter()
    list(board.legal_moves)
    return 1000 * (time.perf_counter() - began)
