"""What a game adds to the web page: a board drawn by the game's own script, and the pieces that can be tapped.

The page calls these functions for plain values and sends them on; it knows no rule and no piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from companion.engine.message import Message, Translate
from companion.engine.offers import MapTile
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
    is_anonymous: bool = False
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


class BoardSpace(msgspec.Struct, frozen=True):
    """A space of the track on the board."""

    figures: tuple[str, ...] = ()
    """Ids in the outline of the figures on it."""
    tag: str = ""
    """Text of the tag of its piece; "" if the piece cannot be tapped."""
    label: Message | str = ""
    """Name of its piece; "" if there is none."""
    letter: str = ""
    """Deck of its piece."""
    kind: str = ""
    """Colour of its piece, as of `TrayPiece.kind`."""
    ahead: int = 0
    """Number of its piece for the player who moves, from 1; 0 if it cannot be taken."""
    known: bool = True
    """True if it is known which piece lies there."""
    tell: str = ""
    """Value of the correction that tells what lies there; "" if that is not possible now."""
    wanted: bool = False
    """True if it may be taken now."""


class BoardNotes(msgspec.Struct, frozen=True):
    """Lines under the board about a figure or the whole table."""

    lines: tuple[Message, ...]
    figure: str = ""
    """Id in the outline; "" for the table."""


class BoardMap(msgspec.Struct, frozen=True):
    """A map of one player's pieces."""

    id: str
    """Id of the player in the outline."""
    title: Message
    tiles: tuple[MapTile, ...]


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """What the page draws of a game: all games alike, but for `picture`."""

    title: Message
    """Whose turn it is, or what happens."""
    lines: tuple[Message, ...] = ()
    """Two or three lines below the title."""
    to_do: tuple[Message, ...] = ()
    """What players must do now."""
    turn_log: tuple[Message, ...] = ()
    """What was entered in this turn."""
    spaces: tuple[BoardSpace, ...] = ()
    """The track from its last figure forward; () for a game without one."""
    notes: tuple[BoardNotes, ...] = ()
    maps: tuple[BoardMap, ...] = ()
    """Maps to unfold, one a player; () if none are tracked."""
    picture: Any = None
    """JSON value that the game's own script draws, with translated texts; None without a script."""


def no_tables(_view: Any) -> Sequence[PageTable]:
    """Return no tables; for games whose board shows everything."""
    return ()


class GamePage(msgspec.Struct, Generic[State, View], frozen=True, eq=False, kw_only=True):
    """What a game adds to the page; no other interface uses it."""

    label: Message
    """Description of the board for screen readers."""
    board: Callable[[View, Translate], Board]
    """The board; only `Board.picture` needs the translation."""
    script: Path | None = None
    """ES module for what no other game has. It exports `draw(place, picture)`.

    It may export `choose(picture, part, title, take, behind)`, which lets phones choose a place on that picture.
    Without it phones use the common map, whose `mapOf` takes the same arguments except `picture`. The module is
    served as games/<id>/<file name>; it imports ../../send.js to tap and to answer.
    """
    shows_players: bool = False
    """True if its picture shows the players, so that the page does not."""
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
