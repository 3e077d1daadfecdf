"""Icons of Schotten Totten: patterns for the six colours, troops, tactics, the pennant and the border stone.

No pattern is another pattern mirrored or rotated, because the far side of the border is drawn upside down. Their
darkness distinguishes them from a distance, from the yellow dots to solid brown.
"""

from __future__ import annotations

from pathlib import Path

from companion.screens.icons import Icon, read_icons
from companion.state.schotten_totten.view import CardView

ICONS = read_icons(Path(__file__).with_name("icons.txt"))
"""Icons that only this game has, by name."""
COLOUR_SIGNS = {name: ICONS[name] for name in ("red", "yellow", "green", "blue", "purple", "brown")}
"""Icon by colour, in the order of the rules."""


TECHNIQUE_SIGNS = {name: ICONS[name] for name in ("blind_mans_bluff", "mud_fight")}
RUSE = ICONS["ruse"]
"""A pennant: for tactics cards that are at no stone, and for tactics cards in general."""
BOULDER = ICONS["boulder"]
"""A border stone, drawn like a claimed one."""
TROOP_SIGNS = {name: ICONS[name] for name in ("joker", "spy", "shield_bearer")}
SIGNS = {**COLOUR_SIGNS, **TROOP_SIGNS, **TECHNIQUE_SIGNS, RUSE.name: RUSE}
"""Icon by colour or kind of a card."""


def sign_of(card: CardView) -> Icon:
    """Return the icon of a card: of its colour, of a combat technique its own, else of its kind."""
    return SIGNS[card.colour or (card.id if card.kind == "technique" else card.kind)]
