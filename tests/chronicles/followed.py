"""A table at referee depth with chronicles, and the same table behind the real devices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.engine.history import History
from companion.state.glen_more_2.model import REFEREE
from companion.state.glen_more_2.resolution import Resolution
from tests.chronicles.on_the_desk import on_the_desk
from tests.state.glen_more_2.followed import Followed
from tests.state.glen_more_2.table import Staged, Table, with_piece
from tests.table import Table as Desk

DRY: dict[str, Any] = {
    "river": False,
    "rebuild": False,
    "cost": (),
    "one_time": (),
    "activation": (),
    "kind": "loch",
}
"""A tile that does nothing and lies anywhere."""


class FollowedWith(Followed):
    """A table at referee depth with these chronicles; `prints` tells what is on a piece."""

    def __init__(
        self, *slugs: str, players: int = 3, later: tuple[tuple[str, str], ...] = (), **more: Any
    ) -> None:
        """later: questions of the set-up and the offers that they are answered with."""
        self.later = later
        super().__init__(players, chronicles=slugs, **more)

    def answers(self, kind: str, offer: str, *values: Any, **more: Any) -> tuple[Any, ...]:
        done = Table.answers(self, kind, offer, *values, **more)
        for asked, said in self.later if (kind, offer) == ("start", "go") else ():
            if asked in self.kinds():
                Table.answers(self, asked, said)
        return done

    def prints(self, **pieces: dict[str, Any]) -> None:
        """These pieces show that; what is not told is dry and free. The history starts here."""
        facts = self.state.facts
        for id, fields in pieces.items():
            name = id.replace("_", "-") if id[1:2] == "_" else id
            facts = with_piece(facts, name, **{**DRY, **fields})
        self.stage(replace(self.state, facts=facts))

    def asks(self, kind: str, player: str = "", *args: str | int) -> None:
        """That is asked next; the history starts here."""
        resolution = Resolution(self.state)
        resolution.ask(kind, player, *args)
        self.history = History(Staged(resolution.state), self.history.header)

    def ring(self, *pieces: str, who: str = "red") -> None:
        """That player is on turn; the first of these lies ahead of the pawn, the others behind the next one."""
        one, two = (p.id for p in self.state.players if p.id != who)
        self.arrange(" ".join((who, pieces[0], one, *pieces[1:], two, "A? A?")))

    def desk(self, folder: Path) -> Desk:
        assert self.state.depth == REFEREE
        return on_the_desk(self, folder)


def chooses(desk: Desk, words: str) -> None:
    """The row that begins so."""
    desk.press(*desk.keys_to(words))
