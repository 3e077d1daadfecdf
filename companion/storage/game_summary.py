"""What a list of games says of one game, and how the archive writes it down. Orders and times nothing.

Whoever knows the game makes a summary (`companion.session.game_list`); here it is only kept.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec


class PlayerSummary(msgspec.Struct, frozen=True):
    """One player in a list of games."""

    name: str
    """What people call the player, in the language of the table when it was written."""
    points: int | None
    """Victory points now; at the end the final ones. None in a game that has none."""
    winner: bool = False
    """Has the game ended with this player's victory? Several may share it."""


class Rematch(msgspec.Struct, frozen=True):
    """From where a game was begun once more, so that one UNDO leads back while nobody entered anything."""

    ended: int
    """The number of the game that was over."""
    entries: int
    """How many entries the new one has without any by people."""


class GameSummary(msgspec.Struct, frozen=True):
    """A game in a list, as it stands now."""

    name: str
    """What the list calls it; names needn't differ."""
    players: tuple[PlayerSummary, ...] = ()
    """In the order of the seats; empty before people sat down, and where nobody has told yet."""
    finished: bool = False
    """Is nothing left to play?"""
    began: datetime | None = None
    """The wall clock at the first entry, with its offset from UTC; None where nobody knows."""
    taken_in: datetime | None = None
    """The wall clock when it was imported, where nobody knows when it began; else None."""
    rematch: Rematch | None = None
    """Of a game that was begun once more; else None. Only this archive knows it: it names another of its games."""


Cells = tuple[bytes, bytes]
"""`began` and `players` as they are kept: JSON, so that a damaged cell can't be taken for something else."""


class _Began(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game began."""

    taken_in: datetime | None = None
    began: datetime | None = None
    rematch: Rematch | None = None


_BEGAN = msgspec.json.Decoder(_Began)
_PLAYERS = msgspec.json.Decoder(tuple[PlayerSummary, ...])


def cells_of(summary: GameSummary) -> Cells:
    """The part of a summary that has a table of its own."""
    known = _Began(None if summary.began else summary.taken_in, summary.began, summary.rematch)
    return msgspec.json.encode(known), msgspec.json.encode(summary.players)


def summary_of(name: str, finished: bool, began: Any, players: Any) -> GameSummary:
    """The summary in these cells; what is absent or damaged is unknown, for a list is no reason to stop."""
    known = _read(_BEGAN, began) or _Began()
    return GameSummary(name, _read(_PLAYERS, players) or (), finished, known.began, known.taken_in, known.rematch)


def _read(decoder: msgspec.json.Decoder[Any], cell: Any) -> Any:
    if not isinstance(cell, bytes):
        return None
    try:
        return decoder.decode(cell)
    except msgspec.DecodeError:
        return None
