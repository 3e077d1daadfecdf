"""What every version of a device must do; the desk versions join here, the chips' drivers later.

A version is a pair: the device, and the verbs of its world's side.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

import pytest
from PIL import Image

from companion.hardware.desk import DeskButtons, DeskReader, DeskScreen, DeskSignal, desk_devices
from companion.hardware.devices import BUTTONS, SIGNALS, Buttons, Press, Screen, Signal, TagReader


class ReaderWorld(NamedTuple):
    reader: TagReader
    tap: Callable[[str], None]


class ButtonsWorld(NamedTuple):
    buttons: Buttons
    press: Callable[[str, bool], None]


class ScreenWorld(NamedTuple):
    screen: Screen
    glass: Callable[[], Image.Image | None]


class SignalWorld(NamedTuple):
    signal: Signal
    heard: Callable[[], list[str]]


def desk_reader() -> ReaderWorld:
    reader = DeskReader()
    return ReaderWorld(reader, reader.tap)


def desk_buttons() -> ButtonsWorld:
    buttons = DeskButtons()
    return ButtonsWorld(buttons, buttons.press)


def desk_screen() -> ScreenWorld:
    screen = DeskScreen()
    return ScreenWorld(screen, lambda: screen.image)


def desk_signal() -> SignalWorld:
    heard: list[str] = []
    return SignalWorld(DeskSignal(heard.append), lambda: heard)


READERS = {"desk": desk_reader}
BUTTON_SETS = {"desk": desk_buttons}
SCREENS = {"desk": desk_screen}
SIGNALLERS = {"desk": desk_signal}


@pytest.fixture(params=READERS)
def reader_world(request: pytest.FixtureRequest) -> ReaderWorld:
    return READERS[request.param]()


@pytest.fixture(params=BUTTON_SETS)
def buttons_world(request: pytest.FixtureRequest) -> ButtonsWorld:
    return BUTTON_SETS[request.param]()


@pytest.fixture(params=SCREENS)
def screen_world(request: pytest.FixtureRequest) -> ScreenWorld:
    return SCREENS[request.param]()


@pytest.fixture(params=SIGNALLERS)
def signal_world(request: pytest.FixtureRequest) -> SignalWorld:
    return SIGNALLERS[request.param]()


def test_an_empty_antenna_is_none_and_keeps_to_its_time(reader_world: ReaderWorld) -> None:
    began = time.monotonic()
    assert reader_world.reader.read(0.05) is None
    assert 0.04 <= time.monotonic() - began < 2


def test_a_tag_is_read_once_per_tap_in_order(reader_world: ReaderWorld) -> None:
    for tag in ("uid:04a1b2c3d4e5f6", "uid:04ffffffffffff"):
        reader_world.tap(tag)
    assert reader_world.reader.read(1) == "uid:04a1b2c3d4e5f6"
    assert reader_world.reader.read(1) == "uid:04ffffffffffff"
    assert reader_world.reader.read(0) is None


def test_the_same_tag_laid_down_twice_is_two_taps(reader_world: ReaderWorld) -> None:
    reader_world.tap("uid:04a1b2c3d4e5f6")
    reader_world.tap("uid:04a1b2c3d4e5f6")
    assert [reader_world.reader.read(1) for _ in range(2)] == ["uid:04a1b2c3d4e5f6"] * 2


def test_a_tap_wakes_a_waiting_reader(reader_world: ReaderWorld) -> None:
    threading.Timer(0.05, reader_world.tap, ["uid:04a1b2c3d4e5f6"]).start()
    began = time.monotonic()
    assert reader_world.reader.read(5) == "uid:04a1b2c3d4e5f6"
    assert time.monotonic() - began < 3


def test_no_press_is_none(buttons_world: ButtonsWorld) -> None:
    assert buttons_world.buttons.next(0.02) is None


def test_presses_come_in_order_short_and_long(buttons_world: ButtonsWorld) -> None:
    for button in BUTTONS:
        buttons_world.press(button, button == "OK")
    assert [buttons_world.buttons.next(1) for _ in BUTTONS] == [Press(b, b == "OK") for b in BUTTONS]


def test_a_storm_of_presses_loses_none(buttons_world: ButtonsWorld) -> None:
    for _ in range(2000):
        buttons_world.press("UP", False)
    assert sum(buttons_world.buttons.next(0) is not None for _ in range(2001)) == 2000


def test_the_picture_stands_on_the_glass_when_show_returns(screen_world: ScreenWorld) -> None:
    picture = Image.new("1", (400, 300), 1)
    picture.putpixel((3, 4), 0)
    screen_world.screen.show(picture)
    glass = screen_world.glass()
    assert glass is not None
    assert glass.tobytes() == picture.tobytes()


def test_every_signal_can_be_given(signal_world: SignalWorld) -> None:
    for kind in SIGNALS:
        signal_world.signal.give(kind)
    assert signal_world.heard() == list(SIGNALS)


# The desk's own ways


def test_a_button_that_is_not_there_is_not_pressed() -> None:
    buttons = DeskButtons()
    with pytest.raises(ValueError, match="LEFT"):
        buttons.press("LEFT")
    assert buttons.next(0) is None


def test_a_slow_desk_screen_takes_its_time_until_it_is_closed() -> None:
    screen = DeskScreen(slow=True)
    shown = threading.Thread(target=screen.show, args=[Image.new("1", (8, 8))])
    shown.start()
    time.sleep(0.05)
    assert screen.image is None
    screen.close()
    shown.join(1)
    assert screen.image is not None
    assert screen.count == 1


def test_a_desk_signal_forgets_the_oldest() -> None:
    signal = DeskSignal()
    for _ in range(1500):
        signal.give("accepted")
    signal.give("refused")
    assert len(signal.given) == 1000
    assert signal.given[-1] == "refused"
    with pytest.raises(ValueError, match="hooray"):
        signal.give("hooray")


def test_a_desk_has_one_of_each() -> None:
    heard: list[str] = []
    desk = desk_devices(slow=True, heard=heard.append)
    desk.signal.give("asks")
    assert heard == ["asks"]
    assert isinstance(desk.screen, DeskScreen)
    assert desk.screen.slow
