"""Event rows of the shared territory events: state change, history text and undo instructions of each event.

A game passes its `TerritoryWords` and adds rows for its own events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.event_rows import EventRow, LogChange
from companion.engine.game import TableInstruction
from companion.engine.message import Message, tr, trn
from companion.state.territory import changes
from companion.state.territory import events as ev
from companion.state.territory.grid import Cell
from companion.state.territory.model import AnyState
from companion.state.territory.words import DEPTH_WORDS, TerritoryWords

AnyEventRow = EventRow[Any]
GoodsEvent = ev.GoodsGained | ev.GoodsGiven
ScotsEvent = ev.ScotPlaced | ev.ScotRemoved
MANUAL_ACTIVATION_TEXT = tr("this turn is activated tile by tile")


def is_tile_cost(why: str) -> bool:
    """True if the event paid for the taken tile. At referee depth `why` also names the tile ("cost:...")."""
    return why.partition(":")[0] == "cost"


def territory_event_rows(words: TerritoryWords) -> dict[type[Any], AnyEventRow]:
    """Return the rows of `TERRITORY_EVENTS` by event, except `TileActivated`, whose row each game defines."""
    told = _Words(words)
    rows = (*_tile_rows(told), *_goods_rows(told), *_scot_rows(told), *_movement_rows(told, words))
    return {row.event: row for row in rows}


def _tile_rows(event_words: _Words) -> tuple[AnyEventRow, ...]:
    return (
        EventRow(ev.DepthChosen, changes.change_depth, history=lambda _s, e: DEPTH_WORDS[e.depth]),
        EventRow(
            ev.TilePlaced,
            changes.place_tile,
            history=event_words.placed_text,
            short_history=event_words.placed_more,
            undo_instructions=event_words.undo_placed,
        ),
        EventRow(ev.TileRemoved, changes.remove_tile, history=event_words.removed_text),
        EventRow(
            ev.ActivatedByHand,
            changes.turn_off_automatic_activation,
            history=lambda _s, _e: MANUAL_ACTIVATION_TEXT,
        ),
    )


def _goods_rows(event_words: _Words) -> tuple[AnyEventRow, ...]:
    undo_goods = event_words.undo_goods  # Rows that share this object are undone in one instruction.
    return (
        _goods_row(event_words, ev.GoodsGained, changes.add_goods, undo_goods),
        _goods_row(event_words, ev.GoodsGiven, changes.remove_goods, undo_goods),
        EventRow(ev.SourceChosen, changes.set_payment_source, history=lambda _s, _e: tr("another way to pay")),
        EventRow(
            ev.GoodsSet,
            changes.set_goods,
            history=event_words.goods_set,
            log_change=event_words.booking_of_goods_set,
        ),
    )


def _scot_rows(event_words: _Words) -> tuple[AnyEventRow, ...]:
    return (
        EventRow(
            ev.ScotPlaced,
            changes.add_scots,
            history=lambda s, e: event_words.scots(s, e) if s.turn.number else None,
            short_history=lambda s, e: event_words.at(s, e, _scots(e)),
            log_change=lambda s, e: event_words.booking(s, e, _scots(e)),
            undo_instructions=lambda s, e: event_words.undo_scots(s, e) if s.turn.number else None,
        ),
        EventRow(
            ev.ScotRemoved,
            changes.remove_scots,
            history=event_words.scots,
            short_history=lambda s, e: event_words.at(s, e, _scots(e)),
            log_change=lambda s, e: event_words.booking(s, e, _scots(e)),
            undo_instructions=event_words.undo_scots,
        ),
        EventRow(
            ev.ScotMoved,
            changes.move_scot,
            history=lambda s, e: event_words.of(s, e, event_words.step(s, e)),
            short_history=event_words.step,
            log_change=lambda s, e: LogChange(action=event_words.step(s, e), player=e.player),
            undo_instructions=event_words.undo_step,
        ),
        EventRow(
            ev.ScotsSet,
            changes.set_scots,
            history=event_words.scots_set,
            log_change=event_words.booking_of_scots_set,
        ),
    )


def _movement_rows(event_words: _Words, words: TerritoryWords) -> tuple[AnyEventRow, ...]:
    return (
        EventRow(
            ev.MovementGained,
            changes.add_movement_points,
            group_history=lambda _s, events: movement_points_text(sum(e.n for e in events)),
            log_change=lambda s, e: LogChange(
                change=movement_points_text(e.n), cause=words.cause(s, e.why), player=e.player
            ),
        ),
        EventRow(
            ev.MovementLapsed,
            lambda s, e: changes.spend_movement_points(s, e.n),
            history=lambda s, e: event_words.of(s, e, _unused(e.n)),
            log_change=lambda _s, e: LogChange(action=_unused(e.n), player=e.player),
            ends_turn=True,
        ),
    )


def _goods_row(
    event_words: _Words,
    event: type[GoodsEvent],
    apply: Callable[[Any, Any], Any],
    undo_goods: Callable[[Any, Sequence[GoodsEvent]], TableInstruction | None],
) -> AnyEventRow:
    return EventRow(
        event,
        apply,
        history=event_words.goods,
        short_history=lambda s, e: event_words.at(s, e, event_words.change_of_goods(e)),
        log_change=lambda s, e: (
            None if e.why == "sale" else event_words.booking(s, e, event_words.change_of_goods(e))
        ),
        undo_group=_goods_on_tile,
        group_undo_instructions=undo_goods,
    )


def _goods_on_tile(e: GoodsEvent) -> str:
    """Key of goods events that are undone in one instruction."""
    return f"{e.player} {e.x},{e.y} {e.good}"


def _scots(e: ScotsEvent, sign: int = 1) -> Message:
    plus = isinstance(e, ev.ScotPlaced) == (sign > 0)
    return trn("{sign}{n} Scot", "{sign}{n} Scots", e.n, sign="+" if plus else "-")


def movement_points_text(n: int) -> Message:
    """Return a number of movement points as text."""
    return trn("{n} movement point", "{n} movement points", n)


def _unused(n: int) -> Message:
    return trn("{n} movement point unused", "{n} movement points unused", n)


class _Words:
    """Texts of events, in the words of one game."""

    def __init__(self, words: TerritoryWords) -> None:
        self._words = words

    def of(self, state: AnyState, e: Any, what: Message) -> Message:
        """Return the text with the player's name in front."""
        return tr("{player}: {what}", player=self._words.figure(state, e.player), what=what)

    def there(self, state: AnyState, e: Any) -> Message:
        """Return the name of the tile where the event happened."""
        return self._words.tile_at(state, e.player, Cell(e.x, e.y))

    def at(self, state: AnyState, e: Any, change: Message) -> Message:
        """Return the change and its tile."""
        return tr("{change} ({tile})", change=change, tile=self.there(state, e))

    def booking(self, state: AnyState, e: Any, change: Message) -> LogChange:
        return LogChange(change=change, cause=self.there(state, e), player=e.player, joins=is_tile_cost(e.why))

    def placed_text(self, state: AnyState, e: ev.TilePlaced) -> Message | None:
        """Return the history text of a placed tile; None during setup, when home tiles are placed."""
        if not state.turn.number:
            return None
        words = self._words
        where, tile = words.cell(Cell(e.x, e.y)), words.piece(state, e.piece)
        return tr("{player} lays {tile}: {where}", player=words.figure(state, e.player), tile=tile, where=where)

    def placed_more(self, state: AnyState, e: ev.TilePlaced) -> Message:
        """Return the text used after another line about the same player, which has just named a taken tile."""
        where = self._words.cell(Cell(e.x, e.y))
        if e.piece == state.turn.tile:
            return tr("lays the tile: {where}", where=where)
        return tr("lays {tile}: {where}", tile=self._words.piece(state, e.piece), where=where)

    def undo_placed(self, state: AnyState, e: ev.TilePlaced) -> TableInstruction | None:
        """Return the undo instruction; None for a correction, because the tile was there all the time."""
        if not state.turn.number or e.why == ev.CORRECTED:
            return None
        tile, player = self._words.piece(state, e.piece), self._words.figure(state, e.player)
        return TableInstruction(
            tr("Take up {tile} from the territory of {player}", tile=tile, player=player), e.piece
        )

    def removed_text(self, state: AnyState, e: ev.TileRemoved) -> Message:
        where = self._words.cell(Cell(e.x, e.y))
        return tr("{player}: no tile {where}", player=self._words.figure(state, e.player), where=where)

    def change_of_goods(self, e: GoodsEvent) -> Message:
        good = self._words.goods[e.good]
        return (
            tr("+{n} {good}", n=e.n, good=good)
            if isinstance(e, ev.GoodsGained)
            else tr("-{n} {good}", n=e.n, good=good)
        )

    def goods(self, state: AnyState, e: GoodsEvent) -> Message | None:
        """Return the history text with the tile; None for a sale, which has its own text."""
        return None if e.why == "sale" else self.of(state, e, self.at(state, e, self.change_of_goods(e)))

    def undo_goods(self, state: AnyState, events: Sequence[GoodsEvent]) -> TableInstruction | None:
        """Return the instruction that undoes these changes of one good on one tile, or None if they cancel out."""
        by = sum(e.n if isinstance(e, ev.GoodsGained) else -e.n for e in events)
        if not by:
            return None
        first, good = events[0], self._words.goods[events[0].good]
        back = tr("-{n} {good}", n=by, good=good) if by > 0 else tr("+{n} {good}", n=-by, good=good)
        return TableInstruction(self.of(state, first, self.at(state, first, back)))

    def goods_set(self, state: AnyState, e: ev.GoodsSet) -> Message:
        line = tr("{tile}: {n} {good}", tile=self.there(state, e), n=e.n, good=self._words.goods[e.good])
        return self.of(state, e, line)

    def booking_of_goods_set(self, state: AnyState, e: ev.GoodsSet) -> LogChange | None:
        return self._corrected(state, e, tr("{n} {good}", n=e.n, good=self._words.goods[e.good]))

    def _corrected(self, state: AnyState, e: ev.GoodsSet | ev.ScotsSet, now: Message) -> LogChange | None:
        """Return the turn-log entry with the new count; None before the first turn."""
        if not state.turn.number:
            return None
        return LogChange(action=tr("corrected {tile}", tile=self.there(state, e)), change=now, player=e.player)

    def scots(self, state: AnyState, e: ScotsEvent) -> Message:
        return self.of(state, e, self.at(state, e, _scots(e)))

    def undo_scots(self, state: AnyState, e: ScotsEvent) -> TableInstruction:
        return TableInstruction(self.of(state, e, self.at(state, e, _scots(e, -1))))

    def step(self, state: AnyState, e: ev.ScotMoved) -> Message:
        cells = (Cell(e.from_x, e.from_y), Cell(e.to_x, e.to_y))
        here, there = (self._words.tile_at(state, e.player, cell) for cell in cells)
        return tr("Scot from {here} to {there}", here=here, there=there)

    def undo_step(self, state: AnyState, e: ev.ScotMoved) -> TableInstruction:
        back = ev.ScotMoved(e.player, e.to_x, e.to_y, e.from_x, e.from_y)
        return TableInstruction(self.of(state, back, self.step(state, back)))

    def scots_set(self, state: AnyState, e: ev.ScotsSet) -> Message:
        return self.of(state, e, trn("{tile}: {n} Scot", "{tile}: {n} Scots", e.n, tile=self.there(state, e)))

    def booking_of_scots_set(self, state: AnyState, e: ev.ScotsSet) -> LogChange | None:
        # The text is not a plain number of Scots, because the turn log would add consecutive numbers.
        return self._corrected(state, e, tr("now {what}", what=trn("{n} Scot", "{n} Scots", e.n)))
