"""A turn in a few words, for lists of turns: what its figure took, booked and scored. Words only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.engine.message import Message, listed, literal, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.labels import figure, piece
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import rules_of

ROUND_SOURCES = ("scots_in_home_castle", "landmarks", "whisky", "persons", "territory", "coins")
"""Where the points of a scoring come from: the scoring is told, not each of them."""


def _sold(state: State, e: ev.GoodSold) -> Message:
    row = labels.row(state, e.good)
    if e.good in labels.GOODS_WORDS:
        return trn("sells {good}: +{n} coin", "sells {good}: +{n} coins", e.coins, good=row)
    return trn("+{n} coin from the {row} row", "+{n} coins from the {row} row", e.coins, row=row)


def _bought(state: State, e: ev.GoodBought) -> Message:
    row = labels.row(state, e.good)
    if e.good in labels.GOODS_WORDS:
        return trn("buys {good}: -{n} coin", "buys {good}: -{n} coins", e.coins, good=row)
    return trn("-{n} coin into the {row} row", "-{n} coins into the {row} row", e.coins, row=row)


BRIEF: dict[type[ev.Event], Callable[[State, Any], Message]] = {
    ev.PlayerSeated: lambda _s, e: labels.player(e.player, e.name) if e.name else labels.colour(e.player),
    ev.PlayBegan: lambda _s, _e: tr("play begins"),
    ev.DieRolled: lambda _s, e: tr("rolls {n}", n=e.face),
    ev.TileTaken: lambda s, e: tr("takes {tile}", tile=labels.taken_piece(s.facts, e.piece, e.deck)),
    ev.TileGiven: lambda s, e: tr("gets {tile}", tile=piece(s.facts, e.piece, e.deck)),
    ev.PawnStopped: lambda s, e: tr("onto {tile}", tile=piece(s.facts, e.piece)),
    ev.FigureLeft: lambda s, e: tr("{figure} leaves the game", figure=figure(s, e.figure)),
    ev.GoodSold: _sold,
    ev.GoodBought: _bought,
    ev.CrestTaken: lambda s, e: tr("marker on {crest}", crest=labels.crest(s.facts, e.crest)),
    ev.RoundScored: lambda _s, e: labels.round_words(e.round),
}
"""The events that tell a turn. Counts are summed up, see below; an expansion's own are told as in the history."""

Counts = Counter[tuple[str, str]]


def _counted(event: ev.Event) -> tuple[str, str, int] | None:
    """Whose count an event changes, which, and by how much."""
    match event:
        case ev.CoinsGained():
            return event.player, "coins", event.coins
        case ev.CoinsPaid():
            return event.player, "coins", -event.coins
        case ev.BarrelsGained():
            return event.player, "barrels", event.barrels
        case ev.BarrelsPaid():
            return event.player, "barrels", -event.barrels
        case ev.ScotsMoved():
            return event.player, "scots", event.by
        case ev.PointsScored() if event.source not in ROUND_SOURCES:
            return event.player, "points", event.points
    return None


def _count_words(count: str, by: int) -> Message:
    n = literal(f"{by:+}")
    if count == "coins":
        return trn("{by} coin", "{by} coins", abs(by), by=n)
    if count == "barrels":
        return trn("{by} barrel", "{by} barrels", abs(by), by=n)
    if count == "scots":
        return trn("{by} Scot at home", "{by} Scots at home", abs(by), by=n)
    return trn("{by} point", "{by} points", abs(by), by=n)


def turn_text(state: State, who: str, events: Sequence[ev.Event]) -> Message:
    """What the turn of this figure brought; what others got in it with their names."""
    lines = list(dict.fromkeys(_lines(state, who, events)))
    return listed(lines) if lines else tr("nothing was booked")


def _lines(state: State, who: str, events: Sequence[ev.Event]) -> Iterator[Message]:
    counts = Counts()
    for event in events:
        if counted := _counted(event):
            player, count, by = counted
            counts[player, count] += by
        elif words := BRIEF.get(type(event)):
            yield _of(state, who, _whose(event) or who, words(state, event))
        elif line := _of_expansion(state, event):
            yield line
    for (player, count), by in counts.items():
        if by:
            yield _of(state, who, player, _count_words(count, by))


def _of_expansion(state: State, event: ev.Event) -> Message | None:
    """An expansion's own event as the history tells it."""
    row = rules_of(state).events[type(event)]
    return row.history(state, event) if row.history and type(event) not in ev.EVENTS else None


def _whose(event: ev.Event) -> str:
    """Whose deed an event is, "" where it is nobody's own."""
    owned = ev.TileTaken | ev.TileGiven | ev.GoodSold | ev.GoodBought | ev.CrestTaken
    return event.player if isinstance(event, owned) else ""


def _of(state: State, who: str, player: str, words: Message) -> Message:
    """With the name of whom it is of, where that is not the one on turn."""
    return words if player == who or not who else tr("{player}: {what}", player=figure(state, player), what=words)
