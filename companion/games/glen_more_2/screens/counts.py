"""Counts of all players: the table under icons, the sheet with all counts, uncertain counts, and confirmed counts.

Columns have equal widths and numbers are right-aligned under their icon, so nothing moves from turn to turn. An
uncertain count has "?" after it. Confirmed counts are those a scoring used, with the players' corrections.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from companion.engine.message import Message, join_list, tr, trn
from companion.games.glen_more_2.screens import icons
from companion.games.glen_more_2.screens.expansion_lines import line_leaves
from companion.screens import frame
from companion.screens.game_screens import SmallTable
from companion.screens.icons import MEDIUM_ICON, SMALL_ICON
from companion.screens.paper import (
    BIG,
    BOLD,
    MIDDLE,
    SMALLEST,
    WIDE,
    Box,
    Face,
    Fitted,
    capital_height,
    number_with_minus_sign,
    text_height,
    text_width,
    wrap_words,
)
from companion.screens.paper import SMALL as SMALL_PANEL
from companion.screens.pen import Pen
from companion.screens.tables import (
    Leaf,
    MatrixRow,
    Strip,
    head_strip,
    heading_strip,
    line_strip,
    sentence_strip,
    split_into_pages,
    strips_height,
)
from companion.state.glen_more_2.view import GOODS_LEFT_LABEL, CountView, PlayerView, View, outline_of

COUNTS = ("points", "scots_home", "landmarks", "barrels", "persons", "coins", "tiles")
"""The columns, by the names of fields of `PlayerView` and keys of `icons.COUNTED`."""
UNCERTAIN_SIGN = "?"
UNCERTAIN_SHORT, WHY_UNCERTAIN = tr("? may be wrong"), tr("counts ?")
UNCERTAIN_WORDS = tr("? = may be wrong: correct it, or you are asked at the scoring.")
OVERDUE_COST = tr("OK: what an earlier tile cost, or you don't know.")
UNCERTAIN_HELP = tr("To correct it: Menu, All counts. Otherwise you are asked at the scoring.")
COUNT_WORDS = {
    "points": tr("Points"),
    "coins": tr("Coins"),
    "barrels": tr("Whisky barrels"),
    "scots_home": tr("Scots at home"),
    "landmarks": tr("Landmark cards"),
    "persons": tr("Persons"),
    "tiles": tr("Territory tiles"),
}
"""Labels of all counts. What players pay with comes first: tight paper has space for four on the first page."""
TITLE = tr("All counts")


class Style(NamedTuple):
    """Layout of the table on one kind of panel."""

    icon: int
    row: int
    """Pixels from one player to the next."""
    face: Face
    name: int
    """Pixels for mark and name."""


STYLES = {
    BIG: Style(MEDIUM_ICON, 37, Face(20), 128),
    MIDDLE: Style(SMALL_ICON, 17, Face(15), 100),
    # As low as possible: the list below, which the counts are for, needs a row.
    WIDE: Style(SMALL_ICON, 11, SMALLEST, 72),
    SMALL_PANEL: Style(SMALL_ICON, 11, SMALLEST, 60),
}


def count_text(player: PlayerView, field: str) -> str:
    """Return the text of a count, with a typographic minus sign."""
    value: int = getattr(player, field)
    return number_with_minus_sign(value)


def counts_height(pen: Pen, players: Sequence[PlayerView]) -> int:
    """Return the height of the whole table in pixels."""
    style = STYLES[pen.paper.panel]
    return style.icon + _under_head(pen) + style.row * len(players)


def _under_head(pen: Pen) -> int:
    return 0 if pen.paper.tight else 2


def draw_counts(pen: Pen, box: Box, view: View, uncertainty_text: Message = UNCERTAIN_SHORT) -> None:
    """Draw the table at the top of the box; `uncertainty_text`: the text about "?" beside the icons."""
    style = STYLES[pen.paper.panel]
    wide = (box.w - style.name) // len(COUNTS)
    ends = [box.x + style.name + at * wide + (wide + style.icon) // 2 for at in range(len(COUNTS))]
    for field, end in zip(COUNTS, ends, strict=True):
        pen.icon(end - style.icon, box.y, icons.COUNT_ICONS[field], style.icon)
    _draw_uncertain_note(
        pen, Box(box.x, box.y, ends[0] - style.icon - 4 - box.x, style.icon), view, uncertainty_text
    )
    for at, player in enumerate(view.players):
        row = Box(box.x, box.y + style.icon + _under_head(pen) + at * style.row, box.w, style.row)
        _row(pen, row, view, player, ends)


def _draw_uncertain_note(pen: Pen, box: Box, view: View, uncertainty_text: Message) -> None:
    """Draw what "?" means, or the key that explains it, if it fits; the menu has the whole explanation."""
    words = pen.translate(uncertainty_text)
    if any(player.uncertain_counts for player in view.players) and text_width(words, SMALLEST) <= box.w:
        pen.write(box.x, box.y + (box.h + capital_height(SMALLEST)) // 2, words, SMALLEST)


def _row(pen: Pen, row: Box, view: View, player: PlayerView, ends: Sequence[int]) -> None:
    style = STYLES[pen.paper.panel]
    # Not under the names, where an accent would touch the dots.
    pen.dots(row.x + style.name, row.y, row.w - style.name)
    face = style.face.strong if player.id == view.on_turn else style.face
    base = row.y + (row.h + capital_height(face)) // 2 + 1
    name = Box(row.x, base - capital_height(face), style.name - 4, capital_height(face))
    name = _with_figures(pen, name, view, player, face)
    frame.draw_player_label(pen, name, outline_of(view), player.id, face)
    for field, end in zip(COUNTS, ends, strict=True):
        strong = face.strong if field == "points" else face
        pen.write(end + 1, base, count_text(player, field), strong, align="right")
        if field in player.uncertain_counts:
            pen.write(end + 2, base, UNCERTAIN_SIGN, strong)


def _with_figures(pen: Pen, name: Box, view: View, player: PlayerView, face: Face) -> Box:
    """Draw marks of the neutral figures that a player moves, if they fit; return the box left for the name."""
    size = frame.mark_size(face)
    for figure in player.acts_for if not pen.paper.tight else ():
        name = Box(name.x, name.y, name.w - size - 3, name.h)
        at = Box(name.right + 3, name.bottom - size + 1, size, size)
        frame.draw_mark(pen, at, outline_of(view), figure)
    return name


def counts_to_confirm(view: View) -> tuple[SmallTable, ...]:
    """Return the table of counts while players confirm them; other questions need the space."""
    if not view.is_counting:
        return ()
    return (
        SmallTable(lambda pen: counts_height(pen, view.players), lambda pen, box: draw_counts(pen, box, view)),
    )


def all_count_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return the pages with every count and its label, then the counts of the chronicles.

    Each page explains "?" if there is one.
    """
    head = head_strip(pen, outline_of(view), [player.id for player in view.players])
    rows = (
        MatrixRow(words, tuple(_count_with_sign(player, field) for player in view.players))
        for field, words in COUNT_WORDS.items()
    )
    strips = [line_strip(pen, row) for row in rows]
    foot = [_explained(pen)] if any(player.uncertain_counts for player in view.players) else []
    tables = split_into_pages(strips, strips_height(pen), [head], foot)
    reasons = (
        split_into_pages(uncertain_strips(pen, view, _note(pen)), strips_height(pen))
        if view.uncertainty_reasons
        else []
    )
    return [*(Leaf(TITLE, page) for page in (*tables, *reasons)), *line_leaves(pen, view)]


