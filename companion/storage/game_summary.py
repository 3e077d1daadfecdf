"""What a list of games says of one game, and how the archive writes it down. Orders and times nothing.

Whoever knows the game makes a summary (`companion.storage.game_summary`); here it is only kept.

What lists of kept games say: a game's state as a summary, and a summary in words. Loads no game.

The date and time of day, for lists of games and for nothing else: nothing is ordered or timed by it.

A Pi has no battery: until a network tells it the time, its clock may say 1970 or the evening it was last in use.
"""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any

import msgspec

from companion.engine.game import GameOutline
from companion.engine.message import Message, Translate, join_list, literal, plain_line, tr, trn


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


class _BeginCell(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game began."""

    taken_in: datetime | None = None
    began: datetime | None = None
    rematch: Rematch | None = None


_BEGIN_DECODER = msgspec.json.Decoder(_BeginCell)
_PLAYERS_DECODER = msgspec.json.Decoder(tuple[PlayerSummary, ...])


def cells_of(summary: GameSummary) -> Cells:
    """The part of a summary that has a table of its own."""
    known = _BeginCell(None if summary.began else summary.taken_in, summary.began, summary.rematch)
    return msgspec.json.encode(known), msgspec.json.encode(summary.players)


def summary_of(name: str, finished: bool, began: Any, players: Any) -> GameSummary:
    """The summary in these cells; what is absent or damaged is unknown, for a list is no reason to stop."""
    known = _read(_BEGIN_DECODER, began) or _BeginCell()
    return GameSummary(
        name, _read(_PLAYERS_DECODER, players) or (), finished, known.began, known.taken_in, known.rematch
    )


def _read(decoder: msgspec.json.Decoder[Any], cell: Any) -> Any:
    if not isinstance(cell, bytes):
        return None
    try:
        return decoder.decode(cell)
    except msgspec.DecodeError:
        return None


def summarize_game(
    outline: GameOutline, translate: Translate, began: datetime | None = None, taken_in: datetime | None = None
) -> GameSummary:
    """A game as it stands, in the language of `translate`."""
    players = tuple(
        PlayerSummary(plain_line(translate(player.label)), player.points, player.id in outline.winners)
        for player in outline.players
    )
    return GameSummary(plain_line(translate(outline.title)), players, outline.over, began, taken_in)


def game_name_text(summary: GameSummary, game: Message | None = None) -> Message:
    """What the list calls a game. game: which game it is, where there are several."""
    known = plain_line(summary.name)
    name = literal(known) if known else tr("A game")
    return tr("{game}: {name}", game=game, name=name) if game else name


def game_details_text(summary: GameSummary) -> Message | None:
    """When it began, the points and the winner, as far as anybody knows; None where nobody knows any of it."""
    known = [*_began_text(summary), *(_points_text(summary) if summary.players else ())]
    return join_list(known) if known else None


def game_result_text(outline: GameOutline) -> Message | None:
    """Who has won, in a sentence; None while something is left to play."""
    if not outline.over:
        return None
    winners = [outline.figure(who).label for who in outline.winners]
    if not winners:
        return tr("The game is over.")
    return trn("{Names} has won.", "{Names} have won together.", len(winners), Names=join_list(winners))


def _began_text(summary: GameSummary) -> list[Message]:
    # The same in every language, and sorted by eye.
    if summary.taken_in:
        return [tr("imported {date}", date=f"{summary.taken_in:%Y-%m-%d}")]
    return [literal(f"{summary.began:%Y-%m-%d %H:%M}")] if summary.began else []


def _points_text(summary: GameSummary) -> list[Message]:
    points = [
        literal(plain_line(player.name) if player.points is None else f"{plain_line(player.name)} {player.points}")
        for player in summary.players
    ]
    winners = [plain_line(player.name) for player in summary.players if player.winner]
    won = (
        [trn("won by {names}", "won together by {names}", len(winners), names=join_list(winners))]
        if winners
        else []
    )
    return [*points, *won]


FIRST_YEAR = 2025
"""A clock that shows an earlier year was never set."""


def wall_clock() -> datetime | None:
    """Now, as a clock on the wall shows it, with its offset from UTC; None where the clock was never set."""
    now = datetime.fromtimestamp(time.time()).astimezone()
    return now.replace(second=0, microsecond=0) if now.year >= FIRST_YEAR else None
