"""The files of the data folder: their names, told here once. Opens none of them."""

from __future__ import annotations

GAMES = "games.sqlite"
"""Every game that is kept, and which one is running (`companion.storage.archive`)."""

BOX = "box.toml"
"""What is known of the owner's pieces; people may edit it."""

STICKERS = "stickers.toml"
"""Which sticker is on which piece; people may edit it."""

HABITS = "habits.json"
"""The values given last, for cursors only."""

NAMES = "names.json"
"""What people who played are called, for offers only."""
