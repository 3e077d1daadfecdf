"""Summaries of games for lists: their values, their storage in the archive, their texts, and the wall clock.

No game is loaded here, and nothing is ordered or timed by the clock. A Pi has no battery: until a network sets its
clock, it may show 1970 or the time of its last use.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from companion.engine.game import GameOutline
from companion.engine.message import Message, Translate, join_list, literal, plain_line, tr, trn


class PlayerSummary(msgspec.Struct, frozen=True):
    """A player in a list of games."""

    name: str
    """Name of the player in the language of the table when it was written."""
    points: int | None
    """Victory points at present, final ones at the end. None in a game without points."""
    winner: bool = False
    """True if the game is over and this player has won; several may share the victory."""


class Rematch(msgspec.Struct, frozen=True):
    """Origin of a rematch, so that one UNDO leads back to the finished game while players have entered nothing."""

    ended: int
    """Number of the finished game."""
    entries: int
    """Number of entries of the new game that were made automatically."""


class GameSummary(msgspec.Struct, frozen=True):
    """A game in a list, in its current state."""

    name: str
    """Name in the list; not necessarily unique."""
    players: tuple[PlayerSummary, ...] = ()
    """Players in seating order; empty if they are not known yet."""
    finished: bool = False
    """True if the game is over."""
    began: datetime | None = None
    """Wall clock at the first entry, with its offset from UTC; None if unknown."""
    imported_at: datetime | None = None
    """Wall clock at the import if the beginning is unknown; else None."""
    rematch: Rematch | None = None
    """Origin of a rematch; else None. Valid in this archive only, because it names another game in it."""


Cells = tuple[bytes, bytes]
"""`began` and `players` as stored: JSON, so that a damaged cell cannot be mistaken for another value."""


class _BeginCell(msgspec.Struct, frozen=True, omit_defaults=True):
    """Beginning of a game as stored."""

    imported_at: datetime | None = None
    began: datetime | None = None
    rematch: Rematch | None = None


_BEGIN_DECODER = msgspec.json.Decoder(_BeginCell)
_PLAYERS_DECODER = msgspec.json.Decoder(tuple[PlayerSummary, ...])


def summary_cells(summary: GameSummary) -> Cells:
    """Return the cells of a summary for their own table."""
    known = _BeginCell(None if summary.began else summary.imported_at, summary.began, summary.rematch)
    return msgspec.json.encode(known), msgspec.json.encode(summary.players)


def summary_from_cells(name: str, finished: bool, began: Any, players: Any) -> GameSummary:
    """Return the summary of these cells. Missing or damaged values become unknown, so that lists still work."""
    known = _read(_BEGIN_DECODER, began) or _BeginCell()
    return GameSummary(
        name, _read(_PLAYERS_DECODER, players) or (), finished, known.began, known.imported_at, known.rematch
    )


def _read(decoder: msgspec.json.Decoder[Any], cell: Any) -> Any:
    if not isinstance(cell, bytes):
        return None
    try:
        return decoder.decode(cell)
    except msgspec.DecodeError:
        return None


def summarize_game(
    outline: GameOutline, translate: Translate, began: datetime | None = None, imported_at: datetime | None = None
) -> GameSummary:
    """Return the summary of a game in the language of `translate`."""
    players = tuple(
        PlayerSummary(plain_line(translate(player.label)), player.points, player.id in outline.winners)
        for player in outline.players
    )
    return GameSummary(plain_line(translate(outline.title)), players, outline.over, began, imported_at)


def game_name_text(summary: GameSummary, game: Message | None = None) -> Message:
    """Return the name of a game for lists.

    game: the name of its rules, if several games are installed.
    """
    known = plain_line(summary.name)
    name = literal(known) if known else tr("A game")
    return tr("{game}: {name}", game=game, name=name) if game else name


def game_details_text(summary: GameSummary) -> Message | None:
    """Return when it began, the points and the winner, as far as known; None if nothing is known."""
    known = [*_began_text(summary), *(_points_text(summary) if summary.players else ())]
    return join_list(known) if known else None


def game_result_text(outline: GameOutline) -> Message | None:
    """Return a sentence that names the winners; None while the game continues."""
    if not outline.over:
        return None
    winners = [outline.figure(who).label for who in outline.winners]
    if not winners:
        return tr("The game is over.")
    return trn("{Names} has won.", "{Names} have won together.", len(winners), Names=join_list(winners))


def _began_text(summary: GameSummary) -> list[Message]:
    # The date format is the same in every language and sorts well.
    if summary.imported_at:
        return [tr("imported {date}", date=f"{summary.imported_at:%Y-%m-%d}")]
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
