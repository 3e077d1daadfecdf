"""Stickers put on pieces, written down before the beep: taps in the walk, and stickers that nobody knows yet.

What is on which piece is the registry's; what a tap means in the walk is `companion.menu.sticker_walk`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.catalogue.sticker_registry import BadTag, Registry, owned
from companion.engine.message import tr
from companion.engine.piece_record import read_record
from companion.hardware.devices import RECORD
from companion.menu import sticker_walk
from companion.menu.options import noticed, on_top, popped, pushed
from companion.menu.sticker_levels import Changes, SetStickers, StickerChoice, StickersNow, StickerWalk
from companion.session.table import Table
from companion.session.tags import BESIDE, NewSticker


class StickerHands:
    """The stickers of the game on the table. `tap` is what a tag does in the game."""

    def __init__(self, table: Table, tap: Callable[[str], str]) -> None:
        self._table, self._tap = table, tap
        self._says = ""

    @property
    def _registry(self) -> Registry:
        return self._table.running.table_game.registry

    def now(self) -> StickersNow:
        """Which piece has a sticker."""
        return StickersNow(self._registry.kinds, owned(self._registry.meant))

    def heard(self, tag: str) -> str:
        """The tag without what is written on it; of that, the piece is kept in mind until the next tag."""
        tag, _, record = tag.partition(RECORD)
        self._says = self._registry.says(read_record(record.encode(errors="replace")))
        return tag

    def tapped(self, tag: str) -> str:
        """What a tag does in the walk or its check, or where it says itself what it is on; "" for any other."""
        level = self._table.menu.levels[-1] if self._table.menu.levels else None
        if not isinstance(level, StickerWalk):
            return self._offered(tag.partition(BESIDE)[0]) if self._says else ""
        text, *beside = tag.split(BESIDE)
        try:
            uid = self._number(text)
            done = sticker_walk.tapped(level, self.now(), uid, tuple(beside), self._says)
            self._put(done.changes)
        except BadTag as bad:
            self._table.menu = noticed(self._table.menu, "refused", bad.message)
            return "refused"
        place = on_top if isinstance(done.level, StickerWalk) else pushed
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
        return self._choice(StickerChoice(bad.uid))

    def _offered(self, tag: str) -> str:
        """A sticker that nobody knows, but that says what it is on: never taken unasked."""
        try:
            found = self._registry.piece_of(tag)
        except BadTag:
            return ""  # whoever reads the tag next says why
        return self._choice(StickerChoice(found.id, says=self._says)) if found.kind == "sticker" else ""

    def _choice(self, choice: StickerChoice) -> str:
        menu = msgspec.structs.replace(self._table.menu, notice=None)
        kept = tuple(level for level in menu.levels if not isinstance(level, StickerChoice))
        self._table.menu = pushed(msgspec.structs.replace(menu, levels=kept), choice)
        return "asks"

    def set(self, act: SetStickers) -> str:
        """What buttons asked for; a sticker whose piece was chosen counts as tapped."""
        before = self.now()
        try:
            self._put(act.changes)
        except BadTag as bad:
            self._table.menu = noticed(self._table.menu, "refused", bad.message)
            return "refused"
        menu = self._table.menu
        if act.then:
            self._table.menu = on_top(menu, act.then)
            return "accepted"
        while menu.levels and isinstance(menu.levels[-1], StickerChoice):
            menu = popped(menu)
        self._table.menu = menu
        uid, walk = act.changes[0][0], menu.levels[-1] if menu.levels else None
        if isinstance(walk, StickerWalk) and not sticker_walk.checks(walk, before):
            self._table.menu = on_top(menu, sticker_walk.chosen(walk, self.now(), uid))
            return "accepted"
        tag = f"uid:{uid}"
        return self.tapped(tag) or self._tap(tag)

    def _put(self, changes: Changes) -> None:
        if not changes:
            return
        try:
            self._registry.put(dict(changes))
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise BadTag(
                tr("The sticker was not kept ({why}); free some space and tap it again.", why=why)
            ) from error
