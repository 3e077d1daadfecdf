"""The table of all players: points and everything that is scored, under small pictures.

Columns are equal and figures stand flush right under their picture's edge, so nothing moves from turn to turn. A
count that may be behind the table has "?" outside that edge. Never adds anything up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from companion.engine.message import Message, tr
from companion.screens import player_labels
from companion.screens.game_screens import SmallTable
from companion.screens.glen_more_2 import icons
from companion.screens.glen_more_2.expansion_lines import line_leaves
from companion.screens.icons import MEDIUM, SMALL
from companion.screens.matrix import MatrixRow, head_strip, line_strip
from companion.screens.paper import (
    BIG,
    BOLD,
    MIDDLE,
    SMALLEST,
    WIDE,
    Box,
    Face,
    Fitted,
    capital,
    length,
    signed_plain,
    text_height,
    wrap,
)
from companion.screens.paper import SMALL as SMALL_PANEL
from companion.screens.pen import Pen
from companion.screens.strips import Leaf, Strip, heading, in_pages, room
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.view import PlayerView, View

COUNTS = ("points", "scots_home", "landmarks", "barrels", "persons", "coins", "tiles")
"""The columns, by their names in `PlayerView` and in `icons.COUNTED`."""
DOUBT = "?"
DOUBT_SHORT, WHY = tr("? may be wrong"), tr("counts ?")
DOUBT_WORDS = tr("? = may be wrong: correct it, or you are asked at the scoring.")
LATE_COST = tr("OK: what an earlier tile cost, or that nobody knows.")
DOUBT_ENDS = tr("To correct it: Menu, All counts. Otherwise you are asked at the scoring.")
WORDS = {
    "points": tr("Points"),
    "coins": tr("Coins"),
    "barrels": tr("Whisky barrels"),
    "scots_home": tr("Scots at home"),
    "landmarks": tr("Landmark cards"),
    "persons": tr("Persons"),
    "tiles": tr("Territory tiles"),
}
"""The same in words. What people pay with first: small paper has room for four on the first page."""
TITLE = tr("All counts")


class Style(NamedTuple):
    """The table on a panel."""

    icon: int
    row: int
    """Pixels from one player to the next."""
    face: Face
    name: int
    """Pixels for mark and name."""


STYLES = {
    BIG: Style(MEDIUM, 37, Face(20), 128),
    MIDDLE: Style(SMALL, 17, Face(15), 100),
    # As low as can be: under it the list that the counts are for needs a row.
    WIDE: Style(SMALL, 11, SMALLEST, 72),
    SMALL_PANEL: Style(SMALL, 11, SMALLEST, 60),
}


def number(player: PlayerView, field: str) -> str:
    """A count as it is shown, with a true minus sign."""
    value: int = getattr(player, field)
    return signed_plain(value)


def height(pen: Pen, players: Sequence[PlayerView]) -> int:
    """Pixels the whole table takes."""
    style = STYLES[pen.paper.panel]
    return style.icon + _under_head(pen) + style.row * len(players)


def _under_head(pen: Pen) -> int:
    return 0 if pen.paper.tight else 2


def counts(pen: Pen, box: Box, view: View, doubt: Message = DOUBT_SHORT) -> None:
    """Draw the table at the top of the box; doubt: what is said of "?" beside the pictures."""
    style = STYLES[pen.paper.panel]
    wide = (box.w - style.name) // len(COUNTS)
    ends = [box.x + style.name + at * wide + (wide + style.icon) // 2 for at in range(len(COUNTS))]
    for field, end in zip(COUNTS, ends, strict=True):
        pen.icon(end - style.icon, box.y, icons.COUNTED[field], style.icon)
    _doubt_in_short(pen, Box(box.x, box.y, ends[0] - style.icon - 4 - box.x, style.icon), view, doubt)
    for at, player in enumerate(view.players):
        row = Box(box.x, box.y + style.icon + _under_head(pen) + at * style.row, box.w, style.row)
        _row(pen, row, view, player, ends)


def _doubt_in_short(pen: Pen, box: Box, view: View, doubt: Message) -> None:
    """What "?" says, or the key that says why it is there, where it has room; all of it stands behind the menu."""
    words = pen.translate(doubt)
    if any(player.doubtful for player in view.players) and length(words, SMALLEST) <= box.w:
        pen.write(box.x, box.y + (box.h + capital(SMALLEST)) // 2, words, SMALLEST)


def _row(pen: Pen, row: Box, view: View, player: PlayerView, ends: Sequence[int]) -> None:
    style = STYLES[pen.paper.panel]
    # Not under the names: an accent would stand on the dots.
    pen.dots(row.x + style.name, row.y, row.w - style.name)
    face = style.face.strong if player.id == view.on_turn else style.face
    base = row.y + (row.h + capital(face)) // 2 + 1
    name = Box(row.x, base - capital(face), style.name - 4, capital(face))
    name = _with_figures(pen, name, view, player, face)
    player_labels.label(pen, name, outline_of(view), player.id, face)
    for field, end in zip(COUNTS, ends, strict=True):
        strong = face.strong if field == "points" else face
        pen.write(end + 1, base, number(player, field), strong, align="right")
        if field in player.doubtful:
            pen.write(end + 2, base, DOUBT, strong)


def _with_figures(pen: Pen, name: Box, view: View, player: PlayerView, face: Face) -> Box:
    """Marks of the neutral figures that a player plays, where there is room; gives what is left for the name."""
    size = player_labels.mark_size(face)
    for figure in player.plays if not pen.paper.tight else ():
        name = Box(name.x, name.y, name.w - size - 3, name.h)
        at = Box(name.right + 3, name.bottom - size + 1, size, size)
        player_labels.mark(pen, at, outline_of(view), figure)
    return name


def before_scoring(view: View) -> tuple[SmallTable, ...]:
    """Everybody's counts, while people are asked whether they are right; any other question needs the room."""
    if not view.counting:
        return ()
    return (SmallTable(lambda pen: height(pen, view.players), lambda pen, box: counts(pen, box, view)),)


