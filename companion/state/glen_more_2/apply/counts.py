"""What changes a player's counts."""

from __future__ import annotations

from msgspec.structs import replace

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.apply.table import change, scored, sure, with_player
from companion.state.glen_more_2.model import State


@change(ev.PersonGained)
def _(state: State, e: ev.PersonGained) -> State:
    return with_player(state, e.player, persons=(*state.player(e.player).persons, e.piece))


@change(ev.LandmarkGained)
def _(state: State, e: ev.LandmarkGained) -> State:
    return with_player(state, e.player, landmarks=(*state.player(e.player).landmarks, e.card))


@change(ev.TilesChanged)
def _(state: State, e: ev.TilesChanged) -> State:
    player = state.player(e.player)
    rebuilds = player.rebuilds + (e.kind == "rebuilt") - (e.kind == "uncovered")
    return with_player(state, e.player, tiles=player.tiles + e.by, rebuilds=rebuilds)


@change(ev.CoinsGained)
def _(state: State, e: ev.CoinsGained) -> State:
    player = state.player(e.player)
    return with_player(state, e.player, coins=player.coins + e.coins)


@change(ev.CoinsPaid)
def _(state: State, e: ev.CoinsPaid) -> State:
    player = state.player(e.player)
    return with_player(state, e.player, coins=player.coins - e.coins)


@change(ev.GoodBought)
def _(state: State, e: ev.GoodBought) -> State:
    market = {**state.market, e.good: state.market[e.good] + 1}
    coins = state.player(e.player).coins - e.coins
    return with_player(replace(state, market=market), e.player, coins=coins)


@change(ev.GoodSold)
def _(state: State, e: ev.GoodSold) -> State:
    market = {**state.market, e.good: state.market[e.good] - 1}
    coins = state.player(e.player).coins + e.coins
    return with_player(replace(state, market=market), e.player, coins=coins)


@change(ev.BarrelsGained)
def _(state: State, e: ev.BarrelsGained) -> State:
    return with_player(state, e.player, barrels=state.player(e.player).barrels + e.barrels)


@change(ev.BarrelsPaid)
def _(state: State, e: ev.BarrelsPaid) -> State:
    return with_player(state, e.player, barrels=state.player(e.player).barrels - e.barrels)


@change(ev.ScotsMoved)
def _(state: State, e: ev.ScotsMoved) -> State:
    player = state.player(e.player)
    turn = replace(state.turn, scots_entered=state.turn.scots_entered or e.player == state.turn.player)
    state = replace(state, turn=turn)
    return with_player(state, e.player, scots=player.scots + e.by, doubtful=sure(player, "scots"))


@change(ev.CrestTaken)
def _(state: State, e: ev.CrestTaken) -> State:
    return with_player(state, e.player, crests=(*state.player(e.player).crests, e.crest))


@change(ev.PointsScored)
def _(state: State, e: ev.PointsScored) -> State:
    player = state.player(e.player)
    return with_player(state, e.player, points=scored(player, e.source, e.points))


@change(ev.CountsDoubted)
def _(state: State, e: ev.CountsDoubted) -> State:
    player = state.player(e.player)
    return with_player(state, e.player, doubtful=tuple(sorted({*player.doubtful, *e.counts})))
