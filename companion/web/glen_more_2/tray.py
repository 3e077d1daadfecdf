"""The pieces that can be tapped at the desk, in groups. Pure: reads no device; decides nothing."""

from __future__ import annotations

from companion.engine.message import Message, Translate, tr
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import CARD, DECKS, END, HOME, Piece
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.view import View
from companion.web import page_data
from companion.web.game_page import TrayGroup, TrayPiece


def tray(state: State, view: View, translate: Translate) -> list[TrayGroup]:
    """The current deck first, then the others, home tiles, landmark cards; with what lies on the rondel marked."""
    lying = {space.piece for space in view.ring}
    there = translate(tr("on the rondel"))

    def group(id: str, label: Message, pieces: list[Piece]) -> TrayGroup:
        deck = id if id in decks else ""
        chips = tuple(
            TrayPiece(
                f"tile:{piece.id}",
                page_data.capital(translate(labels.piece(state.facts, piece.id))),
                there if piece.id in lying else "",
                deck,
                nameless=not (piece.name or piece.colour or piece.category == END),
            )
            for piece in pieces
        )
        return TrayGroup(id, translate(label), chips)

    pieces = list(state.facts.pieces.values())
    decks = [deck.letter for deck in state.decks] or list(DECKS)
    current = state.deck or decks[0]
    groups = [
        group(letter, tr("Deck {deck}", deck=letter), [p for p in pieces if _comes_from(p, letter)])
        for letter in sorted(decks, key=lambda letter: letter != current)
    ]
    home = group("home", tr("Home tiles"), [p for p in pieces if p.category == HOME])
    others = [p for p in pieces if p.category not in (HOME, CARD) and not any(_comes_from(p, d) for d in decks)]
    groups += [
        group("other", tr("Other tiles"), others),
        home,
        group("landmarks", tr("Landmark cards"), [p for p in pieces if p.category == CARD]),
    ]
    # Home tiles are what is tapped in the set-up: they say who plays.
    return sorted(groups, key=lambda each: each is not home) if state.phase == "setup" else groups


def _comes_from(piece: Piece, deck: str) -> bool:
    # World's End comes up with deck D, whether or not the box says that it carries the letter (GM-SET-11).
    return piece.deck == deck or (piece.category == END and deck == "D")
