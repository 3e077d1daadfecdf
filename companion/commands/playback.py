"""A recorded game that plays by itself on the page: the real application, and a clock in people's place.

What people press on the page never reaches the game: OK holds the recording and lets it go on, DOWN shows the next
step at once.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from companion.app import App, Reaction, Snapshot
from companion.engine.message import Message, tr
from companion.hardware.desk import DeskScreen
from companion.menu.pages import HomePage, SheetPage
from companion.screens.panels import PANELS
from companion.session.recording import Recording, Restart, play
from companion.web.app_backend import AppBackend
from companion.web.server import serve

if TYPE_CHECKING:
    from companion.desk_player import DeskPlayer
    from companion.screens.translator import Translator

KEYS = tr("This is a recorded game: OK pauses it and lets it go on, DOWN shows the next step.")
HELD = tr("Paused: OK lets it go on, DOWN shows the next step.")
GOES_ON = tr("The recorded game goes on.")
STEP = 4
"""Steps through a menu stand for a part of the time that a picture of the table stands: one in so many."""
END = 5
"""How many times as long the last picture stands before the page closes."""


class Pace:
    """How long each picture stands. `wait` is called by the recording, the rest by people."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._held = self._next = self._over = False

    def wait(self, seconds: float) -> bool:
        """Let a picture stand; False when no more are wanted."""
        with self._changed:
            self._next = False
            while not (self._next or self._over):
                if not self._changed.wait(None if self._held else seconds):
                    break
            return not self._over

    def hold(self) -> bool:
        """Hold the recording, or let it go on; whether it is held now."""
        with self._changed:
            self._held = not self._held
            self._next = not self._held
            self._changed.notify_all()
            return self._held

    def step(self) -> None:
        """The next picture, now."""
        with self._changed:
            self._next = True
            self._changed.notify_all()

    def end(self) -> None:
        """No more pictures."""
        with self._changed:
            self._over = True
            self._changed.notify_all()


class Watched(AppBackend):
    """The running application for those who only watch."""

    def __init__(self, app: App, screen: DeskScreen, pace: Pace, panel: str, translate: Translator) -> None:
        super().__init__(app, screen, PANELS[panel], translate)
        self._pace = pace

    def tap(self, tag: str) -> Future[Reaction]:  # noqa: ARG002  nobody's
        return self._told("refused", KEYS)

    def answer(self, answer: Any) -> Future[Reaction]:  # noqa: ARG002
        return self._told("refused", KEYS)

    def press(self, button: str, long: bool) -> Future[Reaction]:  # noqa: ARG002
        if button == "DOWN":
            self._pace.step()
            return self._told("accepted", None)
        if button == "OK":
            return self._told("accepted", HELD if self._pace.hold() else GOES_ON)
        return self._told("refused", KEYS)

    def page(self, version: int) -> dict[str, Any]:
        page = super().page(version)
        turn = self._app.snapshot.outline.turn
        return {**page, "now": tr("Recorded game, turn {n}", n=turn) if turn else tr("Recorded game")}

    def _told(self, signal: str, sentence: Message | None) -> Future[Reaction]:
        reaction: Future[Reaction] = Future()
        reaction.set_result(Reaction(signal, sentence, self._app.snapshot.page))
        return reaction


def shown(
    recording: Recording,
    player: DeskPlayer,
    page: socket.socket,
    seconds: float,
    translate: Translator,
    opened: Callable[[str], None],
) -> bool:
    """Serve the page while the recording plays on it; whether it was watched to its last input.

    seconds: how long a picture of the table stands.
    """
    pace, ended = Pace(), Future[None]()
    screen = player.app.devices.screen
    assert isinstance(screen, DeskScreen)
    watched = Watched(player.app, screen, pace, recording.head.panel, translate)
    hands = threading.Thread(target=_play, args=(recording, player, pace, seconds, ended), daemon=True)

    def ready(address: str) -> None:
        opened(address)
        hands.start()

    try:
        serve(watched, translate, page, ready, ended)
    finally:
        stopped = not ended.done()
        pace.end()
        if hands.ident:
            hands.join()
    ended.result()
    return not stopped


def _play(recording: Recording, player: DeskPlayer, pace: Pace, seconds: float, ended: Future[None]) -> None:
    """Everything that was tapped and pressed, at the speed of those who watch."""
    try:
        # Nobody wants to see how the plug is pulled.
        inputs = tuple(each for each in recording.inputs if not isinstance(each, Restart))
        going_on = pace.wait(seconds)
        for _ in play(Recording(recording.head, inputs), player) if going_on else ():
            if not pace.wait(_stands(player.drawn(), seconds)):
                break
        else:
            pace.wait(END * seconds)
    except Exception as error:
        ended.set_exception(error)
    else:
        ended.set_result(None)


def _stands(now: Snapshot, seconds: float) -> float:
    """How long: a table and a sheet are to be looked at, what lies on the way to them is not."""
    return seconds if isinstance(now.page, HomePage | SheetPage) else seconds / STEP
