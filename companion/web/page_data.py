"""Page data made from a snapshot: board, maps, tray, forms, help articles and texts.

Pure functions: they read no device and no clock and know no rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from companion.engine.caching import memoize_last
from companion.engine.game import CORRECTION, Figure, GameOutline
from companion.engine.help_topics import (
    GameHelp,
    SearchableArticle,
    all_articles,
    prepare_articles,
    search_articles,
)
from companion.engine.message import Message, Translate, literal, tr, trn
from companion.engine.offers import (
    Amount,
    Choice,
    MapTile,
    Offer,
    Part,
    Pick,
    Place,
    Question,
    choice_cell,
    find_choice,
    parse_cell,
    takes_text,
)
from companion.menu.pages import (
    UNMADE_TEXT,
    ArticlePage,
    HomePage,
    InvitationPage,
    KeysPage,
    ListPage,
    MapPage,
    NoticePage,
    NumberPage,
    Page,
    StickerPage,
)
from companion.screens.game_screens import CardToPrint
from companion.screens.icons import FIGURE, STANDING_FIGURE, Icon, icon_svg
from companion.screens.message_screens import INVITATION_OVER
from companion.screens.paper import Paper
from companion.screens.pen import Pen
from companion.screens.translator import Translator
from companion.session.inputs import Snapshot, TapPreview
from companion.storage.game_summary import game_result_text
from companion.web.game_page import TrayGroup, TrayPiece

if TYPE_CHECKING:
    from companion.games.definition import AnyGame

INK_COLOUR, PAPER_COLOUR = "currentColor", "var(--tile)"
"""CSS colours of the page, which fit its dark and light mode."""


def map_data(place: Place, icons: Mapping[str, Icon]) -> dict[str, Any]:
    """Return the data of a map: its extent, tiles and pictures, without the texts of its choices."""
    map_tiles = (*place.map_tiles, *([place.new_tile] if place.new_tile else []))
    wanted = {sign for each in map_tiles for sign in (each.sign, *(kind for kind, _ in each.pieces))}
    found = {STANDING_FIGURE: FIGURE, **icons}
    cells = [
        *((each.x, each.y) for each in place.map_tiles),
        *(parse_cell(choice_cell(each)) for each in place.choices),
    ]
    easts, norths = [x for x, _ in cells] or [0], [y for _, y in cells] or [0]
    return {
        "west": min(easts),
        "north": max(norths),
        "columns": max(easts) - min(easts) + 1,
        "rows": max(norths) - min(norths) + 1,
        "tracts": [_tile_data(each) for each in place.map_tiles],
        "laid": place.new_tile and _tile_data(place.new_tile),
        "signs": {
            name: icon_svg(found[name], INK_COLOUR, PAPER_COLOUR)
            for name in sorted({STANDING_FIGURE, *wanted})
            if name in found
        },
    }


def _tile_data(map_tile: MapTile) -> dict[str, Any]:
    return {
        "x": map_tile.x,
        "y": map_tile.y,
        "label": map_tile.label,
        "sign": map_tile.sign,
        "lines": map_tile.lines,
        "pieces": map_tile.pieces,
        "figures": map_tile.figures,
        "height": map_tile.height,
        "marked": map_tile.marked,
    }


def figure_data(figure: Figure, translate: Translate) -> dict[str, Any]:
    """Return a figure on a board: its id, which also names its mark, its colour and its name."""
    name = translate(figure.label)
    return {
        "id": figure.id,
        "colour": figure.colour or figure.id,
        "name": name if figure.has_own_name else capitalize(name),
    }


def turn_text(outline: GameOutline) -> Message:
    """Return whose turn it is, or how the game ended."""
    if ended := game_result_text(outline):
        return ended
    if not outline.on_turn:
        return outline.phase_title or tr("The game has not begun")
    return tr("{name}'s turn", name=outline.figure(outline.on_turn).label)


def capitalize(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


BOARD_TEXTS: dict[str, Message] = {
    "tap": tr("Tap this tile on the reader"),
    "empty": tr("An empty space"),
    "tell": tr("Say what lies here"),
    "to_do": tr("To do"),
    "turn_log": tr("Booked"),
    "turn": tr("has the turn"),
    "won": tr("Winner"),
    "you": tr("you"),
    "players": tr("Players"),
}


def board_data(game: AnyGame, view: Any, outline: GameOutline, translate: Translate) -> dict[str, Any] | None:
    """Return the game's board, and the addresses of its own script and style, "" if it needs none.

    None without a game.
    """
    if view is None:
        return None
    page = game.page
    board = page.board(view, translate)

    def figure(id: str) -> dict[str, Any] | None:
        return figure_data(outline.figure(id), translate) if id else None

    maps = [map_data(Place("", each.title, (), map_tiles=each.tiles), game.screens.icons) for each in board.maps]
    return {
        "label": page.label,
        "script": f"games/{game.id}/{page.script.name}" if page.script else "",
        "style": f"games/{game.id}/{page.style.name}" if page.style else "",
        "shows_players": page.shows_players,
        "words": BOARD_TEXTS,
        "title": board.title,
        "lines": [capitalize(translate(line)) for line in board.lines],
        "to_do": [capitalize(translate(line)) for line in board.to_do],
        "turn_log": board.turn_log,
        "spaces": [
            {**msgspec.structs.asdict(each), "figures": [figure(id) for id in each.figures]}
            for each in board.spaces
        ],
        "notes": [{"figure": figure(each.figure), "lines": each.lines} for each in board.notes],
        "maps": [
            {"id": each.id, "title": each.title, "map": {**map, "signs": {}}}
            for each, map in zip(board.maps, maps, strict=True)
        ],
        "signs": {name: sign for map in maps for name, sign in map["signs"].items()},
        "picture": board.picture,
    }


def player_data(outline: GameOutline, translate: Translate, seat: str = "") -> list[dict[str, Any]]:
    """Return the players with their points, as far as the viewer may know them. seat: the viewer's figure."""
    return [
        {
            **figure_data(each, translate),
            "points": "" if each.points is None else trn("{n} point", "{n} points", each.points),
            "turn": outline.on_turn == each.id,
            "you": seat == each.id,
            "won": each.id in outline.winners,
        }
        for each in outline.players
    ]


