"""Chronicle VIII, Penny Mobs: members in jail, pennies at the end of each turn, powers of members (C8-01 to
C8-45).

The companion draws no member; what a card or token shows is asked for.
"""

from __future__ import annotations

import msgspec

from companion.chronicles.penny_mobs import CHRONICLE as LISTING
from companion.chronicles.penny_mobs import events, placed_members, powers, questions, scoring, text
from companion.chronicles.penny_mobs.model import MEMBERS, OWN_STATE, SLUG
from companion.chronicles.penny_mobs.powers import QUERY_ANSWERS, coins_fact
from companion.chronicles.penny_mobs.scoring import SCORE_KEYS
from companion.chronicles.penny_mobs.text import EXPLAINED
from companion.engine.message import literal, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.questions.setup import mid_game_question

CHRONICLE = Expansion(
    **msgspec.structs.asdict(LISTING),
    icon="crossed",
    state=OWN_STATE,
    own_facts=tuple(coins_fact(member) for member in MEMBERS),
    fact_words={
        **{coins_fact(id): tr("coins on the token of {member}", member=m.name) for id, m in MEMBERS.items()},
        **{scoring.penalty_fact(id): tr("points that {member} costs", member=m.name) for id, m in MEMBERS.items()},
    },
    events=events.ROWS,
    questions=(
        *questions.JAIL_KINDS,
        *questions.REACTION_KINDS,
        *placed_members.PLACED_MEMBER_KINDS,
        *powers.PASSING_KINDS,
        *scoring.KINDS,
        mid_game_question(SLUG, LISTING.name, questions.CORRECTIONS),
    ),
    actions={
        "ledger": (*powers.POWER_ENTRIES, *questions.PENNY_ENTRIES),
        "end": (*questions.PENNY_END_ACTIONS, *placed_members.END_ACTIONS),
        "take": powers.TAKE_ACTIONS,
        "correct": questions.CORRECTIONS,
    },
    reactions={
        ev.TileLaid: questions.reveal_on_first_b_tile,
        ev.CrestTaken: questions.pay_for_crest,
        ev.TileTaken: questions.pay_for_reserved_tile,
        ev.TurnBegan: questions.release_lost_reservation,
        ev.HomeScotsChanged: questions.move_mike_on,
        ev.CoinsPaid: placed_members.hand_toll_to_owner,
        ev.ScotMoved: placed_members.move_on_after_step,
        ev.ScotPlaced: placed_members.move_on_after_placing,
        ev.TileRemoved: placed_members.move_on_after_removal,
        ev.PointsScored: questions.hand_over_sponge_point,
    },
    hooks={
        "laid_out": questions.ask_drawn_members,
        "taken_up": questions.ask_members_mid_game,
        "turn_done": questions.ask_penny_after_refill,
        "before_final": scoring.ask_penalties,
    },
    follow_ups={"reveal": questions.ask_revealed_members},
    stop_warning=questions.why_must_take_reserved,
    referee=placed_members.REFEREE,
    scoring=scoring.scoring_parts,
    answers=QUERY_ANSWERS,
    preparation=text.preparation_steps,
    lines=text.status_lines,
    point_sources={SLUG: tr("Pennies"), **{id: literal(m.name) for id, m in MEMBERS.items()}},
    causes={f"{SLUG}.{id}": literal(m.name) for id, m in MEMBERS.items()},
    score_keys=SCORE_KEYS,
    explained=EXPLAINED,
)
