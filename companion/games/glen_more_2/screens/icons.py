"""Icons of Glen More II, by good, count, source of points, component and list row."""

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
from companion.screens.icons import POINTS_ICON, Icon, read_icons

ICONS = read_icons(Path(__file__).with_name("icons.txt"))
"""Icons that only this game has, by name."""
PERSON, END, CREST = ICONS["person"], ICONS["end"], ICONS["crest"]

GOOD_ICONS = {"wood": WOOD, "stone": STONE, "barley": EARS, "sheep": SHEEP, "cattle": CATTLE}
"""Icon by good."""

COUNT_ICONS = {
    "points": POINTS_ICON,
    "scots_home": SCOT,
    "landmarks": CARD,
    "barrels": BARREL,
    "persons": PERSON,
    "coins": COIN,
    "tiles": TILE,
}
"""Icon by count, a field of `PlayerView`."""

SOURCE_ICONS = {
    "scots_in_home_castle": SCOT,
    "landmarks": CARD,
    "whisky": BARREL,
    "persons": PERSON,
    "territory": TILE,
    "coins": COIN,
    "armadale_castle": COIN,
}
"""Icon by source of points; other sources have the star."""

COMPONENT_ICONS = {CASTLE.name: CASTLE} | {
    name: ICONS[name] for name in ("peaks", "ship", "flag", "keg", "token", "crossed", "vote")
}
"""Components that only some games have, by name."""

ROW_ICONS: dict[str, Icon] = {
    **GOOD_ICONS,
    **COUNT_ICONS,
    **COMPONENT_ICONS,
    "barrel": BARREL,
    "barrels_out": BARREL,
    "buy": BUY,
    "card": CARD,
    "coin": COIN,
    "coins_in": COIN,
    "coins_out": COIN,
    "crest": CREST,
    "die": DIE2,
    "end_laid": END,
    "face_1": DIE1,
    "face_2": DIE2,
    "face_3": DIE3,
    "laid": TILE,
    "laid_next": TILE,
    "landmark": CARD,
    "marker": CREST,
    "removed": TILE,
    "scots_in": SCOT,
    "scots_out": SCOT,
    "sell": SELL,
    "standing": SCOT,
    "take": TILE,
    "worlds_end": END,
}
"""Icon by what a list row represents: the name of an offer, or a value that can be picked."""
