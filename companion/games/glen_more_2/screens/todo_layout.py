"""Things to do in lines: each in lines of its own, or some behind others where that takes fewer lines.

What stands behind another thing has its arrow before it and goes on in the next line only where nothing else fits.
Draws nothing and knows no panel.

What is booked, in less and less room: causes go before amounts, amounts before the number of it. Draws nothing.

Money and points that the companion booked by itself are what people miss most: they are said while anything is.

Booked and owed on the turn screen: a tick before what is booked, a solid arrow before each thing that is owed.

What is owed is never cut. Each stands in a line of its own where there is room, else behind the one before, with
white before its arrow and broken only where nothing else fits; for its sake letters shrink, then what is booked is
told behind the last words, in fewer of them if need be. Says nothing of its own.

Everything that is owed and booked, each sentence whole, as a sheet: the turn screen may only count the owed.

Behind it stands why counts have a "?".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise, product
from typing import NamedTuple

from companion.engine.caching import Lazy
from companion.engine.message import Message, join_list, tr, trn
from companion.games.glen_more_2.screens.counts import overdue_cost_strips, uncertain_strips
from companion.screens.game_screens import SmallTable
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
    Fitted,
    ascent_of,
    capital_height,
    ink_box,
    text_height,
    text_width,
    wrap_words,
)
from companion.screens.pen import Pen
from companion.screens.tables import Leaf, Strip, heading_strip, split_into_pages, strip_room
from companion.state.glen_more_2.text.history_text import shortened_versions
from companion.state.glen_more_2.text.labels import coin_change_text, point_change_text
from companion.state.glen_more_2.view import View

MARK = "\u00a0»\u00a0"
"""Where an arrow stands in a line, before the words that it points at; as wide as it with the white around it."""
GOES_ON = 10
"""By so much worse is it when what begins behind another thing goes on in the next line."""
MOST_PARTED = 6
"""Of more things either all stand apart or all run on."""


class LineBreaking(NamedTuple):
    """A way to let things begin a line or stand behind others."""

    runs: tuple[str, ...]
    """What stands together, from a line's beginning on."""
    lines: tuple[str, ...]
    run_on: int
    """How many things stand behind another in the same line; one that goes on in the next counts GOES_ON."""


@lru_cache(maxsize=512)
def possible_line_breakings(marked: tuple[str, ...], room: int, face: Face) -> tuple[LineBreaking, ...]:
    """All of them, those in which things run on least first; of very many things only the first and the last."""
    gaps = len(marked) - 1
    ways = product((True, False), repeat=gaps) if gaps < MOST_PARTED else ((True,) * gaps, (False,) * gaps)
    found = []
    for begins in ways:
        starts = [0, *(at for at, new in enumerate(begins, 1) if new), len(marked)]
        runs = tuple(" ".join(marked[first:last]) for first, last in pairwise(starts))
        lines = _apart(runs, room, face)
        found.append(LineBreaking(runs, lines, _run_on(marked, lines)))
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
    first, *lines = wrap_words(marked.removeprefix(MARK), room, face)
    return [MARK + first, *lines]


def line_width(line: str, face: Face) -> int:
    """Without the arrow that stands beside it."""
    return text_width(line.removeprefix(MARK), face)


def narrow_last_lines(way: LineBreaking, room: int, count: int, face: Face) -> LineBreaking:
    """With narrower lines at the end where what is counted has no room behind them."""
    if line_width(way.lines[-1], face) <= room - count:
        return way
    lines = (*_apart(way.runs[:-1], room, face), *_wrapped(way.runs[-1], room - count, face))
    return LineBreaking(way.runs, lines, way.run_on + (GOES_ON if len(lines) > len(way.lines) else 0))


FULL, FEWER, CUT, AMOUNTS, NUMBER = range(5)
"""What is left of the newest: its words, few of them, their beginning; then amounts alone, or a number alone."""
WORSE = {FULL: 0, FEWER: 0, CUT: 1, AMOUNTS: 1, NUMBER: 2}
"""For the sake of fewer of these letters shrink and the market goes."""


class TurnLog(NamedTuple):
    """Everything that is booked."""

    lines: Sequence[Message] = ()
    """The newest first."""
    coins: Sequence[int] = ()
    """What each of them gave or took of the money of whose turn it is."""
    points: Sequence[int] = ()
    """The same of the points."""
    whose: Message | None = None
    """Who is named with a sum, for the newest is about somebody else; None where nobody needs it."""


