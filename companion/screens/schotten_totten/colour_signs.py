"""The six colours as patterns. Draws nothing itself.

No pattern is another's mirror image, nor another one turned: the far side of the border stands on its head. How
dark each is sets them apart from afar, from the yellow dots to solid brown.
"""

from __future__ import annotations

from pathlib import Path

from companion.screens.icons import read_icons

ICONS = read_icons(Path(__file__).with_name("icons.txt"))
"""The pictures that only this game has, by their names."""
COLOUR_SIGNS = {name: ICONS[name] for name in ("red", "yellow", "green", "blue", "purple", "brown")}
"""By colour, in the order of the rules."""
