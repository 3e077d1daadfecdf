"""What a phone shows of Glen More II under the rondel: prices, counts, scorings with reasons. Adds nothing up."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, literal, tr
from companion.scoring.gains import Result, Scored
from companion.screens.glen_more_2.counts import COUNTS, DOUBT, WORDS, number
from companion.screens.glen_more_2.market import is_of_a_good, row_word
from companion.screens.market import price
from companion.screens.matrix import signed
from companion.screens.paper import signed_plain
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.view import PlayerView, View
from companion.web.game_page import PageTable, TableRow


def tables(view: View) -> tuple[PageTable, ...]:
    """From what is wanted in every turn to what is looked up now and then."""
    return tuple(_tables(view))


def _tables(view: View) -> Iterator[PageTable]:
    if view.players and view.market:
        yield PageTable(tr("Market"), (tr("buy"), tr("sell")), tuple(_prices(view)))
        yield PageTable(tr("All counts"), tuple(_name(view, p.id) for p in view.players), tuple(_counts(view)))
    if view.result:
        yield from _scoring(view, view.result, tr("Last scoring"))
    for sheet in view.apart:
        yield from _scoring(view, sheet.result, sheet.title)
    if view.if_scored_now and not view.over:
        yield from _scoring(view, view.if_scored_now, tr("If scored now"))


def _name(view: View, who: str) -> Message:
    return outline_of(view).figure(who).label


def _prices(view: View) -> Iterator[TableRow]:
    for row in view.market:
        buy, sell = price(row.buy), price(row.sell)
        if is_of_a_good(row):
            yield TableRow(row_word(row), (buy, sell))
        else:  # coins that are only paid in and taken out
            paid, taken = "-" * (row.buy is not None), "+" * (row.sell is not None)
            yield TableRow(row_word(row), (paid + buy, taken + sell))


def _counts(view: View) -> Iterator[TableRow]:
    for count in COUNTS:
        yield TableRow(WORDS[count], tuple(_count(player, count) for player in view.players))


def _count(player: PlayerView, count: str) -> str:
    return f"{number(player, count)}{DOUBT if count in player.doubtful else ''}"


def _scoring(view: View, result: Result, title: Message) -> Iterator[PageTable]:
    for scored in result.players:
        name = tr("{what}: {name}", what=title, name=_name(view, scored.name))
        yield PageTable(name, (), tuple(_gains(view, scored)), aside=True)


def _gains(view: View, scored: Scored) -> Iterator[TableRow]:
    """Points before, each gain with its reason, the sum."""
    words = dict(view.source_words)
    yield TableRow(tr("before"), (signed_plain(scored.points_before),))
    for gain in scored.gains:
        yield TableRow(words.get(gain.source, literal(gain.source)), (signed(gain.points),), gain.because)
    yield TableRow(tr("place {n}", n=scored.rank), (signed_plain(scored.points),), sum=True)
