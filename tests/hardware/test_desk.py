"""The desk's own ways, and the contract of screens. That of reader, buttons and signal is in test_contracts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

import pytest
from PIL import Image

from companion.hardware.desk import DeskButtons, DeskScreen, DeskSignal, desk_devices
from companion.hardware.devices import Screen


class ScreenWorld(NamedTuple):
    screen: Screen
    glass: Callable[[], Image.Image | None]


def desk_screen() -> ScreenWorld:
    screen = DeskScreen()
    return ScreenWorld(screen, lambda: screen.image)


SCREENS = {"desk": desk_screen}


@pytest.fixture(params=SCREENS)
def screen_world(request: pytest.FixtureRequest) -> ScreenWorld:
    return SCREENS[request.param]()


def test_the_picture_stands_on_the_glass_when_show_returns(screen_world: ScreenWorld) -> None:
    picture = Image.new("1", (400, 300), 1)
    picture.putpixel((3, 4), 0)
    screen_world.screen.show(picture)
    glass = screen_world.glass()
    assert glass is not None
    assert glass.tobytes() == picture.tobytes()


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
