"""Threads around the session: a background worker, a listener for each device, and a watchdog for all loops.

`BackgroundWorker` writes files that need not be durable before the signal sounds. `DeviceListener` passes inputs
on and reconnects a lost device. `Watchdog` remembers when each loop made its last step; `companion.commands.run`
reports to systemd only while no loop is late.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.engine.message import Message, UserError, tr
from companion.hardware.devices import DeviceNotYetOpen, ReaderLost
from companion.session.inputs import DeviceNotice, Input

log = logging.getLogger(__name__)

Task = Callable[[], None]


class BackgroundWorker:
    """Runs tasks in order; a failing task is logged and reported, and the next one runs."""

    def __init__(self, name: str) -> None:
        self.tell: Callable[[Message], None] = lambda _sentence: None
        """Called on the worker's thread with the reason of a failure; a repeated reason only after a success."""
        self._told: set[Message] = set()
        self._waiting: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def later(self, task: Task) -> None:
        """Run this task after those already waiting."""
        self._waiting.put(task)

    def stop(self) -> None:
        """Finish the waiting tasks, then end the thread."""
        self._waiting.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while (task := self._waiting.get()) is not None:
            try:
                task()
                self._told.clear()
            except UserError as error:
                log.warning("%s", error.message)
                self._failed(error.message)
            except Exception as error:
                log.exception("a background task failed")
                self._failed(_error_sentence(error))

    def _failed(self, sentence: Message) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self.tell(sentence)


def _error_sentence(error: Exception) -> Message:
    why = (error.strerror if isinstance(error, OSError) else None) or type(error).__name__
    return tr("Something you said about the box was not kept ({why}); the game itself is safe.", why=why)


POLL_SECONDS = 0.2
"""Seconds of one wait for a device that cannot be interrupted, and the longest time that a stop takes."""
RECONNECT_PAUSES = (0.5, 1.0, 2.0, 5.0)
"""Seconds before each attempt to reconnect a device; the last one repeats."""


class DeviceListener:
    """Calls `hear` repeatedly and passes on its inputs; calls `beat` before each call.

    `lost` and `back` are passed on once for each interruption. `interrupt` ends a wait of `hear`; with it, an idle
    device wakes the processor every IDLE_BEAT_SECONDS seconds only.
    """

    def __init__(
        self,
        name: str,
        hear: Callable[[float], Input | None],
        hand_in: Callable[[Input], Any],
        lost: DeviceNotice | None = None,
        back: DeviceNotice | None = None,
        beat: Callable[[], None] = lambda: None,
        interrupt: Callable[[], None] | None = None,
    ) -> None:
        self._interrupt = interrupt
        self._name, self._hear, self._hand_in = name, hear, hand_in
        self._beat = beat
        self._lost, self._back = lost, back
        self._ended = threading.Event()
        self._failed, self._told = 0, False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the thread after the current wait."""
        self._ended.set()
        if self._interrupt:
            self._interrupt()
        if self._thread.is_alive():
            self._thread.join(5)

    def _run(self) -> None:
        while not self._ended.is_set():
            self._beat()
            try:
                heard = self._hear(IDLE_BEAT_SECONDS if self._interrupt else POLL_SECONDS)
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
        if self._lost and not self._told and not isinstance(why, DeviceNotYetOpen):
            self._told = True
            self._hand_in(self._lost)
        self._ended.wait(RECONNECT_PAUSES[min(self._failed, len(RECONNECT_PAUSES) - 1)])
        self._failed += 1

    def _well(self) -> None:
        if self._failed:
            log.warning("%s is back", self._name)
            if self._back:
                self._hand_in(self._back)
        self._failed, self._told = 0, False


READER_LOOP, BUTTONS_LOOP, GAME_LOOP, DISPLAY_LOOP = "reader", "buttons", "game", "display"

IDLE_BEAT_SECONDS = 2.0
"""Seconds after which an idle loop reports a step."""

DEADLINES: Mapping[str, float] = {
    READER_LOOP: 20.0,  # a lost reader is searched every 5 s, and searching takes time
    BUTTONS_LOOP: 20.0,
    GAME_LOOP: 20.0,  # a memory card may stall for seconds
    DISPLAY_LOOP: 75.0,  # two attempts of a refresh of 25 s each, after the splash
}
"""Seconds from one step of a loop to the next that are not late."""


class Watchdog:
    """Remembers the last step of each loop. May be used from any thread."""

    def __init__(
        self, deadlines: Mapping[str, float] = DEADLINES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._deadlines, self._clock = dict(deadlines), clock
        self._steps: dict[str, float] = {}

    def start(self) -> None:
        """Note that all loops begin now."""
        now = self._clock()
        self._steps = dict.fromkeys(self._deadlines, now)

    def beat(self, name: str) -> None:
        """Note a step of this loop."""
        self._steps[name] = self._clock()

    def beating(self, name: str) -> Callable[[], None]:
        """Return a function that notes a step of this loop."""
        return partial(self.beat, name)

    def late(self) -> list[str]:
        """Return the loops whose last step is longer ago than their deadline."""
        now = self._clock()
        return [name for name, step in self._steps.items() if now - step > self._deadlines[name]]
