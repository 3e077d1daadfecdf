"""What the page draws, made from a snapshot: board, tray, forms, the panel's words.

The page repeats it and knows no rule. Pure: reads no device and no clock.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from companion.engine.game import CORRECTION
from companion.engine.look_up import LookUp, ReadArticle, articles_of, found, read_articles
from companion.engine.memoize import memoize_last
from companion.engine.message import Message, Translate, literal, tr
from companion.engine.offers import Amount, Choice, Offer, Part, Pick, Place, Question, Text, cell_in
from companion.engine.outline import Figure, GameOutline
from companion.menu.pages import (
    UNREAD,
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
from companion.screens.card_sheet import CardToPrint
from companion.screens.icons import Icon
from companion.screens.invitation import OVER
from companion.screens.paper import Paper
from companion.screens.pen import Pen
from companion.screens.translator import Translator
from companion.session.foresight import Foreseen
from companion.session.inputs import Snapshot
from companion.web.game_page import GamePage, TrayGroup, TrayPiece
from companion.web.map_data import map_data


def figure(shown: Figure, translate: Translate) -> dict[str, Any]:
    """A figure on a board: its id, which names its mark, its colour and what people call it."""
    name = translate(shown.label)
    return {
        "id": shown.id,
        "colour": shown.colour or shown.id,
        "name": name if shown.has_own_name else capital(name),
    }


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def board(game: str, page: GamePage[Any, Any], view: Any, translate: Translate) -> dict[str, Any]:
    """The game's board: where its script and style are fetched, and what the script draws."""
    return {
        "label": page.label,
        "script": f"games/{game}/{page.script.name}",
        "style": f"games/{game}/{page.style.name}" if page.style else "",
        "data": page.board(view, translate),
    }


def tray(
    groups: Sequence[TrayGroup],
    cards: Sequence[CardToPrint],
    foresee: Callable[[str], Foreseen],
    translate: Translate,
) -> list[TrayGroup]:
    """The game's groups in their order, the named pieces of each first, and the command cards at the end.

    Each piece says what a tap of it would do.
    """
    commands = tuple(TrayPiece(f"card:{card.id}", translate(card.label)) for card in cards)
    every = (*groups, TrayGroup("cards", translate(tr("Command cards")), commands))
    return [
        TrayGroup(
            each.id,
            each.label,
            tuple(
                _with_tap(piece, foresee, translate)
                for piece in sorted(each.pieces, key=lambda piece: piece.nameless)
            ),
        )
        for each in every
        if each.pieces
    ]


def _with_tap(piece: TrayPiece, foresee: Callable[[str], Foreseen], translate: Translate) -> TrayPiece:
    kind, _, id = piece.tag.partition(":")
    found = foresee(piece.tag if kind == "card" else id)
    tells = tuple(translate(words) for words in (found.text, *found.ways))
    return msgspec.structs.replace(piece, does=translate(found.brief) if found.brief else "", tells=tells)


SIDE = 32
"""Pixels of a mark's picture, and units of what the page draws it from."""


def marks(outline: GameOutline) -> dict[str, str]:
    """By its id each figure's mark as the panel draws it, as the path of an SVG of SIDE units."""
    return {each.id: _mark(each) for each in outline.figures}


@lru_cache(maxsize=64)
def _mark(figure: Figure) -> str:
    from companion.screens.player_labels import mark  # late: starting up needs no picture

    pen = Pen(Paper(SIDE, SIDE), str)
    mark(pen, pen.paper.box, GameOutline(figure.label, (figure,)), figure.id)
    rows = ("".join(".#"[not pen.image.getpixel((x, y))] for x in range(SIDE)) for y in range(SIDE))
    runs = ((y, run.span()) for y, row in enumerate(rows) for run in re.finditer("#+", row))
    return "".join(f"M{left} {y}h{right - left}v1h{left - right}z" for y, (left, right) in runs)


