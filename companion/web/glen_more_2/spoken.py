"""What the panel's own pictures of Glen More II show, in words, for those who can't see them. Adds nothing up."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, Translate, listed, literal, tr
from companion.menu.pages import HomePage, Page, SheetPage
from companion.scoring.gains import Result, Scored
from companion.screens.glen_more_2.counts import COUNTS, DOUBT, number
from companion.screens.glen_more_2.home import deck_line
from companion.screens.glen_more_2.market import is_of_a_good, row_word
from companion.screens.market import price
from companion.screens.matrix import signed
from companion.screens.paper import signed_plain
from companion.state.glen_more_2.labels import round_title
from companion.state.glen_more_2.outline import COUNTS as ALL_COUNTS
from companion.state.glen_more_2.outline import DUTIES, RESULT, STANDINGS, outline_of
from companion.state.glen_more_2.view import PlayerView, RowView, View

COUNT_WORDS = {
    "points": tr("points"),
    "scots_home": tr("Scots in the home castle"),
    "landmarks": tr("landmark cards"),
    "barrels": tr("barrels"),
    "persons": tr("persons"),
    "coins": tr("coins"),
    "tiles": tr("territory tiles"),
}
"""By the columns of the panel's table."""


def spoken(view: View, page: Page, translate: Translate) -> list[str]:
    """A sentence for each thing that the picture of this page shows."""
    return [translate(line) for line in _lines(view, page)]


def _lines(view: View, page: Page) -> Iterator[Message]:
    if isinstance(page, HomePage) and view.players:
        yield from _turn(view)
        yield from _duties(view, page.text)
        yield from (_prices(row) for row in view.market)
        yield from (_counts(view, player) for player in view.players)
    elif isinstance(page, SheetPage):
        yield from _sheet(view, page.kind)


def _sheet(view: View, kind: str) -> Iterator[Message]:
    if kind == DUTIES:
        yield from _duties(view)
    elif kind == ALL_COUNTS:
        yield from (_counts(view, player) for player in view.players)
    elif kind == STANDINGS:
        yield from _scoring(view, view.if_scored_now) if view.if_scored_now else ()
    elif view.result:
        # As on the glass: what a chronicle scored for itself stands before the round that it followed.
        apart = view.apart if kind == RESULT else ()
        for sheet in reversed([each for each in apart if not each.waits]):
            yield sheet.title
            yield from (sheet.said,) if sheet.said else ()
            yield from _scoring(view, sheet.result)
        if apart:
            yield round_title(view.result.round)
        yield from _scoring(view, view.result)
        # One that is over at once without points stands behind it: the round says the totals.
        for sheet in apart:
            yield from (sheet.title, sheet.said) if sheet.waits and sheet.said else ()


def _turn(view: View) -> Iterator[Message]:
    outline = outline_of(view)
    if view.on_turn:
        yield tr("{name}'s turn", name=outline.figure(view.on_turn).label)
    elif view.scoring:
        yield view.scoring
    if view.next_up and view.next_up != view.on_turn:
        yield tr("Next: {name}", name=outline.figure(view.next_up).label)
    if line := deck_line(view):
        yield line


def _duties(view: View, said: Message | None = None) -> Iterator[Message]:
    yield from (tr("To do: {what}", what=each.text) for each in view.owed if each.text != said)
    yield from (tr("Booked: {what}", what=each) for each in view.booked)


def _prices(row: RowView) -> Message:
    if not is_of_a_good(row):
        return tr("{row}: pay {buy}, take {sell}", row=row_word(row), buy=price(row.buy), sell=price(row.sell))
    return tr("{good}: buy {buy}, sell {sell}", good=row_word(row), buy=price(row.buy), sell=price(row.sell))


def _counts(view: View, player: PlayerView) -> Message:
    shown = (
        tr("{count} {n}", count=COUNT_WORDS[field], n=number(player, field) + DOUBT * (field in player.doubtful))
        for field in COUNTS
    )
    return tr("{name}: {what}", name=outline_of(view).figure(player.id).label, what=listed(shown))


def _scoring(view: View, result: Result) -> Iterator[Message]:
    if view.over and result.winners:
        winners = listed(outline_of(view).figure(who).label for who in result.winners)
        yield tr("Winner: {name}", name=winners)
    yield from (_scored(view, scored) for scored in result.players)


def _scored(view: View, scored: Scored) -> Message:
    """One player's column: points before, each gain, the sum and the place."""
    words = dict(view.source_words)
    gains = (
        tr("{count} {n}", count=words.get(gain.source, literal(gain.source)), n=signed(gain.points))
        for gain in scored.gains
    )
    return tr(
        "{name}: before {before}, {gains}, total {total}, place {place}",
        name=outline_of(view).figure(scored.name).label,
        before=signed_plain(scored.points_before),
        gains=listed(gains),
        total=signed_plain(scored.points),
        place=scored.rank,
    )
