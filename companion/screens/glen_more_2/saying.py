"""Booked and owed on the turn screen: a tick before what is booked, a solid arrow before each thing that is owed.

What is owed is never cut. Each stands in a line of its own where there is room, else behind the one before, with
white before its arrow and broken only where nothing else fits; for its sake letters shrink, then what is booked is
told behind the last words, in fewer of them if need be. Says nothing of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.engine.lazy import Lazy
from companion.engine.message import Message, tr
from companion.screens.glen_more_2 import booked_short
from companion.screens.glen_more_2.booked_short import CUT, NUMBER, WORSE, Booked, Line
from companion.screens.glen_more_2.run_on import GOES_ON, MARK, ways_to_run_on, width, with_room_behind
from companion.screens.paper import (
    BIG,
    BOLD,
    MIDDLE,
    NARROW,
    SMALL,
    SMALLEST,
    WIDE,
    Box,
    Face,
    capital,
    ink,
    length,
)
from companion.screens.pen import Pen


class Saying(NamedTuple):
    """What the zone says."""

    booked: Booked
    """May be shortened."""
    owed: Sequence[str]
    """In the reader's language. What is done next stands first; what has no room beside it is counted."""
    side: Message | None = None
    """A word at the right of the booked line, on small paper: how long the deck lasts."""
    in_turn: bool = False
    """What is owed is ticked off one by one: the first stands alone."""


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
    MIDDLE: Sizes(
        (*(Face(n, BOLD) for n in (30, 26, 22, 20, 17, 15)), Face(16, NARROW), Face(13, BOLD)),
        Face(20, BOLD),
        Face(15),
        28,
        8,
        20,
    ),
    WIDE: Sizes(tuple(Face(n, BOLD) for n in (20, 17, 15, 13)), Face(13), Face(13), 15, 2, 15, owed_first=True),
    SMALL: Sizes(tuple(Face(n, BOLD) for n in (18, 15, 13)), Face(13), Face(13), 13, 2, 15, owed_first=True),
}
LEAST_LED = 15
"""Smaller letters do with a pixel less."""
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
    counted: str = ""
    """What stands behind the tick where what is booked has no line."""
    left: int = booked_short.FULL
    """What has room of the newest of what is booked."""
    run_on: int = 0
    """How much things stand behind others in the same line, see `run_on.Way`."""
    count_face: Face = SMALLEST
    """The letters of what stands behind the tick."""


class Ways:
    """Every way to say it in lines of one width, each set once; a box takes the first that it has room for."""

    def __init__(self, pen: Pen, wide: int, saying: Saying) -> None:
        self._pen, self._saying = pen, saying
        self._usual = Lazy(lambda: _all_told(pen, wide, saying))
        self._all = Lazy(lambda: _with_smallest(pen, wide, saying, self._usual.value))
        self._fewer = Lazy(lambda: _some_told(pen, wide, saying))

    def tells_all(self, high: int, apart: bool = False) -> bool:
        """Whether all that is owed now has so much room, whole; apart: each stands in lines of its own there."""
        if not self._saying.owed:
            return True
        setting = _first(self._pen, high, self._all.value if apart else self._usual.value)
        return setting is not None and not (apart and setting.run_on)

    def cost(self, high: int) -> tuple[bool, int]:
        """What saying it takes: the smallest letters; how much of what is booked (2: all but a number)."""
        setting = self._setting(high) if self._saying.owed else None
        return (setting.face == SMALLEST, WORSE[setting.left]) if setting else (False, 0)

    def hidden(self, high: int) -> int:
        """How many of what is owed now are counted instead of told."""
        if not self._saying.owed or self._saying.in_turn:
            return 0
        setting = self._setting(high)
        return len(self._saying.owed) - (setting.told if setting else 1)

    def say(self, box: Box) -> None:
        """Draw the zone into the box."""
        pen, saying, sizes = self._pen, self._saying, SIZES[self._pen.paper.panel]
        if not saying.owed:
            _booked(pen, box, box.y + capital(sizes.booked), saying, sizes.booked, "")
            return
        setting = self._setting(box.h) or _smallest(pen, box, saying)
        more = _more(pen, saying, setting.told)
        if setting.booked is None:
            last = box.y + capital(setting.face) + (len(setting.lines) - 1) * _pitch(setting)
            _owed(pen, box, box.y + capital(setting.face), setting)
            _counted(pen, box.right, last, setting.count_face, more, setting.counted)
        elif sizes.owed_first:
            _owed(pen, box, box.y + capital(setting.face), setting)
            under = box.y + _owed_height(setting) + _gap(setting.booked, sizes)
            _booked(pen, box, under + capital(setting.booked), saying, setting.booked, more)
        else:
            first = box.y + capital(setting.booked)
            _booked(pen, box, first, saying, setting.booked, more)
            _owed(pen, box, first + sizes.between + capital(setting.face), setting)

    def _setting(self, high: int) -> Setting | None:
        """All that is owed in the letters that read best; else as much of it as has room."""
        return _first(self._pen, high, self._all.value) or _first(self._pen, high, self._fewer.value)


