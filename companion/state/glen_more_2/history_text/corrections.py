"""What was counted or put right, each with its sentence. Words only."""

from __future__ import annotations

from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.history_text.table import tells
from companion.state.glen_more_2.labels import figure, piece
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.questions.scoring import count_value


@tells(ev.Counted)
def _(state: State, e: ev.Counted) -> Message | None:
    """Only a count that was believed to be another."""
    return _count(state, e) if count_value(state.player(e.player), e.count) != e.value else None


@tells(ev.CountSet)
def _(state: State, e: ev.CountSet) -> Message:
    return _count(state, e)


def _count(state: State, e: ev.Counted | ev.CountSet) -> Message:
    count = labels.COUNT_WORDS[e.count]
    return tr("{player}: {count} {n}", player=figure(state, e.player), count=count, n=e.value)


@tells(ev.RowSet)
def _(state: State, e: ev.RowSet) -> Message:
    good = labels.row(state, e.good)
    return trn(
        "the {good} row holds coins on {n} space", "the {good} row holds coins on {n} spaces", e.filled, good=good
    )


@tells(ev.FigurePlaced)
def _(state: State, e: ev.FigurePlaced) -> Message:
    return tr("{figure} stands on space {n}", figure=figure(state, e.figure), n=e.at + 1)


@tells(ev.SpaceSet)
def _(state: State, e: ev.SpaceSet) -> Message:
    what = piece(state.facts, e.piece, e.deck) if e.deck or e.piece else tr("nothing")
    return tr("{what} lies on space {n}", what=what, n=e.at + 1)


@tells(ev.PiecePlaced)
def _(state: State, e: ev.PiecePlaced) -> Message:
    where = labels.PLACES.get(e.place) or tr("with {player}", player=figure(state, e.place))
    return tr("{tile} is {where}", tile=piece(state.facts, e.piece), where=where)


@tells(ev.CardPlaced)
def _(state: State, e: ev.CardPlaced) -> Message:
    return tr("{what}: {player}", what=labels.landmark(state.facts, e.card), player=_holder(state, e.player))


@tells(ev.MarkerPlaced)
def _(state: State, e: ev.MarkerPlaced) -> Message:
    crest, player = labels.crest(state.facts, e.crest), _holder(state, e.player)
    if e.player and state.facts.crests[e.crest].repeatable:
        return trn(
            "{what}: {n} marker of {player}",
            "{what}: {n} markers of {player}",
            e.markers,
            what=crest,
            player=player,
        )
    return tr("{what}: {player}", what=crest, player=player)


def _holder(state: State, player: str) -> Message:
    return figure(state, player) if player else tr("nobody")


@tells(ev.ScoringWithdrawn)
def _(_state: State, _e: ev.ScoringWithdrawn) -> Message:
    return tr("the final scoring comes again")


@tells(ev.Noted)
def _(_state: State, e: ev.Noted) -> Message:
    return tr("note: {text}", text=e.text)
