"""IV Hammer of the Scots: the Englishman, the England row, and who controls him (C4-01 to C4-31).

He takes tiles by the core's own question; nothing of a normal turn is done again here.
"""

from __future__ import annotations

from companion.chronicles.hammer import england, event_rows, questions
from companion.chronicles.hammer.owed import owed
from companion.chronicles.hammer.pieces import CHURCH as CHURCH_TILE
from companion.chronicles.hammer.pieces import CROWN, IDS, preparation, with_pieces
from companion.chronicles.hammer.pieces import MONUMENT as MONUMENT_TILE
from companion.engine.message import Message, tr
from companion.scoring.glen_more_2.document import ExpansionKeys
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule, FigureTurn, Refereed
from companion.state.glen_more_2.model import State

CHURCH, MONUMENT = tr("Glenfinnan Church"), tr("Glenfinnan Monument")
SOURCES = {
    questions.BARREL: CHURCH,
    f"{england.SLUG}.{CHURCH_TILE}": CHURCH,
    questions.SCORED: MONUMENT,
    f"{england.SLUG}.{MONUMENT_TILE}": MONUMENT,
}
"""By the entry, and by the tile as events name it."""


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    """Who has the marker: of interest to all, whoever is on turn."""
    if player_id or state.phase == "layout":
        return ()
    if holder := england.controller(state):
        return (tr("{player} has the England marker", player=labels.figure(state, holder)),)
    return (tr("Nobody has the England marker"),)


CHRONICLE = Expansion(
    slug=england.SLUG,
    number=4,
    icon="flag",
    minutes=10,
    name=tr("Hammer of the Scots"),
    min_players=3,
    words=("hammer", "england", "englishman", "glenfinnan", "loch_lomond", "military_roads"),
    state=england.OWN_STATE,
    events=event_rows.ROWS,
    questions=questions.KINDS,
    actions={"ledger": questions.ENTRIES, "correct": questions.CORRECTIONS},
    facts=with_pieces,
    house_rules=(ExpansionRule(england.HOLDS_TILES, "C4-20", 0, tr("tiles wait for the Englishman too")),),
    market_rows={england.ROW: tr("England")},
    reactions={
        # Not at the hook "set_up": facts of the box are still asked there, and the market has no England row yet.
        ev.PlayBegan: england.set_up,
        ev.TileLaid: england.joins,
        ev.PawnMoved: england.passed,
        ev.LandmarkGained: england.card_gained,
    },
    cannot_stop=england.cannot_take,
    figures={
        england.ENGLISHMAN: FigureTurn(
            player=england.controller,
            begin=questions.begin,
            label=tr("the Englishman"),
            name=tr("Englishman"),
            icon="crown",
            picture=CROWN,
            # He plays on until he too is at World's End, and may be the last to get there (C4-23).
            holds_end=True,
            holds_tiles=england.holds_tiles,
        )
    },
    referee=Refereed(uses=questions.uses),
    preparation=preparation,
    lines=lines,
    owed=owed,
    point_sources=SOURCES,
    causes=SOURCES,
    score_keys=ExpansionKeys(cards=IDS),
)
