"""What goes back on the table when entries are taken back, in the order the hands do it. Words only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.engine.game import PutBack
from companion.engine.message import Message, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.labels import figure
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import rules_of


def put_back(state: State, events: Sequence[ev.Event]) -> tuple[PutBack, ...]:
    """What the hands put back; `events` come in the order of taking back, the last first."""
    return tuple(_lines(state, events))


def _lines(state: State, events: Sequence[ev.Event]) -> Iterator[PutBack]:
    """Line by line; points of one player and nameless tiles of one deck go back in one handful."""
    points, laid, rows = Counter[str](), Counter[str](), rules_of(state).events
    for event in events:
        if isinstance(event, ev.PointsScored):
            points[event.player] += event.points
        elif isinstance(event, ev.TileLaid) and not event.piece:
            laid[event.deck] += 1
    for event in events:
        if isinstance(event, ev.PointsScored):
            # The first event of a player stands for all of them; what cancels out needs no hands.
            if together := points.pop(event.player, 0):
                yield PutBack(_points(state, event.player, together))
        elif isinstance(event, ev.TileLaid) and not event.piece:
            if tiles := laid.pop(event.deck, 0):
                yield PutBack(_on_deck(event.deck, tiles))
        elif (row := rows[type(event)].put_back) and (line := row(state, event)):
            yield line


def _points(state: State, player: str, points: int) -> Message:
    name = figure(state, player)
    if points > 0:
        return trn("{player} hands back {n} point", "{player} hands back {n} points", points, player=name)
    return trn("{player} gets back {n} point", "{player} gets back {n} points", -points, player=name)


def _on_deck(deck: str, tiles: int) -> Message:
    return trn(
        "{n} tile from the rondel back on deck {deck}",
        "{n} tiles from the rondel back on deck {deck}",
        tiles,
        deck=deck,
    )
