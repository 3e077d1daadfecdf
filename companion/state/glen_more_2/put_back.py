"""What goes back on the table when entries are taken back, in the order the hands do it. Words only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.engine.game import PutBack
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import expansions_of
from companion.state.glen_more_2.labels import figure, piece
from companion.state.glen_more_2.model import DIE, State

Putter = Callable[[State, Any], PutBack | None]
PUTTERS: dict[type[ev.Event], Putter] = {}


def puts_back(kind: type[ev.Event]) -> Callable[[Putter], Putter]:
    """Registers what the hands put back for an event of this kind; None where this one moved nothing."""

    def register(function: Putter) -> Putter:
        PUTTERS[kind] = function
        return function

    return register


def put_back(state: State, events: Sequence[ev.Event]) -> tuple[PutBack, ...]:
    """What the hands put back; `events` come in the order of taking back, the last first."""
    return tuple(_lines(state, events))


def _lines(state: State, events: Sequence[ev.Event]) -> Iterator[PutBack]:
    """Line by line; points of one player and nameless tiles of one deck go back in one handful."""
    points, laid = Counter[str](), Counter[str]()
    for event in events:
        if isinstance(event, ev.PointsScored):
            points[event.player] += event.points
        elif isinstance(event, ev.TileLaid) and not event.piece:
            laid[event.deck] += 1
    for event in events:
        if isinstance(event, ev.PointsScored):
            if together := points.pop(event.player, 0):
                yield PutBack(_points(state, event.player, together))
        elif isinstance(event, ev.TileLaid) and not event.piece:
            if tiles := laid.pop(event.deck, 0):
                yield PutBack(_on_deck(event.deck, tiles))
        elif (putter := _putter(state, type(event))) and (line := putter(state, event)):
            yield line


def _putter(state: State, kind: type[ev.Event]) -> Putter | None:
    return PUTTERS.get(kind) or next((p.put_back[kind] for p in expansions_of(state) if kind in p.put_back), None)


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


# ---- rondel


@puts_back(ev.TileLaid)
def _(state: State, e: ev.TileLaid) -> PutBack:
    tile = piece(state.facts, e.piece, e.deck)
    return PutBack(tr("{tile} from the rondel back on deck {deck}", tile=tile, deck=e.deck), e.piece)


@puts_back(ev.TileTaken)
def _(state: State, e: ev.TileTaken) -> PutBack:
    return PutBack(tr("{tile} back to the rondel", tile=piece(state.facts, e.piece, e.deck)), e.piece)


@puts_back(ev.TileDiscarded)
def _(state: State, e: ev.TileDiscarded) -> PutBack:
    tile = piece(state.facts, e.piece, e.deck)
    return PutBack(tr("{tile} from the discard pile back to the rondel", tile=tile), e.piece)


@puts_back(ev.TileGiven)
def _(state: State, e: ev.TileGiven) -> PutBack:
    tile = piece(state.facts, e.piece, e.deck)
    if e.deck:
        return PutBack(tr("{tile} back to the discard pile", tile=tile), e.piece)
    return PutBack(tr("{tile} back beside the clan board", tile=tile), e.piece)


@puts_back(ev.PawnMoved)
def _(state: State, e: ev.PawnMoved) -> PutBack:
    if e.figure == DIE:
        return PutBack(tr("The die back to where it stood"))
    return PutBack(tr("The pawn of {player} back to where it stood", player=figure(state, e.figure)))


@puts_back(ev.DieWaited)
def _(_state: State, _e: ev.DieWaited) -> PutBack:
    return PutBack(tr("The die back to where it stood"))


@puts_back(ev.FigureLeft)
def _(state: State, e: ev.FigureLeft) -> PutBack:
    return PutBack(tr("Back on the rondel: {figure}", figure=figure(state, e.figure)))


# ---- territory and clan board


@puts_back(ev.TilesChanged)
def _(state: State, e: ev.TilesChanged) -> PutBack | None:
    """Tiles that left the game; one that was laid goes back with its taking."""
    if e.kind != "removed":
        return None
    player = figure(state, e.player)
    return PutBack(
        trn(
            "{n} removed tile back into the territory of {player}",
            "{n} removed tiles back into the territory of {player}",
            -e.by,
            player=player,
        )
    )


@puts_back(ev.LandmarkGained)
def _(state: State, e: ev.LandmarkGained) -> PutBack:
    card, player = labels.landmark(state.facts, e.card), figure(state, e.player)
    return PutBack(tr("The card {card} back from {player}", card=card, player=player), f"card_{e.card}")


@puts_back(ev.CrestTaken)
def _(state: State, e: ev.CrestTaken) -> PutBack:
    crest, player = labels.crest(state.facts, e.crest), figure(state, e.player)
    return PutBack(tr("The marker of {player} off {crest}", player=player, crest=crest))


@puts_back(ev.ScotsMoved)
def _(state: State, e: ev.ScotsMoved) -> PutBack:
    player = figure(state, e.player)
    if e.by >= 0:
        return PutBack(
            trn(
                "{n} Scot of {player} back out of the home castle",
                "{n} Scots of {player} back out of the home castle",
                e.by,
                player=player,
            )
        )
    return PutBack(
        trn(
            "{n} Scot of {player} back into the home castle",
            "{n} Scots of {player} back into the home castle",
            -e.by,
            player=player,
        )
    )


# ---- coins and barrels


@puts_back(ev.CoinsGained)
def _(state: State, e: ev.CoinsGained) -> PutBack:
    player = figure(state, e.player)
    return PutBack(trn("{player} gives back {n} coin", "{player} gives back {n} coins", e.coins, player=player))


@puts_back(ev.CoinsPaid)
def _(state: State, e: ev.CoinsPaid) -> PutBack:
    player = figure(state, e.player)
    return PutBack(trn("{player} takes back {n} coin", "{player} takes back {n} coins", e.coins, player=player))


@puts_back(ev.GoodBought)
def _(state: State, e: ev.GoodBought) -> PutBack:
    good, player = labels.row(state, e.good), figure(state, e.player)
    return PutBack(
        trn(
            "{player} takes back {n} coin from the {good} row",
            "{player} takes back {n} coins from the {good} row",
            e.coins,
            player=player,
            good=good,
        )
    )


@puts_back(ev.GoodSold)
def _(state: State, e: ev.GoodSold) -> PutBack:
    good, player = labels.row(state, e.good), figure(state, e.player)
    return PutBack(
        trn(
            "{n} coin of {player} back to the {good} row, the {good} back to the territory",
            "{n} coins of {player} back to the {good} row, the {good} back to the territory",
            e.coins,
            player=player,
            good=good,
        )
    )


@puts_back(ev.BarrelsGained)
def _(state: State, e: ev.BarrelsGained) -> PutBack:
    player = figure(state, e.player)
    return PutBack(
        trn("{player} gives back {n} barrel", "{player} gives back {n} barrels", e.barrels, player=player)
    )


@puts_back(ev.BarrelsPaid)
def _(state: State, e: ev.BarrelsPaid) -> PutBack:
    player = figure(state, e.player)
    return PutBack(
        trn("{player} takes back {n} barrel", "{player} takes back {n} barrels", e.barrels, player=player)
    )
