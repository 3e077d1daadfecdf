"""The end: the winner, everybody's place, where all points came from, and the final scoring's arithmetic.

Decides no winner; the result names them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from companion.engine.message import Message, listed, tr, trn
from companion.scoring.glen_more_2.final import leaders
from companion.screens import player_labels
from companion.screens.glen_more_2.expansion_lines import line_leaves
from companion.screens.glen_more_2.point_sources import in_order, source_words
from companion.screens.glen_more_2.result import TOTAL, result_leaves, signed, table_pages
from companion.screens.matrix import MatrixRow, head_strip
from companion.screens.paper import Box, capital, length, signed_plain
from companion.screens.pen import Pen
from companion.screens.strips import Leaf, Strip, room
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.view import View

END = tr("The game is over.")
WHERE_FROM = tr("Points of the whole game")


class Place(NamedTuple):
    """Somebody's place in the end."""

    rank: int
    """From 1; those who tie in points and goods have the same."""
    who: str
    """A player's id."""
    points: int


def final_leaves(pen: Pen, view: View) -> list[Leaf]:
    """The winner, the breakdown by source, the final scoring, what the chronicles have to show."""
    first = Leaf(END, (Strip(room(pen), partial(_podium, view=view)),))
    reasons = result_leaves(pen, view) if view.result else []
    return [first, *_breakdown(pen, view), *reasons, *line_leaves(pen, view)]


def _breakdown(pen: Pen, view: View) -> list[Leaf]:
    gained = [dict(player.sources) for player in view.players]
    sources = in_order(view, {source for each in gained for source, points in each.items() if points})
    if not sources:
        return []
    lines = [MatrixRow(source_words(view, s), tuple(signed(each.get(s, 0)) for each in gained)) for s in sources]
    total = MatrixRow(TOTAL, tuple(signed_plain(player.points) for player in view.players), bold=True)
    head = head_strip(pen, outline_of(view), [player.id for player in view.players])
    return [Leaf(WHERE_FROM, strips) for strips in table_pages(pen, lines, [total], head)]


def places(view: View) -> list[Place]:
    """Everybody, best first; without a result by points."""
    if view.result:
        found = [Place(scored.rank, scored.name, scored.points) for scored in view.result.players]
        return sorted(found, key=lambda each: (each.rank, each.who not in _winners(view)))
    points = [player.points for player in view.players]
    found = [Place(1 + sum(p > each.points for p in points), each.id, each.points) for each in view.players]
    return sorted(found, key=lambda each: each.rank)


def _winners(view: View) -> tuple[str, ...]:
    return view.result.winners if view.result else ()


def _victory(view: View, winners: Sequence[str]) -> Message:
    names = listed(outline_of(view).figure(who).label for who in winners)
    if view.result and len(leaders(view.result.players)) > len(winners):
        return trn("{names} wins on goods!", "{names} share the victory on goods!", len(winners), names=names)
    if len(winners) == 1:
        return tr("{name} wins!", name=names)
    return tr("Shared victory: {names}", names=names)


def _podium(pen: Pen, box: Box, view: View) -> None:
    """The victory in large letters, then the places."""
    paper = pen.paper
    order = places(view)
    pitch = min(paper.px(16 if paper.tight else 28), box.h // (len(order) + 2))
    under = Box(box.x, box.bottom - pitch * len(order), box.w, pitch * len(order))
    winners = _winners(view)
    if winners:
        _headline(pen, Box(box.x, box.y, box.w, under.y - box.y), view, winners)
    for at, place in enumerate(order):
        _place(pen, Box(under.x, under.y + at * pitch, under.w, pitch), view, place, place.who in winners)


def _headline(pen: Pen, box: Box, view: View, winners: Sequence[str]) -> None:
    face = pen.paper.face("name", bold=True)
    words = _victory(view, winners)
    size, between = player_labels.mark_size(face), pen.paper.px(10)
    marks = (size + between) * len(winners)
    fitted = pen.fit(words, box.w - marks, box.h - pen.paper.px(4), face, 3)
    if not fitted.whole:
        pen.text(box, words, face, lines=3, align="centre", middle=True)
        return
    used = marks + max(length(each, fitted.face) for each in fitted.lines)
    x = box.x + (box.w - used) // 2
    for who in winners:
        player_labels.mark(pen, Box(x, box.y + (box.h - size) // 2, size, size), outline_of(view), who)
        x += size + between
    pen.fitted(Box(x, box.y, box.right - x, box.h), fitted, middle=True)


def _place(pen: Pen, box: Box, view: View, place: Place, bold: bool) -> None:
    paper = pen.paper
    face = paper.face("text" if paper.tight else "title", bold)
    box = box.inset(box.w // (12 if paper.tight else 6))
    if not paper.tight:
        pen.dots(box.x, box.y, box.w)
    rank, points = f"{place.rank}.", signed_plain(place.points)
    # The widest that can come, so that names begin below each other.
    side = max(length("4.", face) + paper.px(10), capital(face) * 2)
    most = length("−000", face)
    pen.text(Box(box.x, box.y, side, box.h), rank, face, middle=True)
    player_labels.label(
        pen, Box(box.x + side, box.y, box.w - side - most, box.h), outline_of(view), place.who, face
    )
    pen.text(Box(box.right - most, box.y, most, box.h), points, face, align="right", middle=True)
