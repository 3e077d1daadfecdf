"""All eight chronicles in play: one answer, random play beside the base game's, presses for what each asks."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean, median

from companion.games.glen_more_2.expansions import rules
from companion.games.glen_more_2.random_play import Plan
from tools.bench import chance, core, games
from tools.bench.figures import Figure, Sizes
from tools.entered import entered, presses_by_kind
from tools.players.record import ALL_EIGHT, WITH_CHRONICLES

ANSWER_MS, PRESSES = 1.0, 2
SHORTEST = "penny_mobs"


def figures(sizes: Sizes) -> Iterator[Figure]:
    """Answers first: the recordings fill the memory."""
    rules()
    yield from core.one_answer("one_answer_all_eight", with_all_eight(7), sizes, ANSWER_MS)
    base = chance.answers_per_second(sizes, games.four_players)
    full = chance.answers_per_second(sizes, with_all_eight)
    more = {"all_eight_per_s": full, "per_chess_move": full / chance.chess_moves_per_second(sizes)}
    yield Figure("random_answers_all_eight_to_base_game", full / base, more=more)
    yield from _presses(ALL_EIGHT if sizes.recorded else (SHORTEST,))


def with_all_eight(seed: int) -> Plan:
    """The same table as the base game's."""
    return Plan(4, seed, die=True, told=True, chronicles=ALL_EIGHT)


def _presses(slugs: tuple[str, ...]) -> Iterator[Figure]:
    """Of the answers to what each chronicle asked in its own recorded game, the median."""
    for slug in slugs:
        assert slug in WITH_CHRONICLES
        presses = presses_by_kind(entered(slug))[slug]
        more = {"mean": fmean(presses), "most": max(presses), "of": len(presses)}
        yield Figure(f"presses_per_answer_{slug}", median(presses), PRESSES, more)
