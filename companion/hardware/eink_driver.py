"""Waveshare's e-ink drivers with deadlines, error detection and the pins of the settings.

`EinkDriver` changes the vendor's object at run time: waiting for BUSY has an end, and before a new picture the
current one is sent, so that both memories of the controller agree. `DRIVER_CALLS` holds the vendor's methods and
the controller for each panel of companion.screens.paper. `Wires` replaces the vendor's `epdconfig`, which takes
its own pins at import, opens the bus again at each `init` and runs a shell to find the type of computer. The kind
of refresh is decided elsewhere.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any, Protocol

import msgspec

from companion.hardware.devices import Closable
from companion.hardware.refresh_policy import FAST, FULL, PARTIAL
from companion.hardware.wiring import UNCONNECTED, DisplayWiring
from companion.screens.paper import Panel


class Controller(msgspec.Struct, frozen=True):
    """Commands of a display controller that this module sends or detects."""

    new: int
    """Command before the bytes of the next picture."""
    old: int
    """Command before the bytes of the current picture, which a partial refresh compares with the next one."""
    ask_busy: int | None = None
    """Command to send before BUSY is read; None if the pin is always valid."""


SSD16XX = Controller(new=0x24, old=0x26)
UC8179 = Controller(new=0x13, old=0x10, ask_busy=0x71)


class RefreshCall(msgspec.Struct, frozen=True):
    """Calls of the vendor's driver for one kind of refresh."""

    prepare: tuple[str, ...]
    """Name of a method and of the driver's attributes that are its arguments; empty if no preparation is needed.
    """
    show: str
    """Name of the method that sends the picture and starts the refresh."""
    seconds: float
    """Duration of BUSY in seconds at room temperature."""


class DriverCalls(msgspec.Struct, frozen=True):
    """Calls of the vendor's driver for one panel."""

    controller: Controller
    """Controller of the panel, which defines where its picture memories are."""
    refreshes: dict[str, RefreshCall]
    """Calls by kind of refresh: FULL, FAST, PARTIAL."""
    max_partials: int = 8
    """Maximum partial refreshes in a row: each leaves shadows, and only partial ones damage the panel."""
    rotated: bool = False
    """True if the controller's memory is in portrait; our pictures are in landscape."""


DRIVER_CALLS = {
    "4in2": DriverCalls(
        SSD16XX,
        {
            FULL: RefreshCall(("init",), "display", 4.0),
            FAST: RefreshCall(("init_fast", "Seconds_1_5S"), "display_Fast", 1.5),
            PARTIAL: RefreshCall((), "display_Partial", 0.4),
        },
    ),
    "7in5": DriverCalls(
        UC8179,
        {
            FULL: RefreshCall(("init",), "display", 4.5),
            FAST: RefreshCall(("init_fast",), "display", 1.2),
            PARTIAL: RefreshCall(("init_part",), "display_Partial", 0.45),
        },
    ),
    "2in9": DriverCalls(
        SSD16XX,
        {
            FULL: RefreshCall(("init",), "display_Base", 3.5),
            FAST: RefreshCall(("init_Fast",), "display_Base", 1.5),
            PARTIAL: RefreshCall((), "display_Partial", 0.7),
        },
        rotated=True,
    ),
    "2in13": DriverCalls(
        SSD16XX,
        {
            FULL: RefreshCall(("init",), "displayPartBaseImage", 2.0),
            FAST: RefreshCall(("init_fast",), "display_fast", 1.6),
            PARTIAL: RefreshCall((), "displayPartial", 0.5),
        },
        max_partials=5,
        rotated=True,
    ),
}

BUSY_TIMEOUTS = {FULL: 20.0, FAST: 10.0, PARTIAL: 10.0}
"""Maximum seconds of one wait for a refresh."""
SETUP_TIMEOUT = 5.0
"""Maximum seconds of any other wait."""
TOTAL_TIMEOUT = 25.0
"""Maximum seconds for a picture, including the second attempt."""
BUSY_STARTS_WITHIN = 0.2
"""Seconds until BUSY must begin after a refresh was started; otherwise there is no panel."""
MIN_BUSY = {FULL: 0.3, FAST: 0.3, PARTIAL: 0.1}
"""Minimum seconds of BUSY; a shorter refresh has not happened."""
MIN_BUSY_SHARE = 0.7
"""Minimum share of the duration of the last refresh of this kind; a shorter one has not happened."""


log = logging.getLogger(__name__)

DRIVER_PACKAGES = ("waveshare_epd", "epaper.e-Paper.RaspberryPi_JetsonNano.python.lib.waveshare_epd")
"""Packages that may contain the drivers: Waveshare's own, then `waveshare-epaper` of the package index."""
BUSY_POLL_INTERVAL = 0.01
"""Seconds between two checks of BUSY."""
INVERTED_BYTES = bytes(255 - value for value in range(256))


class PanelStuck(OSError):
    """BUSY did not end."""


class PanelAbsent(OSError):
    """BUSY did not begin, or the panel could not be initialized."""


