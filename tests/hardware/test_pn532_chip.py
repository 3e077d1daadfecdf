"""The chip made for tests is as moody as the real one: Adafruit's drivers show on it what they are known for.

Each of these is the reason for something in companion/hardware/pn532.py.
"""

from __future__ import annotations

import termios
from collections.abc import Callable
from typing import Any

import pytest
import serial
from adafruit_pn532.adafruit_pn532 import BusyError
from adafruit_pn532.i2c import PN532_I2C
from adafruit_pn532.uart import PN532_UART

from companion.hardware.pn532 import LinuxI2c
from tests.hardware_fakes.clock import FakeClock, drivers_wait_on
from tests.hardware_fakes.pn532_chip import Pn532Chip, ResetLine, Tag, cut, flipped, late, phone, stale, swallowed
from tests.hardware_fakes.pn532_wires import ChipSmBus, SerialPort

STICKER = "04a1b2c3d4e5f6"
Open = Callable[[], Any]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    clock = FakeClock()
    drivers_wait_on(clock, monkeypatch)
    return clock


@pytest.fixture
def chip(clock: FakeClock) -> Pn532Chip:
    return Pn532Chip(clock)


def uart(chip: Pn532Chip) -> Any:
    return PN532_UART(SerialPort(chip).open())


def i2c(chip: Pn532Chip) -> Any:
    return PN532_I2C(LinuxI2c(ChipSmBus(chip)))


@pytest.fixture(params=[uart, i2c])
def wire(request: pytest.FixtureRequest) -> Callable[[Pn532Chip], Any]:
    return request.param


@pytest.fixture
def driver(wire: Callable[[Pn532Chip], Any], chip: Pn532Chip) -> Any:
    return wire(chip)


def test_the_firmware_is_told(driver: Any) -> None:
    assert driver.firmware_version == (0x32, 1, 6, 7)


def test_absent_on_i2c_is_a_value_error_at_once(chip: Pn532Chip, clock: FakeClock) -> None:
    chip.unplug()
    began = clock.now
    with pytest.raises(ValueError, match="No I2C device at address: 0x24"):
        i2c(chip)
    assert clock.now - began < 0.01


def test_silent_is_a_runtime_error_after_a_second_and_a_half(chip: Pn532Chip, clock: FakeClock) -> None:
    chip.unplug()
    began = clock.now
    with pytest.raises(RuntimeError, match="Failed to detect the PN532"):
        uart(chip)
    assert clock.now - began == pytest.approx(1.5, abs=0.1)


def test_no_tag_is_none_after_the_time(driver: Any, clock: FakeClock) -> None:
    began = clock.now
    assert driver.read_passive_target(timeout=0.15) is None
    assert 0.15 <= clock.now - began < 0.3


@pytest.mark.parametrize("uid", ["04a1b2c3", STICKER])
def test_a_tag_is_its_number(driver: Any, chip: Pn532Chip, uid: str) -> None:
    chip.lay(Tag(uid))
    assert bytes(driver.read_passive_target(timeout=0.15)).hex() == uid


def test_a_long_number_is_a_runtime_error(driver: Any, chip: Pn532Chip) -> None:
    chip.lay(Tag("04" * 10))
    with pytest.raises(RuntimeError, match="unexpectedly long UID"):
        driver.read_passive_target(timeout=0.15)


def test_a_resting_tag_is_missed_by_every_second_poll(driver: Any, chip: Pn532Chip) -> None:
    chip.lay(Tag(STICKER))
    polls = [driver.read_passive_target(timeout=0.15) is not None for _ in range(6)]
    assert polls == [True, False] * 3


def test_the_driver_by_itself_sees_only_one_of_two(driver: Any, chip: Pn532Chip) -> None:
    chip.misses = False
    chip.lay(Tag(STICKER))
    chip.lay(Tag("04ffffffffffff"))
    assert {bytes(driver.read_passive_target(timeout=0.15)).hex() for _ in range(6)} == {STICKER}


def test_two_targets_are_told_when_two_are_asked_for(driver: Any, chip: Pn532Chip) -> None:
    first, second = phone(), Tag(STICKER)
    chip.lay(first)
    chip.lay(second)
    told = driver.call_function(0x4A, params=[2, 0], response_length=64, timeout=0.15)
    assert bytes(told) == b"\x02" + first.target(1) + second.target(2)


