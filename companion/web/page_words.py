"""The page's own words: everything on it that is not the game's. Nothing here is decided, only said."""

from __future__ import annotations

from companion.engine.message import Message, tr

WORDS: dict[str, Message] = {
    "title": tr("Companion"),
    "brand": tr("Tabletop companion"),
    "slow": tr("As slow as real e-ink"),
    "sound": tr("Sound"),
    "cards": tr("Command cards to print"),
    "tiles": tr("Tiles of your box"),
    "invite": tr("Invite a phone"),
    "stick": tr("Write on a sticker"),
    "device": tr("The companion's case"),
    "tray": tr("Pieces to tap on the reader"),
    "buttons": tr("The five buttons"),
    "hold": tr("Hold it, or press Shift, for a long press"),
    "keys": tr("Keys: ↑ ↓, Enter = OK, Backspace = BACK, U = UNDO; with Shift, or held: a long press."),
    "search": tr("Search by name"),
    "again": tr("The same sticker again"),
    "unknown": tr("An unknown sticker"),
    "nothing": tr("No piece has that name."),
    "rest": tr("More"),
    "lookup": tr("What is this? Rules, pieces, signs"),
    "wanted": tr("A few letters of its name"),
    "unexplained": tr("Nothing is written about that here."),
    "written": tr("{what} is written down.", what="{what}"),
    "write": tr("Write it down"),
    "lost": tr("The companion does not answer; start it again with: make run"),
}
