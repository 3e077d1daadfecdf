"""How each panel's driver is called: the vendor's methods, the controller behind them, how long a refresh takes.

Rows for the panels of companion.screens.panels, by the same names. Calls nothing.
"""

from __future__ import annotations

import msgspec

from companion.hardware.refreshing import FAST, FULL, PARTIAL


class Controller(msgspec.Struct, frozen=True):
    """The commands of a display controller that we send or look for ourselves."""

    new: int
    """The bytes after it are the next picture."""
    old: int
    """The bytes after it are the picture on the glass, which a partial refresh compares with the next."""
    ask_busy: int | None = None
    """To be sent before BUSY is read; None where the pin is always valid."""


SSD16XX = Controller(new=0x24, old=0x26)
UC8179 = Controller(new=0x13, old=0x10, ask_busy=0x71)


class RefreshCall(msgspec.Struct, frozen=True):
    """How the vendor's driver is called for one kind of refresh."""

    prepare: tuple[str, ...]
    """A method, and the driver's attributes that are its arguments; empty where the one before may stay."""
    show: str
    """The method that sends the picture and starts the refresh."""
    seconds: float
    """How long BUSY lasts at room temperature."""


class DriverCalls(msgspec.Struct, frozen=True):
    """How the vendor's driver of one panel is called."""

    controller: Controller
    """The chip behind the driver: where its picture memories are."""
    refreshes: dict[str, RefreshCall]
    """By kind: FULL, FAST, PARTIAL."""
    max_partials: int = 8
    """Partial refreshes in a row, then a flash: each leaves shadows, and only partial ones damage the panel."""
    rotated: bool = False
    """The controller's memory is in portrait, our pictures are in landscape."""


DRIVER_CALLS = {
    "4in2": DriverCalls(
        SSD16XX,
        {
            FULL: RefreshCall(("init",), "display", 4.0),
            FAST: RefreshCall(("init_fast", "Seconds_1_5S"), "display_Fast", 1.5),
            PARTIAL: RefreshCall((), "display_Partial", 0.4),
        },
    ),
    "7in5": DriverCalls(
        UC8179,
        {
            FULL: RefreshCall(("init",), "display", 4.5),
            FAST: RefreshCall(("init_fast",), "display", 1.2),
            PARTIAL: RefreshCall(("init_part",), "display_Partial", 0.45),
        },
    ),
    "2in9": DriverCalls(
        SSD16XX,
        {
            FULL: RefreshCall(("init",), "display_Base", 3.5),
            FAST: RefreshCall(("init_Fast",), "display_Base", 1.5),
            PARTIAL: RefreshCall((), "display_Partial", 0.7),
        },
        rotated=True,
    ),
    "2in13": DriverCalls(
        SSD16XX,
        {
            FULL: RefreshCall(("init",), "displayPartBaseImage", 2.0),
            FAST: RefreshCall(("init_fast",), "display_fast", 1.6),
            PARTIAL: RefreshCall((), "displayPartial", 0.5),
        },
        max_partials=5,
        rotated=True,
    ),
}

BUSY_TIMEOUTS = {FULL: 20.0, FAST: 10.0, PARTIAL: 10.0}
"""Seconds that one wait for a refresh may take."""
SETUP_TIMEOUT = 5.0
"""Seconds that any other wait may take."""
TOTAL_TIMEOUT = 25.0
"""Seconds that a picture may take, with the second try."""
BUSY_STARTS_WITHIN = 0.2
"""Seconds until BUSY must tell that a refresh has begun; else nobody is there."""
MIN_BUSY = {FULL: 0.3, FAST: 0.3, PARTIAL: 0.1}
"""A refresh that is over sooner has not happened."""
MIN_BUSY_SHARE = 0.7
"""Nor has one that took less than this share of the one of its kind before."""
