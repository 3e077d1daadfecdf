"""What the companion needs of its devices, in our words: four small protocols, and one exception per device.

Holds no driver. The real ones and the desk versions stand beside this file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from PIL.Image import Image

BUTTONS = ("UP", "DOWN", "OK", "BACK", "UNDO")
SIGNALS = ("accepted", "refused", "asks", "trouble")


class ReaderLost(Exception):
    """The reader doesn't answer; not the same as an empty antenna."""


class ScreenLost(Exception):
    """The panel doesn't answer."""


class Press(msgspec.Struct, frozen=True):
    """One press, released or held long enough."""

    button: str
    long: bool = False


class TagReader(Protocol):
    """The antenna."""

    def read(self, timeout: float) -> str | None:
        """The tag newly laid on the antenna, once per presence, or None; raises ReaderLost, and only that."""


class Screen(Protocol):
    """The panel."""

    def show(self, image: Image) -> None:
        """Put the picture on the glass; returns when it stands there. Raises ScreenLost, and only that."""


class Buttons(Protocol):
    """The five buttons."""

    def next(self, timeout: float) -> Press | None:
        """The next press, or None when nobody pressed."""


class Signal(Protocol):
    """Beeper and LED together."""

    def give(self, kind: str) -> None:
        """Let people hear and see one of SIGNALS; a signal that can't be given is none of the game's business."""


class Devices(msgspec.Struct, frozen=True):
    """One of each."""

    reader: TagReader
    screen: Screen
    buttons: Buttons
    signal: Signal
