"""What every version of reader, buttons and signal must do: on the desk, on the chips, and the real things."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.hardware.devices import BUTTONS, SIGNALS, Press
from tests.hardware.worlds import BUTTON_SETS, READERS, SIGNALLERS, ButtonsWorld, ReaderWorld, SignalWorld

ONE, OTHER = "uid:04a1b2c3d4e5f6", "uid:04ffffffffffff"


@pytest.fixture(params=READERS)
def reader_world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[ReaderWorld]:
    yield from READERS[request.param](monkeypatch)


@pytest.fixture(params=BUTTON_SETS)
def buttons_world(request: pytest.FixtureRequest) -> Iterator[ButtonsWorld]:
    yield from BUTTON_SETS[request.param]()


@pytest.fixture(params=SIGNALLERS)
def signal_world(request: pytest.FixtureRequest) -> Iterator[SignalWorld]:
    yield from SIGNALLERS[request.param]()


def test_an_empty_antenna_is_none_and_keeps_to_its_time(reader_world: ReaderWorld) -> None:
    began = reader_world.clock()
    assert reader_world.reader.read(0.05) is None
    assert 0.04 <= reader_world.clock() - began < 2


def test_a_tag_is_read_once_per_tap_in_order(reader_world: ReaderWorld) -> None:
    for tag in (ONE, OTHER):
        reader_world.tap(tag)
    assert reader_world.reader.read(5) == ONE
    assert reader_world.reader.read(5) == OTHER
    assert reader_world.reader.read(0) is None


def test_the_same_tag_laid_down_twice_is_two_taps(reader_world: ReaderWorld) -> None:
    reader_world.tap(ONE)
    reader_world.tap(ONE)
    assert [reader_world.reader.read(5) for _ in range(2)] == [ONE] * 2


def test_a_tap_wakes_a_waiting_reader(reader_world: ReaderWorld) -> None:
    reader_world.after(0.05, lambda: reader_world.tap(ONE))
    began = reader_world.clock()
    assert reader_world.reader.read(5) == ONE
    assert reader_world.clock() - began < 3


def test_no_press_is_none(buttons_world: ButtonsWorld) -> None:
    assert buttons_world.buttons.next(0.02) is None


def test_presses_come_in_order_short_and_long(buttons_world: ButtonsWorld) -> None:
    for button in BUTTONS:
        buttons_world.press(button, button == "OK")
    assert [buttons_world.buttons.next(2) for _ in BUTTONS] == [Press(b, b == "OK") for b in BUTTONS]


def test_a_storm_of_presses_loses_none(buttons_world: ButtonsWorld) -> None:
    for _ in range(300):
        buttons_world.press("UP", False)
    buttons_world.settle()
    assert sum(buttons_world.buttons.next(0) is not None for _ in range(301)) == 300


def test_every_signal_can_be_given(signal_world: SignalWorld) -> None:
    for kind in SIGNALS:
        signal_world.signal.give(kind)
    assert signal_world.heard() == list(SIGNALS)
