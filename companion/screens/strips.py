"""Tables longer than a screen: strips, one under the other, dealt out to pages.

Knows neither scoring nor players.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from companion.engine.message import Message
from companion.menu.pages import SheetPage
from companion.screens.footer import footer, highest_top
from companion.screens.headline import headline, one_line_bottom
from companion.screens.icons import MEDIUM, SMALL, Icon
from companion.screens.paper import Box, Face, line_height, text_height
from companion.screens.pen import Pen


class Strip(NamedTuple):
    """A line of a table."""

    height: int
    """Pixels."""
    draw: Callable[[Pen, Box], None]
    """Draws it into a box of that height."""
    keep: bool = False
    """A heading: it stays with the strips after it, and comes again where they go on."""


class Leaf(NamedTuple):
    """One screen full: its title and strips."""

    title: Message
    strips: tuple[Strip, ...] = ()
    """What `in_pages` put on this one; they fit."""
    whole: Callable[[Pen, Box], None] | None = None
    """Draws everything over the foot by itself, the title too; None for strips under a title."""


def room(pen: Pen) -> int:
    """Pixels for strips between a title of one line and the highest foot."""
    # Leaves are dealt before the words of title and buttons are known, and their number must not depend on the
    # leaf.
    return highest_top(pen) - one_line_bottom(pen) - 1


def in_pages(
    strips: Sequence[Strip], high: int, head: Sequence[Strip] = (), foot: Sequence[Strip] = ()
) -> list[tuple[Strip, ...]]:
    """Strips on as few pages as they need and evenly dealt, each page between `head` and `foot`.

    What stands under a heading stays together where that takes no page more; else the heading comes again.
    """
    room_here = high - _height_of(head) - _height_of(foot)
    pages = min((_dealt(parts, room_here) for parts in (_together(strips, room_here), _apart(strips))), key=len)
    return [(*head, *page, *foot) for page in pages]


def _height_of(strips: Sequence[Strip]) -> int:
    return sum(strip.height for strip in strips)


class _Part(NamedTuple):
    """Strips that no page divides."""

    strips: Sequence[Strip]
    again: Sequence[Strip] = ()
    """The heading that comes again where they begin a page."""


def _dealt(parts: Sequence[_Part], high: int) -> list[list[Strip]]:
    """The parts on pages, none of them emptier than need be."""
    most = len(_filled(parts, high))
    even = bisect_left(range(high), True, key=lambda limit: len(_filled(parts, limit)) <= most)
    return _filled(parts, even)


def _filled(parts: Sequence[_Part], limit: int) -> list[list[Strip]]:
    """The parts on pages, each filled up to the limit; where one part alone is higher, it has the page."""
    pages: list[list[Strip]] = []
    used = 0
    for part in parts:
        high = _height_of(part.strips)
        if not pages or used + high > limit:
            pages.append([*part.again])
            used = _height_of(part.again)
        pages[-1] += part.strips
        used += high
    return pages


def _sections(strips: Sequence[Strip]) -> list[list[Strip]]:
    """A heading with all under it; what has no heading stands alone."""
    sections: list[list[Strip]] = []
    for strip in strips:
        if sections and sections[-1][0].keep and not strip.keep:
            sections[-1].append(strip)
        else:
            sections.append([strip])
    return sections


def _together(strips: Sequence[Strip], high: int) -> list[_Part]:
    """What stands under a heading with it, or pieces of that which fit a page."""
    parts: list[_Part] = []
    for title, *rows in _sections(strips):
        piece = [title]
        for row in rows:
            if len(piece) > 1 and _height_of(piece) + row.height > high:
                parts.append(_Part(piece))
                piece = [title]
            piece.append(row)
        parts.append(_Part(piece))
    return parts


def _apart(strips: Sequence[Strip]) -> list[_Part]:
    """Each line alone, a heading with the first one under it."""
    parts: list[_Part] = []
    for title, *rows in _sections(strips):
        parts.append(_Part([title, *rows[:1]]))
        parts += [_Part([row], again=[title]) for row in rows[1:]]
    return parts


def heading(pen: Pen, words: Message, icon: Icon | None = None) -> Strip:
    """A line over others that belong to it; icon: before the words."""
    face = pen.paper.face("body", bold=True)
    return Strip(
        line_height(face) + room_above(pen) + pen.paper.px(2),
        partial(_draw_heading, words=words, icon=icon),
        keep=True,
    )


def beside(face: Face) -> int:
    """How big an icon stands before words in this face."""
    return MEDIUM if face.size >= 20 else SMALL


def room_above(pen: Pen) -> int:
    """Room over a heading."""
    return 0 if pen.paper.tight else pen.paper.px(5)


def _draw_heading(pen: Pen, box: Box, words: Message, icon: Icon | None) -> None:
    line, size = box.below(room_above(pen)), beside(pen.paper.face("body"))
    if icon:
        line = line.from_left(pen.icon(line.x, line.y + (line.h - size) // 2, icon, size) + 6 - line.x)
    pen.text(line, words, pen.paper.face("body", bold=True), middle=True)


def sentence(pen: Pen, words: Message) -> Strip:
    """Words across the whole width, in as many lines as they need."""
    face = pen.paper.face("body")
    lines = len(pen.fit(words, pen.paper.inner.w, room(pen), face, 3).lines)
    return Strip(text_height(lines, face) + _over_sentence(pen), partial(_draw_sentence, words=words))


def _over_sentence(pen: Pen) -> int:
    return 2 if pen.paper.tight else pen.paper.px(6)


def _draw_sentence(pen: Pen, box: Box, words: Message) -> None:
    pen.text(box.below(_over_sentence(pen)), words, pen.paper.face("body"), lines=3)


def leaf(pen: Pen, leaves: Sequence[Leaf], page: SheetPage) -> None:
    """Draw the leaf that `page` asks for, the last one where there are fewer."""
    at = min(page.page, len(leaves) - 1)
    top = footer(pen, page.hints)
    if whole := leaves[at].whole:
        whole(pen, Box(0, 0, pen.paper.width, top))
        return
    where = f"{at + 1}/{len(leaves)}" if len(leaves) > 1 else ""
    box = headline(pen, leaves[at].title, where=where, lines=1)
    y = box.y
    for strip in leaves[at].strips:
        strip.draw(pen, Box(box.x, y, box.w, strip.height))
        y += strip.height
