"""The game as it is told in the end: everybody's points turn by turn, and the most that somebody got at once.

Follows from the events; nothing of it is kept on disk or counts for the rules.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.state.glen_more_2.events import PointsScored
from companion.state.glen_more_2.model import Gained, State, TurnPoints

NOT_TOLD = ("correction",)
"""Sources that are no deed of a player."""


def with_points(state: State, scored: str = "") -> State:
    """The state with everybody's points as they stand now; scored: the scoring that has just been done."""
    totals = tuple(player.total for player in state.players)
    turn = TurnPoints(state.turn.number, state.turn.figure, totals, scored)
    return replace(state, story=replace(state.story, turns=(*state.story.turns, turn)))


def with_gain(state: State, event: PointsScored) -> State:
    """The state after points, which may be the most so far."""
    best = state.story.best
    if event.source in NOT_TOLD or event.points <= (best.points if best else 0):
        return state
    gained = Gained(event.player, event.points, event.source, state.turn.number)
    return replace(state, story=replace(state.story, best=gained))
