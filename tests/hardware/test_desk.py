"""The desk's own ways. What every version must do is in test_contracts."""

from __future__ import annotations

import threading
import time

import pytest
from PIL import Image

from companion.hardware.desk import DeskButtons, DeskScreen, DeskSignal, desk_devices


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
    desk = desk_devices(slow=True, on_signal=heard.append)
    desk.signal.give("asks")
    assert heard == ["asks"]
    assert isinstance(desk.screen, DeskScreen)
    assert desk.screen.slow
