"""What the page draws, made from a snapshot: panel, ring, tray, forms, each with its words put in.

The page repeats it and knows no rule. Pure: reads no device and no clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from companion.engine.message import Message, literal, tr
from companion.engine.offers import Amount, Part, Pick, Question, Text
from companion.menu.pages import HomePage, ListPage, NoticePage, NumberPage, Page
from companion.screens.glen_more_2.home import deck_line
from companion.screens.player_labels import DIE, is_person, name_of, seat
from companion.state.glen_more_2.view import SpaceView, TrayGroup, View
from companion.web.translated_json import Translate

MARKS = "●□▲◇"
"""The marks of the players by their place at the table, as the panel draws them."""

EMPTY = SpaceView((), "", None, "", 0, True)


class Piece(msgspec.Struct, frozen=True):
    """One chip of the tray. note: where the piece is, when that is worth saying. nameless: it goes by its id."""

    tag: str
    label: str
    note: str = ""
    deck: str = ""
    nameless: bool = False


class Group(msgspec.Struct, frozen=True):
    """One tab of the tray."""

    id: str
    label: str
    pieces: tuple[Piece, ...]


def ring(view: View | None, words: Translate) -> dict[str, Any]:
    """The rondel: its spaces from the last figure forward, and what stands in its middle."""
    if view is None or not view.ring:
        return {"title": words(tr("The game has not begun")), "lines": [], "spaces": [], "more": []}
    empty = [EMPTY] * max(0, view.spaces - len(view.ring))
    spaces = [_space(view, space, words) for space in (*view.ring, *empty)]
    return {
        "title": words(_title(view)),
        "lines": [words(line) for line in _lines(view)],
        "spaces": spaces,
        "more": list(_more(view, words)),
    }


def _more(view: View, words: Translate) -> Iterator[dict[str, Any]]:
    """What the chronicles have to show: for the table, then for each player."""
    if view.lines:
        yield {"figure": None, "lines": [words(line) for line in view.lines]}
    for player in view.players:
        if player.lines:
            yield {"figure": _figure(view, player.id, words), "lines": [words(line) for line in player.lines]}


def _title(view: View) -> Message:
    if view.over:
        return tr("The game is over")
    if not view.on_turn:
        return tr("The game has not begun")
    return tr("{name} is on turn", name=name_of(view, view.on_turn))


def _lines(view: View) -> Iterator[Message]:
    if view.over or not view.on_turn:
        return
    if view.next_up and view.next_up != view.on_turn:
        yield tr("Next: {name}", name=name_of(view, view.next_up))
    line = deck_line(view)
    if line is not None:
        yield line
    yield from view.table_instructions


def _space(view: View, space: SpaceView, words: Translate) -> dict[str, Any]:
    untold = space.deck and not space.known
    return {
        "figures": [_figure(view, figure, words) for figure in space.figures],
        "tag": f"tile:{space.piece}" if space.piece else "",
        "label": words(tr("not told")) if untold else words(space.label) if space.label else "",
        "deck": space.deck,
        "ahead": space.ahead,
        "known": space.known,
    }


def _figure(view: View, figure: str, words: Translate) -> dict[str, Any]:
    at = seat(view, figure)
    name = words(name_of(view, figure))
    if at is None:
        return {"colour": figure, "name": name, "mark": "" if figure == DIE else "?"}
    shown = name if is_person(view, figure) else _capital(name)
    return {"colour": view.players[at].colour, "name": shown, "mark": MARKS[at % len(MARKS)]}


def tray(
    groups: Sequence[TrayGroup], cards: Sequence[tuple[str, Message]], view: View | None, words: Translate
) -> list[Group]:
    """The game's groups in their order, the named pieces of each first, and the command cards at the end."""
    lying = {f"tile:{space.piece}" for space in view.ring if space.piece} if view else set()
    there = words(tr("on the rondel"))
    shown = [_group(group, lying, there, words) for group in groups if group.pieces]
    commands = tuple(Piece(f"card:{id}", words(label)) for id, label in cards)
    return [*shown, Group("cards", words(tr("Command cards")), commands)]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _group(group: TrayGroup, lying: set[str], there: str, words: Translate) -> Group:
    deck = str(dict(group.label.values).get("deck", ""))
    pieces = [
        Piece(
            piece.tag,
            _capital(words(piece.label)),
            there if piece.tag in lying else "",
            deck,
            str(piece.label) == piece.tag.removeprefix("tile:"),
        )
        for piece in group.pieces
    ]
    return Group(str(group.label), words(group.label), tuple(sorted(pieces, key=lambda piece: piece.nameless)))


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


def page_text(page: Page, words: Translate) -> str:
    """What the panel says, for those who can't see its picture."""
    return "; ".join(words(line) for line in _page_lines(page))


def _page_lines(page: Page) -> Iterator[Message]:
    if isinstance(page, HomePage | NoticePage):
        yield page.text
    elif isinstance(page, ListPage):
        yield page.title
        for number, row in enumerate(page.rows):
            yield tr("chosen: {row}", row=row.label) if number == page.cursor else row.label
    elif isinstance(page, NumberPage):
        yield page.title
        yield literal(str(page.value))
    for hint in page.hints:
        yield tr("{button}: {what}", button=hint.button, what=hint.label)
