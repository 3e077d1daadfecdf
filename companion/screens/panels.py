"""The panels we draw for: a panel is a row in a table, not a class of its own.

Vendor module and refresh kinds are data for the driver. Never imports one.
"""

from __future__ import annotations

import msgspec

from companion.screens.paper import Paper


class Panel(msgspec.Struct, frozen=True):
    """One e-ink panel, in landscape."""

    name: str
    """As in companion.toml."""
    module: str
    """The vendor's driver; _V2 or _V4 is the version on the back of the panel."""
    width: int
    """Pixels of the long side."""
    height: int
    """Pixels of the short side."""
    refreshes: tuple[str, ...]
    """The kinds it can do: "full", "fast", "partial"."""
    busy: int
    """The level of BUSY while it works, 0 or 1."""
    inverted: bool = False
    """The driver wants the bitwise inverse of the picture."""

    def paper(self) -> Paper:
        """What pictures for this panel are drawn on."""
        return Paper(self.width, self.height)


REFERENCE = "4in2"

PANELS = {
    panel.name: panel
    for panel in (
        Panel("4in2", "epd4in2_V2", 400, 300, ("full", "fast", "partial"), busy=1),
        Panel("7in5", "epd7in5_V2", 800, 480, ("full", "fast", "partial"), busy=0, inverted=True),
        Panel("2in9", "epd2in9_V2", 296, 128, ("full", "fast", "partial"), busy=1),
        Panel("2in13", "epd2in13_V4", 250, 122, ("full", "fast", "partial"), busy=1),
    )
}
