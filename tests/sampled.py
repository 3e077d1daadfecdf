"""Parameters of which `make test` runs a sample; `make test-long` runs all."""

from __future__ import annotations

from collections.abc import Container, Iterable

import pytest


def sampled(names: Iterable[str], count: int) -> list[object]:
    """Return all names as parameters: so many of them, evenly spread, unmarked, the others marked long."""
    every = [*names]
    return marked_but(every, {every[number * len(every) // count] for number in range(count)})


def marked_but(values: Iterable[object], sample: Container[object]) -> list[object]:
    """Return all values as parameters; those outside the sample are marked long."""
    return [pytest.param(value, marks=() if value in sample else pytest.mark.long) for value in values]


def half(values: Iterable[object]) -> list[object]:
    """Return all values as parameters, from the second on every other one marked long."""
    return [pytest.param(value, marks=pytest.mark.long if at % 2 else ()) for at, value in enumerate(values)]
