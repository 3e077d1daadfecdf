"""How each panel's driver is called: the vendor's methods, the controller behind them, how long a refresh takes.

Rows for the panels of companion.screens.panels, by the same names. Calls nothing.
"""

from __future__ import annotations

import msgspec

from companion.hardware.refreshing import FAST, FULL, PARTIAL


class Controller(msgspec.Struct, frozen=True):
    """The commands that matter to us.

    new, old: what follows belongs to the memory of the next picture, of the one that stands on the glass.
    ask_busy: to be sent before BUSY is read, None where the pin always tells.
    """

    new: int
    old: int
    ask_busy: int | None = None


SSD16XX = Controller(new=0x24, old=0x26)
UC8179 = Controller(new=0x13, old=0x10, ask_busy=0x71)


class Way(msgspec.Struct, frozen=True):
    """One kind of refresh. prepare: a method and the names of its arguments. seconds: BUSY at room temperature."""

    prepare: tuple[str, ...]
    show: str
    seconds: float


class Drive(msgspec.Struct, frozen=True):
    """A panel as its driver wants it. turned: its memory stands upright while we lay the picture on its side."""

    controller: Controller
    ways: dict[str, Way]
    turned: bool = False


DRIVES = {
    "4in2": Drive(
        SSD16XX,
        {
            FULL: Way(("init",), "display", 4.0),
            FAST: Way(("init_fast", "Seconds_1_5S"), "display_Fast", 1.5),
            PARTIAL: Way((), "display_Partial", 0.4),
        },
    ),
    "7in5": Drive(
        UC8179,
        {
            FULL: Way(("init",), "display", 4.5),
            FAST: Way(("init_fast",), "display", 1.2),
            PARTIAL: Way(("init_part",), "display_Partial", 0.45),
        },
    ),
    "2in9": Drive(
        SSD16XX,
        {
            FULL: Way(("init",), "display_Base", 3.5),
            FAST: Way(("init_Fast",), "display_Base", 1.5),
            PARTIAL: Way((), "display_Partial", 0.7),
        },
        turned=True,
    ),
    "2in13": Drive(
        SSD16XX,
        {
            FULL: Way(("init",), "displayPartBaseImage", 2.0),
            FAST: Way(("init_fast",), "display_fast", 1.6),
            PARTIAL: Way((), "displayPartial", 0.5),
        },
        turned=True,
    ),
}

LIMITS = {FULL: 20.0, FAST: 10.0, PARTIAL: 10.0}
"""Seconds that one wait for a refresh may take."""
PREPARING = 5.0
"""Seconds that any other wait may take."""
WHOLE = 25.0
"""Seconds that a picture may take, with the second try."""
BEGINS = 0.2
"""Seconds until BUSY must tell that a refresh has begun; else nobody is there."""
LEAST = {FULL: 0.3, FAST: 0.3, PARTIAL: 0.1}
"""A refresh that is over sooner has not happened."""
HASTY = 0.7
"""Nor has one that took less than this share of the one of its kind before."""