def uncertain_strips(pen: Pen, view: View, face: Face) -> list[Strip]:
    """Return strips with the reasons for each "?" and how to correct the counts; none without uncertain counts."""
    if not view.uncertainty_reasons:
        return []
    return [
        heading_strip(pen, UNCERTAIN_SHORT),
        *(_reason(pen, each, face) for each in (*view.uncertainty_reasons, UNCERTAIN_HELP)),
    ]


def overdue_cost_strips(pen: Pen, view: View, face: Face) -> list[Strip]:
    """Return the strip about what OK does on the sheet while the cost of an earlier tile is unknown."""
    return [_reason(pen, OVERDUE_COST, face)] if view.has_unpaid_cost else []


def uncertain_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return the pages with only the reasons for uncertain counts."""
    _, *reasons = uncertain_strips(pen, view, _note(pen)) or [heading_strip(pen, UNCERTAIN_SHORT)]
    return [
        Leaf(UNCERTAIN_SHORT, page)
        for page in split_into_pages([*overdue_cost_strips(pen, view, _note(pen)), *reasons], strips_height(pen))
    ]


def _reason(pen: Pen, words: Message, face: Face) -> Strip:
    said = pen.fit(words, pen.paper.inner.w, strips_height(pen), face, 5)
    high = text_height(len(said.lines), said.face) + pen.paper.px(1 if pen.paper.tight else 4)
    return Strip(high, partial(_draw_reason, said=said))


def _draw_reason(pen: Pen, box: Box, said: Fitted) -> None:
    pen.write_fitted(box, said)


def _count_with_sign(player: PlayerView, field: str) -> str:
    return count_text(player, field) + (UNCERTAIN_SIGN if field in player.uncertain_counts else "")


def _note(pen: Pen) -> Face:
    return SMALLEST if pen.paper.tight else pen.paper.face("note")


def _explained(pen: Pen) -> Strip:
    face = _note(pen)
    lines = len(wrap_words(pen.translate(UNCERTAIN_WORDS), pen.paper.width - 2 * pen.paper.margin, face))
    return Strip(text_height(lines, face) + 4, partial(_explanation, face=face, lines=lines))


def _explanation(pen: Pen, box: Box, face: Face, lines: int) -> None:
    pen.text(box, UNCERTAIN_WORDS, face, lines=lines, middle=True)


def draw_points_line(pen: Pen, box: Box, view: View) -> None:
    """Draw every player's mark and points in one line, with names if all of them fit."""
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
    return count_text(player, "points") + (UNCERTAIN_SIGN if "points" in player.uncertain_counts else "")


