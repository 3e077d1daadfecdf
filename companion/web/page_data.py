"""What the page draws, made from a snapshot: board, tray, forms, the panel's words.

The page repeats it and knows no rule. Pure: reads no device and no clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine.message import Message, Translate, literal, tr
from companion.engine.offers import Amount, Part, Pick, Question, Text
from companion.engine.outline import Figure
from companion.menu.pages import UNREAD, HomePage, ListPage, NoticePage, NumberPage, Page
from companion.screens.card_sheet import CardToPrint
from companion.web.game_page import GamePage, TrayGroup, TrayPiece

MARKS = "●□▲◇✚✕"
"""The marks of the players by their place at the table, as the panel draws them."""


def figure(shown: Figure, translate: Translate) -> dict[str, Any]:
    """A figure on a board: its colour, its name, and the mark that the panel knows it by."""
    name = translate(shown.label)
    return {
        "colour": shown.colour or shown.id,
        "name": name if shown.has_own_name else capital(name),
        "mark": "" if shown.seat is None else MARKS[shown.seat % len(MARKS)],
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


def tray(groups: Sequence[TrayGroup], cards: Sequence[CardToPrint], translate: Translate) -> list[TrayGroup]:
    """The game's groups in their order, the named pieces of each first, and the command cards at the end."""
    shown = [
        TrayGroup(each.id, each.label, tuple(sorted(each.pieces, key=lambda piece: piece.nameless)))
        for each in groups
        if each.pieces
    ]
    if not cards:
        return shown
    commands = tuple(TrayPiece(f"card:{card.id}", translate(card.label)) for card in cards)
    return [*shown, TrayGroup("cards", translate(tr("Command cards")), commands)]


def forms(questions: Sequence[Question]) -> list[dict[str, Any]]:
    """The open offers in which something can be written, which buttons can't; each with all its parts."""
    return [
        {
            "question": question.number,
            "name": offer.name,
            "label": offer.label,
            "parts": [_part(part) for part in offer.parts],
        }
        for question in questions
        for offer in question.offers
        if not offer.closed and any(_is_wordy(part) for part in offer.parts)
    ]


def _is_wordy(part: Part) -> bool:
    """Whether letters are needed somewhere in it."""
    if isinstance(part, Pick):
        return any(_is_wordy(inner) for choice in part.choices if not choice.closed for inner in choice.then)
    return isinstance(part, Text)


def _part(part: Part) -> dict[str, Any]:
    if isinstance(part, Pick):
        choices = [
            {"value": choice.value, "label": choice.label, "then": [_part(inner) for inner in choice.then]}
            for choice in part.choices
            if not choice.closed
        ]
        return {"type": "pick", "text": part.text, "choices": choices}
    if isinstance(part, Amount):
        return {"type": "amount", "text": part.text, "low": part.low, "high": part.high, "default": part.default}
    return {"type": "text", "text": part.text, "longest": part.longest}


def page_text(page: Page, translate: Translate) -> str:
    """What the panel says, for those who can't see its picture."""
    return "; ".join(translate(line) for line in _page_lines(page))


def _page_lines(page: Page) -> Iterator[Message]:
    if isinstance(page, HomePage | NoticePage):
        yield page.text
    elif isinstance(page, ListPage):
        yield page.title
        for number, row in enumerate(page.rows):
            if row.label == UNREAD:
                continue  # far from the cursor: no panel shows it, and its words are not made
            yield tr("chosen: {row}", row=row.label) if number == page.cursor else row.label
    elif isinstance(page, NumberPage):
        yield page.title
        yield literal(str(page.value))
    for hint in page.hints:
        yield tr("{button}: {what}", button=hint.button, what=hint.label)
