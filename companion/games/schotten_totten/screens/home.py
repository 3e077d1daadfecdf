"""Home page of Schotten Totten, and the page that asks for a place on the border.

On large panels the players' lines are at their own edges with the border between them and the text below. On tight
paper a window of the border is at the right with the text beside it. A card to be placed is drawn large before the
text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.engine.message import Message, capitalize_start, literal, tr, trn
from companion.games.schotten_totten.screens.border import (
    BARRED_STRENGTHS,
    FAR,
    NEAR,
    Cursor,
    border_height,
    border_width,
    draw_border,
)
from companion.games.schotten_totten.screens.icons import BOULDER, RUSE, sign_of
from companion.menu.pages import HomePage, ListItem, MapPage
from companion.scoring.schotten_totten.border import SIDES
from companion.screens import frame
from companion.screens.frame import draw_footer
from companion.screens.game_screens import SmallTable
from companion.screens.icons import LARGE_ICON, MEDIUM_ICON, POINTS_ICON, SMALL_ICON, Icon, icon_mask
from companion.screens.message_screens import draw_title_picture
from companion.screens.paper import BIG, BOLD, MIDDLE, Box, Face, capital_height, text_width
from companion.screens.pen import Pen, Sentence, sentences_fit, write_sentences
from companion.state.schotten_totten.suggestions import border_spot
from companion.state.schotten_totten.view import CardView, PlayerView, View, card_view, outline_of


class Strip(NamedTuple):
    """Layout of a player's line."""

    high: int
    face: Face
    sign: int
    """Size of the icons, in pixels."""
    gap: int
    """Pixels between an icon and its number."""
    between: int
    """Pixels before the next icon."""


STRIPS = {
    BIG: Strip(34, Face(24, BOLD), MEDIUM_ICON, 8, 24),
    MIDDLE: Strip(20, Face(17, BOLD), SMALL_ICON, 4, 12),
}
TIGHT_STRIP = Strip(17, Face(13, BOLD), SMALL_ICON, 3, 4)
TIGHTER_STRIP = TIGHT_STRIP._replace(gap=1, between=2)
"""Strip for numbers of two digits."""


def player_counts(view: View, player: PlayerView) -> list[tuple[Icon, int]]:
    """Return what a player has: icons with numbers."""
    tactics = [(RUSE, len(player.tactics))] if "tactics" in view.variants else []
    points = [(POINTS_ICON, player.points)] if view.rounds > 1 else []
    return [*tactics, (BOULDER, player.stones), *points]


