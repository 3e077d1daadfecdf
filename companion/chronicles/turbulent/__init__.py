"""VI Turbulent Chapters of Scotland's History: landmark cards with a second side (C6-01 to C6-38)."""

from __future__ import annotations

from companion.chronicles.turbulent import questions as asks
from companion.chronicles.turbulent import sides, tables
from companion.chronicles.turbulent.chapters import CAUSES, CHAPTERS, SLUG, cause
from companion.chronicles.turbulent.events import ONLY_TURNS, REMOVES_ONE
from companion.chronicles.turbulent.pieces import with_pieces
from companion.chronicles.turbulent.scoring import parts
from companion.chronicles.turbulent.sheet import SHEET
from companion.engine.game import PutBack
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule
from companion.state.glen_more_2.model import State

OWN_TABLE = tr("own table")


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    n = len(sides.turned_of(state, player_id)) if player_id else 0
    return (trn("{n} event side", "{n} event sides", n),) if n else ()


def told_turned(state: State, e: sides.SideTurned) -> Message:
    player, card = labels.figure(state, e.player), CHAPTERS[e.card].name
    if e.done:
        return tr("{player}: event of {card}", player=player, card=card)
    return tr("{player} only turns {card}", player=player, card=card)


def told_side(_state: State, e: sides.SideSet) -> Message:
    card = CHAPTERS[e.card].name
    return tr("{card}: event side up", card=card) if e.turned else tr("{card}: landmark side up", card=card)


def told_by_hand(_state: State, e: sides.CountedByHand) -> Message:
    return tr("the table of {card} is counted by hand", card=CHAPTERS[e.card].name)


def told_emptied(state: State, e: sides.RowEmptied) -> Message:
    player, row = labels.figure(state, e.player), labels.row(state, e.row)
    return trn(
        "{player} takes {n} coin of the {row} row",
        "{player} takes {n} coins of the {row} row",
        e.coins,
        player=player,
        row=row,
    )


def told_swapped(state: State, e: sides.FigureSwapped) -> Message:
    tile = labels.piece(state.facts, e.piece, e.deck)
    return tr("{figure} and {tile} change places", figure=labels.figure(state, e.figure), tile=tile)


def put_back_turned(state: State, e: sides.SideTurned) -> PutBack:
    card, player = CHAPTERS[e.card].name, labels.figure(state, e.player)
    return PutBack(tr("The card {card} of {player} back to its landmark side", card=card, player=player))


def put_back_emptied(state: State, e: sides.RowEmptied) -> PutBack:
    player, row = labels.figure(state, e.player), labels.row(state, e.row)
    return PutBack(
        trn(
            "{n} coin of {player} back to the {row} row",
            "{n} coins of {player} back to the {row} row",
            e.coins,
            player=player,
            row=row,
        )
    )


def put_back_swapped(state: State, e: sides.FigureSwapped) -> PutBack:
    tile, player = labels.piece(state.facts, e.piece, e.deck), labels.figure(state, e.figure)
    return PutBack(tr("{figure} and {tile} change places again", figure=player, tile=tile))


CHRONICLE = Expansion(
    slug=SLUG,
    number=6,
    minutes=20,
    name=tr("Turbulent Chapters"),
    words=("turbulent", "storr", "wallace", "dunvegan", "fort_george", "gathering", "event_side"),
    drawer=lambda _state: sides.Chapters(),
    events=tuple(sides.CHANGES),
    changes=sides.CHANGES,
    kinds={**asks.KINDS, **tables.KINDS},
    facts=with_pieces,
    switches=(
        ExpansionRule(ONLY_TURNS, "C6-19", 0, tr("Wallace Monument turns another card without its event")),
        ExpansionRule(REMOVES_ONE, "C6-21", 0, tr("a removal event may remove 1 tile instead of 2")),
    ),
    reactions={
        ev.TileTaken: asks.gathering,
        ev.TileGiven: asks.gathering,
        ev.LandmarkGained: asks.card_gained,
        ev.CardPlaced: tables.card_placed,
        ev.ScoringWithdrawn: tables.withdrawn,
    },
    hooks={
        "before_round": tables.before_round,
        "round_scored": tables.round_scored,
        "final_scored": tables.final_scored,
    },
    follow_ups={"gathered": asks.gathered},
    offers={"ledger": asks.entry, "correct": tables.corrections},
    settles={
        asks.ENTRY: asks.settle_entry,
        tables.SIDE: tables.settle_side,
        tables.TELL: tables.settle_tell,
    },
    scoring=parts,
    lines=lines,
    reasons={
        **{cause(c.id): tr("event of {card}", card=c.name) for c in CHAPTERS.values()},
        tables.OWN_ROUND: OWN_TABLE,
        tables.OWN_FINAL: OWN_TABLE,
    },
    causes=CAUSES,
    taps=asks.taps,
    told={
        sides.SideTurned: told_turned,
        sides.SideSet: told_side,
        sides.CountedByHand: told_by_hand,
        sides.RowEmptied: told_emptied,
        sides.FigureSwapped: told_swapped,
    },
    put_back={
        sides.SideTurned: put_back_turned,
        sides.RowEmptied: put_back_emptied,
        sides.FigureSwapped: put_back_swapped,
    },
    sheet=SHEET,
)
