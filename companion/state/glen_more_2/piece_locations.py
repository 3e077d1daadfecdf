"""Locations of pieces: rondel, territories, discard pile, and tiles that may still come from a deck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.engine.caching import memoize_last
from companion.engine.message import Message, tr
from companion.engine.offers import Choice
from companion.state.glen_more_2.facts import (
    CARD,
    DECKS,
    END,
    HOME,
    LAND,
    LANDMARK,
    PERSON,
    START_DECK,
    Facts,
    Piece,
)
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.piece_text import one_time_text
from companion.state.territory.track import tile_indexes_ahead

NOT_LISTED, ANY_TILE = "row.not_listed", "row.any_tile"
"""Help topics of the choices that name no tile."""
DECK_CATEGORIES = (None, LAND, LANDMARK, PERSON, END)


@memoize_last
def located_pieces(state: State) -> frozenset[str]:
    """Return every known tile that has a place on the table."""
    taken = (t.piece for p in state.players for t in p.taken_tiles)
    lying = (s.piece for s in state.track)
    return frozenset(
        {*taken, *lying, *(t.piece for t in state.discards), *(t.piece for t in state.removed_tiles)} - {""}
    )


def possible_pieces(state: State, deck: str) -> Iterator[Piece]:
    """Yield the known tiles that a tile of this deck may turn out to be."""
    placed = located_pieces(state)
    return (piece for piece in _of_decks(state.facts)[deck] if piece.id not in placed)


@memoize_last
def _of_decks(facts: Facts) -> dict[str, tuple[Piece, ...]]:
    """Return, for each deck, the pieces that may belong to it, as far as known."""
    tiles = [piece for piece in facts.pieces.values() if piece.category in DECK_CATEGORIES]
    return {deck: tuple(piece for piece in tiles if piece.deck in (deck, None)) for deck in DECKS}


def fits_deck(piece: Piece, deck: str) -> bool:
    """True if this piece may be a tile of that deck; a tile of unknown deck fits any."""
    return piece.category in DECK_CATEGORIES and (piece.deck == deck or (piece.deck is None and deck in DECKS))


def may_be_same_tile(slot: Piece, tile: Piece) -> bool:
    """True if an unnamed slot may be this tile: no known fact contradicts it."""
    told = ((getattr(slot, fact), getattr(tile, fact)) for fact in ("deck", "category", "kind"))
    return not any(None not in both and both[0] != both[1] for both in told)


def piece_choices(state: State, deck: str) -> tuple[Choice, ...]:
    """Return the choices of tiles of this deck, with "any tile" first; equal-looking ones are listed once."""
    placed = located_pieces(state)
    told, blank = _choices_of_decks(state.facts)[deck]
    free = [choice for choice in blank if choice.value not in placed]
    rest = (replace(choice, is_hidden=True) for choice in free[1:])
    return (*(choice for choice in told if choice.value not in placed), *free[:1], *rest)


@memoize_last
def _choices_of_decks(facts: Facts) -> dict[str, tuple[tuple[Choice, ...], tuple[Choice, ...]]]:
    """Return, for each deck, (distinguishable tiles, named ones first; indistinguishable tiles)."""
    return {deck: _choices(facts, tiles) for deck, tiles in _of_decks(facts).items()}


def _choices(facts: Facts, tiles: Sequence[Piece]) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
    with_names = sorted((piece for piece in tiles if piece.name), key=lambda piece: piece.name.casefold())
    named = [_choice(facts, piece, tr("a tile by its name")) for piece in with_names]
    nameless = (piece for piece in tiles if not (piece.name or _is_blank(piece)))
    known = [_choice(facts, piece, tr("a tile without a name")) for piece in nameless]
    words = tr("New tile: remember its cost")
    blank = tuple(Choice(p.id, words, piece=p.id, help_key=NOT_LISTED) for p in tiles if _is_blank(p))
    return (Choice("", tr("Don't name it"), help_key=ANY_TILE), *named, *unique_choices(known)), blank


def unique_choices(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Return the choices with repeated labels marked `alike`: listed once, but a tap may mean any of them."""
    read: set[Message] = set()
    told = []
    for choice in choices:
        told.append(replace(choice, is_tap_only=choice.label in read))
        read.add(choice.label)
    return tuple(told)


