"""Recorded games played again at the desk devices, for the tests: the game as it is in the end, and its folder."""

from __future__ import annotations

import shutil
import tempfile
from atexit import register
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from PIL import Image

from companion.desk_player import DeskPlayer
from companion.engine.history import History
from companion.menu.pages import Hint
from companion.session.recording import play_recording
from tools.players.record import end_of, facts_of
from tools.presses import MODES, recording_of
from tools.presses_by_turn import Turn, turns_played

RECORDINGS = tuple(sorted(MODES.values()))
BLANK = Image.new("1", (400, 300))


def without_pictures() -> AbstractContextManager[object]:
    """Nothing is drawn that nobody looks at."""
    return patch("companion.app.make_picture", lambda *_: BLANK)


class Played(NamedTuple):
    """A recorded game at its end. end: in the form of the file beside the recording; feet: of every page."""

    name: str
    data: Path
    id: int
    history: History
    end: dict[str, Any]
    turns: tuple[Turn, ...]
    feet: frozenset[tuple[Hint, ...]]


@cache
def played(name: str) -> Played:
    """Return the end of a recording after every tap and press of it.

    It is played once in a process: do not change what it returns. No picture is drawn: nothing here looks at one,
    and the demonstration draws those of a whole game.
    """
    data = Path(tempfile.mkdtemp(prefix="companion-played-"))
    register(shutil.rmtree, data)
    recording = recording_of(name)
    with (
        without_pictures(),
        DeskPlayer(recording.head, data, facts_of(recording.head)) as player,
    ):
        feet = set()

        def inputs() -> Iterator[object]:
            for each, snapshot in play_recording(recording, player):
                feet.add(snapshot.page.hints)
                yield each

        turns = turns_played(inputs(), player)
        running = player.app.running
        return Played(name, data, running.id, running.history, end_of(player), turns, frozenset(feet))


def turns_of(name: str) -> tuple[Turn, ...]:
    """Return every player's turn of a recording."""
    return played(name).turns
