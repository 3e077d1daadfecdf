"""What lies before each player as a map to look at, a page or more for each. Knows no game; chooses nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from companion.engine.message import Message
from companion.engine.offers import Tract
from companion.menu.pages import MapPage
from companion.screens.headline import headline, one_line_bottom
from companion.screens.icons import Icon
from companion.screens.paper import Box
from companion.screens.pen import Pen
from companion.screens.strips import Leaf, room
from companion.screens.tile_map import Extent, draw_window, windows

MARGIN = 6
"""Pixels at each side for the sign that a map goes on."""


def map_leaves(
    pen: Pen, people: Iterable[tuple[Message, Sequence[Tract]]], icons: Mapping[str, Icon]
) -> list[Leaf]:
    """The pages, player by player: each one's name and tiles."""
    parts = list(_parts(pen, people))
    return [
        Leaf(page.title, whole=partial(_draw, page=page, shown=shown, icons=icons, where=f"{n}/{len(parts)}"))
        for n, (page, shown) in enumerate(parts, 1)
    ]


def _parts(pen: Pen, people: Iterable[tuple[Message, Sequence[Tract]]]) -> Iterator[tuple[MapPage, Extent]]:
    for name, tracts in people:
        page = MapPage(name, (), 0, tuple(tracts), None, ())
        yield from ((page, shown) for shown in windows(pen, _room(pen), page))


def _room(pen: Pen) -> Box:
    """The same on every page, whatever stands at its foot."""
    inner = pen.paper.inner
    return Box(inner.x + MARGIN, one_line_bottom(pen), inner.w - 2 * MARGIN, room(pen))


def _draw(pen: Pen, _over_foot: Box, page: MapPage, shown: Extent, icons: Mapping[str, Icon], where: str) -> None:
    headline(pen, page.title, where=where, lines=1)
    draw_window(pen, _room(pen), page, shown, icons)
