"""Figures of the bench, whose names include their unit, with goals; and their output. Nothing is measured here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec


class Sizes(msgspec.Struct, frozen=True):
    """Amounts to measure; SMALL is for the test of the bench."""

    recorded: bool = True
    entries: int = 300
    repeats: int = 5
    playing_seconds: float = 2.0
    taps: int = 400
    sittings: int = 3
    starts: int = 5
    phone_answers: int = 600


SMALL = Sizes(
    recorded=False, entries=20, repeats=1, playing_seconds=0.05, taps=8, sittings=1, starts=1, phone_answers=40
)


class Figure(msgspec.Struct, frozen=True):
    """A measured figure.

    at_most: goal.
    more: related values, such as the machine's own share.
    """

    name: str
    value: float
    at_most: float | None = None
    more: dict[str, Any] = {}

    @property
    def met(self) -> bool | None:
        """True if the goal is met; None without a goal."""
        return None if self.at_most is None else self.value <= self.at_most


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the percentile of the values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, -(-len(ordered) * percent // 100) - 1)]


def as_json(figures: Iterable[Figure], about: dict[str, Any]) -> str:
    """Return the line of JSON: the machine, then each figure with its goal."""
    rows = {each.name: _row(each) for each in figures}
    return msgspec.json.encode({"bench": 1, "about": about, "figures": rows}).decode()


def _row(figure: Figure) -> dict[str, Any]:
    row: dict[str, Any] = {"value": _rounded(figure.value)}
    if figure.at_most is not None:
        row |= {"at_most": _rounded(figure.at_most), "met": figure.met}
    return row | {name: _rounded(value) for name, value in figure.more.items()}


def _rounded(value: Any) -> Any:
    return float(f"{value:.4g}") if isinstance(value, float) else value


def as_line(figure: Figure) -> str:
    """Return a figure as a line of the table."""
    value = f"{_rounded(figure.value):g}"
    goal = "" if figure.at_most is None else f"{'' if figure.met else 'not '}within {_rounded(figure.at_most):g}"
    more = ", ".join(f"{name} {_rounded(value)}" for name, value in figure.more.items())
    return f"{figure.name:34} {value:>10}  {goal:20} {more}".rstrip()
