"""Chronicle VII, Great Glen Gathering: five cards, a vote for each person gained, prizes at the end (C7-01 to
C7-27).

At referee depth the companion counts squares, groups and distances; otherwise players count them at the end.
"""

from __future__ import annotations

import msgspec

from companion.chronicles.great_glen import CHRONICLE as LISTING
from companion.chronicles.great_glen import events, model, questions, scoring, text
from companion.chronicles.great_glen.model import SLUG
from companion.chronicles.great_glen.text import EXPLAINED
from companion.engine.message import tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, RefereeExtension
from companion.state.glen_more_2.questions.setup import mid_game_hook, mid_game_question

CHRONICLE = Expansion(
    **msgspec.structs.asdict(LISTING),
    icon="vote",
    state=model.OWN_STATE,
    events=events.ROWS,
    questions=(*questions.KINDS, mid_game_question(SLUG, LISTING.name, questions.CORRECTIONS)),
    actions={"correct": questions.CORRECTIONS},
    reactions={ev.PersonGained: questions.call_vote_on_person, model.GreatCardSet: questions.close_needless_vote},
    hooks={
        "laid_out": questions.ask_card_layout,
        "taken_up": mid_game_hook(SLUG),
        "before_final": questions.ask_counts,
    },
    follow_ups={"vote": questions.call_vote},
    pile=model.personal_pile_owner,
    referee=RefereeExtension(),
    scoring=scoring.scoring_parts,
    preparation=text.preparation_steps,
    lines=text.status_lines,
    causes=text.CAUSES,
    point_sources={SLUG: tr("Great Glen cards")},
    explained=EXPLAINED,
)
