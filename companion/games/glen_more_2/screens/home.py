"""Home page of Glen More II: whose turn, turn log and instructions, the market, every player's counts, the keys.

Zones have fixed heights, so that little changes between two pictures; a missing part leaves its zone white.
Instructions are never cut; the market is left out to make space. The largest panel also shows the rondel as a loop
of spaces, clockwise from the last figure at the top left; a tile that has not been entered shows only its deck.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from companion.engine.message import Message, literal, tr, trn
from companion.games.glen_more_2.screens import counts, icons
from companion.games.glen_more_2.screens.expansion_lines import draw_short_form
from companion.games.glen_more_2.screens.todo_layout import TO_DO, TodoSettings, TodoText, TurnLog
from companion.menu.pages import HomePage
from companion.scoring.gains import Result
from companion.screens import frame
from companion.screens.box_icons import CARD
from companion.screens.frame import draw_footer
from companion.screens.icons import LARGE_ICON, MEDIUM_ICON
from companion.screens.market import MarketRow, draw_market, spaces_height
from companion.screens.message_screens import draw_title_picture
from companion.screens.paper import (
    BIG,
    BOLD,
    MIDDLE,
    REGULAR,
    SERIF,
    SMALL,
    WIDE,
    Box,
    Face,
    capital_height,
    number_with_minus_sign,
    text_width,
)
from companion.screens.pen import Pen
from companion.state.glen_more_2.facts import START_DECK, WORLDS_END
from companion.state.glen_more_2.text.labels import GOODS_LABELS
from companion.state.glen_more_2.view import RowView, SpaceView, View, outline_of

RONDEL_ROWS = 3
"""Number of rows; the loop is as wide as the rondel needs."""
MAX_NAMED_TILES = 3
"""Number of tiles that are named inside the loop."""


def draw_rondel(pen: Pen, box: Box, view: View) -> None:
    """Draw the rondel into the box, as large as whole pixels allow."""
    columns = max(3, (max(view.spaces, len(view.track)) - 2 * (RONDEL_ROWS - 2) + 1) // 2)
    wide, high = box.w // columns, box.h // RONDEL_ROWS
    path = _clockwise(columns)
    for at, (column, row) in enumerate(path):
        place = Box(box.x + column * wide, box.y + row * high, wide, high)
        if at < len(view.track):
            _space(pen, place, view, view.track[at], at == 0)
        elif at < view.spaces:
            _empty(pen, place)
    inside = Box(box.x + wide + 10, box.y + high + 2, (columns - 2) * wide - 16, high - 2)
    _names(pen, inside, view)


def _clockwise(columns: int) -> list[tuple[int, int]]:
    """Return column and row of each space."""
    return [
        *((column, 0) for column in range(columns)),
        *((columns - 1, row) for row in range(1, RONDEL_ROWS)),
        *((column, RONDEL_ROWS - 1) for column in range(columns - 2, -1, -1)),
        *((0, row) for row in range(RONDEL_ROWS - 2, 0, -1)),
    ]


def _space(pen: Pen, place: Box, view: View, space: SpaceView, last: bool) -> None:
    inner = place.inset(1, 1)
    if space.figures:
        if last:
            pen.bar(inner)
        size = min(MEDIUM_ICON, (inner.w - 2) // len(space.figures))
        for at, figure in enumerate(space.figures):
            x = place.x + (place.w - size * len(space.figures)) // 2 + at * size
            mark = Box(x, place.y + (place.h - size) // 2, size - 1, size - 1)
            frame.draw_mark(pen, mark, outline_of(view), figure, white=last)
    elif space.piece == WORLDS_END:
        pen.icon(
            place.x + (place.w - LARGE_ICON) // 2, place.y + (place.h - LARGE_ICON) // 2, icons.END, LARGE_ICON
        )
    elif space.label is not None:
        _tile(pen, inner, space)
    else:
        _empty(pen, place)


def _tile(pen: Pen, inner: Box, space: SpaceView) -> None:
    """Draw the letter of the tile's deck, and the number of the tile ahead."""
    pen.frame(inner)
    middle = inner.x + inner.w // 2
    if space.deck:
        pen.write(middle, inner.y + 27, space.deck, Face(22, SERIF), align="centre")
    if space.ahead:
        pen.write(middle, inner.bottom - 7, str(space.ahead), Face(15, BOLD), align="centre")


