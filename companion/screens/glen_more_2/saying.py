"""Booked and owed on the turn screen: a tick before what is booked, a solid arrow before what people owe.

What is owed is never cut; for its sake letters shrink first, then what is booked goes. Says nothing of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.engine.message import Message
from companion.screens.paper import (
    BIG,
    BOLD,
    MIDDLE,
    NARROW,
    REGULAR,
    SMALL,
    SMALLEST,
    WIDE,
    Box,
    Face,
    capital,
    length,
    wrap,
)
from companion.screens.pen import Pen


class Saying(NamedTuple):
    """What the zone says."""

    booked: Sequence[Message]
    """The most telling first; may be shortened."""
    owed: Sequence[Message]
    """What is done next stands first; what has no room beside it is counted."""
    side: Message | None = None
    """A word at the right of the booked line, on small paper: how long the deck lasts."""


class Sizes(NamedTuple):
    """The letters of the zone on a panel."""

    owed: tuple[Face, ...]
    """For what is owed, the first that fits."""
    booked: Face
    small: Face
    """For what is booked where the owed needs the room, and for the word at the right."""
    indent: int
    """Pixels from the signs to the words."""
    between: int
    """Pixels between the two."""
    least: int
    """From this size on letters are read across the table."""
    owed_first: bool = False


SIZES = {
    BIG: Sizes(tuple(Face(n, BOLD) for n in (40, 30, 26, 24, 20, 17)), Face(24, BOLD), Face(17), 40, 14, 24),
    MIDDLE: Sizes(tuple(Face(n, BOLD) for n in (30, 26, 22, 20, 17, 15)), Face(20, BOLD), Face(15), 28, 8, 20),
    WIDE: Sizes(tuple(Face(n, BOLD) for n in (20, 17, 15, 13)), Face(13), Face(13), 15, 2, 15, owed_first=True),
    SMALL: Sizes(tuple(Face(n, BOLD) for n in (18, 15, 13)), Face(13), Face(13), 13, 2, 15, owed_first=True),
}
LEADING = 5
"""Pixels between the capitals of one line and the feet of the letters above it, beyond their tails."""


class Setting(NamedTuple):
    """One way to set both in the room."""

    face: Face
    lines: tuple[str, ...]
    booked: Face | None
    """None: no room for what is booked."""
    told: int
    """How many of what is owed these lines say."""


def fits(pen: Pen, box: Box, saying: Saying) -> bool:
    """Whether what is owed has room in the box, whole."""
    return not saying.owed or _setting(pen, box, saying) is not None


def say(pen: Pen, box: Box, saying: Saying) -> None:
    """Draw the zone into the box."""
    sizes = SIZES[pen.paper.panel]
    if not saying.owed:
        _booked(pen, box, box.y + capital(sizes.booked), saying, sizes.booked, 0)
        return
    setting = _setting(pen, box, saying) or _smallest(pen, box, saying)
    more = len(saying.owed) - setting.told
    if setting.booked is None:
        last = box.y + capital(setting.face) + (len(setting.lines) - 1) * _pitch(setting.face)
        _owed(pen, box, box.y + capital(setting.face), setting)
        if more:
            pen.write(box.right, last, f"+{more}", sizes.small.strong, align="right")
    elif sizes.owed_first:
        _owed(pen, box, box.y + capital(setting.face), setting)
        under = box.y + _owed_height(setting.face, len(setting.lines)) + sizes.between
        _booked(pen, box, under + capital(setting.booked), saying, setting.booked, more)
    else:
        first = box.y + capital(setting.booked)
        _booked(pen, box, first, saying, setting.booked, more)
        _owed(pen, box, first + sizes.between + capital(setting.face), setting)


def _setting(pen: Pen, box: Box, saying: Saying) -> Setting | None:
    """The largest letters for what is owed that leave room for what is booked; then those that don't."""
    sizes = SIZES[pen.paper.panel]
    for each in _settings(pen, box, saying):
        beside = capital(each.booked) + sizes.between if each.booked else 0
        # Under the lower of the two its tails stand out.
        beside += _tails(each.booked) if each.booked and sizes.owed_first else 0
        if beside + _owed_height(each.face, len(each.lines)) <= box.h:
            return each
    return None


