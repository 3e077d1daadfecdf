"""Event rows of Glen More: state change, history text and undo instructions of each event.

`SCOREKEEPER_ROWS` are the events of both depths, `REFEREE_ROWS` those of tracked territories, most of them
shared with the other Glen More game. `apply` is the only way a state changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.event_rows import EventRow, EventTable, Filler, When, placeholder
from companion.engine.game import TableInstruction
from companion.engine.message import Message, join_list, tr, trn
from companion.engine.table_game import common_event_rows, unchanged_state
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
from companion.state.territory.track import last_figure

UNDO_SECRET_POINTS = TableInstruction(tr("Points back, as each player's own phone says"))
"""One instruction for all points that are undone while they are secret."""


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


def place_text(state: State, where: str) -> Message:
    """Return the name of the place of a tile or card."""
    words = {"out": tr("out of the game"), "deck": tr("in its deck"), "": tr("nobody")}
    return words.get(where) or figure_label(state, where)


def _cause(state: State, e: ev.CountChanged) -> Message | None:
    return cause_text(state.facts, e.why)


def _points_source(state: State, e: ev.PointsScored) -> Message:
    return piece_label(state.facts, e.source) if e.source in state.facts.tiles else source_label(e.source)


def _points_back(state: State, e: ev.PointsScored) -> Message:
    player = figure_label(state, e.player)
    if e.points < 0:
        return trn("{player} gets back {n} point", "{player} gets back {n} points", -e.points, player=player)
    return trn("{player} gives back {n} point", "{player} gives back {n} points", e.points, player=player)


def _hides_points(state: State, _e: Any) -> bool:
    return are_points_hidden(state)


row = EventTable[State](
    {
        "player": lambda s, e: figure_label(s, e.player),
        "figure": lambda s, e: figure_label(s, e.figure),
        "tile": lambda s, e: piece_label(s.facts, e.piece, getattr(e, "deck", "")),
        "card": lambda s, e: card_label(s.facts, e.card),
        "good": lambda _s, e: GOODS_WORDS[e.good],
        "place": lambda s, e: TERRITORY_WORDS.tile_at(s, e.player, Cell(e.x, e.y)),
    }
).row
_OF_PLAYER = tr("{player}: {what}")
_UNDO_OF_PLAYER = tr("{player}: {what}", what=placeholder("back"))


def _change(count: str, sign: int = 1) -> dict[str, Filler]:
    """Return what fills the texts of an event that adds (1) or removes (-1) coins or barrels."""
    return {
        "what": lambda _s, e: change_text(count, sign * getattr(e, count)),
        "back": lambda _s, e: change_text(count, -sign * getattr(e, count)),
    }


_ALIKE = territory_event_rows(TERRITORY_WORDS)
_PLACED = _ALIKE[ev.TilePlaced]


def _placed_text(state: State, e: ev.TilePlaced) -> Message | None:
    """Return the history text; during setup it names the player's start village."""
    if state.turn.number and _PLACED.history:
        return _PLACED.history(state, e)
    return tr("{player}: {what}", player=figure_label(state, e.player), what=TERRITORY_WORDS.piece(state, e.piece))


