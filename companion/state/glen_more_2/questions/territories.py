"""Correcting what lies in a territory: at any time, and marked where it breaks a rule."""

from __future__ import annotations

from msgspec.structs import replace

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.laying import laying_rules
from companion.state.glen_more_2.model import CASTLE_CELL, MAX_SCOTS, VILLAGE_CELL, State
from companion.state.glen_more_2.referee import activating
from companion.state.glen_more_2.referee.tiles import ground, grounds, scots_out
from companion.state.glen_more_2.referee.words import WORDS
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Form
from companion.state.territory import placement
from companion.state.territory.corrections import TerritoryCorrections
from companion.state.territory.grid import Cell, Territory


def territories_in_play(state: State) -> bool:
    """True if they can be corrected; after the end the count of Scots at home alone scores, and is a count."""
    return state.follows and bool(state.market) and state.phase != "over"


def violated_rule(state: State, territory: Territory, player_id: str, piece: str, cell: Cell) -> str:
    """The rule against a tile that lies there; who stood beside it when it was laid nobody knows any more."""
    lie, held = grounds(state, state.player(player_id)), [spot.cell for spot in territory.spots]
    alone = ground(state, piece)
    beside = placement.Ground(alone.marks, alone.kind)
    return placement.why_closed(territory, beside, cell, lie, laying_rules(state.house), held)


def mark_scots(resolution: Resolution, player_id: str) -> None:
    """More of them than there are, as people say it is."""
    state = resolution.state
    if territories_in_play(state) and scots_out(state, player_id) > MAX_SCOTS:
        resolution.do(ev.Overruled("GM-CMP-03"))


def _listed(state: State, form: Form) -> Form:
    """Players look for it where they enter what happened, above all for a tile that they used by hand."""
    return replace(form, at_hand=True, seldom=not activating.told_by_people(state))


CORRECTIONS = TerritoryCorrections(
    WORDS,
    players=lambda state: state.still_in if territories_in_play(state) else (),
    home=(VILLAGE_CELL, CASTLE_CELL),
    violated_rule=violated_rule,
    overfull_rule="GM-TIL-09",
    corrected=mark_scots,
    in_front=_listed,
)
ROWS = CORRECTIONS.actions()
