"""Things to do in lines: each in lines of its own, or some behind others where that takes fewer lines.

What stands behind another thing has its arrow before it and goes on in the next line only where nothing else fits.
Draws nothing and knows no panel.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from companion.screens.paper import Face, length, wrap

MARK = "\u00a0»\u00a0"
"""Where an arrow stands in a line, before the words that it points at; as wide as it with the white around it."""
GOES_ON = 10
"""By so much worse is it when what begins behind another thing goes on in the next line."""
MOST_PARTED = 6
"""Of more things either all stand apart or all run on."""


class Way(NamedTuple):
    """A way to let things begin a line or stand behind others."""

    runs: tuple[str, ...]
    """What stands together, from a line's beginning on."""
    lines: tuple[str, ...]
    run_on: int
    """How many things stand behind another in the same line; one that goes on in the next counts GOES_ON."""


@lru_cache(maxsize=512)
def ways_to_run_on(marked: tuple[str, ...], room: int, face: Face) -> tuple[Way, ...]:
    """All of them, those in which things run on least first; of very many things only the first and the last."""
    gaps = len(marked) - 1
    ways = product((True, False), repeat=gaps) if gaps < MOST_PARTED else ((True,) * gaps, (False,) * gaps)
    found = []
    for begins in ways:
        starts = [0, *(at for at, new in enumerate(begins, 1) if new), len(marked)]
        runs = tuple(" ".join(marked[first:last]) for first, last in pairwise(starts))
        lines = _apart(runs, room, face)
        found.append(Way(runs, lines, _run_on(marked, lines)))
    return tuple(sorted(found, key=lambda each: each.run_on))


def _apart(runs: Sequence[str], room: int, face: Face) -> tuple[str, ...]:
    """Each in lines of its own."""
    return tuple(line for each in runs for line in _wrapped(each, room, face))


def _run_on(marked: Sequence[str], lines: Sequence[str]) -> int:
    """How much they do, see `Way.run_on`."""
    begun = [part for line in lines for part in line.removeprefix(MARK).split(MARK)[1:]]
    whole = {each.removeprefix(MARK) for each in marked}
    return sum(1 if each.strip(" ") in whole else GOES_ON for each in begun)


def _wrapped(marked: str, room: int, face: Face) -> list[str]:
    """The first arrow stands beside the words, and takes no room."""
    first, *lines = wrap(marked.removeprefix(MARK), room, face)
    return [MARK + first, *lines]


def width(line: str, face: Face) -> int:
    """Without the arrow that stands beside it."""
    return length(line.removeprefix(MARK), face)


def with_room_behind(way: Way, room: int, count: int, face: Face) -> Way:
    """With narrower lines at the end where what is counted has no room behind them."""
    if width(way.lines[-1], face) <= room - count:
        return way
    lines = (*_apart(way.runs[:-1], room, face), *_wrapped(way.runs[-1], room - count, face))
    return Way(way.runs, lines, way.run_on + (GOES_ON if len(lines) > len(way.lines) else 0))
