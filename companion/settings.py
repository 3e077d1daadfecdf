"""What an owner sets: config/companion.toml and config/house_rules.toml as typed values.

Every mistake is one sentence with file and key (BadFile). Opens nothing but these two files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.message import Message, tr
from companion.hardware.wiring import KINDS, ButtonsWiring, DisplayWiring, ReaderWiring, SignalWiring, check_wiring
from companion.screens.paper import PANELS, REFERENCE
from companion.screens.translator import available_languages
from companion.storage.toml_file import (
    BadFile,
    not_one_of,
    out_of_range,
    parse_table,
    read_toml,
    read_valid_lines,
    unknown_key,
    wrong_type,
)

if TYPE_CHECKING:
    from companion.games.definition import AnyGame
    from companion.games.installed import InstalledGames

NAME = "tabletop-companion"
AUTO = "auto"
GAMES_TABLE = "games"
"""The table in house_rules.toml that has a table for each game but the first."""


class Settings(msgspec.Struct, frozen=True):
    """What an owner may set."""

    language: str = AUTO
    """AUTO or a code such as "cs"."""
    panel: str = REFERENCE
    """A row of PANELS, by its name."""
    data_folder: str = ""
    """Absolute; "" = the usual one of this computer."""
    house_rules: str = ""
    """The file, absolute; "" = ours."""
    port: int | None = None
    """Of the desk page, 1 to 65535; None = the usual one."""
    phones_port: int = 8471
    """Where phones come in once that is switched on, 1 to 65535."""
    open_browser: bool = True
    """The desk opens its page by itself."""
    write_stickers: bool = False
    """`companion tags write` may write on stickers; else they are only read."""
    show_slowness: bool = False
    """The panel on the desk page is as slow as the real glass."""
    reader: ReaderWiring = ReaderWiring()
    """On the desk or in a case, each device by itself: this one and the three below."""
    buttons: ButtonsWiring = ButtonsWiring()
    signal: SignalWiring = SignalWiring()
    display: DisplayWiring = DisplayWiring()

    @property
    def data(self) -> Path:
        """Where journals, box and stickers are kept."""
        if self.data_folder:
            return Path(self.data_folder)
        from platformdirs import user_data_path  # late: a case is told its folder

        return user_data_path(NAME, appauthor=False)


def read_settings(path: Path | None) -> Settings:
    """The settings in a file, or the usual ones without a file; raises BadFile."""
    return Settings() if path is None else _settings(read_toml(path), path)


def read_valid_settings(path: Path | None, tell: Callable[[Message], None]) -> Settings:
    """The settings in a file, as many as can be used: a case has no keyboard to correct them with.

    `tell` hears what is wrong. Line by line and key by key the rest counts, so that panel and buttons still work.
    """
    try:
        return read_settings(path)
    except BadFile as bad:
        assert path is not None, "nothing is wrong with no file"
        tell(tr("{why} Until then the companion starts without it.", why=bad.message))
    kept: dict[str, Any] = {}
    for key, value in read_valid_lines(path).items():
        one = {key: value}
        if _is_valid({**kept, **one}, path):
            kept |= one
        elif isinstance(value, Mapping):
            table: dict[str, Any] = {}
            for name, each in value.items():
                if _is_valid({**kept, key: {**table, name: each}}, path):
                    table[name] = each
            if table:  # one that nobody knows has none: a newer version may have written it
                kept[key] = table
    return _settings(kept, path)


def _is_valid(tables: Mapping[str, Any], path: Path) -> bool:
    try:
        _settings(tables, path)
    except BadFile:
        return False
    return True


def _settings(tables: Mapping[str, Any], path: Path) -> Settings:
    """The settings in the tables of a file; raises BadFile."""
    settings = parse_table(Settings, tables, path.name)
    if settings.language not in (AUTO, *available_languages()):
        raise BadFile(not_one_of(path.name, "language", settings.language, (AUTO, *available_languages())))
    if settings.panel not in PANELS:
        raise BadFile(not_one_of(path.name, "panel", settings.panel, PANELS))
    if settings.port is not None and not 1 <= settings.port <= 65535:
        raise BadFile(out_of_range(path.name, "port", 1, 65535))
    if not 1 <= settings.phones_port <= 65535:
        raise BadFile(out_of_range(path.name, "phones_port", 1, 65535))
    devices = {name: getattr(settings, name) for name in KINDS}
    check_wiring(devices, path.name)
    return msgspec.structs.replace(
        settings,
        data_folder=_path_beside(path, "data_folder", settings.data_folder),
        house_rules=_path_beside(path, "house_rules", settings.house_rules),
    )


def _path_beside(file: Path, key: str, name: str) -> str:
    """A path in a file counts from the folder of that file."""
    try:
        return str((file.resolve().parent / Path(name).expanduser()).resolve()) if name else ""
    except (OSError, ValueError, RuntimeError):  # no character of a path, or ~ann where there is no Ann
        raise BadFile(wrong_type(file.name, key, tr("a path on this computer"))) from None


def read_house_rules(path: Path | None, games: InstalledGames) -> dict[str, Any]:
    """The table's rulings in a file by the game's id, ours without a file; raises BadFile."""
    return parse_house_rules({} if path is None else read_toml(path), path.name if path else "", games)


def parse_house_rules(tables: Mapping[str, Any], file: str, games: InstalledGames) -> dict[str, Any]:
    """Rulings from the tables of a file; `file` is its name in sentences. Raises BadFile.

    The top of the file is the first game's, from when it was the only one; `[games.<id>]` is another's.
    """
    others = tables.get(GAMES_TABLE, {})
    if not isinstance(others, Mapping):
        raise BadFile(wrong_type(file, GAMES_TABLE, tr("a table")))
    known = {game.on_disk.house_rules: game for game in games}
    for name in others:
        if f"{GAMES_TABLE}.{name}" not in known:
            raise BadFile(unknown_key(file, f"{GAMES_TABLE}.{name}", name, [game.id for game in games]))
    found = {f"{GAMES_TABLE}.{name}": table for name, table in others.items()}
    top = {key: value for key, value in tables.items() if key != GAMES_TABLE}
    if top and "" not in known:
        raise BadFile(unknown_key(file, next(iter(top)), next(iter(top)), [GAMES_TABLE]))
    found[""] = top
    return {game.id: _game_house_rules(game, found, file, where) for where, game in known.items()}


def _game_house_rules(game: AnyGame, found: Mapping[str, Any], file: str, where: str) -> Any:
    table = found.get(where)
    if table is not None and not isinstance(table, Mapping):
        raise BadFile(wrong_type(file, where, tr("a table")))
    return game.house_rules.read(table, file, where) if table else game.house_rules.default