def tray_data(
    groups: Sequence[TrayGroup],
    cards: Sequence[CardToPrint],
    tap_preview: Callable[[str], TapPreview],
    translate: Translate,
) -> list[TrayGroup]:
    """Return the game's groups in their order, named pieces first, then the command cards.

    Each piece gets the preview of what a tap would do.
    """
    commands = tuple(TrayPiece(f"card:{card.id}", translate(card.label)) for card in cards)
    every = (*groups, TrayGroup("cards", translate(tr("Command cards")), commands))
    return [
        TrayGroup(
            each.id,
            each.label,
            tuple(
                _with_tap(piece, tap_preview, translate)
                for piece in sorted(each.pieces, key=lambda piece: piece.is_anonymous)
            ),
        )
        for each in every
        if each.pieces
    ]


def _with_tap(piece: TrayPiece, tap_preview: Callable[[str], TapPreview], translate: Translate) -> TrayPiece:
    kind, _, id = piece.tag.partition(":")
    found = tap_preview(piece.tag if kind == "card" else id)
    tells = tuple(translate(words) for words in (found.text, *found.ways))
    return msgspec.structs.replace(piece, does=translate(found.brief) if found.brief else "", tells=tells)


def compact_tray(groups: Sequence[TrayGroup]) -> dict[str, Any]:
    """Return the tray for the page: fields with a value, and each sentence once, named by its place in `lines`.

    Most pieces would do alike, so that the sentences would be the larger part.
    """
    lines: dict[str, int] = {}

    def piece_data(piece: TrayPiece) -> dict[str, Any]:
        fields = msgspec.structs.asdict(piece)
        fields["tells"] = [lines.setdefault(line, len(lines)) for line in piece.tells]
        return {name: value for name, value in fields.items() if value}

    shown = [
        {"id": each.id, "label": each.label, "pieces": [piece_data(piece) for piece in each.pieces]}
        for each in groups
    ]
    return {"groups": shown, "lines": list(lines)}


MARK_SIZE = 32
"""Width of a mark's picture in pixels, and of the SVG path made from it in units."""


