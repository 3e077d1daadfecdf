"""Glen More II on the web page: board, tray of tappable pieces, tables for phones, and a spoken description.

No rules are decided here.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, Translate, join_list, literal, tr
from companion.games.glen_more_2.screens.counts import COUNT_WORDS, COUNTS, UNCERTAIN_SIGN, count_text
from companion.games.glen_more_2.screens.home import deck_line, is_goods_row, row_label
from companion.menu.pages import HomePage, Page, SheetPage
from companion.scoring.gains import PlayerResult, Result
from companion.screens.market import price_text
from companion.screens.paper import number_with_minus_sign
from companion.screens.tables import signed_points
from companion.state.glen_more_2.facts import CARD, DECKS, END, HOME, START_DECK, Piece
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.piece_locations import PieceLocation, piece_locations
from companion.state.glen_more_2.questions.corrections import SPACE_PREFIX
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.labels import round_title
from companion.state.glen_more_2.view import COUNTS as ALL_COUNTS
from companion.state.glen_more_2.view import (
    RESULT,
    STANDINGS,
    TABLE_TASKS,
    PlayerView,
    RowView,
    SpaceView,
    View,
    outline_of,
)
from companion.web import page_data
from companion.web.game_page import (
    AVAILABLE,
    OUT_OF_PLAY,
    Board,
    BoardMap,
    BoardNotes,
    BoardSpace,
    GamePage,
    PageTable,
    TableRow,
    TrayGroup,
    TrayPiece,
)

SPOKEN_COUNT_WORDS = {
    "points": tr("points"),
    "scots_home": tr("Scots in the home castle"),
    "landmarks": tr("landmark cards"),
    "barrels": tr("barrels"),
    "persons": tr("persons"),
    "coins": tr("coins"),
    "tiles": tr("territory tiles"),
}
"""Count labels by the columns of the panel's table."""


def picture_sentences(view: View, page: Page, translate: Translate) -> list[str]:
    """Return a sentence for each thing that the picture of this page shows, for screen readers."""
    return [translate(line) for line in _spoken_lines(view, page)]


def _spoken_lines(view: View, page: Page) -> Iterator[Message]:
    if isinstance(page, HomePage) and view.players:
        yield from _turn(view)
        yield from _spoken_tasks(view, page.text)
        yield from (_spoken_prices(row) for row in view.market)
        yield from (_spoken_counts(view, player) for player in view.players)
    elif isinstance(page, SheetPage):
        yield from _sheet(view, page.kind)


def _sheet(view: View, kind: str) -> Iterator[Message]:
    if kind == TABLE_TASKS:
        yield from _spoken_tasks(view)
    elif kind == ALL_COUNTS:
        yield from (_spoken_counts(view, player) for player in view.players)
    elif kind == STANDINGS:
        yield from _spoken_scoring(view, view.if_scored_now) if view.if_scored_now else ()
    elif view.result:
        # In the order of the panel: a chronicle's own scoring comes before the round that it followed.
        apart = view.extra_scorings if kind == RESULT else ()
        for sheet in reversed([each for each in apart if not each.waits]):
            yield sheet.title
            yield from (sheet.text,) if sheet.text else ()
            yield from _spoken_scoring(view, sheet.result)
        if apart:
            yield round_title(view.result.round)
        yield from _spoken_scoring(view, view.result)
        # A scoring that ended without points comes after the round, whose totals include it.
        for sheet in apart:
            yield from (sheet.title, sheet.text) if sheet.waits and sheet.text else ()


def _turn(view: View) -> Iterator[Message]:
    outline = outline_of(view)
    if view.on_turn:
        yield tr("{name}'s turn", name=outline.figure(view.on_turn).label)
    elif view.scoring_title:
        yield view.scoring_title
    if view.next_up and view.next_up != view.on_turn:
        yield tr("Next: {name}", name=outline.figure(view.next_up).label)
    if line := deck_line(view):
        yield line


def _spoken_tasks(view: View, said: Message | None = None) -> Iterator[Message]:
    yield from (tr("To do: {what}", what=each.text) for each in view.table_tasks if each.text != said)
    yield from (tr("Booked: {what}", what=each) for each in view.turn_log)


def _spoken_prices(row: RowView) -> Message:
    if not is_goods_row(row):
        return tr(
            "{row}: pay {buy}, take {sell}", row=row_label(row), buy=price_text(row.buy), sell=price_text(row.sell)
        )
    return tr(
        "{good}: buy {buy}, sell {sell}", good=row_label(row), buy=price_text(row.buy), sell=price_text(row.sell)
    )


def _spoken_counts(view: View, player: PlayerView) -> Message:
    shown = (
        tr(
            "{count} {n}",
            count=SPOKEN_COUNT_WORDS[field],
            n=count_text(player, field) + UNCERTAIN_SIGN * (field in player.uncertain_counts),
        )
        for field in COUNTS
    )
    return tr("{name}: {what}", name=outline_of(view).figure(player.id).label, what=join_list(shown))


