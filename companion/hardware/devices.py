"""Protocols of the devices, their values, and exceptions: a device is lost, or nothing was written on a sticker.

No driver is known here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

from companion.engine.message import Message, UserError, tr

if TYPE_CHECKING:
    from PIL.Image import Image

BUTTONS = ("UP", "DOWN", "OK", "BACK", "UNDO")
OFF, OFF_HOLD_SECONDS = "OFF", 5.0
"""Button name reported when BACK is held for OFF_HOLD_SECONDS seconds, after its long press was reported."""
REPORT, REPORT_BUTTONS = "REPORT", ("UP", "DOWN")
"""Button name reported when both buttons are held together; neither is then reported as a long press."""
SIGNALS = ("accepted", "refused", "asks", "trouble", "early")
"""Signals that LED and beeper give. early: a press came before the page could be read and was ignored."""
TURN_ENDED, SCORING_ENDED = "turn", "scoring"
"""Quiet moments that end with a picture, so that the panel may take longer to draw it."""

RECORD_SEPARATOR = "#"
"""Separates the serial number of a tag from the record on it."""


class ReaderLost(Exception):
    """The reader does not answer. An empty antenna is no error."""


class DeviceNotYetOpen(ReaderLost):
    """The reader or the buttons could not be opened at the start, which was reported then."""


class ScreenLost(Exception):
    """The panel does not answer."""


class StickerFault(UserError):
    """Nothing was written on a sticker; `message` gives the reason."""


TWO_STICKERS = tr("Two stickers lie there; take one away.")


class ForeignRecord(StickerFault):
    """A record of another application is on the sticker; it is overwritten only if the user confirms."""

    def __init__(self) -> None:
        super().__init__(tr("Something else is written on that sticker."))


class Press(msgspec.Struct, frozen=True):
    """A press that was released or held long enough."""

    button: str
    """One of BUTTONS, OFF or REPORT."""
    long: bool = False
    """True if it was held for 0.8 seconds."""


class TagReader(Protocol):
    """NFC reader with its antenna."""

    def read(self, timeout: float) -> str | None:
        """Return a tag newly laid on the antenna, once per presence, or None after `timeout` seconds.

        The text is FOREIGN_TAG for a phone or a bank card, else "uid:" and the serial number; then "+" and the
        number of each tag that came together with it; then RECORD_SEPARATOR and the record, if it was wanted and
        readable. Raises only ReaderLost.
        """


class Screen(Protocol):
    """Panel."""

    def show(self, image: Image) -> None:
        """Show a picture; return when it is visible. Raises ScreenLost and nothing else."""


@runtime_checkable
class AntennaReader(Protocol):
    """Tag reader with an antenna, on which a tag may lie already when the reader starts."""

    on_resting_tag: Callable[[], None] | None
    """Called on the reader's thread if a tag lies on the antenna at a start or after a loss. Such a tag is no tap.

    None: it is a tap.
    """

    wants_record: Callable[[str], bool]
    """True if the record of the tag with this serial number is wanted.

    Called on the reader's thread for a new tag.
    """


@runtime_checkable
class RecordWriter(Protocol):
    """Tag reader that can also write a record on a tag."""

    def read(self, timeout: float) -> str | None:
        """As `TagReader.read`."""

    def write(self, uid: str, record: str, overwrite: bool = False) -> bool:
        """Write a record on the tag on the antenna; return False if the tag has that record already."""


@runtime_checkable
class PersistentScreen(Screen, Protocol):
    """Panel that shows its picture without power and leaves ghosts.

    All methods are called from the display thread.
    """

    def expect(self, moment: str) -> None:
        """Announce what ends with the next picture: TURN_ENDED or SCORING_ENDED."""

    def rest(self) -> float | None:
        """Sleep if it is time, or return the seconds until then.

        Called while nothing is to be drawn. Raises ScreenLost.
        """

    def leave(self, image: Image | None) -> None:
        """Show a last picture, or clean the current one, and switch off. Raises nothing."""


@runtime_checkable
class Closable(Protocol):
    """Device that holds pins, a port or a thread until `close`."""

    def close(self) -> None: ...


@runtime_checkable
class Interruptible(Protocol):
    """Device whose wait for an input can be ended, so that it may wait long."""

    def interrupt(self) -> None:
        """End the current wait, or the next one, without an input."""


class Buttons(Protocol):
    """The five buttons."""

    def next(self, timeout: float) -> Press | None:
        """Return the next press, or None after `timeout` seconds."""


class Signal(Protocol):
    """Beeper and LED."""

    def give(self, kind: str, aloud: bool = True) -> None:
        """Give one of SIGNALS without waiting for its end; without sound if `aloud` is false.

        Failures are not reported.
        """


class Devices(msgspec.Struct, frozen=True):
    """One device of each kind, real or simulated."""

    reader: TagReader
    screen: Screen
    """A PersistentScreen if the panel is e-ink."""
    buttons: Buttons
    signal: Signal
    trouble: Message | None = None
    """Devices that could not be opened yet and are tried again; None if all are open."""
