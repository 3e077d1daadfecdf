"""What a session needs from outside the game, given to it at the start. Holds nothing of an evening."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from companion.engine.message import Message
from companion.screens.game_screens import ShownGame
from companion.session.phone_desk import PhoneDesk
from companion.session.this_box import ThisBox


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
    box: ThisBox | None = None
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
