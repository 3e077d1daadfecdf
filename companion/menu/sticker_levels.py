"""What may lie open while stickers are put on pieces: frozen values, and what a press asks for. Does nothing."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.engine.message import Message
from companion.engine.stickers import StickerKind

Changes = tuple[tuple[str, str], ...]
"""Numbers of stickers, and the piece or "card:…" that each is on from now; "" for none."""


class StickersNow(msgspec.Struct, frozen=True):
    """The stickers of the game on the table."""

    kinds: tuple[StickerKind, ...] = ()
    """All that stickers are put on; none where the game has none."""
    stickers: Mapping[str, str] = {}
    """Number -> the piece or "card:…" it is on."""

    @property
    def on(self) -> frozenset[str]:
        """The pieces that have one."""
        return frozenset(self.stickers.values())


class StickerMenu(msgspec.Struct, frozen=True):
    """What is to get stickers."""

    chosen: tuple[str, ...] | None = None
    """Ids of kinds; None = people chose nothing yet: all of them."""
    cursor: int = 0
    """The index of the chosen row."""


class StickerDone(msgspec.Struct, frozen=True):
    """One piece of a walk that got its sticker."""

    uid: str
    """The sticker's number."""
    back: Changes
    """What takes it back."""


class StickerWalk(msgspec.Struct, frozen=True):
    """One piece after the other: stick and tap."""

    chosen: tuple[str, ...]
    """Ids of the kinds that get stickers."""
    skipped: tuple[str, ...] = ()
    """Keys of the steps that were put last, in that order."""
    at: str = ""
    """Key of the step that people went back to; "" = the next one without a sticker."""
    done: tuple[StickerDone, ...] = ()
    """What this walk brought, the latest last."""
    told: Message | None = None
    """What came of the last tap."""
    asked: str = ""
    """Number of the sticker that is on another piece, and is moved when it is tapped once more."""
    checking: bool = False
    """The walk is over, or people want to see: pieces are tapped and their names read."""
    read: tuple[str, ...] = ()
    """Numbers of the stickers that were tapped in the check, the latest last."""


class StickerChoice(msgspec.Struct, frozen=True):
    """On which piece a sticker is."""

    uid: str
    """Its number."""
    kind: str = ""
    """Id of the kind that lies open; "" = the kinds themselves."""
    cursor: int = 0
    """The index of the chosen row."""
    says: str = ""
    """The piece that is written on the sticker itself, by its id; "" for none."""


class SetStickers(msgspec.Struct, frozen=True):
    """Stickers are put on pieces, or taken off."""

    changes: Changes
    """Which."""
    then: StickerWalk | None = None
    """The walk after it; None = the list of pieces is closed and the sticker counts as tapped."""
