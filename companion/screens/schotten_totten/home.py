"""The turn on the panel: both players at their edges, the border between them, what is to do and why.

Also the page that asks for a place. Decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.engine.message import Message, begun, literal, tr, trn
from companion.menu.pages import HomePage, ListItem, MapPage
from companion.scoring.schotten_totten.border import SIDES
from companion.screens import player_labels
from companion.screens.footer import footer
from companion.screens.paper import Box, Face, length
from companion.screens.pen import Pen
from companion.screens.schotten_totten.border import FAR, NEAR, Cursor, border, height, width
from companion.screens.schotten_totten.counts import (
    STRIPS,
    TIGHT,
    Strip,
    count,
    counts_of,
    counts_of_both,
    counts_width,
)
from companion.screens.schotten_totten.icons import BOULDER
from companion.screens.schotten_totten.large_card import card_height, large_card
from companion.screens.sentences import Sentence, have_room, write_sentences
from companion.screens.splash import title_picture
from companion.state.schotten_totten.cells import spot_of
from companion.state.schotten_totten.outline import outline_of
from companion.state.schotten_totten.view import PlayerView, View, card_view

TITLE = literal("Schotten Totten")


def home(pen: Pen, view: View, page: HomePage) -> None:
    """Before the first round there is only the game's name."""
    if not view.stones:
        title_picture(pen, TITLE, BOULDER, page.text, page.hints)
        return
    room = Box(0, 0, pen.paper.width, footer(pen, page.hints))
    (_at_the_side if pen.paper.tight else _over_each_other)(pen, room, view, page.text)


def _said(asked: Message, first: Iterable[Message | None], more: Iterable[Message]) -> list[Sentence]:
    """First what hands do before anything else, and why a stone is whose; what is asked the black bar says too."""
    return [*(Sentence(each) for each in first if each), Sentence(asked, bold=True), *map(Sentence, more)]


def sentences(view: View) -> Iterator[Message]:
    """Why, what hands do, how far the game is: those that find no room are left out."""
    yield from (each for each in (view.hands, view.why) if each)
    yield from _besides(view)


def _besides(view: View, drawing: bool = True) -> Iterator[Message]:
    """drawing: what is drawn is still to be told."""
    draws = any(player.draws for player in view.players)
    yield from view.todo[: -1 if draws and not drawing else None]
    if view.rounds > 1 and not view.over:
        yield tr("Round {n} of {rounds}.", n=view.round, rounds=view.rounds)
    if view.phase == "play":
        yield trn("{n} card left to draw.", "{n} cards left to draw.", view.pile)


