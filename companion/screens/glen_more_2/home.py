"""The turn screen: whose turn, what the hands do now, the market, how everybody stands, what the buttons do.

Who and what to do come first; on paper too small for all, the market's and players' lines grow shorter. Works out
nothing: everything stands in the view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.message import Message, literal, tr
from companion.menu.pages import HomePage
from companion.screens import player_labels
from companion.screens.footer import footer, footer_top
from companion.screens.glen_more_2 import counts, duties, icons, market
from companion.screens.glen_more_2.expansion_lines import short_form
from companion.screens.paper import Box, Face, ascent, capital, length, line_height
from companion.screens.pen import Pen
from companion.screens.splash import title_picture
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.view import View

TITLE, THEN = literal("Glen More II"), tr("then")


def home(pen: Pen, view: View, page: HomePage) -> None:
    """Draw the turn screen; before anybody has a seat there is only the game's name."""
    if not view.players:
        title_picture(pen, TITLE, icons.LANDMARKS, page.text, page.hints)
        return
    box = _head(pen, pen.paper.inner, view)
    draw = _tight if pen.paper.tight else _roomy
    draw(pen, box, view, page, _owed(view, page))


def deck_line(view: View) -> Message | None:
    """How long the deck lasts."""
    return tr("Deck {deck}: {n} left", deck=view.deck, n=view.left) if view.deck else None


def _owed(view: View, page: HomePage) -> list[Message]:
    """What people owe, what is done first in front; what OK does where nothing is owed."""
    owed = [each.text for each in view.owed]
    return [page.text, *owed] if page.waiting or not owed else owed


def _under_name(view: View) -> Message | None:
    """What the figure on turn has done, under its name."""
    if view.taken:
        return tr("takes {tile}", tile=view.taken)
    if view.stands:
        return tr("stops on {tile}", tile=view.stands)
    return tr("can take no tile") if view.no_tile else None


def _head(pen: Pen, box: Box, view: View) -> Box:
    """Whose turn it is, large; beside it who is next and how long the deck lasts. Gives what is left."""
    paper = pen.paper
    face = paper.face("huge", bold=True)
    high = (
        2 * line_height(face) - 2 * ascent(face) + capital(face)
        if paper.tight
        else max(capital(face) + paper.px(19), 2 * line_height(paper.face("tiny")) + 2)
    )
    side = _side_width(pen, box, view)
    left = Box(box.x, box.y, box.w - side - paper.px(8), high)
    if view.over:
        pen.text(left, tr("The game is over."), face, middle=True)
    elif view.on_turn:
        _on_turn(pen, left, view)
    _side(pen, Box(box.right - side, box.y, side, high), view)
    if paper.tight:
        pen.rule(box.x, box.y + high, box.w)
    return box.below(high + (2 if paper.tight else paper.px(3)))


def _on_turn(pen: Pen, box: Box, view: View) -> None:
    """The name, and under it what has been taken; tight paper says that elsewhere."""
    paper = pen.paper
    did = _under_name(view)
    if paper.tight or did is None:
        player_labels.label(pen, box, outline_of(view), view.on_turn, paper.face("huge", bold=True))
        return
    # Smaller than "huge": name and deed share the height that the name alone had, so nothing below moves.
    face, small = Face(paper.px(28), bold=True), paper.face("small")
    under = line_height(small) - paper.px(2)
    player_labels.label(pen, box.top(box.h - under), outline_of(view), view.on_turn, face)
    words = box.below(box.h - under).from_left(player_labels.mark_size(face) + player_labels.gap(face))
    pen.text(words, did, small, middle=True)


