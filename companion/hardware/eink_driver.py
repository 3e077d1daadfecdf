"""One of Waveshare's drivers, as it is, but with deadlines, and with errors where the panel isn't there.

What is changed in the running object: waiting for BUSY has an end; before the new picture the one on the glass is
sent, so that both memories of the controller are in step. Decides nothing: the kind of refresh is given.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any, Protocol

from companion.hardware.devices import Closable
from companion.hardware.eink_table import (
    BUSY_STARTS_WITHIN,
    BUSY_TIMEOUTS,
    MIN_BUSY,
    MIN_BUSY_SHARE,
    SETUP_TIMEOUT,
    UC8179,
    DriverCalls,
)
from companion.hardware.refreshing import PARTIAL
from companion.screens.panels import Panel

log = logging.getLogger(__name__)

PACKAGES = ("waveshare_epd", "epaper.e-Paper.RaspberryPi_JetsonNano.python.lib.waveshare_epd")
"""Where the drivers may be: Waveshare's own, else the package index's `waveshare-epaper`."""
POLL = 0.01
"""Seconds between two looks at BUSY."""
INVERSE = bytes(255 - value for value in range(256))


class PanelStuck(OSError):
    """BUSY never ended."""


class PanelAbsent(OSError):
    """BUSY never began, or the panel would not be set up."""


class EpdConfig(Protocol):
    """What the drivers use of the module they call `epdconfig`."""

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
    """`epd` is the vendor's object on these wires. Pictures are bytes as in the panel's memory, 1 for white."""

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
        """The kinds of refresh that this version of the vendor's driver knows."""
        return tuple(kind for kind in self._panel.refreshes if self._supports(kind))

    def refresh(self, kind: str, picture: bytes, before: bytes | None, until: float) -> None:
        """Show the picture; `before` is what stands on the glass. Raises OSError, and whatever the wires raise."""
        self._kind, self._until = kind, until
        self._prepare(kind)
        if kind != PARTIAL:
            # A full refresh drives every pixel, whatever the other memory holds.
            self._show(kind)(picture.translate(INVERSE) if self._panel.inverted else picture)
            return
        assert before is not None, "a partial refresh is one against what stands there"
        if self._calls.controller is UC8179:
            self._change_by_window(before, picture)
        else:
            self._before = before
            self._show(kind)(picture)

    def rest(self, until: float) -> None:
        """Voltage off, deep sleep, bus closed: only a refresh with a preparation may follow."""
        self._until, self._prepared = until, ""
        self._epd.sleep()

    def power_off(self) -> None:
        """After a failure: take the power away, so that the next preparation begins anew."""
        self._before, self._written, self._prepared = None, False, ""
        try:
            self._wires.module_exit()
        except Exception as error:
            log.debug("the panel's wires would not close: %s", error)

    def close(self) -> None:
        """Give the pins back, where they are ours."""
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
        # 0 and None both mean success: the drivers' init methods don't agree on what they return.
        if getattr(self._epd, method)(*(getattr(self._epd, name) for name in names)):
            raise PanelAbsent(f"{self._panel.module}.{method} failed")
        self._prepared = kind

    def _show(self, kind: str) -> Callable[[bytes], None]:
        show: Callable[[bytes], None] = getattr(self._epd, self._calls.refreshes[kind].show)
        return show

    def _change_by_window(self, before: bytes, picture: bytes) -> None:
        """What the vendor's `display_Partial` does for the whole glass, but with the old picture and in one go."""
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
        self._wires.delay_ms(100)  # the controller needs a moment until BUSY is valid, the vendor waits as long
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
        """What the driver calls until BUSY is over."""
        began = self._clock()
        shown, self._written = self._written, False
        limit = min(self._until, began + (BUSY_TIMEOUTS[self._kind] if shown else SETUP_TIMEOUT))
        if shown:
            self._await_busy(began)
        while self._busy():
            if self._clock() >= limit:
                raise PanelStuck(f"BUSY for {self._clock() - began:.1f} s")
            self._sleep(POLL)
        if shown:
            self._check_duration(self._clock() - began)

    def _await_busy(self, began: float) -> None:
        while not self._busy():
            if self._clock() - began >= BUSY_STARTS_WITHIN:
                raise PanelAbsent("BUSY did not begin")
            self._sleep(POLL)

    def _check_duration(self, took: float) -> None:
        # BUSY is pulled down: without power it ends at once, the glass is half done, and nothing else shows it.
        last = self._last_busy.pop(self._kind, 0.0)
        if took < max(MIN_BUSY[self._kind], last * MIN_BUSY_SHARE):
            raise PanelAbsent(f"BUSY for {took:.2f} s only")
        self._last_busy[self._kind] = took

    def _busy(self) -> bool:
        if self._calls.controller.ask_busy is not None:
            # The UC8179's pin is valid only after its status was asked for; the vendor's wait does so each time.
            self._command(self._calls.controller.ask_busy)
        return self._wires.digital_read(self._epd.busy_pin) == self._panel.busy


def load_driver(
    panel: Panel,
    calls: DriverCalls,
    wires: EpdConfig,
    clock: Callable[[], float],
    sleep: Callable[[float], None],
) -> EinkDriver:
    """The vendor's driver for the panel on these wires; raises ImportError where there is none."""
    return EinkDriver(vendor_module(panel.module, wires).EPD(), wires, panel, calls, clock, sleep)


def vendor_module(name: str, wires: EpdConfig) -> ModuleType:
    """The vendor's module, made anew with `wires` as its `epdconfig`; `sys.modules` stays as it was."""
    spec = next((found for package in PACKAGES if (found := _spec(f"{package}.{name}"))), None)
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
