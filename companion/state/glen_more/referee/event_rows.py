"""Each event of the referee in one row: what it changes, its words, what the hands put back."""

from __future__ import annotations

from typing import Any

from companion.engine.actions import EventRow as Row
from companion.engine.game import PutBack
from companion.engine.message import Message, tr, trn
from companion.state.glen_more.event_words import back_to_the_rondel, where_words, words_of_removed
from companion.state.glen_more.labels import GOODS_WORDS, card, change, figure, piece
from companion.state.glen_more.model import State
from companion.state.glen_more.referee import changes
from companion.state.glen_more.referee import events as rev
from companion.state.glen_more.referee.words import DEPTH_WORDS, cell_words, tile_there
from companion.state.territory.grid import Cell

EventRow = Row[State]
CARD = "card:"


def _of(state: State, e: Any, what: Message) -> Message:
    return tr("{player}: {what}", player=figure(state, e.player), what=what)


def _there(state: State, e: Any) -> Message:
    return tile_there(state, e.player, Cell(e.x, e.y))


def _words_of_activation(state: State, e: rev.TileActivated) -> Message | None:
    """What a tile gives tells itself, movement points don't."""
    moves = sum(each.n for each in state.facts.tiles[e.piece].activation if each.op == "movement")
    if not moves:
        return None
    points = trn("{n} movement point", "{n} movement points", moves)
    return _of(state, e, tr("{what} ({why})", what=points, why=_there(state, e)))


def _words_of_goods(state: State, e: rev.GoodsGained | rev.GoodsGiven) -> Message | None:
    """A sale tells itself; of what was paid the place is told, for it can be chosen."""
    if e.why == "sale":
        return None
    return _of(state, e, tr("{change} ({tile})", change=_goods(e, 1), tile=_there(state, e)))


def _goods(e: rev.GoodsGained | rev.GoodsGiven, sign: int) -> Message:
    gained = isinstance(e, rev.GoodsGained)
    good, plus = GOODS_WORDS[e.good], gained == (sign > 0)
    return tr("+{n} {good}", n=e.n, good=good) if plus else tr("-{n} {good}", n=e.n, good=good)


def _back_of_goods(state: State, e: rev.GoodsGained | rev.GoodsGiven) -> PutBack:
    return PutBack(_of(state, e, tr("{change} ({tile})", change=_goods(e, -1), tile=_there(state, e))))


def _barrels(e: rev.BarrelsGained | rev.BarrelsPaid, sign: int) -> Message:
    return change("barrels", sign * (e.barrels if isinstance(e, rev.BarrelsGained) else -e.barrels))


def _words_of_barrels(state: State, e: rev.BarrelsGained | rev.BarrelsPaid) -> Message:
    return _of(state, e, _barrels(e, 1))


def _back_of_barrels(state: State, e: rev.BarrelsGained | rev.BarrelsPaid) -> PutBack:
    return PutBack(_of(state, e, _barrels(e, -1)))


def _scots(state: State, e: rev.ScotPlaced | rev.ScotRemoved, sign: int) -> Message:
    words = change("scots", sign * (e.n if isinstance(e, rev.ScotPlaced) else -e.n))
    return _of(state, e, tr("{change} ({tile})", change=words, tile=_there(state, e)))


def _words_of_move(state: State, e: rev.ScotMoved) -> Message:
    here, there = (tile_there(state, e.player, cell) for cell in (Cell(e.from_x, e.from_y), Cell(e.to_x, e.to_y)))
    return tr("{player}: Scot from {here} to {there}", player=figure(state, e.player), here=here, there=there)


def _back_of_move(state: State, e: rev.ScotMoved) -> PutBack:
    return PutBack(_words_of_move(state, rev.ScotMoved(e.player, e.to_x, e.to_y, e.from_x, e.from_y)))


def _words_of_chieftain(state: State, e: rev.ChieftainMade) -> Message:
    return tr("{player}: Scot of {tile} is chieftain", player=figure(state, e.player), tile=_there(state, e))


def _back_of_chieftain(state: State, e: rev.ChieftainMade) -> PutBack:
    words = tr("{player}: chieftain back onto {tile}", player=figure(state, e.player), tile=_there(state, e))
    return PutBack(words)


