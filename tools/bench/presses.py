"""Presses per turn of the recorded games."""

from __future__ import annotations

from collections.abc import Iterator

from tools.bench.figures import Figure, Sizes
from tools.presses import MODES, presses_by_act, presses_per_turn

GOALS = {
    "all_tiles_tapped": 6.7,
    "only_taken_tiles_tapped": 8.1,
    "command_cards": 5.09,
    "bare_catalogue": 13.2,
}
"""Presses a turn at most, for each way of using the companion."""


def figures(sizes: Sizes) -> Iterator[Figure]:
    """For each way of using the companion: taps and entries of a turn beside, and presses for each kind of act."""
    for way, rates in presses_per_turn().items():
        others = {f"{name}_per_turn": rate for name, rate in rates.items() if name != "presses"}
        acts = presses_by_act(MODES[way]) if sizes.recorded else {}
        each = {act: round(done.presses / done.times, 2) for act, done in acts.items()}
        more = {**others, "presses_each": each}
        yield Figure(f"presses_per_turn_{way}", rates["presses"], GOALS[way], more)
