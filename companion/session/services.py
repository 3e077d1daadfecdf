"""What a session needs from outside the game, given to it at the start. Holds nothing of an evening.

What a session needs of whoever invites phones and lets them in. Knows no network.

What the parts of a session share: the game that is played and the menu that lies open over it.
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
    """Called on the session's thread; nothing of it takes long."""

    def now(self, outline: GameOutline) -> PhoneState:
        """How it stands with phones in this game."""

    def do(self, menu: Menu, act: PhoneAction) -> Menu:
        """Do that, and show what came of it."""

    def end_session(self) -> None:
        """The box is switched off: who was let in is forgotten."""


class UpdateOffer(msgspec.Struct, frozen=True):
    """A newer version that can be installed."""

    version: str
    question: Message
    """What people are asked before."""
    ask: Callable[[], None]
    """Asks the machine to install it, may raise OSError."""


class SessionServices(msgspec.Struct, frozen=True):
    """What a session needs from outside the game."""

    dice: random.Random
    """Where the companion's own rolls come from; seeded in tests."""
    clock: Callable[[], float]
    """Monotonic seconds."""
    pages: Callable[[ShownGame, str], int]
    """How many pages a sheet of a game has on this panel, by the sheet's kind."""
    hides: Callable[[ShownGame], str]
    """The sheet that tells what the home page of a game has no room for on this panel; "" where it tells all."""
    later: Callable[[Callable[[], None]], None]
    """Runs a task on the background worker."""
    save: Callable[[], str] = str
    """Puts everything into one file and gives its path; raises ArchiveTrouble."""
    box: BoxPreferences | None = None
    """What is set on the case itself; None where nothing can be."""
    phones: PhoneDesk | None = None
    """Who invites phones and lets them in; None where none can come."""
    switch_off: Callable[[], None] | None = None
    """Asks the machine to switch itself off, may raise OSError; None where it can't."""
    update: UpdateOffer | None = None
    """None where there is no newer version to install."""
    report: Callable[[], Message] | None = None
    """Writes a report for whoever helps and says where it is, may raise OSError; None where nobody wants one."""

    @property
    def machine(self) -> frozenset[str]:
        """As in `MenuContext`."""
        able = {"off": self.switch_off, "report": self.report}
        return frozenset(what for what, do in able.items() if do)


class SessionTable(Protocol):
    """Who has the menu that lies open; each part lays on it what came of its act."""

    menu: Menu

    @property
    def running(self) -> RunningGame: ...

    @property
    def context(self) -> MenuContext: ...


def show_refusal_notice(table: SessionTable, sentence: Message, kind: str = "refused") -> str:
    """Nothing was entered, and people read why; the signal for it."""
    table.menu = add_notice(taps.close_tap_screens(table.menu), kind, sentence)
    return kind


def show_done_notice(table: SessionTable, sentence: Message) -> str:
    """A sentence for people after something was done, everything closed."""
    table.menu = add_notice(Menu(), "told", sentence)
    return "accepted"
