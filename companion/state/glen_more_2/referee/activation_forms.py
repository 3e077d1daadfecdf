"""Forms of activation and of moving Scots in Glen More II (sections 13 and 14)."""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.state.glen_more_2.actions import Resolution
from companion.state.glen_more_2.effects import ask_clan_marker
from companion.state.glen_more_2.model import CASTLE_CELL, State
from companion.state.glen_more_2.payment import TRADE_FORMS, is_cost_missing
from companion.state.glen_more_2.referee.activation import ACTIVATION
from companion.state.glen_more_2.referee.territory_tiles import WORDS
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.text import labels
from companion.state.territory.activation_forms import ActivationForms
from companion.state.territory.activation_options import ActivationOption
from companion.state.territory.grid import Spot
from companion.state.territory.scot_moves import ScotMoves

CLAN_MARKER = "clan_marker"
"""Name of a gain."""


def _gain_text(state: State, what: str, n: int) -> Message | None:
    if what == CLAN_MARKER:
        return tr("a clan marker")
    if what in labels.COST_LABELS:
        return labels.COST_LABELS[what](n)
    gain = rules_of(state).gains.get(what)
    return gain.words if gain else None


def _ask_marker(resolution: Resolution, player_id: str, spot: Spot, option: ActivationOption) -> None:
    """Ask for the clan marker that the option brings (GM-ACT-16)."""
    if CLAN_MARKER in option.get:
        ask_clan_marker(resolution, player_id, f"tile:{spot.top}")


def is_time_to_activate(state: State) -> bool:
    """True if keys offer activation; before that, the cost of the tile must be entered."""
    return not is_cost_missing(state)


ACTIVATION_FORMS = ActivationForms(
    ACTIVATION,
    WORDS,
    TRADE_FORMS,
    _gain_text,
    {CLAN_MARKER: tr("marker")},
    afterwards=_ask_marker,
    is_time=is_time_to_activate,
)
SCOT_MOVES = ScotMoves(WORDS, goal=CASTLE_CELL, is_time=is_time_to_activate)
