"""What a scoring came to, read in one line: for the tests of every game that is scored."""

from __future__ import annotations

from companion.scoring.gains import Result


def points_from(result: Result, source: str) -> tuple[int, ...]:
    """What every player got from one source."""
    return tuple(sum(gain.points for gain in player.gains if gain.source == source) for player in result.players)


def totals(result: Result) -> tuple[int, ...]:
    return tuple(player.points for player in result.players)


def reasons(result: Result, name: str) -> list[str]:
    """The arithmetic of one player's points, in English."""
    return [str(gain.because) for player in result.players if player.name == name for gain in player.gains]
