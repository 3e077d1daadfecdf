"""Everything people may answer, kind by kind: the table of the questions. Decides nothing itself."""

from __future__ import annotations

from companion.state.glen_more.questions import corrections, die, ledger, place, scoring, setup, take, turn, use
from companion.state.glen_more.rows import QuestionKind

KINDS: dict[str, QuestionKind] = {
    kind.name: kind
    for module in (setup, scoring, die, take, place, use, turn, ledger, corrections)
    for kind in module.KINDS
}
"""By name, in the order in which open ones are put to people."""
ORDER = {name: place for place, name in enumerate(KINDS)}
