"""Costs and effects as an entry holds them, "coin 1, sheep 2", and as they stand in a file. Checks nothing."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.state.glen_more_2.facts import steps_in_words


def _cost_in_words(value: object) -> object:
    parts = str(value).replace(",", " ").split()
    if len(parts) % 2 or not all(n.isdecimal() for n in parts[1::2]):
        return value
    return dict(zip(parts[::2], map(int, parts[1::2]), strict=True))


def _steps_in_words(value: object) -> object:
    return [msgspec.to_builtins(step) for step in steps_in_words(str(value))]


IN_WORDS: dict[str, Callable[[object], object]] = {
    "cost": _cost_in_words,
    "one_time": _steps_in_words,
    "activation": _steps_in_words,
}
"""What is told in words, and how it stands in the file."""
