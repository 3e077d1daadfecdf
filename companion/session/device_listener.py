"""A thread that listens to one device and hands in what it hears; a device that is lost is asked again.

Never runs game code, never ends by an exception.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from companion.hardware.devices import NotYetThere, ReaderLost
from companion.session.inputs import DeviceNotice, Input

log = logging.getLogger(__name__)

PATIENCE = 0.2
"""Seconds of one wait; also how long a stop may take."""
PAUSES = (0.5, 1.0, 2.0, 5.0)
"""Seconds before a lost device is asked again, the last for ever."""


class DeviceListener:
    """Asks `hear` again and again, and says so to `beat`. `lost` and `back` are handed in once each time."""

    def __init__(
        self,
        name: str,
        hear: Callable[[float], Input | None],
        hand_in: Callable[[Input], Any],
        lost: DeviceNotice | None = None,
        back: DeviceNotice | None = None,
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        self._name, self._hear, self._hand_in = name, hear, hand_in
        self._beat = beat
        self._lost, self._back = lost, back
        self._ended = threading.Event()
        self._failed, self._told = 0, False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End after the present wait."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(5)

    def _run(self) -> None:
        while not self._ended.is_set():
            self._beat()
            try:
                heard = self._hear(PATIENCE)
            except ReaderLost as why:
                self._failing("%s is lost: %s", why)
                continue
            except Exception as why:
                self._failing("%s failed: %s", why, exc_info=True)
                continue
            self._well()
            if heard is not None:
                self._hand_in(heard)

    def _failing(self, text: str, why: Exception, exc_info: bool = False) -> None:
        if not self._failed:
            log.warning(text, self._name, why, exc_info=exc_info)
        if self._lost and not self._told and not isinstance(why, NotYetThere):
            self._told = True
            self._hand_in(self._lost)
        self._ended.wait(PAUSES[min(self._failed, len(PAUSES) - 1)])
        self._failed += 1

    def _well(self) -> None:
        if self._failed:
            log.warning("%s is back", self._name)
            if self._back:
                self._hand_in(self._back)
        self._failed, self._told = 0, False
