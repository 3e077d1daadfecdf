"""A turn in a few words, for lists of turns: what its figure took, booked and scored. Words only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from companion.engine.message import Message, few, literal, times, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.event_rows.rondel import DIE_THROWS_OUT
from companion.state.glen_more_2.labels import figure, piece
from companion.state.glen_more_2.model import DIE, State
from companion.state.glen_more_2.point_sources import source_words
from companion.state.glen_more_2.referee.words import WORDS
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.territory.grid import Cell

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


def _discarded(state: State, e: ev.TileDiscarded) -> Message | None:
    """What a figure threw out; what all pawns have passed goes with every refill, and is nobody's deed."""
    tile = piece(state.facts, e.piece, e.deck)
    match e.rule:
        case "GM-RND-05":
            return None
        case "GM-TAK-07":
            return tr("no tile could be taken")
        case rule if rule in DIE_THROWS_OUT:
            return tr("discards {tile}", tile=tile)
        case _:
            return tr("moves onto {tile} and discards it", tile=tile)


BRIEF: dict[type[ev.Event], Callable[[State, Any], Message | None]] = {
    ev.PlayerSeated: lambda _s, e: labels.player(e.player, e.name) if e.name else labels.colour(e.player),
    ev.PlayBegan: lambda _s, _e: tr("play begins"),
    ev.DieRolled: lambda _s, e: tr("rolls {n}", n=e.face),
    ev.TileTaken: lambda s, e: tr("takes {tile}", tile=labels.taken_piece(s.facts, e.piece, e.deck)),
    ev.TileGiven: lambda s, e: tr("gets {tile}", tile=piece(s.facts, e.piece, e.deck)),
    ev.TileNamed: lambda s, e: tr("a tile is {tile}", tile=piece(s.facts, e.piece)),
    ev.TileDiscarded: _discarded,
    ev.PawnStopped: lambda s, e: tr("onto {tile}", tile=piece(s.facts, e.piece)),
    ev.FigureLeft: lambda s, e: tr("{figure} leaves the game", figure=figure(s, e.figure)),
    ev.GoodSold: _sold,
    ev.GoodBought: _bought,
    ev.CrestTaken: lambda s, e: tr("marker on {crest}", crest=labels.crest(s.facts, e.crest)),
    ev.PlayerJoinedLate: lambda _s, e: tr("{player} joins", player=labels.colour(e.player)),
    ev.PlayerLeft: lambda s, e: tr("{player} goes home", player=figure(s, e.player)),
    ev.RoundScored: lambda _s, e: labels.round_words(e.round),
}
"""The events that tell a turn. Counts are summed up, see below; an expansion's own are told as in the history."""

MOST, LONG = 4, 60
"""So many things at most fit a row of the smallest panel, one fewer where they are more letters than that; what
else there was stands in the turn's own list.
"""

Counts = Counter[tuple[str, str, str]]
"""Whose, of what, and for points what brought them."""


def _counted(event: ev.Event) -> tuple[tuple[str, str, str], int] | None:
    """Which count an event changes, and by how much."""
    match event:
        case ev.CoinsGained():
            return (event.player, "coins", ""), event.coins
        case ev.CoinsPaid():
            return (event.player, "coins", ""), -event.coins
        case ev.BarrelsGained():
            return (event.player, "barrels", ""), event.barrels
        case ev.BarrelsPaid():
            return (event.player, "barrels", ""), -event.barrels
        case ev.ScotsMoved():
            return (event.player, "scots", ""), event.by
        case ev.PointsScored() if event.source not in ROUND_SOURCES:
            return (event.player, "points", event.source), event.points
    return None


def _together(counts: Counts) -> Counts:
    """Points whatever brought them."""
    summed = Counts()
    for (player, count, _), by in counts.items():
        summed[player, count, ""] += by
    return summed


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
    told = times(_lines(state, who, _named(events)))
    if told:
        return few(told, MOST if sum(len(str(line)) for line in told[:MOST]) <= LONG else MOST - 1)
    return tr("moves on") if any(isinstance(e, ev.PawnMoved) for e in events) else tr("nothing was booked")


def _named(events: Sequence[ev.Event]) -> list[ev.Event]:
    """The events, each tile by the name that was told later in the turn."""
    told: list[ev.Event] = []
    for event in events:
        at = next((n for n in reversed(range(len(told))) if _names(event, told[n])), None)
        if at is None:
            told.append(event)
        else:
            told[at] = msgspec.structs.replace(told[at], piece=event.piece)  # type: ignore[attr-defined]
    return told


def _names(event: ev.Event, earlier: ev.Event) -> bool:
    """Whether it tells which tile an earlier event was about."""
    match event, earlier:
        case ev.TileNamed(), ev.TileTaken() | ev.TileGiven():
            return (event.player, event.was) == (earlier.player, earlier.piece)
        case ev.DiscardNamed(), ev.TileDiscarded():
            return (event.deck, earlier.piece) == (earlier.deck, "")
    return False


def _lines(state: State, who: str, events: Sequence[ev.Event]) -> Iterator[Message]:
    counts, taken = Counts(), {event.piece for event in events if isinstance(event, ev.TileTaken)}
    for event in events:
        if isinstance(event, ev.TilePlaced) and event.piece in taken:
            yield tr("lays it: {where}", where=WORDS.cell(Cell(event.x, event.y)))
        elif counted := _counted(event):
            key, by = counted
            counts[key] += by
        elif words := BRIEF.get(type(event)):
            if line := words(state, event):
                yield _of(state, who, _whose(event) or who, line)
        elif line := _of_expansion(state, who, event):
            yield line
    # Beside a scoring, whose own points are not told here, each says what brought it.
    scored = any(isinstance(event, ev.RoundScored) for event in events)
    for (player, count, source), by in (counts if scored else _together(counts)).items():
        if by:
            line = _count_words(count, by)
            why = source_words(state, source)
            yield _of(state, who, player, tr("{what} ({why})", what=line, why=why) if source else line)


def _of_expansion(state: State, who: str, event: ev.Event) -> Message | None:
    """An expansion's own event as the history tells it; who is on turn stands before the line."""
    row = rules_of(state).events[type(event)]
    if type(event) in ev.EVENTS or not row.history:
        return None
    own = row.history_more if getattr(event, "player", "") == who != "" else None
    return (own or row.history)(state, event)


def _whose(event: ev.Event) -> str:
    """Whose deed an event is, "" where it is nobody's own."""
    if isinstance(event, ev.TileDiscarded) and event.rule in DIE_THROWS_OUT:
        return DIE
    owned = ev.TileTaken | ev.TileGiven | ev.TileNamed | ev.GoodSold | ev.GoodBought | ev.CrestTaken
    return event.player if isinstance(event, owned) else ""


def _of(state: State, who: str, player: str, words: Message) -> Message:
    """With the name of whom it is of, where that is not the one on turn."""
    return words if player == who or not who else tr("{player}: {what}", player=figure(state, player), what=words)
