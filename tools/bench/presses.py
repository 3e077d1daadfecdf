"""Bench of presses per turn in the recorded games."""

from __future__ import annotations

from collections.abc import Iterator

from tools.bench.figures import Figure, Sizes
from tools.presses import MODES, presses_by_action, presses_per_turn
from tools.presses_by_turn import MAX_MEDIANS, MAX_NINE_OF_TEN, USAGE_MODES, depth_spread, glen_more_spread

GOALS = {
    "all_tiles_tapped": 6.7,
    "only_taken_tiles_tapped": 8.1,
    "command_cards": 5.09,
    "bare_catalogue": 13.2,
}
"""Maximum presses per turn for each way of using the companion."""


def figures(sizes: Sizes) -> Iterator[Figure]:
    """Yield presses per turn for each way, with taps, entries and presses of each kind of action."""
    for way, rates in presses_per_turn().items():
        others = {f"{name}_per_turn": rate for name, rate in rates.items() if name != "presses"}
        acts = presses_by_action(MODES[way]) if sizes.recorded else {}
        each = {act: round(done.presses / done.times, 2) for act, done in acts.items()}
        more = {**others, "presses_each": each}
        yield Figure(f"presses_per_turn_{way}", rates["presses"], GOALS[way], more)
    yield from _of_glen_more()
    yield from _at_referee_depth()


def _of_glen_more() -> Iterator[Figure]:
    """Yield presses or touches per turn of Glen More (2010) at referee depth; the same games in every way."""
    for way, most in MAX_MEDIANS.items():
        spread = glen_more_spread(way)
        more = {"nine_of_ten": spread.nine_of_ten, "mean": round(spread.mean, 2), "turns": spread.turns}
        yield Figure(f"presses_a_turn_glen_more_{way}_median", spread.median, most, more)
        if way in MAX_NINE_OF_TEN:
            yield Figure(f"presses_a_turn_glen_more_{way}_nine_of_ten", spread.nine_of_ten, MAX_NINE_OF_TEN[way])


def _at_referee_depth() -> Iterator[Figure]:
    """Yield presses per turn of Glen More II at referee depth, limited by those at scorekeeper depth."""
    for way in USAGE_MODES:
        followed, told = depth_spread("referee", way), depth_spread("scorekeeper", way)
        more = {
            "median": followed.median, "nine_of_ten": followed.nine_of_ten, "turns": followed.turns,
            "scorekeeper_median": told.median, "scorekeeper_nine_of_ten": told.nine_of_ten,
        }  # fmt: skip
        most = round(told.mean, 2)
        yield Figure(f"presses_a_turn_referee_depth_{way}_mean", round(followed.mean, 2), most, more)
