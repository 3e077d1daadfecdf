"""All question kinds of Glen More by name, and the order in which open questions are shown."""

from __future__ import annotations

from companion.state.glen_more.questions import corrections, ledger, setup, territories, turn
from companion.state.glen_more.resolution import QuestionKind

KINDS: dict[str, QuestionKind] = {
    kind.name: kind
    for kind in (
        *setup.SETUP_KINDS,
        *corrections.COUNT_KINDS,
        *turn.DIE_KINDS,
        *turn.TAKE_KINDS,
        *territories.PLACE_KINDS,
        *territories.USE_KINDS,
        *turn.END_KINDS,
        *ledger.LEDGER_KINDS,
        *corrections.CORRECTION_KINDS,
    )
}
"""Question kinds by name, in the order in which open questions are shown."""
ORDER = {name: place for place, name in enumerate(KINDS)}
