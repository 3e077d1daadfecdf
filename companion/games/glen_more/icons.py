"""Icons of Glen More, by good, kind of tile, source of points and sign."""

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
"""Icons that only this game has, by name."""

GOOD_ICONS = {"wood": WOOD, "stone": STONE, "sheep": SHEEP, "cattle": CATTLE, "grain": EARS}
"""Icon by good."""

KIND_ICONS = {
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
"""Icon by kind of tile; a tile that produces goods shows the good."""

SOURCE_ICONS = {
    "whisky": BARREL,
    "chieftains": SCOT,
    "special_locations": CARD,
    "coins": COIN,
    "territory": TILE,
}
"""Icon by source of points; other sources have the star."""

ROW_ICONS: dict[str, Icon] = {
    **GOOD_ICONS,
    **KIND_ICONS,
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
"""Icon by what a list row or a map tile represents: the name of an offer, a value, or a sign."""