class EpdConfig(Protocol):
    """Attributes of the `epdconfig` module that the drivers use."""

    RST_PIN: int
    DC_PIN: int
    CS_PIN: int
    BUSY_PIN: int
    PWR_PIN: int
    SPI: Any

    def digital_write(self, pin: int, value: int) -> None: ...

    def digital_read(self, pin: int) -> int: ...

    def delay_ms(self, milliseconds: float) -> None: ...

    def spi_writebyte(self, values: Any) -> None: ...

    def spi_writebyte2(self, values: Any) -> None: ...

    def module_init(self) -> int: ...

    def module_exit(self) -> None: ...


class EinkDriver:
    """Driver of one panel. Pictures are bytes in the format of the panel's memory, 1 for white.

    epd: the vendor's object, created on `wires`.
    """

    def __init__(
        self,
        epd: Any,
        wires: EpdConfig,
        panel: Panel,
        calls: DriverCalls,
        clock: Callable[[], float],
        sleep: Callable[[float], None],
    ) -> None:
        self._epd, self._wires, self._panel, self._calls = epd, wires, panel, calls
        self._clock, self._sleep = clock, sleep
        self._command = epd.send_command
        epd.send_command, epd.ReadBusy = self._send_command, self._wait
        self._before: bytes | None = None
        self._written = False
        self._prepared = ""
        self._kind, self._until = PARTIAL, 0.0
        self._last_busy: dict[str, float] = {}

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of refresh that the installed version of the vendor's driver supports."""
        return tuple(kind for kind in self._panel.refreshes if self._supports(kind))

    def refresh(self, kind: str, picture: bytes, before: bytes | None, until: float) -> None:
        """Show the picture; `before` is the current one. Raises OSError, and whatever the wires raise."""
        self._kind, self._until = kind, until
        self._prepare(kind)
        if kind != PARTIAL:
            # A full refresh drives every pixel, whatever the other memory holds.
            self._show(kind)(picture.translate(INVERTED_BYTES) if self._panel.inverted else picture)
            return
        assert before is not None, "a partial refresh is one against what stands there"
        if self._calls.controller is UC8179:
            self._change_by_window(before, picture)
        else:
            self._before = before
            self._show(kind)(picture)

    def rest(self, until: float) -> None:
        """Switch the voltage off, enter deep sleep and close the bus.

        The next refresh must include a preparation.
        """
        self._until, self._prepared = until, ""
        self._epd.sleep()

    def power_off(self) -> None:
        """Switch the power off after a failure, so that the next preparation starts from the beginning."""
        self._before, self._written, self._prepared = None, False, ""
        try:
            self._wires.module_exit()
        except Exception as error:
            log.debug("the panel's wires would not close: %s", error)

    def close(self) -> None:
        """Release the pins if they belong to the companion."""
        if isinstance(self._wires, Closable):
            self._wires.close()
        else:
            self.power_off()

    def _supports(self, kind: str) -> bool:
        call = self._calls.refreshes[kind]
        return all(hasattr(self._epd, name) for name in (*call.prepare, call.show))

    def _prepare(self, kind: str) -> None:
        call = self._calls.refreshes[kind]
        if not call.prepare or kind == self._prepared == PARTIAL:
            return
        self._prepared = ""
        method, *names = call.prepare
        # 0 and None both mean success, because the drivers' init methods return different values.
        if getattr(self._epd, method)(*(getattr(self._epd, name) for name in names)):
            raise PanelAbsent(f"{self._panel.module}.{method} failed")
        self._prepared = kind

    def _show(self, kind: str) -> Callable[[bytes], None]:
        show: Callable[[bytes], None] = getattr(self._epd, self._calls.refreshes[kind].show)
        return show

    def _change_by_window(self, before: bytes, picture: bytes) -> None:
        """Do the work of the vendor's `display_Partial` for the whole panel, but send the old picture too."""
        epd, right, bottom = self._epd, self._panel.width - 1, self._panel.height - 1
        window = (0, 0, right >> 8, right & 255, 0, 0, bottom >> 8, bottom & 255, 1)
        for command, values in ((0x50, (0xA9, 0x07)), (0x91, ()), (0x90, window)):
            epd.send_command(command)
            for value in values:
                epd.send_data(value)
        self._before = before
        epd.send_command(UC8179.new)
        epd.send_data2(picture)
        epd.send_command(0x12)
        self._wires.delay_ms(100)  # BUSY is valid only after a moment; the vendor's driver waits as long.
        epd.ReadBusy()

    def _send_command(self, command: int) -> None:
        controller = self._calls.controller
        if command == controller.new:
            before, self._before = self._before, None
            if before is not None:
                self._command(controller.old)
                self._epd.send_data2(before)
            self._written = True
        self._command(command)

    def _wait(self) -> None:
        """Wait until BUSY ends. Replaces the driver's own method."""
        began = self._clock()
        shown, self._written = self._written, False
        limit = min(self._until, began + (BUSY_TIMEOUTS[self._kind] if shown else SETUP_TIMEOUT))
        if shown:
            self._await_busy(began)
        while self._busy():
            if self._clock() >= limit:
                raise PanelStuck(f"BUSY for {self._clock() - began:.1f} s")
            self._sleep(BUSY_POLL_INTERVAL)
        if shown:
            self._check_duration(self._clock() - began)

    def _await_busy(self, began: float) -> None:
        while not self._busy():
            if self._clock() - began >= BUSY_STARTS_WITHIN:
                raise PanelAbsent("BUSY did not begin")
            self._sleep(BUSY_POLL_INTERVAL)

    def _check_duration(self, took: float) -> None:
        # BUSY is pulled down: without power it ends at once with a half-drawn picture, and nothing else shows it.
        last = self._last_busy.pop(self._kind, 0.0)
        if took < max(MIN_BUSY[self._kind], last * MIN_BUSY_SHARE):
            raise PanelAbsent(f"BUSY for {took:.2f} s only")
        self._last_busy[self._kind] = took

    def _busy(self) -> bool:
        if self._calls.controller.ask_busy is not None:
            # The UC8179's pin is valid only after its status was requested, as in the vendor's wait.
            self._command(self._calls.controller.ask_busy)
        return self._wires.digital_read(self._epd.busy_pin) == self._panel.busy


