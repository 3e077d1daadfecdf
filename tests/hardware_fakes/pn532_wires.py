"""How a host gets at the PN532: a serial port that can be pulled out, and an I2C bus that can hang."""

from __future__ import annotations

import errno
import termios
from collections import deque

import serial

from tests.hardware_fakes.pn532_chip import ADDRESS, BUS_GIVES_UP, I2C_BYTE, UART_BYTE, Pn532Chip

READ_WAIT, WRITE_WAIT = 0.03, 0.5


class SerialPort:
    """A serial port; with an adapter it can be pulled out of the computer, and what was open then stays dead."""

    def __init__(self, chip: Pn532Chip) -> None:
        self.chip = chip
        self.there = True
        self.opened: list[ChipSerial] = []

    def open(self) -> ChipSerial:
        if not self.there:
            raise serial.SerialException(errno.ENOENT, "could not open port")
        self.opened.append(ChipSerial(self.chip))
        return self.opened[-1]

    def pull(self) -> None:
        """Out with the adapter: the chip's power comes from it."""
        self.there = False
        for line in self.opened:
            line.dead = True
        self.chip.unplug()

    def plug(self) -> None:
        self.there = True
        self.chip.replug()


class ChipSerial:
    """What we and the driver use of `serial.Serial`."""

    def __init__(self, chip: Pn532Chip) -> None:
        self._chip, self._clock = chip, chip.clock
        self._coming: deque[tuple[float, int]] = deque()
        self.dead = self.closed = False

    def write(self, data: bytes) -> int:
        self._touch(serial.SerialException)
        if self._chip.hangs:
            self._clock.sleep(WRITE_WAIT)
            raise serial.SerialTimeoutException("Write timeout")
        for byte in data:
            self._clock.sleep(UART_BYTE)
            if self._chip.passes():
                self._chip.take(byte)
            if self.dead:
                raise serial.SerialException("write failed")
        return len(data)

    def read(self, size: int = 1) -> bytes:
        self._touch(serial.SerialException)
        until, got = self._clock.monotonic() + READ_WAIT, bytearray()
        while len(got) < size:
            self._fetch()
            if self._coming and self._coming[0][0] <= self._clock.monotonic():
                got.append(self._coming.popleft()[1])
            elif self._clock.monotonic() >= until:
                break
            else:
                self._clock.sleep(UART_BYTE)
            if self.dead:
                raise serial.SerialException("device disconnected")
        return bytes(got)

    @property
    def in_waiting(self) -> int:
        self._touch(OSError)
        self._fetch()
        now = self._clock.monotonic()
        return sum(when <= now for when, _ in self._coming)

    def reset_input_buffer(self) -> None:
        self._touch(termios.error)
        self._fetch()
        now = self._clock.monotonic()
        self._coming = deque((when, byte) for when, byte in self._coming if when > now)

    def close(self) -> None:
        self.closed = True

    def _fetch(self) -> None:
        """Put what the chip sends on the line, a byte after the other."""
        while (frame := self._chip.ready()) is not None:
            self._chip.taken()
            when = max(frame.when, self._coming[-1][0] if self._coming else 0.0)
            for byte in frame.bytes:
                when += UART_BYTE
                if self._chip.passes():
                    self._coming.append((when, byte))

    def _touch(self, error: type[Exception]) -> None:
        self._chip.accesses += 1
        if self.closed:
            raise serial.PortNotOpenError
        if self.dead:
            raise error(errno.EIO, "Input/output error")


class ChipSmBus:
    """What we use of `Adafruit_PureIO.smbus.SMBus`."""

    def __init__(self, chip: Pn532Chip) -> None:
        self._chip = chip
        self.closed = False

    def write_bytes(self, addr: int, buf: bytes) -> None:
        self._address(addr)
        for byte in buf:
            self._byte()
            self._chip.take(byte)

    def read_bytes(self, addr: int, number: int) -> bytes:
        self._address(addr)
        frame = self._chip.ready()
        told = b"\x00" if frame is None else b"\x01" + frame.bytes
        for _ in range(number):
            self._byte()
        if frame is not None and number > 1:
            self._chip.taken()
        return told[:number].ljust(number, b"\x00")

    def close(self) -> None:
        self.closed = True

    def _address(self, addr: int) -> None:
        self._chip.accesses += 1
        if self._chip.hangs:
            self._chip.clock.sleep(BUS_GIVES_UP)
            raise OSError(errno.ETIMEDOUT, "Connection timed out")
        self._chip.clock.sleep(I2C_BYTE)
        if addr != ADDRESS or not self._chip.powered:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self._chip.wake()

    def _byte(self) -> None:
        self._chip.clock.sleep(I2C_BYTE)
        if not self._chip.passes():
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
