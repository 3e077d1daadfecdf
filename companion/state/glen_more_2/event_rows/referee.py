"""What happens at referee depth: each event in one row, what it changes, its words, what the hands put back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.game import PutBack
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.event_rows.common import is_cost
from companion.state.glen_more_2.labels import GOODS_WORDS, figure, the_tile
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.referee import changes
from companion.state.glen_more_2.referee import events as rev
from companion.state.glen_more_2.referee.tiles import CASTLE_CELL, VILLAGE_CELL
from companion.state.glen_more_2.referee.words import DEPTH_WORDS, cell_words, laid_there, tile_there
from companion.state.glen_more_2.rows import Booking, EventRow
from companion.state.territory.grid import Cell

HOME = (VILLAGE_CELL, CASTLE_CELL)


def _of(state: State, e: Any, what: Message) -> Message:
    return tr("{player}: {what}", player=figure(state, e.player), what=what)


def _there(state: State, e: Any) -> Message:
    return tile_there(state, e.player, Cell(e.x, e.y))


def _at(state: State, e: Any, change: Message) -> Message:
    return tr("{change} ({tile})", change=change, tile=_there(state, e))


def _booked(state: State, e: Any, change: Message) -> Booking:
    return Booking(change=change, cause=_there(state, e), player=e.player, joins=is_cost(e.why))


# ---- goods


def _goods(e: rev.GoodsGained | rev.GoodsGiven) -> Message:
    good = GOODS_WORDS[e.good]
    if isinstance(e, rev.GoodsGained):
        return tr("+{n} {good}", n=e.n, good=good)
    return tr("-{n} {good}", n=e.n, good=good)


def _words_of_goods(state: State, e: rev.GoodsGained | rev.GoodsGiven) -> Message | None:
    """A sale tells itself; of what was paid the place is told, for it can be chosen."""
    return None if e.why == "sale" else _of(state, e, _at(state, e, _goods(e)))


def _booked_goods(state: State, e: rev.GoodsGained | rev.GoodsGiven) -> Booking | None:
    return None if e.why == "sale" else _booked(state, e, _goods(e))


def _handful_of_goods(e: rev.GoodsGained | rev.GoodsGiven) -> str:
    return f"{e.player} {e.x},{e.y} {e.good}"


def _back_of_goods(state: State, moved: Sequence[rev.GoodsGained | rev.GoodsGiven]) -> PutBack | None:
    """Of one kind on one tile; what cancels out needs no hands."""
    by = sum(e.n if isinstance(e, rev.GoodsGained) else -e.n for e in moved)
    if not by:
        return None
    first, good = moved[0], GOODS_WORDS[moved[0].good]
    back = tr("-{n} {good}", n=by, good=good) if by > 0 else tr("+{n} {good}", n=-by, good=good)
    return PutBack(_of(state, first, _at(state, first, back)))


def _booked_goods_set(state: State, e: rev.GoodsSet) -> Booking | None:
    return _corrected(state, e, tr("{n} {good}", n=e.n, good=GOODS_WORDS[e.good]))


def _corrected(state: State, e: rev.GoodsSet | rev.ScotsSet, now: Message) -> Booking | None:
    """How it is now; before the first turn it is only told."""
    if not state.turn.number:
        return None
    return Booking(deed=tr("corrected {tile}", tile=_there(state, e)), change=now, player=e.player)


# ---- Scots


def _booked_scots_set(state: State, e: rev.ScotsSet) -> Booking | None:
    # Not a number of Scots by itself: those that are told one after the other are not added.
    return _corrected(state, e, tr("now {what}", what=trn("{n} Scot", "{n} Scots", e.n)))


def _scots(e: rev.ScotPlaced | rev.ScotRemoved, sign: int = 1) -> Message:
    plus = isinstance(e, rev.ScotPlaced) == (sign > 0)
    return trn("{sign}{n} Scot", "{sign}{n} Scots", e.n, sign="+" if plus else "-")


def _words_of_scots(state: State, e: rev.ScotPlaced | rev.ScotRemoved) -> Message:
    return _of(state, e, _at(state, e, _scots(e)))


def _booked_scots(state: State, e: rev.ScotPlaced | rev.ScotRemoved) -> Booking:
    return _booked(state, e, _scots(e))


def _back_of_scots(state: State, e: rev.ScotPlaced | rev.ScotRemoved) -> PutBack:
    return PutBack(_of(state, e, _at(state, e, _scots(e, -1))))


def _words_of_step(state: State, e: rev.ScotMoved) -> Message:
    return _of(state, e, _step(state, e))


def _step(state: State, e: rev.ScotMoved) -> Message:
    here, there = (tile_there(state, e.player, cell) for cell in (Cell(e.from_x, e.from_y), Cell(e.to_x, e.to_y)))
    return tr("Scot from {here} to {there}", here=here, there=there)


def _back_of_step(state: State, e: rev.ScotMoved) -> PutBack:
    return PutBack(_words_of_step(state, rev.ScotMoved(e.player, e.to_x, e.to_y, e.from_x, e.from_y)))


def _points(n: int) -> Message:
    return trn("{n} movement point", "{n} movement points", n)


def _words_of_points(_state: State, gained: Sequence[rev.MovementGained]) -> Message:
    """All of them as one number: several tiles give them, to whoever is on turn."""
    return _points(sum(e.n for e in gained))


def _unused(n: int) -> Message:
    return trn("{n} movement point unused", "{n} movement points unused", n)


# ---- tiles


def _words_of_placed(state: State, e: rev.TilePlaced) -> Message | None:
    cell = Cell(e.x, e.y)
    if not state.turn.number:
        return None
    tile, where = the_tile(state.facts, e.piece), cell_words(cell)
    return tr("{player} lays {tile}: {where}", player=figure(state, e.player), tile=tile, where=where)


def _more_of_placed(state: State, e: rev.TilePlaced) -> Message:
    """Behind words about the same player: what was taken has just been named."""
    if e.piece == state.turn.tile:
        return laid_there(e.x, e.y)
    where = cell_words(Cell(e.x, e.y))
    return tr("lays {tile}: {where}", tile=the_tile(state.facts, e.piece), where=where)


def _back_of_placed(state: State, e: rev.TilePlaced) -> PutBack | None:
    """What was put right lay there all the time."""
    if not state.turn.number or e.why == rev.PUT_RIGHT:
        return None
    tile, player = the_tile(state.facts, e.piece), figure(state, e.player)
    return PutBack(tr("Take up {tile} from the territory of {player}", tile=tile, player=player), e.piece)


def _words_of_lifted(state: State, e: rev.TileRemoved) -> Message:
    return tr("{player}: no tile {where}", player=figure(state, e.player), where=cell_words(Cell(e.x, e.y)))


_ALL, _MORE = tr("all tiles may be activated"), tr("more tiles may be activated")


ROWS = (
    EventRow(rev.DepthChosen, changes.depth_chosen, history=lambda _s, e: DEPTH_WORDS[e.depth]),
    EventRow(
        rev.TilePlaced,
        changes.placed,
        history=_words_of_placed,
        history_more=_more_of_placed,
        put_back=_back_of_placed,
    ),
    EventRow(rev.TileRemoved, changes.lifted, history=_words_of_lifted),
    EventRow(rev.TileActivated, changes.activated),
    EventRow(
        rev.AllMayActivate,
        changes.all_may_activate,
        history=lambda s, e: _of(s, e, _MORE if e.pieces else _ALL),
    ),
    EventRow(
        rev.ActivatedByHand,
        lambda s, _e: changes.with_work(s, by_hand=True),
        history=lambda _s, _e: tr("this turn is activated tile by tile"),
    ),
    EventRow(
        rev.MovementGained,
        changes.movement_gained,
        history_of_all=_words_of_points,
        booked=lambda s, e: Booking(change=_points(e.n), cause=labels.cause(s, e.why), player=e.player),
    ),
    EventRow(rev.MovementSpent, changes.movement_spent),
    EventRow(
        rev.MovementLapsed,
        changes.movement_spent,
        history=lambda s, e: _of(s, e, _unused(e.n)),
        booked=lambda _s, e: Booking(deed=_unused(e.n), player=e.player),
        ends_turn=True,
    ),
    EventRow(
        rev.GoodsGained,
        changes.goods_gained,
        history=_words_of_goods,
        history_more=lambda s, e: _at(s, e, _goods(e)),
        booked=_booked_goods,
        handful=_handful_of_goods,
        put_back_handful=_back_of_goods,
    ),
    EventRow(
        rev.GoodsGiven,
        changes.goods_given,
        history=_words_of_goods,
        history_more=lambda s, e: _at(s, e, _goods(e)),
        booked=_booked_goods,
        handful=_handful_of_goods,
        put_back_handful=_back_of_goods,
    ),
    EventRow(rev.SourceChosen, changes.source_chosen, history=lambda _s, _e: tr("another way to pay")),
    EventRow(
        rev.ScotPlaced,
        changes.scot_placed,
        history=lambda s, e: _words_of_scots(s, e) if s.turn.number else None,
        history_more=lambda s, e: _at(s, e, _scots(e)),
        booked=_booked_scots,
        put_back=lambda s, e: _back_of_scots(s, e) if s.turn.number else None,
    ),
    EventRow(
        rev.ScotRemoved,
        changes.scot_removed,
        history=_words_of_scots,
        booked=_booked_scots,
        put_back=_back_of_scots,
    ),
    EventRow(
        rev.ScotMoved,
        changes.scot_stepped,
        history=_words_of_step,
        history_more=_step,
        booked=lambda s, e: Booking(deed=_step(s, e), player=e.player),
        put_back=_back_of_step,
    ),
    EventRow(
        rev.GoodsSet,
        changes.goods_set,
        history=lambda s, e: _of(
            s, e, tr("{tile}: {n} {good}", tile=_there(s, e), n=e.n, good=GOODS_WORDS[e.good])
        ),
        booked=_booked_goods_set,
    ),
    EventRow(
        rev.ScotsSet,
        changes.scots_set,
        history=lambda s, e: _of(s, e, trn("{tile}: {n} Scot", "{tile}: {n} Scots", e.n, tile=_there(s, e))),
        booked=_booked_scots_set,
    ),
)
