"""As whom a phone was let in, and what that lets it see and answer. Knows no game."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.engine.game import CORRECTION, TABLE
from companion.engine.offers import Question

Role = Literal["seat", "table", "spectator"]
SEAT: Role = "seat"
AT_TABLE: Role = "table"
SPECTATOR: Role = "spectator"


class Viewer(msgspec.Struct, frozen=True):
    """Whose eyes a page is made for; phones let in as the same viewer see the same."""

    role: Role
    """What it may do."""
    seat: str = ""
    """A player's id; "" for those who have no seat."""

    @property
    def eyes(self) -> str:
        """The viewer as a game's view knows it."""
        return self.seat if self.role == SEAT else TABLE

    @property
    def acts(self) -> bool:
        """Whether it may enter anything at all."""
        return self.role != SPECTATOR

    def knows_of(self, question: Question) -> bool:
        """Whether it may learn that this question is open."""
        return not question.secret or (self.role == SEAT and question.secret == self.seat)

    def may_answer(self, question: Question) -> bool:
        """Its own questions and everybody's; the table answers for all, but no secret one."""
        if not self.acts or not self.knows_of(question):
            return False
        return self.role == AT_TABLE or question.number == CORRECTION or question.asked in ("", self.seat)
