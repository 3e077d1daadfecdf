"""Opens the devices that the settings name, on the desk or in the case.

A device that cannot be opened is reported in one sentence and replaced by a reconnecting one, which tries again
whenever it is used. The game continues meanwhile. Drivers are imported only if a device needs them.
"""

from __future__ import annotations

import errno
import logging
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.engine.message import Message, UserError, join_list, tr
from companion.hardware.desk import DeskButtons, DeskReader, DeskScreen, DeskSignal
from companion.hardware.devices import (
    BUTTONS,
    Buttons,
    Closable,
    DeviceNotYetOpen,
    Devices,
    PersistentScreen,
    Press,
    Screen,
    ScreenLost,
    Signal,
    TagReader,
)
from companion.hardware.wiring import DESK, UNCONNECTED, ButtonsWiring, ReaderWiring, SignalWiring, bus_number
from companion.screens.paper import PANELS
from companion.settings import Settings

if TYPE_CHECKING:
    from PIL.Image import Image


log = logging.getLogger(__name__)

LateDevice = TypeVar("LateDevice")

SIGNAL_RETRY_INTERVAL = 30.0
"""Seconds between two attempts to open LED and beeper, because attempts delay the thread that answers players."""


class _Reconnecting(Generic[LateDevice]):
    """Opens the device when it is used. Until that succeeds, it raises `lost`."""

    lost: type[Exception] = DeviceNotYetOpen

    def __init__(self, opened: Callable[[], LateDevice]) -> None:
        self._open = opened
        self._device: LateDevice | None = None

    def _opened(self) -> LateDevice:
        if self._device is None:
            try:
                self._device = self._open()
            except Exception as error:
                raise self.lost(str(error)) from error
            self._begun(self._device)
        return self._device

    def _begun(self, device: LateDevice) -> None:
        """Prepare the device that was just opened."""

    def close(self) -> None:
        """Close the device if it was opened."""
        if isinstance(self._device, Closable):
            self._device.close()


class ReconnectingReader(_Reconnecting[TagReader]):
    """Reader whose pins or library were not available at the start."""

    def __init__(self, opened: Callable[[], TagReader]) -> None:
        super().__init__(opened)
        self.wants_record: Callable[[str], bool] = lambda _uid: False
        self.on_resting_tag: Callable[[], None] | None = None

    def _begun(self, device: Any) -> None:
        device.wants_record, device.on_resting_tag = self.wants_record, self.on_resting_tag

    def read(self, timeout: float) -> str | None:
        return self._opened().read(timeout)

    def write(self, uid: str, record: str, overwrite: bool = False) -> bool:
        reader: Any = self._opened()
        return bool(reader.write(uid, record, overwrite))


class ReconnectingButtons(_Reconnecting[Buttons]):
    """Buttons whose pins were not available at the start."""

    def next(self, timeout: float) -> Press | None:
        return self._opened().next(timeout)


