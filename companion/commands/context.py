"""The context of every command: settings, language and games; its two errors; and reading and writing of files.

Nothing is opened at import. CommandFailed gives exit code 1, BadInput exit code 2, each with one sentence.
"""

from __future__ import annotations

import errno
import logging
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
from companion.storage.data_folder import LAST_SETTINGS_FILE, SHARED_MODE, make_folder, write_atomically
from companion.storage.locks import is_locked
from companion.storage.text_file import BadFile, decode_text, utf_8_bytes

if TYPE_CHECKING:
    from companion.games.definition import AnyGame, GameBasics
    from companion.games.installed import InstalledGames


class CommandError(UserError):
    """Ends the command; `message` is the sentence on standard error."""

    code = 1


class CommandFailed(CommandError):
    """The command could not do its work: exit code 1."""


class BadInput(CommandError):
    """The input is invalid: exit code 2."""

    code = 2


CASE_CONFIG = Path("/etc/companion/companion.toml")
"""Settings of a companion in its case."""
CHECKOUT_CONFIG = Path(__file__).parents[2] / "config" / "companion.toml"
GameChoice = TypeVar("GameChoice", bound="GameBasics")
log = logging.getLogger(__name__)

LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class CommandContext:
    """Settings, language of the table, and games; the first argument of every command."""

    def __init__(
        self,
        settings: Settings,
        translate: Translator,
        games: InstalledGames | None = None,
        is_language_given: bool = False,
        troubles: Sequence[Message] = (),
        config: Path | None = None,
    ) -> None:
        self.settings = settings
        self.config = config
        """File of the settings; None if there is none."""
        self.translate = translate
        self.is_language_given = is_language_given
        """True if the command line named the language."""
        self.troubles = troubles
        """Errors in the settings, for commands of COMMANDS_THAT_MUST_START."""
        self._games = games

    @cached_property
    def games(self) -> InstalledGames:
        """Return the installed games, found at the first access. Raises CommandFailed if there are none."""
        from companion.games.installed import installed_games

        found = self._games or installed_games()
        if not len(found):
            raise CommandFailed(tr("No game could be loaded; install the companion again."))
        return found

    def game(self, name: str | None) -> AnyGame:
        """Return the game of --game, or the first one if it is None. Raises BadInput for an unknown game."""
        if name is None:
            return self.games.first
        return self.games.of(_game_named(name, {game.id: game for game in self.games.listings}).id)

    def known_game(self, name: str | None) -> GameBasics:
        """Return the game of --game among all known games, which need not be playable. Raises BadInput."""
        return self.games.listings[0] if name is None else _game_named(name, self.games.known)

    @property
    def data(self) -> Path:
        """Folder of games, box and stickers."""
        return self.settings.data


def _game_named(name: str, games: Mapping[str, GameChoice]) -> GameChoice:
    if name not in games:
        known = ", ".join(games)
        raise BadInput(tr("There is no game {name} here; use one of {known}.", name=name, known=known))
    return games[name]


def early_option(arguments: Sequence[str], option: str) -> str | None:
    """Return the value of an option before the line is parsed, because help needs its language."""
    found = None
    for here, after in zip_longest(arguments, arguments[1:]):
        if here == option and after is not None:
            found = after
        elif here.startswith(f"{option}="):
            found = here.partition("=")[2]
    return found


CASE_COMMAND = "run"
COMMANDS_THAT_MUST_START = ("run", "desk", "update", "rehearse", "doctor", "report", "installing")
"""Commands to play with or to find errors; no error in a file may prevent them from starting."""
OPTIONS_WITH_VALUE = ("--data", "--config", "--lang")


def command_name(arguments: Sequence[str]) -> str:
    """Return the command of a line before it is parsed; "" if there is none."""
    words = (here for before, here in pairwise(("", *arguments)) if before not in OPTIONS_WITH_VALUE)
    return next((word for word in words if not word.startswith("-")), "")


