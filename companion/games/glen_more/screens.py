"""Screens of Glen More: home page, count table, scoring sheets, territory maps and printed command cards.

`SCREENS` at the end lists them for the panel. The values come from `companion.state.glen_more.view`; nothing is
scored here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.message import Message, capitalize_start, join_list, literal, tr
from companion.engine.question_kinds import CommandCard
from companion.games.glen_more.icons import GOOD_ICONS, ROW_ICONS
from companion.menu.pages import HomePage
from companion.scoring.gains import Gain, PlayerResult, Result, is_tie_broken, ordinal
from companion.screens.frame import draw_footer, draw_headline
from companion.screens.game_screens import CardToPrint, GameScreens, GameSheet
from companion.screens.icons import KEYS, POINTS_ICON, QUESTION, TICK
from companion.screens.market import MarketRow, draw_market, market_height
from companion.screens.message_screens import draw_title_picture
from companion.screens.paper import Box, number_with_minus_sign
from companion.screens.pen import Pen, Sentence, write_sentences
from companion.screens.tables import (
    NO_POINTS_SIGN,
    Leaf,
    MatrixRow,
    Strip,
    head_strip,
    heading_strip,
    line_strip,
    sentence_strip,
    signed_points,
    split_into_pages,
    strips_height,
    table_pages,
)
from companion.screens.tile_map import map_leaves
from companion.state.glen_more.text import COUNT_WORDS, round_title, source_label
from companion.state.glen_more.view import (
    COUNTS_SHEET,
    FINAL_SHEET,
    RESULT_SHEET,
    STANDINGS_SHEET,
    TERRITORIES_SHEET,
    PlayerView,
    View,
    deck_text,
    outline_of,
)

CARD_ICONS = {"points": POINTS_ICON, "done": TICK, "undo": KEYS["UNDO"], "what": QUESTION}
TRADE_SIGNS = {"sell": "+", "buy": "−"}


def printed_card(card: CommandCard) -> CardToPrint:
    """Return the printed card: a number with its icon, or the sign of the coins, as a trade's label names the
    good."""
    sign = f"+{card.number}" if card.number else TRADE_SIGNS.get(card.icon, "")
    return CardToPrint(card.id, card.label, sign, (CARD_ICONS[card.icon],) if card.icon in CARD_ICONS else ())


COUNTS_TITLE = tr("All counts")
TURN_COUNTS = ("coins", "barrels", "chieftains", "locations", "points")
"""Counts shown on the home page in every turn."""
ALL_COUNTS = (
    "points",
    "coins",
    "barrels",
    "chieftains",
    "locations",
    "scots",
    "tiles",
    "green_tiles",
    "yellow_tiles",
    "villages",
)
WORDS = {**COUNT_WORDS, "chieftains": tr("chieftains + bonnets"), "locations": tr("cards")}


def count_text(player: PlayerView, count: str) -> str:
    """Return the text of a count."""
    match count:
        case "chieftains":
            return f"{player.chieftains}+{player.bonnets}" if player.bonnets else str(player.chieftains)
        case "locations":
            return str(len(player.cards))
        case "points" if player.points is None:
            return NO_POINTS_SIGN
    return number_with_minus_sign(getattr(player, count))


def count_row(view: View, count: str) -> MatrixRow:
    return MatrixRow(
        count_label(count), tuple(count_text(player, count) for player in view.players), count == "points"
    )


def count_label(count: str) -> Message:
    return WORDS[count]


def visible_counts(view: View, these: tuple[str, ...]) -> list[str]:
    """Return the counts that this viewer may know of at least one player."""
    return [each for each in these if each != "points" or any(p.points is not None for p in view.players)]


def counts_head(pen: Pen, view: View) -> Strip:
    return head_strip(pen, outline_of(view), [player.id for player in view.players])


def turn_counts(pen: Pen, view: View) -> list[Strip]:
    """Return the strips of the table on the home page."""
    return [
        counts_head(pen, view),
        *(line_strip(pen, count_row(view, count), close=True) for count in visible_counts(view, TURN_COUNTS)),
    ]


def count_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return the pages of the sheet with all counts."""
    strips = [
        line_strip(pen, count_row(view, count)._replace(bold=False)) for count in visible_counts(view, ALL_COUNTS)
    ]
    return [
        Leaf(COUNTS_TITLE, page) for page in split_into_pages(strips, strips_height(pen), [counts_head(pen, view)])
    ]


