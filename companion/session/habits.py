"""Small things worth remembering between games: what was used last, and what people are called.

Only for cursors and offers; a file that is lost, spoilt or can't be written is no loss.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.message import Message
from companion.engine.offers import Value
from companion.engine.outline import GameOutline
from companion.engine.plain_text import plain_line
from companion.storage.atomic_write import make_folder, write_whole
from companion.storage.spoilt import read_or_put_aside

log = logging.getLogger(__name__)

MAX_HABITS = 500
MAX_NAMES = 12
LAST_NAMES = "names"
"""Under which name habits hold the last game's players: an id and a name, and so on."""


class Habits:
    """The values given last, by kind of answer and what the turn was about."""

    def __init__(self, path: Path, tell: Callable[[Message], None]) -> None:
        self._path = path
        self.values: dict[str, tuple[Value, ...]] = read_or_put_aside(path, read_habits, tell)

    def remember(self, values: dict[str, tuple[Value, ...]]) -> bool:
        """Go on with these; whether they are others than before."""
        before, self.values = self.values, values
        return values != before

    @property
    def last_names(self) -> dict[str, str]:
        """Who had which name in the last game, by the player's id."""
        told = [str(value) for value in self.values.get(LAST_NAMES, ())]
        return dict(zip(told[::2], told[1::2], strict=False))

    def meet(self, outline: GameOutline) -> bool:
        """Go on with the names of these players; whether there is something new to keep."""
        named = [(player.id, name) for player in outline.players if (name := plain_line(player.name))]
        told = tuple(each for pair in named for each in pair)
        return bool(told) and self.remember({**self.values, LAST_NAMES: told})

    def keep(self) -> None:
        """Write down the latest of them."""
        _write(self._path, dict(list(self.values.items())[-MAX_HABITS:]))


class Names:
    """Names of people who played, the latest first."""

    def __init__(self, path: Path, tell: Callable[[Message], None]) -> None:
        self._path = path
        self.known: tuple[str, ...] = read_or_put_aside(path, read_names, tell)[:MAX_NAMES]

    def meet(self, outline: GameOutline) -> None:
        """Remember the names that the players of this game have."""
        seen = [name for player in outline.players if (name := plain_line(player.name))]
        known = tuple(dict.fromkeys((*seen, *self.known)))[:MAX_NAMES]
        if known != self.known:
            self.known = known
            _write(self._path, known)


def read_habits(path: Path) -> dict[str, tuple[Value, ...]]:
    """What is in that file, nothing where there is none; raises what reading may raise."""
    found: dict[str, tuple[Value, ...]] = _read(path, dict[str, tuple[str | int, ...]])
    return found


def read_names(path: Path) -> tuple[str, ...]:
    """As `read_habits`."""
    found: tuple[str, ...] = _read(path, tuple[str, ...])
    return tuple(dict.fromkeys(name for name in map(plain_line, found) if name))


def _read(path: Path, kind: Any) -> Any:
    return msgspec.json.decode(path.read_bytes(), type=kind) if path.exists() else kind()


def _write(path: Path, values: Any) -> None:
    try:
        make_folder(path.parent)
        write_whole(path, msgspec.json.format(msgspec.json.encode(values)) + b"\n")
    except OSError as error:
        log.warning("%s could not be written: %s", path, error)