def told(driver: Any, most: int = 1) -> list[str]:
    """Numbers in one answer to the look for tags."""
    answer = driver.call_function(0x4A, params=[most, 0], response_length=64, timeout=0.1)
    numbers = {7: bytes(answer or b"")[6:13].hex(), 20: bytes(answer or b"")[18:25].hex()}
    return [number for number in numbers.values() if number]


def test_a_halted_tag_hears_nothing_until_the_field_was_away(driver: Any, chip: Pn532Chip) -> None:
    chip.lay(Tag(STICKER))
    assert told(driver) == [STICKER]
    assert bytes(driver.call_function(0x44, params=[1], response_length=1, timeout=0.1)) == b"\x00"
    assert [told(driver) for _ in range(3)] == [[], [], []]
    driver.call_function(0x32, params=[1, 0], timeout=0.1)
    assert told(driver) == [STICKER]


def test_beside_a_halted_tag_the_other_is_found(driver: Any, chip: Pn532Chip) -> None:
    chip.lay(Tag(STICKER))
    chip.lay(Tag("04ffffffffffff"))
    assert told(driver) == [STICKER]
    driver.call_function(0x44, params=[1], response_length=1, timeout=0.1)
    assert told(driver) == ["04ffffffffffff"]


def test_some_boards_tell_a_resting_tag_at_every_second_poll_whatever_they_are_asked(
    driver: Any, chip: Pn532Chip
) -> None:
    chip.every_second = True
    chip.lay(Tag(STICKER))

    def poll() -> list[str]:
        driver.call_function(0x32, params=[1, 0], timeout=0.1)
        return told(driver)

    assert [poll() for _ in range(6)] == [[STICKER], []] * 3


def test_some_boards_asked_for_two_tell_one_in_turn(driver: Any, chip: Pn532Chip) -> None:
    chip.one_of_two, chip.misses = True, False
    chip.lay(Tag(STICKER))
    chip.lay(Tag("04ffffffffffff"))
    assert {len(told(driver, 2)) for _ in range(6)} == {1}
    assert {told(driver, 2)[0] for _ in range(6)} == {STICKER, "04ffffffffffff"}


def test_loss_takes_a_share_of_the_polls(driver: Any, chip: Pn532Chip) -> None:
    chip.loss, chip.misses = 0.3, False
    chip.lay(Tag(STICKER))
    read = sum(bool(told(driver)) for _ in range(300))
    assert 180 < read < 240


def test_limited_retries_make_no_card_many_cards(driver: Any, chip: Pn532Chip) -> None:
    driver.call_function(0x32, params=[0x05, 0xFF, 0x01, 0x02])
    with pytest.raises(RuntimeError, match="More than one card"):
        driver.read_passive_target(timeout=0.15)
    assert bytes(driver.call_function(0x4A, params=[2, 0], response_length=64, timeout=0.15)) == b"\x00"


def test_pages_are_read_and_written(driver: Any, chip: Pn532Chip) -> None:
    tag = Tag(STICKER)
    chip.lay(tag)
    driver.read_passive_target(timeout=0.15)
    assert driver.ntag2xx_write_block(4, b"glen")
    assert bytes(driver.ntag2xx_read_block(4)) == b"glen"
    assert tag.memory
    assert tag.memory.data[:4] == b"glen"


def test_a_tag_that_is_torn_off_while_it_is_read_gives_nothing(driver: Any, chip: Pn532Chip) -> None:
    tag = Tag(STICKER)
    chip.lay(tag)
    driver.read_passive_target(timeout=0.15)
    chip.lift(tag)
    assert driver.ntag2xx_read_block(4) is None
    assert not driver.ntag2xx_write_block(4, b"more")
    assert tag.memory
    assert tag.memory.written == []


def test_a_phone_has_no_pages(driver: Any, chip: Pn532Chip) -> None:
    chip.lay(phone())
    driver.read_passive_target(timeout=0.15)
    assert driver.ntag2xx_read_block(4) is None


def test_what_the_chip_does_not_know_is_an_error_frame(driver: Any) -> None:
    with pytest.raises(RuntimeError, match="unexpected command response"):
        driver.call_function(0x99, timeout=0.1)


def test_unplugged_on_i2c_is_no_tag_at_once(chip: Pn532Chip, clock: FakeClock) -> None:
    driver = i2c(chip)
    chip.unplug()
    began = clock.now
    assert driver.read_passive_target(timeout=0.15) is None
    assert clock.now - began < 0.01


