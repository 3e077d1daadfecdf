"""The display thread: which pictures reach the glass, and what a lost panel does to it."""

from __future__ import annotations

import threading
from typing import Any

from PIL import Image

from companion.frame.pages import Notice, Page
from companion.frame.said import literal
from companion.hardware.devices import ScreenLost
from companion.hardware.display import Display, Frame


class Glass:
    """A panel that takes its time while `hold` is closed, and can be unplugged."""

    def __init__(self) -> None:
        self.pictures: list[str] = []
        self.hold = threading.Event()
        self.hold.set()
        self.entered = threading.Event()
        self.unplugged = 0

    def show(self, image: Image.Image) -> None:
        self.entered.set()
        self.hold.wait(5)
        if self.unplugged:
            self.unplugged -= 1
            raise ScreenLost
        self.pictures.append(image.info["text"])


class Wall:
    """A display over such a panel, and what it said was shown."""

    def __init__(self, retry: float = 30) -> None:
        self.glass = Glass()
        self.drawn: list[str] = []
        self.shown: list[int] = []
        self._changed = threading.Condition()
        self.display = Display(self.glass, self._draw, self._shown, retry)
        self.display.start()

    def _draw(self, _view: Any, page: Page) -> Image.Image:
        assert isinstance(page, Notice)
        text = str(page.text)
        self.drawn.append(text)
        if text == "broken":
            raise ZeroDivisionError
        image = Image.new("1", (8, 8), 1)
        image.putpixel((sum(map(ord, text.lower())) % 8, 0), 0)
        image.info["text"] = text
        return image

    def _shown(self, number: int, _image: Image.Image) -> None:
        with self._changed:
            self.shown.append(number)
            self._changed.notify_all()

    def offer(self, number: int, text: str) -> None:
        self.display.offer(Frame(None, Notice("told", literal(text)), number))

    def until(self, number: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: number in self.shown, 5)


def test_the_latest_picture_wins() -> None:
    wall = Wall()
    wall.glass.hold.clear()
    wall.offer(1, "a")
    assert wall.glass.entered.wait(5)
    for number, text in enumerate("bcde", 2):
        wall.offer(number, text)
    wall.glass.hold.set()
    wall.until(5)
    assert wall.glass.pictures == ["a", "e"]
    assert wall.shown == [1, 5]


def test_the_same_page_is_not_drawn_twice_and_an_equal_picture_is_not_shown_twice() -> None:
    wall = Wall()
    for number, text in enumerate(("a", "a", "A"), 1):
        wall.offer(number, text)
        wall.until(number)
    assert wall.drawn == ["a", "A"]
    assert wall.glass.pictures == ["a"]


def test_a_lost_panel_is_tried_again_with_the_latest_picture() -> None:
    wall = Wall(retry=0.02)
    wall.glass.unplugged = 3
    wall.offer(1, "a")
    wall.until(1)
    assert wall.glass.pictures == ["a"]


def test_a_new_picture_tries_a_lost_panel_at_once() -> None:
    wall = Wall()
    wall.glass.unplugged = 1
    wall.offer(1, "a")
    assert wall.glass.entered.wait(5)
    wall.offer(2, "b")
    wall.until(2)
    assert wall.glass.pictures == ["b"]


def test_a_picture_that_cannot_be_drawn_is_left_out() -> None:
    wall = Wall()
    wall.offer(1, "broken")
    wall.offer(2, "a")
    wall.until(2)
    assert 1 not in wall.shown


def test_the_last_picture_is_shown_before_the_end() -> None:
    wall = Wall()
    wall.offer(1, "a")
    wall.display.stop()
    assert wall.glass.pictures == ["a"]