def count_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Every count with its words, for whom pictures don't tell, then what the chronicles count.

    On each page stands what "?" beside some means.
    """
    head = head_strip(pen, outline_of(view), [player.id for player in view.players])
    rows = (
        MatrixRow(words, tuple(_doubted(player, field) for player in view.players))
        for field, words in WORDS.items()
    )
    strips = [line_strip(pen, row) for row in rows]
    foot = [_explained(pen)] if any(player.doubtful for player in view.players) else []
    tables = in_pages(strips, room(pen), [head], foot)
    reasons = in_pages(doubt_strips(pen, view, _note(pen)), room(pen)) if view.doubts else []
    return [*(Leaf(TITLE, page) for page in (*tables, *reasons)), *line_leaves(pen, view)]


def doubt_strips(pen: Pen, view: View, face: Face) -> list[Strip]:
    """Why there is a "?", each reason with the counts that it speaks of, and how it goes; none for no doubt."""
    if not view.doubts:
        return []
    return [heading(pen, DOUBT_SHORT), *(_reason(pen, each, face) for each in (*view.doubts, DOUBT_ENDS))]


def late_cost_strips(pen: Pen, view: View, face: Face) -> list[Strip]:
    """What OK does on the sheet while nobody has said what an earlier tile cost."""
    return [_reason(pen, LATE_COST, face)] if view.unpaid else []


def doubt_leaves(pen: Pen, view: View) -> list[Leaf]:
    """The same alone."""
    _, *reasons = doubt_strips(pen, view, _note(pen)) or [heading(pen, DOUBT_SHORT)]
    return [
        Leaf(DOUBT_SHORT, page)
        for page in in_pages([*late_cost_strips(pen, view, _note(pen)), *reasons], room(pen))
    ]


def _reason(pen: Pen, words: Message, face: Face) -> Strip:
    said = pen.fit(words, pen.paper.inner.w, room(pen), face, 5)
    high = text_height(len(said.lines), said.face) + pen.paper.px(1 if pen.paper.tight else 4)
    return Strip(high, partial(_draw_reason, said=said))


def _draw_reason(pen: Pen, box: Box, said: Fitted) -> None:
    pen.fitted(box, said)


def _doubted(player: PlayerView, field: str) -> str:
    return number(player, field) + (DOUBT if field in player.doubtful else "")


def _note(pen: Pen) -> Face:
    return SMALLEST if pen.paper.tight else pen.paper.face("note")


def _explained(pen: Pen) -> Strip:
    face = _note(pen)
    lines = len(wrap(pen.translate(DOUBT_WORDS), pen.paper.width - 2 * pen.paper.margin, face))
    return Strip(text_height(lines, face) + 4, partial(_explanation, face=face, lines=lines))


def _explanation(pen: Pen, box: Box, face: Face, lines: int) -> None:
    pen.text(box, DOUBT_WORDS, face, lines=lines, middle=True)


def points_line(pen: Pen, box: Box, view: View) -> None:
    """Everybody's mark and points in one line, and the names where all of them have room."""
    places = box.columns(len(view.players), 7)
    named = all(
        _name_room(pen, place, view, player) >= 0 for place, player in zip(places, view.players, strict=True)
    )
    for at, (place, player) in enumerate(zip(places, view.players, strict=True)):
        if at:
            pen.dots_down(place.x - 4, box.y, box.h)
        _points(pen, place, view, player, named)


POINTS, NAMES = Face(15, BOLD), SMALLEST


def _shown_points(player: PlayerView) -> str:
    return number(player, "points") + (DOUBT if "points" in player.doubtful else "")


def _name_room(pen: Pen, place: Box, view: View, player: PlayerView) -> int:
    """Pixels that are left beside mark, name and points; below 0 where the name has no room."""
    name = pen.translate(outline_of(view).figure(player.id).label)
    used = player_labels.mark_size(POINTS) + 3 + length(name, NAMES) + 3 + length(_shown_points(player), POINTS)
    return place.w - used


def _points(pen: Pen, place: Box, view: View, player: PlayerView, named: bool) -> None:
    size, base = player_labels.mark_size(POINTS), place.y + (place.h + capital(POINTS)) // 2
    player_labels.mark(pen, Box(place.x, base - size + 1, size, size), outline_of(view), player.id)
    shown = _shown_points(player)
    if named:
        pen.write(place.x + size + 3, base, outline_of(view).figure(player.id).label, NAMES)
        pen.write(place.right, base, shown, POINTS, align="right")
    else:
        # Who went home is in brackets, as the name would be.
        pen.write(place.x + size + 5, base, f"({shown})" if player.left else shown, POINTS)
