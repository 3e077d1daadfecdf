"""V Address to a Haggis: tokens on tables, three scorings with the die (C5-01 to C5-26).

Which token lies where is secret, and known only where all of them have stickers.
"""

from __future__ import annotations

from companion.chronicles.haggis import by_hand, event_rows, gaining, members, scoring, setup, turned, words
from companion.chronicles.haggis.articles import EXPLAINED
from companion.chronicles.haggis.pieces import SLUG, STICKERS, value_fact, with_pieces
from companion.chronicles.haggis.tapping import taps
from companion.chronicles.haggis.tokens import OWN_STATE
from companion.engine.message import tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule
from companion.state.glen_more_2.questions.already_playing import ask_how_far, how_far

NAME = tr("Address to a Haggis")

CHRONICLE = Expansion(
    slug=SLUG,
    number=5,
    icon="token",
    minutes=10,
    name=NAME,
    words=("haggis", "drovers_inn", "ye_olde_inn", "creek_inn", "beast_feast_inn", "shetland"),
    state=OWN_STATE,
    events=event_rows.ROWS,
    questions=(
        *setup.KINDS,
        *gaining.KINDS,
        *members.KINDS,
        *scoring.KINDS,
        *turned.KINDS,
        *by_hand.KINDS,
        how_far(SLUG, NAME, gaining.CORRECTIONS),
    ),
    actions={
        "ledger": gaining.ENTRIES,
        "correct": (*setup.CORRECTIONS, *gaining.CORRECTIONS),
        "start": setup.CHANGES,
    },
    facts=with_pieces,
    own_facts=(STICKERS, value_fact("")),
    fact_words=words.FACT_WORDS,
    house_rules=(
        ExpansionRule(members.ONCE_A_GAME, "C8-40", 0, tr("Oonagh McHagg rolls again only once a game")),
    ),
    reactions={
        ev.TileTaken: gaining.tile_taken,
        ev.TileGiven: gaining.tile_taken,
        ev.TilePlaced: gaining.tile_laid,
    },
    referee=gaining.REFEREE,
    hooks={
        "set_up": setup.set_up,
        "laid_out": setup.laid_out,
        "taken_up": ask_how_far(SLUG),
        "round_scored": scoring.after_round,
        "final_scored": scoring.after_round,
    },
    follow_ups={"show": setup.show, "next": scoring.go_on, "ourselves": scoring.done_by_hand},
    preparation=words.preparation,
    lines=words.lines,
    owed=words.owed,
    point_sources=words.POINT_SOURCES,
    causes=words.CAUSES,
    taps=taps,
    unidentified=setup.unidentified,
    explained=EXPLAINED,
)
