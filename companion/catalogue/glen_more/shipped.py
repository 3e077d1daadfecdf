"""The catalogue that ships, read from catalogue.toml: all that is printed on the pieces. Knows no owner's box."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion.state.glen_more.facts import Card


class Shipped(msgspec.Struct, frozen=True):
    """The shipped facts."""

    cards: dict[str, Card]
    """Those of the special locations, by id."""


@cache
def shipped() -> Shipped:
    """The catalogue, read once."""
    tables = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text("utf-8"))
    return Shipped({id: _row(Card, id, row) for id, row in tables["card"].items()})


def _row(kind: type[Card], id: str, row: dict[str, Any]) -> Card:
    return msgspec.convert({"id": id, **row}, kind)
