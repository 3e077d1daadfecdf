"""Pictures that only this game has: troops, combat techniques, a pennant, a stone. Draws nothing itself."""

from __future__ import annotations

from companion.screens.icons import Icon
from companion.screens.schotten_totten.colour_signs import COLOUR_SIGNS, ICONS
from companion.state.schotten_totten.view import CardView

TECHNIQUE_SIGNS = {name: ICONS[name] for name in ("blind_mans_bluff", "mud_fight")}
RUSE = ICONS["ruse"]
"""A pennant: for tactics cards that lie at no stone, and for all of them together."""
BOULDER = ICONS["boulder"]
"""A border stone as a claimed one is drawn."""
TROOP_SIGNS = {name: ICONS[name] for name in ("joker", "spy", "shield_bearer")}
SIGNS = {**COLOUR_SIGNS, **TROOP_SIGNS, **TECHNIQUE_SIGNS, RUSE.name: RUSE}
"""By the colour or the kind of a card."""


def sign_of(card: CardView) -> Icon:
    """The picture of a card: of its colour, of a technique its own, else of its kind."""
    return SIGNS[card.colour or (card.id if card.kind == "technique" else card.kind)]
