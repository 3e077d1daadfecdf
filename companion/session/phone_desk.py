"""What a session needs of whoever invites phones and lets them in. Knows no network."""

from __future__ import annotations

from typing import Protocol

from companion.engine.outline import GameOutline
from companion.menu.menu_state import Menu, PhoneAct
from companion.menu.phones_now import PhonesNow


class PhoneDesk(Protocol):
    """Called on the session's thread; nothing of it takes long."""

    def now(self, outline: GameOutline) -> PhonesNow:
        """How it stands with phones in this game."""

    def do(self, menu: Menu, act: PhoneAct) -> Menu:
        """Do that, and show what came of it."""

    def evening_ends(self) -> None:
        """The box is switched off: who was let in is forgotten."""
