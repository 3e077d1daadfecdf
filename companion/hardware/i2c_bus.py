"""One of Linux's I2C buses in the shape that Adafruit's drivers want, without their `board`.

`board` would look for the computer's kind and might ask questions on the terminal. The kernel ends every transfer,
a hanging one too; nothing here waits.

adafruit-extended-bus is the same class, but published as source only, and nothing is built on a Raspberry Pi; nor
has its error for a missing bus an errno, which the doctor's advice goes by.
smbus2 would need an adapter as long as this one.
"""

from __future__ import annotations

from typing import Any, Protocol


class SmBus(Protocol):
    """What we use of `Adafruit_PureIO.smbus.SMBus`."""

    def write_bytes(self, addr: int, buf: bytes, /) -> None: ...

    def read_bytes(self, addr: int, number: int, /) -> bytes: ...

    def close(self) -> None: ...


class LinuxI2c:
    """What `adafruit_bus_device` uses of `busio.I2C`. Belongs to one thread, so its lock is always free."""

    def __init__(self, bus: SmBus) -> None:
        self._bus = bus

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def writeto(self, address: int, buffer: Any, *, start: int = 0, end: int | None = None) -> None:
        self._bus.write_bytes(address, bytes(buffer[start:end]))

    def readfrom_into(self, address: int, buffer: Any, *, start: int = 0, end: int | None = None) -> None:
        wanted = len(buffer[start:end])
        got = self._bus.read_bytes(address, wanted)
        if len(got) != wanted:
            raise OSError(f"{len(got)} of {wanted} bytes came")
        buffer[start : start + wanted] = got

    def close(self) -> None:
        self._bus.close()


def open_bus(number: int) -> LinuxI2c:
    """/dev/i2c-{number}; raises OSError."""
    from Adafruit_PureIO.smbus import SMBus

    return LinuxI2c(SMBus(number))
