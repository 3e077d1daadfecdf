"""Event rows of a player's counts: coins, barrels, market, persons, cards, tiles, Scots, crests and points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.event_rows import EventTable, LogChange, When, placeholder
from companion.engine.game import TableInstruction
from companion.engine.message import Message, literal, tr, trn
from companion.engine.table_game import unchanged_state
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows.common import (
    FILLERS,
    change_sign,
    no_log_line,
    other_uncertain_counts,
    points_with,
    source_text,
)
from companion.state.glen_more_2.event_rows.territory import with_home_scots
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.scoring_rounds import with_best_gain, with_settled_cost, with_uncertain_counts
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.labels import figure_label
from companion.state.territory import changes
from companion.state.territory.event_rows import is_tile_cost
from companion.state.territory.model import with_player

ENTERED_CAUSE = "entered"
"""Cause of what players enter in the ledger."""
PAID_TEXT = tr("paid")


def _barrels(barrels: int) -> Message:
    return trn("{sign}{n} barrel", "{sign}{n} barrels", abs(barrels), sign=change_sign(barrels))


def _coins_paid(state: State, e: ev.CoinsPaid) -> State:
    player = state.player(e.player)
    return with_player(state, e.player, coins=player.coins - e.coins)


def _is_entered(_state: State, e: Any) -> bool:
    return bool(e.why == ENTERED_CAUSE)


def _is_good(_state: State, e: ev.GoodBought | ev.GoodSold) -> bool:
    """True for a row of a good; chronicles have other rows."""
    return e.good in labels.GOODS_LABELS


def _gain_log(change: Callable[[int], Message], field: str, sign: int = 1) -> Callable[[State, Any], LogChange]:
    """Return the function for the log line of coins or barrels gained (1) or paid (-1)."""

    def log(state: State, e: Any) -> LogChange:
        n = sign * getattr(e, field)
        return LogChange(
            action=PAID_TEXT if sign < 0 and e.why == ENTERED_CAUSE else None,
            change=change(n),
            money=n if field == "coins" else 0,
            cause=labels.cause_label(state, e.why),
            player=e.player,
            joins=sign < 0 and is_tile_cost(e.why),
        )

    return log


def _log_trade(state: State, e: ev.GoodBought | ev.GoodSold) -> LogChange:
    """Return the log line of a purchase or sale; in a row that is no good's, players only pay or take coins."""
    is_sale, row = isinstance(e, ev.GoodSold), labels.market_row_label(state, e.good)
    if _is_good(state, e):
        deed = tr("sold {good}", good=row) if is_sale else tr("bought {good}", good=row)
    else:
        deed = tr("{row} row", row=row) if is_sale else tr("paid into the {row} row", row=row)
    coins = e.coins if is_sale else -e.coins
    return LogChange(action=deed, change=labels.coin_change_text(coins), money=coins, player=e.player)


