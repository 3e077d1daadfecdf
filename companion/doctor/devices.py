"""Examination of the connected devices: buttons, LED and beeper, e-ink panel, NFC reader.

Each `examine_…` function yields findings with remedies and releases the pins it used. The panel shows the test
picture afterwards; nothing is written on tags.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.doctor import computer
from companion.doctor.findings import (
    BoxUser,
    Finding,
    note_finding,
    ok_finding,
    root_cause,
    simulated_finding,
    trouble_finding,
    unavailable_finding,
)
from companion.engine.message import Message, join_list, tr, trn
from companion.engine.stickers import FOREIGN_TAG
from companion.hardware.device_opening import (
    BUTTONS_LABEL,
    PANEL_LABEL,
    READER_LABEL,
    SIGNAL_LABEL,
    DeviceUnavailable,
    default_port,
    open_buttons,
    open_reader,
    open_screen,
    open_signal,
    prepare_libraries,
)
from companion.hardware.devices import BUTTONS, ReaderLost, ScreenLost
from companion.hardware.eink_driver import CHIP_SELECTS, DRIVER_CALLS, PanelAbsent, PanelStuck
from companion.hardware.gpio import input_pin
from companion.hardware.pn532 import ADDRESS
from companion.hardware.refresh_policy import FULL, PARTIAL
from companion.hardware.wiring import (
    DESK,
    HEADER_SERIAL,
    UNCONNECTED,
    ButtonsWiring,
    DisplayWiring,
    ReaderWiring,
    SignalWiring,
    Wiring,
    bus_number,
    pins_of,
)
from companion.screens.paper import PANELS, Panel
from companion.settings import Settings

if TYPE_CHECKING:
    from PIL.Image import Image


GPIO_CHIP = "/dev/gpiochip0"
BOUNCE_SECONDS = 0.3
SIGNAL_SECONDS = 1.0
"""Seconds until the test signal is over."""


def examine_buttons(wiring: ButtonsWiring, user: BoxUser) -> Iterator[Finding]:
    """Yield findings about the five buttons."""
    if wiring.kind == DESK:
        yield simulated_finding(BUTTONS_LABEL, "buttons.kind")
        return
    try:
        opened: Any = open_buttons(wiring)
    except DeviceUnavailable as error:
        yield unavailable_finding(BUTTONS_LABEL, error, *pin_remedies(root_cause(error), "buttons", wiring))
        return
    try:
        yield from _held_findings(opened, wiring)
        if user.patience:
            yield from (
                _press_finding(opened, name, wiring, user) for name in BUTTONS if name not in opened.held()
            )
    finally:
        opened.close()


def _held_findings(opened: Any, wiring: ButtonsWiring) -> Iterator[Finding]:
    opened.next(BOUNCE_SECONDS)
    held = opened.held()
    for name in held:
        yield trouble_finding(
            BUTTONS_LABEL,
            tr("{button} is down all the time.", button=name),
            tr(
                "Let go of it; else its wire on GPIO {n} (buttons.{key}) touches ground, or the button is turned "
                "by a quarter.",
                n=getattr(wiring, name.lower()), key=name.lower(),
            ),
        )  # fmt: skip
    if not held:
        yield ok_finding(BUTTONS_LABEL, tr("Five buttons are on their pins, and none is stuck."))


def _press_finding(opened: Any, name: str, wiring: ButtonsWiring, user: BoxUser) -> Finding:
    user.ask(tr("Press {button}, within {n} seconds.", button=name, n=round(user.patience)))
    press = opened.next(user.patience)
    if press is None:
        return trouble_finding(
            BUTTONS_LABEL,
            tr("{button} was not felt.", button=name),
            tr(
                "Look at its two wires: one to GPIO {n} (buttons.{key}), the other to ground.",
                n=getattr(wiring, name.lower()), key=name.lower(),
            ),
        )  # fmt: skip
    if press.button != name:
        return trouble_finding(
            BUTTONS_LABEL,
            tr("{button} was asked for and {other} was felt.", button=name, other=press.button),
            tr("Change the two wires, or the two pins under [buttons] in companion.toml."),
        )
    return ok_finding(BUTTONS_LABEL, tr("{button} was felt.", button=name))


def examine_signal(wiring: SignalWiring) -> Iterator[Finding]:
    """Yield findings about LED and beeper; only a user can tell whether they worked."""
    if wiring.kind == DESK:
        yield simulated_finding(SIGNAL_LABEL, "signal.kind")
        return
    try:
        opened: Any = open_signal(wiring)
    except DeviceUnavailable as error:
        yield unavailable_finding(SIGNAL_LABEL, error, *pin_remedies(root_cause(error), "signal", wiring))
        return
    try:
        opened.give("asks")
        time.sleep(SIGNAL_SECONDS)
    finally:
        opened.close()
    yield ok_finding(
        SIGNAL_LABEL, tr("Two beeps and three flashes were given on {pins}.", pins=join_list(_outputs(wiring)))
    )
    yield note_finding(
        SIGNAL_LABEL,
        tr("Nothing heard or seen?"),
        tr(
            "The beeper is an active one (it sounds by itself on 3.3 V), its + on the pin; the LED has a resistor."
        ),
    )


def _outputs(wiring: SignalWiring) -> list[str]:
    pins = {"LED": wiring.led, "beeper": wiring.beeper}
    return [f"GPIO {pin} ({name})" for name, pin in pins.items() if pin != UNCONNECTED]


def pin_remedies(error: BaseException, table: str, wiring: Wiring) -> Iterator[Message]:
    """Yield remedies for pins that are not available."""
    words = f"{type(error).__name__} {error}".lower()
    if isinstance(error, ModuleNotFoundError):
        yield computer.INSTALL_REMEDY
    elif "busy" in words or "inuse" in words:
        yield from _busy_pins(table, wiring)
        yield computer.STOP_OTHER_REMEDY
    elif isinstance(error, PermissionError) or (
        computer.device_exists(GPIO_CHIP) and not computer.is_device_allowed(GPIO_CHIP)
    ):
        yield computer.join_group_remedy(computer.device_group(GPIO_CHIP) or "gpio")
    elif not computer.is_pi():
        yield computer.not_a_pi_text()
    elif not computer.device_exists(GPIO_CHIP):
        chips = computer.gpio_chips()
        yield tr(
            "{chip} is missing; there are {others}. Start the computer again, or bring its system up to date.",
            chip=GPIO_CHIP, others=join_list(chips) if chips else tr("no others"),
        )  # fmt: skip
    else:
        yield tr('Let the system\'s own library drive the pins: "sudo apt install python3-lgpio".')
        yield computer.STOP_OTHER_REMEDY


def _busy_pins(table: str, wiring: Wiring) -> Iterator[Message]:
    """Yield the pins that are in use."""
    prepare_libraries()
    for field, pin in pins_of(wiring):
        if pin != UNCONNECTED and _is_pin_busy(pin):
            yield tr("GPIO {n} ({table}.{key}) is taken.", n=pin, table=table, key=field)


def _is_pin_busy(pin: int) -> bool:
    try:
        input_pin(pin).close()
    except Exception:
        return True
    return False


SLOW_REFRESH_FACTOR = 2.0
"""Multiple of the usual time from which a refresh is reported as slow."""


COLOUR_REFRESH_SECONDS = 14.0
"""Seconds of a full refresh that no black and white glass takes, even a cold one."""
COLOUR_GLASS = tr("A refresh takes as long as that of a glass with red or yellow.")
COLOUR_GLASS_REMEDY = tr(
    "A glass that also shows red or yellow takes 15 s and more and can't change in part: use a black and white "
    "one, or set {fast} and {partial} to false and wait for each picture.",
    fast="display.fast",
    partial="display.partial",
)


def examine_panel(settings: Settings) -> Iterator[Finding]:
    """Yield findings about the panel."""
    if settings.display.kind == DESK:
        yield simulated_finding(PANEL_LABEL, "display.kind")
        return
    try:
        screen: Any = open_screen(settings)
    except DeviceUnavailable as error:
        yield unavailable_finding(PANEL_LABEL, error, *_panel_remedies(root_cause(error), settings))
        return
    try:
        yield from _check_pictures(screen, PANELS[settings.panel])
    except ScreenLost as lost:
        yield unavailable_finding(PANEL_LABEL, lost, *_panel_remedies(root_cause(lost), settings))
    finally:
        screen.leave(None)
        screen.free()


def _check_pictures(screen: Any, panel: Panel) -> Iterator[Finding]:
    for kind, black in ((FULL, False), (PARTIAL, True)):
        began = time.monotonic()
        screen.show(test_picture(panel, black))
        took = time.monotonic() - began
        usual = DRIVER_CALLS[panel.name].refreshes[kind].seconds
        yield ok_finding(PANEL_LABEL, _duration_text(kind, took))
        if took > COLOUR_REFRESH_SECONDS:
            yield trouble_finding(PANEL_LABEL, COLOUR_GLASS, COLOUR_GLASS_REMEDY)
        elif took > SLOW_REFRESH_FACTOR * usual + 1:
            yield note_finding(
                PANEL_LABEL,
                tr("That is slow: {usual} s are usual.", usual=f"{usual:g}"),
                tr('Cold glass is slow. Else look whether "panel" in companion.toml names the panel you have.'),
            )
    yield note_finding(
        PANEL_LABEL,
        tr("A frame, a cross and four numbers stand on the glass now."),
        tr('Cut off, doubled or all noise: "panel" in companion.toml names another panel than you have.'),
        tr("A white glass without a frame: press the flat cable home at both ends."),
    )


def _duration_text(kind: str, took: float) -> Message:
    if kind == FULL:
        return tr("A test picture was shown in full, in {seconds} s.", seconds=f"{took:.1f}")
    return tr("A part of it was changed without a flash, in {seconds} s.", seconds=f"{took:.1f}")


def test_picture(panel: Panel, changed: bool) -> Image:
    """Return a picture with a frame, a cross and a number at each edge; if `changed`, with a filled rectangle."""
    from PIL import Image, ImageDraw

    from companion.screens.paper import BOLD, Face, font_of

    wide, high = panel.width, panel.height
    image = Image.new("1", (wide, high), 1)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, wide - 1, high - 1), outline=0)
    pen.line((0, 0, wide - 1, high - 1), fill=0)
    pen.line((0, high - 1, wide - 1, 0), fill=0)
    corners = ((0.5, 0.12), (0.88, 0.5), (0.5, 0.88), (0.12, 0.5))
    for number, (x, y) in enumerate(corners, 1):
        pen.text((wide * x, high * y), str(number), font=font_of(Face(18, BOLD)), fill=0, anchor="mm")
    if changed:
        pen.rectangle((wide * 0.4, high * 0.4, wide * 0.6, high * 0.6), fill=0)
    return image


def _panel_remedies(error: BaseException, settings: Settings) -> Iterator[Message]:
    bus = f"/dev/spidev0.{CHIP_SELECTS.get(settings.display.cs, 0)}"
    if isinstance(error, ModuleNotFoundError):
        yield computer.INSTALL_REMEDY
    elif isinstance(error, PanelStuck | PanelAbsent):
        yield from _no_answer(error, settings.display, settings.panel)
    elif isinstance(error, FileNotFoundError):
        yield computer.switch_on_remedy("dtparam=spi=on")
        if not computer.is_pi():
            yield computer.not_a_pi_text()
    elif isinstance(error, PermissionError):
        yield computer.join_group_remedy(computer.device_group(bus) or "spi")
    elif isinstance(error, OSError):
        yield tr("The bus broke off: look at DIN (GPIO 10), CLK (GPIO 11) and CS, and at the power.")
        yield computer.STOP_OTHER_REMEDY
    else:
        yield from pin_remedies(error, "display", settings.display)


def _no_answer(error: OSError, wiring: DisplayWiring, panel: str) -> Iterator[Message]:
    if isinstance(error, PanelStuck):
        yield COLOUR_GLASS_REMEDY
        yield tr(
            "BUSY on GPIO {n} never ends: look at the wires BUSY and RST (GPIO {rst}).",
            n=wiring.busy,
            rst=wiring.rst,
        )
    else:
        yield tr("Press the flat cable home at both ends, and look at BUSY (GPIO {n}).", n=wiring.busy)
    yield tr("Look at DIN (GPIO 10), CLK (GPIO 11), CS (GPIO {cs}), DC (GPIO {dc}).", cs=wiring.cs, dc=wiring.dc)
    yield computer.POWER_REMEDY
    yield tr('"panel" in companion.toml says {panel}; its back must say the same size and version.', panel=panel)


TAG_SEARCH_SECONDS = 0.4
"""Seconds to look for a tag if no user is present."""
I2C_ADDRESSES = range(0x08, 0x78)


def examine_reader(wiring: ReaderWiring, user: BoxUser) -> Iterator[Finding]:
    """Yield findings about the reader."""
    if wiring.kind == DESK:
        yield simulated_finding(READER_LABEL, "reader.kind")
        return
    try:
        reader: Any = open_reader(wiring)
    except DeviceUnavailable as error:
        yield unavailable_finding(READER_LABEL, error, *_reader_remedies(root_cause(error), wiring))
        return
    try:
        yield from _check_chip(reader, wiring, user)
    except ReaderLost as lost:
        yield unavailable_finding(READER_LABEL, lost, *_reader_remedies(root_cause(lost), wiring))
    finally:
        reader.close()
    yield from _advice(wiring)


def _check_chip(reader: Any, wiring: ReaderWiring, user: BoxUser) -> Iterator[Finding]:
    began = time.monotonic()
    version = reader.version()
    answered = round((time.monotonic() - began) * 1000)
    yield ok_finding(
        READER_LABEL,
        tr(
            "A PN532 (firmware {version}) answers at {port} within {n} ms.",
            version=version, port=_port_text(wiring), n=answered,
        ),
    )  # fmt: skip
    yield _tag(reader, user)


def _tag(reader: Any, user: BoxUser) -> Finding:
    if user.patience:
        user.ask(tr("Lay a sticker on the reader, within {n} seconds.", n=round(user.patience)))
    tag = reader.read(max(TAG_SEARCH_SECONDS, user.patience))
    if tag == FOREIGN_TAG:
        return trouble_finding(
            READER_LABEL,
            tr("A phone or a card of another kind was read, not a sticker."),
            tr("Use stickers of the kind NTAG213, 215 or 216; 125 kHz ones can't be read."),
        )
    if tag:
        digits = len(tag.partition(":")[2])
        return ok_finding(
            READER_LABEL, trn("A sticker of {n} byte was read.", "A sticker of {n} bytes was read.", digits // 2)
        )
    if not user.patience:
        return note_finding(READER_LABEL, tr("No sticker lay on the reader; nobody was asked to lay one there."))
    return trouble_finding(
        READER_LABEL,
        tr("No sticker was read."),
        tr("Lay one flat on the middle of the antenna; metal under reader or sticker keeps it from being read."),
        tr("Use stickers of the kind NTAG213, 215 or 216; 125 kHz ones can't be read."),
        tr("Look at its power: weak 3.3 V lets the chip answer and its antenna not."),
    )


def _port_text(wiring: ReaderWiring) -> str:
    if wiring.kind == "uart":
        return wiring.port or default_port()
    return f"/dev/i2c-{bus_number(wiring.port)}"


def _reader_remedies(error: BaseException, wiring: ReaderWiring) -> Iterator[Message]:
    if isinstance(error, ModuleNotFoundError):
        yield computer.INSTALL_REMEDY
        return
    number = error.errno if isinstance(error, OSError) else None
    if "GPIO" in str(error) or "Pin" in type(error).__name__:
        yield tr("Its reset or request pin is taken: look at reader.reset and reader.req in companion.toml.")
        yield computer.STOP_OTHER_REMEDY
    elif number == errno.ENOENT:
        yield from _no_port(wiring)
    elif number in (errno.EACCES, errno.EPERM):
        yield computer.join_group_remedy(
            computer.device_group(_port_text(wiring)) or ("dialout" if wiring.kind == "uart" else "i2c")
        )
    elif number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in str(error):
        yield from _console(wiring)
        yield computer.STOP_OTHER_REMEDY
    else:
        yield from _silent_uart(wiring) if wiring.kind == "uart" else _silent_i2c(wiring, number)


def _no_port(wiring: ReaderWiring) -> Iterator[Message]:
    if wiring.kind == "i2c":
        yield computer.switch_on_remedy("dtparam=i2c_arm=on")
    elif wiring.port not in HEADER_SERIAL:
        yield tr("Plug the USB adapter in; a folder /dev/serial/by-id then names it for reader.port.")
        return
    else:
        yield computer.switch_on_remedy("dtparam=uart0=on" if computer.is_pi_5() else "enable_uart=1")
    if not computer.is_pi():
        yield computer.not_a_pi_text()


def _console(wiring: ReaderWiring) -> Iterator[Message]:
    if wiring.kind == "uart" and wiring.port in HEADER_SERIAL and computer.has_serial_console():
        yield tr(
            "The serial console is in the way: take console=serial0,115200 out of /boot/firmware/cmdline.txt "
            "and start the computer again."
        )


def _silent_uart(wiring: ReaderWiring) -> Iterator[Message]:
    yield from _console(wiring)
    yield tr("Set the two switches on the reader's board to UART (HSU): both off on most boards.")
    yield tr("Cross the lines: the reader's TX to GPIO 15 (pin 10), its RX to GPIO 14 (pin 8).")
    yield computer.POWER_REMEDY
    if wiring.port == "/dev/serial0" and computer.is_pi_5():
        yield tr('On a Raspberry Pi 5 the header is /dev/ttyAMA0; take reader.port = "/dev/serial0" out.')


def _silent_i2c(wiring: ReaderWiring, number: int | None) -> Iterator[Message]:
    if number == errno.ETIMEDOUT:
        yield tr("The bus is held down: take the reader's power away for ten seconds, and wire reader.reset.")
    else:
        yield from _other_devices(bus_number(wiring.port))
    yield tr("Set the two switches on the reader's board to I2C: the first on, the second off on most boards.")
    yield tr("Look at the lines: SDA to GPIO 2 (pin 3), SCL to GPIO 3 (pin 5), short wires.")
    yield computer.POWER_REMEDY


def _other_devices(bus: int | None) -> Iterator[Message]:
    """Yield which other devices answer; if some do, the bus works and the reader's wires or switches are wrong."""
    from companion.hardware.pn532 import open_bus

    assert bus is not None
    try:
        wire = open_bus(bus)
    except Exception:
        return
    try:
        others = [f"0x{each:02x}" for each in I2C_ADDRESSES if each != ADDRESS and _is_answering(wire, each)]
    finally:
        wire.close()
    if others:
        yield tr(
            "The bus works: {others} answers there, but not the reader's address {address}.",
            others=", ".join(others), address=f"0x{ADDRESS:02x}",
        )  # fmt: skip
    else:
        yield tr("Nobody answers on this bus at any address: look at SDA, SCL and power before all else.")


def _is_answering(wire: Any, address: int) -> bool:
    try:
        wire.readfrom_into(address, bytearray(1))
    except OSError:
        return False
    return True


def _advice(wiring: ReaderWiring) -> Iterator[Finding]:
    if wiring.kind == "uart" and wiring.port in HEADER_SERIAL and computer.has_serial_console():
        yield note_finding(
            READER_LABEL, tr("The system talks on the reader's serial port too."), *_console(wiring)
        )
    has_defect = computer.is_pi() and not computer.is_pi_5()
    if wiring.kind == "i2c" and has_defect and UNCONNECTED in (wiring.reset, wiring.req):
        yield note_finding(
            READER_LABEL,
            tr("I2C on this board can't wait for the chip."),
            tr("Wire RSTPD_N and P32 and set reader.reset and reader.req, or use UART."),
        )
