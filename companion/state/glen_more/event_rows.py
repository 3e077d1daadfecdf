"""Event rows of Glen More: state change, history text and undo instructions of each event.

`SCOREKEEPER_ROWS` are the events of both depths, `REFEREE_ROWS` those of tracked territories, most of them
shared with the other Glen More game. `apply` is the only way a state changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.event_rows import EventRow as Row
from companion.engine.game import TableInstruction
from companion.engine.message import Message, join_list, tr, trn
from companion.engine.table_game import overruled_text
from companion.state.glen_more import changes
from companion.state.glen_more import events as ev
from companion.state.glen_more.changes import (
    add_to_turn_log,
    begin_play,
    begin_turn,
    change_count,
    change_house_rule,
    discard_tile,
    empty_deck,
    gain_card,
    identify_tile,
    lay_tile,
    move_pawn,
    place_pawn,
    place_piece,
    record_round,
    seat_player,
    set_card_owner,
    set_count,
    set_space,
    take_tile,
    unchanged_state,
    withdraw_scoring,
)
from companion.state.glen_more.model import DIE, State
from companion.state.glen_more.standings import are_points_hidden
from companion.state.glen_more.text import (
    COUNT_WORDS,
    GOODS_WORDS,
    TERRITORY_WORDS,
    card_label,
    cause_text,
    change_text,
    figure_label,
    piece_label,
    round_label,
    source_label,
)
from companion.state.territory import changes as shared
from companion.state.territory.event_rows import territory_event_rows
from companion.state.territory.grid import Cell
from companion.state.territory.model import with_player
from companion.state.territory.track import last_figure

UNDO_SECRET_POINTS = TableInstruction(tr("Points back, as each player's own phone says"))
"""One instruction for all points that are undone while they are secret."""


def count_change_text(state: State, e: ev.CountChanged) -> Message:
    """Return the history text of a changed count with its cause."""
    what, why = change_text(e.count, e.by), cause_text(state.facts, e.why)
    told = tr("{what} ({why})", what=what, why=why) if why else what
    return tr("{player}: {what}", player=figure_label(state, e.player), what=told)


def undo_count_change(state: State, e: ev.CountChanged) -> TableInstruction:
    """Return the instruction that undoes a changed count."""
    return TableInstruction(
        tr("{player}: {what}", player=figure_label(state, e.player), what=change_text(e.count, -e.by))
    )


def points_text(state: State, e: ev.PointsScored) -> Message:
    """Return the history text of points; without their number while they are secret."""
    who = figure_label(state, e.player)
    why = piece_label(state.facts, e.source) if e.source in state.facts.tiles else source_label(e.source)
    if are_points_hidden(state):
        return tr("{player}: points ({why})", player=who, why=why)
    return trn("{player}: {n} point ({why})", "{player}: {n} points ({why})", e.points, player=who, why=why)


def undo_points(state: State, e: ev.PointsScored) -> TableInstruction:
    """Return the instruction that undoes points."""
    if are_points_hidden(state):
        return UNDO_SECRET_POINTS
    player = figure_label(state, e.player)
    if e.points < 0:
        words = trn("{player} gets back {n} point", "{player} gets back {n} points", -e.points, player=player)
        return TableInstruction(words)
    words = trn("{player} gives back {n} point", "{player} gives back {n} points", e.points, player=player)
    return TableInstruction(words)


def laid_tiles_text(state: State, all_of_them: Sequence[ev.TileLaid]) -> Message:
    """Return one line for all laid tiles: a refill can have ten, which would hide the players' own entries."""
    known = [piece_label(state.facts, e.piece) for e in all_of_them if e.piece]
    count = trn("{n} tile laid on the rondel", "{n} tiles laid on the rondel", len(all_of_them))
    return tr("{count} ({tiles})", count=count, tiles=join_list(known)) if known else count


def discarded_tiles_text(state: State, all_of_them: Sequence[ev.TileDiscarded]) -> Message:
    """Return one line for all tiles that left the game."""
    known = [piece_label(state.facts, e.piece) for e in all_of_them if e.piece]
    count = trn("{n} tile out of the game", "{n} tiles out of the game", len(all_of_them))
    return tr("{count} ({tiles})", count=count, tiles=join_list(known)) if known else count


