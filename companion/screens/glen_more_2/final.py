"""The end, each of it once: winner, places and lines, the game in numbers, the points before and of its scoring.

Decides no winner; the result names them.
"""

from __future__ import annotations

from companion.engine.message import tr
from companion.screens.glen_more_2.counted import in_short
from companion.screens.glen_more_2.expansion_lines import line_leaves
from companion.screens.glen_more_2.finale import finale_leaves, number_leaves
from companion.screens.glen_more_2.points_table import points_table
from companion.screens.glen_more_2.result import scoring_leaves
from companion.screens.matrix import signed
from companion.screens.pen import Pen
from companion.screens.reason_table import SumRow
from companion.screens.strips import Leaf
from companion.state.glen_more_2.view import View

BEFORE_IT, TOGETHER = tr("Before the final scoring"), tr("Together")
"""The points of the game; what those of the final scoring add up to."""


def final_leaves(pen: Pen, view: View) -> list[Leaf]:
    """What people want to know first stands first; every point is in the points before or in the final scoring."""
    opening, middle = len(finale_leaves(pen, view)), [*number_leaves(pen, view), *_points_before(pen, view)]
    before = opening + len(middle)
    # The way to it is said where people look first: on small paper it lies several pages behind.
    where = (tr("Final scoring: page {n}", n=before + 1),) if view.result else ()
    first = finale_leaves(pen, view, in_short(view.counts, opening + 1), where)
    return [*first, *middle, *_scored(pen, view, before), *line_leaves(pen, view)]


def _scored(pen: Pen, view: View, before: int) -> list[Leaf]:
    """The final scoring with what it brought in all: the places have the totals."""
    if view.result is None:
        return []
    brought = (sum(gain.points for gain in scored.gains) for scored in view.result.players)
    together = SumRow(TOGETHER, tuple(signed(points) for points in brought))
    said = [sheet.said for sheet in view.apart if sheet.said]
    return scoring_leaves(pen, view, view.result, tr("Final scoring"), [together], before=before, said=said)


def _points_before(pen: Pen, view: View) -> list[Leaf]:
    """Every point by its source, without those of the final scoring."""
    gained = [dict(player.sources) for player in view.players]
    scored = {each.name: each for each in view.result.players} if view.result else {}
    for player, each in zip(view.players, gained, strict=True):
        for gain in scored[player.id].gains if player.id in scored else ():
            each[gain.source] = each.get(gain.source, 0) - gain.points
    return points_table(pen, view, BEFORE_IT, gained)
