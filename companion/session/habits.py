"""Small things worth remembering between games: what was used last, and what people are called.

Only for cursors and offers; a file that is lost or spoilt is no loss.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from companion.engine.offers import Value
from companion.engine.outline import GameOutline
from companion.storage.atomic_write import make_folder, write_whole

MAX_HABITS = 500
MAX_NAMES = 12


class Habits:
    """The values given last, by kind of answer and what the turn was about."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.values: dict[str, tuple[Value, ...]] = _read(path, dict[str, tuple[str | int, ...]]) or {}

    def remember(self, values: dict[str, tuple[Value, ...]]) -> bool:
        """Go on with these; whether they are others than before."""
        before, self.values = self.values, values
        return values != before

    def keep(self) -> None:
        """Write down the latest of them."""
        _write(self._path, dict(list(self.values.items())[-MAX_HABITS:]))


class Names:
    """Names of people who played, the latest first."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.known: tuple[str, ...] = _read(path, tuple[str, ...]) or ()

    def meet(self, outline: GameOutline) -> None:
        """Remember the names that the players of this game have."""
        seen = [player.name for player in outline.players if player.name]
        known = tuple(dict.fromkeys((*seen, *self.known)))[:MAX_NAMES]
        if known != self.known:
            self.known = known
            _write(self._path, known)


def _read(path: Path, kind: Any) -> Any:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError):
        return None


def _write(path: Path, values: Any) -> None:
    make_folder(path.parent)
    write_whole(path, msgspec.json.format(msgspec.json.encode(values)) + b"\n")