def undo_laid_tile(state: State, e: ev.TileLaid) -> TableInstruction:
    """Return the instruction that undoes one laid tile."""
    tile = piece_label(state.facts, e.piece, e.deck)
    return TableInstruction(tr("{tile} from the rondel back on deck {deck}", tile=tile, deck=e.deck), e.piece)


def undo_laid_tiles(_state: State, all_of_them: Sequence[ev.TileLaid]) -> TableInstruction:
    """Return the instruction that undoes several laid tiles of one deck."""
    deck, n = all_of_them[0].deck, len(all_of_them)
    return TableInstruction(
        trn(
            "{n} tile from the rondel back on deck {deck}",
            "{n} tiles from the rondel back on deck {deck}",
            n,
            deck=deck,
        )
    )


def undo_removed_from_rondel(state: State, e: ev.TileTaken | ev.TileDiscarded) -> TableInstruction:
    """Return the instruction that puts a taken or discarded tile back on the rondel."""
    return TableInstruction(
        tr("{tile} back to the rondel", tile=piece_label(state.facts, e.piece, e.deck)), e.piece
    )


def undo_move(state: State, e: ev.PawnMoved) -> TableInstruction:
    """Return the instruction that undoes a move of a figure."""
    if e.figure == DIE:
        return TableInstruction(tr("The die back to where it stood"))
    return TableInstruction(
        tr("The pawn of {player} back to where it stood", player=figure_label(state, e.figure))
    )


def trade_text(state: State, e: ev.GoodSold | ev.GoodBought) -> Message:
    """Return the history text of a sale or purchase."""
    player, good = figure_label(state, e.player), GOODS_WORDS[e.good]
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


def undo_trade(state: State, e: ev.GoodSold | ev.GoodBought) -> TableInstruction:
    """Return the instruction that undoes a sale or purchase."""
    player, good = figure_label(state, e.player), GOODS_WORDS[e.good]
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
    return TableInstruction(words)


def count_correction_text(state: State, e: ev.CountSet) -> Message:
    """Return the history text of a corrected count; without the number of secret points."""
    if e.count == "points" and are_points_hidden(state):
        return tr("{player}: points corrected", player=figure_label(state, e.player))
    return tr("{player}: {count} {n}", player=figure_label(state, e.player), count=COUNT_WORDS[e.count], n=e.value)


def winners_text(state: State, e: ev.GameEnded) -> Message:
    """Return the history text with the winners."""
    return tr("{names} won", names=join_list(figure_label(state, each) for each in e.winners))


def place_text(state: State, where: str) -> Message:
    """Return the name of the place of a tile or card."""
    words = {"out": tr("out of the game"), "deck": tr("in its deck"), "": tr("nobody")}
    return words.get(where) or figure_label(state, where)


RefereeRow = Row[State]


def _of(state: State, e: Any, what: Message) -> Message:
    return tr("{player}: {what}", player=figure_label(state, e.player), what=what)


def _there(state: State, e: Any) -> Message:
    return TERRITORY_WORDS.tile_at(state, e.player, Cell(e.x, e.y))


def _barrels(e: ev.BarrelsGained | ev.BarrelsPaid, sign: int) -> Message:
    return change_text("barrels", sign * (e.barrels if isinstance(e, ev.BarrelsGained) else -e.barrels))


def _words_of_barrels(state: State, e: ev.BarrelsGained | ev.BarrelsPaid) -> Message:
    return _of(state, e, _barrels(e, 1))


def _back_of_barrels(state: State, e: ev.BarrelsGained | ev.BarrelsPaid) -> TableInstruction:
    return TableInstruction(_of(state, e, _barrels(e, -1)))


def _words_of_chieftain(state: State, e: ev.ChieftainMade) -> Message:
    return tr("{player}: Scot of {tile} is chieftain", player=figure_label(state, e.player), tile=_there(state, e))


def _back_of_chieftain(state: State, e: ev.ChieftainMade) -> TableInstruction:
    words = tr("{player}: chieftain back onto {tile}", player=figure_label(state, e.player), tile=_there(state, e))
    return TableInstruction(words)


_ALIKE = territory_event_rows(TERRITORY_WORDS)
_PLACED = _ALIKE[ev.TilePlaced]


