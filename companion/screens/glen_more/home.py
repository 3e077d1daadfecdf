"""The turn screen: whose turn, what is asked, what hands do, the market, how everybody stands, the keys."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, begun, listed, literal, tr
from companion.menu.pages import HomePage
from companion.screens.footer import footer
from companion.screens.glen_more import counts
from companion.screens.headline import headline
from companion.screens.icons import POINTS
from companion.screens.paper import Box
from companion.screens.pen import Pen
from companion.screens.sentences import Sentence, write_sentences
from companion.screens.splash import title_picture
from companion.screens.strips import Strip
from companion.state.glen_more.outline import outline_of
from companion.state.glen_more.view import View, deck_line

TITLE = literal("Glen More")
LEAST = 60
"""Pixels that sentences need; where the table leaves fewer it stands on its own sheet alone."""


def home(pen: Pen, view: View, page: HomePage) -> None:
    """Draw the turn screen; before the market lies there is only the game's name."""
    if not view.market:
        title_picture(pen, TITLE, POINTS, page.text, page.hints)
        return
    bottom = footer(pen, page.hints)
    box = headline(pen, title(view), outline_of(view), view.on_turn, lines=1)
    table = _table(pen, view, bottom - box.y)
    high = sum(strip.height for strip in table)
    said = Box(box.x, box.y, box.w, bottom - high - 4 - box.y)
    write_sentences(pen, said, [Sentence(page.text, bold=True), *map(Sentence, _sentences(view, bool(table)))])
    y = bottom - high
    for strip in table:
        strip.draw(pen, Box(box.x, y, box.w, strip.height))
        y += strip.height


def title(view: View) -> Message:
    """Whose turn it is, or what is under way."""
    if view.over:
        return tr("The game is over")
    if not view.on_turn:
        return tr("Scoring") if view.phase == "count" else tr("Set-up")
    return begun(tr("{name}'s turn", name=outline_of(view).figure(view.on_turn).label))


def _table(pen: Pen, view: View, high: int) -> list[Strip]:
    """Nothing where it would leave the sentences no room."""
    table = counts.in_turn(pen, view)
    return table if high - sum(strip.height for strip in table) >= LEAST else []


def _sentences(view: View, table: bool) -> Iterator[Message]:
    """The likeliest to be wanted first: those that find no room are left out."""
    if not table and counts.shown(view, ("points",)):
        points = ((p.label, counts.number(p, "points")) for p in view.players)
        yield listed(tr("{player} {n}", player=who, n=n) for who, n in points)
    yield from map(begun, view.booked[-3:])
    yield market_line(view)
    if line := deck_line(view):
        yield line


def market_line(view: View) -> Message:
    """What each good costs and brings."""
    return listed(tr("{good} {prices}", good=row.label, prices=prices(row.buy, row.sell)) for row in view.market)


def prices(buy: int | None, sell: int | None) -> str:
    """To buy and to sell; a dash where that can't be done."""
    return f"{buy or '–'}/{sell or '–'}"
