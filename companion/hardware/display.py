"""The display thread: it draws the latest frame, skips equal pictures and tries a lost panel again.

A PersistentScreen is told what ended, rests while nothing changes and is left clean at the end. Pictures are drawn
from frozen values, so the game never waits for the panel.
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

RETRY_INTERVAL = 30.0
"""Seconds until a lost panel is tried again."""
HEARTBEAT_INTERVAL = 2.0
"""Maximum seconds between two signs of life of an idle display."""


class Frame(NamedTuple):
    """Values that a picture is drawn from."""

    view: Any
    """Public view of the game; None before there is a game."""
    page: Page
    """Page of the menu."""
    number: int
    """Number of inputs handled before it, as in `Snapshot.handled`."""
    settings: Any = None
    """Other values that a picture depends on: the language, and the rotation of the panel."""


class ScreenAdapter:
    """Adapter that gives a plain Screen the methods of a PersistentScreen."""

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
    """Thread that shows frames on a screen. All callbacks run on that thread.

    shown: called when a frame is visible.
    beat: called at each step of the thread.
    moment: returns what ended between two views.
    noticed: called with True when the panel is lost, with False when it is back.
    undrawn: returns a picture for a frame whose drawing failed, because an old picture would mislead players.
    splash: first picture of a PersistentScreen.
    """

    def __init__(
        self,
        screen: Screen,
        draw: Callable[[Any, Page], Image],
        shown: Callable[[int, Image], None],
        retry: float = RETRY_INTERVAL,
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
        """Show this frame unless a later one comes first. Returns at once."""
        with self._changed:
            self._latest = frame
            self._changed.notify()

    def stop(self, timeout: float = 12.0) -> None:
        """Show the last frame and end the thread. A panel that hangs is abandoned after `timeout` seconds."""
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
        """Return the latest frame, or None after `timeout` seconds, and whether the thread must end."""
        until = float("inf") if timeout is None else time.monotonic() + timeout
        with self._changed:
            self._beat()
            while self._latest is None and not self._ended and (left := until - time.monotonic()) > 0:
                self._changed.wait(min(left, HEARTBEAT_INTERVAL))
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
