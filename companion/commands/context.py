"""What every command starts from: where things are kept, the settings, the language, the games there are.

Opens nothing by itself.

The two ways a command ends early: the input can't be used (exit 2), or it could not be done (exit 1).

Files that commands read and write: whole or not at all, and one sentence when that fails.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from companion.engine.message import Message, UserError, tr
from companion.screens.translator import ENGLISH, Translator, available_languages
from companion.settings import AUTO, Settings, read_settings, read_valid_settings
from companion.storage.data_folder import SHARED, write_whole
from companion.storage.locks import is_locked
from companion.storage.toml_file import BadFile

if TYPE_CHECKING:
    from companion.games.definition import AnyGame, GameBasics
    from companion.games.installed import InstalledGames


class CommandError(UserError):
    """Ends the command; `message` is the one sentence on standard error."""

    code = 1


class CommandFailed(CommandError):
    """It could not be done: exit 1."""


class BadInput(CommandError):
    """What was given can't be used: exit 2."""

    code = 2


CASE_CONFIG = Path("/etc/companion/companion.toml")
"""The settings of a companion in its case."""
CHECKOUT_CONFIG = Path(__file__).parents[2] / "config" / "companion.toml"
GameChoice = TypeVar("GameChoice", bound="GameBasics")
FROM_SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")


class CommandContext:
    """The settings in force, the language of the table, the games: the first thing that every command is given."""

    def __init__(
        self,
        settings: Settings,
        translate: Translator,
        games: InstalledGames | None = None,
        is_language_given: bool = False,
        troubles: Sequence[Message] = (),
    ) -> None:
        self.settings = settings
        self.translate = translate
        self.is_language_given = is_language_given
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
            raise CommandFailed(tr("No game could be loaded; install the companion again."))
        return found

    def game(self, name: str | None) -> AnyGame:
        """The game that --game names, the first one where it names none; BadInput where there is no such game."""
        return self.games.first if name is None else _game_named(name, {game.id: game for game in self.games})

    def known_game(self, name: str | None) -> GameBasics:
        """The same among all games that are known, those that nobody can play here yet too."""
        return self.games.first if name is None else _game_named(name, self.games.known)

    @property
    def data(self) -> Path:
        """The folder of games, box and stickers."""
        return self.settings.data


def _game_named(name: str, games: Mapping[str, GameChoice]) -> GameChoice:
    if name not in games:
        known = ", ".join(games)
        raise BadInput(tr("There is no game {name} here; use one of {known}.", name=name, known=known))
    return games[name]


def early_option(arguments: Sequence[str], option: str) -> str | None:
    """What an option says, found before the line is understood: help needs its language first."""
    found = None
    for here, after in zip_longest(arguments, arguments[1:]):
        if here == option and after is not None:
            found = after
        elif here.startswith(f"{option}="):
            found = here.partition("=")[2]
    return found


MUST_START = ("run", "desk", "update", "rehearse", "doctor", "report", "installing")
"""What people play with, and what helps them out of trouble: nothing in a file may keep these from starting."""
WITH_VALUE = ("--data", "--config", "--lang")


def must_start_anyway(arguments: Sequence[str]) -> bool:
    """Whether the line is one of the commands that must start."""
    words = (here for before, here in pairwise(("", *arguments)) if before not in WITH_VALUE)
    return next((word for word in words if not word.startswith("-")), "") in MUST_START


def load_settings(
    config: str | None, data: str | None, must_start: bool = False
) -> tuple[Settings, list[Message]]:
    """The owner's settings, with --data put over them; BadInput names what is wrong in the file.

    must_start: then what is wrong there is left out instead, and told.
    """
    path = Path(config) if config is not None else _default_config()
    troubles: list[Message] = []
    try:
        settings = read_valid_settings(path, troubles.append) if must_start else read_settings(path)
    except BadFile as error:
        raise BadInput(error.message) from None
    if data is not None:
        settings = msgspec.structs.replace(settings, data_folder=str(Path(data).absolute()))
    return settings, troubles


def _default_config() -> Path | None:
    """The owner's file, that of the case, in a checkout the one in config/."""
    from platformdirs import user_config_path

    from companion.settings import NAME

    usual = (user_config_path(NAME, appauthor=False) / "companion.toml", CASE_CONFIG, CHECKOUT_CONFIG)
    return next((path for path in usual if path.is_file()), None)


def choose_translator(lang: str | None, settings: Settings) -> Translator:
    """The language of --lang, of the settings, or of this computer."""
    known = available_languages()
    if lang is not None and lang not in known:
        raise BadInput(
            tr('There is no language "{lang}" here; use one of {known}.', lang=lang, known=", ".join(known))
        )
    wanted = lang or (settings.language if settings.language != AUTO else _system_language())
    return Translator(wanted if wanted in known else ENGLISH)


def _system_language() -> str:
    told = next((os.environ[name] for name in FROM_SYSTEM if os.environ.get(name)), "")
    return told.partition(".")[0].partition("_")[0]


STANDARD_STREAM = "-"
MAX_BYTES = 256 * 1024 * 1024


def read_bytes(name: str) -> bytes:
    """What is in a file, in standard input for "-"; BadInput where it can't be read."""
    try:
        raw = _read_standard() if name == STANDARD_STREAM else _read(Path(name))
    except (OSError, ValueError) as error:
        text = tr(
            "{file} can't be read ({why}); check that it is a file you may read.",
            file=display_name(name),
            why=system_reason(error),
        )
        raise BadInput(text) from None
    if len(raw) > MAX_BYTES:
        raise BadInput(tr("{file} is too large to be one of the companion's files.", file=display_name(name)))
    return raw


def read_text(name: str) -> str:
    """The text of a file, of standard input for "-"; BadInput where it isn't a readable text."""
    try:
        return read_bytes(name).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(
            tr("{file} is not UTF-8 text; save it as UTF-8 and try again.", file=display_name(name))
        ) from None


def _read_standard() -> bytes:
    if sys.stdin is None:  # it was closed before we began
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def write_output(name: str, content: bytes) -> None:
    """Put `content` in the place of the file, on standard output for "-"; Failed where that can't be done."""
    if name == STANDARD_STREAM:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
        return
    try:
        _write_file(Path(name), content)
    except (OSError, ValueError) as error:
        raise write_error(display_name(name), error) from None


def check_not_in_use(data: Path) -> None:
    """A companion that plays there holds its stickers in memory: it would write over what is changed beside it."""
    if is_locked(data):
        raise CommandFailed(tr("A companion plays here now; stop it and try again."))


def write_error(file: str | Message, error: Exception) -> CommandFailed:
    """Why a file is still what it was."""
    return CommandFailed(
        tr("{file} can't be written ({why}); nothing was changed there.", file=file, why=system_reason(error))
    )


def _write_file(path: Path, content: bytes) -> None:
    if path.exists() and not path.is_file():  # a pipe, a terminal, /dev/null; a folder says so itself
        path.write_bytes(content)
    else:
        write_whole(path, content, SHARED)


def output_folder(name: str) -> Path:
    """A folder to write into, made where it is missing; Failed where that can't be done."""
    path = Path(name)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        text = tr(
            "The folder {file} can't be made ({why}); name another one.", file=name, why=system_reason(error)
        )
        raise CommandFailed(text) from None
    return path


def display_name(name: str) -> str | Message:
    """What people call the file."""
    return tr("Standard input") if name == STANDARD_STREAM else name


def system_reason(error: Exception) -> str:
    """Why the system would not, in its own few words."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
