"""The controllers behind Waveshare's panels: bytes and pins go in, the picture on the glass comes out.

Two families: SSD16xx (4.2" V2, 2.9" V2, 2.13" V4) and UC8179 (7.5" V2). Each has a memory for the next picture,
one for the picture before, and the glass. A refresh takes the panel's time on the clock it was given.
Knows none of our code.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import ClassVar, NamedTuple

from PIL import Image

from tests.hardware_fakes.clock import Clock

KEEPS, COPIES, SWAPS = "keeps", "copies", "swaps"
"""What a controller may do with its memories after a partial refresh: nothing, old := new, change their parts."""


class Glass(NamedTuple):
    """A panel as the controller sees it: upright where `turned`. Seconds of BUSY at room temperature."""

    module: str
    width: int
    height: int
    full: float
    fast: float
    partial: float
    turned: bool = False

    @property
    def stride(self) -> int:
        """Bytes of a line."""
        return -(-self.width // 8)


GLASSES = {
    "4in2": Glass("epd4in2_V2", 400, 300, 4.0, 1.5, 0.4),
    "7in5": Glass("epd7in5_V2", 800, 480, 4.5, 1.2, 0.45),
    "2in9": Glass("epd2in9_V2", 128, 296, 3.5, 1.5, 0.7, turned=True),
    "2in13": Glass("epd2in13_V4", 122, 250, 2.0, 1.6, 0.5, turned=True),
}


class Refresh(NamedTuple):
    """One that was done, and how many pixels it had to change."""

    kind: str
    at: float
    seconds: float
    pixels: int


class Driven(NamedTuple):
    """One that is going on."""

    began: float
    ends: float
    before: int
    after: int


class EinkChip:
    """What both families share. after_partial: KEEPS, COPIES or SWAPS. blind: takes its time but no pictures."""

    BUSY_LEVEL = 1

    def __init__(
        self, glass: Glass, clock: Clock, after_partial: str = KEEPS, seed: int = 1, blind: bool = False
    ) -> None:
        self.glass, self.clock, self.after_partial, self.blind = glass, clock, after_partial, blind
        self._dice = random.Random(seed)
        self._size = glass.stride * glass.height
        self._bits = self._size * 8
        self.new, self.old = self._noise(), self._noise()
        self._shows = int.from_bytes(self._noise())
        self._driven: Driven | None = None
        self.powered = self.asleep = False
        self.plugged, self._supplied = True, False
        self.stuck: int | None = None
        self.slow = 1.0
        self._busy_until = 0.0
        self._command = -1
        self._values: list[int] = []
        self.refreshes: list[Refresh] = []
        self.at_refresh: list[Callable[[Refresh], object]] = []
        """Called once, first come first served, as a refresh begins: for what is to happen in the middle of it."""
        self._ghosts = 0
        self._visible = visible(glass)
        self.bytes = 0
        self.ignored = 0
        """Bytes that came while BUSY, in deep sleep, or without power."""
        self.unknown: set[int] = set()
        self.borders: list[tuple[str, bool]] = []
        """Each refresh, and whether the border around the picture was left alone; else it flashes along."""
        self.in_step: list[bool] = []
        """Before each partial refresh: was the memory of the picture before what the glass showed?"""

    # What people see and do

    def glass_image(self) -> Image.Image:
        """What stands on the glass, as people look at it."""
        upright = Image.frombytes("1", (self.glass.width, self.glass.height), self._glass().to_bytes(self._size))
        return upright.rotate(-90, expand=True) if self.glass.turned else upright

    def wrong_pixels(self, meant: Image.Image) -> int:
        """How many pixels are not as they were meant."""
        found = self.glass_image()
        assert found.size == meant.size
        differences = int.from_bytes(found.tobytes()) ^ int.from_bytes(meant.convert("1").tobytes())
        return differences.bit_count()

    @property
    def ghosting(self) -> float:
        """The share of pixels that only partial refreshes moved since the last flash: they are not quite clean."""
        return self._ghosts.bit_count() / self._bits

    def count(self, kind: str) -> int:
        return sum(each.kind == kind for each in self.refreshes)

    @property
    def most_partials(self) -> int:
        """The longest row of partial refreshes without a flash."""
        rows, row = [0], 0
        for each in self.refreshes:
            row = row + 1 if each.kind == "partial" else 0
            rows.append(row)
        return max(rows)

    @property
    def flashes_in_a_row(self) -> int:
        """How often a flash followed a flash."""
        flashes = [each.kind != "partial" for each in self.refreshes]
        return sum(one and other for one, other in pairwise(flashes))

    def unplug(self) -> None:
        """The cable is pulled out: no power, no bus; what the glass is doing stays half done."""
        self.plugged = False
        self._power_off()

    def plug(self) -> None:
        """The cable is put in again; there may be power on the wires."""
        self.plugged = True
        self.power(self._supplied)

    # What comes over the wires

    def power(self, on: bool) -> None:
        """The level of the power pin."""
        self._supplied = on
        if not on:
            self._power_off()
        elif self.plugged and not self.powered:
            self.powered = True
            self.reset()

    def reset(self) -> None:
        """The reset pin went low: registers as in the beginning, memories as they were."""
        self.asleep = False
        self._busy_until = 0.0
        self._command = -1
        self._interrupt()
        self._registers()

    def busy_level(self) -> int:
        """The level of BUSY, which is pulled down."""
        if self.stuck is not None:
            return self.stuck
        if not self.powered:
            return 0
        busy = self.clock() < self._busy_until or self.asleep
        return self.BUSY_LEVEL if busy else 1 - self.BUSY_LEVEL

    def write(self, data: bytes, is_data: bool) -> None:
        """Bytes from the bus; `is_data` is the level of DC."""
        self.bytes += len(data)
        if (
            not self.powered
            or self.asleep
            or (self.clock() < self._busy_until and not self._allowed(data, is_data))
        ):
            self.ignored += len(data)
            return
        if is_data:
            self._data(data)
            return
        for command in data:
            self._command, self._values = command, []
            self._commanded(command)

    # For the families

    def _registers(self) -> None:
        raise NotImplementedError

    def _commanded(self, command: int) -> None:
        raise NotImplementedError

    def _data(self, data: bytes) -> None:
        raise NotImplementedError

    def _allowed(self, data: bytes, is_data: bool) -> bool:
        """What may be sent while BUSY."""
        raise NotImplementedError

    def _busy(self, seconds: float) -> None:
        self._busy_until = self.clock() + seconds * self.slow

    def _refresh(self, kind: str, new: int, old: int) -> None:
        """Drive the glass: all of it, or where new and old differ. 1 is white."""
        before = self._glass()
        seconds = getattr(self.glass, kind)
        moved = (new ^ old) if kind == "partial" else (1 << self._bits) - 1
        after = (before & ~moved) | (new & moved)
        self._driven = Driven(self.clock(), self.clock() + seconds * self.slow, before, after)
        self._ghosts = self._ghosts | moved if kind == "partial" else 0
        self.refreshes.append(Refresh(kind, self.clock(), seconds * self.slow, moved.bit_count()))
        self._busy(seconds)
        if self.at_refresh:
            self.at_refresh.pop(0)(self.refreshes[-1])

    def _compare(self, old: int) -> None:
        self.in_step.append(self.blind or not (old ^ self._glass()) & self._visible)

    def _glass(self) -> int:
        driven = self._driven
        if driven is not None and self.clock() >= driven.ends:
            self._shows, self._driven = driven.after, None
        return self._shows

    def _interrupt(self) -> None:
        """Whatever is going on ends now: the upper part of the glass is as it was to be, the rest is not."""
        self._glass()
        driven, self._driven = self._driven, None
        if driven is None:
            return
        share = (self.clock() - driven.began) / (driven.ends - driven.began)
        below = self._bits - int(self._bits * share)
        rest = (1 << below) - 1
        self._shows = (driven.after & ~rest) | (~driven.after & rest)

    def _power_off(self) -> None:
        self._interrupt()
        self.powered = self.asleep = False
        self._busy_until = 0.0
        self.new, self.old = self._noise(), self._noise()
        self._registers()

    def _noise(self) -> bytearray:
        return bytearray(self._dice.randbytes(self._size))


class Ssd16xx(EinkChip):
    """SSD1680, SSD1683 and their like: BUSY is high, a waveform is loaded or made, 0x20 does what 0x22 said."""

    CLOCK_OR_ANALOG_OFF, SHOW, MODE_2, LOAD_WAVEFORM, LOAD_TEMPERATURE, ANALOG_ON = (
        0x02,
        0x04,
        0x08,
        0x10,
        0x20,
        0x40,
    )
    KNOWN = frozenset((0x10, 0x11, 0x18, 0x1A, 0x21, 0x22, 0x24, 0x26, 0x32, 0x3C, 0x44, 0x45, 0x4E, 0x4F))
    QUIET = frozenset((0x01, 0x03, 0x04, 0x0C, 0x2C, 0x37, 0x3F))
    """Registers that change nothing we model."""
    SENSORS = (0x48, 0x80)
    """Where the temperature is measured: outside, which holds after a reset, or in the chip."""
    ROOM, HOT = 25, 80
    """Degrees; from the second on the waveform for it flashes once. No glass is so hot: drivers say so."""
    BORDER_FREE, HELD = 0xC0, (0x80, 0xC0)
    """The border after a reset: driven by nobody. Where it is held, a refresh leaves it alone."""
    FEW_SOURCES = 160
    """Columns that are driven at most when the second byte of 0x21 says so (S8 to S167)."""
    LONG_WAVEFORM = 150
    """Frames of a waveform that flashes thoroughly."""

    def _registers(self) -> None:
        self._left, self._right, self._top, self._bottom = 0, self.glass.stride - 1, 0, self.glass.height - 1
        self._x = self._y = 0
        self._mode = 0
        self._old_bypassed = False
        self._analog = False
        self._temperature = self.ROOM
        self._border, self._columns = self.BORDER_FREE, self.glass.width
        self._waveform = ""

    def _allowed(self, _data: bytes, _is_data: bool) -> bool:
        return False

    def _commanded(self, command: int) -> None:
        if command == 0x12:
            self._registers()
            self._busy(0.01)
        elif command == 0x20:
            self._activate()
        elif command not in self.KNOWN | self.QUIET:
            self.unknown.add(command)

    def _data(self, data: bytes) -> None:
        if self._command in (0x24, 0x26):
            self._fill(self.new if self._command == 0x24 else self.old, data)
            return
        self._values += data
        self._set(self._command, self._values)

    def _set(self, command: int, values: list[int]) -> None:
        match command, values:
            case 0x10, [mode]:
                self.asleep = mode != 0
            case 0x11, [entry]:
                assert entry == 0x03, "only lines from left to right, from the top down, are known here"
            case 0x18, [sensor]:
                assert sensor in self.SENSORS, "there is no such sensor"
            case 0x1A, [degrees]:
                self._temperature = degrees
            case 0x21, [first]:
                assert first in (0x00, 0x40), "only the old picture, as it is or taken for black, is known here"
                self._old_bypassed = first == 0x40
            case 0x21, [_, second]:
                assert second in (0x00, 0x80), "there is no such row of outputs"
                self._columns = min(self.glass.width, self.FEW_SOURCES if second else self.glass.width)
            case 0x3C, [border]:
                self._border = border
            case 0x22, [mode]:
                self._mode = mode
            case 0x32, _ if len(values) == 153:
                self._waveform = "full" if frames(values) > self.LONG_WAVEFORM else "fast"
            case _:
                self._place(command, values)

    def _place(self, command: int, values: list[int]) -> None:
        """The window that the picture goes into, and where in it the next byte."""
        match command, values:
            case 0x44, [left, right]:
                self._left, self._right = left, right
            case 0x45, [low, high, last_low, last_high]:
                self._top, self._bottom = low | high << 8, last_low | last_high << 8
            case 0x4E, [x]:
                self._x = x
            case 0x4F, [low, high]:
                self._y = low | high << 8

    def _fill(self, memory: bytearray, data: bytes) -> None:
        """From the counters on, line by line, and from the window's beginning again after its end."""
        if self.blind:
            return
        stride = self.glass.stride
        at = 0
        while at < len(data):
            room = self._right + 1 - self._x
            part = data[at : at + room]
            start = self._y * stride + self._x
            memory[start : start + len(part)] = part
            at += len(part)
            self._x += len(part)
            if self._x > self._right:
                self._x, self._y = self._left, self._y + 1
                if self._y > self._bottom:
                    self._y = self._top

    def _activate(self) -> None:
        mode = self._mode
        if mode & self.LOAD_TEMPERATURE:
            self._temperature = self.ROOM
        if mode & self.LOAD_WAVEFORM:
            self._waveform = "fast" if self._temperature >= self.HOT else "full"
        self._analog = self._analog or bool(mode & self.ANALOG_ON)
        if not mode & self.SHOW:
            self._busy(0.02)
            return
        if self._analog and self._waveform:
            self._show("partial" if mode & self.MODE_2 else self._waveform)
        if mode & self.CLOCK_OR_ANALOG_OFF:
            self._analog = False

    def _show(self, kind: str) -> None:
        assert self._columns == self.glass.width, "columns of this glass are not driven"
        self.borders.append((kind, self._border in self.HELD))
        new, old = int.from_bytes(self.new), 0 if self._old_bypassed else int.from_bytes(self.old)
        if kind == "partial":
            self._compare(old)
        self._refresh(kind, new, old)
        if kind == "partial" and self.after_partial == COPIES:
            self.old[:] = self.new
        if kind == "partial" and self.after_partial == SWAPS:
            self.old, self.new = self.new, self.old


