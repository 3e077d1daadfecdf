"""Catalogue of Glen More (2010): the facts printed on its pieces, and the stickers for them.

`load_catalogue` reads catalogue.toml. All pieces are known, so its `KnownBox` has no file of the owner.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.engine.message import Message, tr
from companion.engine.question_kinds import CommandCard, command_cards, undo_and_help_cards
from companion.engine.stickers import PrintedIdentity, StickerKind, StickerPiece
from companion.games.sticker_registry import Registry, TagNames
from companion.state.glen_more.model import DECKS, Card, Facts, Tile
from companion.state.glen_more.questions import KINDS
from companion.state.glen_more.resolution import TURN
from companion.state.glen_more.text import tile_label

Row = TypeVar("Row", Card, Tile)


class ShippedFacts(Facts, frozen=True):
    """The facts of the shipped catalogue."""

    def tile_of(self, card: str) -> Tile:
        """Return the tile whose placement gives this card (G1-LOC-02)."""
        return next(tile for tile in self.tiles.values() if tile.name == self.cards[card].name)


@cache
def load_catalogue() -> ShippedFacts:
    """Return the catalogue, read once. Raises ValidationError for a word unknown to `Facts`."""
    tables = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text("utf-8"))
    return ShippedFacts(
        tiles={id: _row(Tile, id, row) for id, row in tables["tile"].items()},
        cards={id: _row(Card, id, row) for id, row in tables["card"].items()},
        decks=tables["decks"],
        die_faces=tuple(tables["die"]["faces"]),
    )


def _row(kind: type[Row], id: str, row: dict[str, Any]) -> Row:
    return msgspec.convert({"id": id, **row}, kind)


def printed_command_cards() -> dict[str, CommandCard]:
    """Return every command card by id, in the order of the printed sheet."""
    return command_cards(KINDS.values(), None, undo_and_help_cards(TURN))


def sticker_kinds(facts: Facts) -> tuple[StickerKind, ...]:
    """Return everything that gets stickers, in the order of the box."""
    on_cards = tuple(
        StickerPiece(f"card:{id}", card.label, PrintedIdentity("command", "", id))
        for id, card in printed_command_cards().items()
    )
    tiles = facts.tiles.values()
    decks = (
        _kind(f"deck_{deck}", tr("Deck {deck}", deck=deck), [t for t in tiles if t.deck == deck]) for deck in DECKS
    )
    villages = _kind("villages", tr("Start villages"), [t for t in tiles if not t.deck])
    # Command cards are last because not every owner prints them.
    return (villages, *decks, StickerKind("cards", tr("Command cards"), on_cards))


def _kind(id: str, label: Message, tiles: Iterable[Tile]) -> StickerKind:
    """Return a kind of pieces; identical tiles are distinguished by a copy number."""
    copies = Counter[str]()
    pieces = []
    for tile in tiles:
        words = tile_label(tile)
        copies[str(words)] += 1
        printed = PrintedIdentity("tile", tile.deck, str(words), copies[str(words)])
        n = copies[str(words)]
        pieces.append(StickerPiece(tile.id, tr("{tile} ({n})", tile=words, n=n) if n > 1 else words, printed))
    return StickerKind(id, label, tuple(pieces))


class KnownBox:
    """Box without unknown facts: implements `companion.games.definition.OwnersBox` without a file."""

    def __init__(self, _path: Path, given: Facts | None) -> None:
        self._given = given

    def tag_names(self) -> TagNames:
        pieces: dict[str, Message | str] = {tile.id: tile_label(tile) for tile in self.facts().tiles.values()}
        names = {id: card.label for id, card in printed_command_cards().items()}
        return TagNames(pieces, names, kinds=sticker_kinds(self.facts()))

    def facts(self, _stickered: Collection[str] = (), _practice: Any = None) -> Facts:
        return self._given or load_catalogue()

    def learn(self, _facts: Sequence[Any], _stickers: Registry) -> None:
        """Do nothing: there are no unknown facts."""