def _first(pen: Pen, high: int, ways: Iterable[Setting]) -> Setting | None:
    """The first of these that has room."""
    sizes = SIZES[pen.paper.panel]
    for each in ways:
        beside = capital(each.booked) + _gap(each.booked, sizes) if each.booked else 0
        # Under the lower of the two its tails stand out.
        beside += _tails(each.booked) if each.booked and sizes.owed_first else 0
        if beside + _owed_height(each) <= high:
            return each
    return None


def _gap(booked: Face, sizes: Sizes) -> int:
    """Pixels between the two; in the smallest letters an accent stands out farthest."""
    return sizes.between + (1 if booked == SMALLEST else 0)


def _all_told(pen: Pen, wide: int, saying: Saying) -> list[Setting]:
    """With what is booked beside it, or behind its last words; the way that reads best stands first."""
    sizes, told = SIZES[pen.paper.panel], _told_at_once(saying)
    ways = [*_beside(pen, wide, saying, told, sizes.owed), *_alone(pen, wide, saying, told, sizes.owed)]
    ways.sort(key=lambda way: _worse(way, sizes))
    # Sorted once more, what was better stays before what is no better now.
    return sorted(ways, key=lambda way: _costs(way, pen.paper.tight))


def _with_smallest(pen: Pen, wide: int, saying: Saying, usual: Sequence[Setting]) -> list[Setting]:
    """These ways, and all of it in the smallest letters."""
    least = _in_smallest(pen, wide, saying, _told_at_once(saying))
    return sorted([*usual, *least], key=lambda way: _costs(way, pen.paper.tight))


def _told_at_once(saying: Saying) -> int:
    """How many of what is owed stand there where there is room for all."""
    return 1 if saying.in_turn else len(saying.owed)


def _costs(way: Setting, tight: bool) -> tuple[int, int, int]:
    """On small paper words cut short are as bad as two things that go on in the next line; large paper keeps them,
    and rather lets things run on than set them in the smallest letters.
    """
    worse = WORSE[way.left]
    if tight:
        return worse > 1, way.run_on // GOES_ON + 2 * (way.left == CUT), worse
    return worse, way.face == SMALLEST, way.run_on


def _some_told(pen: Pen, wide: int, saying: Saying) -> list[Setting]:
    """Fewer and fewer of it, at last the first alone; rather one fewer than only a number of what is booked."""
    faces = SIZES[pen.paper.panel].owed
    ways = [
        way
        for told in range(len(saying.owed) - 1, 0, -1)
        for way in (*_alone(pen, wide, saying, told, faces), *_in_smallest(pen, wide, saying, told))
    ]
    return sorted(ways, key=lambda way: way.left == NUMBER)


