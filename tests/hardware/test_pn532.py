"""Reading tags well, the real driver over a chip: taps, resting tags, every way to lose a reader and find it."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from companion.hardware.devices import ReaderLost
from companion.hardware.pn532 import MalformedFrame, Pn532Reader, parse_uids
from companion.session.inputs import DeviceNotice, Input, TagSeen
from companion.session.threads import POLL_SECONDS, RECONNECT_PAUSES, DeviceListener
from tests.hardware.worlds import ChipWorld
from tests.hardware_fakes.pn532_chip import (
    ResetLine,
    Tag,
    behind_a_stale_one,
    cut,
    flipped,
    late,
    phone,
    stale,
    swallowed,
)

ONE, OTHER, THIRD = "04a1b2c3d4e5f6", "04ffffffffffff", "04010203"
POLL_TIME = 0.15 + 0.02
UART, I2C = "uart", "i2c"


@pytest.fixture(params=[UART, I2C])
def world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ChipWorld:
    return ChipWorld(request.param, monkeypatch)


@pytest.fixture
def on_uart(monkeypatch: pytest.MonkeyPatch) -> ChipWorld:
    return ChipWorld(UART, monkeypatch)


@pytest.fixture
def on_i2c(monkeypatch: pytest.MonkeyPatch) -> ChipWorld:
    return ChipWorld(I2C, monkeypatch)


def taps(world: ChipWorld, seconds: float, read: list[str] | None = None) -> list[str]:
    """What is read in that time, put into `read` as it comes; a lost reader ends it. No pairs."""
    until, read = world.clock.now + seconds, [] if read is None else read
    while world.clock.now < until:
        tag = world.reader.read(0.2)
        if tag is not None:
            read.append(tag.removeprefix("uid:").partition("+")[0])
    return read


def lost_after(world: ChipWorld) -> float:
    """Seconds until the reader is said to be lost."""
    began = world.clock.now
    with pytest.raises(ReaderLost):
        taps(world, 30)
    return world.clock.now - began


# Taps


def test_a_tap_is_told_within_the_time_of_a_poll(world: ChipWorld) -> None:
    """However it falls: in the middle of a poll, at its end, or in the pause between two."""
    world.reader.read(0)
    for step in range(40):
        tag, begin = Tag(f"04{step:012x}"), world.clock.now + 0.4 + step * 0.0071
        world.chip.tap(tag, 0.12, begin - world.clock.now)
        assert world.reader.read(5) == f"uid:{tag.uid.hex()}"
        assert world.clock.now - begin < POLL_TIME
        assert taps(world, 0.5) == []


def test_a_resting_tag_is_one_tap(world: ChipWorld) -> None:
    world.chip.lay(Tag(ONE))
    assert taps(world, 60) == [ONE]


def test_a_resting_tag_hides_no_other(world: ChipWorld) -> None:
    world.chip.lay(Tag(ONE))
    assert taps(world, 2) == [ONE]
    for uid in (OTHER, THIRD):
        world.chip.tap(Tag(uid), 0.4)
        assert taps(world, 3) == [uid]


def test_a_tag_that_was_away_is_a_new_tap(world: ChipWorld) -> None:
    tag = Tag(ONE)
    for _ in range(3):
        world.chip.tap(tag, 0.3)
        assert taps(world, 2) == [ONE]


def test_a_tag_that_is_shifted_a_little_is_the_same_tap(world: ChipWorld) -> None:
    tag = Tag(ONE)
    for pause in range(5):
        world.chip.tap(tag, 0.4, pause * 0.6)
    assert taps(world, 4) == [ONE]


@pytest.mark.parametrize("uid", ["04a1b2c3", ONE, "04a1b2c3d4e5f6a7b8c9"])
def test_numbers_of_all_lengths_are_read(world: ChipWorld, uid: str) -> None:
    world.chip.tap(Tag(uid))
    assert taps(world, 1) == [uid]


ATS = bytes((5, 0x78, 0x80, 0x70, 2))
CARDS = {
    "bank card with a number of its own": Tag("a727411505a015", sel=0x20, ats=ATS, model=None),
    "phone with the number of many": Tag("01020304", sel=0x20, ats=ATS, model=None),
    "phone with a random number": phone("08a1b2c3"),
    "travel card": Tag("6a1b2c3d", sel=0x20, ats=ATS, model=None),
    "card that is two": Tag("3b112233", sel=0x28, ats=bytes((20,)) + bytes(19), model=None),
}


@pytest.mark.parametrize("card", CARDS.values(), ids=CARDS)
def test_a_phone_or_bank_card_is_no_sticker_and_hides_none(world: ChipWorld, card: Tag) -> None:
    world.chip.lay(card)
    assert taps(world, 2) == ["foreign:"]
    world.chip.lay(Tag(ONE))
    read: list[str] = []
    until = world.clock.now + 2
    while world.clock.now < until:
        if tag := world.reader.read(0.2):
            read.append(tag)
    assert read == [f"uid:{ONE}"], "and it does not count as a second sticker"


@pytest.mark.parametrize("sel", [0x08, 0x18, 0x00])
def test_cards_without_such_a_protocol_are_read_by_their_number(world: ChipWorld, sel: int) -> None:
    world.chip.lay(Tag("deadbeef", sel=sel, model=None))
    assert taps(world, 2) == ["deadbeef"]


def test_a_tag_that_is_torn_away_too_soon_is_no_tap_and_no_fault(world: ChipWorld) -> None:
    world.chip.tap(Tag(ONE), 0.003, 0.5)
    assert taps(world, 2) == []


@pytest.mark.parametrize(("collide", "read"), [("none", []), ("either", [ONE, OTHER])])
def test_tags_on_top_of_each_other_are_read_as_far_as_the_chip_can(
    world: ChipWorld, collide: str, read: list[str]
) -> None:
    world.chip.collide = collide
    world.chip.lay(Tag(ONE))
    world.chip.lay(Tag(OTHER))
    assert sorted(taps(world, 5)) == read


def test_a_chip_that_gives_up_looking_is_not_lost(world: ChipWorld) -> None:
    """With limited retries an empty antenna is an answer, and the driver by itself would call it many cards."""
    world.reader.read(0)
    assert world.reader._link is not None
    world.reader._link.chip.call_function(0x32, params=[0x05, 0xFF, 0x01, 0x02])
    assert taps(world, 5) == []
    world.chip.tap(Tag(ONE))
    assert taps(world, 1) == [ONE]


# Tags that lie there: boards that tell every second one, loss, pairs


MINUTES = 10
MOODS = {
    "halted": {},
    "every second poll": {"every_second": True},
    "one of two": {"one_of_two": True},
    "30 % loss": {"loss": 0.3},
    "every second poll, 10 % loss": {"every_second": True, "loss": 0.1},
}
moods = pytest.mark.parametrize("mood", MOODS.values(), ids=MOODS)


def in_mood(world: ChipWorld, mood: dict[str, object]) -> ChipWorld:
    for name, value in mood.items():
        setattr(world.chip, name, value)
    return world


def test_each_poll_asks_for_one_tag_halts_it_and_looks_for_a_second(world: ChipWorld) -> None:
    """Asked for two at once, some boards tell one of them only at every second poll."""
    world.chip.lay(Tag(ONE))
    taps(world, 0.5)
    world.chip.commands.clear()
    asked: list[bytes] = []
    answer = world.chip._answer
    world.chip._answer = lambda command, given: asked.append(bytes((command,)) + given) or answer(command, given)  # type: ignore[method-assign, func-returns-value]
    taps(world, 1)
    one_poll = [b"\x32\x01\x00", b"\x4a\x01\x00", b"\x44\x01", b"\x4a\x01\x00"]
    assert asked[:8] == one_poll * 2


@moods
@pytest.mark.parametrize("number", [1, 2])
def test_a_tag_that_rests_for_ten_minutes_is_one_tap(
    on_uart: ChipWorld, mood: dict[str, object], number: int
) -> None:
    world = in_mood(on_uart, mood)
    for uid in (ONE, OTHER)[:number]:
        world.chip.lay(Tag(uid))
    assert sorted(taps(world, 60 * MINUTES)) == [ONE, OTHER][:number]
    assert len(world.chip.polls) > 60 * MINUTES


@moods
def test_a_second_tap_is_heard_all_the_same(on_uart: ChipWorld, mood: dict[str, object]) -> None:
    """After the reader had minutes to learn how often it misses."""
    world = in_mood(on_uart, mood)
    tag = Tag(ONE)
    world.chip.tap(tag, 120)
    assert taps(world, 123) == [ONE]
    for _ in range(20):
        world.chip.tap(tag, 0.6)
        assert taps(world, 0.6 + 3) == [ONE]


def test_a_good_reader_hears_the_same_tag_again_within_a_second(world: ChipWorld) -> None:
    tag = Tag(ONE)
    world.chip.tap(tag, 20)
    assert taps(world, 20.9) == [ONE]
    world.chip.tap(tag, 0.4)
    assert taps(world, 1) == [ONE]


def test_a_resting_tag_on_a_moody_board_hides_no_other(on_uart: ChipWorld) -> None:
    for mood in MOODS.values():
        world = in_mood(on_uart, mood)
        resting = Tag(ONE)
        world.chip.lay(resting)
        taps(world, 30)
        for number in range(20):
            world.chip.tap(Tag(f"04{number:012x}"), 0.8)
            assert taps(world, 1.5) == [f"04{number:012x}"], mood
        world.chip.lift(resting)
        taps(world, 10)


def test_two_that_come_together_are_told_as_a_pair(world: ChipWorld) -> None:
    world.chip.lay(Tag(ONE))
    world.chip.lay(Tag(OTHER))
    assert world.reader.read(1) == f"uid:{ONE}+{OTHER}"
    assert world.reader.read(1) == f"uid:{OTHER}+{ONE}"
    assert world.reader.read(5) is None


def test_two_fingers_apart_they_are_a_pair_still(world: ChipWorld) -> None:
    """The first is told at once; the second says that it is not alone."""
    taps(world, 1)
    world.chip.lay(Tag(ONE))
    world.chip.clock.after(0.15, lambda: world.chip.lay(Tag(OTHER)))
    assert world.reader.read(1) == f"uid:{ONE}"
    assert world.reader.read(1) == f"uid:{OTHER}+{ONE}"


def test_one_that_was_left_lying_makes_no_pair(world: ChipWorld) -> None:
    world.chip.lay(Tag(ONE))
    assert taps(world, 2) == [ONE]
    world.chip.lay(Tag(OTHER))
    assert world.reader.read(1) == f"uid:{OTHER}"


@pytest.mark.parametrize("resting", [False, True])
def test_a_tap_is_told_within_150_ms(world: ChipWorld, resting: bool) -> None:
    """The beep follows within a few: a second tag is looked for before the first is told."""
    if resting:
        world.chip.lay(Tag(OTHER))
    taps(world, 2)
    took = []
    for step in range(40):
        tag, begin = Tag(f"04{step:012x}"), world.clock.now + 0.4 + step * 0.0071
        world.chip.tap(tag, 0.4, begin - world.clock.now)
        assert world.reader.read(5) == f"uid:{tag.uid.hex()}"
        took.append(world.clock.now - begin)
        taps(world, 2)
    # One that comes in the very moment of a command is found by the poll after it only.
    assert sorted(took)[-3] < 0.15 + (POLL_TIME if resting else 0)


# No core is eaten


def test_the_chip_is_left_alone_between_polls(world: ChipWorld) -> None:
    world.chip.lay(Tag(ONE))
    taps(world, 30)
    gaps = [after - before for before, after in zip(world.chip.polls, world.chip.polls[1:], strict=False)]
    assert min(gaps) >= 0.02
    assert len(world.chip.polls) / 30 < 25


def test_an_empty_antenna_is_polled_a_few_times_a_second(world: ChipWorld) -> None:
    taps(world, 30)
    assert 4.5 < len(world.chip.polls) / 30 < 8
    assert world.chip.accesses / 30 < 200


def test_a_chip_that_answers_at_once_makes_nobody_hurry(world: ChipWorld) -> None:
    world.chip.misses = False
    for uid in (ONE, OTHER):
        world.chip.lay(Tag(uid))
    assert sorted(taps(world, 10)) == [ONE, OTHER]
    assert len(world.chip.polls) / 10 < 50


# Lost and found


def test_a_cut_serial_line_is_seen_when_the_version_is_asked_for(on_uart: ChipWorld) -> None:
    taps(on_uart, 1)
    on_uart.chip.unplug()
    assert 1.0 < lost_after(on_uart) < 3.5


def test_an_unplugged_i2c_reader_is_seen_at_once(on_i2c: ChipWorld) -> None:
    taps(on_i2c, 1)
    on_i2c.chip.unplug()
    assert lost_after(on_i2c) < 0.2


def test_a_pulled_adapter_is_seen_at_once(on_uart: ChipWorld) -> None:
    taps(on_uart, 1)
    on_uart.port.pull()
    assert lost_after(on_uart) < 0.2
    assert lost_after(on_uart) < 0.2
    on_uart.port.plug()
    on_uart.chip.tap(Tag(ONE))
    assert taps(on_uart, 1) == [ONE]
    assert [line.closed for line in on_uart.port.opened] == [True, False]


def test_a_bus_that_hangs_is_seen_and_no_wait_is_for_ever(world: ChipWorld) -> None:
    taps(world, 1)
    world.chip.hangs = True
    assert lost_after(world) < 7
    world.chip.hangs = False
    world.chip.tap(Tag(ONE))
    assert taps(world, 2) == [ONE]


def test_no_chip_at_the_start_is_a_lost_reader(world: ChipWorld) -> None:
    world.chip.unplug()
    assert lost_after(world) < 2
    world.chip.replug()
    world.chip.tap(Tag(ONE))
    assert taps(world, 1) == [ONE]


def test_a_quick_replug_is_mended_although_the_chip_has_forgotten_everything(world: ChipWorld) -> None:
    taps(world, 1)
    world.chip.unplug()
    world.chip.replug()
    world.chip.lay(Tag(ONE))
    read: list[str] = []
    try:
        read = taps(world, 4)
    except ReaderLost:
        read = taps(world, 1)
    assert read == [ONE]


def test_a_tag_that_rested_through_a_loss_seen_at_once_is_no_new_tap(on_i2c: ChipWorld) -> None:
    world = on_i2c
    world.chip.lay(Tag(ONE))
    assert taps(world, 1) == [ONE]
    world.chip.unplug()
    lost_after(world)
    world.chip.replug()
    assert taps(world, 3) == []


def test_the_reset_line_is_pulsed_each_time(world: ChipWorld) -> None:
    world.reset = line = ResetLine(world.chip)
    taps(world, 1)
    before = line.pulses
    world.chip.unplug()
    lost_after(world)
    world.chip.replug()
    world.chip.tap(Tag(ONE))
    assert taps(world, 1) == [ONE]
    assert line.pulses > before


def test_another_chip_on_the_wire_is_no_reader(on_i2c: ChipWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """A version of another maker's chip, told in the middle."""
    taps(on_i2c, 1)
    answer = on_i2c.chip._answer
    monkeypatch.setattr(on_i2c.chip, "_answer", lambda c, g: b"\x07\x01\x06\x07" if c == 0x02 else answer(c, g))
    assert lost_after(on_i2c) < 3


