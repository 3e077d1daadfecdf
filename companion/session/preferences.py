"""Small things worth remembering between games: what was used last, and what people are called.

Only for cursors and offers; a file that is lost, spoilt or can't be written is no loss.

The settings of this box: set from its own menu, in force at once, kept in a small file of the data folder.

The owner's companion.toml stays what it is; a file that is spoilt is put aside, and all is as usual.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.game import GameOutline
from companion.engine.message import Message, plain_line
from companion.engine.offers import Value
from companion.menu.menu_state import BoxSettings, BoxState
from companion.screens.translator import LANGUAGES, Translator, available_languages
from companion.storage.data_folder import make_folder, read_or_quarantine, write_whole

if TYPE_CHECKING:
    from PIL.Image import Image


log = logging.getLogger(__name__)

MAX_RECENT_VALUES = 500
MAX_NAMES = 12
LAST_NAMES = "names"
"""Under which name habits hold the last game's players: an id and a name, and so on."""


class RecentValues:
    """The values given last, by kind of answer and what the turn was about."""

    def __init__(self, path: Path, tell: Callable[[Message], None]) -> None:
        self._path = path
        self.values: dict[str, tuple[Value, ...]] = read_or_quarantine(path, read_recent_values, tell)

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
        _write(self._path, dict(list(self.values.items())[-MAX_RECENT_VALUES:]))


class PlayerNames:
    """Names of people who played, the latest first."""

    def __init__(self, path: Path, tell: Callable[[Message], None]) -> None:
        self._path = path
        self.known: tuple[str, ...] = read_or_quarantine(path, read_player_names, tell)[:MAX_NAMES]

    def meet(self, outline: GameOutline) -> None:
        """Remember the names that the players of this game have."""
        seen = [name for player in outline.players if (name := plain_line(player.name))]
        known = tuple(dict.fromkeys((*seen, *self.known)))[:MAX_NAMES]
        if known != self.known:
            self.known = known
            _write(self._path, known)


def read_recent_values(path: Path) -> dict[str, tuple[Value, ...]]:
    """What is in that file, nothing where there is none; raises what reading may raise."""
    found: dict[str, tuple[Value, ...]] = _read(path, dict[str, tuple[str | int, ...]])
    return found


def read_player_names(path: Path) -> tuple[str, ...]:
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


class BoxPreferences:
    """What is set now. The language is spoken by `translate`, for everybody who holds it.

    language_told: the command line said which language; it stands above what was set here, for this run.
    """

    def __init__(
        self, path: Path, translate: Translator, tell: Callable[[Message], None], is_language_given: bool = False
    ) -> None:
        self._path, self._translate, self._usual = path, translate, translate.language
        self._languages = tuple((code, LANGUAGES.get(code, code)) for code in available_languages())
        self.settings = read_or_quarantine(path, read_box_settings, tell)
        if not is_language_given:
            self._speak()

    @property
    def now(self) -> BoxState:
        """What the menu shows."""
        return BoxState(self.settings, self._translate.language, self._languages)

    def set(self, settings: BoxSettings) -> None:
        """These are in force from now on."""
        self.settings = settings
        self._speak()

    def keep(self) -> None:
        """Write them down; raises OSError."""
        make_folder(self._path.parent)
        write_whole(self._path, msgspec.json.format(msgspec.json.encode(self.settings)) + b"\n")

    def rotate_image(self, image: Image) -> Image:
        """A picture as this panel hangs."""
        return image.rotate(180) if self.settings.turned else image

    def _speak(self) -> None:
        self._translate.speak(self.settings.language or self._usual)


def read_box_settings(path: Path) -> BoxSettings:
    """What is in that file, the usual settings where there is none; raises what reading may raise."""
    if not path.exists():
        return BoxSettings()
    settings = msgspec.json.decode(path.read_bytes(), type=BoxSettings)
    # A language that an update took away is no reason to speak none.
    known = settings.language in available_languages()
    return settings if known else msgspec.structs.replace(settings, language="")
