"""Booked and owed on the turn screen: a tick before what is booked, a solid arrow before what people owe.

What is owed is never cut; for its sake letters shrink, then what is booked is told behind the last words. The
newest of it stands there in words, in few of them if need be: a number behind a tick says nothing to people. Says
nothing of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from companion.engine.message import Message, tr
from companion.screens.paper import (
    BIG,
    BOLD,
    MIDDLE,
    SMALL,
    SMALLEST,
    WIDE,
    Box,
    Face,
    capital,
    ink,
    length,
    wrap,
)
from companion.screens.pen import Pen
from companion.state.glen_more_2.booked import in_fewer_words
from companion.state.glen_more_2.labels import coins_told


class Saying(NamedTuple):
    """What the zone says."""

    booked: Sequence[Message]
    """The most telling first; may be shortened."""
    owed: Sequence[Message]
    """What is done next stands first; what has no room beside it is counted."""
    side: Message | None = None
    """A word at the right of the booked line, on small paper: how long the deck lasts."""
    in_turn: bool = False
    """What is owed is ticked off one by one: the first stands alone."""
    coins: Sequence[int] = ()
    """What each of what is booked gave or took: where its words have no room, the money is told."""


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


WHOLE, CUT, WORDLESS = range(3)


class Setting(NamedTuple):
    """One way to set both in the room."""

    face: Face
    lines: tuple[str, ...]
    booked: Face | None
    """None: no room for what is booked."""
    told: int
    """How many of what is owed these lines say."""
    counted: str = ""
    """What stands behind the tick where what is booked has no room: its number, the money if it can."""
    moneyless: bool = False
    """The money that was booked has no room."""
    wordless: int = WHOLE
    """What has room of the newest of what is booked: WHOLE words, CUT ones, or none."""
    count_face: Face = SMALLEST
    """The letters of what stands behind the tick."""


def tells_all(pen: Pen, box: Box, saying: Saying, smallest: bool = False) -> bool:
    """Whether all that is owed now has room in the box, whole; or has it in the smallest letters."""
    return not saying.owed or _first(pen, box, _all_told(pen, box.w, saying, smallest)) is not None


def wordless(pen: Pen, box: Box, saying: Saying) -> int:
    """What of the newest that is booked has no room for words in the box: see `Setting`."""
    setting = _setting(pen, box, saying) if saying.owed else None
    return setting.wordless if setting else WHOLE


def hidden(pen: Pen, box: Box, saying: Saying) -> int:
    """How many of what is owed now are counted in the box instead of told."""
    if not saying.owed or saying.in_turn:
        return 0
    setting = _setting(pen, box, saying)
    return len(saying.owed) - (setting.told if setting else 1)


def say(pen: Pen, box: Box, saying: Saying) -> None:
    """Draw the zone into the box."""
    sizes = SIZES[pen.paper.panel]
    if not saying.owed:
        _booked(pen, box, box.y + capital(sizes.booked), saying, sizes.booked, "")
        return
    setting = _setting(pen, box, saying) or _smallest(pen, box, saying)
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


def _setting(pen: Pen, box: Box, saying: Saying) -> Setting | None:
    """All that is owed in the letters that read best; else as much of it as has room."""
    return _first(pen, box, chain(_all_told(pen, box.w, saying, smallest=True), _some_told(pen, box.w, saying)))


def _first(pen: Pen, box: Box, ways: Iterable[Setting]) -> Setting | None:
    """The first of these that has room."""
    sizes = SIZES[pen.paper.panel]
    for each in ways:
        beside = capital(each.booked) + _gap(each.booked, sizes) if each.booked else 0
        # Under the lower of the two its tails stand out.
        beside += _tails(each.booked) if each.booked and sizes.owed_first else 0
        if beside + _owed_height(each) <= box.h:
            return each
    return None


def _gap(booked: Face, sizes: Sizes) -> int:
    """Pixels between the two; in the smallest letters an accent stands out farthest."""
    return sizes.between + (1 if booked == SMALLEST else 0)


def _all_told(pen: Pen, wide: int, saying: Saying, smallest: bool) -> Iterator[Setting]:
    """With what is booked beside it, or behind its last words."""
    sizes, told = SIZES[pen.paper.panel], 1 if saying.in_turn else len(saying.owed)
    ways = [*_beside(pen, wide, saying, told, sizes.owed), *_alone(pen, wide, saying, told, sizes.owed)]
    ways.sort(key=lambda way: _worse(way, sizes))
    least = [*_in_smallest(pen, wide, saying, told)] if smallest else []
    # Sorted once more, what was better stays before what is no better now.
    yield from sorted([*ways, *least], key=lambda way: way.wordless)


def _some_told(pen: Pen, wide: int, saying: Saying) -> Iterator[Setting]:
    """Fewer and fewer of it, at last the first alone; rather one fewer than the newest booked without words."""
    faces = SIZES[pen.paper.panel].owed
    ways = [
        way
        for told in range(len(saying.owed) - 1, 0, -1)
        for way in (*_alone(pen, wide, saying, told, faces), *_in_smallest(pen, wide, saying, told))
    ]
    yield from sorted(ways, key=lambda way: way.wordless)


def _in_smallest(pen: Pen, wide: int, saying: Saying, told: int) -> Iterator[Setting]:
    """All of it in the smallest letters; beside it stands only what is booked in words."""
    yield from _alone(pen, wide, saying, told, (SMALLEST,))
    if saying.booked:
        faces = (*SIZES[pen.paper.panel].owed[::-1], SMALLEST)
        yield from (way for way in _beside(pen, wide, saying, told, faces, SMALLEST) if way.wordless == WHOLE)


def _beside(
    pen: Pen, wide: int, saying: Saying, told: int, faces: Sequence[Face], least: Face | None = None
) -> Iterator[Setting]:
    """With a line for what is booked, in letters that fit it or in these."""
    sizes, more = SIZES[pen.paper.panel], _more(pen, saying, told)
    room = wide - sizes.indent - (length(more, sizes.small.strong) + 8 if more else 0)
    for booked in [least] if least else _booked_faces(saying, sizes, len(saying.owed) - told):
        line = _booked_line(pen, saying, booked, room)
        for face in faces:
            for lines in _set(pen, wide, saying, told, face):
                yield Setting(face, lines, booked, told, moneyless=line.moneyless, wordless=line.wordless)


def _alone(pen: Pen, wide: int, saying: Saying, told: int, faces: Sequence[Face]) -> Iterator[Setting]:
    """Without the booked line: what it would say is shortened behind the last words."""
    more = _more(pen, saying, told)
    for line in _shortened(pen, saying):
        for face in faces:
            count = _count_width(more, line.text, _count_face(pen, face))
            for lines in _set(pen, wide, saying, told, face, count):
                yield Setting(face, lines, None, told, *line, _count_face(pen, face))


class Line(NamedTuple):
    """What is said of what is booked, and what that leaves out."""

    text: str
    moneyless: bool = False
    wordless: int = WHOLE


def _shortened(pen: Pen, saying: Saying) -> Iterator[Line]:
    """The newest of what is booked, in fewer and fewer words; then the money, then the number alone."""
    if not saying.booked:
        yield Line("")
        return
    yield from _newest(pen, saying)
    if pen.paper.tight:
        *_, fewest = in_fewer_words(saying.booked[0])
        words = pen.translate(fewest).split()
        yield from (Line(f"{' '.join(words[:n])}…", any(saying.coins), CUT) for n in range(len(words) - 1, 0, -1))
    yield Line(_number(pen, saying), wordless=WORDLESS)
    yield Line(str(len(saying.booked)), any(saying.coins), WORDLESS)


def _newest(pen: Pen, saying: Saying) -> Iterator[Line]:
    """The newest of what is booked with the money of the others, without it; then in fewer words."""
    paid, coins = any(saying.coins[1:]), saying.coins
    fewer = [(each, any(coins[:1])) for each in in_fewer_words(saying.booked[0])]
    for words, moneyless in ((saying.booked[0], False), *fewer):
        newest, others = pen.translate(words), tuple(_untold(pen, saying, 1))
        yield Line(" · ".join((newest, *others)), moneyless)
        if paid:
            uncounted = pen.translate(_earlier(len(saying.booked) - 1))
            yield Line(f"{newest} · {uncounted}", moneyless=True)
        if others:
            yield Line(newest, moneyless or paid)


def _worse(way: Setting, sizes: Sizes) -> tuple[bool, ...]:
    """One line in smaller letters reads faster than two in big ones, but not in the smallest.

    Small paper rather shortens what is booked than shrinks what is owed; money is in sight while all has room.
    """
    small, uncounted = way.face.size < sizes.least, way.booked is None
    first, second = (small, uncounted) if sizes.owed_first else (uncounted, small)
    return way.moneyless, first, second, way.booked == sizes.small, len(way.lines) > 1


def _booked_faces(saying: Saying, sizes: Sizes, more: int) -> tuple[Face, ...]:
    """The letters of the booked line, where it has something to say."""
    return (sizes.booked, sizes.small) if saying.booked or more or saying.side is not None else ()


def _set(pen: Pen, wide: int, saying: Saying, told: int, face: Face, count: int = 0) -> Iterator[tuple[str, ...]]:
    """So many of the sentences in lines, if their words have room; and behind the last line what is counted."""
    words, room = _sentences(pen, saying.owed[:told]), wide - SIZES[pen.paper.panel].indent
    lines = wrap(words, room, face)
    if length(lines[-1], face) > room - count:
        lines = wrap(words, room - count, face)
        room -= count
    if all(length(each, face) <= room for each in lines):
        yield lines


def _sentences(pen: Pen, said: Sequence[Message]) -> str:
    """One after the other; what has no full stop of its own gets one before the next."""
    *texts, last = (pen.translate(each) for each in said)
    return " ".join([*(each if each.endswith((".", "!", "?")) else f"{each}." for each in texts), last])


def _more(pen: Pen, saying: Saying, told: int) -> str:
    """How many are owed beside those that are told; where only one of them is ever told, with the key to them."""
    n = len(saying.owed) - told
    if not n:
        return ""
    return pen.translate(tr("{n} more: BACK", n=n) if saying.in_turn else tr("{untold} more", untold=n))


def _number(pen: Pen, saying: Saying) -> str:
    """How many are booked, and what they came to in coins."""
    return f"{len(saying.booked)}{_money(pen, saying)}"


def _money(pen: Pen, saying: Saying) -> str:
    return f" · {pen.translate(coins_told(sum(saying.coins)))}" if any(saying.coins) else ""


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
    return Setting(found.face, found.lines, None, 1, str(len(saying.booked) or ""))


def _pitch(setting: Setting) -> int:
    """From baseline to baseline: an accent never meets the tails of the line above."""
    face = setting.face
    usual = capital(face) + (LEADING - 1 if face == SMALLEST else max(LEADING, face.size // 3))
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
    indent = SIZES[pen.paper.panel].indent
    pen.arrow(box.x + (4 if indent > 20 else 0), base, setting.face)
    for at, line in enumerate(setting.lines):
        pen.write(box.x + indent, base + at * _pitch(setting), line, setting.face)


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
    told = _together(pen, saying, face, beside - first)
    if not told and saying.booked:
        side, beside = "", right
        told = _booked_line(pen, saying, face, beside - first).text
    if side:
        pen.write(right, base, side, sizes.small, align="right")
    if told:
        pen.tick(box.x + (2 if sizes.indent > 20 else 0), base, face)
        pen.write(first, base, told, face, room=beside - first)


def _booked_line(pen: Pen, saying: Saying, face: Face, room: int) -> Line:
    """What has room in one line: the newest of it in words, else how many, with the key to all of it if it can."""
    if not saying.booked:
        return Line("")
    if told := _together(pen, saying, face, room):
        return Line(told)
    number = _number(pen, saying)
    keyed = pen.translate(tr("{n} booked: BACK", n=len(saying.booked))) + _money(pen, saying)
    ways = (*_newest(pen, saying), Line(keyed, wordless=WORDLESS))
    return next((line for line in ways if _has_room(pen, line.text, face, room)), Line(number, wordless=WORDLESS))


def _has_room(pen: Pen, text: str, face: Face, room: int) -> bool:
    """Letters may be narrow for it."""
    return pen.set_lines(text, face, room).whole


def _together(pen: Pen, saying: Saying, face: Face, room: int) -> str:
    """As many as have room beside each other, the latest first, the others counted; "" where that one hasn't.

    Money is never among what is left out.
    """
    texts = [pen.translate(each) for each in saying.booked]
    lines = [" · ".join([*texts[:n], *_untold(pen, saying, n)]) for n in range(len(texts), 0, -1)]
    lines += [] if any(saying.coins[1:]) else texts[:1]
    return next((line for line in lines if _has_room(pen, line, face, room)), "")


def _untold(pen: Pen, saying: Saying, told: int) -> Iterator[str]:
    """How many are not told, and what they came to in coins."""
    if count := len(saying.booked) - told:
        coins, earlier = saying.coins[told:], _earlier(count)
        money = tr("{what}: {coins}", what=earlier, coins=coins_told(sum(coins)))
        yield pen.translate(money if any(coins) else earlier)


def _earlier(untold: int) -> Message:
    """The newest of what is booked stands first: never to be read as something that is owed still."""
    return tr("{untold} earlier", untold=untold)