GAME_TITLE = literal("Glen More")
MIN_SENTENCES_HEIGHT = 48
"""Minimum pixels for the sentences; if less is left, the table is shown only on its own sheet."""
MARKET_GAP = 6
"""Pixels between market and counts."""


def draw_home(pen: Pen, view: View, page: HomePage) -> None:
    """Draw the home page; before the market is set up only the name of the game."""
    if not view.market:
        draw_title_picture(pen, GAME_TITLE, POINTS_ICON, page.text, page.hints)
        return
    bottom = draw_footer(pen, page.hints)
    box = draw_headline(pen, turn_title(view), outline_of(view), view.on_turn, lines=1)
    drawn = _drawn(pen, view, bottom - box.y)
    high = _height(drawn.strips)
    said = Box(box.x, box.y, box.w, bottom - high - 4 - box.y)
    write_sentences(pen, said, [Sentence(page.text, bold=True), *map(Sentence, _sentences(view, drawn))])
    y = bottom - high
    for strip in drawn.strips:
        strip.draw(pen, Box(box.x, y, box.w, strip.height))
        y += strip.height


def turn_title(view: View) -> Message:
    """Return the title: who is on turn, or the current phase."""
    if view.over:
        return tr("The game is over")
    if not view.on_turn:
        return tr("Scoring") if view.phase == "count" else tr("Set-up")
    return capitalize_start(tr("{name}'s turn", name=outline_of(view).figure(view.on_turn).label))


class _Drawn(NamedTuple):
    """The tables on the home page; those without space are replaced by a sentence."""

    market: list[Strip]
    counts: list[Strip]

    @property
    def strips(self) -> list[Strip]:
        return [*self.market, *self.counts]


def _drawn(pen: Pen, view: View, high: int) -> _Drawn:
    """Return market and counts, one of them, or neither, so that the sentences have enough space."""
    trade, table = [_market(pen, view)], turn_counts(pen, view)
    found = (_Drawn(trade, table), _Drawn([], table), _Drawn(trade, []))
    return next((each for each in found if high - _height(each.strips) >= MIN_SENTENCES_HEIGHT), _Drawn([], []))


def _height(strips: list[Strip]) -> int:
    return sum(strip.height for strip in strips)


def _market(pen: Pen, view: View) -> Strip:
    """Return the strip with the market."""
    rows = [MarketRow(row.label, GOOD_ICONS[row.good], row.filled, row.buy, row.sell) for row in view.market]
    return Strip(market_height(pen) + MARKET_GAP, lambda pen, box: draw_market(pen, box, rows))


def _sentences(view: View, drawn: _Drawn) -> Iterator[Message]:
    """Yield sentences, most useful first, as those without space are left out."""
    if not drawn.counts and visible_counts(view, ("points",)):
        points = ((p.label, count_text(p, "points")) for p in view.players)
        yield join_list(tr("{player} {n}", player=who, n=n) for who, n in points)
    yield from map(capitalize_start, view.turn_log[-3:])
    if not drawn.market:
        yield market_line(view)
    if line := deck_text(view):
        yield line


def market_line(view: View) -> Message:
    """Return the sentence with the prices of each good."""
    pairs = (tr("{good} {prices}", good=row.label, prices=prices_text(row.buy, row.sell)) for row in view.market)
    return tr("Buy/sell: {prices}", prices=join_list(pairs))


