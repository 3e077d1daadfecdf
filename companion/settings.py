"""The owner's settings: config/companion.toml and config/house_rules.toml as typed values.

Every mistake raises BadFile, one sentence with file and key. Opens only these two files.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.message import Message, tr
from companion.hardware.wiring import (
    DEVICE_KINDS,
    ButtonsWiring,
    DisplayWiring,
    ReaderWiring,
    SignalWiring,
    check_wiring,
)
from companion.screens.paper import PANELS, REFERENCE_PANEL
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
    from companion.games.installed import InstalledGames

log = logging.getLogger(__name__)

APPLICATION_NAME = "tabletop-companion"
AUTO = "auto"
GAMES_TABLE = "games"
"""The table in house_rules.toml with a table for each game except the first."""


class Settings(msgspec.Struct, frozen=True):
    """The settings of companion.toml."""

    language: str = AUTO
    """AUTO or a language code such as "cs"."""
    panel: str = REFERENCE_PANEL
    """A key of PANELS."""
    data_folder: str = ""
    """Absolute path; "" for the default of this computer."""
    house_rules: str = ""
    """Absolute path of the house rules file; "" for the defaults."""
    port: int | None = None
    """Port of the desk page, 1 to 65535; None for the default."""
    phones_port: int = 8471
    """Port for phones once they are allowed, 1 to 65535."""
    open_browser: bool = True
    """True if `companion desk` opens its page in the browser."""
    write_stickers: bool = False
    """True if `companion tags write` may write on stickers; else they are only read."""
    show_slowness: bool = False
    """True if the panel on the desk page is as slow as real e-paper."""
    reader: ReaderWiring = ReaderWiring()
    """Each of the four devices may be simulated or real."""
    buttons: ButtonsWiring = ButtonsWiring()
    signal: SignalWiring = SignalWiring()
    display: DisplayWiring = DisplayWiring()

    @property
    def data(self) -> Path:
        """The folder of journals, box and stickers."""
        if self.data_folder:
            return Path(self.data_folder)
        from platformdirs import user_data_path  # not needed on a device, whose folder is configured

        return user_data_path(APPLICATION_NAME, appauthor=False)


def read_settings(path: Path | None) -> Settings:
    """Return the settings in a file, the defaults without a file. Raises BadFile."""
    return Settings() if path is None else _settings(read_toml(path), path)


CASE_TABLES: Mapping[str, Any] = {
    "reader": {"kind": "uart"},
    "buttons": {"kind": "gpio"},
    "signal": {"kind": "gpio"},
    "display": {"kind": "eink"},
}
"""Settings of a case with every device connected in the usual way."""


def read_valid_settings(
    path: Path | None, tell: Callable[[Message], None], last: Path | None = None, is_case: bool = False
) -> Settings:
    """Return as many settings of a file as are valid, because a device has no keyboard to correct them.

    tell: called with what is wrong. The rest applies line by line and key by key, so that panel and keys still
    work. What it does not set is taken from `last`, the settings of the last good start, if that file exists.

    is_case: without such a file and without a valid line, every device counts as connected in the usual way.
    """
    try:
        return read_settings(path)
    except BadFile as bad:
        assert path is not None, "nothing is wrong with no file"
        kept = _fallback_tables(path, last, is_case)
        if kept and last and last.exists():
            tell(tr("{why} Until then the companion uses its last good settings.", why=bad.message))
        elif kept:
            tell(tr("{why} Until then the companion uses the usual wiring of a case.", why=bad.message))
        else:
            tell(tr("{why} Until then the companion starts without it.", why=bad.message))
    for key, value in read_valid_lines(path).items():
        whole = {**kept.get(key, {}), **value} if isinstance(value, Mapping) else value
        if _is_valid({**kept, key: whole}, path):
            kept[key] = whole
        elif isinstance(value, Mapping):
            table = dict(kept.get(key, {}))
            for name, each in value.items():
                if _is_valid({**kept, key: {**table, name: each}}, path):
                    table[name] = each
            if table:  # An unknown table, perhaps of a newer version, stays empty.
                kept[key] = table
    return _settings(kept, path)


def _fallback_tables(path: Path, last: Path | None, is_case: bool) -> dict[str, Any]:
    """Return the tables of the last good settings, else those of a case; {} if there are none."""
    if last is not None and last.exists():
        try:
            tables = read_toml(last)
            _settings(tables, path)
        except BadFile as bad:
            log.warning("%s", bad.message)
        else:
            return tables
    return dict(CASE_TABLES) if is_case and not read_valid_lines(path) else {}


def _is_valid(tables: Mapping[str, Any], path: Path) -> bool:
    try:
        _settings(tables, path)
    except BadFile:
        return False
    return True


def _settings(tables: Mapping[str, Any], path: Path) -> Settings:
    """Return the settings in the tables of a file. Raises BadFile."""
    settings = parse_table(Settings, tables, path.name)
    if settings.language not in (AUTO, *available_languages()):
        raise BadFile(not_one_of(path.name, "language", settings.language, (AUTO, *available_languages())))
    if settings.panel not in PANELS:
        raise BadFile(not_one_of(path.name, "panel", settings.panel, PANELS))
    if settings.port is not None and not 1 <= settings.port <= 65535:
        raise BadFile(out_of_range(path.name, "port", 1, 65535))
    if not 1 <= settings.phones_port <= 65535:
        raise BadFile(out_of_range(path.name, "phones_port", 1, 65535))
    devices = {name: getattr(settings, name) for name in DEVICE_KINDS}
    check_wiring(devices, path.name)
    return msgspec.structs.replace(
        settings,
        data_folder=_path_beside(path, "data_folder", settings.data_folder),
        house_rules=_path_beside(path, "house_rules", settings.house_rules),
    )


def _path_beside(file: Path, key: str, name: str) -> str:
    """Return an absolute path; a relative one is relative to the folder of the file."""
    try:
        return str((file.resolve().parent / Path(name).expanduser()).resolve()) if name else ""
    except (OSError, ValueError, RuntimeError):  # no character of a path, or ~ann where there is no Ann
        raise BadFile(wrong_type(file.name, key, tr("a path on this computer"))) from None


def read_house_rules(path: Path | None, games: InstalledGames) -> dict[str, Any]:
    """Return the house rules in a file by game id; a game without any has its defaults. Raises BadFile."""
    return parse_house_rules({} if path is None else read_toml(path), path.name if path else "", games)


def parse_house_rules(tables: Mapping[str, Any], file: str, games: InstalledGames) -> dict[str, Any]:
    """Return the house rules of each game that has a table, by game id. Raises BadFile.

    file: its name in error messages.
    """
    found = house_rules_tables(tables, file, games)
    return {game: games.of(game).house_rules.read(table, file, where) for game, (where, table) in found.items()}


def house_rules_tables(
    tables: Mapping[str, Any], file: str, games: InstalledGames
) -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Return key and content of the table of each game that has one, by game id. Loads no game. Raises BadFile.

    The top level of the file belongs to the first game, `[games.<id>]` to another one.
    """
    others = tables.get(GAMES_TABLE, {})
    if not isinstance(others, Mapping):
        raise BadFile(wrong_type(file, GAMES_TABLE, tr("a table")))
    known = {game.on_disk.house_rules: game.id for game in games.listings}
    for name in others:
        if f"{GAMES_TABLE}.{name}" not in known:
            raise BadFile(unknown_key(file, f"{GAMES_TABLE}.{name}", name, [*known.values()]))
    found = {f"{GAMES_TABLE}.{name}": table for name, table in others.items()}
    top = {key: value for key, value in tables.items() if key != GAMES_TABLE}
    if top and "" not in known:
        raise BadFile(unknown_key(file, next(iter(top)), next(iter(top)), [GAMES_TABLE]))
    found[""] = top
    for where, table in found.items():
        if not isinstance(table, Mapping):
            raise BadFile(wrong_type(file, where, tr("a table")))
    return {game: (where, found[where]) for where, game in known.items() if found.get(where)}
