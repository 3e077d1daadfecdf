"""What a game brings to the page: its board, drawn by a script of its own, and what can be tapped there.

The page asks the game's functions for plain values and repeats them; it knows no rule and no piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from companion.engine.message import Message, Translate
from companion.menu.pages import Page

READY, USED = "ready", "used"
"""How a piece of the tray looks."""

State = TypeVar("State")
View = TypeVar("View")


def no_spoken_text(_view: Any, _page: Page, _translate: Translate) -> Sequence[str]:
    """For games that leave it at what every page says."""
    return ()


class TrayPiece(msgspec.Struct, frozen=True):
    """One chip of the tray: something that can be tapped on the reader."""

    tag: str
    """The text of its tag, as `TagSpace.kinds` reads it."""
    label: str
    """What people call it, in their language."""
    note: str = ""
    """Where it is, in a few words."""
    place: str = ""
    """READY for what lies where people take it from, USED for what has left play; "" for what may still come."""
    owner: str = ""
    """The figure that has it, by its id in the outline; "" for nobody."""
    kind: str = ""
    """A word that the game's style colours it by: `[data-kind=…] { --kind: … }`."""
    nameless: bool = False
    """Whether it goes by its id, because nobody told what is printed on it."""
    does: str = ""
    """What a tap would do now, in two or three words; "" where it would only look. The page fills it in."""
    tells: tuple[str, ...] = ()
    """The same whole: a sentence, and where the tap asks, what can be said then. The page fills it in."""


class TrayGroup(msgspec.Struct, frozen=True):
    """One tab of the tray."""

    id: str
    """Stays the same while the game goes on, so that an open tab stays open."""
    label: str
    """What stands on the tab, in people's language."""
    pieces: tuple[TrayPiece, ...]


class TableRow(msgspec.Struct, frozen=True):
    """A line of a table."""

    label: Message
    cells: tuple[str, ...]
    """As they are written, one for each column."""
    why: Message | None = None
    """The reason behind it; None where there is nothing to say."""
    sum: bool = False
    """It is what the lines over it come to."""


class PageTable(msgspec.Struct, frozen=True):
    """A small table that a phone shows."""

    title: Message
    columns: tuple[Message, ...]
    """Over the cells; none where there is but one and the title says it."""
    rows: tuple[TableRow, ...]
    aside: bool = False
    """It is folded away until somebody wants it."""


def no_tables(_view: Any) -> Sequence[PageTable]:
    """For games whose board says it all."""
    return ()


class GamePage(msgspec.Struct, Generic[State, View], frozen=True, eq=False, kw_only=True):
    """Everything of a game that only the page shows."""

    label: Message
    """What the board is called for those who can't see it."""
    script: Path
    """An ES module that exports `draw(place, data)`: draws the board's data, a value of JSON, into an element.
    It may export `choose(data, part, title, take, behind)`: a place to choose on that board, for phones; without
    it they have the common map, whose `mapOf` takes the same but the data. It is served as games/<id>/<its name>;
    ../../send.js is the page's own way to tap and answer."""
    board: Callable[[View, Translate], Any]
    """The data for the script, all words put in."""
    tray: Callable[[State, View, Translate], Sequence[TrayGroup]]
    """The pieces that can be tapped now, the likeliest group first. Command cards come behind them."""
    places_on_board: bool = False
    """The cells of a place are touched on the board itself: no map of them stands among the forms."""
    shortcuts: tuple[str, ...] = ()
    """Offers without parts that have a button of their own among the forms of the page, by their names."""
    spoken: Callable[[View, Page, Translate], Sequence[str]] = no_spoken_text
    """What its pictures for this page of the panel show, for those who can't see them: a sentence each."""
    tables: Callable[[View], Sequence[PageTable]] = no_tables
    """What a phone shows under the board: prices, counts, scorings with their reasons."""
    style: Path | None = None
    """A style sheet, served beside the script."""

    @property
    def files(self) -> dict[str, Path]:
        """What may be fetched of it, by name."""
        return {path.name: path for path in (self.script, self.style) if path}