def load_settings(config: str | None, data: str | None, command: str = "") -> tuple[Settings, list[Message]]:
    """Return the owner's settings, changed by --data, and their errors. Raises BadInput for an invalid file.

    command: for one of COMMANDS_THAT_MUST_START invalid settings are replaced and returned as errors instead.
    """
    path = settings_file(config)
    troubles: list[Message] = []
    try:
        if command in COMMANDS_THAT_MUST_START:
            last = (Path(data) if data is not None else Settings().data) / LAST_SETTINGS_FILE
            settings = read_valid_settings(path, troubles.append, last, is_case=command == CASE_COMMAND)
        else:
            settings = read_settings(path)
    except BadFile as error:
        raise BadInput(error.message) from None
    if data is not None:
        settings = msgspec.structs.replace(settings, data_folder=str(Path(data).absolute()))
    return settings, troubles


def settings_file(config: str | None) -> Path | None:
    """Return the settings file of --config, or the one that is used without it."""
    return Path(config) if config is not None else _default_config()


def store_last_settings(config: Path, data: Path) -> None:
    """Store a copy of settings with which a case has started. Errors are logged."""
    try:
        content = config.read_bytes()
        copy = data / LAST_SETTINGS_FILE
        if not copy.exists() or copy.read_bytes() != content:
            make_folder(data)
            write_atomically(copy, content)
    except OSError as error:
        log.warning("the settings could not be copied: %s", error)


def _default_config() -> Path | None:
    """Return the first settings file that exists: the owner's, that of a case, or the one of a checkout."""
    from platformdirs import user_config_path

    from companion.settings import APPLICATION_NAME

    usual = (user_config_path(APPLICATION_NAME, appauthor=False) / "companion.toml", CASE_CONFIG, CHECKOUT_CONFIG)
    return next((path for path in usual if path.is_file()), None)


def choose_translator(lang: str | None, settings: Settings) -> Translator:
    """Return the translator for --lang, the settings or this computer's language."""
    known = available_languages()
    if lang is not None and lang not in known:
        raise BadInput(
            tr('There is no language "{lang}" here; use one of {known}.', lang=lang, known=", ".join(known))
        )
    wanted = lang or (settings.language if settings.language != AUTO else _system_language())
    return Translator(wanted if wanted in known else ENGLISH)


def _system_language() -> str:
    told = next((os.environ[name] for name in LANGUAGE_VARIABLES if os.environ.get(name)), "")
    return told.partition(".")[0].partition("_")[0]


STANDARD_STREAM = "-"
MAX_BYTES = 256 * 1024 * 1024


def read_bytes(name: str) -> bytes:
    """Return the content of a file, or of standard input for "-". Raises BadInput."""
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
    """Return the text of a file, or of standard input for "-". Raises BadInput."""
    try:
        return decode_text(read_bytes(name), display_name(name))
    except BadFile as error:
        raise BadInput(error.message) from None


def read_lines(name: str) -> list[bytes]:
    """Return the lines of a file, or of standard input for "-", in UTF-8. Raises BadInput."""
    content = utf_8_bytes(read_bytes(name))
    return content.splitlines(keepends=True) if content.strip(b"\0") else []


def _read_standard() -> bytes:
    if sys.stdin is None:  # Standard input was closed before the start.
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def write_output(name: str, content: bytes) -> None:
    """Write `content` to a file atomically, or to standard output for "-". Raises CommandFailed."""
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
    """Raise CommandFailed if a companion runs on this data folder: it would overwrite changes of its stickers."""
    if is_locked(data):
        raise CommandFailed(tr("A companion plays here now; stop it and try again."))


def write_error(file: str | Message, error: Exception) -> CommandFailed:
    """Return the error for a file that could not be written."""
    return CommandFailed(
        tr("{file} can't be written ({why}); nothing was changed there.", file=file, why=system_reason(error))
    )


def _write_file(path: Path, content: bytes) -> None:
    # Pipes, terminals and /dev/null cannot be replaced; a folder raises an error.
    if path.exists() and not path.is_file():
        path.write_bytes(content)
    else:
        write_atomically(path, content, SHARED_MODE)


def output_folder(name: str) -> Path:
    """Return a folder to write into, created if necessary. Raises CommandFailed."""
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
    """Return the name of a file for the user."""
    return tr("Standard input") if name == STANDARD_STREAM else name


def system_reason(error: Exception) -> str:
    """Return the reason of a system error."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
