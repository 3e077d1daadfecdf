"""The pieces that can be tapped at the desk, in groups. Pure: reads no device; decides nothing."""

from __future__ import annotations

from companion.engine.message import Message, Translate, literal, tr
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import CARD, DECKS, END, HOME, START_DECK, Piece
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.piece_locations import Lies, placed
from companion.state.glen_more_2.view import View
from companion.web import page_data
from companion.web.game_page import READY, USED, TrayGroup, TrayPiece

PLACES = {"rondel": READY, "territory": USED, "pile": USED, "out": USED}
"""What the page colours each place as."""


def tray(state: State, _view: View, translate: Translate) -> list[TrayGroup]:
    """The current deck first, then the others, home tiles, landmark cards; each piece with where it lies."""
    lying = placed(state)

    def group(id: str, label: Message, pieces: list[Piece]) -> TrayGroup:
        deck = id if id in decks else ""
        chips = tuple(
            TrayPiece(
                f"tile:{piece.id}",
                page_data.capital(translate(_label(state, piece))),
                translate(_note(state, piece, lying.get(piece.id, Lies()))),
                PLACES.get(lying.get(piece.id, Lies()).where, ""),
                _owner(state, piece, lying),
                deck,
                nameless=labels.is_nameless(piece),
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
    # Home tiles are what is tapped in the set-up: they say who plays.
    return sorted(groups, key=lambda each: each is not home) if state.phase == "setup" else groups


def _label(state: State, piece: Piece) -> Message:
    """Here each tile must be told from the others, with the desk's own number where nothing is printed."""
    return literal(piece.id) if labels.is_nameless(piece) else labels.piece(state.facts, piece.id)


def _owner(state: State, piece: Piece, lying: dict[str, Lies]) -> str:
    """Who has it: a home tile the player of its colour."""
    if piece.category == HOME:
        return next((p.id for p in state.players if p.id == piece.colour), "")
    return lying.get(piece.id, Lies()).whose


def _note(state: State, piece: Piece, lies: Lies) -> Message:
    """Where it lies, in two or three words."""
    whose = labels.figure(state, lies.whose) if lies.whose else ""
    match lies.where:
        case "territory":
            return tr("{player} has it", player=whose)
        case "rondel":
            return tr("on the rondel")
        case "pile" if whose:
            return tr("on the pile of {player}", player=whose)
        case "pile":
            return labels.PLACES["discards"]
        case "out":
            return labels.PLACES["removed"]
    if piece.category == HOME and any(p.id == piece.colour for p in state.players):
        return tr("plays")
    return labels.group_of(piece.deck) if piece.deck else literal("")


def _comes_from(piece: Piece, deck: str) -> bool:
    # World's End comes up with deck D, whether or not the box says that it carries the letter (GM-SET-11).
    return piece.deck == deck or (piece.category == END and deck == "D")
