"""Draws docs/wiring.svg and fills the pin table of docs/builder-guide.md: `python -m tools.wiring`, `make docs`.

Every pin comes from the default settings, so that guide and program agree. Only power and ground are chosen here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from companion.hardware.wiring import (
    I2C_PINS,
    SPI_PINS,
    UART_PINS,
    UNCONNECTED,
    ButtonsWiring,
    DisplayWiring,
    ReaderWiring,
    SignalWiring,
    Wiring,
    pins_of,
)

ROOT = Path(__file__).parent.parent
SVG, GUIDE = ROOT / "docs" / "wiring.svg", ROOT / "docs" / "builder-guide.md"
BEGIN, END = "<!-- The table below is made by tools/wiring.py. -->", "<!-- Until here. -->"

V3, V5, GND, ID = "3.3 V", "5 V", "ground", "ID"
HEADER: tuple[int | str, ...] = (
    V3, V5, 2, V5, 3, GND, 4, 14, GND, 15, 17, 18, 27, GND, 22, 23, V3, 24, 10, GND,
    9, 25, 11, 8, GND, 7, ID, ID, 5, GND, 6, 12, 13, GND, 19, 16, 26, 20, GND, 21,
)  # fmt: skip
"""Assignment of pins 1 to 40 of a Raspberry Pi's header: a GPIO number, or the name of another function."""

RIGHT, LEFT = "right", "left"


class Wire(NamedTuple):
    """Wire from a terminal of a device to a pin of the header.

    key: setting that moves it, "" if none does.
    """

    terminal: str
    pin: int
    key: str = ""

    @property
    def on(self) -> str:
        """Name of the pin on the header."""
        found = HEADER[self.pin - 1]
        return f"GPIO {found}" if isinstance(found, int) else found


class Part(NamedTuple):
    """A device in the drawing."""

    name: str
    side: str
    colour: str
    wires: tuple[Wire, ...]


def pin_of(gpio: int) -> int:
    """Return the header pin of a GPIO."""
    return HEADER.index(gpio) + 1


def parts() -> tuple[Part, ...]:
    """Return all devices and wires of the default settings, with the reader on UART."""
    tx, rx = UART_PINS
    data, clock = SPI_PINS[3:5]
    reader = (
        Wire("VCC", 1),
        Wire("GND", 6),
        Wire("RX", pin_of(tx)),
        Wire("TX", pin_of(rx)),
        *_optional("reader", ReaderWiring(), {"reset": "RSTPD_N", "req": "P32"}),
    )
    panel = (
        Wire("VCC", 17),
        Wire("GND", 20),
        Wire("DIN", pin_of(data)),
        Wire("CLK", pin_of(clock)),
        *_set("display", DisplayWiring()),
    )
    buttons = (*_set("buttons", ButtonsWiring()), Wire("other ends", 39))
    signal = (*_set("signal", SignalWiring()), Wire("both - ends", 25))
    return (
        Part("NFC reader PN532 (UART)", RIGHT, "#1f6f8b", reader),
        Part("E-paper panel", RIGHT, "#7a4a9e", panel),
        Part("LED (330 Ω) and beeper", LEFT, "#b3541e", signal),
        Part("Five buttons", LEFT, "#2e7d4f", buttons),
    )


def _set(table: str, wiring: Wiring) -> Iterator[Wire]:
    """Yield a wire for every setting that is a pin."""
    for field, gpio in pins_of(wiring):
        if gpio != UNCONNECTED:
            yield Wire(field.upper(), pin_of(gpio), f"{table}.{field}")


def _optional(table: str, wiring: Wiring, terminals: dict[str, str]) -> Iterator[Wire]:
    for wire in _set(table, wiring):
        yield wire._replace(terminal=terminals[wire.key.partition(".")[2]])


def pin_table() -> str:
    """Return the pin table in Markdown."""
    rows = ["| Device | Terminal | Pin | Which is | Setting |", "|---|---|---|---|---|"]
    for part in parts():
        rows += [_row(part.name, wire) for wire in part.wires]
    sda, scl = (Wire(name, pin_of(gpio)) for name, gpio in zip(("SDA", "SCL"), I2C_PINS, strict=True))
    rows += [_row("The reader on I2C instead of UART", wire) for wire in (sda, scl)]
    return "\n".join(rows) + "\n"


def _row(name: str, wire: Wire) -> str:
    return f"| {name} | {wire.terminal} | {wire.pin} | {wire.on} | {f'`{wire.key}`' if wire.key else '-'} |"