def _empty(pen: Pen, place: Box) -> None:
    for y in (place.y + 5, place.bottom - 6):
        pen.dots(place.x + 5, y, place.w - 10)


def _names(pen: Pen, box: Box, view: View) -> None:
    """Draw the names of the first tiles ahead, as far as they are known."""
    known = [space for space in view.track if space.ahead and space.is_known and space.label]
    for at, space in enumerate(known[:MAX_NAMED_TILES]):
        face = Face(15, BOLD if at == 0 else REGULAR)
        line = f"{space.ahead} {pen.translate(space.label or '')}"
        pen.write(box.x, box.y + 16 + at * 18, line, face, room=box.w, person=True)


def row_label(row: RowView) -> Message:
    """Return the label of a market row."""
    return row.label or GOODS_LABELS.get(row.good, literal(row.good))


def is_goods_row(row: RowView) -> bool:
    """True if goods are bought and sold in the row; an expansion's row may only take and give coins."""
    return row.good in GOODS_LABELS


def market_rows(view: View) -> tuple[MarketRow, ...]:
    """Return the rows of the market as they are drawn."""
    return tuple(
        MarketRow(row_label(row), icons.GOOD_ICONS.get(row.good), row.filled, row.buy, row.sell)
        for row in view.market
    )


TITLE, NEXT_PLAYER, PLAYED_BY = literal("Glen More II"), tr("next"), tr("by")
WHY_BACK = tr("? why: BACK")
SCORED_AFTER = ("A", "B", "C")
"""Decks whose end starts a scoring round (GM-RND-04)."""


class Zones(NamedTuple):
    """Positions on one kind of panel, in pixels from the top."""

    bar: int
    """Height of the black bar."""
    mark: int
    """Size of the mark in the bar."""
    side: Face
    """Face of the text at the right of the bar."""
    step: int
    """Pixels between the lines of that text."""
    margin: int
    todo: tuple[int, int]
    """Top and bottom of turn log and instructions."""
    market: int
    counts: int
    """Table of counts; on tight paper the line of points."""
    right: int = 0
    """X of the column with the rondel; 0 if there is none."""


ZONES = {
    BIG: Zones(60, 36, Face(18, BOLD), 22, 16, (74, 150), 158, 247, 500),
    MIDDLE: Zones(36, 20, Face(13, BOLD), 15, 8, (43, 100), 107, 170),
    WIDE: Zones(27, 14, Face(13, BOLD), 13, 6, (31, 64), 68, 88),
    SMALL: Zones(27, 14, Face(13, BOLD), 13, 5, (31, 62), 65, 84),
}


def draw_home(pen: Pen, view: View, page: HomePage) -> None:
    """Draw the home page; before the market is set up only the name of the game."""
    if not view.market:
        draw_title_picture(pen, TITLE, CARD, page.text, page.hints)
        return
    zones = ZONES[pen.paper.panel]
    _bar(pen, view, zones)
    bottom = draw_footer(pen, page.hints)
    _column(pen, _column_box(pen, zones, bottom), view, page, zones)
    if zones.right:
        _right(pen, Box(zones.right, zones.bar, pen.paper.width - zones.right, bottom - zones.bar), view)


