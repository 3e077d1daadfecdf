"""VIII Penny Mobs: members in jail, pennies at the end of each turn, what each member does (C8-01 to C8-45).

The companion draws no member; what a card or token shows is asked, never guessed.
"""

from __future__ import annotations

from companion.chronicles.penny_mobs import (
    corrections,
    event_rows,
    followed,
    jail,
    passing_boats,
    powers,
    reactions,
    scoring,
    words,
)
from companion.chronicles.penny_mobs.answers import ANSWERS
from companion.chronicles.penny_mobs.articles import EXPLAINED
from companion.chronicles.penny_mobs.members import MEMBERS, SLUG
from companion.chronicles.penny_mobs.mob import OWN_STATE
from companion.chronicles.penny_mobs.score_keys import SCORE_KEYS
from companion.chronicles.penny_mobs.tokens import coins_fact
from companion.engine.message import literal, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule
from companion.state.glen_more_2.questions.already_playing import how_far

NAME = tr("Penny Mobs")

CHRONICLE = Expansion(
    slug=SLUG,
    number=8,
    icon="crossed",
    minutes=10,
    name=NAME,
    words=("penny", "pennies", "mob", "jail", *(id.split("_")[1] for id in MEMBERS)),
    state=OWN_STATE,
    own_facts=tuple(coins_fact(member) for member in MEMBERS),
    fact_words={
        **{coins_fact(id): tr("coins on the token of {member}", member=m.name) for id, m in MEMBERS.items()},
        **{scoring.penalty_fact(id): tr("points that {member} costs", member=m.name) for id, m in MEMBERS.items()},
    },
    events=event_rows.ROWS,
    questions=(
        *jail.KINDS,
        *reactions.KINDS,
        *followed.KINDS,
        *passing_boats.KINDS,
        *scoring.KINDS,
        how_far(SLUG, NAME, corrections.ROWS),
    ),
    actions={
        "ledger": (*powers.ENTRIES, *jail.ENTRIES),
        "end": (*jail.AT_END, *followed.AT_END),
        "take": powers.AT_TAKE,
        "correct": corrections.ROWS,
    },
    house_rules=(
        ExpansionRule(f"{SLUG}.sibyl_categories_only", "C8-30", 0, tr("Sibyl looks only at the four categories")),
    ),
    reactions={
        ev.TileLaid: jail.first_b_tile,
        ev.CrestTaken: reactions.crest_taken,
        ev.TileTaken: reactions.tile_taken,
        ev.TurnBegan: reactions.turn_begun,
        ev.ScotsMoved: reactions.scots_moved,
        ev.CoinsPaid: followed.toll_paid,
        ev.ScotMoved: followed.stepped,
        ev.ScotPlaced: followed.put,
        ev.TileRemoved: followed.lifted,
        ev.PointsScored: reactions.points_scored,
    },
    hooks={
        "laid_out": jail.draw,
        "taken_up": jail.taken_up,
        "turn_done": jail.jail_changed,
        "before_final": scoring.ask_penalties,
    },
    follow_ups={"reveal": jail.reveal},
    should_not_stop=reactions.must_take,
    referee=followed.REFEREE,
    scoring=scoring.parts,
    answers=ANSWERS,
    preparation=words.preparation,
    lines=words.lines,
    point_sources={SLUG: tr("Pennies"), **{id: literal(m.name) for id, m in MEMBERS.items()}},
    causes={f"{SLUG}.{id}": literal(m.name) for id, m in MEMBERS.items()},
    score_keys=SCORE_KEYS,
    explained=EXPLAINED,
)
