"""Scorings of the current state, and what each viewer may know of them.

Points can be secret until the last scoring (G1-SCR-06). This module removes secret values from results and
entries. It never changes a state; `companion.scoring` computes the points.
"""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from companion.engine.journal import Entry
from companion.engine.offers import Answer
from companion.scoring.gains import Result
from companion.scoring.glen_more.result import Round, Standing, score_standings
from companion.state.glen_more import events as ev
from companion.state.glen_more.model import FINAL_SCORING, Player, State, count_of
from companion.state.territory.payment_options import goods_stock

FINAL_COUNTS = ("coins", "tiles", "green_tiles", "yellow_tiles", "villages")


def counts_for_scoring(scoring: str) -> tuple[str, ...]:
    """Return the names of the counts that a scoring uses besides the cards."""
    return ("barrels", "chieftains", *(FINAL_COUNTS if scoring == FINAL_SCORING else ()))


def current_standings(state: State) -> tuple[Standing, ...]:
    """Return the counts of all players, named by their ids."""
    return tuple(_standing(state, player) for player in state.players)


def _standing(state: State, player: Player) -> Standing:
    # A negative count means that an entry is missing; it scores as none.
    counts = {count: max(0, count_of(state, player, count)) for count in FINAL_COUNTS}
    return Standing(
        name=player.id,
        points=player.total,
        whisky=max(0, player.barrels),
        chieftains=max(0, player.chieftains),
        cards=player.cards,
        bonnets=sum(state.facts.cards[card].bonnets for card in player.cards),
        goods=_goods(state, player),
        **counts,
    )


def _goods(state: State, player: Player) -> int | None:
    """Number of goods of a player; None if unknown."""
    if state.tracks_territories:
        return sum(goods_stock(player.territory).values())
    return state.tiebreak_goods.get(player.id)


def current_result(state: State, scoring: str) -> Result:
    """Return the result of a scoring with the current counts."""
    return score_standings(cast(Round, scoring), current_standings(state), state.house)


NO_RANK = 0
"""Rank in a result that only one player may see."""


def are_points_hidden(state: State) -> bool:
    """True if players may know only their own points: until the last scoring, if the players chose so."""
    return bool(state.house.points_are_secret) and FINAL_SCORING not in state.done_scorings


def knows_points(state: State, viewer: str, player: str) -> bool:
    """True if the viewer may know the points of a player."""
    return viewer == player or not are_points_hidden(state)


def visible_result(state: State, result: Result | None, viewer: str) -> Result | None:
    """Return what a viewer may know of a result: only the own points while points are hidden, or None."""
    if result is None or not are_points_hidden(state):
        return result
    own = tuple(replace(scored, rank=NO_RANK) for scored in result.players if scored.name == viewer)
    return replace(result, players=own, winners=()) if own else None


def entry_without_secrets(state: State, entry: Entry) -> Entry:
    """Return an entry of a running game without hidden points and the answer that caused them."""
    if not are_points_hidden(state):
        return entry
    events = tuple(known for event in entry.events if (known := _public_event(event)) is not None)
    if events == entry.events:
        return entry
    answer = entry.answer
    if isinstance(answer, Answer):
        answer = replace(answer, offer="", values=())
    return replace(entry, answer=answer, events=events)


def _public_event(event: ev.Event) -> ev.Event | None:
    if isinstance(event, ev.PointsScored) or (isinstance(event, ev.CountSet) and event.count == "points"):
        return None
    return replace(event, result=None) if isinstance(event, ev.RoundScored) else event
