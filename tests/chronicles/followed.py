"""A table at referee depth with chronicles, and the same table behind the real devices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.engine.history import History
from companion.state.glen_more_2.actions import Resolution
from companion.state.territory.model import REFEREE
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


SET_UP: dict[str, tuple[str, ...]] = {
    "boat_race.letters": ("later",),
    "boat_race.length": ("tiles", "2"),
    "haggis.letters": ("later",),
    "haggis.stickers": ("no",),
}
"""What is asked before play begins, and what is said."""


class FollowedWith(Followed):
    """A table at referee depth with these chronicles; `prints` tells what is on a piece."""

    def __init__(self, *slugs: str, players: int = 3, **more: Any) -> None:
        super().__init__(players, chronicles=slugs, **more)

    def answers(self, kind: str, offer: str, *values: Any, **more: Any) -> tuple[Any, ...]:
        """What the box doesn't tell is said when it is asked before the rondel is laid."""
        done = Table.answers(self, kind, offer, *values, **more)
        while (kind, offer) == ("start", "go") and (asked := self.kinds()[0]) in SET_UP:
            Table.answers(self, asked, *SET_UP[asked])
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