def forms(
    questions: Sequence[Question],
    shortcuts: Sequence[str] = (),
    icons: Mapping[str, Icon] = {},
    places: bool = True,
) -> list[dict[str, Any]]:
    """The open offers in which something can be written, which buttons can't, or a cell of a map be touched, and
    shortcuts; with their parts. icons: the game's pictures, for maps; places: none is touched on the board itself.
    """
    found: dict[str, dict[str, Any]] = {}
    for question in questions:
        for offer in question.offers:
            mapped = places and _asks_for_a_place(question, offer)
            wanted = mapped or offer.name in shortcuts or any(_is_wordy(part) for part in offer.parts)
            if wanted and not offer.closed:
                parts = [_part(part, icons) for part in offer.parts]
                form = {"question": question.number, "name": offer.name, "label": offer.label, "parts": parts}
                form["open"] = mapped and not question.non_blocking
                # A question may offer what a correction offers too: one form for it is enough.
                found.setdefault(offer.name, form)
    return list(found.values())


def _asks_for_a_place(question: Question, offer: Offer) -> bool:
    """Corrections are made on the case: a map of each would stand there all the evening."""
    return question.number != CORRECTION and any(isinstance(part, Place) for part in offer.parts)


def _is_wordy(part: Part) -> bool:
    """Whether letters are needed somewhere in it."""
    if isinstance(part, Pick):
        return any(_is_wordy(inner) for choice in part.choices if not choice.closed for inner in choice.then)
    return isinstance(part, Text)


def _part(part: Part, icons: Mapping[str, Icon]) -> dict[str, Any]:
    if isinstance(part, Place):
        cells = [_choice(choice, icons) for choice in part.choices if not (choice.unlisted or choice.alike)]
        return {"type": "place", "text": part.text, "choices": cells, "map": map_data(part, icons)}
    if isinstance(part, Pick):
        choices = [_choice(choice, icons) for choice in part.choices if not (choice.closed or choice.alike)]
        return {"type": "pick", "text": part.text, "choices": choices}
    if isinstance(part, Amount):
        return {"type": "amount", "text": part.text, "low": part.low, "high": part.high, "default": part.default}
    return {"type": "text", "text": part.text, "longest": part.longest}


def _choice(choice: Choice, icons: Mapping[str, Icon]) -> dict[str, Any]:
    told = {
        "value": choice.value,
        "cell": cell_in(choice),
        "label": choice.label,
        "then": [_part(inner, icons) for inner in choice.then],
    }
    closed, caution = choice.closed, choice.caution
    return {**told, "closed": closed.text if closed else "", "caution": caution.text if caution else ""}


@memoize_last
def _all_articles(look_up: LookUp, state: Any, translate: Translator, _language: str) -> list[ReadArticle]:
    """Once for each entry, however many phones look something up: presses on the case are not to wait for that."""
    return read_articles(articles_of(look_up, state), translate)


MOST_ARTICLES = 12
"""How many are shown of what was looked up."""


def articles(snapshot: Snapshot, words: str, translate: Translator) -> list[dict[str, Any]]:
    """What is written about these words: title, text and id of the rule, the likeliest first."""
    every = _all_articles(snapshot.game.look_up, snapshot.state, translate, translate.language)
    return [
        {"title": capital(translate(each.title)), "text": each.text, "rule": each.rule}
        for each in found(every, words)[:MOST_ARTICLES]
    ]


def page_text(page: Page, translate: Translate, spoken: Sequence[str] = ()) -> str:
    """What the panel says, for those who can't see its picture; `spoken`: what the game's own pictures show."""
    said, keys = _page_lines(page), (tr("{button}: {what}", button=h.button, what=h.label) for h in page.hints)
    return "; ".join((*map(translate, said), *spoken, *map(translate, keys)))


def _of_cell(page: MapPage) -> Iterator[Message]:
    """What is asked, and the cell with the cursor: nobody listens to all of a map."""
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
            if row.label == UNREAD:
                continue  # far from the cursor: no panel shows it, and its words are not made
            yield tr("chosen: {row}", row=row.label) if number == page.cursor else row.label
    elif isinstance(page, ArticlePage):
        yield from (page.title, *page.text)
    elif isinstance(page, KeysPage):
        yield page.title
        for key, row in zip(page.keys, page.rows, strict=True):
            yield tr("{button}: {what}", button=key, what=row.label)
    elif isinstance(page, InvitationPage):
        yield tr("An invitation for one phone: {address}", address=page.url) if page.url else OVER
    elif isinstance(page, MapPage):
        yield from _of_cell(page)
    elif isinstance(page, NumberPage):
        yield page.title
        yield literal(str(page.value))
    elif isinstance(page, StickerPage):
        yield from (each for each in (page.told, page.title, page.number, page.piece) if each)
        yield from (tr("then {piece}", piece=each) for each in page.after)
