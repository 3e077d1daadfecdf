"""Chronicle VI, Turbulent Chapters of Scotland's History: landmark cards with an event side (C6-01 to C6-39).

The core handles the landmark sides. Without referee depth, what an event does in a territory is a table
instruction.
"""

from __future__ import annotations

import msgspec

from companion.chronicles.interactions import TURNED_CARDS
from companion.chronicles.turbulent import CHRONICLE as LISTING
from companion.chronicles.turbulent import effects, events, model, questions
from companion.chronicles.turbulent.model import (
    CAUSES,
    CHAPTERS,
    OWN_TABLE_CARDS,
    SLUG,
    add_pieces,
    event_name,
    preparation_steps,
)
from companion.chronicles.turbulent.scoring import SCORE_KEYS, side_scoring_parts, table_fact
from companion.chronicles.turbulent.text import EXPLAINED
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import ActivationGain, Expansion, RefereeExtension
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.questions.setup import mid_game_hook, mid_game_question

OWN_TABLE = tr("own table")


def status_lines(state: State, player_id: str) -> tuple[Message, ...]:
    """Return the number of a player's cards on their event side."""
    n = len(model.cards_turned_by(state, player_id)) if player_id else 0
    return (trn("{n} event side", "{n} event sides", n),) if n else ()


CHRONICLE = Expansion(
    **msgspec.structs.asdict(LISTING),
    icon="card",
    state=model.OWN_STATE,
    events=events.ROWS,
    questions=(
        *questions.EVENT_KINDS,
        *effects.TERRITORY_KINDS,
        *questions.PAYMENT_KINDS,
        *questions.TABLE_KINDS,
        mid_game_question(SLUG, LISTING.name, questions.CORRECTIONS),
    ),
    actions={"ledger": questions.ENTRIES, "correct": questions.CORRECTIONS},
    facts=add_pieces,
    fact_words={
        table_fact(id): tr("own table of {card}", card=CHAPTERS[id].name) for id in OWN_TABLE_CARDS.values()
    },
    reactions={
        ev.TileTaken: questions.ask_event_of_gathering,
        ev.TileGiven: questions.ask_event_of_gathering,
        ev.LandmarkGained: questions.ask_scots_of_fort_george,
        ev.CardPlaced: questions.turn_back_free_card,
        model.SideSet: questions.close_repeated_event,
        ev.ScoringWithdrawn: questions.withdraw_entered_points,
    },
    hooks={
        "taken_up": mid_game_hook(SLUG),
        "before_round": questions.ask_unknown_tables,
        "round_scored": questions.ask_points_after_round,
        "final_scored": questions.ask_points_after_final,
    },
    follow_ups={"gathered": questions.ask_event_after_payment},
    answers=(TURNED_CARDS.answered_by(model.turned_cards),),
    referee=RefereeExtension(
        gains={effects.EVENT_GAIN: ActivationGain(tr("an event"), questions.ask_event)},
        uses=effects.event_activation_options,
    ),
    scoring=side_scoring_parts,
    preparation=preparation_steps,
    lines=status_lines,
    point_sources={
        **{event_name(c.id): tr("event of {card}", card=c.name) for c in CHAPTERS.values()},
        questions.ROUND_POINTS_SOURCE: OWN_TABLE,
        questions.FINAL_POINTS_SOURCE: OWN_TABLE,
    },
    causes=CAUSES,
    taps=questions.tap_interpretations,
    score_keys=SCORE_KEYS,
    explained=EXPLAINED,
)
