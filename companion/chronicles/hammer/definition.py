"""Chronicle IV, Hammer of the Scots: the Englishman, the England row and its marker (C4-01 to C4-31).

The Englishman takes tiles with the core's own "take" question.
"""

from __future__ import annotations

import msgspec

from companion.chronicles.hammer import CHRONICLE as LISTING
from companion.chronicles.hammer import events, model, questions
from companion.chronicles.hammer.model import CHURCH as CHURCH_TILE
from companion.chronicles.hammer.model import CROWN, LANDMARK_IDS, add_pieces, preparation_steps
from companion.chronicles.hammer.model import MONUMENT as MONUMENT_TILE
from companion.chronicles.hammer.text import table_tasks
from companion.engine.message import Message, tr
from companion.scoring.glen_more_2.document import ExpansionKeys
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, FigureTurn, RefereeExtension
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.text import labels

CHURCH, MONUMENT = tr("Glenfinnan Church"), tr("Glenfinnan Monument")
SOURCES = {
    questions.BARREL_ENTRY: CHURCH,
    f"{model.SLUG}.{CHURCH_TILE}": CHURCH,
    questions.MONUMENT_ENTRY: MONUMENT,
    f"{model.SLUG}.{MONUMENT_TILE}": MONUMENT,
}
"""Labels of point sources, by entry and by the tile that events name."""


def status_lines(state: State, player_id: str) -> tuple[Message, ...]:
    """Return the line that names the owner of the England marker, for the whole table."""
    if player_id or state.phase == "layout":
        return ()
    if holder := model.controller(state):
        return (tr("{player} has the England marker", player=labels.figure_label(state, holder)),)
    return (tr("Nobody has the England marker"),)


CHRONICLE = Expansion(
    **msgspec.structs.asdict(LISTING),
    icon="flag",
    state=model.OWN_STATE,
    events=events.ROWS,
    questions=questions.KINDS,
    actions={"ledger": questions.ENTRIES, "correct": questions.CORRECTIONS},
    facts=add_pieces,
    market_rows={model.ENGLAND_ROW: tr("England")},
    reactions={
        # The hook "set_up" is too early: box facts are still asked then, and the market has no England row yet.
        ev.PlayBegan: model.place_row_coin,
        ev.TileLaid: model.place_englishman,
        ev.PawnMoved: model.take_marker_on_passing,
        ev.LandmarkGained: model.take_marker_on_card,
    },
    stop_prohibition=model.why_cannot_take,
    figures={
        model.ENGLISHMAN: FigureTurn(
            player=model.controller,
            begin=questions.begin_englishman_turn,
            label=tr("the Englishman"),
            name=tr("Englishman"),
            icon="crown",
            picture=CROWN,
            # The Englishman plays on until he is at World's End and may be the last to arrive (C4-23).
            delays_game_end=True,
            holds_tiles=model.has_discard_delay,
        )
    },
    referee=RefereeExtension(uses=questions.barrel_activation_options),
    preparation=preparation_steps,
    lines=status_lines,
    table_tasks=table_tasks,
    point_sources=SOURCES,
    causes=SOURCES,
    score_keys=ExpansionKeys(cards=LANDMARK_IDS),
)
