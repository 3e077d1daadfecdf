"""The panel's wires: pins and SPI in the shape that Waveshare's drivers want, in place of their `epdconfig`.

Theirs takes its own pins at import, whatever the settings say, opens the bus anew at each `init`, and runs a shell
to find out which computer this is. The drivers above it are used as they are. Knows no command of any panel.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from companion.hardware.wiring import UNCONNECTED, DisplayWiring

SPEED = 4_000_000
"""Hertz."""
CHIP_SELECTS = {8: 0, 7: 1}
"""Pins that the SPI bus moves by itself, and the number of its device for each."""


class Spi(Protocol):
    """What we use of `spidev.SpiDev`."""

    def open(self, bus: int, device: int, /) -> None: ...

    def close(self) -> None: ...

    def writebytes(self, values: Any, /) -> None: ...

    def writebytes2(self, values: Any, /) -> None: ...


class Wires:
    """What the drivers use of `epdconfig`, under the names they know."""

    def __init__(
        self,
        wiring: DisplayWiring,
        spi: Spi,
        outputs: dict[int, Any],
        busy: Any,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.RST_PIN, self.DC_PIN, self.CS_PIN = wiring.rst, wiring.dc, wiring.cs
        self.BUSY_PIN, self.PWR_PIN = wiring.busy, wiring.pwr
        self.SPI = spi
        self._outputs, self._busy, self._sleep = outputs, busy, sleep
        self._open = False

    def digital_write(self, pin: int, value: int) -> None:
        output = self._outputs.get(pin)
        if output is not None:
            output.value = int(bool(value))

    def digital_read(self, pin: int) -> int:
        return int(self._busy.value) if pin == self.BUSY_PIN else 0

    def delay_ms(self, milliseconds: float) -> None:
        self._sleep(milliseconds / 1000)

    def spi_writebyte(self, values: Any) -> None:
        self.SPI.writebytes(values)

    def spi_writebyte2(self, values: Any) -> None:
        self.SPI.writebytes2(values)

    def module_init(self) -> int:
        """Power for the panel, and the bus; drivers call it at the beginning of each `init`."""
        self.digital_write(self.PWR_PIN, 1)
        if not self._open:
            self._open_bus()
        return 0

    def module_exit(self) -> None:
        """Take bus and power away."""
        if self._open:
            self._open = False
            self.SPI.close()
        for pin in (self.RST_PIN, self.DC_PIN, self.PWR_PIN):
            self.digital_write(pin, 0)

    def close(self) -> None:
        """Give the pins back."""
        self.module_exit()
        for pin in (*self._outputs.values(), self._busy):
            pin.close()

    def _open_bus(self) -> None:
        spi: Any = self.SPI
        spi.open(0, CHIP_SELECTS.get(self.CS_PIN, 0))
        self._open = True
        spi.max_speed_hz, spi.mode = SPEED, 0


def open_wires(wiring: DisplayWiring, factory: Any = None, spi: Spi | None = None) -> Wires:
    """Claim the pins and try the bus; raises whatever the libraries raise. A second process can't have them."""
    from gpiozero import DigitalInputDevice, DigitalOutputDevice

    if spi is None:
        import spidev

        spi = spidev.SpiDev()
    taken: list[Any] = []
    try:
        outputs = {}
        for pin in _driven(wiring):
            taken.append(DigitalOutputDevice(pin, pin_factory=factory))
            outputs[pin] = taken[-1]
        # BUSY is pulled down, so that a panel that is not there has a level at all.
        taken.append(DigitalInputDevice(wiring.busy, pull_up=False, pin_factory=factory))
        wires = Wires(wiring, spi, outputs, taken[-1])
        wires.module_init()
    except BaseException:
        for device in taken:
            device.close()
        raise
    return wires


def _driven(wiring: DisplayWiring) -> list[int]:
    """The pins that we move: chip select only where the bus doesn't."""
    own = [wiring.cs] if wiring.cs not in CHIP_SELECTS else []
    return [pin for pin in (wiring.rst, wiring.dc, wiring.pwr, *own) if pin != UNCONNECTED]
