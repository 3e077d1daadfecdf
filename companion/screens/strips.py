"""Tables longer than a screen: strips, one under the other, dealt out to pages.

Knows neither scoring nor players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.frame.pages import Sheet
from companion.frame.said import Said
from companion.screens.footer import footer, one_line_top
from companion.screens.headline import headline, one_line_bottom
from companion.screens.paper import Box
from companion.screens.pen import Pen


class Strip(NamedTuple):
    """A line of a table: its height, how it is drawn, and whether it stays with the next one."""

    height: int
    draw: Callable[[Pen, Box], None]
    keep: bool = False


class Leaf(NamedTuple):
    """One screen full: its title and strips."""

    title: Said
    strips: tuple[Strip, ...]


def room(pen: Pen) -> int:
    """Pixels for strips between a title of one line and buttons of one line."""
    return one_line_top(pen) - one_line_bottom(pen) - 1


def dealt(strips: Sequence[Strip], high: int, head: Sequence[Strip] = ()) -> list[tuple[Strip, ...]]:
    """Strips on as many pages as they need, each beginning with `head`; no heading at the foot of a page."""
    start = sum(strip.height for strip in head)
    pages: list[list[Strip]] = []
    left = -1
    for group in _groups(strips):
        need = sum(strip.height for strip in group)
        if not pages or need > left:
            pages.append(list(head))
            left = high - start
        pages[-1] += group
        left -= need
    return [tuple(page) for page in pages]


def _groups(strips: Sequence[Strip]) -> list[list[Strip]]:
    """Strips that must stay together."""
    groups: list[list[Strip]] = []
    open_group = False
    for strip in strips:
        if open_group:
            groups[-1].append(strip)
        else:
            groups.append([strip])
        open_group = strip.keep
    return groups


def leaf(pen: Pen, leaves: Sequence[Leaf], page: Sheet) -> None:
    """Draw the leaf that `page` asks for, the last one where there are fewer."""
    at = min(page.page, len(leaves) - 1)
    footer(pen, page.hints, lines=1)
    where = f"{at + 1}/{len(leaves)}" if len(leaves) > 1 else ""
    box = headline(pen, leaves[at].title, where=where, lines=1)
    y = box.y
    for strip in leaves[at].strips:
        strip.draw(pen, Box(box.x, y, box.w, strip.height))
        y += strip.height