# The cause "entered" is left out, because every line was entered.
_CHANGE = When(_is_entered, tr("{player} {change}"), tr("{player} {change} ({why})"))
_SHORT_CHANGE = When(_is_entered, placeholder("change"), tr("{change} ({why})"))
row = EventTable[State]({**FILLERS, "row": FILLERS["good"]}).row
COIN_EVENT_ROWS = (
    row(
        ev.CoinsGained,
        changes.add_coins,
        _CHANGE,
        short_history=_SHORT_CHANGE,
        log_change=_gain_log(labels.coin_change_text, "coins"),
        undo=trn("{player} gives back {n} coin", "{player} gives back {n} coins"),
        fillers={"n": "coins", "change": lambda _s, e: labels.coin_change_text(e.coins)},
    ),
    row(
        ev.CoinsPaid,
        _coins_paid,
        _CHANGE,
        short_history=_SHORT_CHANGE,
        log_change=_gain_log(labels.coin_change_text, "coins", -1),
        undo=trn("{player} takes back {n} coin", "{player} takes back {n} coins"),
        fillers={"n": "coins", "change": lambda _s, e: labels.coin_change_text(-e.coins)},
    ),
    row(
        ev.GoodBought,
        changes.buy_good,
        When(_is_good, tr("{player} buys {good} for {n}"), tr("{player} pays {n} into the {row} row")),
        log_change=_log_trade,
        undo=trn(
            "{player} takes back {n} coin from the {good} row", "{player} takes back {n} coins from the {good} row"
        ),
        fillers={"n": "coins"},
    ),
    row(
        ev.BoughtGoodSpent,
        unchanged_state,
        tr("{player} gives the bought {good}"),
        log_change=LogChange(action=tr("Gave the bought {good}"), player="{player}"),
    ),
    row(
        ev.GoodSold,
        changes.sell_good,
        When(_is_good, tr("{player} sells {good} for {n}"), tr("{player} takes {n} from the {row} row")),
        log_change=_log_trade,
        undo=When(
            _is_good,
            trn(
                "{n} coin of {player} back to the {good} row, the {good} back to the territory",
                "{n} coins of {player} back to the {good} row, the {good} back to the territory",
            ),
            trn("{n} coin of {player} back to the {row} row", "{n} coins of {player} back to the {row} row"),
        ),
        fillers={"n": "coins"},
    ),
    row(
        ev.BarrelsGained,
        changes.add_barrels,
        _CHANGE,
        short_history=_SHORT_CHANGE,
        log_change=_gain_log(_barrels, "barrels"),
        undo=trn("{player} gives back {n} barrel", "{player} gives back {n} barrels"),
        fillers={"n": "barrels", "change": lambda _s, e: _barrels(e.barrels)},
    ),
    row(
        ev.BarrelsPaid,
        changes.remove_barrels,
        _CHANGE,
        short_history=_SHORT_CHANGE,
        log_change=_gain_log(_barrels, "barrels", -1),
        undo=trn("{player} takes back {n} barrel", "{player} takes back {n} barrels"),
        fillers={"n": "barrels", "change": lambda _s, e: _barrels(-e.barrels)},
    ),
)


def _person_gained(state: State, e: ev.PersonGained) -> State:
    return with_player(state, e.player, persons=(*state.player(e.player).persons, e.piece))


def _landmark_gained(state: State, e: ev.LandmarkGained) -> State:
    return with_player(state, e.player, landmarks=(*state.player(e.player).landmarks, e.card))


def _tiles_changed(state: State, e: ev.TileCountChanged) -> State:
    player = state.player(e.player)
    rebuilds = player.rebuilds + (e.kind == "rebuilt") - (e.kind == "uncovered")
    return with_player(state, e.player, tiles=player.tiles + e.by, rebuilds=rebuilds)


def _scots_moved(state: State, e: ev.HomeScotsChanged) -> State:
    player = state.player(e.player)
    turn = replace(state.turn, are_scots_entered=state.turn.are_scots_entered or e.player == state.turn.player)
    state = replace(state, turn=turn)
    state = with_player(
        state, e.player, scots=player.scots + e.by, uncertain_counts=other_uncertain_counts(player, "scots")
    )
    return with_player(
        state,
        e.player,
        tracked_territory=with_home_scots(state.player(e.player), player.scots + e.by).tracked_territory,
    )


def _crest_taken(state: State, e: ev.CrestTaken) -> State:
    return with_player(state, e.player, crests=(*state.player(e.player).crests, e.crest))


def _points_scored(state: State, e: ev.PointsScored) -> State:
    player = state.player(e.player)
    return with_best_gain(with_player(state, e.player, points=points_with(player, e.source, e.points)), e)


def _undo_points(state: State, scored: Sequence[ev.PointsScored]) -> TableInstruction | None:
    """Return one undo instruction for all points of a player; None if they sum up to 0."""
    points, player = sum(e.points for e in scored), figure_label(state, scored[0].player)
    if points > 0:
        return TableInstruction(
            trn("{player} gives back {n} point", "{player} gives back {n} points", points, player=player)
        )
    if points < 0:
        return TableInstruction(
            trn("{player} gets back {n} point", "{player} gets back {n} points", -points, player=player)
        )
    return None


def _counts_doubted(state: State, e: ev.CountsMarkedUncertain) -> State:
    doubtful = tuple(sorted({*state.player(e.player).uncertain_counts, *e.counts}))
    return with_player(with_uncertain_counts(state, e), e.player, uncertain_counts=doubtful)


def _cost_settled(state: State, e: ev.CostSettled) -> State:
    state = with_settled_cost(state, e)
    if any(who == e.player for who, _ in (*state.score_history.unpaid_costs, *state.score_history.unknown_costs)):
        return state
    return with_player(
        state, e.player, uncertain_counts=other_uncertain_counts(state.player(e.player), "coins", "barrels")
    )


