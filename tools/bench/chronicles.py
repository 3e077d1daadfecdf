"""Bench with all eight chronicles: time of one answer, and presses for the questions of each."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean, median
from typing import Any

from companion.games.glen_more_2.installed_chronicles import game_rules
from tools.bench import core, games
from tools.bench.figures import Figure, Sizes
from tools.chronicle_presses import chronicle_answers, presses_by_act, presses_by_kind
from tools.players.record import ALL_EIGHT, CHRONICLE_GAMES

ANSWER_MS, PRESSES = 1.0, 2
SHORTEST = "penny_mobs"


def figures(sizes: Sizes) -> Iterator[Figure]:
    """Yield the figures; answers come first, because the recordings fill the memory."""
    game_rules()
    yield from core.one_answer("one_answer_all_eight", games.with_all_eight(7), sizes, ANSWER_MS)
    yield from _presses(ALL_EIGHT if sizes.recorded else (SHORTEST,))


def _presses(slugs: tuple[str, ...]) -> Iterator[Figure]:
    """Yield the median of presses for the questions of each chronicle in its recorded game, and for each kind.

    A random player enters things later than players would, which costs presses; a test measures the minimum.
    """
    for slug in slugs:
        assert slug in CHRONICLE_GAMES
        answers = chronicle_answers(slug)
        presses = presses_by_kind(answers)[slug]
        more: dict[str, Any] = {"mean": fmean(presses), "most": max(presses), "of": len(presses)}
        more["presses_each"] = presses_by_act(answers, slug)
        yield Figure(f"presses_per_answer_{slug}", median(presses), PRESSES, more)
