"""One category compared: points for being ahead of whoever has fewest, by the table on the board.

Never knows what is being counted, nor in which game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from companion.engine.message import Message, listed, tr, trn
from companion.scoring.gains import Gain, Given, given

POINTS_FOR_LEAD = (0, 1, 2, 3, 5, 8)

Worth = Callable[[int], int]
"""From the lead over the fewest to points."""


class Count(msgspec.Struct, frozen=True):
    """How many a player has of something."""

    name: str
    """Whose, as in `Scored.name`."""
    number: int
    """As it is compared, doubled and added to."""
    reckoned: Message | None = None
    """The sum that leads to it; None where it is plain."""

    def shown(self) -> int | Message:
        """The number, or the sum that leads to it."""
        return self.number if self.reckoned is None else self.reckoned


def points_for_lead(lead: int, beyond: int = POINTS_FOR_LEAD[-1]) -> int:
    """The table on the board; `beyond` is for every lead above its last."""
    return POINTS_FOR_LEAD[lead] if lead < len(POINTS_FOR_LEAD) else beyond


def compared(
    source: str,
    counts: Sequence[Count],
    beyond: int = POINTS_FOR_LEAD[-1],
    tables: Sequence[Worth | None] | None = None,
) -> Iterator[Given]:
    """Every player against the fewest, who get nothing. tables: a player's own, None = the one on the board."""
    own = tables or [None] * len(counts)
    fewest = min(count.number for count in counts)
    for count, table in zip(counts, own, strict=True):
        lead = count.number - fewest
        # Nothing by any table, a player's own included.
        if lead and (points := table(lead) if table else points_for_lead(lead, beyond)):
            yield given(count.name, source, points, _because(count, lead, counts, points))


def _because(count: Count, lead: int, counts: Sequence[Count], points: int) -> Message:
    least = min(counts, key=lambda other: other.number)
    return trn(
        "{more} more than {who}: {points} point ({count} to {fewest})",
        "{more} more than {who}: {points} points ({count} to {fewest})",
        points,
        count=count.shown(),
        more=lead,
        who=fewest_of(counts),
        fewest=least.number,
        points=points,
    )


def in_short(gain: Gain) -> Gain:
    """The gain with what decided in it, read from its arithmetic: kept games have no more than that."""
    told = dict(gain.because.values)
    if not {"more", "who", "fewest"} <= told.keys():
        return gain
    if isinstance(told.get("count"), Message):
        # The sum that leads to it is what people want to see.
        return msgspec.structs.replace(gain, fewest=())
    who = told["who"]
    names = who.values if isinstance(who, Message) else (("", who),)
    short = tr("{n} more", n=told["more"])
    return msgspec.structs.replace(gain, short=short, fewest=tuple(str(name) for _, name in names))


def fewest_of(counts: Sequence[Count]) -> str | Message:
    """Whoever has the fewest, all of them."""
    fewest = min(count.number for count in counts)
    names = [count.name for count in counts if count.number == fewest]
    return names[0] if len(names) == 1 else listed(names)
