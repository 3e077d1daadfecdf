"""The box of Schotten Totten: known whole, so that its owner tells nothing; what gets stickers. Writes no file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.catalogue.sticker_registry import Registry, TagNames
from companion.engine.actions import CommandCard
from companion.engine.command_cards import command_cards, undo_and_what
from companion.engine.message import Message, begun, tr
from companion.engine.piece_record import Printed
from companion.engine.stickers import StickerKind, StickerPiece
from companion.scoring.schotten_totten.cards import CLAN_CARDS, TACTICS
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.questions import KINDS
from companion.state.schotten_totten.rows import TURN
from companion.state.schotten_totten.taps import PIECES, PLACES, STONES


class Facts(msgspec.Struct, frozen=True):
    """All is printed on the cards: there is nothing that a game would take from its owner's box."""


def stone_id(text: str) -> str:
    """ "4" of the tag "stone:4" -> its id."""
    return f"{labels.STONE}{text}"


def place_id(text: str) -> str:
    """ "a4" of the tag "place:a4" -> its id."""
    return f"{labels.PLACE}{text}"


def words(id: str) -> Message:
    """What people call a piece outside of a game, where nobody sits at a side."""
    if id in PLACES:
        side = id[-2].upper()
        return tr("stone {n}, side {side}", n=labels.stone_of(id), side=side)
    return labels.stone(labels.stone_of(id)) if id in STONES else labels.card(id)


def cards() -> dict[str, CommandCard]:
    """Every command card by its id, in the order of the printed sheet."""
    return command_cards(KINDS.values(), None, undo_and_what(TURN))


def sticker_kinds() -> tuple[StickerKind, ...]:
    """In the order in which people take the pieces out of the box; the Jokers are told apart by which it is."""
    on_cards = tuple(
        StickerPiece(f"card:{id}", card.label, Printed("command", "", id)) for id, card in cards().items()
    )
    return (
        _kind("clan", tr("Clan cards"), CLAN_CARDS),
        _kind("tactics", tr("Tactics cards"), TACTICS),
        _kind("stones", tr("Border stones"), STONES),
        _kind("places", tr("Places beside the stones"), PLACES),
        StickerKind("cards", tr("Command cards"), on_cards),  # last: not everybody has printed them
    )


def _kind(id: str, label: Message, pieces: Iterable[str]) -> StickerKind:
    category = {"clan": "clan", "tactics": "tactics", "stones": "stone", "places": "place"}[id]
    return StickerKind(
        id, label, tuple(StickerPiece(each, _label(each), _printed(category, each)) for each in pieces)
    )


def _label(id: str) -> Message:
    if id.startswith("joker"):
        return tr("{tile} ({n})", tile=words(id), n=id[-1])
    return begun(words(id))


def _printed(category: str, id: str) -> Printed:
    """Two Jokers look alike (ST-CMP-04)."""
    return Printed(category, "", str(words(id)), int(id[-1]) if id.startswith("joker") else 1)


class WholeBox:
    """Implements `companion.catalogue.owners_box.OwnersBox`; its file is neither read nor written."""

    def __init__(self, _path: Path, given: Facts | None) -> None:
        self._given = given

    def tag_names(self) -> TagNames:
        names = {id: card.label for id, card in cards().items()}
        return TagNames({id: words(id) for id in PIECES}, names, kinds=sticker_kinds())

    def facts(self, _stickered: Collection[str] = (), _practice: Any = None) -> Facts:
        return self._given or Facts()

    def learn(self, _facts: Sequence[Any], _stickers: Registry) -> None:
        """Nothing is left to learn."""
