"""How a scoring of Glen More II is told in words: its sources and its rounds. Knows no language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.engine.message import Message, Translate, literal, tr
from companion.scoring import listing as shared
from companion.scoring.gains import Result

SOURCES: Mapping[str, Message] = MappingProxyType(
    {
        "scots_in_home_castle": tr("Scots in the home castle"),
        "landmarks": tr("Landmark cards"),
        "whisky": tr("Whisky barrels"),
        "persons": tr("Persons"),
        "territory": tr("Territory"),
        "coins": tr("Coins"),
        "armadale_castle": literal("Armadale Castle"),
    }
)

ROUNDS: Mapping[str, Message] = MappingProxyType(
    {
        "A": tr("First scoring round (end of deck A)"),
        "B": tr("Second scoring round (end of deck B)"),
        "C": tr("Third scoring round (end of deck C)"),
        "final": tr("Fourth scoring round and final scoring"),
    }
)


def listing(result: Result, translate: Translate) -> str:
    """The whole scoring, ready to print."""
    return shared.listing(result, shared.Labels(ROUNDS, SOURCES), translate)