class ReconnectingSignal(_Reconnecting[Signal]):
    """LED and beeper whose pins were not available at the start."""

    lost = OSError

    def __init__(self, opened: Callable[[], Signal], clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(opened)
        self._clock, self._again_at = clock, clock() + SIGNAL_RETRY_INTERVAL

    def give(self, kind: str, aloud: bool = True) -> None:
        if self._device is None and self._clock() < self._again_at:
            return
        self._again_at = self._clock() + SIGNAL_RETRY_INTERVAL
        try:
            self._opened().give(kind, aloud)
        except OSError as error:
            log.debug("no signal yet: %s", error)


class ReconnectingScreen(_Reconnecting[PersistentScreen]):
    """Panel whose bus, pins or library were not available at the start. A PersistentScreen."""

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


OpenedDevice = TypeVar("OpenedDevice")

MODEL_FILE = Path("/proc/device-tree/model")
HEADER_PORT, HEADER_PORT_PI_5 = "/dev/serial0", "/dev/ttyAMA0"

READER_LABEL, BUTTONS_LABEL, SIGNAL_LABEL, PANEL_LABEL = (
    tr("the reader"),
    tr("the buttons"),
    tr("LED and beeper"),
    tr("the panel"),
)


class DeviceUnavailable(UserError):
    """A device cannot be used; `message` gives the reason and the remedy."""


def open_devices(settings: Settings, on_signal: Callable[[str], None] | None = None) -> Devices:
    """Return one device of each kind. `Devices.trouble` names those that are not available.

    on_signal: called with the signals of a desk version.
    """
    missing: list[tuple[Message, Message]] = []

    def now_or_late(
        name: Message, opened: Callable[[], OpenedDevice], late: Callable[[Any], OpenedDevice]
    ) -> OpenedDevice:
        try:
            return opened()
        except DeviceUnavailable as error:
            log.warning("%s", error)
            missing.append((name, error.message))
            return late(opened)

    return Devices(
        now_or_late(READER_LABEL, lambda: open_reader(settings.reader), ReconnectingReader),
        now_or_late(PANEL_LABEL, lambda: open_screen(settings), ReconnectingScreen),
        now_or_late(BUTTONS_LABEL, lambda: open_buttons(settings.buttons), ReconnectingButtons),
        now_or_late(SIGNAL_LABEL, lambda: open_signal(settings.signal, on_signal), ReconnectingSignal),
        _trouble(missing),
    )


def _trouble(missing: list[tuple[Message, Message]]) -> Message | None:
    if len(missing) > 1:
        names = join_list(name for name, _ in missing)
        return tr("Not working: {names}; look at the wires and at companion.toml, the game goes on.", names=names)
    return missing[0][1] if missing else None


def prepare_libraries() -> None:
    """Set the environment variables that the drivers' libraries read at import."""
    folder = os.environ.get("RUNTIME_DIRECTORY") or os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    # gpiozero would try four libraries; lgpio makes a FIFO in its folder at import and fails in a read-only one;
    # Blinka may ask [Y/n] on the terminal and wait for ever.
    os.environ.setdefault("GPIOZERO_PIN_FACTORY", "lgpio")
    os.environ.setdefault("LG_WD", folder)
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")


def open_reader(wiring: ReaderWiring, factory: Any = None) -> TagReader:
    """Return the reader. Raises DeviceUnavailable.

    A chip that does not answer is noticed only by reading, which connects again.
    """
    if wiring.kind == DESK:
        return DeskReader()
    prepare_libraries()
    from companion.hardware.gpio import OutputLine
    from companion.hardware.pn532 import Pn532Reader, open_i2c, open_uart

    with _pins(READER_LABEL, "reader") as opened:
        import_module(f"adafruit_pn532.{wiring.kind}")
        reset, req = (
            opened(OutputLine, pin, factory) if pin != UNCONNECTED else None for pin in (wiring.reset, wiring.req)
        )
    if wiring.kind == "uart":
        port = wiring.port or default_port()
        return Pn532Reader(lambda: open_uart(port, reset))
    bus = bus_number(wiring.port)
    assert bus is not None, "the settings were checked"
    return Pn532Reader(lambda: open_i2c(bus, reset, req))


def default_port() -> str:
    """Return the serial port of the header. On a Pi 5 serial0 is a separate connector."""
    try:
        model = MODEL_FILE.read_text(encoding="utf-8", errors="replace")
    except OSError:
        model = ""
    return HEADER_PORT_PI_5 if "Raspberry Pi 5" in model else HEADER_PORT


def open_buttons(wiring: ButtonsWiring, factory: Any = None) -> Buttons:
    """Return the buttons. Raises DeviceUnavailable."""
    if wiring.kind == DESK:
        return DeskButtons()
    prepare_libraries()
    from companion.hardware.gpio import GpioButtons, input_pin

    with _pins(BUTTONS_LABEL, "buttons") as opened:
        return GpioButtons(
            {button: opened(input_pin, getattr(wiring, button.lower()), factory) for button in BUTTONS}
        )


def open_signal(
    wiring: SignalWiring, on_signal: Callable[[str], None] | None = None, factory: Any = None
) -> Signal:
    """Return LED and beeper. Raises DeviceUnavailable."""
    if wiring.kind == DESK:
        return DeskSignal(on_signal)
    prepare_libraries()
    from companion.hardware.gpio import GpioSignal, beeper_pin, led_pin

    with _pins(SIGNAL_LABEL, "signal") as opened:
        led = opened(led_pin, wiring.led, factory) if wiring.led != UNCONNECTED else None
        beeper = opened(beeper_pin, wiring.beeper, factory) if wiring.beeper != UNCONNECTED else None
        return GpioSignal(led, beeper)


@contextmanager
def _pins(device: Message, table: str) -> Iterator[Callable[..., Any]]:
    """Return a function that opens pins; all are closed after an error. Raises DeviceUnavailable."""
    from companion.hardware.gpio import use_header_chip

    use_header_chip()
    with ExitStack() as open_ones:

        def opened(make: Callable[..., Any], number: int, factory: Any) -> Any:
            pin = make(number, factory)
            open_ones.callback(pin.close)
            return pin

        try:
            yield opened
        except Exception as error:
            raise DeviceUnavailable(_explanation(error, device, table)) from error
        open_ones.pop_all()


def open_screen(settings: Settings, factory: Any = None, spi: Any = None) -> Screen:
    """Return the panel. Raises DeviceUnavailable."""
    if settings.display.kind == DESK:
        return DeskScreen(settings.show_slowness)
    prepare_libraries()
    from companion.hardware.eink import open_eink
    from companion.hardware.gpio import use_header_chip

    use_header_chip()

    try:
        return open_eink(PANELS[settings.panel], settings.display, factory, spi)
    except Exception as error:
        raise DeviceUnavailable(_explanation(error, PANEL_LABEL, "display")) from error


def close_devices(devices: Devices) -> None:
    """Release pins and ports. The display thread closes the screen after the last picture."""
    for device in (devices.reader, devices.buttons, devices.signal):
        if isinstance(device, Closable):
            device.close()


def _explanation(error: Exception, device: Message, table: str) -> Message:
    if isinstance(error, ModuleNotFoundError):
        return tr(
            'The package for {device} is not installed ({name}); install the companion with its extra "pi".',
            device=device, name=error.name or str(error),
        )  # fmt: skip
    if isinstance(error, PermissionError) and error.errno == errno.EPERM:
        return tr("The system keeps {device} from the companion; start the Raspberry Pi again.", device=device)
    if isinstance(error, PermissionError):
        return tr(
            'This user may not use {device}; ask "companion doctor", or correct [{table}] in companion.toml.',
            device=device, table=table,
        )  # fmt: skip
    if isinstance(error, FileNotFoundError):
        return tr(
            'There is no bus for {device}; ask "companion doctor", or correct [{table}] in companion.toml.',
            device=device, table=table,
        )  # fmt: skip
    why = " ".join(f"{type(error).__name__}: {error}".split())
    return tr(
        "Not working: {device} ({why}); look at the wires and at [{table}] in companion.toml.",
        device=device, why=why, table=table,
    )  # fmt: skip
