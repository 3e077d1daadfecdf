"""What every command starts from: where things are kept, the settings, the language, the games there are.

Opens nothing by itself.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from companion.commands.errors import BadInput, Failed
from companion.engine.message import Message, tr
from companion.screens.translator import ENGLISH, Translator, available_languages
from companion.settings import AUTO, Settings, read_settings, settings_that_hold
from companion.storage.toml_file import BadFile

if TYPE_CHECKING:
    from companion.games.definition import AnyGame, GameBasics
    from companion.games.installed import InstalledGames

CASE_CONFIG = Path("/etc/companion/companion.toml")
"""The settings of a companion in its case."""
CHECKOUT_CONFIG = Path(__file__).parents[2] / "config" / "companion.toml"
Found = TypeVar("Found", bound="GameBasics")
FROM_SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")


class CommandContext:
    """The settings in force, the language of the table, the games: the first thing that every command is given."""

    def __init__(
        self,
        settings: Settings,
        translate: Translator,
        games: InstalledGames | None = None,
        language_told: bool = False,
        troubles: Sequence[Message] = (),
    ) -> None:
        self.settings = settings
        self.translate = translate
        self.language_told = language_told
        """The command line named the language."""
        self.troubles = troubles
        """What is wrong with the settings, for whoever starts all the same: a command of `FORGIVING`."""
        self._games = games

    @cached_property
    def games(self) -> InstalledGames:
        """The games that can be played here, found when somebody first asks; Failed where there are none."""
        from companion.games.installed import installed_games

        found = self._games or installed_games()
        if not len(found):
            raise Failed(tr("No game could be loaded; install the companion again."))
        return found

    def game(self, name: str | None) -> AnyGame:
        """The game that --game names, the first one where it names none; BadInput where there is no such game."""
        return self.games.first if name is None else _named(name, {game.id: game for game in self.games})

    def known_game(self, name: str | None) -> GameBasics:
        """The same among all games that are known, those that nobody can play here yet too."""
        return self.games.first if name is None else _named(name, self.games.known)

    @property
    def data(self) -> Path:
        """The folder of games, box and stickers."""
        return self.settings.data


def _named(name: str, games: Mapping[str, Found]) -> Found:
    if name not in games:
        known = ", ".join(games)
        raise BadInput(tr("There is no game {name} here; use one of {known}.", name=name, known=known))
    return games[name]


def early(arguments: Sequence[str], option: str) -> str | None:
    """What an option says, found before the line is understood: help needs its language first."""
    found = None
    for here, after in zip_longest(arguments, arguments[1:]):
        if here == option and after is not None:
            found = after
        elif here.startswith(f"{option}="):
            found = here.partition("=")[2]
    return found


FORGIVING = ("run", "desk", "update", "rehearse", "doctor", "report", "installing")
"""What people play with, and what helps them out of trouble: nothing in a file may keep these from starting."""
WITH_VALUE = ("--data", "--config", "--lang")


def forgives(arguments: Sequence[str]) -> bool:
    """Whether the line is one of the commands that must start."""
    words = (here for before, here in pairwise(("", *arguments)) if before not in WITH_VALUE)
    return next((word for word in words if not word.startswith("-")), "") in FORGIVING


def settings_of(config: str | None, data: str | None, must_start: bool = False) -> tuple[Settings, list[Message]]:
    """The owner's settings, with --data put over them; BadInput names what is wrong in the file.

    must_start: then what is wrong there is left out instead, and told.
    """
    path = Path(config) if config is not None else _usual_config()
    troubles: list[Message] = []
    try:
        settings = settings_that_hold(path, troubles.append) if must_start else read_settings(path)
    except BadFile as error:
        raise BadInput(error.message) from None
    if data is not None:
        settings = msgspec.structs.replace(settings, data_folder=str(Path(data).absolute()))
    return settings, troubles


def _usual_config() -> Path | None:
    """The owner's file, that of the case, in a checkout the one in config/."""
    from platformdirs import user_config_path

    from companion.settings import NAME

    usual = (user_config_path(NAME, appauthor=False) / "companion.toml", CASE_CONFIG, CHECKOUT_CONFIG)
    return next((path for path in usual if path.is_file()), None)


def translator_of(lang: str | None, settings: Settings) -> Translator:
    """The language of --lang, of the settings, or of this computer."""
    known = available_languages()
    if lang is not None and lang not in known:
        raise BadInput(
            tr('There is no language "{lang}" here; use one of {known}.', lang=lang, known=", ".join(known))
        )
    wanted = lang or (settings.language if settings.language != AUTO else _of_system())
    return Translator(wanted if wanted in known else ENGLISH)


def _of_system() -> str:
    told = next((os.environ[name] for name in FROM_SYSTEM if os.environ.get(name)), "")
    return told.partition(".")[0].partition("_")[0]
