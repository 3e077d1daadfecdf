"""The display thread: the latest picture wins, an equal one is not drawn, a lost panel is tried again.

Draws from frozen values only and never makes the game wait.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.frame.pages import Page
from companion.hardware.devices import Screen, ScreenLost

if TYPE_CHECKING:
    from PIL.Image import Image

log = logging.getLogger(__name__)

RETRY = 30.0
"""Seconds until a lost panel is tried again."""


class Frame(NamedTuple):
    """What is to be seen: the values a picture is made of, and which input they belong to."""

    view: Any
    page: Page
    number: int


class Display:
    """Shows frames on a screen. `shown` is called, on the display thread, when a frame stands on the glass."""

    def __init__(
        self,
        screen: Screen,
        draw: Callable[[Any, Page], Image],
        shown: Callable[[int, Image], None],
        retry: float = RETRY,
    ) -> None:
        self._screen, self._draw, self._shown, self._retry = screen, draw, shown, retry
        self._changed = threading.Condition()
        self._latest: Frame | None = None
        self._ended = False
        self._lost = False
        self._drawn: tuple[Any, Page, Image] | None = None
        self._glass: bytes | None = None
        self._thread = threading.Thread(target=self._run, name="display", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def offer(self, frame: Frame) -> None:
        """Show this frame, unless a later one comes first; returns at once."""
        with self._changed:
            self._latest = frame
            self._changed.notify()

    def stop(self, timeout: float = 10.0) -> None:
        """Show the last frame, then end; a panel that hangs is left behind."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(timeout)

    def _run(self) -> None:
        again: Frame | None = None
        while (frame := self._next(again)) is not None:
            again = None
            try:
                self._put(frame)
            except ScreenLost:
                again = frame
                self._note_lost(True)
            except Exception:
                log.exception("a picture could not be drawn")

    def _next(self, again: Frame | None) -> Frame | None:
        """The latest frame; while the panel is lost, the same one again after a while."""
        with self._changed:
            if self._latest is None and not self._ended:
                self._changed.wait_for(lambda: self._latest or self._ended, self._retry if again else None)
            frame, self._latest = self._latest, None
            return frame or (None if self._ended else again)

    def _put(self, frame: Frame) -> None:
        image = self._picture(frame)
        pixels = image.tobytes()
        if pixels != self._glass:
            self._glass = None
            self._screen.show(image)
            self._note_lost(False)
            self._glass = pixels
        self._shown(frame.number, image)

    def _picture(self, frame: Frame) -> Image:
        drawn = self._drawn
        if drawn is None or (drawn[0], drawn[1]) != (frame.view, frame.page):
            drawn = (frame.view, frame.page, self._draw(frame.view, frame.page))
            self._drawn = drawn
        return drawn[2]

    def _note_lost(self, lost: bool) -> None:
        if lost != self._lost:
            log.warning("the display is %s", "lost" if lost else "back")
        self._lost = lost