def _words_of_placed(state: State, e: ev.TilePlaced) -> Message | None:
    """Return the history text; during setup it names the player's start village."""
    told = _PLACED.history
    return told(state, e) if state.turn.number and told else _of(state, e, TERRITORY_WORDS.piece(state, e.piece))


_ALIKE |= {
    ev.TilePlaced: replace(_PLACED, apply=changes.place_tile, history=_words_of_placed),
    ev.TileRemoved: replace(_ALIKE[ev.TileRemoved], apply=changes.remove_placed_tile),
}
REFEREE_ROWS: tuple[RefereeRow, ...] = (
    *_ALIKE.values(),
    RefereeRow(ev.TileActivated, changes.activate_tile),
    RefereeRow(ev.BarrelsGained, shared.add_barrels, _words_of_barrels, undo_instructions=_back_of_barrels),
    RefereeRow(ev.BarrelsPaid, shared.remove_barrels, _words_of_barrels, undo_instructions=_back_of_barrels),
    RefereeRow(
        ev.CoinsGained,
        shared.add_coins,
        lambda s, e: _of(s, e, change_text("coins", e.coins)),
        undo_instructions=lambda s, e: TableInstruction(_of(s, e, change_text("coins", -e.coins))),
    ),
    RefereeRow(
        ev.ChieftainMade, changes.make_chieftain, _words_of_chieftain, undo_instructions=_back_of_chieftain
    ),
    RefereeRow(
        ev.ChieftainPaid,
        changes.pay_chieftain,
        lambda s, e: _of(s, e, change_text("chieftains", -1)),
        undo_instructions=lambda s, e: TableInstruction(_of(s, e, change_text("chieftains", 1))),
    ),
)


EventRow = Row[State]