def updated_guide(text: str) -> str:
    """Return the guide with the current table."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{pin_table()}\n{END}{after}"


WIDTH, HEIGHT = 1000, 640
TOP, ROW = 70, 27
ODD, EVEN = 482, 518
BOX_WIDTH, TERMINAL, GAP, HEAD = 190, 26, 36, 34
LANE, FIRST_LANE = 10, 80
STYLE = (
    "text{font-family:'PT Sans',Verdana,sans-serif;font-size:12px;fill:#222}.big{font-size:15px;font-weight:bold}"
)


class Point(NamedTuple):
    x: float
    y: float


def pin_position(pin: int) -> Point:
    """Return where a pin is drawn: odd ones at the left, even ones at the right."""
    return Point(ODD if pin % 2 else EVEN, TOP + (pin - 1) // 2 * ROW)


def wiring_svg() -> str:
    """Return the drawing as SVG."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        "<title>How reader, panel, buttons, LED and beeper are wired to the header of a Raspberry Pi</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        *_board(),
        *_side(RIGHT),
        *_side(LEFT),
        *_pins(),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _board() -> Iterator[str]:
    yield f'<rect x="{ODD - 18}" y="{TOP - 18}" width="72" height="{20 * ROW + 8}" rx="6" fill="#2b2b2b"/>'
    yield _text(
        "Raspberry Pi, pin 1 at the corner of the board", Point((ODD + EVEN) / 2, TOP - 40), "middle", "big"
    )


def _pins() -> Iterator[str]:
    """Yield the pins, drawn above the wires so that their numbers are readable."""
    for pin, what in enumerate(HEADER, 1):
        x, y = pin_position(pin)
        yield f'<circle cx="{x}" cy="{y}" r="9" fill="{_fill(what)}"/>'
        yield f'<text x="{x}" y="{y + 3.5}" text-anchor="middle" style="font-size:9px">{pin}</text>'
        anchor, away = ("end", -22) if pin % 2 else ("start", 22)
        label = f"GPIO {what}" if isinstance(what, int) else what
        yield _text(label, Point(x + away, y - 4), anchor, style="font-size:10px;fill:#555")


def _fill(what: int | str) -> str:
    return {V3: "#ffb74d", V5: "#e57373", GND: "#9e9e9e", ID: "#cfd8dc"}.get(str(what), "#fff59d")


def _side(side: str) -> Iterator[str]:
    shown = [part for part in parts() if part.side == side]
    y, lanes = TOP - 22.0, count()
    for part in shown:
        x = WIDTH - BOX_WIDTH - 20 if side == RIGHT else 20
        high = HEAD + TERMINAL * len(part.wires)
        yield (
            f'<rect x="{x}" y="{y:g}" width="{BOX_WIDTH}" height="{high}" rx="8" fill="#fafafa" '
            f'stroke="{part.colour}" stroke-width="2"/>'
        )
        yield _text(part.name, Point(x + BOX_WIDTH / 2, y + 21), "middle", style="font-weight:bold")
        for number, wire in enumerate(part.wires):
            end = Point(x if side == RIGHT else x + BOX_WIDTH, y + HEAD + 9 + TERMINAL * number)
            yield from _wire(wire, end, part.colour, side, next(lanes))
        y += high + GAP


def _wire(wire: Wire, end: Point, colour: str, side: str, lane: int) -> Iterator[str]:
    """Yield a wire from its pin along a lane of its own to the terminal."""
    pin, away = pin_position(wire.pin), 1 if side == RIGHT else -1
    along = (EVEN if side == RIGHT else ODD) + away * (FIRST_LANE + LANE * lane)
    crosses = (wire.pin % 2 == 0) != (side == RIGHT)
    out = pin.y + ROW / 2 if crosses else pin.y  # Between two rows, because the other column is in the way.
    points = [
        pin,
        Point(pin.x + away * (ROW / 2 if crosses else 0), out),
        Point(along, out),
        Point(along, end.y),
        end,
    ]
    path = "M" + " L".join(f"{x:g},{y:g}" for x, y in points)
    yield (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2" '
        f'data-pin="{wire.pin}" data-on={quoteattr(wire.on)} data-setting={quoteattr(wire.key)}/>'
    )
    yield f'<circle cx="{pin.x}" cy="{pin.y}" r="10.5" fill="none" stroke="{colour}" stroke-width="3"/>'
    yield f'<circle cx="{end.x:g}" cy="{end.y:g}" r="4" fill="{colour}"/>'
    label = f"{wire.terminal}: pin {wire.pin}, {wire.on}"
    yield _text(
        label, Point(end.x + away * 10, end.y + 4), "start" if side == RIGHT else "end", style="font-size:11px"
    )


def _text(words: str, at: Point, anchor: str, kind: str = "", style: str = "") -> str:
    more = (f' class="{kind}"' if kind else "") + (f' style="{style}"' if style else "")
    return f'<text x="{at.x:g}" y="{at.y:g}" text-anchor="{anchor}"{more}>{escape(words)}</text>'


def main() -> None:
    """Write drawing and table."""
    SVG.write_text(wiring_svg(), encoding="utf-8")
    GUIDE.write_text(updated_guide(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
