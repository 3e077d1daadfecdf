"""What changes a player's counts of Scots, tiles, cards, crests and points.

Each event in one row: what it changes, its words in the history, what the hands put back.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.engine.game import PutBack
from companion.engine.message import Message, literal, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.event_rows.common import nothing_booked, scored, sign, source, sure
from companion.state.glen_more_2.labels import figure
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.referee.changes import home_scots
from companion.state.glen_more_2.rows import Booking, EventRow
from companion.state.glen_more_2.story import with_doubts, with_gain, with_settled
from companion.state.territory.event_rows import is_cost
from companion.state.territory.model import with_player


def _person_gained(state: State, e: ev.PersonGained) -> State:
    return with_player(state, e.player, persons=(*state.player(e.player).persons, e.piece))


def _landmark_gained(state: State, e: ev.LandmarkGained) -> State:
    return with_player(state, e.player, landmarks=(*state.player(e.player).landmarks, e.card))


def _words_of_landmark_gained(state: State, e: ev.LandmarkGained) -> Message:
    return tr("{player}: {what}", player=figure(state, e.player), what=_more_of_landmark_gained(state, e))


def _more_of_landmark_gained(state: State, e: ev.LandmarkGained) -> Message:
    return tr("card {card}", card=labels.landmark(state.facts, e.card))


def _booked_landmark_gained(state: State, e: ev.LandmarkGained) -> Booking:
    card = labels.landmark(state.facts, e.card)
    return Booking(change=tr("its card"), cause=card, player=e.player, joins=True)


def _put_back_landmark_gained(state: State, e: ev.LandmarkGained) -> PutBack:
    card, player = labels.landmark(state.facts, e.card), figure(state, e.player)
    return PutBack(tr("The card {card} back from {player}", card=card, player=player), f"card_{e.card}")


def _tiles_changed(state: State, e: ev.TilesChanged) -> State:
    player = state.player(e.player)
    rebuilds = player.rebuilds + (e.kind == "rebuilt") - (e.kind == "uncovered")
    return with_player(state, e.player, tiles=player.tiles + e.by, rebuilds=rebuilds)


def _words_of_tiles_changed(state: State, e: ev.TilesChanged) -> Message | None:
    """A tile that is laid was just taken: nothing to add."""
    if e.kind != "rebuilt" and e.by >= 0 and not (e.kind == "corrected" and e.by):
        return None
    return tr("{player}: {what}", player=figure(state, e.player), what=_more_of_tiles_changed(state, e))


def _more_of_tiles_changed(_state: State, e: ev.TilesChanged) -> Message:
    if e.kind == "rebuilt":
        return tr("it covers another tile")
    return (
        trn("{n} tile more", "{n} tiles more", e.by)
        if e.by > 0
        else trn("{n} tile fewer", "{n} tiles fewer", -e.by)
    )


def _put_back_tiles_changed(state: State, e: ev.TilesChanged) -> PutBack | None:
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


def _scots_moved(state: State, e: ev.ScotsMoved) -> State:
    player = state.player(e.player)
    turn = replace(state.turn, scots_entered=state.turn.scots_entered or e.player == state.turn.player)
    state = replace(state, turn=turn)
    state = with_player(state, e.player, scots=player.scots + e.by, doubtful=sure(player, "scots"))
    return with_player(state, e.player, followed=home_scots(state.player(e.player), player.scots + e.by).followed)


def _words_of_scots_moved(state: State, e: ev.ScotsMoved) -> Message:
    return tr("{player}: {what}", player=figure(state, e.player), what=_more_of_scots_moved(state, e))


def _more_of_scots_moved(_state: State, e: ev.ScotsMoved) -> Message:
    if e.by >= 0:
        return trn("{n} Scot comes home", "{n} Scots come home", e.by)
    return trn("{n} Scot leaves home", "{n} Scots leave home", -e.by)


def _booked_scots_moved(state: State, e: ev.ScotsMoved) -> Booking:
    change = trn("{sign}{n} Scot at home", "{sign}{n} Scots at home", abs(e.by), sign=sign(e.by))
    return Booking(change=change, cause=labels.cause(state, e.why), player=e.player, joins=is_cost(e.why))


def _put_back_scots_moved(state: State, e: ev.ScotsMoved) -> PutBack:
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


def _crest_taken(state: State, e: ev.CrestTaken) -> State:
    return with_player(state, e.player, crests=(*state.player(e.player).crests, e.crest))


def _words_of_crest_taken(state: State, e: ev.CrestTaken) -> Message:
    return tr("{player}: {what}", player=figure(state, e.player), what=_more_of_crest_taken(state, e))


def _more_of_crest_taken(state: State, e: ev.CrestTaken) -> Message:
    return tr("marker on {crest}", crest=labels.crest(state.facts, e.crest))


def _booked_crest_taken(state: State, e: ev.CrestTaken) -> Booking:
    return Booking(deed=tr("marker on {crest}", crest=labels.crest(state.facts, e.crest)), player=e.player)


def _put_back_crest_taken(state: State, e: ev.CrestTaken) -> PutBack:
    crest, player = labels.crest(state.facts, e.crest), figure(state, e.player)
    return PutBack(tr("The marker of {player} off {crest}", player=player, crest=crest))


def _points_scored(state: State, e: ev.PointsScored) -> State:
    player = state.player(e.player)
    return with_gain(with_player(state, e.player, points=scored(player, e.source, e.points)), e)


def _booked_points(state: State, e: ev.PointsScored) -> Booking:
    change, cause = labels.points_told(e.points), source(state, e.source)
    return Booking(change=change, points=e.points, cause=cause, player=e.player)


def _put_back_points(state: State, scored: Sequence[ev.PointsScored]) -> PutBack | None:
    """One player's, in one handful; what cancels out needs no hands."""
    points, player = sum(e.points for e in scored), figure(state, scored[0].player)
    if points > 0:
        return PutBack(
            trn("{player} gives back {n} point", "{player} gives back {n} points", points, player=player)
        )
    if points < 0:
        return PutBack(
            trn("{player} gets back {n} point", "{player} gets back {n} points", -points, player=player)
        )
    return None


