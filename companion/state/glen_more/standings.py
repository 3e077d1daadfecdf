"""From the state's counts to a scoring: the step between the rules and `companion.scoring`.

Points that are secret until the last scoring (G1-SCR-06): what of a scoring, an entry and an event is known.

Decides who may know; the words of what is left are the rooms' own. Never changes a state.
"""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from companion.engine.journal import Entry
from companion.engine.offers import Answer
from companion.scoring.gains import Result
from companion.scoring.glen_more.result import Round, Standing, score_standings
from companion.state.glen_more import events as ev
from companion.state.glen_more.model import FINAL, Player, State, count_of
from companion.state.territory.payment_options import stock_of

AT_THE_END = ("coins", "tiles", "green_tiles", "yellow_tiles", "villages")


def counts_for_scoring(due: str) -> tuple[str, ...]:
    """What a scoring goes by beside the cards."""
    return ("barrels", "chieftains", *(AT_THE_END if due == FINAL else ()))


def current_standings(state: State) -> tuple[Standing, ...]:
    """Everybody's counts, under the players' ids."""
    return tuple(_standing(state, player) for player in state.players)


def _standing(state: State, player: Player) -> Standing:
    # Below zero an entry is missing; nobody owes what is compared, so it counts as none.
    counts = {count: max(0, count_of(state, player, count)) for count in AT_THE_END}
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
    """None where nobody has counted them."""
    if state.tracks_territories:
        return sum(stock_of(player.territory).values())
    return state.goods.get(player.id)


def result_now(state: State, due: str) -> Result:
    """A scoring as it would be now."""
    return score_standings(cast(Round, due), current_standings(state), state.house)


NO_RANK = 0
"""In a result that only one player knows nobody has a place."""


def are_points_hidden(state: State) -> bool:
    """Nobody knows but of the own points: the table wants it so, and the last scoring is still to come."""
    return bool(state.house.points_are_secret) and FINAL not in state.scored


def knows_points(state: State, viewer: str, player: str) -> bool:
    return viewer == player or not are_points_hidden(state)


def visible_result(state: State, result: Result | None, viewer: str) -> Result | None:
    """Of a scoring what this viewer may know: the own points; None for nothing."""
    if result is None or not are_points_hidden(state):
        return result
    own = tuple(replace(scored, rank=NO_RANK) for scored in result.players if scored.name == viewer)
    return replace(result, players=own, winners=()) if own else None


def public_entry(state: State, entry: Entry) -> Entry:
    """An entry of a running game as everybody may see it: without secret points and what brought them."""
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
