"""V Address to a Haggis: tokens on tables, three scorings with the die (C5-01 to C5-26).

Which token lies where is secret, and known only where all of them have stickers.
"""

from __future__ import annotations

from companion.chronicles.haggis import by_hand, event_rows, gaining, members, scoring, setup, turned, words
from companion.chronicles.haggis.pieces import SLUG, with_pieces
from companion.chronicles.haggis.tapping import taps
from companion.chronicles.haggis.tokens import OWN_STATE
from companion.engine.message import tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule

CHRONICLE = Expansion(
    slug=SLUG,
    number=5,
    minutes=10,
    name=tr("Address to a Haggis"),
    words=("haggis", "drovers_inn", "ye_olde_inn", "creek_inn", "beast_feast_inn", "shetland"),
    state=OWN_STATE,
    events=event_rows.ROWS,
    questions=(*setup.KINDS, *gaining.KINDS, *members.KINDS, *scoring.KINDS, *turned.KINDS, *by_hand.KINDS),
    actions={"ledger": gaining.ENTRIES, "correct": gaining.CORRECTIONS, "start": setup.CHANGES},
    facts=with_pieces,
    house_rules=(
        ExpansionRule(members.ONCE_A_GAME, "C8-40", 0, tr("Oonagh McHagg rolls again only once a game")),
    ),
    reactions={ev.TileTaken: gaining.tile_taken, ev.TileGiven: gaining.tile_taken},
    hooks={
        "set_up": setup.set_up,
        "laid_out": setup.laid_out,
        "round_scored": scoring.after_round,
        "final_scored": scoring.after_round,
    },
    follow_ups={"show": setup.show, "next": scoring.go_on, "ourselves": scoring.end},
    preparation=words.preparation,
    lines=words.lines,
    owed=words.owed,
    point_sources=words.POINT_SOURCES,
    causes=words.CAUSES,
    taps=taps,
    unidentified=setup.unidentified,
)