def _settings(pen: Pen, box: Box, saying: Saying) -> Iterator[Setting]:
    """All at once, then fewer; the first alone in any letters, at last without what is booked."""
    sizes, room = SIZES[pen.paper.panel], box.w - SIZES[pen.paper.panel].indent
    for told in range(len(saying.owed), 0, -1):
        words = ". ".join(pen.translate(each) for each in saying.owed[:told])
        more = len(saying.owed) - told
        # Small letters to say all of it, but not to say some and count the rest all the same.
        faces = [face for face in sizes.owed if told == 1 or not more or face.size >= sizes.least]
        found = [each for face in faces for each in _lines(words, room, face)]
        ways = [
            Setting(face, lines, booked, told)
            for booked in _booked_faces(saying, sizes, more)
            for face, lines in found
        ]
        yield from sorted(ways, key=lambda way: _worse(way, sizes))
    # At last without that line: what it counts stands behind the words.
    room -= _count_width(sizes, more)
    for face in (*sizes.owed, SMALLEST):
        yield from (Setting(each, lines, None, 1) for each, lines in _lines(words, room, face))


def _worse(way: Setting, sizes: Sizes) -> tuple[bool, bool, bool, bool]:
    """One line in smaller letters reads faster than two in big ones, but not in the smallest."""
    return way.booked is None, way.face.size < sizes.least, way.booked == sizes.small, len(way.lines) > 1


def _count_width(sizes: Sizes, more: int) -> int:
    return length(f"+{more}", sizes.small.strong) + 8 if more else 0


def _booked_faces(saying: Saying, sizes: Sizes, more: int) -> tuple[Face | None, ...]:
    """Without what is booked only where all that is owed is told: else the line counts the rest."""
    shown = saying.booked or more or saying.side is not None
    return (*((sizes.booked, sizes.small) if shown else ()), *(() if more else (None,)))


def _lines(words: str, room: int, face: Face) -> Iterator[tuple[Face, tuple[str, ...]]]:
    lines = wrap(words, room, face)
    if all(length(each, face) <= room for each in lines):
        yield face, lines


def _smallest(pen: Pen, box: Box, saying: Saying) -> Setting:
    """Longer than anything that is said here: as much as there is room for."""
    found = pen.fit(saying.owed[0], box.w - SIZES[pen.paper.panel].indent, box.h, SMALLEST, 9)
    return Setting(found.face, found.lines, None, 1)


def _pitch(face: Face) -> int:
    return capital(face) + max(LEADING, face.size // 3)


def _owed_height(face: Face, lines: int) -> int:
    """From the top of the first capital to under the tails of the last line."""
    return capital(face) + (lines - 1) * _pitch(face) + _tails(face)


def _tails(face: Face) -> int:
    """Pixels that letters like g reach below the baseline."""
    return face.size // 4


def _owed(pen: Pen, box: Box, base: int, setting: Setting) -> None:
    indent = SIZES[pen.paper.panel].indent
    pen.arrow(box.x + (4 if indent > 20 else 0), base, setting.face)
    for at, line in enumerate(setting.lines):
        pen.write(box.x + indent, base + at * _pitch(setting.face), line, setting.face)


def _booked(pen: Pen, box: Box, base: int, saying: Saying, face: Face, more: int) -> None:
    """One line: as many of what is booked as are whole, and at the right how much more is owed."""
    sizes = SIZES[pen.paper.panel]
    right = box.right
    for words in (f"+{more}" if more else "", saying.side):
        if words:
            text = pen.translate(words)
            pen.write(right, base, text, _side_face(sizes, words is not saying.side), align="right")
            right -= length(text, _side_face(sizes, words is not saying.side)) + 8
    room = right - box.x - sizes.indent
    if not saying.booked or room < face.size * 2:
        return
    pen.tick(box.x + (2 if sizes.indent > 20 else 0), base, face)
    pen.write(box.x + sizes.indent, base, _together(pen, saying.booked, face, room), face, room=room, person=True)


def _side_face(sizes: Sizes, bold: bool) -> Face:
    return sizes.small.strong if bold else sizes.small


def _together(pen: Pen, booked: Sequence[Message], face: Face, room: int) -> str:
    """As many as have room beside each other, at least the first."""
    texts = [pen.translate(each) for each in booked]
    narrow = Face(16, NARROW) if face.size >= 17 else Face(12, NARROW) if face.kind == REGULAR else face
    for count in range(len(texts), 1, -1):
        line = " · ".join(texts[:count])
        if length(line, face) <= room or length(line, narrow) <= room:
            return line
    return texts[0]
