"""Small files of the data folder: recent values, player names and the settings of this box.

Recent values and names serve only for suggestions, so a file that is lost, damaged or not writable does no harm.
Settings are made in the menu and apply at once; the owner's companion.toml stays unchanged. A damaged file is put
into quarantine.
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
from companion.storage.data_folder import make_folder, read_or_quarantine, write_atomically

if TYPE_CHECKING:
    from PIL.Image import Image


log = logging.getLogger(__name__)

MAX_RECENT_VALUES = 500
MAX_NAMES = 12
LAST_NAMES_KEY = "names"
"""Key in the recent values for the last game's players: id, name, id, name …"""


class RecentValues:
    """The values entered last, by kind of answer and subject of the turn."""

    def __init__(self, path: Path, tell: Callable[[Message], None]) -> None:
        self._path = path
        self.values: dict[str, tuple[Value, ...]] = read_or_quarantine(path, read_recent_values, tell)

    def remember(self, values: dict[str, tuple[Value, ...]]) -> bool:
        """Replace the values; return True if they changed."""
        before, self.values = self.values, values
        return values != before

    @property
    def last_names(self) -> dict[str, str]:
        """The names of the last game: player id -> name."""
        told = [str(value) for value in self.values.get(LAST_NAMES_KEY, ())]
        return dict(zip(told[::2], told[1::2], strict=False))

    def meet(self, outline: GameOutline) -> bool:
        """Store the names of these players; return True if there are any new ones."""
        named = [(player.id, name) for player in outline.players if (name := plain_line(player.name))]
        told = tuple(each for pair in named for each in pair)
        return bool(told) and self.remember({**self.values, LAST_NAMES_KEY: told})

    def keep(self) -> None:
        """Write the latest values to the file."""
        _write(self._path, dict(list(self.values.items())[-MAX_RECENT_VALUES:]))


class PlayerNames:
    """Names of earlier players, the latest first."""

    def __init__(self, path: Path, tell: Callable[[Message], None]) -> None:
        self._path = path
        self.known: tuple[str, ...] = read_or_quarantine(path, read_player_names, tell)[:MAX_NAMES]

    def meet(self, outline: GameOutline) -> None:
        """Add the names of this game's players and write the file if they are new."""
        seen = [name for player in outline.players if (name := plain_line(player.name))]
        known = tuple(dict.fromkeys((*seen, *self.known)))[:MAX_NAMES]
        if known != self.known:
            self.known = known
            _write(self._path, known)


def read_recent_values(path: Path) -> dict[str, tuple[Value, ...]]:
    """Return the values in that file, empty if it is missing. Raises whatever reading raises."""
    found: dict[str, tuple[Value, ...]] = _read(path, dict[str, tuple[str | int, ...]])
    return found


def read_player_names(path: Path) -> tuple[str, ...]:
    """Return the names in that file, empty if it is missing. Raises whatever reading raises."""
    found: tuple[str, ...] = _read(path, tuple[str, ...])
    return tuple(dict.fromkeys(name for name in map(plain_line, found) if name))


def _read(path: Path, kind: Any) -> Any:
    return msgspec.json.decode(path.read_bytes(), type=kind) if path.exists() else kind()


def _write(path: Path, values: Any) -> None:
    try:
        make_folder(path.parent)
        write_atomically(path, msgspec.json.format(msgspec.json.encode(values)) + b"\n")
    except OSError as error:
        log.warning("%s could not be written: %s", path, error)


class BoxPreferences:
    """The current settings; the language is applied to `translate`, which all displays share.

    is_language_given: the command line set the language, which takes precedence for this run.
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
        """The settings as the menu shows them."""
        return BoxState(self.settings, self._translate.language, self._languages)

    def set(self, settings: BoxSettings) -> None:
        """Apply these settings at once."""
        self.settings = settings
        self._speak()

    def keep(self) -> None:
        """Write the settings to the file. Raises OSError."""
        make_folder(self._path.parent)
        write_atomically(self._path, msgspec.json.format(msgspec.json.encode(self.settings)) + b"\n")

    def rotate_image(self, image: Image) -> Image:
        """Return a picture turned as this panel is mounted."""
        return image.rotate(180) if self.settings.turned else image

    def _speak(self) -> None:
        self._translate.speak(self.settings.language or self._usual)


def read_box_settings(path: Path) -> BoxSettings:
    """Return the settings in that file, the defaults if it is missing. Raises whatever reading raises."""
    if not path.exists():
        return BoxSettings()
    settings = msgspec.json.decode(path.read_bytes(), type=BoxSettings)
    # An update may have removed the language; then the default language is used.
    known = settings.language in available_languages()
    return settings if known else msgspec.structs.replace(settings, language="")
