"""The phone page's own words: everything on it that is not the game's. Nothing here is decided, only said."""

from __future__ import annotations

from companion.engine.message import Message, tr

WORDS: dict[str, Message] = {
    "title": tr("Companion"),
    "joining": tr("Phone {n} asks to come in; say yes to it on the panel.", n="{n}"),
    "refused": tr("The table said no, or it took too long; ask for another invitation."),
    "lost": tr("The companion does not answer; this page waits for it."),
    "yours": tr("Your turn"),
    "open": tr("To answer"),
    "waits": tr("What you can enter"),
    "others": tr("Others are asked"),
    "begin": tr("Answer"),
    "secret": tr("Only you see this."),
    "nothing": tr("Nothing to answer right now."),
    "players": tr("Players"),
    "board": tr("Board"),
    "history": tr("History"),
    "correct": tr("Correct something"),
    "back": tr("Back"),
    "enter": tr("Enter it"),
    "less": tr("One less"),
    "more": tr("One more"),
    "anyway": tr("We did it anyway"),
    "cancel": tr("Cancel"),
    "done": tr("Entered."),
    "undo": tr("Take back from here on"),
    "undone": tr("Taken back."),
    "all_done": tr("All done"),
    "sure": tr("Really take back? Entries: {n}", n="{n}"),
    "older": tr("Nothing has been entered yet."),
    "times": tr("{n} times: {what}", n="{n}", what="{what}"),
    "turn": tr("has the turn"),
    "won": tr("Winner"),
    "you": tr("you"),
    "lookup": tr("What is this? Rules, tiles, signs"),
    "wanted": tr("A few letters of its name"),
    "unexplained": tr("Nothing is written about that here."),
    "tiles": tr("Tiles of your box"),
    "others_too": tr("Another one …"),
}
