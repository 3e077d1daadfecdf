"""Catalogue of Schotten Totten: cards, stones and places for stickers.

All pieces are known, so its `KnownBox` has no file of the owner.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.message import Message, capitalize_start, tr
from companion.engine.question_kinds import CommandCard, command_cards, undo_and_help_cards
from companion.engine.stickers import PrintedIdentity, StickerKind, StickerPiece
from companion.games.sticker_registry import Registry, TagNames
from companion.scoring.schotten_totten.border import CLAN_CARDS, TACTICS
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.questions import KINDS
from companion.state.schotten_totten.resolution import TURN
from companion.state.schotten_totten.taps import PIECE_IDS, PLACE_IDS, STONE_IDS


class Facts(msgspec.Struct, frozen=True):
    """No facts: everything is printed on the cards, so a game needs nothing from its owner's box."""


def stone_id(text: str) -> str:
    """Return the id of the stone with the tag "stone:4", given the text after the colon."""
    return f"{labels.STONE_PREFIX}{text}"


def place_id(text: str) -> str:
    """Return the id of the place with the tag "place:a4", given the text after the colon."""
    return f"{labels.PLACE_PREFIX}{text}"


def piece_label(id: str) -> Message:
    """Return the name of a piece outside of a game, when no player sits at a side."""
    if id in PLACE_IDS:
        side = id[-2].upper()
        return tr("stone {n}, side {side}", n=labels.stone_number(id), side=side)
    return labels.stone_label(labels.stone_number(id)) if id in STONE_IDS else labels.card_label(id)


def printed_command_cards() -> dict[str, CommandCard]:
    """Return every command card by id, in the order of the printed sheet."""
    return command_cards(KINDS.values(), None, undo_and_help_cards(TURN))


def sticker_kinds() -> tuple[StickerKind, ...]:
    """Return everything that gets stickers, in the order of the box; the two Jokers are numbered."""
    on_cards = tuple(
        StickerPiece(f"card:{id}", card.label, PrintedIdentity("command", "", id))
        for id, card in printed_command_cards().items()
    )
    return (
        _kind("clan", tr("Clan cards"), CLAN_CARDS),
        _kind("tactics", tr("Tactics cards"), TACTICS),
        _kind("stones", tr("Border stones"), STONE_IDS),
        _kind("places", tr("Places beside the stones"), PLACE_IDS),
        # Command cards are last because not every owner prints them.
        StickerKind("cards", tr("Command cards"), on_cards),
    )


def _kind(id: str, label: Message, pieces: Iterable[str]) -> StickerKind:
    category = {"clan": "clan", "tactics": "tactics", "stones": "stone", "places": "place"}[id]
    return StickerKind(
        id, label, tuple(StickerPiece(each, _label(each), _printed(category, each)) for each in pieces)
    )


def _label(id: str) -> Message:
    if id.startswith("joker"):
        return tr("{tile} ({n})", tile=piece_label(id), n=id[-1])
    return capitalize_start(piece_label(id))


def _printed(category: str, id: str) -> PrintedIdentity:
    """Return the printed identity; the two Jokers look alike and are numbered (ST-CMP-04)."""
    return PrintedIdentity(category, "", str(piece_label(id)), int(id[-1]) if id.startswith("joker") else 1)


class KnownBox:
    """Box without unknown facts: implements `companion.games.definition.OwnersBox` without a file."""

    def __init__(self, _path: Path, given: Facts | None) -> None:
        self._given = given

    def tag_names(self) -> TagNames:
        names = {id: card.label for id, card in printed_command_cards().items()}
        return TagNames({id: piece_label(id) for id in PIECE_IDS}, names, kinds=sticker_kinds())

    def facts(self, _stickered: Collection[str] = (), _practice: Any = None) -> Facts:
        return self._given or Facts()

    def learn(self, _facts: Sequence[Any], _stickers: Registry) -> None:
        """Do nothing: there are no unknown facts."""
