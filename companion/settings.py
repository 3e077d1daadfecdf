"""What an owner sets: config/companion.toml and config/house_rules.toml as typed values.

Every mistake is one sentence with file and key (BadFile). Opens nothing but these two files.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from platformdirs import user_data_path

from companion.engine.message import tr
from companion.hardware.wiring import KINDS, ButtonsWiring, DisplayWiring, ReaderWiring, SignalWiring, check_wiring
from companion.screens.panels import PANELS, REFERENCE
from companion.screens.translator import available_languages
from companion.state.glen_more_2.house_rules import HouseRules
from companion.storage.toml_file import BadFile, not_one_of, out_of_range, read_toml, row_of, wrong_type

NAME = "tabletop-companion"
AUTO = "auto"
MAX_POINTS = 99


class Settings(msgspec.Struct, frozen=True):
    """What an owner may set.

    language: "auto" or a code such as "cs". data_folder, house_rules: absolute, "" = the usual ones. port: of the
    desk page, None = the usual one. show_slowness: the panel on the desk page is as slow as the real glass.
    reader, buttons, signal, display: the devices, each on the desk or in a case.
    """

    language: str = AUTO
    panel: str = REFERENCE
    data_folder: str = ""
    house_rules: str = ""
    port: int | None = None
    open_browser: bool = True
    show_slowness: bool = False
    reader: ReaderWiring = ReaderWiring()
    buttons: ButtonsWiring = ButtonsWiring()
    signal: SignalWiring = SignalWiring()
    display: DisplayWiring = DisplayWiring()

    @property
    def data(self) -> Path:
        """Where journals, box and stickers are kept."""
        return Path(self.data_folder) if self.data_folder else user_data_path(NAME, appauthor=False)


def read_settings(path: Path | None) -> Settings:
    """The settings in a file, or the usual ones without a file; raises BadFile."""
    if path is None:
        return Settings()
    settings = row_of(Settings, read_toml(path), path.name)
    if settings.language not in (AUTO, *available_languages()):
        raise BadFile(not_one_of(path.name, "language", settings.language, (AUTO, *available_languages())))
    if settings.panel not in PANELS:
        raise BadFile(not_one_of(path.name, "panel", settings.panel, PANELS))
    if settings.port is not None and not 1 <= settings.port <= 65535:
        raise BadFile(out_of_range(path.name, "port", 1, 65535))
    devices = {name: getattr(settings, name) for name in KINDS}
    check_wiring(devices, path.name)
    return msgspec.structs.replace(
        settings,
        data_folder=_beside(path, "data_folder", settings.data_folder),
        house_rules=_beside(path, "house_rules", settings.house_rules),
    )


def _beside(file: Path, key: str, name: str) -> str:
    """A path in a file counts from the folder of that file."""
    try:
        return str((file.resolve().parent / Path(name).expanduser()).resolve()) if name else ""
    except (OSError, ValueError, RuntimeError):  # no character of a path, or ~ann where there is no Ann
        raise BadFile(wrong_type(file.name, key, tr("a path on this computer"))) from None


def read_house_rules(path: Path | None) -> HouseRules:
    """The table's rulings in a file, or ours without a file; raises BadFile."""
    return HouseRules() if path is None else house_rules_of(read_toml(path), path.name)


def _of_chronicles(table: Mapping[str, Any], file: str) -> dict[str, int]:
    """Switches of chronicles: a table for each, numbers or true and false; which there are, the chronicles say."""
    more = {}
    for slug, own in table.items():
        for name, value in own.items() if isinstance(own, Mapping) else ():
            if not isinstance(value, int):
                raise BadFile(wrong_type(file, f"{slug}.{name}", tr("a whole number, true or false")))
            more[f"{slug}.{name}"] = int(value)
    return more


def house_rules_of(table: Mapping[str, Any], file: str) -> HouseRules:
    """Rulings from a table; `file` is its name in sentences. Raises BadFile."""
    own = {name: value for name, value in table.items() if not isinstance(value, Mapping)}  # tables: chronicles
    rules = msgspec.structs.replace(row_of(HouseRules, own, file), more=_of_chronicles(table, file))
    if not 0 <= rules.difference_above_five <= MAX_POINTS:
        raise BadFile(out_of_range(file, "difference_above_five", 0, MAX_POINTS))
    return rules
