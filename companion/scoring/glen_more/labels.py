"""How a scoring of Glen More is told in words: its sources and its rounds. Knows no language."""

from __future__ import annotations

from companion.engine.message import literal, tr
from companion.scoring.listing import Labels

LABELS = Labels(
    rounds={
        "1": tr("First scoring round (end of deck 1)"),
        "2": tr("Second scoring round (end of deck 2)"),
        "3": tr("Third scoring round (end of deck 3)"),
        "final": tr("Third scoring round and final scoring"),
    },
    sources={
        "whisky": tr("Whisky barrels"),
        "chieftains": tr("Chieftains and bonnets"),
        "special_locations": tr("Special locations"),
        "loch_morar": literal("Loch Morar"),
        "iona_abbey": literal("Iona Abbey"),
        "duart_castle": literal("Duart Castle"),
        "coins": tr("Coins"),
        "territory": tr("Territory"),
    },
)
