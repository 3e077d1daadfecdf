"""The command cards, for whoever prints them or reads their stickers.

Which entries have a card, the entries' own rows say.

What stickers are put on in this box, kind by kind in the order in which people take it out of the box.

A slot that nobody has said anything of is one of many; one that was described, or named, is a piece of its own.
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
    """Every card of these kinds of questions by its id, in the order of the printed sheet."""
    return actions.command_cards(kinds, facts)


ExpansionPieces = Sequence[tuple[str, Message, Mapping[str, Piece]]]
"""What each expansion adds: its id, its name, its pieces."""

IN_RECORDS = {HOME: "home", CARD: "card", PERSON: "person"}
"""What else than a tile a record calls a piece. Tokens look all alike: they are never among the named ones."""


def sticker_kinds(
    facts: Facts, beside: ExpansionPieces, cards: Mapping[str, CommandCard]
) -> tuple[StickerKind, ...]:
    """All kinds that have a piece."""
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
        StickerKind("cards", tr("Command cards"), card_pieces),  # last: not everybody has printed them
    ]
    return tuple(kind for kind in kinds if kind.ids)


def _deck(letter: str, pieces: Sequence[Piece]) -> StickerKind:
    # World's End comes up with deck D, whether or not the box says that it carries the letter (GM-SET-11).
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
    """Its pieces with a name; tokens look all alike."""
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
    """What everybody reads on it; None where too little was told to know it by."""
    category = IN_RECORDS.get(piece.category or LAND, "tile")
    name = piece.colour or owner_given_name(piece)
    if not name and piece.kind and piece.cost is not None:
        name = f"{piece.kind}:{','.join(f'{each.n}{each.what}' for each in piece.cost)}"
    return PrintedIdentity(category, piece.deck or "", name) if name else None


def nameless_words(tile: Piece) -> Message:
    """A slot that nobody has said anything of: its number is on no tile, so people are never told it."""
    return _without_a_name(tile.deck or "")


def _without_a_name(deck: str) -> Message:
    if deck == START_DECK:
        return tr("a start tile without a name")
    return tr("a tile of deck {deck} without a name", deck=deck)
