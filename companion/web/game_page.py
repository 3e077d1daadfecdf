"""What a game adds to the web page: a board drawn by the game's own script, and the pieces that can be tapped.

The page calls these functions for plain values and sends them on; it knows no rule and no piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from companion.engine.message import Message, Translate
from companion.menu.pages import Page

AVAILABLE, OUT_OF_PLAY = "ready", "used"
"""Values of `TrayPiece.place`."""

State = TypeVar("State")
View = TypeVar("View")


def no_descriptions(_view: Any, _page: Page, _translate: Translate) -> Sequence[str]:
    """Return no sentences; for games whose panel needs no further description."""
    return ()


class TrayPiece(msgspec.Struct, frozen=True):
    """A piece in the tray of the page that can be tapped as if it lay on the reader."""

    tag: str
    """Text of its tag, as `TagSpace.kinds` reads it."""
    label: str
    """Name of the piece in the user's language."""
    note: str = ""
    """Short text that says where the piece is."""
    place: str = ""
    """AVAILABLE if players can take it, OUT_OF_PLAY if it has left the game, "" if it may still appear."""
    owner: str = ""
    """Id in the outline of the figure that owns it; "" if none does."""
    kind: str = ""
    """Name by which the game's style sheet colours it: `[data-kind=…] { --kind: … }`."""
    nameless: bool = False
    """True if only its id is known, because its print was not described."""
    does: str = ""
    """What a tap would do now, in two or three words; "" if it would only show the piece. The page fills it in."""
    tells: tuple[str, ...] = ()
    """What a tap would do now: a sentence, then the choices if the tap asks a question. The page fills it in."""


class TrayGroup(msgspec.Struct, frozen=True):
    """A tab of the tray."""

    id: str
    """Stable during a game, so that an open tab stays open."""
    label: str
    """Label of the tab in the user's language."""
    pieces: tuple[TrayPiece, ...]


class TableRow(msgspec.Struct, frozen=True):
    """A row of a table."""

    label: Message
    cells: tuple[str, ...]
    """Texts of the cells, one for each column."""
    why: Message | None = None
    """Reason for the values; None if there is none."""
    sum: bool = False
    """True if the row is the sum of the rows above."""


class PageTable(msgspec.Struct, frozen=True):
    """A small table that phones show."""

    title: Message
    columns: tuple[Message, ...]
    """Column headings; empty for a single column that the title describes."""
    rows: tuple[TableRow, ...]
    aside: bool = False
    """True if the table is folded until the user opens it."""


def no_tables(_view: Any) -> Sequence[PageTable]:
    """Return no tables; for games whose board shows everything."""
    return ()


class GamePage(msgspec.Struct, Generic[State, View], frozen=True, eq=False, kw_only=True):
    """What a game adds to the page; no other interface uses it."""

    label: Message
    """Description of the board for screen readers."""
    script: Path
    """ES module that exports `draw(place, data)`, which draws the JSON value `data` into an element.

    It may export `choose(data, part, title, take, behind)`, which lets phones choose a place on that board.
    Without it phones use the common map, whose `mapOf` takes the same arguments except `data`. The module is
    served as games/<id>/<file name>; it imports ../../send.js to tap and to answer.
    """
    board: Callable[[View, Translate], Any]
    """Data for the script, with translated texts."""
    tray: Callable[[State, View, Translate], Sequence[TrayGroup]]
    """Pieces that can be tapped now, the most probable group first. The page adds the command cards at the end."""
    places_on_board: bool = False
    """True if places are chosen on the board itself, so that the forms need no map."""
    shortcuts: tuple[str, ...] = ()
    """Names of offers without parts that get a button of their own among the forms."""
    spoken: Callable[[View, Page, Translate], Sequence[str]] = no_descriptions
    """Sentences that describe the game's pictures on the given panel page, for screen readers."""
    tables: Callable[[View], Sequence[PageTable]] = no_tables
    """Tables that a phone shows below the board: prices, counts and scorings with their reasons."""
    style: Path | None = None
    """Style sheet, served beside the script."""

    @property
    def files(self) -> dict[str, Path]:
        """Files that may be requested, by name."""
        return {path.name: path for path in (self.script, self.style) if path}