def _is_shown(_state: State, e: ev.TileCountChanged) -> bool:
    """True unless a tile was laid, which was just taken."""
    return e.kind == "rebuilt" or e.by < 0 or (e.kind == "corrected" and e.by > 0)


_TILES = When(
    lambda _s, e: e.kind == "rebuilt",
    tr("it covers another tile"),
    When(lambda _s, e: e.by > 0, trn("{n} tile more", "{n} tiles more"), trn("{n} tile fewer", "{n} tiles fewer")),
)
_SCOTS = When(
    lambda _s, e: e.by >= 0,
    trn("{n} Scot comes home", "{n} Scots come home"),
    trn("{n} Scot leaves home", "{n} Scots leave home"),
)
_MARKER = tr("marker on {crest}")
_POINTS = trn("{points} point ({why})", "{points} points ({why})")


def _log_scots_moved(state: State, e: ev.HomeScotsChanged) -> LogChange:
    change = trn("{sign}{n} Scot at home", "{sign}{n} Scots at home", abs(e.by), sign=change_sign(e.by))
    return LogChange(
        change=change, cause=labels.cause_label(state, e.why), player=e.player, joins=is_tile_cost(e.why)
    )


def _is_cost_missing(state: State, e: ev.CountsMarkedUncertain) -> bool:
    """True while the cost of a tile is missing, which is shown in the next turn too."""
    return e.unpaid and any(who == e.player for who, _ in state.score_history.unpaid_costs)


COUNT_EVENT_ROWS = (
    row(ev.PersonGained, _person_gained, log_change=no_log_line),
    row(
        ev.LandmarkGained,
        _landmark_gained,
        tr("{player}: {what}", what=tr("card {card}")),
        short_history=tr("card {card}"),
        log_change=LogChange(change=tr("its card"), cause=placeholder("card"), player="{player}", joins=True),
        undo=TableInstruction(tr("The card {card} back from {player}"), "card_{card}"),
    ),
    row(
        ev.TileCountChanged,
        _tiles_changed,
        When(_is_shown, tr("{player}: {what}")),
        short_history=_TILES,
        # A laid tile goes back with the undo of taking it.
        undo=When(
            lambda _s, e: e.kind == "removed",
            trn(
                "{n} removed tile back into the territory of {player}",
                "{n} removed tiles back into the territory of {player}",
            ),
        ),
        fillers={"n": lambda _s, e: abs(e.by), "what": _TILES},
    ),
    row(
        ev.HomeScotsChanged,
        _scots_moved,
        tr("{player}: {what}"),
        short_history=_SCOTS,
        log_change=_log_scots_moved,
        undo=When(
            lambda _s, e: e.by >= 0,
            trn(
                "{n} Scot of {player} back out of the home castle",
                "{n} Scots of {player} back out of the home castle",
            ),
            trn(
                "{n} Scot of {player} back into the home castle", "{n} Scots of {player} back into the home castle"
            ),
        ),
        fillers={"n": lambda _s, e: abs(e.by), "what": _SCOTS},
    ),
    row(
        ev.CrestTaken,
        _crest_taken,
        tr("{player}: {what}", what=_MARKER),
        short_history=_MARKER,
        log_change=LogChange(action=_MARKER, player="{player}"),
        undo=tr("The marker of {player} off {crest}"),
    ),
    row(
        ev.PointsScored,
        _points_scored,
        tr("{player} {change}", change=_POINTS),
        short_history=_POINTS,
        log_change=lambda s, e: LogChange(
            change=labels.point_change_text(e.points),
            points=e.points,
            cause=source_text(s, e.source),
            player=e.player,
        ),
        undo_group=lambda e: e.player,
        group_undo_instructions=_undo_points,
        fillers={
            "n": lambda _s, e: abs(e.points),
            "points": lambda _s, e: literal(f"{e.points:+}"),
            "why": lambda s, e: source_text(s, e.source),
        },
    ),
    row(
        ev.CountsMarkedUncertain,
        _counts_doubted,
        missing_entry=When(_is_cost_missing, tr("{player}: the tile's cost is not entered yet")),
        ends_turn=True,
    ),
    row(ev.CostSettled, _cost_settled, log_change=no_log_line),
)
