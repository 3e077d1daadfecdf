"""One line of the history, made of the words that the events of an answer have. Words only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial, reduce

from companion.engine.message import Message, listed, times, tr
from companion.engine.row_words import history_lines
from companion.state.glen_more_2.earlier_tiles import by_their_tile, of_which_turn
from companion.state.glen_more_2.events import BookedLate, EntryMade, Event, TilePlaced
from companion.state.glen_more_2.labels import figure
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import rules_of

BY_HAND = ("points", "barrel", "coins_in")
"""Entries of what a tile gave that nobody followed: where territories are followed they are marked."""


def history_text(state: State, events: Sequence[Event]) -> Message | None:
    """One line: everything notable that came of an answer given in `state`; None: nothing."""
    lines = times(_lines(state, [event for event in events if not isinstance(event, BookedLate)]))
    if lines and state.follows and any(isinstance(e, EntryMade) and e.entry in BY_HAND for e in events):
        lines = [tr("{what}, entered by hand", what=listed(lines))]
    late = next((event for event in events if isinstance(event, BookedLate)), None)
    if lines and late:
        return _late(state, late.player, listed(lines))
    lines = lines or times(_lines(state, events))
    return listed(lines) if lines else None


def _late(state: State, player_id: str, what: Message) -> Message:
    """In whose turn it stands: forgotten before, or done in it. What was scored since the player's own turn stays:
    an entry counts from when it is made.

    Behind what was entered: before it stands already whether it is corrected, or undone.
    """
    if state.phase in ("take", "turn") and state.turn.figure not in ("", player_id):
        what = tr("{what}, in {player}'s turn", what=what, player=figure(state, state.turn.figure))
    else:
        what = tr("{what}, entered late", what=what)
    if _scored_since_turn(state, player_id):
        return tr("{what}: scorings before stay as they were", what=what)
    return what


def _scored_since_turn(state: State, player_id: str) -> bool:
    last = (each for each in reversed(state.story.turns) if each.scored or each.figure == player_id)
    latest = next(last, None)
    return latest is not None and bool(latest.scored)


def _lines(state: State, events: Sequence[Event]) -> Iterator[Message]:
    """A place that is built over goes by the covered tile until then, and by the new one after it."""
    told = by_their_tile(events, partial(of_which_turn, state))
    rules = rules_of(state)
    over = next((at for at, event in enumerate(told) if _builds_over(state, event)), len(told))
    yield from history_lines(rules.events, state, told[: over + 1])
    if rest := told[over + 1 :]:
        yield from history_lines(rules.events, reduce(rules.apply, told[: over + 1], state), rest)


def _builds_over(state: State, event: Event) -> bool:
    if not isinstance(event, TilePlaced):
        return False
    land = state.player(event.player).territory
    return any(spot.cell == (event.x, event.y) for spot in land.spots)
