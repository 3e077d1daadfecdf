"""The sticker made for tests is as stubborn as a real one, through the vendor's driver.

Each of these is the reason for something in companion/hardware/sticker_memory.py or type_2_tag.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from adafruit_pn532.uart import PN532_UART

from tests.hardware_fakes.clock import FakeClock, drivers_wait_on
from tests.hardware_fakes.ntag import MODELS, NTAG213, Memory
from tests.hardware_fakes.pn532_chip import Pn532Chip, Tag
from tests.hardware_fakes.pn532_wires import SerialPort

ONE, OTHER = "04a1b2c3d4e5f6", "04ffffffffffff"


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Pn532Chip:
    clock = FakeClock()
    drivers_wait_on(clock, monkeypatch)
    return Pn532Chip(clock, misses=False)


@pytest.fixture
def driver(chip: Pn532Chip) -> Any:
    return PN532_UART(SerialPort(chip).open())


def laid(chip: Pn532Chip, driver: Any) -> Memory:
    tag = Tag(ONE)
    assert tag.memory
    chip.lay(tag)
    driver.read_passive_target(timeout=0.15)
    return tag.memory


def test_a_refused_command_makes_it_deaf_until_it_is_listed_anew(chip: Pn532Chip, driver: Any) -> None:
    laid(chip, driver).lock(4)
    assert not driver.ntag2xx_write_block(4, b"glen")
    assert driver.ntag2xx_read_block(5) is None, "it fell back"
    driver.read_passive_target(timeout=0.15)
    assert driver.ntag2xx_read_block(5) is not None


def test_the_capability_container_can_be_set_only_once(chip: Pn532Chip, driver: Any) -> None:
    memory = laid(chip, driver)
    assert driver.ntag2xx_write_block(3, bytes((0, 0, 0, 0x0F)))
    assert memory.read(3)[:4] == bytes((0xE1, 0x10, 0x12, 0x0F))  # type: ignore[index]


@pytest.mark.parametrize("model", MODELS)
def test_a_lock_is_for_ever_and_for_its_pages_alone(model: str) -> None:
    memory = Memory(bytes.fromhex(ONE), MODELS[model])
    first, group = 16, memory.model.pages_per_lock
    memory.lock(first)
    assert not memory.write(first + group - 1, b"glen")
    assert memory.write(first + group, b"glen")
    memory.write(memory.model.lock_page, bytes(4))
    assert not memory.write(first, b"glen")


def test_the_last_page_is_followed_by_the_first_and_nothing_is_behind_it(chip: Pn532Chip, driver: Any) -> None:
    memory = laid(chip, driver)
    last = NTAG213.pages - 1
    assert memory.read(last)[4:] == bytes(memory.bytes[:12])  # type: ignore[index]
    assert driver.ntag2xx_read_block(last + 1) is None
    assert not driver.ntag2xx_write_block(last + 1, b"glen")


def test_the_driver_writes_on_the_first_of_two_listed_whichever_was_meant(chip: Pn532Chip, driver: Any) -> None:
    resting, tapped = Tag(ONE), Tag(OTHER)
    chip.lay(resting)
    chip.lay(tapped)
    driver.call_function(0x4A, params=[2, 0], response_length=64, timeout=0.15)
    assert driver.ntag2xx_write_block(8, b"glen")
    assert resting.memory
    assert resting.memory.written == [8]


def test_one_that_was_exchanged_for_another_does_not_answer(chip: Pn532Chip, driver: Any) -> None:
    chip.lay(first := Tag(ONE))
    driver.read_passive_target(timeout=0.15)
    chip.lift(first)
    chip.lay(second := Tag(OTHER))
    assert not driver.ntag2xx_write_block(8, b"glen")
    assert second.memory
    assert second.memory.written == []