_ALIKE |= {
    ev.TilePlaced: replace(_PLACED, apply=changes.place_tile, history=_placed_text),
    ev.TileRemoved: replace(_ALIKE[ev.TileRemoved], apply=changes.remove_placed_tile),
}
REFEREE_ROWS: tuple[EventRow[State], ...] = (
    *_ALIKE.values(),
    row(ev.TileActivated, changes.activate_tile),
    row(ev.BarrelsGained, shared.add_barrels, _OF_PLAYER, undo=_UNDO_OF_PLAYER, fillers=_change("barrels")),
    row(ev.BarrelsPaid, shared.remove_barrels, _OF_PLAYER, undo=_UNDO_OF_PLAYER, fillers=_change("barrels", -1)),
    row(ev.CoinsGained, shared.add_coins, _OF_PLAYER, undo=_UNDO_OF_PLAYER, fillers=_change("coins")),
    row(
        ev.ChieftainMade,
        changes.make_chieftain,
        tr("{player}: Scot of {tile} is chieftain", tile=placeholder("place")),
        undo=tr("{player}: chieftain back onto {tile}", tile=placeholder("place")),
    ),
    row(
        ev.ChieftainPaid,
        changes.pay_chieftain,
        tr("{player}: {what}", what=change_text("chieftains", -1)),
        undo=tr("{player}: {what}", what=change_text("chieftains", 1)),
    ),
)
_BACK_TO_RONDEL = TableInstruction(tr("{tile} back to the rondel"), "{piece}")
SCOREKEEPER_ROWS: tuple[EventRow[State], ...] = (
    row(
        ev.PlayerSeated,
        seat_player,
        tr("{player} plays"),
        fillers={"player": lambda s, e: figure_label(seat_player(s, e), e.player)},
    ),
    row(ev.HouseRuleChanged, change_house_rule),
    row(ev.PlayBegan, begin_play, tr("play begins")),
    *common_event_rows(row, QuestionAsked=shared.open_question),
    row(ev.TurnBegan, begin_turn),
    row(ev.TileIdentified, identify_tile),
    row(
        ev.PawnMoved,
        move_pawn,
        undo=When(
            lambda _s, e: e.figure == DIE,
            tr("The die back to where it stood"),
            tr("The pawn of {player} back to where it stood", player=placeholder("figure")),
        ),
    ),
    row(ev.TileTaken, take_tile, tr("{player} takes {tile}"), undo=_BACK_TO_RONDEL),
    row(ev.TileDiscarded, discard_tile, group_history=discarded_tiles_text, undo=_BACK_TO_RONDEL),
    row(ev.RefillBegan, lambda s, _e: replace(s, turn=replace(s.turn, is_track_cleared=True))),
    row(
        ev.TileLaid,
        lay_tile,
        group_history=laid_tiles_text,
        undo=TableInstruction(tr("{tile} from the rondel back on deck {deck}"), "{piece}"),
        undo_group=lambda e: "" if e.piece else e.deck,
        group_undo_instructions=undo_laid_tiles,
    ),
    row(ev.DeckEmptied, empty_deck, tr("deck {deck} is empty")),
    row(ev.TurnEnded, unchanged_state),
    row(
        ev.CountChanged,
        change_count,
        When(_cause, tr("{player}: {what}", what=tr("{what} ({why})")), _OF_PLAYER),
        undo=_UNDO_OF_PLAYER,
        fillers={
            "what": lambda _s, e: change_text(e.count, e.by),
            "back": lambda _s, e: change_text(e.count, -e.by),
            "why": _cause,
        },
    ),
    row(
        ev.LandmarkGained,
        gain_card,
        tr("{player} gets the card {card}"),
        undo=tr("The card {card} back beside the board"),
    ),
    row(
        ev.GoodSold,
        shared.sell_good,
        trn("{player} sells {good}: +{n} coin", "{player} sells {good}: +{n} coins"),
        undo=trn(
            "{n} coin of {player} back into the {good} row", "{n} coins of {player} back into the {good} row"
        ),
        fillers={"n": "coins"},
    ),
    row(
        ev.GoodBought,
        changes.buy_good,
        trn("{player} buys {good}: -{n} coin", "{player} buys {good}: -{n} coins"),
        undo=trn(
            "{n} coin from the {good} row back to {player}", "{n} coins from the {good} row back to {player}"
        ),
        fillers={"n": "coins"},
    ),
    row(
        ev.PointsScored,
        shared.add_points,
        When(
            _hides_points,
            tr("{player}: points ({why})"),
            trn("{player}: {n} point ({why})", "{player}: {n} points ({why})"),
        ),
        undo=When(
            _hides_points,
            UNDO_SECRET_POINTS,
            _points_back,
        ),
        fillers={"n": "points", "why": _points_source},
    ),
    row(ev.DieRolled, unchanged_state, tr("the die rolled {n}"), fillers={"n": "face"}),
    row(ev.RoundScored, record_round, lambda _s, e: round_label(e.round)),
    row(
        ev.GoodsCounted,
        shared.set_goods_count,
        trn("{player} has {n} good", "{player} has {n} goods"),
        fillers={"n": "goods"},
    ),
    row(
        ev.GameEnded,
        lambda s, e: replace(s, winners=e.winners, open_questions=()),
        tr("{names} won"),
        fillers={"names": lambda s, e: join_list(figure_label(s, each) for each in e.winners)},
    ),
    row(ev.ScoringWithdrawn, withdraw_scoring, tr("the last scoring comes again")),
    row(
        ev.CountSet,
        set_count,
        When(
            lambda s, e: e.count == "points" and are_points_hidden(s),
            tr("{player}: points corrected"),
            tr("{player}: {count} {n}"),
        ),
        fillers={"count": lambda _s, e: COUNT_WORDS[e.count], "n": "value"},
    ),
    row(
        ev.RowSet,
        shared.set_row,
        trn("coins in the {good} row: {n}", "coins in the {good} row: {n}"),
        fillers={"n": "filled"},
    ),
    row(
        ev.DeckCounted,
        lambda s, e: replace(s, tiles_left={**s.tiles_left, e.deck: e.left}),
        tr("deck {deck}: {n} left"),
        fillers={"n": "left"},
    ),
    row(ev.SpaceSet, set_space, When("deck", tr("{tile} lies on the rondel"))),
    row(ev.PawnPlaced, place_pawn, tr("{figure} stands elsewhere")),
    row(
        ev.PiecePlaced,
        place_piece,
        tr("{tile}: {where}"),
        fillers={
            "tile": lambda s, e: piece_label(s.facts, e.piece),
            "where": lambda s, e: place_text(s, e.place),
        },
    ),
    row(
        ev.CardPlaced,
        set_card_owner,
        tr("{tile}: {where}", tile=placeholder("card")),
        fillers={"where": lambda s, e: place_text(s, e.player)},
    ),
)
EVENTS: dict[type[Any], EventRow[State]] = {row.event: row for row in (*SCOREKEEPER_ROWS, *REFEREE_ROWS)}


_TOLD: tuple[type[ev.Event], ...] = (
    *(ev.TilePlaced, ev.LandmarkGained, ev.MovementGained, ev.GoodsGained, ev.GoodsGiven, ev.GoodSold),
    *(ev.GoodBought, ev.BarrelsGained, ev.BarrelsPaid, ev.CoinsGained, ev.ScotPlaced, ev.ScotRemoved),
    *(ev.ScotMoved, ev.ChieftainMade, ev.ChieftainPaid, ev.CountChanged, ev.PointsScored, ev.DieRolled),
)
"""Events shown on the screen of the turn in which they happened."""


def _is_in_turn_log(state: State, event: ev.Event) -> bool:
    """True if the screen of this turn shows the event; changes of the rondel only in the die's own turn."""
    if isinstance(event, ev.TileDiscarded | ev.TileLaid):
        return state.turn.figure == DIE
    return isinstance(event, _TOLD) and not (isinstance(event, ev.GoodsGiven) and event.why == "sale")


def apply(state: State, event: ev.Event) -> State:
    """Return the state after one event; the only way a state changes."""
    after = EVENTS[type(event)].apply(state, event)
    return add_to_turn_log(after, event) if _is_in_turn_log(after, event) else after


def first_figure(state: State) -> str:
    """Return the figure whose turn it is: the last one (G1-TRK-02)."""
    return last_figure(state.track)
