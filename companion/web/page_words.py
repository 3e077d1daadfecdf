"""The page's own words: everything on it that is not the game's. Nothing here is decided, only said."""

from __future__ import annotations

from companion.engine.message import Said, say

WORDS: dict[str, Said] = {
    "title": say("Companion"),
    "brand": say("Tabletop companion"),
    "slow": say("As slow as real e-ink"),
    "sound": say("Sound"),
    "cards": say("Command cards to print"),
    "device": say("The companion's case"),
    "ring": say("The rondel as the companion sees it"),
    "tray": say("Pieces to tap on the reader"),
    "buttons": say("The five buttons"),
    "hold": say("Hold it, or press Shift, for a long press"),
    "keys": say("Keys: ↑ ↓, Enter = OK, Backspace = BACK, U = UNDO; with Shift, or held: a long press."),
    "search": say("Search by name"),
    "again": say("The same tag again"),
    "unknown": say("An unknown tag"),
    "nothing": say("No piece has that name."),
    "tap": say("Tap this tile on the reader"),
    "empty": say("An empty space"),
    "write": say("Write it down"),
    "lost": say("The companion does not answer; start it again with: companion desk"),
}
