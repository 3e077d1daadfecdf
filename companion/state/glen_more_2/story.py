"""What people are told of the course of the points: turn by turn, the most at once, what was doubted and counted.

Follows from the events; nothing of it is kept on disk or counts for the rules.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.state.glen_more_2.events import Counted, CountsDoubted, PointsScored
from companion.state.glen_more_2.model import Doubt, Gained, State, TurnPoints

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


def with_doubts(state: State, event: CountsDoubted) -> State:
    """The state in which these counts are doubted from now on; a doubt that stands keeps its cause."""
    standing = state.player(event.player).doubtful
    turn = state.turn
    since = Doubt(turn.number, turn.tile, turn.deck)
    new = {(event.player, count): since for count in event.counts if count not in standing}
    return replace(state, story=replace(state.story, doubts={**state.story.doubts, **new})) if new else state


def with_counted(state: State, event: Counted) -> State:
    """The state after the table has counted something; what was counted for an earlier scoring is forgotten."""
    earlier = () if state.story.turns and state.story.turns[-1].scored else state.story.counted
    kept = tuple(each for each in earlier if each[:2] != (event.player, event.count))
    counted = (*kept, (event.player, event.count, event.value))
    return replace(state, story=replace(state.story, counted=counted))
