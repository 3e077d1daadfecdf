"""VI Turbulent Chapters of Scotland's History: landmark cards with a second side (C6-01 to C6-39).

Landmark sides are the core's; what an event sets off in a territory is left to the hands.
"""

from __future__ import annotations

from companion.chronicles.queries import TURNED_CARDS
from companion.chronicles.turbulent import corrections, event_rows, followed, payment, questions, sides, tables
from companion.chronicles.turbulent.articles import EXPLAINED
from companion.chronicles.turbulent.chapters import CAUSES, CHAPTERS, SLUG, TABLES, event_name
from companion.chronicles.turbulent.effects import ONLY_TURNS, REMOVES_ONE
from companion.chronicles.turbulent.pieces import preparation, with_pieces
from companion.chronicles.turbulent.score_keys import SCORE_KEYS
from companion.chronicles.turbulent.scoring import EVENT_SIDE_ENDS, parts, table_fact
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule, Gain, Refereed
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.questions.already_playing import ask_how_far, how_far

OWN_TABLE = tr("own table")


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    """How many of a player's cards are turned."""
    n = len(sides.turned_of(state, player_id)) if player_id else 0
    return (trn("{n} event side", "{n} event sides", n),) if n else ()


NAME = tr("Turbulent Chapters")

CHRONICLE = Expansion(
    slug=SLUG,
    number=6,
    icon="card",
    minutes=20,
    name=NAME,
    words=("turbulent", "storr", "wallace", "dunvegan", "fort_george", "gathering", "event_side"),
    state=sides.OWN_STATE,
    events=event_rows.ROWS,
    questions=(
        *questions.KINDS,
        *followed.KINDS,
        *payment.KINDS,
        *tables.KINDS,
        how_far(SLUG, NAME, corrections.ROWS),
    ),
    actions={"ledger": questions.ENTRIES, "correct": corrections.ROWS},
    facts=with_pieces,
    fact_words={table_fact(id): tr("own table of {card}", card=CHAPTERS[id].name) for id in TABLES.values()},
    house_rules=(
        ExpansionRule(ONLY_TURNS, "C6-19", 0, tr("Wallace Monument turns another card without its event")),
        ExpansionRule(REMOVES_ONE, "C6-21", 0, tr("a removal event may remove 1 tile instead of 2")),
        ExpansionRule(EVENT_SIDE_ENDS, "C6-39", 0, tr("a card's lasting effect ends when its event side is up")),
    ),
    reactions={
        ev.TileTaken: questions.gathering,
        ev.TileGiven: questions.gathering,
        ev.LandmarkGained: questions.card_gained,
        ev.CardPlaced: corrections.card_placed,
        sides.SideSet: corrections.side_put_right,
        ev.ScoringWithdrawn: tables.withdrawn,
    },
    hooks={
        "taken_up": ask_how_far(SLUG),
        "before_round": tables.before_round,
        "round_scored": tables.round_scored,
        "final_scored": tables.final_scored,
    },
    follow_ups={"gathered": questions.gathered},
    answers=(TURNED_CARDS.answered(sides.turned_cards),),
    referee=Refereed(gains={followed.SYMBOL: Gain(tr("an event"), questions.ask_event)}, uses=followed.uses),
    scoring=parts,
    preparation=preparation,
    lines=lines,
    point_sources={
        **{event_name(c.id): tr("event of {card}", card=c.name) for c in CHAPTERS.values()},
        tables.OWN_ROUND: OWN_TABLE,
        tables.OWN_FINAL: OWN_TABLE,
    },
    causes=CAUSES,
    taps=questions.taps,
    score_keys=SCORE_KEYS,
    explained=EXPLAINED,
)
