"""Plays a recorded game through the whole application with simulated devices, dice and clock.

For the demonstration, tests of recorded games and the bench. Data is stored in the given folder.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from companion.app import App, build_app
from companion.engine.message import tr
from companion.games.definition import AnyGame
from companion.games.installed import InstalledGames, installed_games
from companion.hardware.desk import DeskButtons, DeskReader, desk_devices
from companion.hardware.devices import Devices
from companion.screens.translator import ENGLISH, Translator
from companion.session.inputs import Snapshot
from companion.session.recording import BadRecording, RecordingHead
from companion.settings import Settings

INPUT_TIMEOUT = 30.0
"""Seconds that one input may take; more means that the application hangs."""
INPUT_INTERVAL = 10.0
"""Seconds between two inputs on the game's clock, so that a repeated tag counts as a new tap."""


def _game_of(head: RecordingHead) -> AnyGame:
    games = installed_games()
    if not head.game:
        return games.first
    if head.game not in games:
        raise BadRecording(tr("That is a recorded game of {game}, which is not installed here.", game=head.game))
    return games.of(head.game)


class DeskPlayer:
    """Taps and presses keys like players. `play_recording(recording, player)` yields a Snapshot for each input."""

    def __init__(
        self,
        head: RecordingHead,
        data: Path,
        facts: Any,
        translate: Translator | None = None,
        devices: Callable[[], Devices] = desk_devices,
        game: AnyGame | None = None,
    ) -> None:
        self._now = 0.0
        self._game = game or _game_of(head)
        self._head, self._data, self._facts, self._devices = head, data, facts, devices
        self._translate = translate or Translator(ENGLISH)
        self._dice = Random(head.seed)
        self.app: App = self._plugged_in()

    def _plugged_in(self) -> App:
        """Return the application started in this folder; the dice continue their sequence."""
        app = build_app(
            Settings(language=self._translate.language, panel=self._head.panel, data_folder=str(self._data)),
            self._devices(),
            games=InstalledGames([self._game]),
            facts=self._facts,
            house_rules=self._game.house_rules.default,
            translate=self._translate,
            dice=self._dice,
            clock=lambda: self._now,
            today=lambda: None,
        )
        # In recordings everything can be tapped, although no sticker is enrolled.
        self._translate.taps = lambda: True
        reader, buttons = app.devices.reader, app.devices.buttons
        assert isinstance(reader, DeskReader)
        assert isinstance(buttons, DeskButtons)
        self._reader, self._buttons = reader, buttons
        return app

    def __enter__(self) -> DeskPlayer:
        self.app.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.app.stop()

    def tap(self, tag: str) -> Snapshot:
        return self._after(lambda: self._reader.tap(tag))

    def press(self, button: str, long: bool) -> Snapshot:
        return self._after(lambda: self._buttons.press(button, long))

    def restart(self) -> Snapshot:
        """Simulate a power cut and a new start."""
        self.app.stop()
        self.app = self._plugged_in()
        self.app.start()
        return self.app.snapshot

    def _after(self, act: Any) -> Snapshot:
        self._now += INPUT_INTERVAL
        handled = self.app.snapshot.handled
        act()
        return self.app.wait(lambda now: now.handled > handled, INPUT_TIMEOUT)

    def drawn(self) -> Snapshot:
        """Wait until the panel shows the result of the last input; return the snapshot."""
        return self.app.wait(lambda now: now.drawn >= now.handled, INPUT_TIMEOUT)
