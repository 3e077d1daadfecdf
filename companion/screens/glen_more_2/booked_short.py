"""What is booked, in less and less room: causes go before amounts, amounts before the number of it. Draws nothing.

Money and points that the companion booked by itself are what people miss most: they are said while anything is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.engine.message import Message, listed, tr
from companion.screens.paper import Face
from companion.screens.pen import Pen
from companion.state.glen_more_2.booked import in_fewer_words
from companion.state.glen_more_2.labels import coins_told, points_told

FULL, FEWER, CUT, AMOUNTS, NUMBER = range(5)
"""What is left of the newest: its words, few of them, their beginning; then amounts alone, or a number alone."""
WORSE = {FULL: 0, FEWER: 0, CUT: 1, AMOUNTS: 1, NUMBER: 2}
"""For the sake of fewer of these letters shrink and the market goes."""


class Booked(NamedTuple):
    """Everything that is booked."""

    lines: Sequence[Message] = ()
    """The newest first."""
    coins: Sequence[int] = ()
    """What each of them gave or took of the money of whose turn it is."""
    points: Sequence[int] = ()
    """The same of the points."""
    whose: Message | None = None
    """Who is named with a sum, for the newest is about somebody else; None where nobody needs it."""


class Line(NamedTuple):
    """What is said of it, and what that leaves out."""

    text: str
    left: int = FULL


def shortened(pen: Pen, booked: Booked, cut: bool = False) -> Iterator[Line]:
    """Shorter and shorter; cut: words may end in the middle of what they tell."""
    if not booked.lines:
        yield Line("")
        return
    newest = pen.translate(booked.lines[0])
    yield Line(_joined(newest, *_earlier(pen, booked, 1)))
    if len(booked.lines) > 1:
        yield Line(_joined(newest, _amounts(pen, booked, 1)), FEWER)
    fewer = [pen.translate(each) for each in in_fewer_words(booked.lines[0])]
    yield from (Line(_with_amounts(pen, booked, each), FEWER) for each in fewer)
    if cut:
        yield from (Line(_with_amounts(pen, booked, each), CUT) for each in _begun(fewer[-1]))
    if amounts := _amounts(pen, booked, 0):
        yield from (Line(each, AMOUNTS) for each in (_in_all(pen, booked, amounts), amounts))
    yield Line(str(len(booked.lines)), NUMBER)


def in_a_line(pen: Pen, booked: Booked, face: Face, room: int) -> Line:
    """What has room in one line: as much as can be in words, else how many, with the key to all of it."""
    if not booked.lines:
        return Line("")
    if told := together(pen, booked, face, room):
        return Line(told)
    *ways, number = shortened(pen, booked)
    keyed = pen.translate(tr("BACK: {n} booked", n=len(booked.lines)))
    ways = [*ways, Line(keyed, NUMBER)]
    return next((line for line in ways if pen.has_room(line.text, face, room)), number)


def together(pen: Pen, booked: Booked, face: Face, room: int) -> str:
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


def _with_amounts(pen: Pen, booked: Booked, words: str) -> str:
    """The words with all amounts that they don't say themselves."""
    own = _amounts(pen, booked._replace(coins=booked.coins[:1], points=booked.points[:1]), 0)
    return _joined(words, _amounts(pen, booked, 1 if own in words else 0))


def _amounts(pen: Pen, booked: Booked, told: int) -> str:
    """What all but so many of them came to; "" where that is nothing."""
    coins, points = booked.coins[told:], booked.points[told:]
    sums = [coins_told(sum(coins))] if sum(coins) else []
    sums += [points_told(sum(points))] if sum(points) else []
    if not sums:
        return ""
    named = tr("{player}: {what}", player=booked.whose, what=listed(sums)) if booked.whose else listed(sums)
    return pen.translate(named)


def _in_all(pen: Pen, booked: Booked, amounts: str) -> str:
    """A sum that nobody has entered or paid so is called one."""
    several = any(sum(map(bool, kind)) > 1 for kind in (booked.coins, booked.points))
    return pen.translate(tr("{amounts} in all", amounts=amounts)) if several else amounts


def _earlier(pen: Pen, booked: Booked, told: int) -> Iterator[str]:
    """How many are not told, and what they came to: never to be read as something that is owed still."""
    if count := len(booked.lines) - told:
        earlier, amounts = tr("{untold} more booked", untold=count), _amounts(pen, booked, told)
        yield pen.translate(tr("{what}: {coins}", what=earlier, coins=amounts) if amounts else earlier)
