"""The table of all players: points and everything that is scored.

Column heads are words where these fit, else small pictures. Never adds anything up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.message import Message, tr
from companion.screens import player_labels
from companion.screens.game_screens import SmallTable
from companion.screens.glen_more_2 import icons
from companion.screens.icons import MEDIUM, SMALL, Icon
from companion.screens.paper import BIG, Box, Face, length, line_height, signed_plain
from companion.screens.pen import Pen
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.view import PlayerView, View


class Count(NamedTuple):
    """A column of the table of counts."""

    field: str
    """Of a `PlayerView`."""
    head: Message
    """The word over it, where there is room for words."""
    icon: Icon
    """The picture over it elsewhere."""


COUNTING = "count"
"""The phase before a scoring."""

COUNTS = (
    Count("points", tr("pts"), icons.COUNTED["points"]),
    Count("scots_home", tr("Scots"), icons.COUNTED["scots_home"]),
    Count("landmarks", tr("cards"), icons.COUNTED["landmarks"]),
    Count("barrels", tr("barrels"), icons.COUNTED["barrels"]),
    Count("persons", tr("persons"), icons.COUNTED["persons"]),
    Count("coins", tr("coins"), icons.COUNTED["coins"]),
    Count("tiles", tr("tiles"), icons.COUNTED["tiles"]),
)


def number(player: PlayerView, field: str) -> str:
    """A count as shown: a true minus sign, and "~" before what may be behind the table."""
    value: int = getattr(player, field)
    shown = signed_plain(value)
    return f"~{shown}" if field in player.doubtful else shown


class Columns(NamedTuple):
    """How the table is laid out on this paper."""

    head: Face
    """The letters of the words over it."""
    face: Face
    """The letters of names and counts."""
    name: int
    """Pixels for mark and name."""
    edges: tuple[int, ...]
    """Where each column's counts end, in pixels of the paper."""
    words: bool
    """Words over the columns, else pictures."""


def row_height(pen: Pen) -> int:
    """Pixels from one player to the next."""
    return max(11, pen.paper.px(11)) if pen.paper.tight else pen.paper.px(18)


def head_height(pen: Pen) -> int:
    """Pixels of the line with the column heads."""
    paper = pen.paper
    return SMALL + 1 if paper.tight else max(line_height(paper.face("note")), SMALL) + paper.px(5)


def height(pen: Pen, players: Sequence[PlayerView]) -> int:
    """Pixels the whole table takes."""
    return head_height(pen) + row_height(pen) * len(players)


def counts(pen: Pen, box: Box, view: View, corner: Message | None = None) -> None:
    """Draw the table at the top of the box; `corner` stands over the names."""
    columns = _columns(pen, box, view)
    if corner:
        place = Box(box.x, box.y, columns.name, SMALL)
        pen.text(place, corner, columns.head, middle=True)
    _heads(pen, box, columns)
    top = box.y + head_height(pen)
    for at, player in enumerate(view.players):
        row = Box(box.x, top + at * row_height(pen), box.w, row_height(pen))
        _row(pen, row, view, player, columns)


def before_scoring(view: View) -> SmallTable | None:
    """Everybody's counts, while people are asked whether they are right."""
    if view.phase != COUNTING:
        return None
    return SmallTable(lambda pen: height(pen, view.players), lambda pen, box: counts(pen, box, view))


def _columns(pen: Pen, box: Box, view: View) -> Columns:
    paper = pen.paper
    face, head = paper.face("body" if paper.tight else "text"), paper.face("note")
    # In bold, which only the row of whoever is on turn has: columns must not move from turn to turn.
    least = [_widest(view, count.field, face.strong) for count in COUNTS]
    words = [length(pen.translate(count.head), head) for count in COUNTS]
    wide = [max(pair) + paper.px(6) for pair in zip(least, words, strict=True)]
    spelt = not paper.tight and box.w - sum(wide) >= _names(pen, view, face)
    if not spelt:
        between = paper.px(3 if paper.tight else 9)
        wide = [max(figures, SMALL) + between for figures in least]
    name = min(box.w - sum(wide), max(box.w // 4, _names(pen, view, face)))
    more = (box.w - name - sum(wide)) // len(COUNTS)
    edges, right = [], box.x + name
    for each in wide:
        right += each + more
        edges.append(right)
    return Columns(head, face, name, tuple(edges), spelt)


def _widest(view: View, field: str, face: Face) -> int:
    return max(length(number(player, field), face) for player in view.players)


def _names(pen: Pen, view: View, face: Face) -> int:
    bold = face.strong
    return (
        max(player_labels.width(pen, outline_of(view), player.id, bold) for player in view.players)
        + face.size // 2
    )


def _heads(pen: Pen, box: Box, columns: Columns) -> None:
    high = head_height(pen)
    start = box.x + columns.name
    for count, right in zip(COUNTS, columns.edges, strict=True):
        place = Box(start, box.y, right - start, high - pen.paper.px(3))
        if columns.words:
            pen.text(place, count.head, columns.head, align="right", middle=True)
        else:
            size = MEDIUM if pen.paper.panel == BIG else SMALL
            pen.icon(right - size, box.y + max(0, (place.h - size) // 2), count.icon, size)
        start = right
    if not pen.paper.tight:
        pen.rule(box.x, box.y + high - pen.paper.px(2) - 1, box.w)


def _row(pen: Pen, row: Box, view: View, player: PlayerView, columns: Columns) -> None:
    bold = player.id == view.on_turn
    face = columns.face.strong if bold else columns.face
    player_labels.label(pen, Box(row.x, row.y, columns.name, row.h), outline_of(view), player.id, face)
    start = row.x + columns.name
    for count, right in zip(COUNTS, columns.edges, strict=True):
        strong = face.strong if count.field == "points" else face
        place = Box(start, row.y, right - start, row.h)
        pen.text(place, number(player, count.field), strong, align="right", middle=True)
        start = right


def points_line(pen: Pen, box: Box, view: View) -> None:
    """Everybody's mark and points in one line, where there is no room for more."""
    face = pen.paper.face("body", bold=True)
    size = player_labels.mark_size(face)
    for place, player in zip(box.columns(len(view.players), 4), view.players, strict=True):
        player_labels.mark(
            pen, Box(place.x, place.y + (place.h - size) // 2, size, size), outline_of(view), player.id
        )
        pen.text(place.from_left(size + player_labels.gap(face)), number(player, "points"), face, middle=True)
