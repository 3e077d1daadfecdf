"""Enrolling stickers on pieces, and writing what is printed on a piece onto its sticker.

Enrolments are stored before the signal sounds. The registry knows which sticker is on which piece;
`companion.menu.sticker_enrolment` decides what a tap means during enrolment. Records are written one at a time,
only on request, and only if the owner enabled it; `companion.hardware.sticker_memory` does the writing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from companion.engine.message import Message, tr
from companion.engine.stickers import decode_record
from companion.games.sticker_registry import BadTag, Registry, physical_stickers
from companion.hardware.devices import (
    RECORD_SEPARATOR,
    TWO_STICKERS,
    ForeignRecord,
    RecordWriter,
    StickerFault,
    TagReader,
)
from companion.menu import sticker_enrolment
from companion.menu.menu_state import SetStickers, StickerChanges, StickerEnrolment, StickerPieceList, StickerState
from companion.menu.options import add_notice, pop_screen, push_screen, replace_top
from companion.session.inputs import SessionCall
from companion.session.running_game import RunningGame
from companion.session.services import SessionTable
from companion.session.tag_resolver import TOGETHER_SIGN, NewSticker


class StickerEnroller:
    """Enrols stickers for the game on the table. tap: handles a tag in the game."""

    def __init__(self, table: SessionTable, tap: Callable[[str], str]) -> None:
        self._table, self._tap = table, tap
        self._says = ""

    @property
    def _registry(self) -> Registry:
        return self._table.running.table_game.registry

    def now(self, tapped: str = "") -> StickerState:
        """Return which pieces have a sticker. Of those that a page invented only the ones of this enrolment count.

        tapped: id of a sticker that counts too.
        """
        levels = (level for level in self._table.menu.levels if isinstance(level, StickerEnrolment))
        walked = {tapped, *(each.uid for level in levels for each in level.done)}
        meant = self._registry.meant
        here = {uid: meant[uid] for uid in walked if uid in meant}
        return StickerState(self._registry.kinds, {**physical_stickers(meant), **here})

    def read_tag(self, tag: str) -> str:
        """Return the tag without its record; the piece in the record is remembered until the next tag."""
        tag, _, record = tag.partition(RECORD_SEPARATOR)
        self._says = self._registry.says(decode_record(record.encode(errors="replace")))
        return tag

    def handle_tag(self, tag: str) -> str:
        """Handle a tag during enrolment or its check, or whose record names a piece; return "" for others."""
        level = self._table.menu.levels[-1] if self._table.menu.levels else None
        if not isinstance(level, StickerEnrolment):
            return self._offered(tag.partition(TOGETHER_SIGN)[0]) if self._says else ""
        text, *beside = tag.split(TOGETHER_SIGN)
        try:
            uid = self._number(text)
            done = sticker_enrolment.tap_sticker(level, self.now(), uid, tuple(beside), self._says)
            self._put(done.changes)
        except BadTag as bad:
            self._table.menu = add_notice(self._table.menu, "refused", bad.message)
            return "refused"
        place = replace_top if isinstance(done.level, StickerEnrolment) else push_screen
        self._table.menu = msgspec.structs.replace(place(self._table.menu, done.level), notice=None)
        return done.signal

    def _number(self, text: str) -> str:
        """Return the sticker's id. Raises BadTag if it cannot be on a piece."""
        kind, _, uid = text.partition(":")
        # A sticker of a piece that is no longer in the box can still be moved to another piece.
        if kind != "uid" or uid not in self._registry.stickers:
            self._registry.piece_of(text)
        if kind != "uid":
            raise BadTag(tr("That is not a sticker: tap the sticker itself, on the reader."))
        return uid

    def ask_for_piece(self, bad: BadTag) -> str:
        """Ask which piece an unexpected new sticker is on; return "" for any other tag."""
        if not isinstance(bad, NewSticker) or not self._registry.kinds:
            return ""
        return self._choice(StickerPieceList(bad.uid))

    def _offered(self, tag: str) -> str:
        """Offer to enrol an unknown sticker on the piece in its record; it is never enrolled without asking."""
        try:
            found = self._registry.piece_of(tag)
        except BadTag:
            return ""  # The next step reports the bad tag.
        return (
            self._choice(StickerPieceList(found.id, recorded_piece=self._says)) if found.kind == "sticker" else ""
        )

    def _choice(self, choice: StickerPieceList) -> str:
        menu = msgspec.structs.replace(self._table.menu, notice=None)
        kept = tuple(level for level in menu.levels if not isinstance(level, StickerPieceList))
        self._table.menu = push_screen(msgspec.structs.replace(menu, levels=kept), choice)
        return "asks"

    def set(self, act: SetStickers) -> str:
        """Store changes made with the keys; a sticker whose piece was chosen then counts as tapped."""
        before = self.now()
        try:
            self._put(act.changes)
        except BadTag as bad:
            self._table.menu = add_notice(self._table.menu, "refused", bad.message)
            return "refused"
        menu = self._table.menu
        if act.next_screen:
            self._table.menu = replace_top(menu, act.next_screen)
            return "accepted"
        while menu.levels and isinstance(menu.levels[-1], StickerPieceList):
            menu = pop_screen(menu)
        self._table.menu = menu
        uid, walk = act.changes[0][0], menu.levels[-1] if menu.levels else None
        if isinstance(walk, StickerEnrolment) and not sticker_enrolment.is_checking(walk, before):
            self._table.menu = replace_top(menu, sticker_enrolment.choose_piece(walk, self.now(uid), uid))
            return "accepted"
        tag = f"uid:{uid}"
        return self.handle_tag(tag) or self._tap(tag)

    def _put(self, changes: StickerChanges) -> None:
        if not changes:
            return
        try:
            self._registry.put(dict(changes))
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise BadTag(
                tr("The sticker was not kept ({why}); free some space and tap it again.", why=why)
            ) from error


