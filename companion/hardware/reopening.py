"""Devices that could not be opened at the start: each is tried again, for ever, when it is used; none is replaced.

To whoever uses one it is a device that is lost, and some day back.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.hardware.devices import (
    Buttons,
    Closable,
    NotYetThere,
    PersistentScreen,
    Press,
    ScreenLost,
    Signal,
    TagReader,
)

if TYPE_CHECKING:
    from PIL.Image import Image

log = logging.getLogger(__name__)

Device = TypeVar("Device")

SIGNAL_PAUSE = 30.0
"""Seconds between two tries of LED and beeper: they are given by the thread that people wait for."""


class _Late(Generic[Device]):
    """Opens the device when it is wanted; `lost` is what its users know as its absence."""

    lost: type[Exception] = NotYetThere

    def __init__(self, opened: Callable[[], Device]) -> None:
        self._open = opened
        self._device: Device | None = None

    def _opened(self) -> Device:
        if self._device is None:
            try:
                self._device = self._open()
            except Exception as error:
                raise self.lost(str(error)) from error
            self._begun(self._device)
        return self._device

    def _begun(self, device: Device) -> None:
        """It is there now."""

    def close(self) -> None:
        """Give it back, where it was ever had."""
        if isinstance(self._device, Closable):
            self._device.close()


class LateReader(_Late[TagReader]):
    """A reader whose pins or library could not be had."""

    def __init__(self, opened: Callable[[], TagReader]) -> None:
        super().__init__(opened)
        self.wants_record: Callable[[str], bool] = lambda _uid: False

    def _begun(self, device: Any) -> None:
        device.wants_record = self.wants_record

    def read(self, timeout: float) -> str | None:
        return self._opened().read(timeout)

    def write(self, uid: str, record: str, overwrite: bool = False) -> bool:
        reader: Any = self._opened()
        return bool(reader.write(uid, record, overwrite))


class LateButtons(_Late[Buttons]):
    """Buttons whose pins could not be had."""

    def next(self, timeout: float) -> Press | None:
        return self._opened().next(timeout)


class LateSignal(_Late[Signal]):
    """LED and beeper whose pins could not be had."""

    lost = OSError

    def __init__(self, opened: Callable[[], Signal], clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(opened)
        self._clock, self._again_at = clock, clock() + SIGNAL_PAUSE

    def give(self, kind: str, aloud: bool = True) -> None:
        if self._device is None and self._clock() < self._again_at:
            return
        self._again_at = self._clock() + SIGNAL_PAUSE
        try:
            self._opened().give(kind, aloud)
        except OSError as error:
            log.debug("no signal yet: %s", error)


class LateScreen(_Late[PersistentScreen]):
    """A panel whose bus, pins or library could not be had. A PersistentScreen."""

    lost = ScreenLost

    def expect(self, moment: str) -> None:
        if self._device is not None:
            self._device.expect(moment)

    def show(self, image: Image) -> None:
        self._opened().show(image)

    def rest(self) -> float | None:
        return self._device.rest() if self._device is not None else None

    def leave(self, image: Image | None) -> None:
        if self._device is not None:
            self._device.leave(image)
