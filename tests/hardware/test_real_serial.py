"""Real pyserial on a real terminal line, with the chip at its other end: what the kernel does is no fake here."""

from __future__ import annotations

import os
import select
import threading
import time
import tty
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from companion.hardware.device_opening import open_reader
from companion.hardware.devices import ReaderLost
from companion.hardware.wiring import ReaderWiring
from tests.hardware_fakes.clock import FastClock
from tests.hardware_fakes.pn532_chip import Pn532Chip, Tag

ONE, OTHER = "04a1b2c3d4e5f6", "04ffeeddccbb11"


class Line:
    """A serial line of the kernel's (a pty) from `port` to a chip, in real time."""

    def __init__(self) -> None:
        self.chip = Pn532Chip(FastClock(1.0))
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.is_set():
            with suppress(OSError):
                if select.select([self._master], [], [], 0.001)[0]:
                    for byte in os.read(self._master, 256):
                        self.chip.take(byte)
                if (frame := self.chip.ready()) is not None:
                    self.chip.taken()
                    os.write(self._master, frame.bytes)

    def pull(self) -> None:
        """The adapter is out of its plug: the kernel hangs the line up."""
        self._ended.set()
        self._thread.join()
        os.close(self._slave)
        os.close(self._master)


@pytest.fixture
def line() -> Iterator[Line]:
    made = Line()
    yield made
    with suppress(OSError):
        made.pull()


@pytest.fixture
def reader(line: Line) -> Iterator[Any]:
    opened: Any = open_reader(ReaderWiring("uart", line.port))
    yield opened
    opened.close()


def test_the_chip_answers_and_each_tap_is_read_once(line: Line, reader: Any) -> None:
    assert reader.version() == "1.6"
    for uid in (ONE, OTHER, ONE):
        tag = Tag(uid)
        line.chip.lay(tag)
        assert reader.read(3) == f"uid:{uid}"
        line.chip.lift(tag)
        assert reader.read(1.2) is None


def test_a_second_program_can_not_have_the_line(line: Line, reader: Any) -> None:
    assert reader.version() == "1.6"
    other: Any = open_reader(ReaderWiring("uart", line.port))
    with pytest.raises(ReaderLost, match="exclusively lock"):
        other.version()


def test_a_line_that_is_hung_up_is_a_lost_reader_and_no_busy_loop(line: Line, reader: Any) -> None:
    assert reader.read(0.2) is None
    line.pull()
    with pytest.raises(ReaderLost):
        reader.read(3)
    began = time.process_time()
    with pytest.raises(ReaderLost):
        reader.read(0.2)
    assert time.process_time() - began < 0.2
