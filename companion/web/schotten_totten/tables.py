"""What a phone shows under the border: claims with their reasons, cards left, rounds. Adds nothing up."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import tr
from companion.screens.schotten_totten.sheets import COLOUR_WORDS, LEFT, POINTS, WHY, unseen
from companion.state.schotten_totten.view import View
from companion.web.game_page import PageTable, TableRow


def tables(view: View) -> tuple[PageTable, ...]:
    """From what is wanted in every turn to what is looked up now and then."""
    return tuple(_tables(view))


def _tables(view: View) -> Iterator[PageTable]:
    claims = [
        TableRow(tr("Stone {n}: {player}", n=each.number, player=view.player(each.claimable).label), (), each.why)
        for each in view.stones
        if each.claimable
    ]
    if claims:
        yield PageTable(WHY, (), tuple(claims))
    if view.stones:
        rows = (TableRow(COLOUR_WORDS[each], (" ".join(map(str, left)),)) for each, left in unseen(view).items())
        yield PageTable(LEFT, (), tuple(rows), aside=True)
    if view.results:
        names = tuple(player.label for player in view.players)
        yield PageTable(POINTS, names, tuple(_points(view)))


def _points(view: View) -> Iterator[TableRow]:
    for n, result in enumerate(view.results, 1):
        yield TableRow(tr("Round {n}", n=n), tuple(map(str, result.points)), result.why)
    yield TableRow(tr("Total"), tuple(str(player.points) for player in view.players), sum=True)
