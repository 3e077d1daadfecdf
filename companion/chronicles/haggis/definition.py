"""Chronicle V, Address to a Haggis: tokens on tables and three scorings with the die (C5-01 to C5-26).

Which token lies where is secret, and known to the companion only if all tokens have stickers.
"""

from __future__ import annotations

import msgspec

from companion.chronicles.haggis import CHRONICLE as LISTING
from companion.chronicles.haggis import events, questions, scoring, text
from companion.chronicles.haggis.model import OWN_STATE, SLUG, STICKERS_FACT, add_pieces, value_fact
from companion.chronicles.haggis.questions import tap_interpretations
from companion.chronicles.haggis.text import EXPLAINED
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.questions.setup import mid_game_hook, mid_game_question

CHRONICLE = Expansion(
    **msgspec.structs.asdict(LISTING),
    icon="token",
    state=OWN_STATE,
    events=events.ROWS,
    questions=(
        *questions.SETUP_KINDS,
        *questions.TOKEN_KINDS,
        *scoring.MEMBER_KINDS,
        *scoring.SCORING_KINDS,
        *scoring.TURNED_KINDS,
        *scoring.MANUAL_KINDS,
        mid_game_question(SLUG, LISTING.name, questions.TOKEN_CORRECTIONS),
    ),
    actions={
        "ledger": questions.TOKEN_ENTRIES,
        "correct": (*questions.SETUP_CORRECTIONS, *questions.TOKEN_CORRECTIONS),
        "start": questions.SETUP_CHANGES,
    },
    facts=add_pieces,
    own_facts=(STICKERS_FACT, value_fact("")),
    fact_words=text.FACT_LABELS,
    reactions={
        ev.TileTaken: questions.ask_token_of_taken_tile,
        ev.TileGiven: questions.ask_token_of_taken_tile,
        ev.TilePlaced: questions.ask_token_of_placed_tile,
    },
    referee=questions.REFEREE,
    hooks={
        "set_up": questions.ask_box_facts,
        "laid_out": questions.ask_token_layout,
        "taken_up": mid_game_hook(SLUG),
        "round_scored": scoring.begin_scoring,
        "final_scored": scoring.begin_scoring,
    },
    follow_ups={
        "show": questions.ask_face_up_token,
        "next": scoring.continue_scoring,
        "ourselves": scoring.finish_manual_scoring,
    },
    preparation=text.preparation_steps,
    lines=text.status_lines,
    table_tasks=text.table_tasks,
    point_sources=text.POINT_SOURCES,
    causes=text.CAUSES,
    taps=tap_interpretations,
    unidentified=questions.unidentified_tokens,
    explained=EXPLAINED,
)