def draw_count(pen: Pen, right: int, box: Box, strip: Strip, icon: Icon, number: int, white: bool) -> int:
    """Draw an icon with its number, ending at `right`; return the x where the one before may end."""
    said, face = str(number), strip.face
    wide = text_width(said, face)
    pen.set(right - wide, box.y + (box.h + capital_height(face)) // 2, said, face, white=white)
    x = right - wide - strip.gap - icon_mask(icon, strip.sign).width
    pen.icon(x, box.y + (box.h - strip.sign) // 2, icon, strip.sign, white)
    return x - strip.between


def counts_width(strip: Strip, counts: Iterable[tuple[Icon, int]]) -> int:
    """Return the width of icons and numbers in pixels, with the space before each."""
    return sum(
        strip.between + icon_mask(icon, strip.sign).width + strip.gap + text_width(str(n), strip.face)
        for icon, n in counts
    )


def draw_both_counts(pen: Pen, box: Box, view: View) -> int:
    """Draw mark and counts of each player in a line from the top of the box; return the height in pixels."""
    strip = next((each for each in (TIGHT_STRIP, TIGHTER_STRIP) if _fits(each, view, box.w)), TIGHTER_STRIP)
    for at, side in enumerate(SIDES):
        _line(pen, box.below(at * strip.high).top(strip.high), view, strip, side)
    return len(SIDES) * strip.high


def _fits(strip: Strip, view: View, room: int) -> bool:
    """True if mark and counts of both players fit into this width."""
    size = frame.mark_size(strip.face)
    return all(size + counts_width(strip, _small_counts(view, each)) <= room for each in view.players)


def _small_counts(view: View, player: PlayerView) -> list[tuple[Icon, int]]:
    """Return the counts for tight paper, without tactics cards, which have a key there."""
    return player_counts(view, player)[-2:]


def _line(pen: Pen, box: Box, view: View, strip: Strip, side: str) -> None:
    """Draw a player's counts after the player's mark."""
    size = frame.mark_size(strip.face)
    frame.draw_mark(pen, Box(box.x, box.y + (box.h - size) // 2, size, size), outline_of(view), side)
    x = box.right
    for icon, number in reversed(_small_counts(view, view.player(side))):
        x = draw_count(pen, x, box, strip, icon, number, white=False)


SIZES = {BIG: (58, 2 * MEDIUM_ICON, Face(40, BOLD)), MIDDLE: (38, LARGE_ICON, Face(40, BOLD))}
"""Height of the card, size of its sign and face of its strength, by panel."""
TIGHT_CARD = (28, MEDIUM_ICON, Face(30, BOLD))
PAD = 4


def card_height(pen: Pen) -> int:
    """Return the height of a large card, in pixels."""
    return SIZES.get(pen.paper.panel, TIGHT_CARD)[0]


def draw_large_card(pen: Pen, box: Box, card: CardView) -> int:
    """Draw a large card with its frame at the left of the box; return the x where text may begin."""
    high, size, face = SIZES.get(pen.paper.panel, TIGHT_CARD)
    high = min(high, box.h)
    size = min(size, MEDIUM_ICON if high < LARGE_ICON + 2 * 2 else size)
    sign = sign_of(card)
    figure = str(card.strength) if card.strength else ""
    wide = 2 * PAD + icon_mask(sign, size).width + (PAD + text_width("8", face) if figure else 0)
    pen.frame(Box(box.x, box.y, wide, high), 4)
    x = pen.icon(box.x + PAD, box.y + (high - size) // 2, sign, size)
    if figure:
        barred = card.strength in BARRED_STRENGTHS
        base = box.y + (high + capital_height(face)) // 2 - (2 if barred else 0)
        pen.set(x + PAD, base, figure, face)
        if barred:
            pen.square(Box(x + PAD, base + 1, text_width("8", face), 3))
    return box.x + wide + pen.paper.px(8)


TITLE = literal("Schotten Totten")


def draw_home(pen: Pen, view: View, page: HomePage) -> None:
    """Draw the home page; before the first round only the name of the game."""
    if not view.stones:
        draw_title_picture(pen, TITLE, BOULDER, page.text, page.hints)
        return
    room = Box(0, 0, pen.paper.width, draw_footer(pen, page.hints))
    (_draw_beside_border if pen.paper.tight else _draw_between_players)(pen, room, view, page.text)


def _turn_sentences(question: Message, first: Iterable[Message | None], more: Iterable[Message]) -> list[Sentence]:
    """Return the sentences: instructions and reasons first, then the question, which the black bar shows too."""
    return [*(Sentence(each) for each in first if each), Sentence(question, bold=True), *map(Sentence, more)]


def home_sentences(view: View) -> Iterator[Message]:
    """Yield the instructions, the reason and the progress of the game, the most important first."""
    yield from (each for each in (view.first_task, view.why) if each)
    yield from _progress_sentences(view)


def _progress_sentences(view: View, drawing: bool = True) -> Iterator[Message]:
    """Yield the lines to do and the progress; `drawing`: with the line about drawing cards."""
    draws = any(player.draws for player in view.players)
    yield from view.todo[: -1 if draws and not drawing else None]
    if view.rounds > 1 and not view.over:
        yield tr("Round {n} of {rounds}.", n=view.round, rounds=view.rounds)
    if view.phase == "play":
        yield trn("{n} card left to draw.", "{n} cards left to draw.", view.pile)


def middle_stone(view: View) -> int:
    """Return the number of the stone that tight paper shows in the middle.

    The first that applies: of a card to be placed, claimable now or claimed last, of the last play, claimable
    later.
    """
    wanted = [view.waiting.stone if view.waiting else 0, view.why_stone, view.last.stone if view.last else 0]
    wanted += [stone.number for stone in view.stones if stone.claimable]
    return next((number for number in wanted if number), len(view.stones) // 2 + 1)


def turn_title(view: View) -> Message:
    """Return the title: who is on turn, or the current phase."""
    if view.over:
        return tr("The game is over")
    if not view.to_move:
        return tr("The round is over")
    if view.acts != view.to_move:
        return capitalize_start(tr("{name} can claim a stone", name=view.player(view.acts).label))
    return capitalize_start(tr("{name}'s turn", name=view.player(view.to_move).label))


def _draw_between_players(pen: Pen, room: Box, view: View, question: Message) -> None:
    """Draw far player, border, near player and sentences, each always at the same place."""
    strip, margin = STRIPS[pen.paper.panel], pen.paper.margin
    pen.draw_upside_down(room.top(strip.high), lambda other, there: _player(other, there, strip, view, FAR))
    high = border_height(pen, view)
    draw_border(pen, Box(margin, strip.high, room.w - 2 * margin, high), view, middle_stone(view))
    near = Box(0, strip.high + high, room.w, strip.high)
    _player(pen, near, strip, view, NEAR)
    told = all(_draw_note_fits(pen, room.w, strip, view, each) for each in view.players if each.draws)
    said = _turn_sentences(question, (view.first_task, view.why), _progress_sentences(view, drawing=not told))
    _words(pen, _between(pen, near.bottom + pen.paper.px(3), room.bottom), view, said)


def _between(pen: Pen, top: int, foot: int) -> Box:
    """Return the box for text above the footer."""
    return Box(pen.paper.margin, top, pen.paper.width - 2 * pen.paper.margin, foot - top - 1)


def _words(pen: Pen, box: Box, view: View, said: Sequence[Sentence]) -> None:
    """Draw the sentences, after the large card to be placed if there is one."""
    if view.waiting:
        high = min(box.h, card_height(pen))
        box = box.from_left(draw_large_card(pen, box.top(high), view.waiting.card) - box.x)
    write_sentences(pen, box, said)


def _player(pen: Pen, box: Box, strip: Strip, view: View, side: str) -> None:
    """Draw mark, name, what is drawn, and counts of a player; white on black for the player who acts."""
    if len(view.players) < len(SIDES):
        return
    black, player = view.acts == side, view.player(side)
    if black:
        pen.bar(box)
    margin = pen.paper.margin
    x = box.right - margin
    for icon, number in reversed(player_counts(view, player)):
        x = draw_count(pen, x, box, strip, icon, number, black)
    place = Box(box.x + margin, box.y, x - box.x - margin, box.h)
    frame.draw_player_label(pen, place, outline_of(view), side, strip.face, white=black)
    if player.draws and _draw_note_fits(pen, box.w, strip, view, player):
        face = _note_face(strip)
        wide = text_width(pen.translate(player.draws), face)
        pen.text(Box(x - wide - 2, box.y, wide + 2, box.h), player.draws, face, middle=True, white=black)


def _note_face(strip: Strip) -> Face:
    return Face(strip.face.size)


def _draw_note_fits(pen: Pen, width: int, strip: Strip, view: View, player: PlayerView) -> bool:
    """True if the text about drawing cards fits between name and counts."""
    if not player.draws:
        return False
    counts = counts_width(strip, player_counts(view, player))
    name = (
        frame.mark_size(strip.face)
        + strip.gap
        + text_width(pen.translate(capitalize_start(player.label)), strip.face)
    )
    wide = text_width(pen.translate(player.draws), _note_face(strip))
    return 2 * pen.paper.margin + counts + name + 2 * strip.between + wide <= width


def _draw_beside_border(pen: Pen, room: Box, view: View, question: Message) -> None:
    left = _window(pen, room, view, middle_stone(view), None)
    bar = Box(0, 0, left.right + 2, TIGHT_STRIP.high + 1)
    if view.acts:
        pen.bar(bar)
        name = Box(pen.paper.margin, bar.y, bar.right - 2 - pen.paper.margin, bar.h)
        frame.draw_player_label(pen, name, outline_of(view), view.acts, TIGHT_STRIP.face, white=True)
    y = bar.bottom + 1
    below = Box(left.x, y + 1, left.w, room.bottom - y - 2)
    first = view.first_task or _why_in_short(pen, below, view)
    if view.waiting:
        draw_large_card(pen, Box(left.x, y, left.w, card_height(pen)), view.waiting.card)
        below = below.below(card_height(pen))
    elif not first:
        below = below.below(draw_both_counts(pen, Box(left.x, y, left.w, below.h), view))
    write_sentences(
        pen,
        below,
        _with_draw(pen, below, view, first) or _turn_sentences(question, (first,), _progress_sentences(view)),
    )


def _with_draw(pen: Pen, box: Box, view: View, first: Message | None) -> list[Sentence] | None:
    """Return sentences short enough that the line about drawing cards fits too; None if it does not fit."""
    if view.plays is None or not any(player.draws for player in view.players):
        return None
    drawn = view.todo[-1]
    in_one = tr("{words} {why}", words=view.plays, why=drawn)
    tried = [_turn_sentences(view.plays, (first,), [drawn])] + [_turn_sentences(in_one, (), ())] * (first is None)
    return next((said for said in tried if sentences_fit(pen, box, said)), None)


def _why_in_short(pen: Pen, box: Box, view: View) -> Message | None:
    """Return the longest reason that fits into the box, else the shortest; None if there is none."""
    room = (why for why in view.short_explanations if sentences_fit(pen, box, [Sentence(why)]))
    return next(room, view.short_explanations[-1] if view.short_explanations else None)


def _window(pen: Pen, room: Box, view: View, around: int, cursor: Cursor | None) -> Box:
    """Draw the border at the right; return the box that is left for text."""
    wide, high, margin = border_width(pen, view, room.w), border_height(pen, view), pen.paper.margin
    box = Box(room.right - wide - 2, room.y + (room.h - high) // 2, wide, high)
    draw_border(pen, box, view, around, cursor)
    return Box(margin, room.y, box.x - margin - 5, room.h)


def draw_place_page(pen: Pen, view: View, page: MapPage) -> None:
    """Draw the card to be placed with the question, the border with the cursor, and the text for its place."""
    room = Box(0, 0, pen.paper.width, draw_footer(pen, page.hints))
    here = page.rows[page.cursor] if page.rows else None
    cursor = _cursor(view, page, here)
    (_place_at_the_side if pen.paper.tight else _place_below)(pen, room, view, page, cursor)


def _cursor(view: View, page: MapPage, here: ListItem | None) -> Cursor | None:
    if here is None:
        return None
    spot = border_spot(here.sign)
    cards = view.stones[spot.stone - 1].side(spot.side).cards if spot.side else ()
    if page.new_tile:
        return Cursor(spot._replace(card=len(cards)), card_view(page.new_tile.sign), here.closed)
    return Cursor(spot, cards[spot.card] if spot.card < len(cards) else None, here.closed)


def _place_below(pen: Pen, room: Box, view: View, page: MapPage, cursor: Cursor | None) -> None:
    margin = pen.paper.margin
    top = Box(margin, pen.paper.px(3), room.w - 2 * margin, card_height(pen))
    _asked(pen, top, page)
    high = border_height(pen, view)
    y = top.bottom + pen.paper.px(3)
    draw_border(pen, Box(margin, y, room.w - 2 * margin, high), view, middle_stone(view), cursor)
    write_sentences(pen, _between(pen, y + high + pen.paper.px(4), room.bottom), _of_spot(page), biggest="text")


def _place_at_the_side(pen: Pen, room: Box, view: View, page: MapPage, cursor: Cursor | None) -> None:
    """Draw the border and the text; a reason for the cursor's place replaces card and question."""
    left = _window(pen, room, view, cursor.spot.stone if cursor else middle_stone(view), cursor)
    left = Box(left.x, left.y + 3, left.w, left.h - 5)
    if cursor and (cursor.closed or page.rows[page.cursor].note):
        write_sentences(pen, left, _of_spot(page))
        return
    if page.new_tile:
        draw_large_card(pen, left, card_view(page.new_tile.sign))
        left = left.below(card_height(pen) + 3)
        write_sentences(pen, left, [Sentence(page.title, bold=True)])
        return
    write_sentences(pen, left, _asked_of_spot(pen, left, page))


def _asked_of_spot(pen: Pen, box: Box, page: MapPage) -> list[Sentence]:
    """Return question and place under the cursor: two sentences, else one, else only the place."""
    asked, spot = Sentence(page.title, bold=True), _of_spot(page)
    if not spot:
        return [asked]
    in_one = Sentence(tr("{words} {why}", words=page.title, why=spot[0].message))
    return next((each for each in ([asked, *spot], [in_one]) if sentences_fit(pen, box, each)), spot)


def _asked(pen: Pen, box: Box, page: MapPage) -> None:
    if page.new_tile:
        box = box.from_left(draw_large_card(pen, box, card_view(page.new_tile.sign)) - box.x)
    write_sentences(pen, box, [Sentence(capitalize_start(page.title), bold=True)], biggest="turn_log", middle=True)


def _of_spot(page: MapPage) -> list[Sentence]:
    """Return the sentence for the place under the cursor: its label, or why it can or cannot be chosen."""
    if not page.rows:
        return []
    row = page.rows[page.cursor]
    return [Sentence(capitalize_start(row.note or row.label), bold=True)]


def border_over_question(view: View) -> Sequence[SmallTable]:
    """Return the border to show above lists while cards are placed; on tight paper it would hide the list."""
    if view.phase not in ("play", "place"):
        return ()

    def high(pen: Pen) -> int:
        return pen.paper.height if pen.paper.tight else border_height(pen, view)

    def draw(pen: Pen, box: Box) -> None:
        draw_border(pen, box.top(border_height(pen, view)), view, middle_stone(view))

    return (SmallTable(high, draw),)