class ShortLine(NamedTuple):
    """What is said of it, and what that leaves out."""

    text: str
    left: int = FULL


def shorter_lines(pen: Pen, booked: TurnLog, cut: bool = False) -> Iterator[ShortLine]:
    """Shorter and shorter; cut: words may end in the middle of what they tell."""
    if not booked.lines:
        yield ShortLine("")
        return
    newest = pen.translate(booked.lines[0])
    yield ShortLine(_joined(newest, *_earlier(pen, booked, 1)))
    if len(booked.lines) > 1:
        yield ShortLine(_joined(newest, _amounts(pen, booked, 1)), FEWER)
    fewer = [pen.translate(each) for each in shortened_versions(booked.lines[0])]
    yield from (ShortLine(_with_amounts(pen, booked, each), FEWER) for each in fewer)
    if cut:
        yield from (ShortLine(_with_amounts(pen, booked, each), CUT) for each in _begun(fewer[-1]))
    if amounts := _amounts(pen, booked, 0):
        yield from (ShortLine(each, AMOUNTS) for each in (_in_all(pen, booked, amounts), amounts))
    yield ShortLine(str(len(booked.lines)), NUMBER)


def one_line(pen: Pen, booked: TurnLog, face: Face, room: int) -> ShortLine:
    """What has room in one line: as much as can be in words, else how many, with the key to all of it."""
    if not booked.lines:
        return ShortLine("")
    if told := joined_lines(pen, booked, face, room):
        return ShortLine(told)
    *ways, number = shorter_lines(pen, booked)
    keyed = pen.translate(tr("BACK: {n} booked", n=len(booked.lines)))
    ways = [*ways, ShortLine(keyed, NUMBER)]
    return next((line for line in ways if pen.has_room(line.text, face, room)), number)


def joined_lines(pen: Pen, booked: TurnLog, face: Face, room: int) -> str:
    """As many as have room beside each other, the latest first, the others counted; "" where that one hasn't."""
    texts = [pen.translate(each) for each in booked.lines]
    lines = [_joined(*texts[:n], *_earlier(pen, booked, n)) for n in range(len(texts), 0, -1)]
    lines += [] if _amounts(pen, booked, 1) else texts[:1]
    return next((line for line in lines if pen.has_room(line, face, room)), "")


def _begun(text: str) -> Iterator[str]:
    """The first words of it, fewer and fewer; a number is never without what it counts."""
    words = text.split()
    least = max((at + 2 for at, word in enumerate(words) if any(map(str.isdigit, word))), default=1)
    yield from (f"{' '.join(words[:n])}…" for n in range(len(words) - 1, least - 1, -1))


def _joined(*said: str) -> str:
    return " · ".join(each for each in said if each)


def _with_amounts(pen: Pen, booked: TurnLog, words: str) -> str:
    """The words with all amounts that they don't say themselves."""
    own = _amounts(pen, booked._replace(coins=booked.coins[:1], points=booked.points[:1]), 0)
    return _joined(words, _amounts(pen, booked, 1 if own in words else 0))


def _amounts(pen: Pen, booked: TurnLog, told: int) -> str:
    """What all but so many of them came to; "" where that is nothing."""
    coins, points = booked.coins[told:], booked.points[told:]
    sums = [coin_change_text(sum(coins))] if sum(coins) else []
    sums += [point_change_text(sum(points))] if sum(points) else []
    if not sums:
        return ""
    named = tr("{player}: {what}", player=booked.whose, what=join_list(sums)) if booked.whose else join_list(sums)
    return pen.translate(named)


def _in_all(pen: Pen, booked: TurnLog, amounts: str) -> str:
    """A sum that nobody has entered or paid so is called one."""
    several = any(sum(map(bool, kind)) > 1 for kind in (booked.coins, booked.points))
    return pen.translate(tr("{amounts} in all", amounts=amounts)) if several else amounts


def _earlier(pen: Pen, booked: TurnLog, told: int) -> Iterator[str]:
    """How many are not told, and what they came to: never to be read as something that is owed still."""
    if count := len(booked.lines) - told:
        earlier, amounts = tr("{untold} more booked", untold=count), _amounts(pen, booked, told)
        yield pen.translate(tr("{what}: {coins}", what=earlier, coins=amounts) if amounts else earlier)