class Uc8179(EinkChip):
    """UC8179: BUSY is low, a forced temperature stands for the waveform, 0x12 shows, 0x50 turns bits round."""

    BUSY_LEVEL = 0
    WAVEFORMS: ClassVar = {0: "full", 0x5A: "fast", 0x6E: "partial"}
    QUIET = frozenset((0x00, 0x01, 0x06, 0x15, 0x60, 0x61, 0xE0))

    def _registers(self) -> None:
        self._on = False
        self._white = 0
        self._copying = False
        self._temperature = 0
        self._at = 0

    def _allowed(self, data: bytes, is_data: bool) -> bool:
        return not is_data and set(data) == {0x71}

    def _commanded(self, command: int) -> None:
        if command == 0x04:
            self._on = True
            self._busy(0.08)
        elif command == 0x02:
            self._on = False
            self._busy(0.05)
        elif command == 0x12:
            self._show()
        elif command in (0x10, 0x13):
            self._at = 0
        elif command not in (0x07, 0x50, 0x71, 0x90, 0x91, 0x92, 0xE5, *self.QUIET):
            self.unknown.add(command)

    def _data(self, data: bytes) -> None:
        if self._command in (0x10, 0x13):
            self._fill(self.old if self._command == 0x10 else self.new, data)
            return
        self._values += data
        match self._command, self._values:
            case 0x07, [0xA5]:
                self.asleep = True
            case 0x50, [first, *_]:
                self._white, self._copying = first & 1, bool(first & 0x08)
            case 0x90, [*window] if len(window) == 9:
                assert window == [0, 0, 3, 0x1F, 0, 0, 1, 0xDF, 1], (
                    "only a window as large as the glass is known here"
                )
            case 0xE5, [temperature]:
                self._temperature = temperature

    def _fill(self, memory: bytearray, data: bytes) -> None:
        if not self.blind:
            end = min(self._at + len(data), self._size)
            memory[self._at : end] = data[: end - self._at]
        self._at += len(data)

    def _show(self) -> None:
        if not self._on:
            return
        kind = self.WAVEFORMS[self._temperature]
        new, old = self._whites(self.new), self._whites(self.old)
        if kind == "partial":
            self._compare(old)
        self._refresh(kind, new, old)
        if self._copying and self.after_partial == COPIES:
            self.old[:] = self.new
        if kind == "partial" and self.after_partial == SWAPS:
            self.old, self.new = self.new, self.old

    def _whites(self, memory: bytearray) -> int:
        bits = int.from_bytes(memory)
        return bits if self._white else bits ^ ((1 << self._bits) - 1)


def frames(waveform: list[int]) -> int:
    """How many frames a waveform of an SSD1680 drives: twelve groups of four lengths, the whole repeated."""
    groups = [waveform[start : start + 7] for start in range(60, 144, 7)]
    return sum((a + b + c + d) * (1 + again) for a, b, _, c, d, _, again in groups)


def visible(glass: Glass) -> int:
    """The bits that are not beside the glass."""
    line = b"\xff" * (glass.width // 8) + bytes([256 - (1 << 8 - glass.width % 8)] if glass.width % 8 else [])
    return int.from_bytes(line * glass.height)


CHIPS: dict[str, Callable[..., EinkChip]] = {"4in2": Ssd16xx, "7in5": Uc8179, "2in9": Ssd16xx, "2in13": Ssd16xx}


def chip_for(panel: str, clock: Clock, after_partial: str = KEEPS, blind: bool = False) -> EinkChip:
    """The controller of a panel, by the panel's name."""
    return CHIPS[panel](GLASSES[panel], clock, after_partial, blind=blind)