def _side_width(pen: Pen, box: Box, view: View) -> int:
    face = pen.paper.face("tiny")
    then = (
        length(pen.translate(THEN), face)
        + face.size // 2
        + player_labels.width(pen, outline_of(view), view.next_up, face)
    )
    words = deck_line(view)
    deck = length(pen.translate(words), face) if words and not pen.paper.tight else 0
    return min(box.w * 2 // 5, max(then if view.next_up else 0, deck) + 2)


def _side(pen: Pen, box: Box, view: View) -> None:
    face = pen.paper.face("tiny")
    half = box.h if pen.paper.tight else box.h // 2
    first, second = box.top(half), box.below(half)
    if view.next_up:
        word = min(length(pen.translate(THEN), face) + face.size // 2, box.w // 2)
        wide = min(box.w, word + player_labels.width(pen, outline_of(view), view.next_up, face))
        start = Box(box.right - wide, first.y, wide, half)
        pen.text(Box(start.x, start.y, word, half), THEN, face, middle=True)
        player_labels.label(pen, start.from_left(word), outline_of(view), view.next_up, face)
    words = deck_line(view)
    if words and not pen.paper.tight:
        pen.text(second, words, face, align="right", middle=True)


def _roomy(pen: Pen, box: Box, view: View, page: HomePage, owed: Sequence[Message]) -> None:
    paper = pen.paper
    bottom = footer(pen, page.hints) - paper.px(4)
    counts_top = bottom - counts.height(pen, view.players)
    counts.counts(pen, Box(box.x, counts_top, box.w, bottom - counts_top), view)
    pen.rule(box.x, box.y, box.w, 2)
    styles = (market.FULL, market.SHORT) if market.fits(pen, box.w, view, market.SHORT) else (market.PICTURES,)
    for style in styles:
        market_top = counts_top - market.height(pen, view, style) - paper.px(5)
        room = Box(box.x, box.y + paper.px(5), box.w, market_top - paper.px(9) - box.y)
        if duties.all_fit(pen, room, owed):
            break
    market.market(pen, Box(box.x, market_top, box.w, counts_top - market_top), view, style)
    pen.rule(box.x, market_top - paper.px(3), box.w)
    under = duties.duties(pen, room, view.booked, owed) + paper.px(2)
    short_form(pen, Box(room.x, under, room.w, room.bottom - under), view)


class TightLayout(NamedTuple):
    """What tight paper shows beside the words for the hands."""

    market: str
    """FULL, SHORT, PICTURES or NONE of `market`."""
    buttons: bool = True
    """The footer with what each button does."""
    counts: bool = True
    """The table of counts; without it one line of points."""


TIGHT_LAYOUTS = (
    TightLayout(market.FULL),
    TightLayout(market.SHORT),
    TightLayout(market.PICTURES),
    TightLayout(market.NONE),
    TightLayout(market.PICTURES, buttons=False),
    TightLayout(market.NONE, buttons=False),
    TightLayout(market.NONE, counts=False),
)
"""The best first; without the counts there is still everybody's score."""


def _tight(pen: Pen, box: Box, view: View, page: HomePage, owed: Sequence[Message]) -> None:
    """What is owed first; market, buttons and counts in the room left."""
    # That no tile was taken is easily missed, and the turn goes on differently for it.
    kept = duties.booked_height(pen) if view.stands or view.no_tile else 0
    for layout in TIGHT_LAYOUTS:
        bottom = footer_top(pen, page.hints, 1) if layout.buttons else pen.paper.inner.bottom
        counts_top = bottom - (counts.height(pen, view.players) if layout.counts else counts.row_height(pen) + 2)
        market_top = counts_top - market.height(pen, view, layout.market) - 1
        room = Box(box.x, box.y, box.w, market_top - 1 - box.y)
        if duties.fits(pen, room.top(room.h - kept), owed) and market.fits(pen, box.w, view, layout.market):
            break
    duties.duties(pen, room, view.booked, owed, kept)
    market.market(pen, Box(box.x, market_top, box.w, 0), view, layout.market)
    if layout.counts:
        counts.counts(pen, Box(box.x, counts_top, box.w, bottom - counts_top), view, _short_deck_line(view))
    else:
        counts.points_line(pen, Box(box.x, counts_top, box.w, bottom - counts_top), view)
    if layout.buttons:
        footer(pen, page.hints, 1)


def _short_deck_line(view: View) -> Message | None:
    return tr("{deck}: {n} left", deck=view.deck, n=view.left) if view.deck else None
