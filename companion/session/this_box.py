"""The settings of this box: set from its own menu, in force at once, kept in a small file of the data folder.

The owner's companion.toml stays what it is; a file that is spoilt is put aside, and all is as usual.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.engine.message import Message
from companion.menu.this_box import BoxSettings, ThisBoxNow
from companion.screens.translator import LANGUAGES, Translator, available_languages
from companion.storage.atomic_write import make_folder, write_whole
from companion.storage.spoilt import read_or_put_aside

if TYPE_CHECKING:
    from PIL.Image import Image


class ThisBox:
    """What is set now. The language is spoken by `translate`, for everybody who holds it.

    language_told: the command line said which language; it stands above what was set here, for this run.
    """

    def __init__(
        self, path: Path, translate: Translator, tell: Callable[[Message], None], language_told: bool = False
    ) -> None:
        self._path, self._translate, self._usual = path, translate, translate.language
        self._languages = tuple((code, LANGUAGES.get(code, code)) for code in available_languages())
        self.settings = read_or_put_aside(path, read_box_settings, tell)
        if not language_told:
            self._speak()

    @property
    def now(self) -> ThisBoxNow:
        """What the menu shows."""
        return ThisBoxNow(self.settings, self._translate.language, self._languages)

    def set(self, settings: BoxSettings) -> None:
        """These are in force from now on."""
        self.settings = settings
        self._speak()

    def keep(self) -> None:
        """Write them down; raises OSError."""
        make_folder(self._path.parent)
        write_whole(self._path, msgspec.json.format(msgspec.json.encode(self.settings)) + b"\n")

    def hung(self, image: Image) -> Image:
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
