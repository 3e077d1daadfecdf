"""The files of the data folder that all games share: their names, told here once. Opens none of them.

A game's own files are named in its definition (`companion.games.definition.NamesOnDisk`).
"""

from __future__ import annotations

GAMES_FILE = "games.sqlite"
"""Every game that is kept, and which one is running (`companion.storage.archive`)."""

STICKERS = "stickers.toml"
"""Which sticker is on which piece; people may edit it."""

NAMES = "names.json"
"""What people who played are called, for offers only."""
