"""IV Hammer of the Scots: the Englishman, the England row, and who controls him (C4-01 to C4-31)."""

from __future__ import annotations

from companion.chronicles.hammer import england as eng
from companion.chronicles.hammer.pieces import IDS, with_pieces
from companion.engine.game import PutBack
from companion.engine.message import Message, tr
from companion.scoring.glen_more_2.document import ExpansionKeys
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule, FigureTurn
from companion.state.glen_more_2.model import State


def told_taken(state: State, e: eng.EnglandTaken) -> Message:
    return tr("{player} takes the England marker ({rule})", player=labels.figure(state, e.player), rule=e.rule)


def put_back_taken(state: State, _event: eng.EnglandTaken) -> PutBack:
    holder = eng.england(state).holder
    if not holder:
        return PutBack(tr("The England marker back under the Englishman"))
    return PutBack(tr("The England marker back to {player}", player=labels.figure(state, holder)))


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    return (tr("England"),) if player_id and eng.england(state).holder == player_id else ()


CHRONICLE = Expansion(
    slug=eng.SLUG,
    number=4,
    minutes=10,
    name=tr("Hammer of the Scots"),
    fewest=3,
    words=("hammer", "england", "englishman", "glenfinnan", "loch_lomond", "military_roads"),
    drawer=lambda _state: eng.England(),
    events=(eng.EnglandTaken,),
    changes=eng.CHANGES,
    kinds=eng.KINDS,
    facts=with_pieces,
    switches=(ExpansionRule(f"{eng.SLUG}.holds_tiles", "C4-20", 0, tr("tiles wait for the Englishman too")),),
    rows={eng.ROW: tr("England")},
    reactions={
        ev.PlayBegan: eng.set_up,
        ev.TileLaid: eng.joins,
        ev.PawnMoved: eng.passed,
        ev.LandmarkGained: eng.card_gained,
    },
    offers={"ledger": eng.more_entries},
    settles={f"{eng.SLUG}.marker": eng.settle_marker, f"{eng.SLUG}.barrel": eng.settle_barrel},
    stop=eng.cannot_take,
    figures={
        eng.ENGLISHMAN: FigureTurn(
            player=lambda state: eng.england(state).holder,
            begin=eng.begin,
            label=tr("the Englishman"),
            holds_end=True,
            holds_tiles=eng.holds_tiles,
        )
    },
    lines=lines,
    reasons={f"{eng.SLUG}.barrel": tr("Glenfinnan Church")},
    causes={f"{eng.SLUG}.barrel": tr("Glenfinnan Church")},
    told={eng.EnglandTaken: told_taken},
    put_back={eng.EnglandTaken: put_back_taken},
    sheet=ExpansionKeys(eng.SLUG, 4, cards=IDS),
)
