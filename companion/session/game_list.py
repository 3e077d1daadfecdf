"""What lists of kept games say: a game's state as a summary, and a summary in words. Loads no game."""

from __future__ import annotations

from datetime import datetime

from companion.engine.message import Message, Translate, listed, literal, tr, trn
from companion.engine.outline import GameOutline
from companion.engine.plain_text import plain_line
from companion.storage.game_summary import GameSummary, PlayerSummary


def summarized(
    outline: GameOutline, translate: Translate, began: datetime | None = None, taken_in: datetime | None = None
) -> GameSummary:
    """A game as it stands, in the language of `translate`."""
    players = tuple(
        PlayerSummary(plain_line(translate(player.label)), player.points, player.id in outline.winners)
        for player in outline.players
    )
    return GameSummary(plain_line(translate(outline.title)), players, outline.over, began, taken_in)


def name_of(summary: GameSummary, game: Message | None = None) -> Message:
    """What the list calls a game. game: which game it is, where there are several."""
    known = plain_line(summary.name)
    name = literal(known) if known else tr("A game")
    return tr("{game}: {name}", game=game, name=name) if game else name


def details_of(summary: GameSummary) -> Message | None:
    """When it began, the points and the winner, as far as anybody knows; None where nobody knows any of it."""
    known = [*_began(summary), *(_points(summary) if summary.players else ())]
    return listed(known) if known else None


def how_it_ended(outline: GameOutline) -> Message | None:
    """Who has won, in a sentence; None while something is left to play."""
    if not outline.over:
        return None
    winners = [outline.figure(who).label for who in outline.winners]
    if not winners:
        return tr("The game is over.")
    return trn("{Names} has won.", "{Names} have won together.", len(winners), Names=listed(winners))


def _began(summary: GameSummary) -> list[Message]:
    # The same in every language, and sorted by eye.
    if summary.taken_in:
        return [tr("imported {date}", date=f"{summary.taken_in:%Y-%m-%d}")]
    return [literal(f"{summary.began:%Y-%m-%d %H:%M}")] if summary.began else []


def _points(summary: GameSummary) -> list[Message]:
    points = [
        literal(plain_line(player.name) if player.points is None else f"{plain_line(player.name)} {player.points}")
        for player in summary.players
    ]
    winners = [plain_line(player.name) for player in summary.players if player.winner]
    won = (
        [trn("won by {names}", "won together by {names}", len(winners), names=listed(winners))] if winners else []
    )
    return [*points, *won]
