"""What stickers are put on, kind by kind in the order of the box, and the command cards.

A slot without any entered facts is interchangeable; one with a description or a name is a piece of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.engine.message import Message, tr
from companion.engine.stickers import PrintedIdentity, StickerKind, StickerPiece
from companion.state.glen_more_2 import actions, questions
from companion.state.glen_more_2.actions import CommandCard, QuestionKind
from companion.state.glen_more_2.facts import (
    CARD,
    DECKS,
    END,
    HOME,
    LAND,
    PERSON,
    START_DECK,
    TOKEN,
    Facts,
    Piece,
    is_unknown_slot,
)
from companion.state.glen_more_2.text.labels import known_piece_label, owner_given_name


def command_cards(
    facts: Facts, kinds: Iterable[QuestionKind] = questions.QUESTION_KINDS
) -> dict[str, CommandCard]:
    """Return every card of these kinds of questions by its id, in the order of the printed sheet."""
    return actions.command_cards(kinds, facts)


ExpansionPieces = Sequence[tuple[str, Message, Mapping[str, Piece]]]
"""What each expansion adds: its slug, its name and its pieces."""

RECORD_CATEGORIES = {HOME: "home", CARD: "card", PERSON: "person"}
"""Categories in sticker records other than "tile". Tokens all look alike and have no record."""


def sticker_kinds(
    facts: Facts, beside: ExpansionPieces, cards: Mapping[str, CommandCard]
) -> tuple[StickerKind, ...]:
    """Return all kinds that have a piece."""
    pieces = list(facts.pieces.values())
    card_pieces = tuple(
        StickerPiece(f"card:{id}", card.label, None if card.secret else PrintedIdentity("command", "", id))
        for id, card in cards.items()
    )
    kinds = [
        _kind("home", tr("Home tiles"), (p for p in pieces if p.category == HOME)),
        *(_deck(letter, pieces) for letter in DECKS),
        _kind("landmark_cards", tr("Landmark cards"), (p for p in pieces if p.category == CARD)),
        _kind("persons", tr("Persons"), (p for p in pieces if p.category == PERSON and p.deck not in DECKS)),
        *(_expansion(slug, name, own.values()) for slug, name, own in beside),
        # Command cards are last because not every owner prints them.
        StickerKind("cards", tr("Command cards"), card_pieces),
    ]
    return tuple(kind for kind in kinds if kind.ids)


def _deck(letter: str, pieces: Sequence[Piece]) -> StickerKind:
    # World's End comes up with deck D, even if the box says that it is not one of the printed D tiles (GM-SET-11).
    mine = [p for p in pieces if p.deck == letter or (p.category == END and letter == "D")]
    start = letter == START_DECK
    label = tr("Start tiles") if start else tr("Deck {deck}", deck=letter)
    asked = tr("Any tile of deck {deck} without a sticker", deck=letter)
    if start:
        asked = tr("Any start tile without a sticker")
    named = _named(p for p in mine if not is_unknown_slot(p))
    unknown = tuple(p.id for p in mine if is_unknown_slot(p))
    return StickerKind(f"deck_{letter}", label, named, unknown, asked, _without_a_name(letter))


def _expansion(slug: str, name: Message, pieces: Iterable[Piece]) -> StickerKind:
    """Return an expansion's kind; its tokens are interchangeable because they look alike."""
    mine = list(pieces)
    tokens = [p for p in mine if p.category == TOKEN]
    asked = tr("Any {piece} without a sticker", piece=known_piece_label(tokens[0])) if tokens else None
    named = _named(p for p in mine if p.category != TOKEN)
    one = known_piece_label(tokens[0]) if tokens else None
    return StickerKind(slug, name, named, tuple(p.id for p in tokens), asked, one)


def _kind(id: str, label: Message, pieces: Iterable[Piece]) -> StickerKind:
    return StickerKind(id, label, _named(pieces))


def _named(pieces: Iterable[Piece]) -> tuple[StickerPiece, ...]:
    return tuple(_labelled(pieces))


def _labelled(pieces: Iterable[Piece]) -> Iterator[StickerPiece]:
    alike = Counter[PrintedIdentity]()
    for piece in pieces:
        shown = _printed(piece)
        if shown:
            alike[shown] += 1
            shown = shown._replace(copy=alike[shown])
        yield StickerPiece(piece.id, known_piece_label(piece), shown)


def _printed(piece: Piece) -> PrintedIdentity | None:
    """Return what is printed on a piece; None if too little is known to identify it."""
    category = RECORD_CATEGORIES.get(piece.category or LAND, "tile")
    name = piece.colour or owner_given_name(piece)
    if not name and piece.kind and piece.cost is not None:
        name = f"{piece.kind}:{','.join(f'{each.n}{each.what}' for each in piece.cost)}"
    return PrintedIdentity(category, piece.deck or "", name) if name else None


def nameless_tile_label(tile: Piece) -> Message:
    """Return the label of a slot without any entered facts; its slot number is not printed and never shown."""
    return _without_a_name(tile.deck or "")


def _without_a_name(deck: str) -> Message:
    if deck == START_DECK:
        return tr("a start tile without a name")
    return tr("a tile of deck {deck} without a name", deck=deck)