def _choice(facts: Facts, piece: Piece, group: Message) -> Choice:
    return Choice(
        piece.id, labels.known_piece_label(piece), piece=piece.id, group=group, note=one_time_text(facts, piece)
    )


def _is_blank(piece: Piece) -> bool:
    """True if only the deck of this tile is known, and perhaps that it has no chronicle symbol."""
    plain = Piece(piece.id, category=piece.category, deck=piece.deck, symbol=piece.symbol)
    return replace(piece, said={}) == plain and piece.category in (None, LAND) and not piece.symbol


def tile_owner(state: State, piece: str) -> str:
    """Return the player who took this tile, "" if none did."""
    return next((p.id for p in state.players if any(t.piece == piece for t in p.taken_tiles)), "")


class PieceLocation(NamedTuple):
    """Location of a piece."""

    place: str = ""
    """"territory", "rondel", "pile" or "out"; "" for its initial place."""
    owner: str = ""
    """Id of the player who has it, or of the figure whose pile it is on."""


@memoize_last
def piece_locations(state: State) -> dict[str, PieceLocation]:
    """Return the locations of all tiles and landmark cards that are not at their initial place."""
    cards = {f"card_{card}": PieceLocation("territory", p.id) for p in state.players for card in p.landmarks}
    out = {t.piece: PieceLocation("out") for t in state.removed_tiles}
    pile = {t.piece: PieceLocation("pile", t.pile) for t in state.discards}
    ring = {space.piece: PieceLocation("rondel") for space in state.track}
    taken = {t.piece: PieceLocation("territory", p.id) for p in state.players for t in p.taken_tiles}
    return {**cards, **out, **pile, **ring, **taken}


def location_text(state: State, piece: str) -> Message:
    """Return a sentence that says where a piece is."""
    known = state.facts.pieces.get(piece)
    if known and known.category == CARD:
        return card_holder_text(state, piece)
    name, lies = labels.piece_label(state.facts, piece), piece_locations(state).get(piece, PieceLocation())
    whose = labels.figure_label(state, lies.owner) if lies.owner else ""
    match lies.place:
        case "territory":
            return tr("{tile}: {player} has it.", tile=name, player=whose)
        case "rondel":
            return tr("{tile} lies on the rondel.", tile=name)
        case "pile" if whose:
            return tr("{tile} lies on the pile of {player}.", tile=name, player=whose)
        case "pile":
            return tr("{tile} lies on the discard pile.", tile=name)
        case "out":
            return tr("{tile} is out of the game.", tile=name)
    if known and known.category == HOME:
        return tr("This is the {tile}.", tile=name)
    if known and known.deck == START_DECK and not labels.is_nameless(known):
        return tr("{tile} is a start tile.", tile=name)
    if known and known.deck and not labels.is_nameless(known):
        return tr("{tile} belongs to deck {deck}.", tile=name, deck=known.deck)
    return tr("This is {tile}.", tile=name)


def card_holder_text(state: State, piece: str) -> Message:
    """Return a sentence that says who has a landmark card."""
    card = piece.removeprefix("card_")
    name = labels.landmark_label(state.facts, card)
    player_id = next((p.id for p in state.players if card in p.landmarks), "")
    if not player_id:
        return tr("The card {card} belongs to nobody yet.", card=name)
    return tr("The card {card} is counted for {player}.", card=name, player=labels.figure_label(state, player_id))


def has_target_ahead(state: State) -> bool:
    """True if a tile that can be taken, or World's End, is ahead of the last figure."""
    lying = (state.track[place].piece for place in tile_indexes_ahead(state.track))
    known = (state.facts.pieces.get(piece) for piece in lying)
    return any(not (piece and piece.stays) for piece in known)
