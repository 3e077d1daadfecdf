"""The e-ink panel examined: its bus, its pins, a test picture in full and in part, and how long each took.

The test picture stays on the glass; nothing else of the panel is changed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.doctor import computer
from companion.doctor.findings import Finding, note, root_of, simulated, unavailable, well
from companion.doctor.pins import remedies as remedies_of_pins
from companion.engine.message import Message, tr
from companion.hardware.devices import ScreenLost
from companion.hardware.eink_driver import PanelAbsent, PanelStuck
from companion.hardware.eink_table import DRIVER_CALLS
from companion.hardware.eink_wires import CHIP_SELECTS
from companion.hardware.opening import PANEL, DeviceUnavailable, open_screen
from companion.hardware.refreshing import FULL, PARTIAL
from companion.hardware.wiring import DESK, DisplayWiring
from companion.screens.panels import PANELS, Panel
from companion.settings import Settings

if TYPE_CHECKING:
    from PIL.Image import Image

SLOW = 2.0
"""So many times the panel's usual time are worth a word."""


def examined(settings: Settings) -> Iterator[Finding]:
    """Everything about the panel."""
    if settings.display.kind == DESK:
        yield simulated(PANEL, "display.kind")
        return
    try:
        screen: Any = open_screen(settings)
    except DeviceUnavailable as error:
        yield unavailable(PANEL, error, *_remedies(root_of(error), settings))
        return
    try:
        yield from _shown(screen, PANELS[settings.panel])
    except ScreenLost as lost:
        yield unavailable(PANEL, lost, *_remedies(root_of(lost), settings))
    finally:
        screen.leave(None)
        screen.free()


def _shown(screen: Any, panel: Panel) -> Iterator[Finding]:
    for kind, black in ((FULL, False), (PARTIAL, True)):
        began = time.monotonic()
        screen.show(trial_picture(panel, black))
        took = time.monotonic() - began
        usual = DRIVER_CALLS[panel.name].refreshes[kind].seconds
        yield well(PANEL, _took(kind, took))
        if took > SLOW * usual + 1:
            yield note(
                PANEL,
                tr("That is slow: {usual} s are usual.", usual=f"{usual:g}"),
                tr('Cold glass is slow. Else look whether "panel" in companion.toml names the panel you have.'),
            )
    yield note(
        PANEL,
        tr("A frame, a cross and four numbers stand on the glass now."),
        tr('Cut off, doubled or all noise: "panel" in companion.toml names another panel than you have.'),
        tr("A white glass without a frame: press the flat cable home at both ends."),
    )


def _took(kind: str, took: float) -> Message:
    if kind == FULL:
        return tr("A test picture was shown in full, in {seconds} s.", seconds=f"{took:.1f}")
    return tr("A part of it was changed without a flash, in {seconds} s.", seconds=f"{took:.1f}")


def trial_picture(panel: Panel, changed: bool) -> Image:
    """A frame at the very edge, a cross, a number in each corner; `changed`: its middle filled."""
    from PIL import Image, ImageDraw

    from companion.screens.paper import BOLD, Face, font

    wide, high = panel.width, panel.height
    image = Image.new("1", (wide, high), 1)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, wide - 1, high - 1), outline=0)
    pen.line((0, 0, wide - 1, high - 1), fill=0)
    pen.line((0, high - 1, wide - 1, 0), fill=0)
    corners = ((0.5, 0.12), (0.88, 0.5), (0.5, 0.88), (0.12, 0.5))
    for number, (x, y) in enumerate(corners, 1):
        pen.text((wide * x, high * y), str(number), font=font(Face(18, BOLD)), fill=0, anchor="mm")
    if changed:
        pen.rectangle((wide * 0.4, high * 0.4, wide * 0.6, high * 0.6), fill=0)
    return image


def _remedies(error: BaseException, settings: Settings) -> Iterator[Message]:
    bus = f"/dev/spidev0.{CHIP_SELECTS.get(settings.display.cs, 0)}"
    if isinstance(error, ModuleNotFoundError):
        yield computer.INSTALL
    elif isinstance(error, PanelStuck | PanelAbsent):
        yield from _no_answer(error, settings.display, settings.panel)
    elif isinstance(error, FileNotFoundError):
        yield computer.switch_on("dtparam=spi=on")
        if not computer.is_pi():
            yield computer.not_a_pi()
    elif isinstance(error, PermissionError):
        yield computer.join(computer.group_of(bus) or "spi")
    elif isinstance(error, OSError):
        yield tr("The bus broke off: look at DIN (GPIO 10), CLK (GPIO 11) and CS, and at the power.")
        yield computer.STOP_OTHER
    else:
        yield from remedies_of_pins(error, "display", settings.display)


def _no_answer(error: OSError, wiring: DisplayWiring, panel: str) -> Iterator[Message]:
    if isinstance(error, PanelStuck):
        yield tr(
            "BUSY on GPIO {n} never ends: look at the wires BUSY and RST (GPIO {rst}).",
            n=wiring.busy,
            rst=wiring.rst,
        )
    else:
        yield tr("Press the flat cable home at both ends, and look at BUSY (GPIO {n}).", n=wiring.busy)
    yield tr("Look at DIN (GPIO 10), CLK (GPIO 11), CS (GPIO {cs}), DC (GPIO {dc}).", cs=wiring.cs, dc=wiring.dc)
    yield computer.POWER
    yield tr('"panel" in companion.toml says {panel}; its back must say the same size and version.', panel=panel)
