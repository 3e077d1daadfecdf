"""The box of Glen More: known whole, so that its owner tells nothing; what gets stickers. Writes no file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from companion.catalogue.glen_more.shipped import shipped
from companion.catalogue.sticker_registry import Registry, TagNames
from companion.engine.actions import CommandCard
from companion.engine.command_cards import command_cards, undo_and_what
from companion.engine.message import Message, tr
from companion.engine.piece_record import Printed
from companion.engine.stickers import StickerKind, StickerPiece
from companion.state.glen_more.facts import DECKS, Facts, Tile
from companion.state.glen_more.labels import tile_words
from companion.state.glen_more.questions import KINDS
from companion.state.glen_more.rows import TURN


def cards() -> dict[str, CommandCard]:
    """Every command card by its id, in the order of the printed sheet."""
    return command_cards(KINDS.values(), None, undo_and_what(TURN))


def sticker_kinds(facts: Facts) -> tuple[StickerKind, ...]:
    """In the order in which people take the pieces out of the box."""
    on_cards = tuple(
        StickerPiece(f"card:{id}", card.label, Printed("command", "", id)) for id, card in cards().items()
    )
    tiles = facts.tiles.values()
    decks = (
        _kind(f"deck_{deck}", tr("Deck {deck}", deck=deck), [t for t in tiles if t.deck == deck]) for deck in DECKS
    )
    villages = _kind("villages", tr("Start villages"), [t for t in tiles if not t.deck])
    # The cards are last: not everybody has printed them.
    return (villages, *decks, StickerKind("cards", tr("Command cards"), on_cards))


def _kind(id: str, label: Message, tiles: Iterable[Tile]) -> StickerKind:
    """Tiles that look alike are told apart by which of them they are."""
    copies = Counter[str]()
    pieces = []
    for tile in tiles:
        words = tile_words(tile)
        copies[str(words)] += 1
        printed = Printed("tile", tile.deck, str(words), copies[str(words)])
        n = copies[str(words)]
        pieces.append(StickerPiece(tile.id, tr("{tile} ({n})", tile=words, n=n) if n > 1 else words, printed))
    return StickerKind(id, label, tuple(pieces))


class WholeBox:
    """Implements `companion.catalogue.owners_box.OwnersBox`; its file is neither read nor written."""

    def __init__(self, _path: Path, given: Facts | None) -> None:
        self._given = given

    def tag_names(self) -> TagNames:
        pieces: dict[str, Message | str] = {tile.id: tile_words(tile) for tile in self.facts().tiles.values()}
        names = {id: card.label for id, card in cards().items()}
        return TagNames(pieces, names, kinds=sticker_kinds(self.facts()))

    def facts(self, _stickered: Collection[str] = (), _practice: Any = None) -> Facts:
        return self._given or shipped()

    def learn(self, _facts: Sequence[Any], _stickers: Registry) -> None:
        """Nothing is left to learn."""
