"""The display thread: the latest picture wins, an equal one is not drawn, a lost panel is tried again.

A panel that keeps its picture hears what ended, may rest when there is nothing new, and is left clean at the end.
Draws from frozen values only and never makes the game wait.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.hardware.devices import PersistentScreen, Screen, ScreenLost
from companion.menu.pages import Page

if TYPE_CHECKING:
    from PIL.Image import Image

log = logging.getLogger(__name__)

RETRY = 30.0
"""Seconds until a lost panel is tried again."""
BEAT = 2.0
"""Seconds after which an idle display says that it is there."""


class Frame(NamedTuple):
    """What is to be seen: the values a picture is made of."""

    view: Any
    """The game as the table sees it; None before there is a game."""
    page: Page
    """What the menu shows of it."""
    number: int
    """How many inputs were handled before it, as in `Snapshot.handled`."""
    settings: Any = None
    """What else a picture depends on: the language, and which way round the panel hangs."""


class ScreenAdapter:
    """A plain Screen with the interface of a PersistentScreen."""

    def __init__(self, screen: Screen) -> None:
        self.show = screen.show

    def expect(self, moment: str) -> None:
        pass

    def rest(self) -> None:
        pass

    def leave(self, image: Image | None) -> None:
        if image:
            with suppress(ScreenLost):
                self.show(image)


class Display:
    """Shows frames on a screen. `shown` is called, on the display thread, when a frame stands on the glass.

    Called there too: `beat`, whenever the thread gets a step further; `moment`, for what ended between two views;
    `noticed`, with whether the panel is lost; `undrawn`, with a frame that could not be drawn, for a picture that
    stands in its place (an older one would be taken as true). splash: what a panel that keeps its picture begins
    with.
    """

    def __init__(
        self,
        screen: Screen,
        draw: Callable[[Any, Page], Image],
        shown: Callable[[int, Image], None],
        retry: float = RETRY,
        beat: Callable[[], None] = lambda: None,
        moment: Callable[[Any, Any], str] = lambda _before, _after: "",
        noticed: Callable[[bool], None] = lambda _lost: None,
        splash: Callable[[], Image] | None = None,
        undrawn: Callable[[Frame], Image] | None = None,
    ) -> None:
        lasting = isinstance(screen, PersistentScreen)
        self._screen: PersistentScreen = screen if isinstance(screen, PersistentScreen) else ScreenAdapter(screen)
        self._splash = splash if lasting else None
        self._undrawn = undrawn
        self._draw, self._shown, self._retry = draw, shown, retry
        self._beat, self._moment, self._noticed = beat, moment, noticed
        self._changed = threading.Condition()
        self._latest: Frame | None = None
        self._ended = False
        self._lost = False
        self._drawn: tuple[tuple[Any, Page, Any], Image] | None = None
        self._glass: bytes | None = None
        self._standing: Frame | None = None
        self._thread = threading.Thread(target=self._run, name="display", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def offer(self, frame: Frame) -> None:
        """Show this frame, unless a later one comes first; returns at once."""
        with self._changed:
            self._latest = frame
            self._changed.notify()

    def stop(self, timeout: float = 12.0) -> None:
        """Leave the last frame on the glass, then end; a panel that hangs is left behind."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(timeout)

    def _run(self) -> None:
        self._begin()
        again: Frame | None = None
        pause: float | None = None
        while True:
            frame, ended = self._next(self._retry if again else pause)
            if ended:
                break
            frame, again = frame or again, None
            try:
                if frame:
                    self._put(frame)
                pause = self._screen.rest()
            except ScreenLost:
                again = frame or self._standing
                self._note_lost(True)
            except Exception:
                log.exception("a picture could not be drawn")
        self._end(frame)

    def _next(self, timeout: float | None) -> tuple[Frame | None, bool]:
        """The latest frame, None when there was none in time; and whether it is the end."""
        until = float("inf") if timeout is None else time.monotonic() + timeout
        with self._changed:
            self._beat()
            while self._latest is None and not self._ended and (left := until - time.monotonic()) > 0:
                self._changed.wait(min(left, BEAT))
                self._beat()
            frame, self._latest = self._latest, None
            return frame, self._ended

    def _begin(self) -> None:
        if self._splash:
            try:
                self._screen.show(self._splash())
            except ScreenLost:
                self._note_lost(True)
            except Exception:
                log.exception("the first picture could not be drawn")

    def _end(self, frame: Frame | None) -> None:
        image = None
        try:
            if frame and (image := self._picture(frame)).tobytes() == self._glass:
                image = None
        except Exception:
            log.exception("the last picture could not be drawn")
        self._screen.leave(image)
        if frame and image:
            self._shown(frame.number, image)

    def _put(self, frame: Frame) -> None:
        image = self._picture(frame)
        pixels = image.tobytes()
        if pixels != self._glass:
            self._glass = None
            self._screen.expect(self._moment(self._standing.view if self._standing else None, frame.view))
            self._screen.show(image)
            self._note_lost(False)
            self._glass, self._standing = pixels, frame
        self._shown(frame.number, image)

    def _picture(self, frame: Frame) -> Image:
        drawn = self._drawn
        source = (frame.view, frame.page, frame.settings)
        if drawn is None or drawn[0] != source:
            drawn = (source, self._made(frame))
            self._drawn = drawn
        return drawn[1]

    def _made(self, frame: Frame) -> Image:
        try:
            return self._draw(frame.view, frame.page)
        except Exception:
            if self._undrawn is None:
                raise
            log.exception("a picture could not be drawn")
            return self._undrawn(frame)

    def _note_lost(self, lost: bool) -> None:
        if lost:
            self._glass = None
        if lost != self._lost:
            self._lost = lost
            log.warning("the display is %s", "lost" if lost else "back")
            self._noticed(lost)
