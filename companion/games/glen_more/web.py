"""Glen More on the web page: board, tray of tappable pieces and tables for phones, as JSON values.

No rules are decided here.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, Translate, capitalize_start, join_list, tr
from companion.games.glen_more.screens import (
    ALL_COUNTS,
    count_label,
    count_text,
    prices_text,
    turn_title,
    visible_counts,
)
from companion.menu.pages import HomePage, Page, SheetPage
from companion.screens.paper import number_with_minus_sign
from companion.screens.tables import signed_points
from companion.state.glen_more.model import DECKS, RONDEL_SPACES, State
from companion.state.glen_more.taps import location_text
from companion.state.glen_more.text import source_label, tile_label
from companion.state.glen_more.view import SpaceView, View, deck_text, outline_of
from companion.web import page_data
from companion.web.game_page import (
    AVAILABLE,
    OUT_OF_PLAY,
    Board,
    BoardMap,
    BoardSpace,
    GamePage,
    PageTable,
    TableRow,
    TrayGroup,
    TrayPiece,
)


def page_board(view: View, _translate: Translate) -> Board:
    """Return the board with the spaces of the rondel from last to first."""
    empty = (BoardSpace(),) * (RONDEL_SPACES - len(view.track)) if view.track else ()
    line = deck_text(view)
    return Board(
        title=turn_title(view),
        lines=(line,) if line and not view.over else (),
        to_do=view.table_tasks,
        turn_log=view.turn_log,
        spaces=(*(_space(view, space) for space in view.track), *empty),
        maps=tuple(
            BoardMap(player.id, tr("Territory: {name}", name=outline_of(view).figure(player.id).label), tiles)
            for player, tiles in zip(view.players, view.territories, strict=False)
        ),
    )


def _space(view: View, space: SpaceView) -> BoardSpace:
    return BoardSpace(
        space.figures,
        f"tile:{space.piece}" if space.piece else "",
        capitalize_start(space.label) if space.label else "",
        space.deck,
        f"deck-{DECKS.index(space.deck)}" if space.deck in DECKS else "",
        space.ahead,
        wanted=view.phase == "take" and space.ahead > 0,
    )


def tray_groups(state: State, _view: View, translate: Translate) -> list[TrayGroup]:
    """Return the current deck, the other decks and the start villages, which come first during setup."""
    current = state.deck or DECKS[0]
    decks = sorted(DECKS, key=lambda deck: deck != current)
    groups = [_group(state, deck, tr("Deck {deck}", deck=deck), translate) for deck in decks]
    villages = _group(state, "", tr("Start villages"), translate)
    return [villages, *groups] if state.stage == "setup" else [*groups, villages]


def _group(state: State, deck: str, label: Message, translate: Translate) -> TrayGroup:
    lying = {space.piece for space in state.track}
    owners = {piece: p.id for p in state.players for piece in p.taken_tiles}
    pieces = tuple(
        TrayPiece(
            f"tile:{tile.id}",
            page_data.capitalize(translate(tile_label(tile))),
            translate(location_text(state, tile.id)),
            AVAILABLE if tile.id in lying else OUT_OF_PLAY if tile.id in owners else "",
            owners.get(tile.id, ""),
            f"deck-{DECKS.index(deck)}" if deck else "",
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


def picture_sentences(view: View, page: Page, translate: Translate) -> list[str]:
    """Return what the home page and the sheets show as sentences for screen readers."""
    wanted = isinstance(page, HomePage | SheetPage)
    return [translate(line) for line in _spoken_lines(view)] if wanted and view.market else []


def _spoken_lines(view: View) -> Iterator[Message]:
    yield turn_title(view)
    for row in view.market:
        buy, sell = prices_text(row.buy, row.sell).split("/")
        yield tr("{good}: buy {buy}, sell {sell}", good=row.label, buy=buy, sell=sell)
    for player in view.players:
        counts = (
            tr("{count} {n}", count=count_label(count), n=count_text(player, count))
            for count in visible_counts(view, ALL_COUNTS)
        )
        yield tr("{name}: {what}", name=player.label, what=join_list(counts))
    for scored in view.result.players if view.result else ():
        gains = [(source_label(gain.source), signed_points(gain.points)) for gain in scored.gains]
        told = join_list(tr("{count} {n}", count=source, n=points) for source, points in gains)
        yield tr("{name}: {what}", name=outline_of(view).figure(scored.name).label, what=told)


PAGE: GamePage[State, View] = GamePage(
    label=tr("The rondel as the companion sees it"),
    board=page_board,
    tray=tray_groups,
    tables=phone_tables,
    spoken=picture_sentences,
)
