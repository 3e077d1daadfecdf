"""One category compared: points for being ahead of whoever has fewest (GM-SCR-04 to GM-SCR-06).

Never knows what is being counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from companion.engine.message import Message, listed, tr, trn
from companion.scoring.glen_more_2.parts import Worth
from companion.scoring.glen_more_2.standing import Gain, Given, ScoringRules, given

POINTS_FOR_LEAD = (0, 1, 2, 3, 5, 8)


class Count(msgspec.Struct, frozen=True):
    """How many a player has of something."""

    name: str
    """Whose, by the name of the `Standing`."""
    number: int
    """As it is compared, doubled and added to."""
    reckoned: Message | None = None
    """The sum that leads to it; None where it is plain."""

    def shown(self) -> int | Message:
        """The number, or the sum that leads to it."""
        return self.number if self.reckoned is None else self.reckoned


def points_for_lead(lead: int, rules: ScoringRules) -> int:
    """The printed table; it ends at 5, and what is above is a house rule (GM-SCR-05)."""
    return POINTS_FOR_LEAD[lead] if lead < len(POINTS_FOR_LEAD) else rules.difference_above_five


def compared(
    source: str, counts: Sequence[Count], rules: ScoringRules, tables: Sequence[Worth | None] | None = None
) -> Iterator[Given]:
    """Every player against the fewest, who get nothing. tables: a player's own, None = the usual."""
    own = tables or [None] * len(counts)
    fewest = min(count.number for count in counts)
    for count, table in zip(counts, own, strict=True):
        lead = count.number - fewest
        # Nothing by any table, a chronicle's own included (GM-SCR-06).
        if lead == 0:
            continue
        points = table(lead) if table else points_for_lead(lead, rules)
        if points:
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
