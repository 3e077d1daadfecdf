"""The end: the winner, everybody's place, where all points came from, and the final scoring's arithmetic.

Decides no winner; the result names them.
"""

from __future__ import annotations

from companion.engine.message import tr
from companion.screens.glen_more_2.expansion_lines import line_leaves
from companion.screens.glen_more_2.finale import finale_leaves
from companion.screens.glen_more_2.point_sources import in_order, source_words
from companion.screens.glen_more_2.result import TOTAL, result_leaves, signed, table_pages
from companion.screens.matrix import MatrixRow, head_strip
from companion.screens.paper import signed_plain
from companion.screens.pen import Pen
from companion.screens.strips import Leaf
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.view import View

WHERE_FROM = tr("Points of the whole game")


def final_leaves(pen: Pen, view: View) -> list[Leaf]:
    """The winner, the breakdown by source, the final scoring, what the chronicles have to show."""
    reasons = result_leaves(pen, view) if view.result else []
    return [*finale_leaves(pen, view), *_breakdown(pen, view), *reasons, *line_leaves(pen, view)]


def _breakdown(pen: Pen, view: View) -> list[Leaf]:
    gained = [dict(player.sources) for player in view.players]
    sources = in_order(view, {source for each in gained for source, points in each.items() if points})
    if not sources:
        return []
    lines = [MatrixRow(source_words(view, s), tuple(signed(each.get(s, 0)) for each in gained)) for s in sources]
    total = MatrixRow(TOTAL, tuple(signed_plain(player.points) for player in view.players), bold=True)
    head = head_strip(pen, outline_of(view), [player.id for player in view.players])
    return [Leaf(WHERE_FROM, strips) for strips in table_pages(pen, lines, [total], head)]
