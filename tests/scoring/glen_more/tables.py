"""Standings of Glen More in one line, for tables of rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.games.glen_more.catalogue import load_catalogue
from companion.scoring.glen_more.result import Standing

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
BONNETS = {card.id: card.bonnets for card in load_catalogue().cards.values()}
CARDS = tuple(BONNETS)
PLAIN = ("loch_lochy", "loch_ness", "loch_oich", "loch_shiel")
"""Cards without a bonnet that bring nothing at the end."""


def standing(name: str = "Ann", **counts: Any) -> Standing:
    """A player with nothing but a start village, and what is said."""
    nothing = {"points": 0, "whisky": 0, "chieftains": 0, "goods": 0, "tiles": 1, "villages": 1}
    bonnets = sum(BONNETS[card] for card in counts.get("cards", ()))
    return Standing(name=name, **{**nothing, "bonnets": bonnets, **counts})


def each(**counts: Iterable[Any]) -> tuple[Standing, ...]:
    """Ann, Bob, …: one standing for each value; `each(whisky=(5, 3, 1))`."""
    players = zip(*counts.values(), strict=True)
    return tuple(
        standing(name, **dict(zip(counts, values, strict=True)))
        for name, values in zip(NAMES, players, strict=False)
    )
