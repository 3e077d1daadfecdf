"""Stickers put on pieces, written down before the beep: taps in the walk, and stickers that nobody knows yet.

What is on which piece is the registry's; what a tap means in the walk is `companion.menu.sticker_enrolment`.

What is printed on a piece, written on the sticker that is laid down: one at a time, and never unasked.

Knows no page of a sticker: `companion.hardware.sticker_memory` does. Off as shipped.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from companion.engine.message import Message, tr
from companion.engine.stickers import decode_record
from companion.games.sticker_registry import BadTag, Registry, real_stickers
from companion.hardware.devices import RECORD, RecordWriter, TagReader
from companion.hardware.sticker_memory import TWO_STICKERS, ForeignRecord, StickerFault
from companion.menu import sticker_enrolment
from companion.menu.menu_state import SetStickers, StickerChanges, StickerEnrolment, StickerPieceList, StickerState
from companion.menu.options import add_notice, pop_screen, push_screen, replace_top
from companion.session.inputs import SessionCall
from companion.session.running_game import RunningGame
from companion.session.services import SessionTable
from companion.session.table_game import TOGETHER_SIGN, NewSticker


class StickerEnroller:
    """The stickers of the game on the table. `tap` is what a tag does in the game."""

    def __init__(self, table: SessionTable, tap: Callable[[str], str]) -> None:
        self._table, self._tap = table, tap
        self._says = ""

    @property
    def _registry(self) -> Registry:
        return self._table.running.table_game.registry

    def now(self) -> StickerState:
        """Which piece has a sticker."""
        return StickerState(self._registry.kinds, real_stickers(self._registry.meant))

    def heard(self, tag: str) -> str:
        """The tag without what is written on it; of that, the piece is kept in mind until the next tag."""
        tag, _, record = tag.partition(RECORD)
        self._says = self._registry.says(decode_record(record.encode(errors="replace")))
        return tag

    def tapped(self, tag: str) -> str:
        """What a tag does in the walk or its check, or where it says itself what it is on; "" for any other."""
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
        """The sticker's number; raises BadTag where it can be on no piece."""
        kind, _, uid = text.partition(":")
        # What is on a piece that is gone from the box can still be moved to another.
        if kind != "uid" or uid not in self._registry.stickers:
            self._registry.piece_of(text)
        if kind != "uid":
            raise BadTag(tr("That is no sticker: tap the sticker itself, on the reader."))
        return uid

    def asked(self, bad: BadTag) -> str:
        """A sticker that no piece expected: people are asked what it is on; "" for any other tag."""
        if not isinstance(bad, NewSticker) or not self._registry.kinds:
            return ""
        return self._choice(StickerPieceList(bad.uid))

    def _offered(self, tag: str) -> str:
        """A sticker that nobody knows, but that says what it is on: never taken unasked."""
        try:
            found = self._registry.piece_of(tag)
        except BadTag:
            return ""  # whoever reads the tag next says why
        return self._choice(StickerPieceList(found.id, says=self._says)) if found.kind == "sticker" else ""

    def _choice(self, choice: StickerPieceList) -> str:
        menu = msgspec.structs.replace(self._table.menu, notice=None)
        kept = tuple(level for level in menu.levels if not isinstance(level, StickerPieceList))
        self._table.menu = push_screen(msgspec.structs.replace(menu, levels=kept), choice)
        return "asks"

    def set(self, act: SetStickers) -> str:
        """What buttons asked for; a sticker whose piece was chosen counts as tapped."""
        before = self.now()
        try:
            self._put(act.changes)
        except BadTag as bad:
            self._table.menu = add_notice(self._table.menu, "refused", bad.message)
            return "refused"
        menu = self._table.menu
        if act.then:
            self._table.menu = replace_top(menu, act.then)
            return "accepted"
        while menu.levels and isinstance(menu.levels[-1], StickerPieceList):
            menu = pop_screen(menu)
        self._table.menu = menu
        uid, walk = act.changes[0][0], menu.levels[-1] if menu.levels else None
        if isinstance(walk, StickerEnrolment) and not sticker_enrolment.is_checking(walk, before):
            self._table.menu = replace_top(menu, sticker_enrolment.choose_piece(walk, self.now(), uid))
            return "accepted"
        tag = f"uid:{uid}"
        return self.tapped(tag) or self._tap(tag)

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
PATIENCE = 60.0
"""Seconds until a tap is a move again."""


class WriteResult(NamedTuple):
    """What came of it."""

    words: Message
    signal: str = "refused"
    written: bool = False


def write_printed_identity(
    registry: Registry, tag: str, put: Callable[[str, str], bool], nobodys: Message
) -> WriteResult:
    """Write on the sticker that lies there, by `put` with its number and the record; False = it says so already.

    nobodys: what is said of one that is on no piece. Raises what `put` raises, no StickerFault but ForeignRecord.
    """
    uid, _, _ = tag.removeprefix("uid:").partition(RECORD)
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
    """Asked for by people, done by whoever hears the reader, on its thread; told by an input of its own."""

    def __init__(
        self, reader: TagReader, allowed: bool, running: RunningGame, submit: Callable[[SessionCall], object]
    ) -> None:
        self._reader, self._allowed, self._running, self._submit = reader, allowed, running, submit
        self._until = 0.0
        self._came: WriteResult | None = None
        self._foreign = ""

    @property
    def offered(self) -> bool:
        """Whether people may ask for it."""
        return self._allowed

    def begin(self) -> tuple[str, Message]:
        """The next sticker is written on; the signal and the sentence."""
        if not self._allowed:
            return "refused", WRITING_OFF
        if not isinstance(self._reader, RecordWriter):
            return "refused", NO_READER
        self._came, self._until = None, time.monotonic() + PATIENCE
        return "asks", LAY_STICKER

    @property
    def came(self) -> WriteResult | None:
        """What came of what people asked for last; None while the reader waits for a sticker, or writes on it."""
        over = time.monotonic() >= self._until
        return self._came or (WriteResult(NOTHING_PRINTED) if over else None)

    def heard(self, tag: str) -> bool:
        """Whether the sticker was asked for; what came of it is told. Raises ReaderLost."""
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
        """Over somebody else's record only when people asked for the same sticker twice."""
        assert isinstance(self._reader, RecordWriter), "nobody was asked"
        overwrite, self._foreign = self._foreign == uid, ""
        try:
            return self._reader.write(uid, record, overwrite)
        except ForeignRecord:
            self._foreign = uid
            raise
