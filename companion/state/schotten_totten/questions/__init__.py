"""Everything people may answer, kind by kind: the table of the questions. Decides nothing itself."""

from __future__ import annotations

from companion.state.schotten_totten.questions import corrections, place, ruse, setup, turn
from companion.state.schotten_totten.rows import QuestionKind

KINDS: dict[str, QuestionKind] = {
    kind.name: kind for module in (setup, place, ruse, turn, corrections) for kind in module.KINDS
}
"""By name, in the order in which open ones are put to people."""
ORDER = {name: place for place, name in enumerate(("play", *(name for name in KINDS if name != "play")))}
"""Whose turn it is stands before who may still claim."""