def middle_stone(view: View) -> int:
    """The stone that small glass shows the border around: of a waiting card, one that can be claimed now or was
    claimed last, of the last play, one that can be claimed later.
    """
    wanted = [view.waiting.stone if view.waiting else 0, view.why_stone, view.last.stone if view.last else 0]
    wanted += [stone.number for stone in view.stones if stone.claimable]
    return next((number for number in wanted if number), len(view.stones) // 2 + 1)


def title(view: View) -> Message:
    """Whose turn it is, or what is under way."""
    if view.over:
        return tr("The game is over")
    if not view.to_move:
        return tr("The round is over")
    if view.acts != view.to_move:
        return begun(tr("{name} can claim a stone", name=view.player(view.acts).label))
    return begun(tr("{name}'s turn", name=view.player(view.to_move).label))


# ---- big glass: the players at their own edges


def _over_each_other(pen: Pen, room: Box, view: View, asked: Message) -> None:
    """Far player, border, near player, sentences; each zone stands where it stands on every turn."""
    strip, margin = STRIPS[pen.paper.panel], pen.paper.margin
    pen.turned(room.top(strip.high), lambda other, there: _player(other, there, strip, view, FAR))
    high = height(pen, view)
    border(pen, Box(margin, strip.high, room.w - 2 * margin, high), view, middle_stone(view))
    near = Box(0, strip.high + high, room.w, strip.high)
    _player(pen, near, strip, view, NEAR)
    told = all(_notes(pen, room.w, strip, view, each) for each in view.players if each.draws)
    said = _said(asked, (view.hands, view.why), _besides(view, drawing=not told))
    _words(pen, _between(pen, near.bottom + pen.paper.px(3), room.bottom), view, said)


def _between(pen: Pen, top: int, foot: int) -> Box:
    """The room for words over the foot."""
    return Box(pen.paper.margin, top, pen.paper.width - 2 * pen.paper.margin, foot - top - 1)


def _words(pen: Pen, box: Box, view: View, said: Sequence[Sentence]) -> None:
    """The card that waits stands large before the words."""
    if view.waiting:
        high = min(box.h, card_height(pen))
        box = box.from_left(large_card(pen, box.top(high), view.waiting.card) - box.x)
    write_sentences(pen, box, said)


def _player(pen: Pen, box: Box, strip: Strip, view: View, side: str) -> None:
    """Mark and name, what is drawn, then tactics cards played, stones, points; black for whose step it is."""
    if len(view.players) < len(SIDES):
        return
    black, player = view.acts == side, view.player(side)
    if black:
        pen.bar(box)
    margin = pen.paper.margin
    x = box.right - margin
    for icon, number in reversed(counts_of(view, player)):
        x = count(pen, x, box, strip, icon, number, black)
    place = Box(box.x + margin, box.y, x - box.x - margin, box.h)
    player_labels.label(pen, place, outline_of(view), side, strip.face, white=black)
    if player.draws and _notes(pen, box.w, strip, view, player):
        face = _note_face(strip)
        wide = length(pen.translate(player.draws), face)
        pen.text(Box(x - wide - 2, box.y, wide + 2, box.h), player.draws, face, middle=True, white=black)


def _note_face(strip: Strip) -> Face:
    return Face(strip.face.size)


def _notes(pen: Pen, width: int, strip: Strip, view: View, player: PlayerView) -> bool:
    """Whether what a player draws has room between the name and the counts."""
    if not player.draws:
        return False
    counts = counts_width(strip, counts_of(view, player))
    name = player_labels.mark_size(strip.face) + strip.gap + length(pen.translate(begun(player.label)), strip.face)
    wide = length(pen.translate(player.draws), _note_face(strip))
    return 2 * pen.paper.margin + counts + name + 2 * strip.between + wide <= width


# ---- small glass: a window of the border, words beside it


def _at_the_side(pen: Pen, room: Box, view: View, asked: Message) -> None:
    left = _window(pen, room, view, middle_stone(view), None)
    bar = Box(0, 0, left.right + 2, TIGHT.high + 1)
    if view.acts:
        pen.bar(bar)
        name = Box(pen.paper.margin, bar.y, bar.right - 2 - pen.paper.margin, bar.h)
        player_labels.label(pen, name, outline_of(view), view.acts, TIGHT.face, white=True)
    y = bar.bottom + 1
    below = Box(left.x, y + 1, left.w, room.bottom - y - 2)
    first = view.hands or _why_in_short(pen, below, view)
    if view.waiting:
        large_card(pen, Box(left.x, y, left.w, card_height(pen)), view.waiting.card)
        below = below.below(card_height(pen))
    elif not first:
        below = below.below(counts_of_both(pen, Box(left.x, y, left.w, below.h), view))
    write_sentences(pen, below, _with_draw(pen, below, view, first) or _said(asked, (first,), _besides(view)))


def _with_draw(pen: Pen, box: Box, view: View, first: Message | None) -> list[Sentence] | None:
    """What is to do in short, so that what is drawn has room too, at worst in one run; None where it has none."""
    if view.plays is None or not any(player.draws for player in view.players):
        return None
    drawn = view.todo[-1]
    in_one = tr("{words} {why}", words=view.plays, why=drawn)
    tried = [_said(view.plays, (first,), [drawn])] + [_said(in_one, (), ())] * (first is None)
    return next((said for said in tried if have_room(pen, box, said)), None)


def _why_in_short(pen: Pen, box: Box, view: View) -> Message | None:
    """As much of it as has room in that of what both have; None where there is nothing to say."""
    room = (why for why in view.why_in_short if have_room(pen, box, [Sentence(why)]))
    return next(room, view.why_in_short[-1] if view.why_in_short else None)


def _window(pen: Pen, room: Box, view: View, around: int, cursor: Cursor | None) -> Box:
    """Draws the border at the right; gives what is left for words."""
    wide, high, margin = width(pen, view, room.w), height(pen, view), pen.paper.margin
    box = Box(room.right - wide - 2, room.y + (room.h - high) // 2, wide, high)
    border(pen, box, view, around, cursor)
    return Box(margin, room.y, box.x - margin - 5, room.h)


# ---- a place for a card, a card that lies there, a stone


def place(pen: Pen, view: View, page: MapPage) -> None:
    """The card that waits, large, with what is asked; the border with the cursor; what is said of its place."""
    room = Box(0, 0, pen.paper.width, footer(pen, page.hints))
    here = page.rows[page.cursor] if page.rows else None
    cursor = _cursor(view, page, here)
    (_place_at_the_side if pen.paper.tight else _place_below)(pen, room, view, page, cursor)


def _cursor(view: View, page: MapPage, here: ListItem | None) -> Cursor | None:
    if here is None:
        return None
    spot = spot_of(here.sign)
    cards = view.stones[spot.stone - 1].side(spot.side).cards if spot.side else ()
    if page.laid:
        return Cursor(spot._replace(card=len(cards)), card_view(page.laid.sign), here.closed)
    return Cursor(spot, cards[spot.card] if spot.card < len(cards) else None, here.closed)


def _place_below(pen: Pen, room: Box, view: View, page: MapPage, cursor: Cursor | None) -> None:
    margin = pen.paper.margin
    top = Box(margin, pen.paper.px(3), room.w - 2 * margin, card_height(pen))
    _asked(pen, top, page)
    high = height(pen, view)
    y = top.bottom + pen.paper.px(3)
    border(pen, Box(margin, y, room.w - 2 * margin, high), view, middle_stone(view), cursor)
    write_sentences(pen, _between(pen, y + high + pen.paper.px(4), room.bottom), _of_spot(page), biggest="text")


def _place_at_the_side(pen: Pen, room: Box, view: View, page: MapPage, cursor: Cursor | None) -> None:
    """Why nothing can be chosen at the cursor, or why it can, has the room of card and question."""
    left = _window(pen, room, view, cursor.spot.stone if cursor else middle_stone(view), cursor)
    left = Box(left.x, left.y + 3, left.w, left.h - 5)
    if cursor and (cursor.closed or page.rows[page.cursor].note):
        write_sentences(pen, left, _of_spot(page))
        return
    if page.laid:
        large_card(pen, left, card_view(page.laid.sign))
        left = left.below(card_height(pen) + 3)
        write_sentences(pen, left, [Sentence(page.title, bold=True)])
        return
    write_sentences(pen, left, _asked_of_spot(pen, left, page))


def _asked_of_spot(pen: Pen, box: Box, page: MapPage) -> list[Sentence]:
    """What is asked, then what is under the cursor: in one run where there is no room else, at worst it alone."""
    asked, spot = Sentence(page.title, bold=True), _of_spot(page)
    if not spot:
        return [asked]
    in_one = Sentence(tr("{words} {why}", words=page.title, why=spot[0].message))
    return next((each for each in ([asked, *spot], [in_one]) if have_room(pen, box, each)), spot)


def _asked(pen: Pen, box: Box, page: MapPage) -> None:
    if page.laid:
        box = box.from_left(large_card(pen, box, card_view(page.laid.sign)) - box.x)
    write_sentences(pen, box, [Sentence(begun(page.title), bold=True)], biggest="booked", middle=True)


def _of_spot(page: MapPage) -> list[Sentence]:
    """Of what is under the cursor: which it is, or why it can or can't be chosen, alone, for it is seen."""
    if not page.rows:
        return []
    row = page.rows[page.cursor]
    return [Sentence(begun(row.note or row.label), bold=True)]
