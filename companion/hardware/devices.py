"""What the companion needs of its devices, in our words: four small protocols, and one exception per device.

Holds no driver. The real ones and the desk versions stand beside this file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

from companion.engine.message import Message

if TYPE_CHECKING:
    from PIL.Image import Image

BUTTONS = ("UP", "DOWN", "OK", "BACK", "UNDO")
OFF, HOLD = "OFF", 5.0
"""What BACK is told as when it is held for so many seconds; as any other, it was told as a long press before."""
REPORT, TOGETHER = "REPORT", ("UP", "DOWN")
"""What these two are told as when both are held, and neither as a long press of its own."""
SIGNALS = ("accepted", "refused", "asks", "trouble", "early")
"""What people hear and see; early: a press came before anybody could have read the page, and chose nothing."""
TURN_ENDED, SCORED = "turn", "scoring"
"""Quiet moments: what ends with a picture, so that a panel may take its time for it."""

RECORD = "#"
"""Between a sticker's number and what is written on it."""


class ReaderLost(Exception):
    """The reader doesn't answer; not the same as an empty antenna."""


class DeviceNotYetOpen(ReaderLost):
    """A reader, or buttons, that could not be opened at the start, which was told then."""


class ScreenLost(Exception):
    """The panel doesn't answer."""


class Press(msgspec.Struct, frozen=True):
    """One press, released or held long enough."""

    button: str
    """One of BUTTONS, OFF or REPORT."""
    long: bool = False
    """Held for 0.8 seconds."""


class TagReader(Protocol):
    """The antenna."""

    def read(self, timeout: float) -> str | None:
        """The tag newly laid on the antenna, once per presence, or None; raises ReaderLost, and only that.

        "uid:" and its number; "+" and their numbers follow where others came together with it, RECORD and what is
        written on it where that was wanted and can be read.
        """


class Screen(Protocol):
    """The panel."""

    def show(self, image: Image) -> None:
        """Put the picture on the glass; returns when it stands there. Raises ScreenLost, and only that."""


@runtime_checkable
class RecordReader(Protocol):
    """An antenna that can also tell what is written on a sticker."""

    wants_record: Callable[[str], bool]
    """Whether it does, by the sticker's number; asked when the sticker comes, on the reader's thread."""


@runtime_checkable
class RecordWriter(Protocol):
    """An antenna that can also write on a sticker."""

    def read(self, timeout: float) -> str | None:
        """As `TagReader.read`."""

    def write(self, uid: str, record: str, overwrite: bool = False) -> bool:
        """Write a record on the sticker that lies there; False where it stands there already."""


@runtime_checkable
class PersistentScreen(Screen, Protocol):
    """A panel that keeps its picture without power and ghosts; all of it is called from the display thread."""

    def expect(self, moment: str) -> None:
        """What ends with the next picture: TURN_ENDED, SCORED."""

    def rest(self) -> float | None:
        """Nothing new is to be shown: sleep if it is time, or tell in how many seconds; raises ScreenLost."""

    def leave(self, image: Image | None) -> None:
        """Show a last picture, or keep the one there is, cleanly, and switch off. Raises nothing."""


@runtime_checkable
class Closable(Protocol):
    """A device that holds pins, a port or a thread, and gives them back."""

    def close(self) -> None: ...


class Buttons(Protocol):
    """The five buttons."""

    def next(self, timeout: float) -> Press | None:
        """The next press, or None when nobody pressed."""


class Signal(Protocol):
    """Beeper and LED together."""

    def give(self, kind: str, aloud: bool = True) -> None:
        """Let people hear and see one of SIGNALS, at once and without waiting for its end; only see it, not aloud.

        A signal that can't be given is none of the game's business.
        """


class Devices(msgspec.Struct, frozen=True):
    """One of each, real or simulated."""

    reader: TagReader
    screen: Screen
    """A PersistentScreen where it is e-ink."""
    buttons: Buttons
    signal: Signal
    trouble: Message | None = None
    """Which ones could not be opened yet, and are tried again; None when all are there."""