def figure_marks(outline: GameOutline) -> dict[str, str]:
    """Return each figure's mark as on the panel: an SVG path of MARK_SIZE units, by figure id."""
    return {each.id: _mark(each) for each in outline.figures}


@lru_cache(maxsize=64)
def _mark(figure: Figure) -> str:
    from companion.screens.frame import draw_mark  # late: starting up needs no picture

    pen = Pen(Paper(MARK_SIZE, MARK_SIZE), str)
    draw_mark(pen, pen.paper.box, GameOutline(figure.label, (figure,)), figure.id)
    rows = ("".join(".#"[not pen.image.getpixel((x, y))] for x in range(MARK_SIZE)) for y in range(MARK_SIZE))
    runs = ((y, run.span()) for y, row in enumerate(rows) for run in re.finditer("#+", row))
    return "".join(f"M{left} {y}h{right - left}v1h{left - right}z" for y, (left, right) in runs)


class OpenForm(NamedTuple):
    """An open offer that needs a form."""

    question: Question
    offer: Offer
    mapped: bool
    """True if its question asks for a place on a map."""


def open_forms(
    questions: Sequence[Question], shortcuts: Sequence[str] = (), places: bool = True
) -> list[OpenForm]:
    """Return the open offers that need a form: those that take text or a place on a map, and `shortcuts`.

    places: False if places are chosen on the board itself.
    """
    found: dict[str, OpenForm] = {}
    for question in questions:
        for offer in question.offers:
            mapped = places and _asks_for_a_place(question, offer)
            wanted = mapped or offer.name in shortcuts or any(takes_text(part) for part in offer.parts)
            if wanted and not offer.closed:
                # A correction may offer the same as a question; one form is enough.
                found.setdefault(offer.name, OpenForm(question, offer, mapped))
    return list(found.values())


def form_data(form: OpenForm) -> dict[str, Any]:
    """Return a form without its fields, which the page fetches when the form is opened: `form_fields`."""
    question, offer, mapped = form
    told = {"question": question.number, "name": offer.name, "label": offer.label, "fields": bool(offer.parts)}
    return {**told, "open": mapped and not question.non_blocking}


def _asks_for_a_place(question: Question, offer: Offer) -> bool:
    """True if the offer needs a map. Corrections need none here: their maps would fill the page all evening."""
    return question.number != CORRECTION and any(isinstance(part, Place) for part in offer.parts)


def form_fields(offer: Offer, path: Sequence[str], icons: Mapping[str, Icon] = {}) -> list[dict[str, Any]] | None:
    """Return the fields of an offer, or those that a choice adds; None if there is no such choice.

    path: the choice as pairs: the number of a field, and the value chosen in it, from the outermost on; () for the
    offer itself. What a choice adds is not included: all facts of all tiles would be a megabyte.
    """
    parts: Sequence[Part] = offer.parts
    for place, value in zip(path[::2], path[1::2], strict=False):
        part = parts[int(place)] if place.isdecimal() and int(place) < len(parts) else None
        choice = find_choice(part, value) if isinstance(part, Pick) else None
        if choice is None:
            return None
        parts = choice.then
    return [_part(part, icons) for part in parts]


def _part(part: Part, icons: Mapping[str, Icon]) -> dict[str, Any]:
    if isinstance(part, Place):
        shown = [choice for choice in part.choices if not (choice.is_hidden or choice.is_tap_only)]
        cells = [{**_choice(choice), "cell": choice_cell(choice)} for choice in shown]
        return {"type": "place", "text": part.text, "choices": cells, "map": map_data(part, icons)}
    if isinstance(part, Pick):
        choices = [_choice(choice) for choice in part.choices if not (choice.closed or choice.is_tap_only)]
        return {"type": "pick", "text": part.text, "choices": choices}
    if isinstance(part, Amount):
        return {"type": "amount", "text": part.text, "low": part.low, "high": part.high, "default": part.default}
    return {"type": "text", "text": part.text, "longest": part.max_length}


def _choice(choice: Choice) -> dict[str, Any]:
    closed, caution = choice.closed, choice.caution
    told = {"closed": closed.text if closed else "", "caution": caution.text if caution else ""}
    return {"value": choice.value, "label": choice.label, "more": bool(choice.then), **told}


