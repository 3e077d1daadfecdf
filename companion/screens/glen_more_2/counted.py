"""The counts that a scoring went by, and which of them people have confirmed: in a line, and as a table.

Decides nothing; the view says who has said what.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.message import Message, listed, tr, trn
from companion.screens.matrix import MatrixRow, head_strip, line_strip
from companion.screens.pen import Pen
from companion.screens.strips import Leaf, Strip, in_pages, room, sentence
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.view import GOODS_LEFT, CountView, View

CONFIRMED = tr("Counts confirmed")
OPEN, CORRECTED = "?", "*"
"""Behind a number that nobody confirmed, and behind one that people put right."""


def in_short(counts: Sequence[CountView], page: int) -> tuple[Message, ...]:
    """For a result's first page; page: where the numbers are. Nothing where nothing was counted."""
    if not counts:
        return ()
    unsaid = sum(not each.confirmed for each in counts)
    if unsaid:
        return (
            trn("{n} count not confirmed", "{n} counts not confirmed", unsaid),
            tr("see page {page}", page=page),
        )
    corrected = sum(each.corrected for each in counts)
    if corrected:
        return CONFIRMED, trn("{n} corrected", "{n} corrected", corrected)
    told = tr("Territories counted") if all(each.followed for each in counts) else CONFIRMED
    return (told, *_goods(counts))


def _goods(counts: Sequence[CountView]) -> Iterator[Message]:
    """How many each of the leaders had, where that broke a tie; most first."""
    goods = sorted((each.value for each in counts if each.count == GOODS_LEFT), reverse=True)
    if goods:
        yield tr("goods {numbers}", numbers=":".join(map(str, goods)))


def count_rows(view: View) -> list[MatrixRow]:
    """A line for each count, a column for each player who was scored."""
    kinds = dict.fromkeys(each.count for each in view.counts)
    return [MatrixRow(kind, tuple(_cell(view, kind, player.id) for player in view.players)) for kind in kinds]


def _cell(view: View, kind: Message, player: str) -> str:
    found = next((each for each in view.counts if (each.count, each.player) == (kind, player)), None)
    if found is None:
        return ""
    return f"{found.value}{CORRECTED if found.corrected else '' if found.confirmed else OPEN}"


def legend(pen: Pen, view: View) -> list[Strip]:
    """What the signs in the table say, as far as there are any, and why numbers in it brought no points."""
    signs = [
        *([tr("? not confirmed")] if not all(each.confirmed for each in view.counts) else []),
        *([tr("* corrected")] if any(each.corrected for each in view.counts) else []),
    ]
    return [*([sentence(pen, listed(signs))] if signs else []), *(sentence(pen, each) for each in view.evened)]


def count_leaves(pen: Pen, view: View, title: Message) -> list[Leaf]:
    """Pages with the table alone; none where nothing was counted."""
    if not view.counts:
        return []
    head = head_strip(pen, outline_of(view), [player.id for player in view.players])
    strips = [line_strip(pen, each) for each in count_rows(view)]
    return [Leaf(title, page) for page in in_pages(strips, room(pen), [head], legend(pen, view))]