def test_unplugged_while_it_is_awaited_is_no_tag_and_a_busy_core(chip: Pn532Chip, clock: FakeClock) -> None:
    driver = i2c(chip)
    clock.after(0.05, chip.unplug)
    before = chip.accesses
    assert driver.read_passive_target(timeout=0.15) is None
    assert chip.accesses - before > 100


def test_a_cut_serial_line_is_no_tag(chip: Pn532Chip) -> None:
    driver = uart(chip)
    chip.unplug()
    assert driver.read_passive_target(timeout=0.15) is None


def test_gone_is_a_runtime_error_to_whoever_asks_for_the_version(driver: Any, chip: Pn532Chip) -> None:
    chip.unplug()
    with pytest.raises(RuntimeError, match="Failed to detect"):
        _ = driver.firmware_version


def test_gone_is_a_type_error_to_whoever_reads_or_sleeps(driver: Any, chip: Pn532Chip) -> None:
    chip.unplug()
    for act in (lambda: driver.ntag2xx_read_block(4), driver.power_down):
        with pytest.raises(TypeError):
            act()


def test_a_pulled_adapter_is_an_error_of_the_terminal(chip: Pn532Chip) -> None:
    port = SerialPort(chip)
    driver = PN532_UART(port.open())
    port.pull()
    with pytest.raises(termios.error):
        driver.read_passive_target(timeout=0.15)
    with pytest.raises(serial.SerialException):
        port.open()
    port.plug()
    with pytest.raises(termios.error):
        driver.read_passive_target(timeout=0.15)
    assert PN532_UART(port.open()).firmware_version[0] == 0x32


def test_a_hanging_bus_costs_a_second_and_is_no_tag(chip: Pn532Chip, clock: FakeClock) -> None:
    driver = i2c(chip)
    chip.hangs = True
    began = clock.now
    assert driver.read_passive_target(timeout=0.15) is None
    assert clock.now - began >= 1


def test_without_being_set_up_again_a_replugged_chip_looks_for_nothing(driver: Any, chip: Pn532Chip) -> None:
    chip.unplug()
    chip.replug()
    chip.lay(Tag(STICKER))
    assert driver.read_passive_target(timeout=0.15) is None
    chip.awake = True
    driver.SAM_configuration()
    assert driver.read_passive_target(timeout=0.15) is not None


def test_a_reset_pulse_makes_it_forget_everything(chip: Pn532Chip) -> None:
    line = ResetLine(chip)
    driver = PN532_UART(SerialPort(chip).open(), reset=line)
    driver.call_function(0x32, params=[0x05, 0xFF, 0x01, 0x02])
    driver.reset()
    assert line.pulses == 2
    assert driver.read_passive_target(timeout=0.15) is None


@pytest.mark.parametrize(
    ("which", "spoiling", "errors"),
    [
        ("ack", flipped(4), (RuntimeError,)),
        ("ack", cut(3), (RuntimeError,)),
        ("ack", swallowed, (RuntimeError,)),
        ("answer", flipped(6), (RuntimeError,)),
        ("answer", flipped(3), (RuntimeError,)),
        ("answer", cut(4), (RuntimeError, IndexError)),
        ("answer", stale, (RuntimeError,)),
    ],
)
def test_a_bent_frame_is_one_of_many_errors(
    driver: Any, chip: Pn532Chip, which: str, spoiling: Any, errors: tuple[type[Exception], ...]
) -> None:
    chip.lay(Tag(STICKER))
    chip.spoil(which, spoiling)
    with pytest.raises((*errors, BusyError)):
        driver.read_passive_target(timeout=0.15)


@pytest.mark.parametrize(("which", "spoiling"), [("ack", late(0.5)), ("answer", late(0.5)), ("answer", swallowed)])
def test_a_late_frame_is_no_tag(driver: Any, chip: Pn532Chip, which: str, spoiling: Any) -> None:
    chip.lay(Tag(STICKER))
    chip.spoil(which, spoiling)
    assert driver.read_passive_target(timeout=0.15) is None


def test_polls_are_counted(driver: Any, chip: Pn532Chip, clock: FakeClock) -> None:
    for _ in range(3):
        driver.read_passive_target(timeout=0.15)
    assert len(chip.polls) == 3
    assert chip.polls == sorted(chip.polls)
