"""Recorded games played again at the desk devices, for the tests: the game as it is in the end, and its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from companion.desk_player import DeskPlayer
from companion.engine.history import History
from companion.session.recording import play
from tools.players.record import end_of, facts_of
from tools.presses import MODES, recording_of

RECORDINGS = tuple(sorted(MODES.values()))


class Played(NamedTuple):
    """A recorded game at its end. end: in the form of the file beside the recording."""

    name: str
    data: Path
    id: int
    history: History
    end: dict[str, Any]


def played(name: str, data: Path) -> Played:
    """Every tap and press of the recording, one after the other."""
    recording = recording_of(name)
    with DeskPlayer(recording.head, data, facts_of(recording.head)) as player:
        for _ in play(recording, player):
            pass
        running = player.app.running
        return Played(name, data, running.id, running.history, end_of(player))