def _words_of_placed(state: State, e: rev.TilePlaced) -> Message:
    where, tile = cell_words(Cell(e.x, e.y)), piece(state.facts, e.piece)
    if not (e.x or e.y):
        return _of(state, e, tile)
    return tr("{player} lays {tile}: {where}", player=figure(state, e.player), tile=tile, where=where)


def _back_of_placed(state: State, e: rev.TilePlaced) -> PutBack | None:
    if not (e.x or e.y):
        return None
    tile, player = piece(state.facts, e.piece), figure(state, e.player)
    return PutBack(tr("Take up {tile} from the territory of {player}", tile=tile, player=player), e.piece)


ROWS = (
    EventRow(rev.DepthChosen, changes.depth_chosen, lambda _s, e: DEPTH_WORDS[e.depth]),
    EventRow(rev.TileDiscarded, changes.discarded, history_of_all=words_of_removed, put_back=back_to_the_rondel),
    EventRow(rev.TilePlaced, changes.placed, _words_of_placed, put_back=_back_of_placed),
    EventRow(
        rev.TileRemoved,
        changes.lifted,
        lambda s, e: tr("{player}: no tile {where}", player=figure(s, e.player), where=cell_words(Cell(e.x, e.y))),
    ),
    EventRow(
        rev.TileReturned,
        changes.returned,
        lambda s, e: tr("{tile}: {where}", tile=piece(s.facts, e.piece), where=where_words(s, e.where)),
    ),
    EventRow(
        rev.LandmarkGained,
        changes.landmark_gained,
        lambda s, e: tr("{player} gets the card {card}", player=figure(s, e.player), card=card(s.facts, e.card)),
        put_back=lambda s, e: PutBack(tr("The card {card} back beside the board", card=card(s.facts, e.card))),
    ),
    EventRow(rev.TileActivated, changes.activated, _words_of_activation),
    EventRow(
        rev.ActivatedByHand,
        lambda s, _e: changes.with_work(s, by_hand=True),
        lambda _s, _e: tr("this turn is activated tile by tile"),
    ),
    EventRow(rev.GoodsGained, changes.goods_gained, _words_of_goods, put_back=_back_of_goods),
    EventRow(rev.GoodsGiven, changes.goods_given, _words_of_goods, put_back=_back_of_goods),
    EventRow(rev.SourceChosen, changes.source_chosen, lambda _s, _e: tr("another way to pay")),
    EventRow(rev.BarrelsGained, changes.barrels_changed, _words_of_barrels, put_back=_back_of_barrels),
    EventRow(rev.BarrelsPaid, changes.barrels_changed, _words_of_barrels, put_back=_back_of_barrels),
    EventRow(
        rev.CoinsGained,
        changes.coins_gained,
        lambda s, e: _of(s, e, change("coins", e.coins)),
        put_back=lambda s, e: PutBack(_of(s, e, change("coins", -e.coins))),
    ),
    EventRow(
        rev.ScotPlaced,
        changes.scot_placed,
        lambda s, e: _scots(s, e, 1),
        put_back=lambda s, e: PutBack(_scots(s, e, -1)),
    ),
    EventRow(
        rev.ScotRemoved,
        changes.scot_removed,
        lambda s, e: _scots(s, e, 1),
        put_back=lambda s, e: PutBack(_scots(s, e, -1)),
    ),
    EventRow(rev.ScotMoved, changes.scot_moved, _words_of_move, put_back=_back_of_move),
    EventRow(rev.ChieftainMade, changes.chieftain_made, _words_of_chieftain, put_back=_back_of_chieftain),
    EventRow(
        rev.ChieftainPaid,
        changes.chieftain_paid,
        lambda s, e: _of(s, e, change("chieftains", -1)),
        put_back=lambda s, e: PutBack(_of(s, e, change("chieftains", 1))),
    ),
    EventRow(
        rev.GoodsSet,
        changes.goods_set,
        lambda s, e: _of(s, e, tr("{tile}: {n} {good}", tile=_there(s, e), n=e.n, good=GOODS_WORDS[e.good])),
    ),
    EventRow(
        rev.ScotsSet,
        changes.scots_set,
        lambda s, e: _of(s, e, trn("{tile}: {n} Scot", "{tile}: {n} Scots", e.n, tile=_there(s, e))),
    ),
)
