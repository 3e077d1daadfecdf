"""The six colours as patterns. Draws nothing itself.

No pattern is another's mirror image, nor another one turned: the far side of the border stands on its head. How
dark each is sets them apart from afar, from the yellow dots to solid brown.

Pictures that only this game has: troops, combat techniques, a pennant, a stone. Draws nothing itself.
"""

from __future__ import annotations

from pathlib import Path

from companion.screens.icons import Icon, read_icons
from companion.state.schotten_totten.view import CardView

ICONS = read_icons(Path(__file__).with_name("icons.txt"))
"""The pictures that only this game has, by their names."""
COLOUR_SIGNS = {name: ICONS[name] for name in ("red", "yellow", "green", "blue", "purple", "brown")}
"""By colour, in the order of the rules."""


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