def _in_smallest(pen: Pen, wide: int, saying: Saying, told: int) -> Iterator[Setting]:
    """All of it in the smallest letters; beside it stands only what is booked in words."""
    yield from _alone(pen, wide, saying, told, (SMALLEST,))
    if saying.booked.lines:
        faces = (*SIZES[pen.paper.panel].owed[::-1], SMALLEST)
        yield from (way for way in _beside(pen, wide, saying, told, faces, SMALLEST) if not WORSE[way.left])


def _beside(
    pen: Pen, wide: int, saying: Saying, told: int, faces: Sequence[Face], least: Face | None = None
) -> Iterator[Setting]:
    """With a line for what is booked, in letters that fit it or in these."""
    sizes, more = SIZES[pen.paper.panel], _more(pen, saying, told)
    room = wide - sizes.indent - (length(more, sizes.small.strong) + 8 if more else 0)
    for booked in [least] if least else _booked_faces(saying, sizes, len(saying.owed) - told):
        line = booked_short.in_a_line(pen, saying.booked, booked, room)
        for face in faces:
            for lines, run_on in _set(pen, wide, saying, told, face):
                yield Setting(face, lines, booked, told, left=line.left, run_on=run_on)


def _alone(pen: Pen, wide: int, saying: Saying, told: int, faces: Sequence[Face]) -> Iterator[Setting]:
    """Without the booked line: what it would say is shortened behind the last words."""
    more = _more(pen, saying, told)
    for line in _behind_words(pen, saying):
        for face in faces:
            small = _count_face(pen, face)
            for lines, run_on in _set(pen, wide, saying, told, face, _count_width(more, line.text, small)):
                yield Setting(face, lines, None, told, line.text, line.left, run_on, small)


def _behind_words(pen: Pen, saying: Saying) -> Iterator[Line]:
    yield from booked_short.shortened(pen, saying.booked, cut=pen.paper.tight)


def _worse(way: Setting, sizes: Sizes) -> tuple[int, ...]:
    """Things stand apart. One line in smaller letters reads faster than two in big ones, but not in the smallest.

    Small paper rather shortens what is booked than shrinks what is owed.
    """
    small, uncounted = way.face.size < sizes.least, way.booked is None
    first, second = (small, uncounted) if sizes.owed_first else (uncounted, small)
    low = not sizes.owed_first and way.face.size < sizes.small.size + 2
    return way.run_on, low, first, second, bool(way.left), way.booked == sizes.small, len(way.lines) > 1


def _booked_faces(saying: Saying, sizes: Sizes, more: int) -> tuple[Face, ...]:
    """The letters of the booked line, where it has something to say."""
    return (sizes.booked, sizes.small) if saying.booked.lines or more or saying.side is not None else ()


def _set(
    pen: Pen, wide: int, saying: Saying, told: int, face: Face, count: int = 0
) -> Iterator[tuple[tuple[str, ...], int]]:
    """So many of the sentences in lines with a MARK before each, if their words have room; how much they run on.

    Each in its own lines, then some behind others, as few as it takes. What is counted has room behind the last.
    """
    room = wide - SIZES[pen.paper.panel].indent
    marked = tuple(MARK + each for each in saying.owed[:told])
    fewest = len(" ".join(marked))
    ways = (with_room_behind(way, room, count, face) for way in ways_to_run_on(marked, room, face))
    for way in sorted(ways, key=lambda way: way.run_on):
        widths = [width(each, face) for each in way.lines]
        if len(way.lines) < fewest and max(widths) <= room and widths[-1] <= room - count:
            fewest = len(way.lines)
            yield way.lines, way.run_on


def _more(pen: Pen, saying: Saying, told: int) -> str:
    """How many are owed beside those that are told; where only one of them is ever told, with the key to them."""
    n = len(saying.owed) - told
    if not n:
        return ""
    return pen.translate(tr("BACK: {n} more", n=n) if saying.in_turn else tr("{untold} more", untold=n))


