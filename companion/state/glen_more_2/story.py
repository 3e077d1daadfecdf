"""What people are told of the course of the points: turn by turn, the most at once, what was doubted and counted.

Follows from the events; nothing of it is kept on disk, and all that it decides is which doubt is settled.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.state.glen_more_2.events import CostSettled, CountsDoubted, PointsScored
from companion.state.glen_more_2.facts import FINAL
from companion.state.glen_more_2.model import Checked, Doubt, Gained, State, TurnPoints
from companion.state.glen_more_2.standings import count_value, counts_of

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
    state = replace(state, story=replace(state.story, doubts={**state.story.doubts, **new})) if new else state
    if event.unpaid:
        unpaid = (*state.story.unpaid, (event.player, turn.number))
        return replace(state, story=replace(state.story, unpaid=unpaid))
    return without_unpaid(state, event.player, *event.counts)


def without_unpaid(state: State, player_id: str, *counts: str) -> State:
    """The state after these counts were counted, or doubted for another reason: no payment settles them now."""
    story = state.story
    if not {"coins", "barrels"} & set(counts) or all(
        who != player_id for who, _ in (*story.unpaid, *story.unknown)
    ):
        return state
    unpaid = tuple(each for each in story.unpaid if each[0] != player_id)
    unknown = tuple(each for each in story.unknown if each[0] != player_id)
    return replace(state, story=replace(story, unpaid=unpaid, unknown=unknown))


def with_settled(state: State, event: CostSettled) -> State:
    """The state after somebody said what one of these tiles had cost, or that nobody knows it."""
    last = event.turn or max(turn for who, turn in state.story.unpaid if who == event.player)
    tile = (event.player, last)
    unpaid = tuple(each for each in state.story.unpaid if each != tile)
    unknown = (*state.story.unknown, tile) if event.unknown else state.story.unknown
    return replace(state, story=replace(state.story, unpaid=unpaid, unknown=unknown))


def with_counted(state: State, player_id: str, count: str, value: int) -> State:
    """The state after people said, for the scoring that is due or for the last one, what a count is."""
    # `state` still has what the companion believed until then.
    if not (state.due or FINAL in state.scored):
        return state
    differs = count_value(state.player(player_id), count) != value
    said = Checked(player_id, count, value, True, differs and _was_known(state, player_id, count))
    kept = tuple(each for each in state.story.counted if (each.player, each.count) != (player_id, count))
    return replace(state, story=replace(state.story, counted=(*kept, said)))


def _was_known(state: State, player_id: str, count: str) -> bool:
    """Whether the number was more than a guess. Scots walk unseen: before a scoring they are asked for, always."""
    if count == "scots":
        return any((each.player, each.count) == (player_id, count) for each in state.story.counted)
    return count not in state.player(player_id).doubtful


def without_counted(state: State) -> State:
    """The state when another scoring comes: what was counted for an earlier one says nothing of it."""
    return replace(state, story=replace(state.story, counted=()))


def with_checked(state: State, round: str) -> State:
    """The state in which the counts of this scoring are kept as they were, and which of them people have said.

    People scored by the table of all counts: what was in no doubt there they have confirmed as a whole.
    """
    said = {(each.player, each.count): each for each in state.story.counted}
    checked = tuple(
        said.get((p.id, count))
        or Checked(p.id, count, max(0, count_value(p, count)), confirmed=count not in p.doubtful)
        for p in state.still_in
        for count in ("scots", "landmarks", *counts_of(round))
    )
    return replace(state, story=replace(state.story, checked=checked))