def _spoken_scoring(view: View, result: Result) -> Iterator[Message]:
    if view.over and result.winners:
        winners = join_list(outline_of(view).figure(who).label for who in result.winners)
        yield tr("Winner: {name}", name=winners)
    yield from (_scored(view, scored) for scored in result.players)


def _scored(view: View, scored: PlayerResult) -> Message:
    """Return one player's column: points before, each gain, total and place."""
    words = dict(view.source_words)
    gains = (
        tr("{count} {n}", count=words.get(gain.source, literal(gain.source)), n=signed_points(gain.points))
        for gain in scored.gains
    )
    return tr(
        "{name}: before {before}, {gains}, total {total}, place {place}",
        name=outline_of(view).figure(scored.name).label,
        before=number_with_minus_sign(scored.points_before),
        gains=join_list(gains),
        total=number_with_minus_sign(scored.points),
        place=scored.rank,
    )


def phone_tables(view: View) -> tuple[PageTable, ...]:
    """Return the tables for phones, those needed in every turn first."""
    return tuple(_tables(view))


def _tables(view: View) -> Iterator[PageTable]:
    if view.players and view.market:
        yield PageTable(tr("Market"), (tr("buy"), tr("sell")), tuple(_prices(view)))
        yield PageTable(tr("All counts"), tuple(_name(view, p.id) for p in view.players), tuple(_counts(view)))
    if view.result:
        yield from _scoring(view, view.result, tr("Last scoring"))
    for sheet in view.extra_scorings:
        yield from _scoring(view, sheet.result, sheet.title)
    if view.if_scored_now and not view.over:
        yield from _scoring(view, view.if_scored_now, tr("If scored now"))


def _name(view: View, who: str) -> Message:
    return outline_of(view).figure(who).label


def _prices(view: View) -> Iterator[TableRow]:
    for row in view.market:
        buy, sell = price_text(row.buy), price_text(row.sell)
        if is_goods_row(row):
            yield TableRow(row_label(row), (buy, sell))
        else:  # A row with coins that are only paid in and taken out.
            paid, taken = "-" * (row.buy is not None), "+" * (row.sell is not None)
            yield TableRow(row_label(row), (paid + buy, taken + sell))


def _counts(view: View) -> Iterator[TableRow]:
    for count in COUNTS:
        yield TableRow(COUNT_WORDS[count], tuple(_count(player, count) for player in view.players))


def _count(player: PlayerView, count: str) -> str:
    return f"{count_text(player, count)}{UNCERTAIN_SIGN if count in player.uncertain_counts else ''}"


def _scoring(view: View, result: Result, title: Message) -> Iterator[PageTable]:
    for scored in result.players:
        name = tr("{what}: {name}", what=title, name=_name(view, scored.name))
        yield PageTable(name, (), tuple(_gains(view, scored)), aside=True)


def _gains(view: View, scored: PlayerResult) -> Iterator[TableRow]:
    """Yield the points before, each gain with its reason, and the total."""
    words = dict(view.source_words)
    yield TableRow(tr("before"), (number_with_minus_sign(scored.points_before),))
    for gain in scored.gains:
        yield TableRow(words.get(gain.source, literal(gain.source)), (signed_points(gain.points),), gain.because)
    yield TableRow(tr("place {n}", n=scored.rank), (number_with_minus_sign(scored.points),), sum=True)


DECK_COLOURS = (START_DECK, *DECKS)
"""Decks in the order of their colours on the page."""
PLACE_STATES = {"rondel": AVAILABLE, "territory": OUT_OF_PLAY, "pile": OUT_OF_PLAY, "out": OUT_OF_PLAY}
"""State of a piece on the page by its place."""


def tray_groups(state: State, _view: View, translate: Translate) -> list[TrayGroup]:
    """Return decks (the current one first), other tiles, home tiles and landmark cards, with each
    piece's place."""
    lying = piece_locations(state)

    def group(id: str, label: Message, pieces: list[Piece]) -> TrayGroup:
        deck = id if id in decks else ""
        chips = tuple(
            TrayPiece(
                f"tile:{piece.id}",
                page_data.capitalize(translate(_label(state, piece))),
                translate(_note(state, piece, lying.get(piece.id, PieceLocation()))),
                PLACE_STATES.get(lying.get(piece.id, PieceLocation()).place, ""),
                _owner(state, piece, lying),
                _deck_kind(deck),
                is_anonymous=labels.is_nameless(piece),
            )
            for piece in pieces
        )
        return TrayGroup(id, translate(label), chips)

    pieces = list(state.facts.pieces.values())
    decks = [deck.letter for deck in state.decks] or list(DECKS)
    current = state.deck or decks[0]
    groups = [
        group(
            letter,
            tr("Start tiles") if letter == START_DECK else tr("Deck {deck}", deck=letter),
            [p for p in pieces if _comes_from(p, letter)],
        )
        for letter in sorted(decks, key=lambda letter: letter != current)
    ]
    home = group("home", tr("Home tiles"), [p for p in pieces if p.category == HOME])
    others = [p for p in pieces if p.category not in (HOME, CARD) and not any(_comes_from(p, d) for d in decks)]
    groups += [
        group("other", tr("Other tiles"), others),
        home,
        group("landmarks", tr("Landmark cards"), [p for p in pieces if p.category == CARD]),
    ]
    # In the setup players tap the home tiles to join.
    return sorted(groups, key=lambda each: each is not home) if state.phase == "setup" else groups


