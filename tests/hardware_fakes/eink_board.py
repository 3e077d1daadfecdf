"""What stands between a driver and an e-ink chip: a bus, and a module like Waveshare's `epdconfig`.

As strict as the real ones: nothing is written on a closed bus, nothing at all after `cleanup`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpiozero.exc import GPIODeviceClosed

from tests.hardware_fakes.eink_chip import EinkChip

SPEED = 4_000_000
"""Bits a second."""


def as_bytes(values: Any) -> bytes:
    """Lists, bytes and arrays alike; the drivers' lists have negative numbers in them."""
    return bytes(value & 0xFF for value in values) if isinstance(values, list | tuple) else bytes(values)


class Bus:
    """An SPI bus with the chip at its end, in the shape of `spidev.SpiDev`. `dc` tells the level of that pin."""

    def __init__(self, chip: EinkChip, dc: Callable[[], bool]) -> None:
        self._chip, self._dc = chip, dc
        self.max_speed_hz = self.mode = 0
        self.opened = 0
        """How often it was opened."""
        self.is_open = False
        self.failing = 0.0
        """How many of the next writes fail."""
        self.overhead = 0.0
        """Seconds that a write takes beside its bytes."""
        self.heard: list[tuple[bool, bytes]] = []
        """What was written, each with the level of DC; only while `listening`."""
        self.listening = False

    def open(self, _bus: int, _device: int) -> None:
        if self.is_open:
            raise AssertionError("opened twice: the first file would never be closed")
        self.is_open = True
        self.opened += 1

    def close(self) -> None:
        self.is_open = False

    def writebytes(self, values: Any) -> None:
        assert len(values) <= 4096, "more than the kernel takes at once"
        self.writebytes2(values)

    def writebytes2(self, values: Any) -> None:
        if not self.is_open:
            raise OSError(9, "Bad file descriptor")
        if self.failing:
            self.failing -= 1
            raise OSError(5, "Input/output error")
        data = as_bytes(values)
        if self.listening:
            self.heard.append((self._dc(), data))
        self._chip.clock.sleep(self.overhead + len(data) * 8 / SPEED)
        self._chip.write(data, self._dc())


class FakeEpdConfig:
    """A board with a chip, under the names that Waveshare's drivers use. `init_answer`: of `module_init`."""

    RST_PIN, DC_PIN, CS_PIN, BUSY_PIN, PWR_PIN = 17, 25, 8, 24, 18

    def __init__(self, chip: EinkChip, has_power_pin: bool = True) -> None:
        self.chip, self._has_power_pin = chip, has_power_pin
        self._levels: dict[int, int] = {}
        self.bus = Bus(chip, lambda: bool(self._levels.get(self.DC_PIN)))
        self.SPI: Any = self.bus
        self.init_answer = 0
        self._cleaned = False
        if not has_power_pin:
            chip.power(True)

    def digital_write(self, pin: int, value: int) -> None:
        if self._cleaned:
            raise GPIODeviceClosed("the pins were given back")
        before, self._levels[pin] = self._levels.get(pin, 0), int(bool(value))
        if pin == self.RST_PIN and before and not value and self.chip.powered:
            self.chip.reset()
        if pin == self.PWR_PIN and self._has_power_pin:
            self.chip.power(bool(value))

    def digital_read(self, pin: int) -> int:
        assert pin == self.BUSY_PIN
        return self.chip.busy_level()

    def delay_ms(self, milliseconds: float) -> None:
        self.chip.clock.sleep(milliseconds / 1000)

    def spi_writebyte(self, values: Any) -> None:
        self.SPI.writebytes(values)

    def spi_writebyte2(self, values: Any) -> None:
        self.SPI.writebytes2(values)

    def module_init(self) -> int:
        self.digital_write(self.PWR_PIN, 1)
        if self.init_answer == 0 and not self.bus.is_open:
            self.bus.open(0, 0)
        return self.init_answer

    def module_exit(self, cleanup: bool = False) -> None:
        self.bus.close()
        for pin in (self.RST_PIN, self.DC_PIN, self.PWR_PIN):
            self.digital_write(pin, 0)
        self._cleaned = self._cleaned or cleanup
