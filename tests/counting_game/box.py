"""The owner's box of the counting game: with how many stones it begins, and a note that was made in play."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from companion.engine.message import tr
from companion.games.sticker_registry import Registry, TagNames
from companion.storage.toml_file import parse_table, read_toml, write_toml
from tests.counting_game.rules import PIECES


class Box(msgspec.Struct, frozen=True):
    """Its one file."""

    stones: Annotated[int, msgspec.Meta(ge=0, le=9)] = 4
    note: str = ""


class OwnBox:
    """Implements `companion.games.definition.OwnersBox`."""

    def __init__(self, path: Path, given: Box | None) -> None:
        self._path, self._given = path, given
        self.facts()

    def tag_names(self) -> TagNames:
        return TagNames(PIECES, {"double": tr("Double"), "undo": tr("Take back")})

    def facts(self, _stickered: Collection[str] = (), _practice: object = None) -> Box:
        if self._given or not self._path.exists():
            return self._given or Box()
        return parse_table(Box, read_toml(self._path), self._path.name)

    def learn(self, facts: Sequence[str], _stickers: Registry) -> None:
        if not self._given:
            box = msgspec.structs.replace(self.facts(), note=facts[-1])
            write_toml(self._path, msgspec.structs.asdict(box))
