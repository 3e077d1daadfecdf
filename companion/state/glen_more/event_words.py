"""The words of events: a line of the history, and what the hands put back. Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.game import PutBack
from companion.engine.message import Message, listed, tr, trn
from companion.state.glen_more import events as ev
from companion.state.glen_more.labels import (
    COUNT_WORDS,
    GOODS_WORDS,
    cause,
    change,
    figure,
    piece,
    source,
)
from companion.state.glen_more.model import (
    DIE,
    State,
)
from companion.state.glen_more.secrecy import hidden

SECRET_BACK = PutBack(tr("Points back, as each player's own phone says"))
"""Of all points that go back while they are secret."""


def words_of_change(state: State, e: ev.CountChanged) -> Message:
    what, why = change(e.count, e.by), cause(state.facts, e.why)
    told = tr("{what} ({why})", what=what, why=why) if why else what
    return tr("{player}: {what}", player=figure(state, e.player), what=told)


def back_of_change(state: State, e: ev.CountChanged) -> PutBack:
    return PutBack(tr("{player}: {what}", player=figure(state, e.player), what=change(e.count, -e.by)))


def words_of_points(state: State, e: ev.PointsScored) -> Message:
    who = figure(state, e.player)
    why = piece(state.facts, e.source) if e.source in state.facts.tiles else source(e.source)
    if hidden(state):
        return tr("{player}: points ({why})", player=who, why=why)
    return trn("{player}: {n} point ({why})", "{player}: {n} points ({why})", e.points, player=who, why=why)


def words_of_overruled(_state: State, overruled: Sequence[ev.Overruled]) -> Message:
    against_rule = any(each.rule for each in overruled)
    return tr("done anyway, against a rule") if against_rule else tr("done anyway")


def back_of_points(state: State, e: ev.PointsScored) -> PutBack:
    if hidden(state):
        return SECRET_BACK
    player = figure(state, e.player)
    if e.points < 0:
        words = trn("{player} gets back {n} point", "{player} gets back {n} points", -e.points, player=player)
        return PutBack(words)
    words = trn("{player} gives back {n} point", "{player} gives back {n} points", e.points, player=player)
    return PutBack(words)


def words_of_laid(state: State, all_of_them: Sequence[ev.TileLaid]) -> Message:
    """In one breath: a refill of ten tiles, each on its own, would bury what people did."""
    known = [piece(state.facts, e.piece) for e in all_of_them if e.piece]
    count = trn("{n} tile laid on the rondel", "{n} tiles laid on the rondel", len(all_of_them))
    return tr("{count} ({tiles})", count=count, tiles=listed(known)) if known else count


def words_of_removed(state: State, all_of_them: Sequence[ev.TileDiscarded]) -> Message:
    known = [piece(state.facts, e.piece) for e in all_of_them if e.piece]
    count = trn("{n} tile out of the game", "{n} tiles out of the game", len(all_of_them))
    return tr("{count} ({tiles})", count=count, tiles=listed(known)) if known else count


def back_of_laid(state: State, e: ev.TileLaid) -> PutBack:
    tile = piece(state.facts, e.piece, e.deck)
    return PutBack(tr("{tile} from the rondel back on deck {deck}", tile=tile, deck=e.deck), e.piece)


def back_of_all_laid(_state: State, all_of_them: Sequence[ev.TileLaid]) -> PutBack:
    deck, n = all_of_them[0].deck, len(all_of_them)
    return PutBack(
        trn(
            "{n} tile from the rondel back on deck {deck}",
            "{n} tiles from the rondel back on deck {deck}",
            n,
            deck=deck,
        )
    )


def back_to_the_rondel(state: State, e: ev.TileTaken | ev.TileDiscarded) -> PutBack:
    return PutBack(tr("{tile} back to the rondel", tile=piece(state.facts, e.piece, e.deck)), e.piece)


def back_of_move(state: State, e: ev.PawnMoved) -> PutBack:
    if e.figure == DIE:
        return PutBack(tr("The die back to where it stood"))
    return PutBack(tr("The pawn of {player} back to where it stood", player=figure(state, e.figure)))


def words_of_trade(state: State, e: ev.GoodSold | ev.GoodBought) -> Message:
    player, good = figure(state, e.player), GOODS_WORDS[e.good]
    if isinstance(e, ev.GoodSold):
        return trn(
            "{player} sells {good}: +{n} coin",
            "{player} sells {good}: +{n} coins",
            e.coins,
            player=player,
            good=good,
        )
    return trn(
        "{player} buys {good}: -{n} coin", "{player} buys {good}: -{n} coins", e.coins, player=player, good=good
    )


def back_of_trade(state: State, e: ev.GoodSold | ev.GoodBought) -> PutBack:
    player, good = figure(state, e.player), GOODS_WORDS[e.good]
    if isinstance(e, ev.GoodSold):
        words = trn(
            "{n} coin of {player} back into the {good} row",
            "{n} coins of {player} back into the {good} row",
            e.coins,
            player=player,
            good=good,
        )
    else:
        words = trn(
            "{n} coin from the {good} row back to {player}",
            "{n} coins from the {good} row back to {player}",
            e.coins,
            player=player,
            good=good,
        )
    return PutBack(words)


def words_of_count_set(state: State, e: ev.CountSet) -> Message:
    if e.count == "points" and hidden(state):
        return tr("{player}: points corrected", player=figure(state, e.player))
    return tr("{player}: {count} {n}", player=figure(state, e.player), count=COUNT_WORDS[e.count], n=e.value)


def words_of_end(state: State, e: ev.GameEnded) -> Message:
    return tr("{names} won", names=listed(figure(state, each) for each in e.winners))


def where_words(state: State, where: str) -> Message:
    """Where a tile or card is."""
    words = {"out": tr("out of the game"), "deck": tr("in its deck"), "": tr("nobody")}
    return words.get(where) or figure(state, where)
