"""VIII Penny Mobs: members in jail, pennies at the end of each turn, what each member does (C8-01 to C8-45)."""

from __future__ import annotations

from companion.chronicles.penny_mobs import jail, powers, scoring, watching, words
from companion.chronicles.penny_mobs.members import LAIRD, MEMBERS, SLUG
from companion.chronicles.penny_mobs.mob import CHANGES, drawer
from companion.chronicles.penny_mobs.sheet import SHEET
from companion.engine.message import literal, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule

CHRONICLE = Expansion(
    slug=SLUG,
    number=8,
    minutes=10,
    name=tr("Penny Mobs"),
    words=("penny", "pennies", "mob", "jail", *(id.split("_")[1] for id in MEMBERS)),
    drawer=drawer,
    events=tuple(CHANGES),
    changes=CHANGES,
    kinds={**jail.KINDS, **watching.KINDS, **scoring.KINDS},
    switches=(
        ExpansionRule(f"{SLUG}.sibyl_categories_only", "C8-30", 0, tr("Sibyl looks only at the four categories")),
    ),
    reactions={
        ev.TileLaid: jail.first_b_tile,
        ev.CrestTaken: watching.crest_taken,
        ev.TileTaken: watching.tile_taken,
        ev.ScotsMoved: watching.scots_moved,
        ev.PointsScored: watching.points_scored,
    },
    hooks={"laid_out": jail.draw, "turn_done": jail.jail_changed, "before_final": scoring.ask_penalties},
    follow_ups={"reveal": jail.reveal},
    offers={
        "ledger": lambda state, question: (*powers.entries(state, question), *jail.late_offer(state, question)),
        "end": jail.offer_at_end,
        "take": powers.give_up_offer,
    },
    settles={
        **powers.SETTLES,
        jail.PENNY: jail.settle_at_end,
        f"{SLUG}.late": jail.settle_late,
        f"{SLUG}.give_up": powers.settle_give_up,
    },
    caution=watching.must_take,
    scoring=scoring.parts,
    lines=words.lines,
    reasons={SLUG: tr("Pennies"), **{id: literal(m.name) for id, m in MEMBERS.items()}},
    causes={f"{SLUG}.{id}": literal(m.name) for id, m in MEMBERS.items()},
    told=words.TOLD,
    put_back=words.PUT_BACK,
    sheet=SHEET,
)

__all__ = ["CHRONICLE", "LAIRD"]
