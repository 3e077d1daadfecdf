"""What the box shows beside the game's own tables: a page is a value, a screen turns it into a picture.

Made by `companion.menu.menu` from open questions and button presses. Knows no game and no panel.
"""

from __future__ import annotations

import msgspec

from companion.engine.message import Message


class ListItem(msgspec.Struct, frozen=True, gc=False):
    """One line of a list. `note` is a reason (why it is closed) or a value beside it; `ticked`: done."""

    label: Message
    note: Message | None = None
    closed: bool = False
    ticked: bool = False


class Hint(msgspec.Struct, frozen=True, gc=False):
    """What a button does now: button is "OK", "UP", "DOWN", "BACK", "UNDO", with "+" for a long press."""

    button: str
    label: Message


class HomePage(msgspec.Struct, frozen=True, gc=False, tag="home"):
    """The game's main screen, with the question that rests on it and what the buttons do."""

    text: Message
    hints: tuple[Hint, ...]


class ListPage(msgspec.Struct, frozen=True, gc=False, tag="listing"):
    """A list to choose from with UP, DOWN and OK. kind: "question", "menu", "history", "put_back", "games", …"""

    kind: str
    title: Message
    rows: tuple[ListItem, ...]
    cursor: int
    hints: tuple[Hint, ...]
    asked: str = ""


class NumberPage(msgspec.Struct, frozen=True, gc=False, tag="number"):
    """A number set with UP and DOWN (long press: by 5) and taken with OK."""

    title: Message
    value: int
    low: int
    high: int
    hints: tuple[Hint, ...]
    asked: str = ""


class NoticePage(msgspec.Struct, frozen=True, gc=False, tag="notice"):
    """A sentence that waits for OK, or goes with the next input. kind: "refused", "asks", "told", "trouble"."""

    kind: str
    text: Message
    hints: tuple[Hint, ...] = ()
    rule: str = ""


class SheetPage(msgspec.Struct, frozen=True, gc=False, tag="sheet"):
    """A table of the game's own that fills the screen. kind: "result", "standings", "final"."""

    kind: str
    hints: tuple[Hint, ...]
    page: int = 0
    pages: int = 1


Page = HomePage | ListPage | NumberPage | NoticePage | SheetPage
