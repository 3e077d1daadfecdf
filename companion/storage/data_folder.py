"""The files of the data folder that all games share: their names, told here once. Opens none of them.

A game's own files are named in its definition (`companion.games.definition.NamesOnDisk`).
"""

from __future__ import annotations

GAMES_FILE = "games.sqlite"
"""Every game that is kept, and which one is running (`companion.storage.archive`)."""

SAVED = "saved"
"""The folder of what people save from the case's menu, a file each time (`companion.storage.everything`)."""

STICKERS = "stickers.toml"
"""Which sticker is on which piece; people may edit it."""

PRACTICE = "practice"
"""The folder of what the desk's page made up: stickers, and tiles that nobody has. Never the owner's box."""

THIS_BOX = "this_box.json"
"""What people set in the case's own menu: language, sound, picture turned round (`companion.session.this_box`)."""

PHONES = "phones.json"
"""Which phones were let in, and as whom (`companion.web.phones.devices`)."""

LOG = "log.txt"
"""What the companion in its case logged last, and the file before it (`companion.storage.own_log`)."""

NAMES = "names.json"
"""What people who played are called, for offers only."""
