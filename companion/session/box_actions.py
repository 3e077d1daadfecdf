"""Actions on the box instead of a game: settings, phones, backup, switching off, choosing a game, facts of pieces.

Nothing here is entered in a game's journal. Facts that the owner enters from the menu or a page are stored before
they are confirmed. They apply to new games; a game without entries restarts with them. While the facts of the box
are on the screen, a tap selects the tapped piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import msgspec

from companion.engine.message import Message, UserError, tr
from companion.engine.piece_facts import BoxFacts, ImportedFacts
from companion.games.sticker_registry import BadTag
from companion.menu import menu_state, open_screens, piece_facts_menu
from companion.menu.menu_state import (
    BoxSettings,
    FactGroupList,
    FactPieceList,
    FieldForm,
    FieldList,
    Menu,
    SaveFact,
)
from companion.menu.options import add_notice
from companion.session.game_switches import AutoRoll, Tutorial
from companion.session.services import SessionServices, SessionTable, show_done_notice, show_refusal_notice
from companion.storage.archive_file import ArchiveError
from companion.storage.toml_file import BadFile

GameAction = menu_state.NewGame | menu_state.BeginRematch | menu_state.ResumeGame | menu_state.DeleteGame


class BoxActions:
    """The box actions of one table."""

    def __init__(
        self, table: SessionTable, services: SessionServices, first_game: Tutorial, rolls: AutoRoll
    ) -> None:
        self._table, self._services, self._first_game, self._rolls = table, services, first_game, rolls

    def do(self, act: menu_state.MenuAction) -> str:
        """Do the action and return its signal."""
        match act:
            case menu_state.SetBoxSettings(settings):
                return self._set(settings)
            case menu_state.MachineAction("save"):
                return show_done_notice(
                    self._table, tr("Everything is saved in {file}.", file=self._services.save())
                )
            case menu_state.MachineAction("report"):
                return self._write_report()
            case menu_state.MachineAction("off"):
                return self._switch_off()
            case menu_state.MachineAction("install"):
                return self._install_update()
            case menu_state.StopAutoRoll():
                self._rolls.stop()
                return show_done_notice(self._table, tr("From now on you roll the die and say what it shows."))
            case menu_state.SetTutorial(on):
                self._table.menu = self._first_game.switch(on)
                return "accepted"
            case menu_state.PhoneAction():
                return self._about_phones(act)
            case (
                menu_state.NewGame()
                | menu_state.BeginRematch()
                | menu_state.ResumeGame()
                | menu_state.DeleteGame()
            ):
                return self._another_game(act)
        raise TypeError(act)

    def _another_game(self, act: GameAction) -> str:
        table, running = self._table, self._table.running
        table.menu = open_screens.close_all(Menu())
        match act:
            case menu_state.NewGame(game, explained):
                running.choose(game or running.definition.id)
                self._first_game.set(explained)
            case menu_state.BeginRematch(has_new_order):
                running.rematch_answer(has_new_order)
            case menu_state.ResumeGame(game_id):
                running.switch(int(game_id))
            case menu_state.DeleteGame(game_id):
                asks_for_game = int(game_id) == running.id and running.games.playable
                running.delete(int(game_id))
                if asks_for_game:
                    return "asks"
        return "accepted"

    def _set(self, settings: BoxSettings) -> str:
        """Apply settings at once; the list of settings stays open to show them."""
        box, menu = self._services.box, self._table.menu
        assert box is not None, "nobody was asked"
        box.set(settings)
        self._services.later(box.keep)
        levels = menu.levels[:-1] if isinstance(menu.levels[-1], menu_state.LanguageList) else menu.levels
        self._table.menu = msgspec.structs.replace(menu, levels=levels, notice=None)
        return "accepted"

    def _about_phones(self, act: menu_state.PhoneAction) -> str:
        assert self._services.phones is not None, "nobody was asked"
        self._table.menu = menu = self._services.phones.do(self._table.menu, act)
        return menu.notice.kind if menu.notice and menu.notice.kind != "told" else "accepted"

    def _switch_off(self) -> str:
        """Ask the machine to switch off; it sends a stop signal in time. The sessions of phones end."""
        assert self._services.switch_off is not None, "nobody was asked"
        self._table.menu = Menu()
        try:
            self._services.switch_off()
        except OSError as error:
            why = error.strerror or type(error).__name__
            sentence = tr("The machine won't switch off ({why}); pull the plug, nothing is lost.", why=why)
            return show_refusal_notice(self._table, sentence, "trouble")
        if self._services.phones:
            self._services.phones.end_session()
        return show_done_notice(self._table, tr("Switching off; leave the plug in until the panel says so."))

    def _write_report(self) -> str:
        """Write a report; open menu screens and the game stay as they are."""
        assert self._services.report is not None, "nobody was asked"
        try:
            where = self._services.report()
        except OSError as error:
            why = error.strerror or type(error).__name__
            sentence = tr("No report could be written ({why}); free some space and try again.", why=why)
            return show_refusal_notice(self._table, sentence, "trouble")
        self._table.menu = add_notice(self._table.menu, "told", where)
        return "accepted"

    def _install_update(self) -> str:
        """Ask the machine to install the update; the game continues until the new version starts."""
        offer = self._services.update
        assert offer is not None, "nobody was asked"
        self._table.menu = Menu()
        try:
            offer.ask()
        except OSError as error:
            why = error.strerror or type(error).__name__
            sentence = tr("The update can't be asked for ({why}); start the case again.", why=why)
            return show_refusal_notice(self._table, sentence, "trouble")
        sentence = tr(
            "Version {version} is being installed; in some minutes it starts by itself.", version=offer.version
        )
        return show_done_notice(self._table, sentence)


FACT_SCREENS = (FactGroupList, FactPieceList, FieldList, FieldForm)


def _new_games_notice(field: Message, before: Message) -> Message:
    """Notice: the new value applies to new games; the running game keeps its own."""
    return tr(
        "Kept for new games. This game keeps {field}: {before}. To change it here: menu, Correct something.",
        field=field,
        before=before,
    )


class FactNotSaved(UserError):
    """Raised if a fact is invalid or could not be stored; `message` says why in one sentence."""


class PieceFactsEditor:
    """Edits facts of pieces in the box of the game on the table."""

    def __init__(self, table: SessionTable) -> None:
        self._table = table

    def now(self) -> BoxFacts:
        """Return the known facts."""
        return self._table.running.table_game.box_facts()

    def keep(self, piece: str, values: Mapping[str, str | None]) -> None:
        """Store facts of a piece. Raises FactNotSaved, and then stores nothing."""
        with self._keeping():
            self._table.running.table_game.save_facts(piece, values)

    def import_box(self, tables: Mapping[str, Any], file: str, theirs: Mapping[str, bool]) -> ImportedFacts:
        """Import another owner's box. Raises FactNotSaved, and then imports nothing."""
        with self._keeping():
            return self._table.running.table_game.import_box(tables, file, theirs)

    @contextmanager
    def _keeping(self) -> Iterator[None]:
        try:
            yield
        except BadFile as bad:
            raise FactNotSaved(bad.message) from bad
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise FactNotSaved(
                tr("It was not kept ({why}); free some space and enter it again.", why=why)
            ) from error
        with suppress(ArchiveError):
            self._table.running.restart_empty_game()

    def enter_by_buttons(self, act: SaveFact) -> str:
        """Store a fact that was entered with the keys; return the signal."""
        before = next((field for field in self.now().fields(act.piece) if field.id == act.field), None)
        try:
            self.keep(act.piece, {act.field: act.value})
        except FactNotSaved as bad:
            self._table.menu = add_notice(self._table.menu, "refused", bad.message)
            return "refused"
        self._table.menu = piece_facts_menu.open_next_field(self._table.menu, self.now(), act)
        if before and before.value_text and before.value != act.value and self._runs():
            self._table.menu = add_notice(
                self._table.menu, "told", _new_games_notice(before.label, before.value_text)
            )
        return "accepted"

    def _runs(self) -> bool:
        """True if a game is in progress, which keeps the facts it started with."""
        running = self._table.running
        return not running.has_no_entries() and not running.snapshot.outline.over

    def open_tapped_piece(self, tag: str) -> str:
        """Open the facts of a tapped piece while facts are on the screen; return "" for any other tap."""
        menu = self._table.menu
        if not (menu.levels and isinstance(menu.levels[-1], FACT_SCREENS)):
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
        self._table.menu = piece_facts_menu.open_piece_facts(kept, now, found.id)
        return "asks"
