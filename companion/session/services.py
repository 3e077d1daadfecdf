"""What a session is given from outside the game: clock, dice, background tasks, settings, phones, updates.

`SessionTable` is what the parts of a session share: the running game and the open menu. `PhoneDesk` invites and
admits phones; it is implemented by the web server. Nothing here holds state.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

import msgspec

from companion.engine.game import GameOutline
from companion.engine.message import Message
from companion.menu import taps
from companion.menu.menu_state import Menu, MenuContext, PhoneAction, PhoneState
from companion.menu.options import add_notice
from companion.screens.game_screens import ShownGame
from companion.session.preferences import BoxPreferences
from companion.session.running_game import RunningGame


class PhoneDesk(Protocol):
    """Invites and admits phones. Called on the session's thread; all methods return quickly."""

    def now(self, outline: GameOutline) -> PhoneState:
        """Return the state of the phones in this game."""

    def do(self, menu: Menu, act: PhoneAction) -> Menu:
        """Do the action and return the menu with its result."""

    def end_session(self) -> None:
        """End all phone sessions, because the box is switched off."""


class UpdateOffer(msgspec.Struct, frozen=True):
    """A newer version that can be installed."""

    version: str
    question: Message
    """The question shown before installing."""
    ask: Callable[[], None]
    """Asks the machine to install it. May raise OSError."""


class SessionServices(msgspec.Struct, frozen=True):
    """Everything that a session needs from outside the game."""

    dice: random.Random
    """The random generator for the companion's rolls; seeded in tests."""
    clock: Callable[[], float]
    """Returns monotonic seconds."""
    pages: Callable[[ShownGame, str], int]
    """Returns the number of pages of a sheet on this panel, by the kind of sheet."""
    hides: Callable[[ShownGame], str]
    """Returns the sheet with what the home page cannot show on this panel; "" if it shows everything."""
    later: Callable[[Callable[[], None]], None]
    """Runs a task on the background worker."""
    save: Callable[[], str] = str
    """Writes a backup and returns its path. Raises ArchiveError."""
    box: BoxPreferences | None = None
    """The settings of the box; None if there are none."""
    phones: PhoneDesk | None = None
    """Invites and admits phones; None without a server."""
    switch_off: Callable[[], None] | None = None
    """Asks the machine to switch off, may raise OSError; None if it cannot."""
    update: UpdateOffer | None = None
    """None if there is no newer version."""
    report: Callable[[], Message] | None = None
    """Writes a report and returns where it is, may raise OSError; None if reports are off."""

    @property
    def machine(self) -> frozenset[str]:
        """The available machine actions, as in `MenuContext.machine`."""
        able = {"off": self.switch_off, "report": self.report}
        return frozenset(what for what, do in able.items() if do)


class SessionTable(Protocol):
    """The owner of the open menu; each part of the session sets the menu to show its result."""

    menu: Menu

    @property
    def running(self) -> RunningGame: ...

    @property
    def context(self) -> MenuContext: ...


def show_refusal_notice(table: SessionTable, sentence: Message, kind: str = "refused") -> str:
    """Show why nothing was entered; return the signal, which is `kind`."""
    table.menu = add_notice(taps.close_tap_screens(table.menu), kind, sentence)
    return kind


def show_done_notice(table: SessionTable, sentence: Message) -> str:
    """Close everything and show a notice that something was done; return the signal."""
    table.menu = add_notice(Menu(), "told", sentence)
    return "accepted"
