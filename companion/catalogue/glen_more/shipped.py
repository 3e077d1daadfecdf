"""The catalogue that ships, read from catalogue.toml: all that is printed on the pieces. Knows no owner's box."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.state.glen_more.facts import Card, Facts, Tile

Row = TypeVar("Row", Card, Tile)


class Shipped(Facts, frozen=True):
    """The shipped facts."""

    def tile_of(self, card: str) -> Tile:
        """The tile whose placing brings this card (G1-LOC-02)."""
        return next(tile for tile in self.tiles.values() if tile.name == self.cards[card].name)


@cache
def shipped() -> Shipped:
    """The catalogue, read once. A word in it that facts.py doesn't know is a mistake of ours: ValidationError."""
    tables = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text("utf-8"))
    return Shipped(
        tiles={id: _row(Tile, id, row) for id, row in tables["tile"].items()},
        cards={id: _row(Card, id, row) for id, row in tables["card"].items()},
        decks=tables["decks"],
        die_faces=tuple(tables["die"]["faces"]),
    )


def _row(kind: type[Row], id: str, row: dict[str, Any]) -> Row:
    return msgspec.convert({"id": id, **row}, kind)
