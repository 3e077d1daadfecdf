"""The turn screen: whose turn, what is asked, what hands do, the market, how everybody stands, the keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.message import Message, begun, listed, literal, tr
from companion.menu.pages import HomePage
from companion.screens.footer import footer
from companion.screens.glen_more import counts
from companion.screens.glen_more.icons import GOODS
from companion.screens.headline import headline
from companion.screens.icons import POINTS
from companion.screens.market import MarketRow, market
from companion.screens.market import height as market_height
from companion.screens.paper import Box
from companion.screens.pen import Pen
from companion.screens.sentences import Sentence, write_sentences
from companion.screens.splash import title_picture
from companion.screens.strips import Strip
from companion.state.glen_more.outline import outline_of
from companion.state.glen_more.view import View, deck_line

TITLE = literal("Glen More")
LEAST = 48
"""Pixels that sentences need; where the table leaves fewer it stands on its own sheet alone."""
UNDER = 6
"""Pixels between market and counts."""


def home(pen: Pen, view: View, page: HomePage) -> None:
    """Draw the turn screen; before the market lies there is only the game's name."""
    if not view.market:
        title_picture(pen, TITLE, POINTS, page.text, page.hints)
        return
    bottom = footer(pen, page.hints)
    box = headline(pen, title(view), outline_of(view), view.on_turn, lines=1)
    drawn = _drawn(pen, view, bottom - box.y)
    high = _height(drawn.strips)
    said = Box(box.x, box.y, box.w, bottom - high - 4 - box.y)
    write_sentences(pen, said, [Sentence(page.text, bold=True), *map(Sentence, _sentences(view, drawn))])
    y = bottom - high
    for strip in drawn.strips:
        strip.draw(pen, Box(box.x, y, box.w, strip.height))
        y += strip.height


def title(view: View) -> Message:
    """Whose turn it is, or what is under way."""
    if view.over:
        return tr("The game is over")
    if not view.on_turn:
        return tr("Scoring") if view.phase == "count" else tr("Set-up")
    return begun(tr("{name}'s turn", name=outline_of(view).figure(view.on_turn).label))


class _Drawn(NamedTuple):
    """What stands under the sentences; what has no room there is one of them."""

    market: list[Strip]
    counts: list[Strip]

    @property
    def strips(self) -> list[Strip]:
        return [*self.market, *self.counts]


def _drawn(pen: Pen, view: View, high: int) -> _Drawn:
    """Market and counts, or one of them, or neither: sentences need some room."""
    trade, table = [_market(pen, view)], counts.in_turn(pen, view)
    found = (_Drawn(trade, table), _Drawn([], table), _Drawn(trade, []))
    return next((each for each in found if high - _height(each.strips) >= LEAST), _Drawn([], []))


def _height(strips: list[Strip]) -> int:
    return sum(strip.height for strip in strips)


def _market(pen: Pen, view: View) -> Strip:
    """Coin spaces as on the board, or prices in one line."""
    rows = [MarketRow(row.label, GOODS[row.good], row.filled, row.buy, row.sell) for row in view.market]
    return Strip(market_height(pen) + UNDER, lambda pen, box: market(pen, box, rows))


def _sentences(view: View, drawn: _Drawn) -> Iterator[Message]:
    """The likeliest to be wanted first: those that find no room are left out."""
    if not drawn.counts and counts.shown(view, ("points",)):
        points = ((p.label, counts.number(p, "points")) for p in view.players)
        yield listed(tr("{player} {n}", player=who, n=n) for who, n in points)
    yield from map(begun, view.booked[-3:])
    if not drawn.market:
        yield market_line(view)
    if line := deck_line(view):
        yield line


def market_line(view: View) -> Message:
    """What each good costs and brings."""
    pairs = (tr("{good} {prices}", good=row.label, prices=prices(row.buy, row.sell)) for row in view.market)
    return tr("Buy/sell: {prices}", prices=listed(pairs))


def prices(buy: int | None, sell: int | None) -> str:
    """To buy and to sell; a dash where that can't be done."""
    return f"{buy or '–'}/{sell or '–'}"
