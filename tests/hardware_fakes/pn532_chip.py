"""A PN532 with an antenna, as its two buses see it: a small program with state, time and faults.

Wires to it are in `pn532_wires`; the rest is the world's side: tags are laid down and lifted, the power goes at
any byte, answers come late, bent, twice or never. It counts what it is asked.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tests.hardware_fakes import ntag
from tests.hardware_fakes.clock import Clock

ACK = bytes((0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00))
SYNTAX_ERROR = bytes((0x00, 0x00, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0x00))
START = b"\x00\x00\xff"
VERSION, SAM, RF, EXCHANGE, DESELECT, LIST, RELEASE = 0x02, 0x14, 0x32, 0x40, 0x44, 0x4A, 0x52
FIELD, RETRIES = 0x01, 0x05
"""Of RF: what is set."""
ADDRESS = 0x24

ACK_TIME, WORK_TIME, FIND_TIME = 0.0005, 0.002, 0.005
UART_BYTE, I2C_BYTE = 10 / 115200, 9 / 100_000
BUS_GIVES_UP = 1.0
"""The kernel's patience with an I2C bus that is held down."""


class Tag:
    """A sticker, a card or a phone."""

    def __init__(
        self, uid: str, sel: int = 0x00, ats: bytes = b"", model: ntag.Model | None = ntag.NTAG213
    ) -> None:
        self.uid = bytes.fromhex(uid)
        self.sel, self.ats = sel, ats
        self.memory = ntag.Memory(self.uid, model) if model and len(self.uid) == 7 else None

    def target(self, number: int) -> bytes:
        """As InListPassiveTarget tells it."""
        return bytes((number, 0x00, 0x44, self.sel, len(self.uid))) + self.uid + self.ats


def phone(uid: str = "08a1b2c3") -> Tag:
    """A foreign kind: ISO 14443-4, with an answer to select, without pages."""
    return Tag(uid, sel=0x20, ats=bytes((0x05, 0x78, 0x80, 0x70, 0x02)), model=None)


Sent = list[tuple[float, bytes]]
Spoiling = Callable[[bytes, bytes], Sent]
"""From a frame, and the one before it, to what really goes over the wire and how much later."""


def late(seconds: float) -> Spoiling:
    return lambda frame, _before: [(seconds, frame)]


def cut(length: int) -> Spoiling:
    return lambda frame, _before: [(0.0, frame[:length])]


def flipped(position: int, bits: int = 0x10) -> Spoiling:
    def flip(frame: bytes, before: bytes) -> Sent:
        at = position % len(frame)
        return [(0.0, frame[:at] + bytes((frame[at] ^ bits,)) + frame[at + 1 :])]

    return flip


def swallowed(frame: bytes, before: bytes) -> Sent:
    return []


def stale(frame: bytes, before: bytes) -> Sent:
    """The answer of before, instead."""
    return [(0.0, before)]


def behind_a_stale_one(frame: bytes, before: bytes) -> Sent:
    return [(0.0, before), (0.0, frame)]


class _Search(NamedTuple):
    since: float
    most: int
    until: float | None


class Frame(NamedTuple):
    """What the chip has to say, and since when."""

    when: float
    bytes: bytes
    spoilt: bool


