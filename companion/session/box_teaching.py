"""What an owner tells of the pieces in the box: from the case's menu or a page, kept before it is acknowledged.

It is for new games; one that nothing was entered into yet begins anew with it. A tap while the box lies open means
that piece. Enters nothing in a journal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import msgspec

from companion.catalogue.sticker_registry import BadTag
from companion.engine.message import Message, UserError, tr
from companion.engine.teaching import BoxTaught, TakenIn
from companion.menu import teaching_menu
from companion.menu.options import noticed
from companion.menu.teaching_levels import FieldForm, FieldList, GroupList, PieceList, TellPiece
from companion.session.table import Table
from companion.storage.archive import ArchiveTrouble
from companion.storage.toml_file import BadFile

LEVELS = (GroupList, PieceList, FieldList, FieldForm)


def _of_new_games(field: Message, before: Message) -> Message:
    """Whoever tells something else in a running game hears that it keeps what it has, and where to change that."""
    return tr(
        "Kept for new games. This game keeps {field}: {before}. To change it here: menu, Correct something.",
        field=field,
        before=before,
    )


class NotKept(UserError):
    """What was told is no value for it, or there is no room: one sentence, for whoever told it."""


class BoxTeaching:
    """The box of the game on the table."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def now(self) -> BoxTaught:
        """What is known."""
        return self._table.running.table_game.taught()

    def keep(self, piece: str, values: Mapping[str, str | None]) -> None:
        """Write it down; raises NotKept, and then nothing of it is."""
        with self._keeping():
            self._table.running.table_game.teach(piece, values)

    def take_in(self, tables: Mapping[str, Any], file: str, theirs: Mapping[str, bool]) -> TakenIn:
        """Take in another owner's box; raises NotKept, and then nothing of it is."""
        with self._keeping():
            return self._table.running.table_game.take_in(tables, file, theirs)

    @contextmanager
    def _keeping(self) -> Iterator[None]:
        try:
            yield
        except BadFile as bad:
            raise NotKept(bad.message) from bad
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise NotKept(tr("It was not kept ({why}); free some space and enter it again.", why=why)) from error
        with suppress(ArchiveTrouble):
            self._table.running.begin_anew()

    def told(self, act: TellPiece) -> str:
        """What buttons told."""
        before = next((field for field in self.now().fields(act.piece) if field.id == act.field), None)
        try:
            self.keep(act.piece, {act.field: act.value})
        except NotKept as bad:
            self._table.menu = noticed(self._table.menu, "refused", bad.message)
            return "refused"
        self._table.menu = teaching_menu.after(self._table.menu, self.now(), act)
        if before and before.words and before.value != act.value and self._runs():
            self._table.menu = noticed(self._table.menu, "told", _of_new_games(before.label, before.words))
        return "accepted"

    def _runs(self) -> bool:
        """A game that keeps the facts that it has."""
        running = self._table.running
        return not running.unbegun() and not running.snapshot.outline.over

    def tapped(self, tag: str) -> str:
        """A piece that is tapped while the box lies open is the one that people tell of; "" for any other tap."""
        menu = self._table.menu
        if not (menu.levels and isinstance(menu.levels[-1], LEVELS)):
            return ""
        try:
            found = self._table.running.table_game.registry.piece_of(tag)
        except BadTag:
            return ""
        now = self.now()
        if now.piece(found.id) is None:
            return ""
        below = tuple(level for level in menu.levels if not isinstance(level, FieldList | FieldForm))
        kept = msgspec.structs.replace(menu, levels=below, notice=None)
        self._table.menu = teaching_menu.opened(kept, now, found.id)
        return "asks"
