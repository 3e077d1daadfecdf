"""Everything people may answer, kind by kind: the table of the questions. Decides nothing itself."""

from __future__ import annotations

from companion.state.schotten_totten.questions import place, setup, turn
from companion.state.schotten_totten.resolution import QuestionKind

KINDS: dict[str, QuestionKind] = {
    kind.name: kind
    for kind in (
        *setup.SETUP_KINDS,
        *place.PLACE_KINDS,
        *place.RUSE_KINDS,
        *turn.TURN_KINDS,
        *setup.CORRECTION_KINDS,
    )
}
"""By name, in the order in which open ones are put to people."""
ORDER = {name: place for place, name in enumerate(("play", *(name for name in KINDS if name != "play")))}
"""Whose turn it is stands before who may still claim."""
