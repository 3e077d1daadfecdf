"""What the parts of a session share: the game that is played and the menu that lies open over it."""

from __future__ import annotations

from typing import Protocol

from companion.engine.message import Message
from companion.menu import taps
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import noticed
from companion.session.running_game import RunningGame


class Table(Protocol):
    """Who has the menu that lies open; each part lays on it what came of its act."""

    menu: Menu

    @property
    def running(self) -> RunningGame: ...

    @property
    def context(self) -> MenuContext: ...


def refused(table: Table, sentence: Message, kind: str = "refused") -> str:
    """Nothing was entered, and people read why; the signal for it."""
    table.menu = noticed(taps.tidied(table.menu), kind, sentence)
    return kind


def told(table: Table, sentence: Message) -> str:
    """A sentence for people after something was done, everything closed."""
    table.menu = noticed(Menu(), "told", sentence)
    return "accepted"
