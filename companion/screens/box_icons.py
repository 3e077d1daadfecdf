"""Icons of components that more than one game has: goods, Scots, cards, tiles, dice and coins."""

from __future__ import annotations

from pathlib import Path

from companion.screens.icons import read_icons

BOX_ICONS = read_icons(Path(__file__).with_name("box_icons.txt"))
"""Icons by name."""
WOOD, STONE, EARS = BOX_ICONS["wood"], BOX_ICONS["stone"], BOX_ICONS["ears"]
SHEEP, CATTLE, BARREL, COIN = BOX_ICONS["sheep"], BOX_ICONS["cattle"], BOX_ICONS["barrel"], BOX_ICONS["coin"]
CARD, TILE, CASTLE, SCOT = BOX_ICONS["card"], BOX_ICONS["tile"], BOX_ICONS["castle"], BOX_ICONS["scot"]
BUY, SELL = BOX_ICONS["buy"], BOX_ICONS["sell"]
DIE1, DIE2, DIE3 = BOX_ICONS["die1"], BOX_ICONS["die2"], BOX_ICONS["die3"]
