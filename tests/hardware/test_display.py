"""The display thread: which pictures reach the glass, what a lost panel does to it, what a lasting one is told."""

from __future__ import annotations

import threading
from typing import Any

from PIL import Image

from companion.engine.message import literal
from companion.hardware.devices import ScreenLost
from companion.hardware.display import Display, Frame
from companion.menu.pages import NoticePage, Page


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
        assert isinstance(page, NoticePage)
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

    def offer(self, number: int, text: str, settings: str = "") -> None:
        self.display.offer(Frame(None, NoticePage("told", literal(text)), number, settings))

    def until(self, number: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: number in self.shown, 5)


def test_what_stands_already_is_drawn_again_only_where_settings_changed_meanwhile() -> None:
    """The pages of the menu between may come and go while the panel is busy."""
    wall = Wall()
    for number, settings in enumerate(["", "", "upside down"], 1):
        wall.offer(number, "a", settings)
        wall.until(number)
    assert wall.drawn == ["a", "a"]
    assert wall.shown == [1, 2, 3]


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


# Panels that keep their picture


class Lasting(Glass):
    """A panel that notes what it is told; it wants to rest after `rests` seconds."""

    def __init__(self, rests: float | None = None) -> None:
        super().__init__()
        self.notes: list[str] = []
        self.rests, self.rested = rests, threading.Event()
        self.fails_at_rest = False

    def show(self, image: Image.Image) -> None:
        super().show(image)
        self.notes.append(f"show {image.info['text']}")

    def expect(self, moment: str) -> None:
        if moment:
            self.notes.append(f"expect {moment}")

    def rest(self) -> float | None:
        if self.rests:
            left, self.rests = self.rests, None
            return left
        if self.fails_at_rest:
            self.fails_at_rest = False
            raise ScreenLost
        self.rested.set()
        return None

    def leave(self, image: Image.Image | None) -> None:
        self.notes.append(f"leave {image.info['text'] if image else 'as it is'}")


class Care(Wall):
    """A display over such a panel. The moment between two views is what the second one says."""

    def __init__(self, rests: float | None = None, retry: float = 30) -> None:
        self.lasting = Lasting(rests)
        self.shown: list[int] = []
        self.drawn: list[str] = []
        self.lost: list[bool] = []
        self._changed = threading.Condition()
        self.glass = self.lasting
        self.display = Display(
            self.lasting,
            self._draw,
            self._shown,
            retry,
            moment=lambda before, after: f"{before} to {after}" if before not in (None, after) else "",
            noticed=self.lost.append,
            splash=lambda: self._draw(None, NoticePage("told", literal("splash"))),
        )
        self.display.start()

    def offer(self, number: int, text: str) -> None:
        self.display.offer(Frame(text.lower(), NoticePage("told", literal(text)), number))


def test_a_lasting_panel_begins_with_the_splash_and_hears_what_ended() -> None:
    care = Care()
    for number, text in enumerate("ab", 1):
        care.offer(number, text)
        care.until(number)
    assert care.lasting.notes == ["show splash", "show a", "expect a to b", "show b"]


def test_what_ended_counts_from_the_picture_that_stands_there() -> None:
    care = Care()
    care.offer(1, "a")
    care.until(1)
    care.lasting.hold.clear()
    care.lasting.entered.clear()
    care.offer(2, "b")
    assert care.lasting.entered.wait(5)
    care.offer(3, "c")
    care.offer(4, "d")
    care.lasting.hold.set()
    care.until(4)
    assert care.lasting.notes[-2:] == ["expect b to d", "show d"]


def test_a_panel_is_asked_to_rest_when_nothing_has_come_for_as_long_as_it_said() -> None:
    care = Care(rests=0.05)
    care.offer(1, "a")
    assert care.lasting.rested.wait(5)
    assert care.lasting.notes == ["show splash", "show a"]


def test_a_panel_that_is_lost_while_it_rests_gets_its_picture_again() -> None:
    care = Care(rests=0.02, retry=0.02)
    care.lasting.fails_at_rest = True
    care.offer(1, "a")
    assert care.lasting.rested.wait(5)
    assert care.lasting.notes == ["show splash", "show a", "show a"]
    assert care.lost == [True, False]


def test_a_lost_panel_is_told_once_and_so_is_its_return() -> None:
    care = Care(retry=0.02)
    care.offer(1, "a")
    care.until(1)
    care.lasting.unplugged = 3
    care.offer(2, "b")
    care.until(2)
    assert care.lost == [True, False]


def test_at_the_end_the_last_picture_is_left_or_the_one_there_is() -> None:
    care, other = Care(), Care()
    for each in (care, other):
        each.offer(1, "a")
        each.until(1)
    care.offer(2, "b")
    care.display.stop()
    other.display.stop()
    assert care.lasting.notes[-1] in ("leave b", "leave as it is")
    assert ("show b" in care.lasting.notes) == (care.lasting.notes[-1] == "leave as it is")
    assert care.shown == [1, 2]
    assert other.lasting.notes[-1] == "leave as it is"


def test_a_last_picture_that_cannot_be_drawn_leaves_the_one_there_is() -> None:
    care = Care()
    care.offer(1, "a")
    care.until(1)
    care.lasting.hold.clear()
    care.lasting.entered.clear()
    care.offer(2, "b")
    assert care.lasting.entered.wait(5)
    care.offer(3, "broken")
    threading.Timer(0.05, care.lasting.hold.set).start()
    care.display.stop()
    assert care.lasting.notes[-1] == "leave as it is"


def test_a_lost_panel_is_not_in_the_way_of_the_end() -> None:
    wall = Wall()
    wall.glass.unplugged = 99
    wall.offer(1, "a")
    assert wall.glass.entered.wait(5)
    wall.offer(2, "b")
    wall.display.stop(5)
    assert wall.glass.pictures == []
