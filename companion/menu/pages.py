"""Pages: what the panel shows, as values that a screen turns into a picture.

`companion.menu.menu` makes them from open questions and key presses. Knows no game and no panel.
"""

from __future__ import annotations

import msgspec

from companion.engine.message import Message, literal
from companion.engine.offers import MapTile

UNMADE_TEXT = literal("")
"""Text of rows too far from the cursor to be shown; making all texts of a long game takes time."""


class ListItem(msgspec.Struct, frozen=True, gc=False):
    """One row of a list."""

    label: Message
    """Its text."""
    note: Message | None = None
    """Why it is closed, or a value beside it."""
    closed: bool = False
    """True if it is shown but refused when chosen."""
    ticked: bool | None = None
    """True if it is done or chosen; None for a row without a tick box."""
    sign: str = ""
    """What it stands for, as in an answer: a player's id, a good; there may be a picture of it. "" for nothing."""
    figure: str = ""
    """The id of a figure whose mark and name are shown before the text; "" for none."""
    figure_note: Message | None = None
    """Text below that name, for example the number of a turn."""


class Hint(msgspec.Struct, frozen=True, gc=False):
    """The function of a key."""

    button: str
    """"OK", "UP", "DOWN", "BACK" or "UNDO", with "+" for a long press."""
    label: Message
    """The function in one or two words."""
    always: bool = False
    """True if small panels show it although it is a long press, because it would not be found otherwise."""


class HomePage(msgspec.Struct, frozen=True, gc=False, tag="home"):
    """The main screen of the game."""

    text: Message
    """The text of the open non-blocking question."""
    hints: tuple[Hint, ...]
    """The most useful first; small panels omit the last ones."""
    waiting: int = 0
    """The number of blocking questions that were set aside; `text` mentions them."""


class ListPage(msgspec.Struct, frozen=True, gc=False, tag="listing"):
    """A list with a cursor, used with UP, DOWN and OK."""

    kind: str
    """"question", "menu", "history", "put_back", "games", …"""
    title: Message
    """What is asked, or what the list is."""
    rows: tuple[ListItem, ...]
    """All rows; the screen shows those around the cursor."""
    cursor: int
    """The index of the chosen row."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""
    player: str = ""
    """The id of the player who is asked; "" for all."""
    is_past: bool = False
    """True if it is about an earlier turn, so that the player on turn is not shown."""


class KeysPage(msgspec.Struct, frozen=True, gc=False, tag="keys"):
    """A few choices, each on its own key: one press, no cursor."""

    kind: str
    """As in `ListPage.kind`."""
    title: Message
    """What is asked."""
    rows: tuple[ListItem, ...]
    """In the order of the hardware, held keys last."""
    keys: tuple[str, ...]
    """The key of each row, with "+" for a long press."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""
    player: str = ""
    """As in `ListPage.asked`."""
    why: tuple[Message, ...] = ()
    """Why it is asked, the most important first; the last ones are omitted if there is no space."""
    rest: tuple[Message, ...] = ()
    """What held OK also confirms, in a long and a short form; small panels show the short one or none."""
    is_past: bool = False
    """As in `ListPage.past`."""
    blank_keys: tuple[Hint, ...] = ()
    """The labels of closed rows, whose keys do nothing and are left blank."""


class NumberPage(msgspec.Struct, frozen=True, gc=False, tag="number"):
    """A number that is set with UP and DOWN (held: larger steps) and confirmed with OK."""

    title: Message
    """What is counted."""
    value: int
    """The current number, from `low` to `high`."""
    low: int
    """The smallest number."""
    high: int
    """The largest number."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""
    player: str = ""
    """As in `ListPage.asked`."""
    question: Message | None = None
    """The question that the number answers, if the title does not say it."""
    reason: Message | None = None
    """Why it is asked."""
    rest: tuple[Message, ...] = ()
    """As in `KeysPage.rest`."""
    old_value: int | None = None
    """The number before a change, in a history edit or a count; None for none."""
    is_past: bool = False
    """As in `ListPage.past`."""


class MapPage(msgspec.Struct, frozen=True, gc=False, tag="map"):
    """A map with a cursor on one cell, which UP and DOWN move and OK chooses."""

    title: Message
    """What is asked."""
    rows: tuple[ListItem, ...]
    """The cells in cursor order, closed ones last; `sign` is the cell (`engine.offers.cell_of`)."""
    cursor: int
    """The index of the cell under the cursor."""
    map_tiles: tuple[MapTile, ...]
    """The tiles on the map."""
    new_tile: MapTile | None
    """The tile to be placed in the chosen cell; None for none."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""
    player: str = ""
    """As in `ListPage.asked`."""
    is_past: bool = False
    """As in `ListPage.past`."""


class NoticePage(msgspec.Struct, frozen=True, gc=False, tag="notice"):
    """A sentence that is closed by OK or the next input."""

    kind: str
    """"refused", "asks", "told", "kept" or "trouble"."""
    text: Message
    """The sentence."""
    hints: tuple[Hint, ...] = ()
    """As in `HomePage.hints`."""
    rule: str = ""
    """The id of the rule that refuses or asks; "" for none."""
    about: str = ""
    """The key of the article about its subject (`Article.key`); "" for the rule, or nothing."""
    more: tuple[Message, ...] = ()
    """Further sentences, shown if there is space."""


class StickerPage(msgspec.Struct, frozen=True, gc=False, tag="stickers"):
    """The piece that gets a sticker next, and those after it."""

    title: Message
    """The kind of piece."""
    piece: Message
    """The name of the piece."""
    after: tuple[Message, ...]
    """The names of the next pieces."""
    number: Message
    """Its number and the total."""
    result: Message | None
    """The result of the last tap."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""


class SheetPage(msgspec.Struct, frozen=True, gc=False, tag="sheet"):
    """A sheet of the game that fills the screen."""

    kind: str
    """The kind of sheet, a key of `companion.screens.game_screens.GameScreens.sheets`."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""
    page: int = 0
    """From 0."""
    pages: int = 1
    """The number of pages on this panel."""


class ArticlePage(msgspec.Struct, frozen=True, gc=False, tag="article"):
    """A help article, on as many pages as it needs."""

    title: Message
    """What it is about."""
    text: tuple[Message, ...]
    """The paragraphs."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""
    page: int = 0
    """From 0; numbers past the last page start again at the first."""
    turn: Hint | None = None
    """The key that turns the page, if there are several on this panel."""


class InvitationPage(msgspec.Struct, frozen=True, gc=False, tag="invitation"):
    """An invitation that a phone scans."""

    url: str
    """The address in the QR code; "" once the invitation is used or expired."""
    name: Message | None
    """The same address with the box's host name; None without one."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""


Page = (
    HomePage
    | ListPage
    | KeysPage
    | NumberPage
    | MapPage
    | NoticePage
    | SheetPage
    | ArticlePage
    | StickerPage
    | InvitationPage
)