class TodoText(NamedTuple):
    """What the zone says."""

    booked: TurnLog
    """May be shortened."""
    owed: Sequence[str]
    """In the reader's language. What is done next stands first; what has no room beside it is counted."""
    side: Message | None = None
    """A word at the right of the booked line, on small paper: how long the deck lasts."""
    in_turn: bool = False
    """What is owed is ticked off one by one: the first stands alone."""


class TodoSizes(NamedTuple):
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
    BIG: TodoSizes(tuple(Face(n, BOLD) for n in (40, 30, 26, 24, 20, 17)), Face(24, BOLD), Face(17), 40, 14, 24),
    MIDDLE: TodoSizes(
        (*(Face(n, BOLD) for n in (30, 26, 22, 20, 17, 15)), Face(16, NARROW), Face(13, BOLD)),
        Face(20, BOLD),
        Face(15),
        28,
        8,
        20,
    ),
    WIDE: TodoSizes(
        tuple(Face(n, BOLD) for n in (20, 17, 15, 13)), Face(13), Face(13), 15, 2, 15, owed_first=True
    ),
    SMALL: TodoSizes(tuple(Face(n, BOLD) for n in (18, 15, 13)), Face(13), Face(13), 13, 2, 15, owed_first=True),
}
LEAST_LED = 15
"""Smaller letters do with a pixel less."""
LEADING = 5
"""Pixels between the capitals of one line and the feet of the letters above it, beyond their tails."""


class TodoSetting(NamedTuple):
    """One way to set both in the room."""

    face: Face
    lines: tuple[str, ...]
    booked: Face | None
    """None: no room for what is booked."""
    told: int
    """How many of what is owed these lines say."""
    counted: str = ""
    """What stands behind the tick where what is booked has no line."""
    left: int = FULL
    """What has room of the newest of what is booked."""
    run_on: int = 0
    """How much things stand behind others in the same line, see `run_on.Way`."""
    count_face: Face = SMALLEST
    """The letters of what stands behind the tick."""


class TodoSettings:
    """Every way to say it in lines of one width, each set once; a box takes the first that it has room for."""

    def __init__(self, pen: Pen, wide: int, saying: TodoText) -> None:
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
            _booked(pen, box, box.y + capital_height(sizes.booked), saying, sizes.booked, "")
            return
        setting = self._setting(box.h) or _smallest(pen, box, saying)
        more = _more(pen, saying, setting.told)
        if setting.booked is None:
            last = box.y + capital_height(setting.face) + (len(setting.lines) - 1) * _pitch(setting)
            _owed(pen, box, box.y + capital_height(setting.face), setting)
            _counted(pen, box.right, last, setting.count_face, more, setting.counted)
        elif sizes.owed_first:
            _owed(pen, box, box.y + capital_height(setting.face), setting)
            under = box.y + _owed_height(setting) + _gap(setting.booked, sizes)
            _booked(pen, box, under + capital_height(setting.booked), saying, setting.booked, more)
        else:
            first = box.y + capital_height(setting.booked)
            _booked(pen, box, first, saying, setting.booked, more)
            _owed(pen, box, first + sizes.between + capital_height(setting.face), setting)

    def _setting(self, high: int) -> TodoSetting | None:
        """All that is owed in the letters that read best; else as much of it as has room."""
        return _first(self._pen, high, self._all.value) or _first(self._pen, high, self._fewer.value)


def _first(pen: Pen, high: int, ways: Iterable[TodoSetting]) -> TodoSetting | None:
    """The first of these that has room."""
    sizes = SIZES[pen.paper.panel]
    for each in ways:
        beside = capital_height(each.booked) + _gap(each.booked, sizes) if each.booked else 0
        # Under the lower of the two its tails stand out.
        beside += _tails(each.booked) if each.booked and sizes.owed_first else 0
        if beside + _owed_height(each) <= high:
            return each
    return None


def _gap(booked: Face, sizes: TodoSizes) -> int:
    """Pixels between the two; in the smallest letters an accent stands out farthest."""
    return sizes.between + (1 if booked == SMALLEST else 0)


def _all_told(pen: Pen, wide: int, saying: TodoText) -> list[TodoSetting]:
    """With what is booked beside it, or behind its last words; the way that reads best stands first."""
    sizes, told = SIZES[pen.paper.panel], _told_at_once(saying)
    ways = [*_beside(pen, wide, saying, told, sizes.owed), *_alone(pen, wide, saying, told, sizes.owed)]
    ways.sort(key=lambda way: _worse(way, sizes))
    # Sorted once more, what was better stays before what is no better now.
    return sorted(ways, key=lambda way: _costs(way, pen.paper.tight))