def _label(state: State, piece: Piece) -> Message:
    """Return the label of a piece; a tile without a name is shown by its slot id to distinguish it."""
    return literal(piece.id) if labels.is_nameless(piece) else labels.piece_label(state.facts, piece.id)


def _owner(state: State, piece: Piece, lying: dict[str, PieceLocation]) -> str:
    """Return the owner's id; a home tile belongs to the player of its colour."""
    if piece.category == HOME:
        return next((p.id for p in state.players if p.id == piece.colour), "")
    return lying.get(piece.id, PieceLocation()).owner


def _note(state: State, piece: Piece, lies: PieceLocation) -> Message:
    """Return the place of a piece in two or three words."""
    whose = labels.figure_label(state, lies.owner) if lies.owner else ""
    match lies.place:
        case "territory":
            return tr("{player} has it", player=whose)
        case "rondel":
            return tr("on the rondel")
        case "pile" if whose:
            return tr("on the pile of {player}", player=whose)
        case "pile":
            return labels.PLACE_LABELS["discards"]
        case "out":
            return labels.PLACE_LABELS["removed"]
    if piece.category == HOME and any(p.id == piece.colour for p in state.players):
        return tr("plays")
    return labels.deck_group_label(piece.deck) if piece.deck else literal("")


def _comes_from(piece: Piece, deck: str) -> bool:
    # World's End comes up with deck D, even if the box says that it is not one of the printed D tiles (GM-SET-11).
    return piece.deck == deck or (piece.category == END and deck == "D")


BEFORE_PLAY = ("setup", "layout")
EMPTY_SPACE = SpaceView((), "", None, "", 0, True)


def page_rondel(view: View, _translate: Translate) -> Board:
    """Return the board with the spaces of the rondel from the last figure forward."""
    if not view.track:
        return Board(title=tr("The game has not begun"))
    empty = [EMPTY_SPACE] * max(0, view.spaces - len(view.track))
    return Board(
        title=_title(view),
        lines=tuple(_board_lines(view)),
        to_do=tuple(each.text for each in view.table_tasks),
        turn_log=view.turn_log,
        spaces=tuple(_space(view, place, space) for place, space in enumerate((*view.track, *empty))),
        notes=tuple(_notes(view)),
        maps=tuple(
            BoardMap(player.id, tr("Territory: {name}", name=outline_of(view).figure(player.id).label), tiles)
            for player, tiles in zip(view.players, view.territories, strict=False)
        ),
    )


def _notes(view: View) -> Iterator[BoardNotes]:
    """Yield the lines of the chronicles: for the table, then for each player."""
    if view.lines:
        yield BoardNotes(view.lines)
    for player in view.players:
        if player.lines:
            yield BoardNotes(player.lines, player.id)


def _title(view: View) -> Message:
    if view.over:
        return tr("The game is over")
    if not view.on_turn:
        return view.scoring_title or tr("The game has not begun")
    return tr("{name}'s turn", name=outline_of(view).figure(view.on_turn).label)


def _board_lines(view: View) -> Iterator[Message]:
    if view.over or not view.on_turn:
        return
    if view.next_up and view.next_up != view.on_turn:
        yield tr("Next: {name}", name=outline_of(view).figure(view.next_up).label)
    line = deck_line(view)
    if line is not None:
        yield line


def _space(view: View, place: int, space: SpaceView) -> BoardSpace:
    """Return a space: a named tile can be tapped; for another space without a figure, the tile can be entered.

    One space is always free.
    """
    there = place < max(view.spaces - 1, len(view.track))
    playing = view.phase not in BEFORE_PLAY and not view.over
    ask = there and playing and not space.piece and not space.figures
    is_unknown = space.deck and not space.is_known
    return BoardSpace(
        space.figures,
        f"tile:{space.piece}" if space.piece else "",
        tr("unknown") if is_unknown else _tile_name(space),
        space.deck,
        _deck_kind(space.deck),
        space.ahead,
        space.is_known,
        f"{SPACE_PREFIX}{place}" if ask else "",
        view.phase == "take" and space.ahead > 0,
    )


def _deck_kind(deck: str) -> str:
    return f"deck-{DECK_COLOURS.index(deck)}" if deck in DECK_COLOURS else ""


def _tile_name(space: SpaceView) -> Message | str:
    """Return the label as in the tray, where a tile without a name is listed by its slot id."""
    return space.piece if space.is_anonymous else space.label or ""


PAGE: GamePage[State, View] = GamePage(
    label=tr("The rondel as the companion sees it"),
    board=page_rondel,
    tray=tray_groups,
    spoken=picture_sentences,
    shortcuts=("names",),
    tables=phone_tables,
)