def _name_room(pen: Pen, place: Box, view: View, player: PlayerView) -> int:
    """Return the pixels left beside mark, name and points; negative if the name does not fit."""
    name = pen.translate(outline_of(view).figure(player.id).label)
    used = frame.mark_size(POINTS) + 3 + text_width(name, NAMES) + 3 + text_width(_shown_points(player), POINTS)
    return place.w - used


def _points(pen: Pen, place: Box, view: View, player: PlayerView, named: bool) -> None:
    size, base = frame.mark_size(POINTS), place.y + (place.h + capital_height(POINTS)) // 2
    frame.draw_mark(pen, Box(place.x, base - size + 1, size, size), outline_of(view), player.id)
    shown = _shown_points(player)
    if named:
        pen.write(place.x + size + 3, base, outline_of(view).figure(player.id).label, NAMES)
        pen.write(place.right, base, shown, POINTS, align="right")
    else:
        # Points of a player who left the game are in brackets, as the name would be.
        pen.write(place.x + size + 5, base, f"({shown})" if player.has_left else shown, POINTS)


CONFIRMED = tr("Counts confirmed")
UNCONFIRMED_SIGN, CORRECTED_SIGN = "?", "*"
"""Signs after a number that is not confirmed, and after one that players corrected."""


def counts_note(counts: Sequence[CountView], page: int) -> tuple[Message, ...]:
    """Return the note for a result's first page; `page`: the page with the counts. () if nothing was counted."""
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
    told = tr("Territories counted") if all(each.is_tracked for each in counts) else CONFIRMED
    return (told, *_goods(counts))


def _goods(counts: Sequence[CountView]) -> Iterator[Message]:
    """Yield the goods of each leader, most first, if they broke a tie."""
    goods = sorted((each.value for each in counts if each.count == GOODS_LEFT_LABEL), reverse=True)
    if goods:
        yield tr("goods {numbers}", numbers=":".join(map(str, goods)))


def count_rows(view: View) -> list[MatrixRow]:
    """Return a row for each count with a column for each player scored."""
    kinds = dict.fromkeys(each.count for each in view.counts)
    return [MatrixRow(kind, tuple(_cell(view, kind, player.id) for player in view.players)) for kind in kinds]


def _cell(view: View, kind: Message, player: str) -> str:
    found = next((each for each in view.counts if (each.count, each.player) == (kind, player)), None)
    if found is None:
        return ""
    return f"{found.value}{CORRECTED_SIGN if found.corrected else '' if found.confirmed else UNCONFIRMED_SIGN}"


def counts_legend(pen: Pen, view: View) -> list[Strip]:
    """Return strips that explain the signs in the table, and why counts in it brought no points."""
    signs = [
        *([tr("? not confirmed")] if not all(each.confirmed for each in view.counts) else []),
        *([tr("* corrected")] if any(each.corrected for each in view.counts) else []),
    ]
    return [
        *([sentence_strip(pen, join_list(signs))] if signs else []),
        *(sentence_strip(pen, each) for each in view.castle_moil_notes),
    ]


def confirmed_count_leaves(pen: Pen, view: View, title: Message) -> list[Leaf]:
    """Return pages with only the table; none if nothing was counted."""
    if not view.counts:
        return []
    head = head_strip(pen, outline_of(view), [player.id for player in view.players])
    strips = [line_strip(pen, each) for each in count_rows(view)]
    return [
        Leaf(title, page)
        for page in split_into_pages(strips, strips_height(pen), [head], counts_legend(pen, view))
    ]
