"""Each event in one row: what it changes, its words in the history, what the hands put back."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.actions import EventRow as Row
from companion.engine.game import PutBack
from companion.engine.message import tr, trn
from companion.state.glen_more import events as ev
from companion.state.glen_more.changes import (
    booked,
    card_placed,
    count_changed,
    count_set,
    emptied,
    identified,
    landmark_gained,
    pawn_moved,
    pawn_placed,
    piece_placed,
    play_began,
    round_scored,
    rule_changed,
    seated,
    space_set,
    tile_discarded,
    tile_laid,
    tile_taken,
    turn_began,
    unchanged,
    withdrawn,
)
from companion.state.glen_more.event_words import (
    back_of_all_laid,
    back_of_change,
    back_of_laid,
    back_of_move,
    back_of_points,
    back_of_trade,
    back_to_the_rondel,
    where_words,
    words_of_change,
    words_of_count_set,
    words_of_end,
    words_of_laid,
    words_of_overruled,
    words_of_points,
    words_of_removed,
    words_of_trade,
)
from companion.state.glen_more.labels import (
    GOODS_WORDS,
    card,
    figure,
    piece,
    round_words,
)
from companion.state.glen_more.model import DIE, State
from companion.state.glen_more.referee import changes as following
from companion.state.glen_more.referee.event_rows import ROWS as OF_THE_REFEREE
from companion.state.territory import changes as shared
from companion.state.territory.model import with_player
from companion.state.territory.track import last_figure

EventRow = Row[State]

ROWS = (
    EventRow(ev.PlayerSeated, seated, lambda s, e: tr("{player} plays", player=figure(seated(s, e), e.player))),
    EventRow(
        ev.PlayerNamed,
        lambda s, e: with_player(s, e.player, name=e.name),
        lambda s, e: tr("{player} is called {name}", player=figure(s, e.player), name=e.name),
    ),
    EventRow(ev.HouseRuleChanged, rule_changed),
    EventRow(ev.PlayBegan, play_began, lambda _s, _e: tr("play begins")),
    EventRow(ev.StageEntered, lambda s, e: replace(s, stage=e.stage)),
    EventRow(ev.QuestionAsked, shared.question_asked),
    EventRow(ev.QuestionClosed, shared.question_closed),
    # After the act, which is what people look for.
    EventRow(ev.Overruled, unchanged, history_of_all=words_of_overruled),
    EventRow(ev.TurnBegan, turn_began),
    EventRow(ev.TileIdentified, identified),
    EventRow(ev.PawnMoved, pawn_moved, put_back=back_of_move),
    EventRow(
        ev.TileTaken,
        tile_taken,
        lambda s, e: tr("{player} takes {tile}", player=figure(s, e.player), tile=piece(s.facts, e.piece, e.deck)),
        put_back=back_to_the_rondel,
    ),
    EventRow(ev.TileDiscarded, tile_discarded, history_of_all=words_of_removed, put_back=back_to_the_rondel),
    EventRow(ev.RefillBegan, lambda s, _e: replace(s, turn=replace(s.turn, cleared=True))),
    EventRow(
        ev.TileLaid,
        tile_laid,
        history_of_all=words_of_laid,
        put_back=back_of_laid,
        handful=lambda e: "" if e.piece else e.deck,
        put_back_handful=back_of_all_laid,
    ),
    EventRow(ev.DeckEmptied, emptied, lambda _s, e: tr("deck {deck} is empty", deck=e.deck)),
    EventRow(ev.TurnEnded, unchanged),
    EventRow(ev.CountChanged, count_changed, words_of_change, put_back=back_of_change),
    EventRow(
        ev.LandmarkGained,
        landmark_gained,
        lambda s, e: tr("{player} gets the card {card}", player=figure(s, e.player), card=card(s.facts, e.card)),
        put_back=lambda s, e: PutBack(tr("The card {card} back beside the board", card=card(s.facts, e.card))),
    ),
    EventRow(ev.GoodSold, shared.good_sold, words_of_trade, put_back=back_of_trade),
    EventRow(ev.GoodBought, following.bought, words_of_trade, put_back=back_of_trade),
    EventRow(ev.PointsScored, shared.points_scored, words_of_points, put_back=back_of_points),
    EventRow(ev.DieRolled, unchanged, lambda _s, e: tr("the die rolled {n}", n=e.face)),
    EventRow(ev.RoundScored, round_scored, lambda _s, e: round_words(e.round)),
    EventRow(
        ev.GoodsCounted,
        shared.goods_counted,
        lambda s, e: trn("{player} has {n} good", "{player} has {n} goods", e.goods, player=figure(s, e.player)),
    ),
    EventRow(ev.GameEnded, lambda s, e: replace(s, winners=e.winners, open=()), words_of_end),
    EventRow(ev.ScoringWithdrawn, withdrawn, lambda _s, _e: tr("the last scoring comes again")),
    EventRow(ev.CountSet, count_set, words_of_count_set),
    EventRow(
        ev.RowSet,
        shared.row_set,
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
        space_set,
        lambda s, e: tr("{tile} lies on the rondel", tile=piece(s.facts, e.piece, e.deck)) if e.deck else None,
    ),
    EventRow(
        ev.PawnPlaced,
        pawn_placed,
        lambda s, e: tr("{figure} stands elsewhere", figure=figure(s, e.figure)),
    ),
    EventRow(
        ev.PiecePlaced,
        piece_placed,
        lambda s, e: tr("{tile}: {where}", tile=piece(s.facts, e.piece), where=where_words(s, e.place)),
    ),
    EventRow(
        ev.CardPlaced,
        card_placed,
        lambda s, e: tr("{tile}: {where}", tile=card(s.facts, e.card), where=where_words(s, e.player)),
    ),
    EventRow(ev.NoteMade, unchanged, lambda _s, e: tr("note: {words}", words=e.words)),
)
EVENTS: dict[type[Any], EventRow] = {row.event: row for row in (*ROWS, *OF_THE_REFEREE)}


_TOLD: tuple[type[ev.Event], ...] = (
    *(ev.TilePlaced, ev.LandmarkGained, ev.MovementGained, ev.GoodsGained, ev.GoodsGiven, ev.GoodSold),
    *(ev.GoodBought, ev.BarrelsGained, ev.BarrelsPaid, ev.CoinsGained, ev.ScotPlaced, ev.ScotRemoved),
    *(ev.ScotMoved, ev.ChieftainMade, ev.ChieftainPaid, ev.CountChanged, ev.PointsScored, ev.DieRolled),
)
"""What stands on the screen of the turn in which it happened."""


def _is_told(state: State, event: ev.Event) -> bool:
    """True if the screen of this turn says it; a tile of the rondel in the die's own turn only."""
    if isinstance(event, ev.TileDiscarded | ev.TileLaid):
        return state.turn.figure == DIE
    return isinstance(event, _TOLD) and not (isinstance(event, ev.GoodsGiven) and event.why == "sale")


def apply(state: State, event: ev.Event) -> State:
    """Return the state after one event; the only way a state changes."""
    after = EVENTS[type(event)].apply(state, event)
    return booked(after, event) if _is_told(after, event) else after


def first_figure(state: State) -> str:
    """Whose turn it is: the hindmost figure's (G1-TRK-02)."""
    return last_figure(state.line)