class Pn532Chip:
    """The chip and what lies on its antenna."""

    def __init__(self, clock: Clock, misses: bool = True) -> None:
        self.clock = clock
        self.misses = misses
        """Whether a tag that was read, and then neither halted nor without a field, is missed by the next poll."""
        self.collide = ""
        """What two tags on top of each other do: "" both are read, "none", "either" one of them."""
        self.every_second = False
        """A board that tells a resting tag at every second poll only, whatever it is asked."""
        self.one_of_two = False
        """A board that is asked for two and tells one, now this one and now that."""
        self.loss = 0.0
        """How likely a tag that lies there is missed by a poll, each by itself."""
        self.chance = Random(7)
        self.hangs = False
        """Whether the bus is held down."""
        self.polls: list[float] = []
        self.commands: list[int] = []
        self.accesses = 0
        self.moved = 0
        """Bytes over the wire, both ways."""
        self._lock = threading.RLock()
        self._tags: dict[Tag, float] = {}
        self._spoilt: dict[str, deque[Spoiling]] = {"ack": deque(), "answer": deque()}
        self._last_answer = ACK
        self._breaks_at: int | None = None
        self._on_break: Callable[[], None] = self.unplug
        self.powered = False
        self.replug()

    # The world's side

    def lay(self, tag: Tag) -> None:
        with self._lock:
            self.run()
            self._tags[tag] = self.clock.monotonic()

    def lift(self, tag: Tag) -> None:
        with self._lock:
            self.run()
            self._tags.pop(tag, None)

    def tap(self, tag: Tag, seconds: float = 0.3, after: float = 0.0) -> None:
        """Lay a tag down and lift it again."""
        self.clock.after(after, lambda: self.lay(tag))
        self.clock.after(after + seconds, lambda: self.lift(tag))

    def unplug(self) -> None:
        """Take the power away; what is on its way is lost."""
        with self._lock:
            self.powered = False

    def replug(self) -> None:
        """Give it power again: it has forgotten everything."""
        with self._lock:
            self.powered = True
            self.awake = self.set_up = False
            self._retries: int | None = None
            self._search: _Search | None = None
            self._selected: dict[int, Tag] = {}
            self._tired: set[Tag] = set()
            self._lost: set[Tag] = set()
            self._halted: set[Tag] = set()
            self._fallen: set[Tag] = set()
            self._told_in_field: set[Tag] = set()
            self._told_before: set[Tag] = set()
            self._in = bytearray()
            self._out: list[Frame] = []

    def spoil(self, which: str, *spoilings: Spoiling) -> None:
        """Do something to the next frames of a kind, "ack" or "answer"."""
        self._spoilt[which].extend(spoilings)

    def break_at_byte(self, number: int, act: Callable[[], None] | None = None) -> None:
        """Unplug, or do `act`, when so many more bytes have gone over the wire."""
        self._breaks_at, self._on_break = self.moved + number, act or self.unplug

    # The wire's side

    def passes(self) -> bool:
        """Let one byte over the wire; False where it breaks."""
        if self._breaks_at is not None and self.moved >= self._breaks_at:
            self._breaks_at = None
            self._on_break()
        self.moved += 1
        return self.powered

    def take(self, byte: int) -> None:
        """A byte from the host."""
        with self._lock:
            if not self.awake:
                self.awake = byte == 0x55
                return
            self._in.append(byte)
            self._listen()

    def wake(self) -> None:
        """As being addressed on I2C does."""
        self.awake = True

    def ready(self) -> Frame | None:
        """The frame that can be read now."""
        with self._lock:
            self.run()
            first = self._out[0] if self._out else None
            return first if first and first.when <= self.clock.monotonic() else None

    def taken(self) -> None:
        with self._lock:
            del self._out[0]

    # Inside

    def _listen(self) -> None:
        start = self._in.find(START)
        if start < 0 or len(self._in) < start + 5:
            return
        length, complement = self._in[start + 3], self._in[start + 4]
        if length == 0 or (length + complement) & 0xFF:
            del self._in[: start + 5]  # an ACK from the host, or noise
            return
        end = start + 5 + length + 2
        if len(self._in) >= end:
            body = bytes(self._in[start + 5 : end - 1])
            del self._in[:end]
            if sum(body) & 0xFF == 0 and body[0] == 0xD4:
                self._do(body[1], body[2:-1])

    def _do(self, command: int, given: bytes) -> None:
        if not self.set_up and command not in (VERSION, SAM):
            return
        self.run()
        if self._search is not None:
            self._told_before = set()  # they were missed by a whole poll: that was the second one
        self._search = None
        now = self.clock.monotonic()
        self._out = [frame for frame in self._out if frame.spoilt and frame.when > now]  # the late ones
        self.commands.append(command)
        self._send("ack", ACK, ACK_TIME)
        answer = self._answer(command, given)
        if answer is not None:
            self._reply(command, answer, WORK_TIME)

    def _answer(self, command: int, given: bytes) -> bytes | None:
        match command:
            case 0x02:
                return bytes((0x32, 0x01, 0x06, 0x07))
            case 0x14:
                self.set_up = True
                return b""
            case 0x32:
                if given[0] == RETRIES:
                    self._retries = None if given[3] == 0xFF else given[3]
                elif given[0] == FIELD and not given[1] & 1:
                    self._field_off()
                return b""
            case 0x44:
                # HLTA: such a tag hears nothing more until it was without a field.
                self._halted.update(tag for tag in self._selected.values() if tag in self._tags)
                self._selected.clear()
                return b"\x00"
            case 0x4A:
                self._look(given)
                return None
            case 0x40:
                return self._exchanged(given)
            case 0x42:
                return self._passed_through(given)
            case 0x52:
                self._selected.clear()
                return b"\x00"
        self._send("answer", SYNTAX_ERROR, WORK_TIME)
        return None

    def _field_off(self) -> None:
        """Every tag is as if it had just been laid down; of a selected one nothing is left."""
        self._halted.clear()
        self._selected.clear()
        self._told_before, self._told_in_field = self._told_in_field, set()

    def _look(self, given: bytes) -> None:
        now = self.clock.monotonic()
        self.polls.append(now)
        # A tag that is still selected takes the first call for noise and falls asleep.
        self._tired = set(self._selected.values()) if self.misses else set()
        self._tired |= self._halted | (self._told_before if self.every_second else set())
        self._lost = {tag for tag in self._tags if self.chance.random() < self.loss}
        self._selected = {}
        until = None if self._retries is None else now + (self._retries + 1) * 2 * FIND_TIME
        if given[1] != 0x00:  # other kinds of tags than ISO 14443A: there are none here
            self._search = _Search(now, 0, until)
        else:
            self._search = _Search(now, given[0], until)

    def run(self) -> None:
        """Find the tags that have been there long enough; the answer was ready when the first was found."""
        search, now = self._search, self.clock.monotonic()
        if search is None or not self.powered:
            return
        found = self._found(search)[: search.most]
        if found:
            self._told(found, min(self._found_at(tag, search) for tag in found) - now)
        elif search.until is not None and now >= search.until:
            self._told([], search.until - now)

    def _told(self, found: list[Tag], delay: float) -> None:
        self._search = None
        self._selected = dict(enumerate(found, 1))
        self._fallen.clear()
        self._told_in_field.update(found)
        told = b"".join(tag.target(number) for number, tag in self._selected.items())
        self._reply(LIST, bytes((len(found),)) + told, delay)

    def _found_at(self, tag: Tag, search: _Search) -> float:
        return max(self._tags[tag], search.since) + FIND_TIME

    def _found(self, search: _Search) -> list[Tag]:
        now = self.clock.monotonic()
        missed = self._tired | self._lost
        there = [tag for tag in self._tags if self._found_at(tag, search) <= now and tag not in missed]
        if len(self._tags) > 1 and self.collide:
            return there[len(self.polls) % 2 :][:1] if self.collide == "either" else []
        if search.most > 1 and self.one_of_two:
            return there[len(self.polls) % 2 :][:1]
        return there

    def _exchanged(self, given: bytes) -> bytes:
        tag = self._selected.get(given[0])
        if tag is None:
            return b"\x27"
        if tag not in self._tags or tag in self._fallen:
            return ntag.GONE
        told = self._told_by(tag.memory, given[1:]) if tag.memory else None
        if tag not in self._tags or not self.powered:
            return ntag.GONE  # it was lifted, or the power went, before the page was written
        if told is None:
            self._fallen.add(tag)
            return ntag.REFUSED
        return ntag.ACCEPTED + told

    def _passed_through(self, given: bytes) -> bytes:
        """InCommunicateThru: as it is sent, to the only selected tag."""
        tag = next(iter(self._selected.values()), None)
        if tag is None or tag not in self._tags or tag in self._fallen:
            return ntag.GONE
        version = tag.memory.model.version if tag.memory and given == b"\x60" else b""
        if not version:
            self._fallen.add(tag)
            return ntag.GONE
        return ntag.ACCEPTED + version

    @staticmethod
    def _told_by(memory: ntag.Memory, command: bytes) -> bytes | None:
        if command[0] == ntag.READ:
            return memory.read(command[1])
        if command[0] == ntag.WRITE and memory.write(command[1], command[2:6]):
            return b""
        return None

    def _reply(self, command: int, told: bytes, delay: float) -> None:
        body = bytes((0xD5, command + 1)) + told
        frame = START + bytes((len(body), -len(body) & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0x00))
        self._send("answer", frame, delay)
        self._last_answer = frame

    def _send(self, which: str, frame: bytes, delay: float) -> None:
        spoiling = self._spoilt[which].popleft() if self._spoilt[which] else None
        sent = spoiling(frame, self._last_answer) if spoiling else [(0.0, frame)]
        now = self.clock.monotonic()
        for later, bytes_ in sent:
            behind = self._out[-1].when if self._out else 0.0
            self._out.append(Frame(max(now + delay + later, behind), bytes_, bool(spoiling)))


class ResetLine:
    """What is wired to RSTPD_N, in the shape of a `DigitalInOut`."""

    def __init__(self, chip: Pn532Chip) -> None:
        self._chip = chip
        self.direction: object = None
        self.pulses = 0
        self._high = True

    @property
    def value(self) -> bool:
        return self._high

    @value.setter
    def value(self, high: bool) -> None:
        if not high and self._high:
            self.pulses += 1
        if high and not self._high and self._chip.powered:
            self._chip.replug()
        self._high = high
