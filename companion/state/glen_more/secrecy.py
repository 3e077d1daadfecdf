"""Points that are secret until the last scoring (G1-SCR-06): what of a scoring, an entry and an event is known.

Decides who may know; the words of what is left are the rooms' own. Never changes a state.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.journal import Entry
from companion.engine.offers import Answer
from companion.scoring.gains import Result
from companion.state.glen_more import events as ev
from companion.state.glen_more.model import FINAL, State

NO_RANK = 0
"""In a result that only one player knows nobody has a place."""


def hidden(state: State) -> bool:
    """Nobody knows but of the own points: the table wants it so, and the last scoring is still to come."""
    return bool(state.house.points_are_secret) and FINAL not in state.scored


def knows_points(state: State, viewer: str, player: str) -> bool:
    return viewer == player or not hidden(state)


def known_of(state: State, result: Result | None, viewer: str) -> Result | None:
    """Of a scoring what this viewer may know: the own points; None for nothing."""
    if result is None or not hidden(state):
        return result
    own = tuple(replace(scored, rank=NO_RANK) for scored in result.players if scored.name == viewer)
    return replace(result, players=own, winners=()) if own else None


def public(state: State, entry: Entry) -> Entry:
    """An entry of a running game as everybody may see it: without secret points and what brought them."""
    if not hidden(state):
        return entry
    events = tuple(known for event in entry.events if (known := _public(event)) is not None)
    if events == entry.events:
        return entry
    answer = entry.answer
    if isinstance(answer, Answer):
        answer = replace(answer, offer="", values=())
    return replace(entry, answer=answer, events=events)


def _public(event: ev.Event) -> ev.Event | None:
    if isinstance(event, ev.PointsScored) or (isinstance(event, ev.CountSet) and event.count == "points"):
        return None
    return replace(event, result=None) if isinstance(event, ev.RoundScored) else event