def count_hidden_tasks(pen: Pen, view: View) -> int:
    """Return the number of instructions that do not fit on the home page."""
    if not view.market or len(view.table_tasks) < 2:
        return 0
    zones, said = ZONES[pen.paper.panel], _todo_text(pen, view, (each.text for each in view.table_tasks))
    column = _column_box(pen, zones, pen.paper.height)
    ways = TodoSettings(pen, column.w, said)
    if ways.shows_all(_over_market(pen, column, zones, spaces=False).h):
        return 0
    return ways.hidden_count(_without_market(pen, column, zones).h)


def deck_line(view: View, long: bool = False) -> Message | None:
    """Return how many tiles are left in the deck; `long`: with the scoring that follows."""
    if not view.deck or view.over:
        return None
    if view.deck == START_DECK:
        return trn("{n} start tile left", "{n} start tiles left", view.left)
    if long and view.deck in SCORED_AFTER:
        return tr("deck {deck}: {n} left, then scoring", deck=view.deck, n=view.left)
    return tr("deck {deck}: {n} left", deck=view.deck, n=view.left)


def _bar(pen: Pen, view: View, zones: Zones) -> None:
    paper = pen.paper
    bar = Box(0, 0, paper.width, zones.bar)
    pen.bar(bar)
    side = _side(pen, bar.inset(zones.margin), view, zones)
    face = paper.face("name")
    base = (bar.h + capital_height(face)) // 2
    left = Box(zones.margin, 0, bar.w - side - 3 * zones.margin, zones.bar)
    if view.over or not view.on_turn:
        told = tr("The game is over") if view.over else view.scoring_title or tr("Set-up")
        pen.write(left.x, base, told, face, room=left.w, white=True)
        return
    mark = Box(left.x, (bar.h - zones.mark) // 2, zones.mark, zones.mark)
    frame.draw_mark(pen, mark, outline_of(view), view.on_turn, white=True)
    figure = outline_of(view).figure(view.on_turn)
    name = left.from_left(zones.mark + zones.margin)
    pen.write(name.x, base, figure.label, face, room=name.w, white=True, person=True)


def _side(pen: Pen, bar: Box, view: View, zones: Zones) -> int:
    """Draw who is next or moves a neutral figure, and below it the deck; return the width in pixels."""
    face, deck = zones.side, None if pen.paper.tight else deck_line(view, pen.paper.panel == BIG)
    following = view.acting_player or view.next_up if not view.over else ""
    lines = (1 if following else 0) + (1 if deck else 0)
    base = (bar.h - (lines - 1) * zones.step + capital_height(face)) // 2
    wide = 0
    if following:
        wide = _person_beside(pen, bar, base, view, PLAYED_BY if view.acting_player else NEXT_PLAYER, following)
    if deck:
        words = pen.translate(deck)
        pen.write(bar.right, base + (lines - 1) * zones.step, words, face, align="right", white=True)
        wide = max(wide, text_width(words, face))
    return wide


def _person_beside(pen: Pen, bar: Box, base: int, view: View, text: Message, figure_id: str) -> int:
    """Draw text and player label in at most two fifths of the bar, as the name on turn is more important."""
    outline, word, face = outline_of(view), pen.translate(text), ZONES[pen.paper.panel].side
    before = text_width(word, face) + 5
    wide = min(bar.w * 2 // 5, before + frame.player_label_width(pen, outline, figure_id, face))
    pen.write(bar.right - wide, base, word, face, white=True)
    name = Box(bar.right - wide + before, base - capital_height(face), wide - before, capital_height(face))
    frame.draw_player_label(pen, name, outline, figure_id, face, white=True)
    return wide


def _column(pen: Pen, column: Box, view: View, page: HomePage, zones: Zones) -> None:
    ways = TodoSettings(pen, column.w, _page_todo_text(pen, view, page))
    room = _without_market(pen, column, zones)
    # After the end of the game nothing is bought or sold.
    spaces = None if view.over else _spaces_of_market(pen, column, zones, ways)
    if spaces is not None:
        top = zones.market + (0 if spaces else spaces_height(pen))
        room = _over_market(pen, column, zones, spaces)
        _rule(pen, column, top - (6 if not pen.paper.tight else 3))
        draw_market(pen, Box(column.x, zones.market, column.w, 0), market_rows(view), spaces)
    ways.say(room)
    if pen.paper.tight:
        pen.rule(0, zones.counts - 3, pen.paper.width)
        if not view.turn and column.bottom < zones.counts + counts.POINTS.size:
            return  # There is a second line of keys, and no player has points before the first turn.
        counts.draw_points_line(pen, Box(column.x, zones.counts, column.w, column.bottom - 3 - zones.counts), view)
        return
    _across(pen, column, zones.counts - 6)
    told = any(hint.button == "BACK" and hint.label in (TO_DO, counts.WHY_UNCERTAIN) for hint in page.hints)
    table = Box(column.x, zones.counts, column.w, column.bottom - zones.counts)
    counts.draw_counts(pen, table, view, WHY_BACK if told else counts.UNCERTAIN_SHORT)
    under = zones.counts + counts.counts_height(pen, view.players)
    if not zones.right:
        draw_short_form(pen, Box(column.x, under, column.w, column.bottom - 3 - under), view)


def _spaces_of_market(pen: Pen, column: Box, zones: Zones, settings: TodoSettings) -> bool | None:
    """Return True for a market with coin spaces, False for prices alone, None if instructions need its space.

    The coin spaces are left out first, so that instructions have separate lines. The turn log is shortened as
    little as possible.
    """
    rooms = {spaces: _over_market(pen, column, zones, spaces).h for spaces in (True, False)}
    smallest, left_out = settings.cost(_without_market(pen, column, zones).h)
    most = smallest or pen.paper.tight, max(1, left_out)
    tried = [(True, False), (False, False)] if pen.paper.tight else [(True, True), (False, True), (False, False)]
    for spaces, apart in tried:
        costs = zip(settings.cost(rooms[spaces]), most, strict=True)
        if settings.shows_all(rooms[spaces], apart) and all(taken <= may for taken, may in costs):
            return spaces
    return None


def _rule(pen: Pen, column: Box, y: int) -> None:
    if pen.paper.tight:
        pen.dots(0, y, pen.paper.width)
    else:
        pen.rule(
            column.x if pen.paper.panel == BIG else 0, y, column.w if pen.paper.panel == BIG else pen.paper.width
        )


def _across(pen: Pen, column: Box, y: int) -> None:
    """Draw a line across the whole paper, or across its left column."""
    whole = pen.paper.panel != BIG
    pen.rule(0 if whole else column.x, y, pen.paper.width if whole else column.w)


def _column_box(pen: Pen, zones: Zones, bottom: int) -> Box:
    right = zones.right - zones.margin if zones.right else pen.paper.width - zones.margin
    return Box(zones.margin, 0, right - zones.margin, bottom)


def _over_market(pen: Pen, column: Box, zones: Zones, spaces: bool = True) -> Box:
    top, bottom = zones.todo
    return Box(column.x, top, column.w, bottom - top + (0 if spaces else spaces_height(pen)))


def _without_market(pen: Pen, column: Box, zones: Zones) -> Box:
    """Return the box of the instructions without the market, which is also on the table."""
    top = zones.todo[0]
    return Box(column.x, top, column.w, zones.counts - (4 if pen.paper.tight else 8) - top)


def _page_todo_text(pen: Pen, view: View, page: HomePage) -> TodoText:
    """Return the instructions; if there are none, what the keys do."""
    owed = [each.text for each in view.table_tasks]
    if page.waiting or view.over or not owed:
        owed.insert(0, page.text)
    return _todo_text(pen, view, owed)


def _todo_text(pen: Pen, view: View, words: Iterable[Message]) -> TodoText:
    owed = [pen.translate(each) for each in words]
    if view.over:
        # The result has all points of the end of the game.
        return TodoText(TurnLog(), owed)
    booked = TurnLog(view.turn_log, view.turn_log_coins, view.turn_log_points, view.turn_log_owner)
    return TodoText(booked, owed, _deck_beside(pen, view), shows_first_only=not view.turn)


def _deck_beside(pen: Pen, view: View) -> Message | None:
    """Return the deck line for tight paper; None before a deck is prepared."""
    return deck_line(view) if pen.paper.tight and view.turn else None


def _right(pen: Pen, box: Box, view: View) -> None:
    pen.post(box.x, box.y + 12, box.h - 20)
    inner = Box(box.x + 14, box.y + 12, box.w - 24, 186)
    if view.track:
        draw_rondel(pen, inner, view)
    y = _by_scoring(pen, inner, inner.bottom + 10, view)
    if view.if_scored_now is not None:
        y = _if_scored_now(pen, inner, y, view, view.if_scored_now)
    draw_short_form(pen, Box(inner.x, y + 2, inner.w, box.bottom - 2 - y), view)


SCORING_ROUNDS = ("A", "B", "C", "D")
"""The scorings by the deck whose end starts them; the last is the final scoring."""


def _by_scoring(pen: Pen, inner: Box, y: int, view: View) -> int:
    """Draw each player's points per scoring and in all; return the y below."""
    wide, face, row = 36, Face(17), 21
    ends = [inner.right - 6 - wide * (len(SCORING_ROUNDS) - at) for at in range(len(SCORING_ROUNDS))]
    pen.rule(inner.x, y, inner.w)
    pen.write(inner.x, y + 18, tr("By scoring"), Face(15, BOLD), room=ends[0] - 30 - inner.x)
    for end, name in zip(ends, SCORING_ROUNDS, strict=True):
        pen.write(end, y + 18, name, Face(15, BOLD), align="right")
    pen.write(inner.right, y + 18, tr("all"), Face(15, BOLD), align="right")
    for at, player in enumerate(view.players):
        line = Box(inner.x, y + 23 + at * row, inner.w, row)
        base = line.y + 16
        pen.dots(ends[0] - 30, line.y, line.right - ends[0] + 30)
        place = Box(line.x, base - capital_height(face), ends[0] - 34 - line.x, capital_height(face))
        frame.draw_player_label(pen, place, outline_of(view), player.id, Face(15))
        for end, shown in zip(ends, _per_round(view, at), strict=False):
            pen.write(end, base, shown, face, align="right")
        pen.write(inner.right, base, number_with_minus_sign(player.points), face.strong, align="right")
    return y + 26 + row * len(view.players)


def _per_round(view: View, seat: int) -> list[str]:
    """Return the points from one scoring to the next, and a dot for those to come; 0 before a player joined."""
    totals = [
        each.points[seat] if seat < len(each.points) else 0 for each in view.score_history.turns if each.scoring
    ]
    done = [number_with_minus_sign(now - before) for before, now in pairwise((0, *totals))]
    return [*done, *("·" for _ in SCORING_ROUNDS)][: len(SCORING_ROUNDS)]


def _if_scored_now(pen: Pen, inner: Box, y: int, view: View, coming: Result) -> int:
    """Draw each player's points of a scoring now, most first, in one line; return the y below."""
    gained = sorted(((each.points - each.points_before, each.name) for each in coming.players), reverse=True)
    face, base = Face(15, BOLD), y + 17
    size = frame.mark_size(face)
    pen.rule(inner.x, y, inner.w)
    wide = 46
    x = inner.right - wide * len(gained)
    pen.text(
        Box(inner.x, base - capital_height(face), x - 8 - inner.x, capital_height(face)),
        tr("If scored now"),
        face,
        middle=True,
    )
    for at, (more, who) in enumerate(gained):
        frame.draw_mark(pen, Box(x + wide * at, base - size + 1, size, size), outline_of(view), who)
        shown = f"+{more}" if more >= 0 else number_with_minus_sign(more)
        pen.write(x + wide * at + size + 4, base, shown, face)
    return y + 21
