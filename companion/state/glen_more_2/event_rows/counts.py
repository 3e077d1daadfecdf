"""Event rows of a player's counts: coins, barrels, market, persons, cards, tiles, Scots, crests and points."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.engine.game import TableInstruction
from companion.engine.message import Message, literal, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import EventRow, LogChange
from companion.state.glen_more_2.event_rows.common import (
    change_sign,
    keep_state,
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


def _history_of_coins_gained(state: State, e: ev.CoinsGained) -> Message:
    return _change_text(state, e.player, labels.coin_change_text(e.coins), e.why)


def _change_text(state: State, player: str, change: Message, why: str) -> Message:
    """Return the history text; the cause "entered" is left out, because every line was entered."""
    whose = figure_label(state, player)
    if why == ENTERED_CAUSE:
        return tr("{player} {change}", player=whose, change=change)
    return tr("{player} {change} ({why})", player=whose, change=change, why=labels.cause_label(state, why))


def _short_change_text(state: State, change: Message, why: str) -> Message:
    """Return the short history text, used after another line about the same player."""
    return (
        change
        if why == ENTERED_CAUSE
        else tr("{change} ({why})", change=change, why=labels.cause_label(state, why))
    )


def _log_coins_gained(state: State, e: ev.CoinsGained) -> LogChange:
    return LogChange(
        change=labels.coin_change_text(e.coins),
        money=e.coins,
        cause=labels.cause_label(state, e.why),
        player=e.player,
    )


def _barrels(barrels: int) -> Message:
    return trn("{sign}{n} barrel", "{sign}{n} barrels", abs(barrels), sign=change_sign(barrels))


def _undo_coins_gained(state: State, e: ev.CoinsGained) -> TableInstruction:
    player = figure_label(state, e.player)
    return TableInstruction(
        trn("{player} gives back {n} coin", "{player} gives back {n} coins", e.coins, player=player)
    )


def _coins_paid(state: State, e: ev.CoinsPaid) -> State:
    player = state.player(e.player)
    return with_player(state, e.player, coins=player.coins - e.coins)


def _history_of_coins_paid(state: State, e: ev.CoinsPaid) -> Message:
    return _change_text(state, e.player, labels.coin_change_text(-e.coins), e.why)


def _log_coins_paid(state: State, e: ev.CoinsPaid) -> LogChange:
    cause = labels.cause_label(state, e.why)
    return LogChange(
        deed=PAID_TEXT if e.why == ENTERED_CAUSE else None,
        change=labels.coin_change_text(-e.coins),
        money=-e.coins,
        cause=cause,
        player=e.player,
        joins=is_tile_cost(e.why),
    )


def _undo_coins_paid(state: State, e: ev.CoinsPaid) -> TableInstruction:
    player = figure_label(state, e.player)
    return TableInstruction(
        trn("{player} takes back {n} coin", "{player} takes back {n} coins", e.coins, player=player)
    )


def _history_of_good_bought(state: State, e: ev.GoodBought) -> Message:
    good = labels.market_row_label(state, e.good)
    if e.good not in labels.GOODS_LABELS:
        return tr(
            "{player} pays {n} into the {row} row", player=figure_label(state, e.player), row=good, n=e.coins
        )
    return tr("{player} buys {good} for {n}", player=figure_label(state, e.player), good=good, n=e.coins)


def _log_good_bought(state: State, e: ev.GoodBought) -> LogChange:
    row = labels.market_row_label(state, e.good)
    deed = (
        tr("bought {good}", good=row) if e.good in labels.GOODS_LABELS else tr("paid into the {row} row", row=row)
    )
    return LogChange(deed=deed, change=labels.coin_change_text(-e.coins), money=-e.coins, player=e.player)


def _undo_good_bought(state: State, e: ev.GoodBought) -> TableInstruction:
    good, player = labels.market_row_label(state, e.good), figure_label(state, e.player)
    return TableInstruction(
        trn(
            "{player} takes back {n} coin from the {good} row",
            "{player} takes back {n} coins from the {good} row",
            e.coins,
            player=player,
            good=good,
        )
    )


def _history_of_bought_given(state: State, e: ev.BoughtGoodSpent) -> Message:
    return tr(
        "{player} gives the bought {good}",
        player=figure_label(state, e.player),
        good=labels.market_row_label(state, e.good),
    )


def _log_bought_given(state: State, e: ev.BoughtGoodSpent) -> LogChange:
    return LogChange(
        deed=tr("Gave the bought {good}", good=labels.market_row_label(state, e.good)), player=e.player
    )


def _history_of_good_sold(state: State, e: ev.GoodSold) -> Message:
    good = labels.market_row_label(state, e.good)
    if e.good not in labels.GOODS_LABELS:
        return tr(
            "{player} takes {n} from the {row} row", player=figure_label(state, e.player), row=good, n=e.coins
        )
    return tr("{player} sells {good} for {n}", player=figure_label(state, e.player), good=good, n=e.coins)


def _log_good_sold(state: State, e: ev.GoodSold) -> LogChange:
    row = labels.market_row_label(state, e.good)
    deed = tr("sold {good}", good=row) if e.good in labels.GOODS_LABELS else tr("{row} row", row=row)
    return LogChange(deed=deed, change=labels.coin_change_text(e.coins), money=e.coins, player=e.player)


def _undo_good_sold(state: State, e: ev.GoodSold) -> TableInstruction:
    good, player = labels.market_row_label(state, e.good), figure_label(state, e.player)
    if e.good not in labels.GOODS_LABELS:
        return TableInstruction(
            trn(
                "{n} coin of {player} back to the {row} row",
                "{n} coins of {player} back to the {row} row",
                e.coins,
                player=player,
                row=good,
            )
        )
    return TableInstruction(
        trn(
            "{n} coin of {player} back to the {good} row, the {good} back to the territory",
            "{n} coins of {player} back to the {good} row, the {good} back to the territory",
            e.coins,
            player=player,
            good=good,
        )
    )


def _history_of_barrels_gained(state: State, e: ev.BarrelsGained) -> Message:
    return _change_text(state, e.player, _barrels(e.barrels), e.why)


def _log_barrels_gained(state: State, e: ev.BarrelsGained) -> LogChange:
    return LogChange(change=_barrels(e.barrels), cause=labels.cause_label(state, e.why), player=e.player)


def _undo_barrels_gained(state: State, e: ev.BarrelsGained) -> TableInstruction:
    player = figure_label(state, e.player)
    return TableInstruction(
        trn("{player} gives back {n} barrel", "{player} gives back {n} barrels", e.barrels, player=player)
    )


def _history_of_barrels_paid(state: State, e: ev.BarrelsPaid) -> Message:
    return _change_text(state, e.player, _barrels(-e.barrels), e.why)


def _log_barrels_paid(state: State, e: ev.BarrelsPaid) -> LogChange:
    deed, cause = PAID_TEXT if e.why == ENTERED_CAUSE else None, labels.cause_label(state, e.why)
    return LogChange(
        deed=deed, change=_barrels(-e.barrels), cause=cause, player=e.player, joins=is_tile_cost(e.why)
    )


def _undo_barrels_paid(state: State, e: ev.BarrelsPaid) -> TableInstruction:
    player = figure_label(state, e.player)
    return TableInstruction(
        trn("{player} takes back {n} barrel", "{player} takes back {n} barrels", e.barrels, player=player)
    )


COIN_EVENT_ROWS = (
    EventRow(
        ev.CoinsGained,
        changes.add_coins,
        history=_history_of_coins_gained,
        short_history=lambda state, e: _short_change_text(state, labels.coin_change_text(e.coins), e.why),
        booked=_log_coins_gained,
        undo_instructions=_undo_coins_gained,
    ),
    EventRow(
        ev.CoinsPaid,
        _coins_paid,
        history=_history_of_coins_paid,
        short_history=lambda state, e: _short_change_text(state, labels.coin_change_text(-e.coins), e.why),
        booked=_log_coins_paid,
        undo_instructions=_undo_coins_paid,
    ),
    EventRow(
        ev.GoodBought,
        changes.buy_good,
        history=_history_of_good_bought,
        booked=_log_good_bought,
        undo_instructions=_undo_good_bought,
    ),
    EventRow(
        ev.BoughtGoodSpent,
        keep_state,
        history=_history_of_bought_given,
        booked=_log_bought_given,
    ),
    EventRow(
        ev.GoodSold,
        changes.sell_good,
        history=_history_of_good_sold,
        booked=_log_good_sold,
        undo_instructions=_undo_good_sold,
    ),
    EventRow(
        ev.BarrelsGained,
        changes.add_barrels,
        history=_history_of_barrels_gained,
        short_history=lambda state, e: _short_change_text(state, _barrels(e.barrels), e.why),
        booked=_log_barrels_gained,
        undo_instructions=_undo_barrels_gained,
    ),
    EventRow(
        ev.BarrelsPaid,
        changes.remove_barrels,
        history=_history_of_barrels_paid,
        short_history=lambda state, e: _short_change_text(state, _barrels(-e.barrels), e.why),
        booked=_log_barrels_paid,
        undo_instructions=_undo_barrels_paid,
    ),
)


def _person_gained(state: State, e: ev.PersonGained) -> State:
    return with_player(state, e.player, persons=(*state.player(e.player).persons, e.piece))


def _landmark_gained(state: State, e: ev.LandmarkGained) -> State:
    return with_player(state, e.player, landmarks=(*state.player(e.player).landmarks, e.card))


def _history_of_landmark_gained(state: State, e: ev.LandmarkGained) -> Message:
    return tr(
        "{player}: {what}", player=figure_label(state, e.player), what=_short_history_of_landmark_gained(state, e)
    )


def _short_history_of_landmark_gained(state: State, e: ev.LandmarkGained) -> Message:
    return tr("card {card}", card=labels.landmark_label(state.facts, e.card))


def _log_landmark_gained(state: State, e: ev.LandmarkGained) -> LogChange:
    card = labels.landmark_label(state.facts, e.card)
    return LogChange(change=tr("its card"), cause=card, player=e.player, joins=True)


def _undo_landmark_gained(state: State, e: ev.LandmarkGained) -> TableInstruction:
    card, player = labels.landmark_label(state.facts, e.card), figure_label(state, e.player)
    return TableInstruction(tr("The card {card} back from {player}", card=card, player=player), f"card_{e.card}")


def _tiles_changed(state: State, e: ev.TileCountChanged) -> State:
    player = state.player(e.player)
    rebuilds = player.rebuilds + (e.kind == "rebuilt") - (e.kind == "uncovered")
    return with_player(state, e.player, tiles=player.tiles + e.by, rebuilds=rebuilds)


def _history_of_tiles_changed(state: State, e: ev.TileCountChanged) -> Message | None:
    """Return the history text; None for a laid tile, which was just taken."""
    if e.kind != "rebuilt" and e.by >= 0 and not (e.kind == "corrected" and e.by):
        return None
    return tr(
        "{player}: {what}", player=figure_label(state, e.player), what=_short_history_of_tiles_changed(state, e)
    )


def _short_history_of_tiles_changed(_state: State, e: ev.TileCountChanged) -> Message:
    if e.kind == "rebuilt":
        return tr("it covers another tile")
    return (
        trn("{n} tile more", "{n} tiles more", e.by)
        if e.by > 0
        else trn("{n} tile fewer", "{n} tiles fewer", -e.by)
    )


def _undo_tiles_changed(state: State, e: ev.TileCountChanged) -> TableInstruction | None:
    """Return the undo instruction of removed tiles; a laid tile goes back with the undo of taking it."""
    if e.kind != "removed":
        return None
    player = figure_label(state, e.player)
    return TableInstruction(
        trn(
            "{n} removed tile back into the territory of {player}",
            "{n} removed tiles back into the territory of {player}",
            -e.by,
            player=player,
        )
    )


def _scots_moved(state: State, e: ev.HomeScotsChanged) -> State:
    player = state.player(e.player)
    turn = replace(state.turn, scots_entered=state.turn.scots_entered or e.player == state.turn.player)
    state = replace(state, turn=turn)
    state = with_player(
        state, e.player, scots=player.scots + e.by, doubtful=other_uncertain_counts(player, "scots")
    )
    return with_player(
        state, e.player, followed=with_home_scots(state.player(e.player), player.scots + e.by).followed
    )


def _history_of_scots_moved(state: State, e: ev.HomeScotsChanged) -> Message:
    return tr(
        "{player}: {what}", player=figure_label(state, e.player), what=_short_history_of_scots_moved(state, e)
    )


def _short_history_of_scots_moved(_state: State, e: ev.HomeScotsChanged) -> Message:
    if e.by >= 0:
        return trn("{n} Scot comes home", "{n} Scots come home", e.by)
    return trn("{n} Scot leaves home", "{n} Scots leave home", -e.by)


def _log_scots_moved(state: State, e: ev.HomeScotsChanged) -> LogChange:
    change = trn("{sign}{n} Scot at home", "{sign}{n} Scots at home", abs(e.by), sign=change_sign(e.by))
    return LogChange(
        change=change, cause=labels.cause_label(state, e.why), player=e.player, joins=is_tile_cost(e.why)
    )


def _undo_scots_moved(state: State, e: ev.HomeScotsChanged) -> TableInstruction:
    player = figure_label(state, e.player)
    if e.by >= 0:
        return TableInstruction(
            trn(
                "{n} Scot of {player} back out of the home castle",
                "{n} Scots of {player} back out of the home castle",
                e.by,
                player=player,
            )
        )
    return TableInstruction(
        trn(
            "{n} Scot of {player} back into the home castle",
            "{n} Scots of {player} back into the home castle",
            -e.by,
            player=player,
        )
    )


def _crest_taken(state: State, e: ev.CrestTaken) -> State:
    return with_player(state, e.player, crests=(*state.player(e.player).crests, e.crest))


def _history_of_crest_taken(state: State, e: ev.CrestTaken) -> Message:
    return tr(
        "{player}: {what}", player=figure_label(state, e.player), what=_short_history_of_crest_taken(state, e)
    )


def _short_history_of_crest_taken(state: State, e: ev.CrestTaken) -> Message:
    return tr("marker on {crest}", crest=labels.crest_label(state.facts, e.crest))


def _log_crest_taken(state: State, e: ev.CrestTaken) -> LogChange:
    return LogChange(deed=tr("marker on {crest}", crest=labels.crest_label(state.facts, e.crest)), player=e.player)


def _undo_crest_taken(state: State, e: ev.CrestTaken) -> TableInstruction:
    crest, player = labels.crest_label(state.facts, e.crest), figure_label(state, e.player)
    return TableInstruction(tr("The marker of {player} off {crest}", player=player, crest=crest))


def _points_scored(state: State, e: ev.PointsScored) -> State:
    player = state.player(e.player)
    return with_best_gain(with_player(state, e.player, points=points_with(player, e.source, e.points)), e)


def _log_points(state: State, e: ev.PointsScored) -> LogChange:
    change, cause = labels.point_change_text(e.points), source_text(state, e.source)
    return LogChange(change=change, points=e.points, cause=cause, player=e.player)


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


def _history_of_points_scored(state: State, e: ev.PointsScored) -> Message:
    return tr(
        "{player} {change}", player=figure_label(state, e.player), change=_short_history_of_points_scored(state, e)
    )


def _short_history_of_points_scored(state: State, e: ev.PointsScored) -> Message:
    points, why = literal(f"{e.points:+}"), source_text(state, e.source)
    return trn("{points} point ({why})", "{points} points ({why})", abs(e.points), points=points, why=why)


def _counts_doubted(state: State, e: ev.CountsMarkedUncertain) -> State:
    doubtful = tuple(sorted({*state.player(e.player).doubtful, *e.counts}))
    return with_player(with_uncertain_counts(state, e), e.player, doubtful=doubtful)


def _task_of_doubted(state: State, e: ev.CountsMarkedUncertain) -> Message | None:
    """Return the task that shows in the next turn that the cost of a tile is missing."""
    if not e.unpaid or all(who != e.player for who, _ in state.story.unpaid):
        return None
    return tr("{player}: the tile's cost is not entered yet", player=figure_label(state, e.player))


def _cost_settled(state: State, e: ev.CostSettled) -> State:
    state = with_settled_cost(state, e)
    if any(who == e.player for who, _ in (*state.story.unpaid, *state.story.unknown)):
        return state
    return with_player(
        state, e.player, doubtful=other_uncertain_counts(state.player(e.player), "coins", "barrels")
    )


COUNT_EVENT_ROWS = (
    EventRow(ev.PersonGained, _person_gained, booked=no_log_line),
    EventRow(
        ev.LandmarkGained,
        _landmark_gained,
        history=_history_of_landmark_gained,
        short_history=_short_history_of_landmark_gained,
        booked=_log_landmark_gained,
        undo_instructions=_undo_landmark_gained,
    ),
    EventRow(
        ev.TileCountChanged,
        _tiles_changed,
        history=_history_of_tiles_changed,
        short_history=_short_history_of_tiles_changed,
        undo_instructions=_undo_tiles_changed,
    ),
    EventRow(
        ev.HomeScotsChanged,
        _scots_moved,
        history=_history_of_scots_moved,
        short_history=_short_history_of_scots_moved,
        booked=_log_scots_moved,
        undo_instructions=_undo_scots_moved,
    ),
    EventRow(
        ev.CrestTaken,
        _crest_taken,
        history=_history_of_crest_taken,
        short_history=_short_history_of_crest_taken,
        booked=_log_crest_taken,
        undo_instructions=_undo_crest_taken,
    ),
    EventRow(
        ev.PointsScored,
        _points_scored,
        history=_history_of_points_scored,
        short_history=_short_history_of_points_scored,
        booked=_log_points,
        undo_group=lambda e: e.player,
        group_undo_instructions=_undo_points,
    ),
    EventRow(ev.CountsMarkedUncertain, _counts_doubted, owed=_task_of_doubted, ends_turn=True),
    EventRow(ev.CostSettled, _cost_settled, booked=no_log_line),
)