SCOREKEEPER_ROWS = (
    EventRow(
        ev.PlayerSeated,
        seat_player,
        lambda s, e: tr("{player} plays", player=figure_label(seat_player(s, e), e.player)),
    ),
    EventRow(
        ev.PlayerNamed,
        lambda s, e: with_player(s, e.player, name=e.name),
        lambda s, e: tr("{player} is called {name}", player=figure_label(s, e.player), name=e.name),
    ),
    EventRow(ev.HouseRuleChanged, change_house_rule),
    EventRow(ev.PlayBegan, begin_play, lambda _s, _e: tr("play begins")),
    EventRow(ev.StageEntered, lambda s, e: replace(s, stage=e.stage)),
    EventRow(ev.QuestionAsked, shared.open_question),
    EventRow(ev.QuestionClosed, shared.close_question),
    # Listed after the act itself, which readers look for.
    EventRow(ev.Overruled, unchanged_state, group_history=overruled_text),
    EventRow(ev.TurnBegan, begin_turn),
    EventRow(ev.TileIdentified, identify_tile),
    EventRow(ev.PawnMoved, move_pawn, undo_instructions=undo_move),
    EventRow(
        ev.TileTaken,
        take_tile,
        lambda s, e: tr(
            "{player} takes {tile}", player=figure_label(s, e.player), tile=piece_label(s.facts, e.piece, e.deck)
        ),
        undo_instructions=undo_removed_from_rondel,
    ),
    EventRow(
        ev.TileDiscarded,
        discard_tile,
        group_history=discarded_tiles_text,
        undo_instructions=undo_removed_from_rondel,
    ),
    EventRow(ev.RefillBegan, lambda s, _e: replace(s, turn=replace(s.turn, cleared=True))),
    EventRow(
        ev.TileLaid,
        lay_tile,
        group_history=laid_tiles_text,
        undo_instructions=undo_laid_tile,
        undo_group=lambda e: "" if e.piece else e.deck,
        group_undo_instructions=undo_laid_tiles,
    ),
    EventRow(ev.DeckEmptied, empty_deck, lambda _s, e: tr("deck {deck} is empty", deck=e.deck)),
    EventRow(ev.TurnEnded, unchanged_state),
    EventRow(ev.CountChanged, change_count, count_change_text, undo_instructions=undo_count_change),
    EventRow(
        ev.LandmarkGained,
        gain_card,
        lambda s, e: tr(
            "{player} gets the card {card}", player=figure_label(s, e.player), card=card_label(s.facts, e.card)
        ),
        undo_instructions=lambda s, e: TableInstruction(
            tr("The card {card} back beside the board", card=card_label(s.facts, e.card))
        ),
    ),
    EventRow(ev.GoodSold, shared.sell_good, trade_text, undo_instructions=undo_trade),
    EventRow(ev.GoodBought, changes.buy_good, trade_text, undo_instructions=undo_trade),
    EventRow(ev.PointsScored, shared.add_points, points_text, undo_instructions=undo_points),
    EventRow(ev.DieRolled, unchanged_state, lambda _s, e: tr("the die rolled {n}", n=e.face)),
    EventRow(ev.RoundScored, record_round, lambda _s, e: round_label(e.round)),
    EventRow(
        ev.GoodsCounted,
        shared.set_goods_count,
        lambda s, e: trn(
            "{player} has {n} good", "{player} has {n} goods", e.goods, player=figure_label(s, e.player)
        ),
    ),
    EventRow(ev.GameEnded, lambda s, e: replace(s, winners=e.winners, open=()), winners_text),
    EventRow(ev.ScoringWithdrawn, withdraw_scoring, lambda _s, _e: tr("the last scoring comes again")),
    EventRow(ev.CountSet, set_count, count_correction_text),
    EventRow(
        ev.RowSet,
        shared.set_row,
        lambda _s, e: trn(
            "coins in the {good} row: {n}", "coins in the {good} row: {n}", e.filled, good=GOODS_WORDS[e.good]
        ),
    ),
    EventRow(
        ev.DeckCounted,
        lambda s, e: replace(s, left={**s.left, e.deck: e.left}),
        lambda _s, e: tr("deck {deck}: {n} left", deck=e.deck, n=e.left),
    ),
    EventRow(
        ev.SpaceSet,
        set_space,
        lambda s, e: (
            tr("{tile} lies on the rondel", tile=piece_label(s.facts, e.piece, e.deck)) if e.deck else None
        ),
    ),
    EventRow(
        ev.PawnPlaced,
        place_pawn,
        lambda s, e: tr("{figure} stands elsewhere", figure=figure_label(s, e.figure)),
    ),
    EventRow(
        ev.PiecePlaced,
        place_piece,
        lambda s, e: tr("{tile}: {where}", tile=piece_label(s.facts, e.piece), where=place_text(s, e.place)),
    ),
    EventRow(
        ev.CardPlaced,
        set_card_owner,
        lambda s, e: tr("{tile}: {where}", tile=card_label(s.facts, e.card), where=place_text(s, e.player)),
    ),
    EventRow(ev.NoteMade, unchanged_state, lambda _s, e: tr("note: {words}", words=e.words)),
)
EVENTS: dict[type[Any], EventRow] = {row.event: row for row in (*SCOREKEEPER_ROWS, *REFEREE_ROWS)}


_TOLD: tuple[type[ev.Event], ...] = (
    *(ev.TilePlaced, ev.LandmarkGained, ev.MovementGained, ev.GoodsGained, ev.GoodsGiven, ev.GoodSold),
    *(ev.GoodBought, ev.BarrelsGained, ev.BarrelsPaid, ev.CoinsGained, ev.ScotPlaced, ev.ScotRemoved),
    *(ev.ScotMoved, ev.ChieftainMade, ev.ChieftainPaid, ev.CountChanged, ev.PointsScored, ev.DieRolled),
)
"""Events shown on the screen of the turn in which they happened."""


def _is_told(state: State, event: ev.Event) -> bool:
    """True if the screen of this turn shows the event; changes of the rondel only in the die's own turn."""
    if isinstance(event, ev.TileDiscarded | ev.TileLaid):
        return state.turn.figure == DIE
    return isinstance(event, _TOLD) and not (isinstance(event, ev.GoodsGiven) and event.why == "sale")


def apply(state: State, event: ev.Event) -> State:
    """Return the state after one event; the only way a state changes."""
    after = EVENTS[type(event)].apply(state, event)
    return add_to_turn_log(after, event) if _is_told(after, event) else after


def first_figure(state: State) -> str:
    """Return the figure whose turn it is: the last one (G1-TRK-02)."""
    return last_figure(state.line)
