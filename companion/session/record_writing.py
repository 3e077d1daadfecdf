"""What is printed on a piece, written on the sticker that is laid down: one at a time, and never unasked.

Knows no page of a sticker: `companion.hardware.sticker_memory` does. Off as shipped.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from companion.catalogue.sticker_registry import Registry
from companion.engine.message import Message, tr
from companion.hardware.devices import RECORD, TagReader, WritesRecords
from companion.hardware.sticker_memory import TWO_LIE_THERE, ForeignRecord
from companion.hardware.type_2_tag import StickerFault
from companion.session.inputs import Visit
from companion.session.running_game import RunningGame
from companion.session.tags import BESIDE

OFF = tr(
    "Stickers are only read: with write_stickers = true in companion.toml what is printed can be written on them."
)
NO_READER = tr("No reader is connected here: say in companion.toml where it is, at [reader].")
LAY = tr("Lay the piece on the reader, and let it lie until the beep.")
NOBODYS = tr("No piece has this sticker yet: put it on one first, Menu, This box.")
NOTHING = tr("Nothing was written; ask again.")
PATIENCE = 60.0
"""Seconds until a tap is a move again."""


class Written(NamedTuple):
    """What came of it."""

    words: Message
    signal: str = "refused"
    written: bool = False


def written(registry: Registry, tag: str, put: Callable[[str, str], bool], nobodys: Message) -> Written:
    """Write on the sticker that lies there, by `put` with its number and the record; False = it says so already.

    nobodys: what is said of one that is on no piece. Raises what `put` raises, no StickerFault but ForeignRecord.
    """
    uid, _, _ = tag.removeprefix("uid:").partition(RECORD)
    if BESIDE in uid:
        return Written(TWO_LIE_THERE)
    piece = registry.stickers.get(uid)
    if piece is None:
        return Written(nobodys)
    called, record = registry.label(piece), registry.record_of(piece)
    if not record:
        return Written(
            tr(
                "Nothing is written on {piece}: it is secret, or what is printed on it is not known yet.",
                piece=called,
            )
        )
    try:
        new = put(uid, record)
    except ForeignRecord:
        raise
    except StickerFault as fault:
        return Written(fault.message)
    words = tr("Written: {piece}", piece=called) if new else tr("It says so already: {piece}", piece=called)
    return Written(words, "accepted", new)


class RecordWriting:
    """Asked for by people, done by whoever hears the reader, on its thread; told by an input of its own."""

    def __init__(
        self, reader: TagReader, allowed: bool, running: RunningGame, submit: Callable[[Visit], object]
    ) -> None:
        self._reader, self._allowed, self._running, self._submit = reader, allowed, running, submit
        self._until = 0.0
        self._came: Written | None = None
        self._foreign = ""

    @property
    def offered(self) -> bool:
        """Whether people may ask for it."""
        return self._allowed

    def begin(self) -> tuple[str, Message]:
        """The next sticker is written on; the signal and the sentence."""
        if not self._allowed:
            return "refused", OFF
        if not isinstance(self._reader, WritesRecords):
            return "refused", NO_READER
        self._came, self._until = None, time.monotonic() + PATIENCE
        return "asks", LAY

    @property
    def came(self) -> Written | None:
        """What came of what people asked for last; None while the reader waits for a sticker, or writes on it."""
        over = time.monotonic() >= self._until
        return self._came or (Written(NOTHING) if over else None)

    def heard(self, tag: str) -> bool:
        """Whether the sticker was asked for; what came of it is told. Raises ReaderLost."""
        if time.monotonic() >= self._until:
            return False
        try:
            done = self._came = self._written(tag)
        finally:
            self._until = 0.0
        self._submit(Visit(lambda session: session.tell(done.signal, done.words)))
        return True

    def _written(self, tag: str) -> Written:
        try:
            return written(self._running.table_game.registry, tag, self._put, NOBODYS)
        except ForeignRecord as foreign:
            again = tr("{why} To write over it, ask once more and lay it down again.", why=foreign.message)
            return Written(again, "asks")

    def _put(self, uid: str, record: str) -> bool:
        """Over somebody else's record only when people asked for the same sticker twice."""
        assert isinstance(self._reader, WritesRecords), "nobody was asked"
        overwrite, self._foreign = self._foreign == uid, ""
        try:
            return self._reader.write(uid, record, overwrite)
        except ForeignRecord:
            self._foreign = uid
            raise