def _with_smallest(pen: Pen, wide: int, saying: TodoText, usual: Sequence[TodoSetting]) -> list[TodoSetting]:
    """These ways, and all of it in the smallest letters."""
    least = _in_smallest(pen, wide, saying, _told_at_once(saying))
    return sorted([*usual, *least], key=lambda way: _costs(way, pen.paper.tight))


def _told_at_once(saying: TodoText) -> int:
    """How many of what is owed stand there where there is room for all."""
    return 1 if saying.in_turn else len(saying.owed)


def _costs(way: TodoSetting, tight: bool) -> tuple[int, int, int]:
    """On small paper words cut short are as bad as two things that go on in the next line; large paper keeps them,
    and rather lets things run on than set them in the smallest letters.
    """
    worse = WORSE[way.left]
    if tight:
        return worse > 1, way.run_on // GOES_ON + 2 * (way.left == CUT), worse
    return worse, way.face == SMALLEST, way.run_on


def _some_told(pen: Pen, wide: int, saying: TodoText) -> list[TodoSetting]:
    """Fewer and fewer of it, at last the first alone; rather one fewer than only a number of what is booked."""
    faces = SIZES[pen.paper.panel].owed
    ways = [
        way
        for told in range(len(saying.owed) - 1, 0, -1)
        for way in (*_alone(pen, wide, saying, told, faces), *_in_smallest(pen, wide, saying, told))
    ]
    return sorted(ways, key=lambda way: way.left == NUMBER)


def _in_smallest(pen: Pen, wide: int, saying: TodoText, told: int) -> Iterator[TodoSetting]:
    """All of it in the smallest letters; beside it stands only what is booked in words."""
    yield from _alone(pen, wide, saying, told, (SMALLEST,))
    if saying.booked.lines:
        faces = (*SIZES[pen.paper.panel].owed[::-1], SMALLEST)
        yield from (way for way in _beside(pen, wide, saying, told, faces, SMALLEST) if not WORSE[way.left])


def _beside(
    pen: Pen, wide: int, saying: TodoText, told: int, faces: Sequence[Face], least: Face | None = None
) -> Iterator[TodoSetting]:
    """With a line for what is booked, in letters that fit it or in these."""
    sizes, more = SIZES[pen.paper.panel], _more(pen, saying, told)
    room = wide - sizes.indent - (text_width(more, sizes.small.strong) + 8 if more else 0)
    for booked in [least] if least else _booked_faces(saying, sizes, len(saying.owed) - told):
        line = one_line(pen, saying.booked, booked, room)
        for face in faces:
            for lines, run_on in _set(pen, wide, saying, told, face):
                yield TodoSetting(face, lines, booked, told, left=line.left, run_on=run_on)


def _alone(pen: Pen, wide: int, saying: TodoText, told: int, faces: Sequence[Face]) -> Iterator[TodoSetting]:
    """Without the booked line: what it would say is shortened behind the last words."""
    more = _more(pen, saying, told)
    for line in _behind_words(pen, saying):
        for face in faces:
            small = _count_face(pen, face)
            for lines, run_on in _set(pen, wide, saying, told, face, _count_width(more, line.text, small)):
                yield TodoSetting(face, lines, None, told, line.text, line.left, run_on, small)


def _behind_words(pen: Pen, saying: TodoText) -> Iterator[ShortLine]:
    yield from shorter_lines(pen, saying.booked, cut=pen.paper.tight)


def _worse(way: TodoSetting, sizes: TodoSizes) -> tuple[int, ...]:
    """Things stand apart. One line in smaller letters reads faster than two in big ones, but not in the smallest.

    Small paper rather shortens what is booked than shrinks what is owed.
    """
    small, uncounted = way.face.size < sizes.least, way.booked is None
    first, second = (small, uncounted) if sizes.owed_first else (uncounted, small)
    low = not sizes.owed_first and way.face.size < sizes.small.size + 2
    return way.run_on, low, first, second, bool(way.left), way.booked == sizes.small, len(way.lines) > 1


def _booked_faces(saying: TodoText, sizes: TodoSizes, more: int) -> tuple[Face, ...]:
    """The letters of the booked line, where it has something to say."""
    return (sizes.booked, sizes.small) if saying.booked.lines or more or saying.side is not None else ()