WRITING_OFF = tr(
    "Stickers are only read: with write_stickers = true in companion.toml what is printed can be written on them."
)
NO_READER = tr("No reader is connected here: say in companion.toml where it is, at [reader].")
LAY_STICKER = tr("Lay the piece on the reader, and let it lie until the beep.")
UNKNOWN_STICKER = tr("No piece has this sticker yet: put it on one first, Menu, This box.")
NOTHING_PRINTED = tr("Nothing was written; ask again.")
WRITE_TIMEOUT = 60.0
"""Seconds to wait for a sticker; afterwards a tap is a move again."""


class WriteResult(NamedTuple):
    """The result of a request to write a sticker."""

    words: Message
    signal: str = "refused"
    written: bool = False


def write_printed_identity(
    registry: Registry, tag: str, put: Callable[[str, str], bool], nobodys: Message
) -> WriteResult:
    """Write the record of its piece on the sticker, and return the result.

    put: writes (sticker id, record), returns False if the record is already there. nobodys: the answer for a
    sticker without a piece. Raises what `put` raises, except that only ForeignRecord of the sticker faults is
    raised.
    """
    uid, _, _ = tag.removeprefix("uid:").partition(RECORD_SEPARATOR)
    if TOGETHER_SIGN in uid:
        return WriteResult(TWO_STICKERS)
    piece = registry.stickers.get(uid)
    if piece is None:
        return WriteResult(nobodys)
    called, record = registry.label(piece), registry.record_of(piece)
    if not record:
        return WriteResult(
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
        return WriteResult(fault.message)
    words = tr("Written: {piece}", piece=called) if new else tr("It says so already: {piece}", piece=called)
    return WriteResult(words, "accepted", new)


class RecordWriting:
    """Writes a record on request. The reader's thread does it and reports the result as an input."""

    def __init__(
        self, reader: TagReader, allowed: bool, running: RunningGame, submit: Callable[[SessionCall], object]
    ) -> None:
        self._reader, self._allowed, self._running, self._submit = reader, allowed, running, submit
        self._until = 0.0
        self._came: WriteResult | None = None
        self._foreign = ""

    @property
    def is_offered(self) -> bool:
        """True if writing is enabled."""
        return self._allowed

    def begin(self) -> tuple[str, Message]:
        """Write on the next sticker; return the signal and the sentence for now."""
        if not self._allowed:
            return "refused", WRITING_OFF
        if not isinstance(self._reader, RecordWriter):
            return "refused", NO_READER
        self._came, self._until = None, time.monotonic() + WRITE_TIMEOUT
        return "asks", LAY_STICKER

    @property
    def came(self) -> WriteResult | None:
        """The result of the last request; None while the reader waits for a sticker or writes."""
        over = time.monotonic() >= self._until
        return self._came or (WriteResult(NOTHING_PRINTED) if over else None)

    def write_sticker(self, tag: str) -> bool:
        """Write on this sticker if requested and report the result; return False if not requested.

        Raises ReaderLost.
        """
        if time.monotonic() >= self._until:
            return False
        try:
            done = self._came = self._written(tag)
        finally:
            self._until = 0.0
        self._submit(SessionCall(lambda session: session.tell(done.signal, done.words)))
        return True

    def _written(self, tag: str) -> WriteResult:
        try:
            return write_printed_identity(self._running.table_game.registry, tag, self._put, UNKNOWN_STICKER)
        except ForeignRecord as foreign:
            again = tr("{why} To write over it, ask once more and lay it down again.", why=foreign.message)
            return WriteResult(again, "asks")

    def _put(self, uid: str, record: str) -> bool:
        """Write the record; a foreign record is overwritten only if the same sticker is requested twice."""
        assert isinstance(self._reader, RecordWriter), "nobody was asked"
        overwrite, self._foreign = self._foreign == uid, ""
        try:
            return self._reader.write(uid, record, overwrite)
        except ForeignRecord:
            self._foreign = uid
            raise
