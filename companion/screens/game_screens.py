"""What a game provides for the panel: its title, home page, sheets, icons, and tables above questions.

Generic screens (lists, numbers, notices) draw any game by its outline and never look into its view.
`box_under_tables` draws a small table between the title of a question and its choices, if they leave space for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from companion.engine.game import GameOutline
from companion.engine.message import Message
from companion.menu.pages import HomePage, KeysPage, ListPage, MapPage, NumberPage
from companion.screens.icons import Icon
from companion.screens.paper import Box
from companion.screens.pen import Pen
from companion.screens.tables import Leaf

View = TypeVar("View")


class SmallTable(NamedTuple):
    """A table above the rows of a question, drawn if there is space."""

    height: Callable[[Pen], int]
    """Function that returns its height on this paper in pixels."""
    draw: Callable[[Pen, Box], None]
    """Function that draws the table at the top of a box."""


def no_tables(_view: Any) -> Sequence[SmallTable]:
    """Return no tables: the default for games that show nothing above a question."""
    return ()


def no_hidden_sheet(_pen: Pen, _view: Any) -> str:
    """Return "": the default for games whose home page shows everything."""
    return ""


class GameSheet(msgspec.Struct, Generic[View], frozen=True, eq=False, kw_only=True):
    """A table of the game that fills the screen, on one or more pages."""

    label: Message
    """Label in the main menu."""
    leaves: Callable[[Pen, View], list[Leaf]]
    """Function that returns its pages on this paper."""
    key: str = ""
    """Key that opens it from the home page, "OK+" for a long press of OK; "" for none."""
    hint: Message | None = None
    """Label of that key in the footer."""
    is_in_entry_list: bool = False
    """True if it is listed after the possible actions, one press of UP from the top, and not in the menu."""
    is_key_only: bool = False
    """True if it is in no list and is not shown before a question: only its key on the home page opens it."""
    correction: str = ""
    """Name of the correction that OK on the sheet begins and that returns to the sheet; "": OK closes the sheet.
    """


class GameScreens(msgspec.Struct, Generic[View], frozen=True, eq=False, kw_only=True):
    """Everything that a game draws on the panel."""

    title: Message
    """Large text of the splash screen."""
    emblem: Icon
    """Icon above the title."""
    home: Callable[[Pen, View, HomePage], None]
    """Function that draws the home page: who is on turn, what to do, and the standing of each player."""
    place: Callable[[Pen, View, MapPage], None] | None = None
    """Function that draws a place to choose on the game's own board; None: the shared tile map is used."""
    hides: Callable[[Pen, View], str] = no_hidden_sheet
    """Function that returns the sheet with what does not fit on the home page; "" if everything fits."""
    sheets: Mapping[str, GameSheet[View]]
    """Sheets by kind, in the order of the main menu; the outline says which of them are available."""
    icons: Mapping[str, Icon] = {}
    """Icons by the sign of a list row, see `ListItem.sign`."""
    list_tables: Callable[[View], Sequence[SmallTable]] = no_tables
    """Function that returns the tables to show above a list, such as the counts while players confirm them.

    The first one for which there is space is drawn.
    """
    question_tables: Callable[[View], Sequence[SmallTable]] = no_tables
    """Function that returns the tables above any question, also with keys or numbers, if `over_list` returns none.
    """


class ShownGame(NamedTuple):
    """A game with all that a picture of it needs."""

    screens: GameScreens[Any]
    view: Any = None
    """The game as this viewer may see it; None before there is a game."""
    outline: GameOutline | None = None
    """Outline of the game; None before there is a game."""
    then: ShownGame | None = None
    """The game at the point of the history that the page is about; None if it is about no earlier point."""


HasRoom = Callable[[Box], bool]
"""Function that returns True if the choices fit into the box."""


def tables_over_question(
    game: ShownGame | None, page: ListPage | KeysPage | NumberPage | MapPage
) -> Sequence[SmallTable]:
    """Return the tables above a question; () for menus. A list about the history has the tables of that time."""
    if game is None or game.view is None or getattr(page, "kind", "question") != "question":
        return ()
    if page.is_past:
        then = game.then
        return then.screens.list_tables(then.view) if then and isinstance(page, ListPage) and page.rows else ()
    list_tables = game.screens.list_tables(game.view) if isinstance(page, ListPage) and page.rows else ()
    return list_tables or game.screens.question_tables(game.view)


def outline_of_page(
    game: ShownGame | None, page: ListPage | KeysPage | NumberPage | MapPage
) -> GameOutline | None:
    """Return the outline of the game at the time that a page is about; None if that is not known."""
    if game is None or not page.is_past:
        return game and game.outline
    return game.then and game.then.outline


def box_under_tables(pen: Pen, tables: Sequence[SmallTable], box: Box, at_ease: HasRoom, at_least: HasRoom) -> Box:
    """Draw the first table that leaves the choices enough space, else the last one if it leaves the minimum.

    Return the box below the table.
    """
    wanted = [*((table, at_ease) for table in tables), *((table, at_least) for table in tables[-1:])]
    for table, has_room in wanted:
        left = box.below(table.height(pen) + (1 if pen.paper.tight else pen.paper.px(10)))
        if has_room(left):
            table.draw(pen, Box(pen.paper.margin, box.y, pen.paper.width - 2 * pen.paper.margin, box.h))
            return left
    return box


class CardToPrint(NamedTuple):
    """A command card: tapping it makes an entry."""

    id: str
    """Id as in the tag "card:…" and in the sticker registry."""
    label: Message
    """What the card enters, as text."""
    sign: str
    """A signed number in large letters; "" for none."""
    icons: tuple[Icon, ...] = ()
    """Icons after the sign, from the left."""
    inside: str = ""
    """A few letters inside the icon that distinguish it from similar cards."""