def _words_of_points_scored(state: State, e: ev.PointsScored) -> Message:
    return tr("{player} {change}", player=figure(state, e.player), change=_more_of_points_scored(state, e))


def _more_of_points_scored(state: State, e: ev.PointsScored) -> Message:
    points, why = literal(f"{e.points:+}"), source(state, e.source)
    return trn("{points} point ({why})", "{points} points ({why})", abs(e.points), points=points, why=why)


def _counts_doubted(state: State, e: ev.CountsDoubted) -> State:
    doubtful = tuple(sorted({*state.player(e.player).doubtful, *e.counts}))
    return with_player(with_doubts(state, e), e.player, doubtful=doubtful)


def _owed_doubted(state: State, e: ev.CountsDoubted) -> Message | None:
    """That nobody said what a tile cost is seen in the next turn, so that somebody notices."""
    if not e.unpaid or all(who != e.player for who, _ in state.story.unpaid):
        return None
    return tr("{player}: the tile's cost is not entered yet", player=figure(state, e.player))


def _cost_settled(state: State, e: ev.CostSettled) -> State:
    state = with_settled(state, e)
    if any(who == e.player for who, _ in (*state.story.unpaid, *state.story.unknown)):
        return state
    return with_player(state, e.player, doubtful=sure(state.player(e.player), "coins", "barrels"))


ROWS = (
    EventRow(ev.PersonGained, _person_gained, booked=nothing_booked),
    EventRow(
        ev.LandmarkGained,
        _landmark_gained,
        history=_words_of_landmark_gained,
        history_more=_more_of_landmark_gained,
        booked=_booked_landmark_gained,
        put_back=_put_back_landmark_gained,
    ),
    EventRow(
        ev.TilesChanged,
        _tiles_changed,
        history=_words_of_tiles_changed,
        history_more=_more_of_tiles_changed,
        put_back=_put_back_tiles_changed,
    ),
    EventRow(
        ev.ScotsMoved,
        _scots_moved,
        history=_words_of_scots_moved,
        history_more=_more_of_scots_moved,
        booked=_booked_scots_moved,
        put_back=_put_back_scots_moved,
    ),
    EventRow(
        ev.CrestTaken,
        _crest_taken,
        history=_words_of_crest_taken,
        history_more=_more_of_crest_taken,
        booked=_booked_crest_taken,
        put_back=_put_back_crest_taken,
    ),
    EventRow(
        ev.PointsScored,
        _points_scored,
        history=_words_of_points_scored,
        history_more=_more_of_points_scored,
        booked=_booked_points,
        handful=lambda e: e.player,
        put_back_handful=_put_back_points,
    ),
    EventRow(ev.CountsDoubted, _counts_doubted, owed=_owed_doubted, ends_turn=True),
    EventRow(ev.CostSettled, _cost_settled, booked=nothing_booked),
)
