"""Presses per turn of the recorded games."""

from __future__ import annotations

from collections.abc import Iterator

from tools.bench.figures import Figure
from tools.presses import presses_per_turn


def figures() -> Iterator[Figure]:
    """For each way of using the companion, with the taps and entries of a turn beside."""
    for way, rates in presses_per_turn().items():
        others = {f"{name}_per_turn": rate for name, rate in rates.items() if name != "presses"}
        yield Figure(f"presses_per_turn_{way}", rates["presses"], more=others)