def _set(
    pen: Pen, wide: int, saying: TodoText, told: int, face: Face, count: int = 0
) -> Iterator[tuple[tuple[str, ...], int]]:
    """So many of the sentences in lines with a MARK before each, if their words have room; how much they run on.

    Each in its own lines, then some behind others, as few as it takes. What is counted has room behind the last.
    """
    room = wide - SIZES[pen.paper.panel].indent
    marked = tuple(MARK + each for each in saying.owed[:told])
    fewest = len(" ".join(marked))
    ways = (narrow_last_lines(way, room, count, face) for way in possible_line_breakings(marked, room, face))
    for way in sorted(ways, key=lambda way: way.run_on):
        widths = [line_width(each, face) for each in way.lines]
        if len(way.lines) < fewest and max(widths) <= room and widths[-1] <= room - count:
            fewest = len(way.lines)
            yield way.lines, way.run_on


def _more(pen: Pen, saying: TodoText, told: int) -> str:
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
    wide = text_width(more, face) + 8 if more else 0
    return wide + (text_width(booked, face) + capital_height(face) + 11 if booked else 0)


def _counted(pen: Pen, right: int, base: int, face: Face, more: str, booked: str) -> None:
    """How many are owed still, and behind a tick what is booked: at the right of the last line."""
    if more:
        right = pen.write(right, base, more, face, align="right").x - 8
    if booked:
        right = pen.write(right, base, booked, face, align="right").x - 3
        pen.tick(right - capital_height(face) - 1, base, face)


def _smallest(pen: Pen, box: Box, saying: TodoText) -> TodoSetting:
    """Longer than anything that is said here: as much as there is room for."""
    found = pen.fit(saying.owed[0], box.w - SIZES[pen.paper.panel].indent, box.h, SMALLEST, 9)
    first, *lines = found.lines
    return TodoSetting(found.face, (MARK + first, *lines), None, 1, str(len(saying.booked.lines) or ""))


