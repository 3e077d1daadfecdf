"""Glen More on the web page: board, tray of tappable pieces and tables for phones, as JSON values.

All texts are translated here; board.js draws the values. No rules are decided here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.engine.message import Message, Translate, tr
from companion.games.glen_more.screens import (
    ALL_COUNTS,
    count_label,
    count_text,
    prices_text,
    turn_title,
    visible_counts,
)
from companion.screens.paper import number_with_minus_sign
from companion.screens.tables import signed_points
from companion.state.glen_more.model import DECKS, RONDEL_SPACES, State
from companion.state.glen_more.taps import location_text
from companion.state.glen_more.text import source_label, tile_label
from companion.state.glen_more.view import SpaceView, View, deck_text, outline_of
from companion.web import page_data
from companion.web.game_page import AVAILABLE, OUT_OF_PLAY, GamePage, PageTable, TableRow, TrayGroup, TrayPiece


def page_board(view: View, translate: Translate) -> dict[str, Any]:
    """Return the board: title, instructions, last entries and the spaces of the rondel from last to first."""
    empty = [SpaceView((), "", None, "", 0)] * (RONDEL_SPACES - len(view.ring)) if view.ring else []
    lines = [line for line in (deck_text(view),) if line]
    return {
        "title": translate(turn_title(view)),
        "lines": [page_data.capitalize(translate(line)) for line in (*lines, *view.owed)],
        "booked": [translate(line) for line in view.booked],
        "spaces": [_space(view, space, translate) for space in (*view.ring, *empty)],
        "tap": translate(tr("Tap this tile on the reader")),
        "empty": translate(tr("An empty space")),
    }


def _space(view: View, space: SpaceView, translate: Translate) -> dict[str, Any]:
    outline = outline_of(view)
    return {
        "figures": [page_data.figure_data(outline.figure(who), translate) for who in space.figures],
        "tag": f"tile:{space.piece}" if space.piece else "",
        "label": page_data.capitalize(translate(space.label)) if space.label else "",
        "ahead": space.ahead,
    }


def tray_groups(state: State, _view: View, translate: Translate) -> list[TrayGroup]:
    """Return the current deck, the other decks and the start villages, which come first during setup."""
    current = state.deck or DECKS[0]
    decks = sorted(DECKS, key=lambda deck: deck != current)
    groups = [_group(state, deck, tr("Deck {deck}", deck=deck), translate) for deck in decks]
    villages = _group(state, "", tr("Start villages"), translate)
    return [villages, *groups] if state.stage == "setup" else [*groups, villages]


def _group(state: State, deck: str, label: Message, translate: Translate) -> TrayGroup:
    lying = {space.piece for space in state.line}
    owners = {piece: p.id for p in state.players for piece in p.taken}
    pieces = tuple(
        TrayPiece(
            f"tile:{tile.id}",
            page_data.capitalize(translate(tile_label(tile))),
            translate(location_text(state, tile.id)),
            AVAILABLE if tile.id in lying else OUT_OF_PLAY if tile.id in owners else "",
            owners.get(tile.id, ""),
        )
        for tile in state.facts.tiles.values()
        if tile.deck == deck
    )
    return TrayGroup(f"deck_{deck}" if deck else "villages", translate(label), pieces)


def phone_tables(view: View) -> tuple[PageTable, ...]:
    """Return the tables for phones: prices, counts, and the last scoring with its reasons."""
    return tuple(_tables(view))


def _tables(view: View) -> Iterator[PageTable]:
    if not view.market:
        return
    rows = tuple(TableRow(row.label, tuple(prices_text(row.buy, row.sell).split("/"))) for row in view.market)
    yield PageTable(tr("Market"), (tr("buy"), tr("sell")), rows)
    counts = (
        TableRow(count_label(count), tuple(count_text(p, count) for p in view.players))
        for count in visible_counts(view, ALL_COUNTS)
    )
    yield PageTable(tr("All counts"), tuple(p.label for p in view.players), tuple(counts))
    for scored in view.result.players if view.result else ():
        name = outline_of(view).figure(scored.name).label
        gains = [
            TableRow(source_label(gain.source), (signed_points(gain.points),), gain.because)
            for gain in scored.gains
        ]
        total = TableRow(tr("Total"), (number_with_minus_sign(scored.points),), sum=True)
        yield PageTable(tr("{what}: {name}", what=tr("Last scoring"), name=name), (), (*gains, total), aside=True)


PAGE: GamePage[State, View] = GamePage(
    label=tr("The rondel as the companion sees it"),
    script=Path(__file__).with_name("board.js"),
    style=Path(__file__).with_name("board.css"),
    board=page_board,
    tray=tray_groups,
    tables=phone_tables,
)