def load_driver(
    panel: Panel,
    calls: DriverCalls,
    wires: EpdConfig,
    clock: Callable[[], float],
    sleep: Callable[[float], None],
) -> EinkDriver:
    """Return the vendor's driver for the panel on these wires. Raises ImportError if it is not installed."""
    return EinkDriver(vendor_module(panel.module, wires).EPD(), wires, panel, calls, clock, sleep)


def vendor_module(name: str, wires: EpdConfig) -> ModuleType:
    """Return a new copy of the vendor's module with `wires` as its `epdconfig`.

    `sys.modules` is unchanged afterwards.
    """
    spec = next((found for package in DRIVER_PACKAGES if (found := _spec(f"{package}.{name}"))), None)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError("No module named 'waveshare_epd'", name="waveshare-epaper")
    module = module_from_spec(spec)
    # One of the drivers imports RPi.GPIO and never uses it.
    unused = {name: ModuleType(name) for name in ("RPi", "RPi.GPIO")}
    with _substituted({f"{spec.parent}.epdconfig": wires, **unused}):
        spec.loader.exec_module(module)
    return module


def _spec(name: str) -> Any:
    try:
        return find_spec(name)
    except ModuleNotFoundError:
        return None


@contextmanager
def _substituted(modules: dict[str, Any]) -> Iterator[None]:
    before = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


SPI_CLOCK_RATE = 4_000_000
"""Clock rate of the SPI bus in hertz."""
CHIP_SELECTS = {8: 0, 7: 1}
"""Device number by pin, for the pins that the SPI bus drives itself."""


class Spi(Protocol):
    """Methods of `spidev.SpiDev` that are used here."""

    def open(self, bus: int, device: int, /) -> None: ...

    def close(self) -> None: ...

    def writebytes(self, values: Any, /) -> None: ...

    def writebytes2(self, values: Any, /) -> None: ...


class Wires:
    """Replacement of `epdconfig`, with the names that the drivers use."""

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
        """Switch the panel's power on and open the bus. Drivers call it at the beginning of each `init`."""
        self.digital_write(self.PWR_PIN, 1)
        if not self._open:
            self._open_bus()
        return 0

    def module_exit(self) -> None:
        """Close the bus and switch the power off."""
        if self._open:
            self._open = False
            self.SPI.close()
        for pin in (self.RST_PIN, self.DC_PIN, self.PWR_PIN):
            self.digital_write(pin, 0)

    def close(self) -> None:
        """Release the pins."""
        self.module_exit()
        for pin in (*self._outputs.values(), self._busy):
            pin.close()

    def _open_bus(self) -> None:
        spi: Any = self.SPI
        spi.open(0, CHIP_SELECTS.get(self.CS_PIN, 0))
        self._open = True
        spi.max_speed_hz, spi.mode = SPI_CLOCK_RATE, 0


def open_wires(wiring: DisplayWiring, factory: Any = None, spi: Spi | None = None) -> Wires:
    """Claim the pins and test the bus.

    Raises whatever the libraries raise, also if another process has the pins.
    """
    from gpiozero import DigitalInputDevice, DigitalOutputDevice

    if spi is None:
        import spidev

        spi = spidev.SpiDev()
    taken: list[Any] = []
    try:
        outputs = {}
        for pin in _driven_pins(wiring):
            taken.append(DigitalOutputDevice(pin, pin_factory=factory))
            outputs[pin] = taken[-1]
        # BUSY is pulled down, so that it has a defined level even without a panel.
        taken.append(DigitalInputDevice(wiring.busy, pull_up=False, pin_factory=factory))
        wires = Wires(wiring, spi, outputs, taken[-1])
        wires.module_init()
    except BaseException:
        for device in taken:
            device.close()
        raise
    return wires


def _driven_pins(wiring: DisplayWiring) -> list[int]:
    """Return the output pins; chip select only if the bus does not drive it."""
    own = [wiring.cs] if wiring.cs not in CHIP_SELECTS else []
    return [pin for pin in (wiring.rst, wiring.dc, wiring.pwr, *own) if pin != UNCONNECTED]