def used_bytes(wire: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Bytes over the wire from the first wake-up to a tag that was read."""
    world = ChipWorld(wire, monkeypatch)
    world.chip.tap(Tag(ONE), 0.3, 0.5)
    taps(world, 1)
    return world.chip.moved


@pytest.mark.parametrize("wire", [UART, I2C])
@pytest.mark.parametrize("pulled", [False, True])
def test_unplugged_at_any_byte_it_is_lost_and_comes_back(
    wire: str, pulled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pulled`: the adapter, port and all."""
    if pulled and wire == I2C:
        return
    for byte in range(used_bytes(wire, monkeypatch)):
        world = ChipWorld(wire, monkeypatch)
        world.chip.break_at_byte(byte, world.port.pull if pulled else world.chip.unplug)
        world.chip.tap(Tag(ONE), 0.3, 0.5)
        assert lost_after(world) < 8, f"byte {byte}"
        (world.port.plug if pulled else world.chip.replug)()
        world.clock.sleep(1)
        world.chip.tap(Tag(OTHER), 0.3, 0.2)
        assert taps(world, 1) == [OTHER], f"byte {byte}"


# Frames


FRAMES = [
    pytest.param(which, spoiling, id=f"{which}-{name}")
    for which in ("ack", "answer")
    for name, spoiling in {
        "swallowed": swallowed,
        "stale": stale,
        "behind a stale one": behind_a_stale_one,
        "late": late(0.1),
        "too late": late(0.3),
        "much too late": late(0.45),
        **{f"cut at {n}": cut(n) for n in range(6)},
        **{f"bit in {n}": flipped(n) for n in range(24)},
    }.items()
]


@pytest.mark.parametrize(("which", "spoiling"), FRAMES)
def test_one_bent_frame_loses_neither_tap_nor_reader(
    world: ChipWorld, which: str, spoiling: Callable[..., object]
) -> None:
    """Nor does it make a tag of noise."""
    taps(world, 1)
    world.chip.lay(Tag(ONE))
    world.chip.spoil(which, spoiling)
    assert taps(world, 4) == [ONE]


@pytest.mark.parametrize("which", ["ack", "answer"])
@pytest.mark.parametrize("number", range(12))
def test_noise_in_every_frame_is_a_lost_reader_that_comes_back(world: ChipWorld, which: str, number: int) -> None:
    taps(world, 1)
    world.chip.lay(Tag(ONE))
    world.chip.spoil(which, *[flipped(number)] * 200)
    read: list[str] = []
    with pytest.raises(ReaderLost):
        taps(world, 10, read)
    world.chip._spoilt[which].clear()
    world.clock.sleep(0.5)
    assert [*read, *taps(world, 3)] == [ONE]


@pytest.mark.parametrize(
    "answer", ["", "03", "01", "0101004400", "01010044000704a1b2", "0101004400050102030405", "02"]
)
def test_an_answer_without_sense_is_bent(answer: str) -> None:
    with pytest.raises(MalformedFrame):
        parse_uids(bytes.fromhex(answer))


def test_an_answer_has_one_tag_or_none() -> None:
    assert parse_uids(b"\x01" + Tag(ONE).target(1)) == [ONE]
    assert parse_uids(b"\x01" + phone("08a1b2c3").target(1)) == ["foreign"]
    assert parse_uids(b"\x00") == []


@pytest.mark.parametrize("error", [RuntimeError, IndexError, TypeError, ValueError, OSError, ZeroDivisionError])
def test_whatever_goes_wrong_is_a_lost_reader(world: ChipWorld, error: type[Exception]) -> None:
    def connect() -> object:
        raise error("of a kind")

    reader = Pn532Reader(connect, world.clock, world.clock.sleep)  # type: ignore[arg-type]
    with pytest.raises(ReaderLost, match="of a kind"):
        reader.read(0.2)


def test_a_port_that_will_not_close_disturbs_nobody(on_uart: ChipWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    def stuck() -> None:
        raise OSError("busy")

    taps(on_uart, 1)
    assert on_uart.reader._link is not None
    monkeypatch.setattr(on_uart.reader, "_link", on_uart.reader._link._replace(close=stuck))
    on_uart.reader.close()
    assert taps(on_uart, 1) == []


# Together with the thread that listens


class Listening:
    """A listener without a thread of its own: waits on the chip's clock, and ends after some time."""

    def __init__(self, world: ChipWorld, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world = world
        self.handed_in: list[Input] = []
        self.pauses: list[float] = []
        lost, back = DeviceNotice("trouble", "lost"), DeviceNotice("told", "back")  # type: ignore[arg-type]
        self.listener = DeviceListener("reader", self._hear, self.handed_in.append, lost, back)
        self.until = 0.0
        monkeypatch.setattr(self.listener, "_ended", self)

    def _hear(self, timeout: float) -> Input | None:
        tag = self.world.reader.read(timeout)
        return TagSeen(tag) if tag else None

    def is_set(self) -> bool:
        return self.world.clock.now >= self.until

    def wait(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.world.clock.sleep(seconds)

    def run(self, seconds: float) -> None:
        self.until = self.world.clock.now + seconds
        self.listener._run()

    def heard(self) -> list[str]:
        return [each.tag if isinstance(each, TagSeen) else str(each.text) for each in self.handed_in]  # type: ignore[union-attr]


@pytest.fixture
def listening(world: ChipWorld, monkeypatch: pytest.MonkeyPatch) -> Listening:
    return Listening(world, monkeypatch)


def test_lost_is_said_once_and_back_once_and_taps_go_on(listening: Listening) -> None:
    chip = listening.world.chip
    chip.tap(Tag(ONE), 0.3, 1)
    listening.world.clock.after(5, chip.unplug)
    listening.world.clock.after(40, chip.replug)
    chip.tap(Tag(OTHER), 0.3, 50)
    listening.run(60)
    assert listening.heard() == [f"uid:{ONE}", "lost", "back", f"uid:{OTHER}"]


def test_a_lost_reader_is_asked_less_and_less_often(listening: Listening) -> None:
    listening.run(1)
    listening.world.chip.unplug()
    before = listening.world.chip.accesses
    listening.run(60)
    assert listening.pauses[:7] == [*RECONNECT_PAUSES, 5.0, 5.0, 5.0]
    assert listening.world.chip.accesses - before < 5000
    listening.world.chip.replug()
    listening.run(10)
    listening.world.chip.unplug()
    listening.run(10)
    assert 0.5 in listening.pauses[7:], "after it was back the first pause is short again"


def test_it_is_set_up_again_before_it_is_asked_for_tags(listening: Listening) -> None:
    listening.run(1)
    chip = listening.world.chip
    chip.unplug()
    listening.run(10)
    chip.commands.clear()
    chip.replug()
    listening.run(10)
    assert chip.commands[:4] == [0x14, 0x02, 0x14, 0x4A]


def test_a_reader_that_comes_and_goes_all_evening_loses_no_tap_in_between(listening: Listening) -> None:
    chip, clock = listening.world.chip, listening.world.clock
    for hour in range(10):
        clock.after(hour * 30 + 1, chip.unplug)
        clock.after(hour * 30 + 9, chip.replug)
        chip.tap(Tag(f"04{hour:012x}"), 0.3, hour * 30 + 20)
    listening.run(301)
    assert listening.heard() == [each for hour in range(10) for each in ("lost", "back", f"uid:04{hour:012x}")]


def test_a_wait_for_which_nothing_comes_ends_with_the_poll_it_is_in(world: ChipWorld) -> None:
    for _ in range(5):
        began = world.clock.now
        assert world.reader.read(POLL_SECONDS) is None
        assert world.clock.now - began < POLL_SECONDS + POLL_TIME


def test_a_stop_waits_for_the_wait_that_is_on_and_for_no_other() -> None:
    """With a thread."""
    waits: list[float] = []
    waiting, over = threading.Event(), threading.Event()

    def hear(timeout: float) -> Input | None:
        waits.append(timeout)
        if len(waits) == 1:
            return TagSeen(f"uid:{ONE}")
        waiting.set()
        over.wait(10)
        return None

    heard: list[Input] = []
    listener = DeviceListener("stopped", hear, heard.append)
    listener.start()
    assert waiting.wait(10)
    threading.Timer(0.05, over.set).start()
    listener.stop()
    assert over.is_set(), "a reader is not closed under the feet of who reads"
    assert "stopped" not in {thread.name for thread in threading.enumerate()}
    assert (waits, heard) == ([POLL_SECONDS, POLL_SECONDS], [TagSeen(f"uid:{ONE}")])
