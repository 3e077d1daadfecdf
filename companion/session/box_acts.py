"""What people set or ask of the box itself, and which game lies on it: settings, phones, saving, switching off.

Enters nothing in a game's journal.
"""

from __future__ import annotations

import msgspec

from companion.engine.message import tr
from companion.menu import menu_state, menu_views
from companion.menu.menu_state import Menu
from companion.menu.options import noticed, pushed
from companion.menu.this_box import BoxSettings
from companion.session.first_game import FirstGame
from companion.session.services import SessionServices
from companion.session.table import Table, refused, told
from companion.session.unasked_rolls import UnaskedRolls

GameAct = menu_state.NewGame | menu_state.OnceMore | menu_state.Resume | menu_state.Delete


class BoxActs:
    """Of one table."""

    def __init__(
        self, table: Table, services: SessionServices, first_game: FirstGame, rolls: UnaskedRolls
    ) -> None:
        self._table, self._services, self._first_game, self._rolls = table, services, first_game, rolls

    def do(self, act: menu_state.Act) -> str:
        """Do that; the signal that belongs to it."""
        match act:
            case menu_state.SetBox(settings):
                return self._set(settings)
            case menu_state.MachineAct("save"):
                return told(self._table, tr("Everything is saved in {file}.", file=self._services.save()))
            case menu_state.MachineAct("report"):
                return self._write_report()
            case menu_state.MachineAct("off"):
                return self._switch_off()
            case menu_state.MachineAct("install"):
                return self._install_update()
            case menu_state.RollOurselves():
                self._rolls.stop()
                return told(self._table, tr("From now on you roll the die and say what it shows."))
            case menu_state.SetLessons(on):
                self._table.menu = self._first_game.switched(on)
                return "accepted"
            case menu_state.PhoneAct():
                return self._about_phones(act)
            case menu_state.NewGame() | menu_state.OnceMore() | menu_state.Resume() | menu_state.Delete():
                return self._another_game(act)
        raise TypeError(act)

    def _another_game(self, act: GameAct) -> str:
        table, running = self._table, self._table.running
        table.menu = menu_views.all_closed(Menu())
        match act:
            case menu_state.NewGame(game, explained):
                running.choose(game or running.definition.id)
                self._first_game.set(explained)
            case menu_state.OnceMore(reordered):
                running.once_more(reordered)
            case menu_state.Resume(game_id):
                running.switch(int(game_id))
            case menu_state.Delete(game_id):
                asks_which = int(game_id) == running.id and running.games.playable
                running.delete(int(game_id))
                if asks_which:
                    table.menu = pushed(table.menu, menu_state.GameChoice())
                    return "asks"
        return "accepted"

    def _set(self, settings: BoxSettings) -> str:
        """In force at once; the list of settings stays open, for people to see it."""
        box, menu = self._services.box, self._table.menu
        assert box is not None, "nobody was asked"
        box.set(settings)
        self._services.later(box.keep)
        levels = menu.levels[:-1] if isinstance(menu.levels[-1], menu_state.LanguageList) else menu.levels
        self._table.menu = msgspec.structs.replace(menu, levels=levels, notice=None)
        return "accepted"

    def _about_phones(self, act: menu_state.PhoneAct) -> str:
        assert self._services.phones is not None, "nobody was asked"
        self._table.menu = menu = self._services.phones.do(self._table.menu, act)
        return menu.notice.kind if menu.notice and menu.notice.kind != "told" else "accepted"

    def _switch_off(self) -> str:
        """Ask the machine to switch itself off; it will tell us to stop in time. Phones are forgotten then."""
        assert self._services.switch_off is not None, "nobody was asked"
        self._table.menu = Menu()
        try:
            self._services.switch_off()
        except OSError as error:
            why = error.strerror or type(error).__name__
            sentence = tr("The machine won't switch off ({why}); pull the plug, nothing is lost.", why=why)
            return refused(self._table, sentence, "trouble")
        if self._services.phones:
            self._services.phones.evening_ends()
        return told(self._table, tr("Switching off; leave the plug in until the panel says so."))

    def _write_report(self) -> str:
        """Over whatever lies open; the game goes on."""
        assert self._services.report is not None, "nobody was asked"
        try:
            where = self._services.report()
        except OSError as error:
            why = error.strerror or type(error).__name__
            sentence = tr("No report could be written ({why}); free some space and try again.", why=why)
            return refused(self._table, sentence, "trouble")
        self._table.menu = noticed(self._table.menu, "told", where)
        return "accepted"

    def _install_update(self) -> str:
        """Ask the machine for it; the game goes on until the new version starts."""
        offer = self._services.update
        assert offer is not None, "nobody was asked"
        self._table.menu = Menu()
        try:
            offer.ask()
        except OSError as error:
            why = error.strerror or type(error).__name__
            sentence = tr("The update can't be asked for ({why}); start the case again.", why=why)
            return refused(self._table, sentence, "trouble")
        sentence = tr(
            "Version {version} is being installed; in some minutes it starts by itself.", version=offer.version
        )
        return told(self._table, sentence)