def _pitch(setting: TodoSetting) -> int:
    """From baseline to baseline: an accent never meets the tails of the line above."""
    face = setting.face
    usual = capital_height(face) + (LEADING - 1 if face.size < LEAST_LED else max(LEADING, face.size // 3))
    inks = [ink_box(line, face) for line in setting.lines]
    if setting.counted:
        left, top, right, foot = inks[-1]
        inks[-1] = left, min(top, ink_box(setting.counted, setting.count_face)[1]), right, foot
    return max(usual, *(above[3] - below[1] + 1 for above, below in pairwise(inks)), 0)


def _owed_height(setting: TodoSetting) -> int:
    """From the top of the first capital to under the tails of the last line."""
    return capital_height(setting.face) + (len(setting.lines) - 1) * _pitch(setting) + _tails(setting.face)


def _tails(face: Face) -> int:
    """Pixels that letters like g reach below the baseline."""
    return face.size // 4


def _owed(pen: Pen, box: Box, base: int, setting: TodoSetting) -> None:
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
                pen.arrow(
                    box.x + indent + text_width(before[:-1], face) - (capital_height(face) // 2 + 1), y, face
                )
            pen.write(box.x + indent + text_width(before, face), y, words.rstrip(" "), face)
            before += words


def _booked(pen: Pen, box: Box, base: int, saying: TodoText, face: Face, more: str) -> None:
    """One line: as many of what is booked as are whole, and at the right how much more is owed.

    How long the deck lasts goes first when the latest of it has no room; where it has none either, it is counted.
    """
    sizes, strong = SIZES[pen.paper.panel], SIZES[pen.paper.panel].small.strong
    right, first = box.right, box.x + sizes.indent
    if more:
        right = pen.write(right, base, more, strong, align="right").x - 8
    side = pen.translate(saying.side) if saying.side else ""
    beside = right - (text_width(side, sizes.small) + 8 if side else 0)
    told = joined_lines(pen, saying.booked, face, beside - first)
    if not told and saying.booked.lines:
        side, beside = "", right
        told = one_line(pen, saying.booked, face, beside - first).text
    if side:
        pen.write(right, base, side, sizes.small, align="right")
    if told:
        pen.tick(box.x + (2 if sizes.indent > 20 else 0), base, face)
        pen.write(first, base, told, face, room=beside - first)


TITLE, TURN_LOG_TITLE, TO_DO = tr("To do"), tr("Booked"), tr("to do")
MOST_LINES = 12


def todo_leaves(pen: Pen, view: View) -> list[Leaf]:
    """What is owed first, then what is booked; closer lines and smaller letters rather than a second page."""
    note, apart = pen.paper.face("note"), _separate_tasks(pen)
    ways = [(*_faces(pen), apart), (note.strong, note, apart), (note.strong, note, 0), (SMALLEST, SMALLEST, apart)]
    found = [split_into_pages(_strips(pen, view, *each), strip_room(pen)) for each in ways]
    pages = next((each for each in found if len(each) == 1), found[0])
    return [Leaf(TITLE, page) for page in pages]


def _faces(pen: Pen) -> tuple[Face, Face]:
    """The usual letters of what is owed and what is booked."""
    return pen.paper.face("text", bold=True), pen.paper.face("body")


def _separate_tasks(pen: Pen) -> int:
    """White between two of them."""
    return pen.paper.px(1 if pen.paper.tight else 4)


def _strips(pen: Pen, view: View, owed: Face, booked: Face, apart: int) -> list[Strip]:
    """In these letters, so far apart."""
    strips = [_row(pen, each.text, True, owed, apart) for each in view.owed]
    note = SMALLEST if pen.paper.tight else booked
    strips += overdue_cost_strips(pen, view, note)
    if view.booked:
        strips += [
            heading_strip(pen, TURN_LOG_TITLE),
            *(_row(pen, each, False, booked, apart) for each in view.booked),
        ]
    return [*strips, *uncertain_strips(pen, view, note)]


def before_question(view: View) -> tuple[SmallTable, ...]:
    """What is owed, over a question that hides the turn screen: smaller letters where room is short.

    Where they have none either it is counted; what leads to it stands under its key, in the same word.
    """
    if not view.before_question:
        return ()
    counted = (trn("{n} thing to do", "{n} things to do", len(view.before_question)),)
    said = (
        *((view.before_question, face) for face in (_usual, _note, _smallest_sheet_faces)),
        (counted, _smallest_sheet_faces),
    )
    return tuple(
        SmallTable(partial(_height_of_all, said=words, face=face), partial(_draw_all, said=words, face=face))
        for words, face in said
    )


def _usual(pen: Pen) -> Face:
    return _faces(pen)[0]


def _note(pen: Pen) -> Face:
    return pen.paper.face("note").strong


def _smallest_sheet_faces(_pen: Pen) -> Face:
    return SMALLEST


def _rows_of(pen: Pen, said: Sequence[Message], face: Callable[[Pen], Face]) -> list[Strip]:
    return [_row(pen, each, True, face(pen), _separate_tasks(pen)) for each in said]


def _height_of_all(pen: Pen, said: Sequence[Message], face: Callable[[Pen], Face]) -> int:
    return sum(strip.height for strip in _rows_of(pen, said, face))


def _draw_all(pen: Pen, box: Box, said: Sequence[Message], face: Callable[[Pen], Face]) -> None:
    for strip in _rows_of(pen, said, face):
        strip.draw(pen, box)
        box = box.below(strip.height)


def _indent(pen: Pen) -> int:
    """Room for the sign before the words."""
    return capital_height(pen.paper.face("text", bold=True)) + pen.paper.px(6)


def _row(pen: Pen, words: Message, owed: bool, face: Face, apart: int) -> Strip:
    fitted = _set_sheet_lines(pen, words, pen.paper.inner.w - _indent(pen), face)
    high = text_height(len(fitted.lines), fitted.face) + apart
    return Strip(high, partial(_draw, words=fitted, owed=owed))


def _set_sheet_lines(pen: Pen, words: Message, wide: int, face: Face) -> Fitted:
    """In these letters, as all rows are; in others only where they have no room at all."""
    lines = wrap_words(pen.translate(words), wide, face)
    if text_height(len(lines), face) <= strip_room(pen) * 2 // 3 and all(
        text_width(each, face) <= wide for each in lines
    ):
        return Fitted(face, lines)
    return pen.fit(words, wide, strip_room(pen) * 2 // 3, face, MOST_LINES)


def _draw(pen: Pen, box: Box, words: Fitted, owed: bool) -> None:
    """The words as they were measured, whatever room there is beside them."""
    sign = pen.arrow if owed else pen.tick
    sign(box.x, box.y + ascent_of(words.face), words.face)
    pen.fitted(box.from_left(_indent(pen)), words)