def prices_text(buy: int | None, sell: int | None) -> str:
    """Return the prices to buy and to sell; a dash if that is not possible."""
    return f"{buy or '–'}/{sell or '–'}"


def result_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return the pages of the last scoring; at the end of the game the winner comes first."""
    title = round_title(view.result.round) if view.result else tr("Scoring")
    return _leaves(pen, view, view.result, title)


def standings_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return the pages with the points of a scoring at this moment."""
    return _leaves(pen, view, view.next_scoring, tr("If scored now"))


def _leaves(pen: Pen, view: View, result: Result | None, title: Message) -> list[Leaf]:
    if result is None:
        return [Leaf(title, (sentence_strip(pen, tr("Nothing has been scored yet.")),))]
    top = [sentence_strip(pen, line)] if (line := _outcome(view, result)) else []
    table = table_pages(pen, [*_rows(result)], _sums(pen, result), *top, counts_head(pen, view))
    why = [*_reasons(pen, view, result)]
    pages = [*table, *(split_into_pages(why, strips_height(pen)) if why else ())]
    return [Leaf(title, page) for page in pages]


def _outcome(view: View, result: Result) -> Message | None:
    """Return who won; None before the end."""
    if not view.over or not result.winners:
        return None
    names = join_list(outline_of(view).figure(who).label for who in view.winners)
    return (
        tr("Shared victory: {names}.", names=names)
        if len(view.winners) > 1
        else tr("Winner: {names}.", names=names)
    )


def _rows(result: Result) -> Iterator[MatrixRow]:
    """Yield a row for each source of points."""
    for each in dict.fromkeys(gain.source for scored in result.players for gain in scored.gains):
        yield MatrixRow(source_label(each), tuple(_cell(scored, each) for scored in result.players))


def _sums(pen: Pen, result: Result) -> list[MatrixRow]:
    place = tr("Place (by goods)") if is_tie_broken(result.players) else tr("Place")
    return [
        MatrixRow(
            tr("Total"), tuple(number_with_minus_sign(scored.points) for scored in result.players), bold=True
        ),
        MatrixRow(place, tuple(pen.translate(ordinal(scored.rank)) for scored in result.players)),
    ]


def _cell(scored: PlayerResult, name: str) -> str:
    points = sum(gain.points for gain in scored.gains if gain.source == name)
    return signed_points(points)


def _reasons(pen: Pen, view: View, result: Result) -> Iterator[Strip]:
    """Yield for each source a heading and each player's points with the reason."""
    for name in dict.fromkeys(gain.source for scored in result.players for gain in scored.gains):
        yield heading_strip(pen, source_label(name))
        for scored in result.players:
            for gain in scored.gains:
                if gain.source == name:
                    yield sentence_strip(pen, _reason(view, scored, gain))


def _reason(view: View, scored: PlayerResult, gain: Gain) -> Message:
    who = outline_of(view).figure(scored.name).label
    return tr("{player} {points}: {why}", player=who, points=signed_points(gain.points), why=gain.because)


def _territories(pen: Pen, view: View) -> list[Leaf]:
    names = [player.label for player in view.players]
    return map_leaves(pen, zip(names, view.territories, strict=False), ROW_ICONS)


SCREENS: GameScreens[View] = GameScreens(
    title=GAME_TITLE,
    emblem=POINTS_ICON,
    icons=ROW_ICONS,
    home=draw_home,
    sheets={
        FINAL_SHEET: GameSheet(label=tr("Final result"), leaves=result_leaves, key="OK", hint=tr("result")),
        RESULT_SHEET: GameSheet(label=tr("Last scoring round"), leaves=result_leaves),
        STANDINGS_SHEET: GameSheet(
            label=tr("If scored now"), leaves=standings_leaves, key="OK+", hint=tr("score now?")
        ),
        COUNTS_SHEET: GameSheet(label=COUNTS_TITLE, leaves=count_leaves),
        TERRITORIES_SHEET: GameSheet(label=tr("Territories"), leaves=_territories),
    },
)
