"""Pictures of the things that only this game has, and what each picture stands for. Draws nothing itself."""

from __future__ import annotations

from pathlib import Path

from companion.screens.box_icons import (
    BARREL,
    BUY,
    CARD,
    CASTLE,
    CATTLE,
    COIN,
    DIE1,
    DIE2,
    DIE3,
    EARS,
    SCOT,
    SELL,
    SHEEP,
    STONE,
    TILE,
    WOOD,
)
from companion.screens.icons import POINTS_ICON, TICK, Icon, read_icons

ICONS = read_icons(Path(__file__).with_name("icons.txt"))
"""The pictures that only this game has, by their names."""

GOODS = {"wood": WOOD, "stone": STONE, "sheep": SHEEP, "cattle": CATTLE, "grain": EARS}
"""By the good's id."""

KINDS = {
    "abbey": ICONS["abbey"],
    "bridge": ICONS["bridge"],
    "butcher": ICONS["cleaver"],
    "castle": CASTLE,
    "distillery": ICONS["still"],
    "fair": ICONS["tent"],
    "grocer": ICONS["scales"],
    "loch": ICONS["loch"],
    "tavern": ICONS["mug"],
    "village": ICONS["village"],
}
"""By the kind of a tile; one that brings goods shows the good."""

SCORED = {
    "whisky": BARREL,
    "chieftains": SCOT,
    "special_locations": CARD,
    "coins": COIN,
    "territory": TILE,
}
"""By what is scored; points from elsewhere have the star."""

SIGNS: dict[str, Icon] = {
    **GOODS,
    **KINDS,
    "barrels": BARREL,
    "buy": BUY,
    "card": CARD,
    "chieftain": SCOT,
    "coins": COIN,
    "done": TICK,
    "face_1": DIE1,
    "face_2": DIE2,
    "face_3": DIE3,
    "laid": TILE,
    "points": POINTS_ICON,
    "sell": SELL,
    "standing": SCOT,
    "take": TILE,
}
"""By what a row of a list or a tile of a map stands for: the name of an offer, a value, or a sign."""