@memoize_last
def _all_articles(look_up: GameHelp, state: Any, translate: Translator, _language: str) -> list[SearchableArticle]:
    """Return the prepared articles.

    The result is cached per state, so that searching phones do not delay the panel.
    """
    return prepare_articles(all_articles(look_up, state), translate)


MAX_ARTICLES = 12
"""Maximum number of articles found by a search."""


def search_help_articles(snapshot: Snapshot, words: str, translate: Translator) -> list[dict[str, Any]]:
    """Return title, text and rule id of the articles that match the search text, best match first."""
    every = _all_articles(snapshot.game.look_up, snapshot.state, translate, translate.language)
    return [
        {"title": capitalize(translate(each.title)), "text": each.text, "rule": each.rule}
        for each in search_articles(every, words)[:MAX_ARTICLES]
    ]


def page_text(page: Page, translate: Translate, spoken: Sequence[str] = ()) -> str:
    """Return what the panel shows as text for screen readers.

    spoken: sentences that describe the game's own pictures.
    """
    said, keys = _page_lines(page), (tr("{button}: {what}", button=h.button, what=h.label) for h in page.hints)
    return "; ".join((*map(translate, said), *spoken, *map(translate, keys)))


def _cell_lines(page: MapPage) -> Iterator[Message]:
    """Yield the title and the chosen cell only; a whole map would be too long to listen to."""
    yield page.title
    for row in page.rows[page.cursor : page.cursor + 1]:
        yield tr("chosen: {row}", row=row.label)
        yield from [row.note] if row.note else []


def _page_lines(page: Page) -> Iterator[Message]:
    if isinstance(page, HomePage | NoticePage):
        yield page.text
        yield from page.more if isinstance(page, NoticePage) else ()
    elif isinstance(page, ListPage):
        yield page.title
        for number, row in enumerate(page.rows):
            if row.label == UNMADE_TEXT:
                continue  # No panel shows a row that is far from the cursor, so its text was not made.
            yield tr("chosen: {row}", row=row.label) if number == page.cursor else row.label
    elif isinstance(page, ArticlePage):
        yield from (page.title, *page.text)
    elif isinstance(page, KeysPage):
        yield page.title
        for key, row in zip(page.keys, page.rows, strict=True):
            yield tr("{button}: {what}", button=key, what=row.label)
    elif isinstance(page, InvitationPage):
        yield tr("An invitation for one phone: {address}", address=page.url) if page.url else INVITATION_OVER
    elif isinstance(page, MapPage):
        yield from _cell_lines(page)
    elif isinstance(page, NumberPage):
        yield page.title
        yield literal(str(page.value))
    elif isinstance(page, StickerPage):
        yield from (each for each in (page.result, page.title, page.number, page.piece) if each)
        yield from (tr("then {piece}", piece=each) for each in page.after)


PAGE_TEXTS: dict[str, Message] = {
    "title": tr("Companion"),
    "brand": tr("Tabletop companion"),
    "slow": tr("As slow as real e-ink"),
    "sound": tr("Sound"),
    "cards": tr("Command cards to print"),
    "tiles": tr("Tiles of your box"),
    "invite": tr("Invite a phone"),
    "stick": tr("Write on a sticker"),
    "device": tr("The companion's case"),
    "tray": tr("Pieces to tap on the reader"),
    "buttons": tr("The five buttons"),
    "hold": tr("Hold it, or press Shift, for a long press"),
    "keys": tr("Keys: ↑ ↓, Enter = OK, Backspace = BACK, U = UNDO; with Shift, or held: a long press."),
    "search": tr("Search by name"),
    "again": tr("The same sticker again"),
    "unknown": tr("An unknown sticker"),
    "nothing": tr("No piece has that name."),
    "rest": tr("More"),
    "lookup": tr("What is this? Rules, pieces, signs"),
    "wanted": tr("A few letters of its name"),
    "unexplained": tr("Nothing is written about that here."),
    "written": tr("{what} is written down.", what="{what}"),
    "asks": tr("Not yet: the panel asks something first."),
    "write": tr("Write it down"),
    "lost": tr("The companion does not answer; start it again with: make run"),
}
