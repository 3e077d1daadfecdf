"""All question kinds of Schotten Totten by name, and the order in which open questions are shown."""

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
"""Question kinds by name, in the order in which open questions are shown."""
ORDER = {name: place for place, name in enumerate(("play", *(name for name in KINDS if name != "play")))}
"""Position of each kind; the question of the player on turn comes before that of a claim."""