def _count_face(pen: Pen, face: Face) -> Face:
    """The letters of what is counted behind words in this face."""
    return SMALLEST if face == SMALLEST else SIZES[pen.paper.panel].small.strong


def _count_width(more: str, booked: str, face: Face) -> int:
    """Pixels for what is counted instead of told, with white before it."""
    wide = length(more, face) + 8 if more else 0
    return wide + (length(booked, face) + capital(face) + 11 if booked else 0)


def _counted(pen: Pen, right: int, base: int, face: Face, more: str, booked: str) -> None:
    """How many are owed still, and behind a tick what is booked: at the right of the last line."""
    if more:
        right = pen.write(right, base, more, face, align="right").x - 8
    if booked:
        right = pen.write(right, base, booked, face, align="right").x - 3
        pen.tick(right - capital(face) - 1, base, face)


def _smallest(pen: Pen, box: Box, saying: Saying) -> Setting:
    """Longer than anything that is said here: as much as there is room for."""
    found = pen.fit(saying.owed[0], box.w - SIZES[pen.paper.panel].indent, box.h, SMALLEST, 9)
    first, *lines = found.lines
    return Setting(found.face, (MARK + first, *lines), None, 1, str(len(saying.booked.lines) or ""))


def _pitch(setting: Setting) -> int:
    """From baseline to baseline: an accent never meets the tails of the line above."""
    face = setting.face
    usual = capital(face) + (LEADING - 1 if face.size < LEAST_LED else max(LEADING, face.size // 3))
    inks = [ink(line, face) for line in setting.lines]
    if setting.counted:
        left, top, right, foot = inks[-1]
        inks[-1] = left, min(top, ink(setting.counted, setting.count_face)[1]), right, foot
    return max(usual, *(above[3] - below[1] + 1 for above, below in pairwise(inks)), 0)


def _owed_height(setting: Setting) -> int:
    """From the top of the first capital to under the tails of the last line."""
    return capital(setting.face) + (len(setting.lines) - 1) * _pitch(setting) + _tails(setting.face)


def _tails(face: Face) -> int:
    """Pixels that letters like g reach below the baseline."""
    return face.size // 4


def _owed(pen: Pen, box: Box, base: int, setting: Setting) -> None:
    """Each arrow where its mark is: before the line, or between two words."""
    indent, face = SIZES[pen.paper.panel].indent, setting.face
    for at, line in enumerate(setting.lines):
        y, before = base + at * _pitch(setting), ""
        if line.startswith(MARK):
            pen.arrow(box.x + (4 if indent > 20 else 0), y, face)
        for number, words in enumerate(line.removeprefix(MARK).split(MARK)):
            if number:
                # Nearer to the words that it points at than to those before it.
                before += MARK
                pen.arrow(box.x + indent + length(before[:-1], face) - (capital(face) // 2 + 1), y, face)
            pen.write(box.x + indent + length(before, face), y, words.rstrip(" "), face)
            before += words


def _booked(pen: Pen, box: Box, base: int, saying: Saying, face: Face, more: str) -> None:
    """One line: as many of what is booked as are whole, and at the right how much more is owed.

    How long the deck lasts goes first when the latest of it has no room; where it has none either, it is counted.
    """
    sizes, strong = SIZES[pen.paper.panel], SIZES[pen.paper.panel].small.strong
    right, first = box.right, box.x + sizes.indent
    if more:
        right = pen.write(right, base, more, strong, align="right").x - 8
    side = pen.translate(saying.side) if saying.side else ""
    beside = right - (length(side, sizes.small) + 8 if side else 0)
    told = booked_short.together(pen, saying.booked, face, beside - first)
    if not told and saying.booked.lines:
        side, beside = "", right
        told = booked_short.in_a_line(pen, saying.booked, face, beside - first).text
    if side:
        pen.write(right, base, side, sizes.small, align="right")
    if told:
        pen.tick(box.x + (2 if sizes.indent > 20 else 0), base, face)
        pen.write(first, base, told, face, room=beside - first)
