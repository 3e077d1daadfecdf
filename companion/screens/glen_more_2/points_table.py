"""Every point by its source, a column for each player. Decides nothing: the view tells who got what from where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.message import Message, tr
from companion.screens.glen_more_2.point_sources import in_order, source_words
from companion.screens.glen_more_2.result import TOTAL
from companion.screens.matrix import MatrixRow, head_strip, signed, table_pages
from companion.screens.paper import signed_plain
from companion.screens.pen import Pen
from companion.screens.strips import Leaf
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.view import View

TITLE = tr("Points so far")


def points_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Where everybody's points came from, for whoever asks in mid-game why they have so many."""
    return points_table(pen, view, TITLE, [dict(player.sources) for player in view.players])


def points_table(pen: Pen, view: View, title: Message, gained: Sequence[Mapping[str, int]]) -> list[Leaf]:
    """gained: by source, in the order of the players; sources that gave nobody anything are left out."""
    sources = in_order(view, {source for each in gained for source, points in each.items() if points})
    if not sources:
        return []
    lines = [MatrixRow(source_words(view, s), tuple(signed(each.get(s, 0)) for each in gained)) for s in sources]
    total = MatrixRow(TOTAL, tuple(signed_plain(sum(each.values())) for each in gained), bold=True)
    head = head_strip(pen, outline_of(view), [player.id for player in view.players])
    return [Leaf(title, strips) for strips in table_pages(pen, lines, [total], head)]
