"""What the box shows beside the game's own tables: a page is a value, a screen turns it into a picture.

Made by `companion.menu.menu` from open questions and button presses. Knows no game and no panel.
"""

from __future__ import annotations

import msgspec

from companion.engine.message import Message, literal
from companion.engine.offers import MapTile

UNREAD = literal("")
"""The words of rows too far from the cursor to be shown: in lists of a long evening they are not made."""


class ListItem(msgspec.Struct, frozen=True, gc=False):
    """One line of a list."""

    label: Message
    """Its words."""
    note: Message | None = None
    """Why it is closed, or a value beside it."""
    closed: bool = False
    """Shown, and refused when it is chosen."""
    ticked: bool | None = None
    """Whether it is done or chosen; None for a row that is neither."""
    sign: str = ""
    """What it stands for, as in an answer: a player's id, a good; there may be a picture of it. "" for nothing."""
    who: str = ""
    """The figure it is about, by id: its mark and name stand before the words; "" for none."""
    under: Message | None = None
    """What stands under that name, for example the number of a turn."""


class Hint(msgspec.Struct, frozen=True, gc=False):
    """What a button does now."""

    button: str
    """"OK", "UP", "DOWN", "BACK" or "UNDO", with "+" for a long press."""
    label: Message
    """What it does, in a word or two."""
    always: bool = False
    """Small paper says it too though the key is held: nobody would look for it."""


class HomePage(msgspec.Struct, frozen=True, gc=False, tag="home"):
    """The game's main screen."""

    text: Message
    """The question that is open and blocks nothing."""
    hints: tuple[Hint, ...]
    """The most wanted first: small paper leaves the last ones out."""
    waiting: int = 0
    """How many questions stand before it, put aside for now; `text` says so."""


class ListPage(msgspec.Struct, frozen=True, gc=False, tag="listing"):
    """A list to choose from with UP, DOWN and OK."""

    kind: str
    """"question", "menu", "history", "put_back", "games", …"""
    title: Message
    """What is asked, or what the list is."""
    rows: tuple[ListItem, ...]
    """All of them; the screen shows those around the cursor."""
    cursor: int
    """The index in `rows` of the chosen one."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""
    asked: str = ""
    """The player whom it is asked, by id; "" for everybody."""
    past: bool = False
    """It is about a turn of the history: who is on turn now has no part in it."""


class KeysPage(msgspec.Struct, frozen=True, gc=False, tag="keys"):
    """A few choices, each on a key of its own: one press, no cursor."""

    kind: str
    """As in `ListPage.kind`."""
    title: Message
    """What is asked."""
    rows: tuple[ListItem, ...]
    """In the order of the hardware, those of held keys last."""
    keys: tuple[str, ...]
    """The key of each row, with "+" for a long press."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""
    asked: str = ""
    """As in `ListPage.asked`."""
    why: tuple[Message, ...] = ()
    """Why it is asked, what matters most first: where room is short the last of them go."""
    rest: tuple[Message, ...] = ()
    """What a held OK takes too, in words and in fewer words; small paper has the fewer, or none."""
    past: bool = False
    """As in `ListPage.past`."""
    white: tuple[Hint, ...] = ()
    """The short words of closed rows: their keys do nothing, so that they have no hint."""


class NumberPage(msgspec.Struct, frozen=True, gc=False, tag="number"):
    """A number set with UP and DOWN (long press: by 5) and taken with OK."""

    title: Message
    """What is counted."""
    value: int
    """As it stands now, from `low` to `high`."""
    low: int
    """The least that can be set."""
    high: int
    """The most that can be set."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""
    asked: str = ""
    """As in `ListPage.asked`."""
    question: Message | None = None
    """The question that the number answers, where the title doesn't say it."""
    reason: Message | None = None
    """Why it is asked."""
    rest: tuple[Message, ...] = ()
    """As in `KeysPage.rest`."""
    before: int | None = None
    """What stood there before, in an entry that is changed or a count that is set; None where nothing did."""
    past: bool = False
    """As in `ListPage.past`."""


class MapPage(msgspec.Struct, frozen=True, gc=False, tag="map"):
    """A map with a cursor on one of its cells, which UP and DOWN move and OK takes."""

    title: Message
    """What is asked."""
    rows: tuple[ListItem, ...]
    """The cells in the order of the cursor, closed ones last; `sign` says which (`engine.offers.cell_of`)."""
    cursor: int
    """The index in `rows` of the cell where people are."""
    map_tiles: tuple[MapTile, ...]
    """What lies there already."""
    laid: MapTile | None
    """What is put into the cell of the cursor; None where nothing is."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""
    asked: str = ""
    """As in `ListPage.asked`."""
    past: bool = False
    """As in `ListPage.past`."""


class NoticePage(msgspec.Struct, frozen=True, gc=False, tag="notice"):
    """A sentence that waits for OK, or goes with the next input."""

    kind: str
    """"refused", "asks", "told", "kept" or "trouble"."""
    text: Message
    """The sentence."""
    hints: tuple[Hint, ...] = ()
    """As in `HomePage.hints`."""
    rule: str = ""
    """The id of the rule that refuses or asks; "" for none."""
    about: str = ""
    """What explains what it is about, as in `Article.key`; "" for the rule, or nothing."""
    more: tuple[Message, ...] = ()
    """What is said of it besides, where there is room."""


class StickerPage(msgspec.Struct, frozen=True, gc=False, tag="stickers"):
    """The piece that a sticker is put on and tapped, and those that come after it."""

    title: Message
    """What kind of piece it is."""
    piece: Message
    """What people call it."""
    after: tuple[Message, ...]
    """The next ones."""
    number: Message
    """Which one it is, and of how many."""
    told: Message | None
    """What came of the last tap."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""


class SheetPage(msgspec.Struct, frozen=True, gc=False, tag="sheet"):
    """A table of the game's own that fills the screen."""

    kind: str
    """Which of the game's sheets: its name in `companion.screens.game_screens.GameScreens.sheets`."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""
    page: int = 0
    """Counted from 0."""
    pages: int = 1
    """How many the table takes on this panel."""


class ArticlePage(msgspec.Struct, frozen=True, gc=False, tag="article"):
    """Something explained in a few sentences, on as many pages as they need."""

    title: Message
    """What it is about."""
    text: tuple[Message, ...]
    """The sentences."""
    hints: tuple[Hint, ...]
    """As in `HomePage.hints`."""
    page: int = 0
    """Counted from 0; it may run past the last page and begins again there."""
    turn: Hint | None = None
    """What turns the page, where there are several on this panel."""


class InvitationPage(msgspec.Struct, frozen=True, gc=False, tag="invitation"):
    """What a phone scans to be let in."""

    url: str
    """What the picture says; "" once the invitation is used or over."""
    name: Message | None
    """The same address by this box's name; None where it has none."""
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
