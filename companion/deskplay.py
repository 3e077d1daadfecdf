"""A recorded game at the desk devices: the whole application, its dice, clock and box as the recording wants them.

For the demonstration, the tests of recorded games and the bench. Keeps what it plays in the folder it is given.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from companion.app import App, Snapshot, build
from companion.hardware.desk import DeskButtons, DeskReader
from companion.recording import Head
from companion.screens.words import ENGLISH, Words
from companion.settings import Settings
from companion.state.facts import Facts
from companion.state.house_rules import HouseRules

PATIENCE = 30.0
"""Seconds that one input may take; more means that the application hangs."""
PAUSE = 10.0
"""Seconds between two inputs by the clock of the game: the same tag again is meant again."""


class DeskPlayer:
    """Taps and presses like people at the desk. `play(recording, player)` gives back a Snapshot for each input."""

    def __init__(self, head: Head, data: Path, facts: Facts, words: Words | None = None) -> None:
        self._now = 0.0
        words = words or Words(ENGLISH)
        self.app: App = build(
            Settings(language=words.language, panel=head.panel, data_folder=str(data)),
            facts=facts,
            house_rules=HouseRules(),
            words=words,
            dice=Random(head.seed),
            clock=lambda: self._now,
        )
        reader, buttons = self.app.devices.reader, self.app.devices.buttons
        assert isinstance(reader, DeskReader)
        assert isinstance(buttons, DeskButtons)
        self._reader, self._buttons = reader, buttons

    def __enter__(self) -> DeskPlayer:
        self.app.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.app.stop()

    def tap(self, tag: str) -> Snapshot:
        return self._after(lambda: self._reader.tap(tag))

    def press(self, button: str, long: bool) -> Snapshot:
        return self._after(lambda: self._buttons.press(button, long))

    def _after(self, act: Any) -> Snapshot:
        self._now += PAUSE
        handled = self.app.snapshot.handled
        act()
        return self.app.wait(lambda now: now.handled > handled, PATIENCE)

    def drawn(self) -> Snapshot:
        """Wait until the panel shows what belongs to the last input."""
        return self.app.wait(lambda now: now.drawn >= now.handled, PATIENCE)
