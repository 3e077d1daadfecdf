"""Standings in one line, for tables of rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.scoring.glen_more_2.model import Standing

NAMES = ("Ann", "Bob", "Cleo", "Dan")

LANDMARKS = (
    "castle_stalker",
    "donan_castle",
    "loch_lochy",
    "duart_castle",
    "inverness",
    "loch_shiel",
    "armadale_castle",
    "loch_ness",
    "castle_of_mey",
    "castle_moil",
    "loch_morar",
)
PLAIN = tuple(card for card in LANDMARKS if card not in ("armadale_castle", "castle_moil"))


def standing(name: str = "Ann", **counts: Any) -> Standing:
    """A player with nothing but a home tile, and what is said."""
    nothing = {"points": 0, "scots_in_home_castle": 0, "whisky": 0, "persons": 0, "goods": 0, "tiles": 2}
    return Standing(name=name, **{**nothing, **counts})


def each(**counts: Iterable[Any]) -> tuple[Standing, ...]:
    """Ann, Bob, …: one standing for each value; `each(whisky=(5, 3, 1))`."""
    players = zip(*counts.values(), strict=True)
    return tuple(
        standing(name, **dict(zip(counts, values, strict=True)))
        for name, values in zip(NAMES, players, strict=False)
    )
