"""What a game brings to the panel: its name for the first picture, its home page, its sheets.

The generic screens (lists, numbers, notices) draw any game by its outline and never look into its view.

What a game shows between the title of a question and its choices, in as much room as these leave it.

Knows no game: the game says what it is, in words from long to short.
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
    """A table that stands over the rows of a list, where it leaves room for them."""

    height: Callable[[Pen], int]
    """Pixels that it takes on this paper."""
    draw: Callable[[Pen, Box], None]
    """Draws it at the top of the box."""


def no_tables(_view: Any) -> Sequence[SmallTable]:
    """For games that show nothing over a list."""
    return ()


def no_hidden_sheet(_pen: Pen, _view: Any) -> str:
    """For games whose home page always tells all."""
    return ""


class GameSheet(msgspec.Struct, Generic[View], frozen=True, eq=False, kw_only=True):
    """A table of the game's own that fills the screen, one or more pages of it."""

    label: Message
    """What the main menu calls it."""
    leaves: Callable[[Pen, View], list[Leaf]]
    """Its pages on this paper."""
    key: str = ""
    """The button that opens it from the home page, "OK+" for a long press of OK; "" for none."""
    hint: Message | None = None
    """What stands beside that button."""
    listed: bool = False
    """It stands at the end of the list of what people can do, one press up from its top, not in the menu."""
    key_only: bool = False
    """It stands in no list and never before a question: only its key on the home page opens it."""
    corrects: str = ""
    """The correction, by its name, that OK on it begins and that leads back to it; "" for none: OK leaves it."""


class GameScreens(msgspec.Struct, Generic[View], frozen=True, eq=False, kw_only=True):
    """Everything of a game that is drawn on the panel."""

    title: Message
    """The large words of the splash, the first picture."""
    emblem: Icon
    """A picture over them."""
    home: Callable[[Pen, View, HomePage], None]
    """Draws the home page: whose turn it is, what to do, how everybody stands."""
    place: Callable[[Pen, View, MapPage], None] | None = None
    """Draws a place to choose on the game's own board; None: on the map that games with tiles share."""
    hides: Callable[[Pen, View], str] = no_hidden_sheet
    """The sheet that tells what the home page has no room for on this paper; "" where it tells all."""
    sheets: Mapping[str, GameSheet[View]]
    """Its sheets by kind, in the order of the main menu; the outline says which there are now."""
    icons: Mapping[str, Icon] = {}
    """Its pictures by what rows of lists stand for, see `ListItem.sign`."""
    over_list: Callable[[View], Sequence[SmallTable]] = no_tables
    """What stands over a list now, for example the counts while people are asked whether they are right.

    The first of them for which there is room; none where nothing does.
    """
    over_question: Callable[[View], Sequence[SmallTable]] = no_tables
    """The same over any question, keys and numbers too, where nothing stands over its list."""


class ShownGame(NamedTuple):
    """A game as a picture of it needs it."""

    screens: GameScreens[Any]
    view: Any = None
    """As the viewer of this picture sees it; None before there is a game."""
    outline: GameOutline | None = None
    """None before there is a game."""
    then: ShownGame | None = None
    """As it was at the place in the history that the page is about; None where it is about none."""


HasRoom = Callable[[Box], bool]
"""Whether the choices can do with the room that is left."""


def tables_over_question(
    game: ShownGame | None, page: ListPage | KeysPage | NumberPage | MapPage
) -> Sequence[SmallTable]:
    """Only over questions: menus have nothing to do with it. In the past nothing is to do, and it was as then."""
    if game is None or game.view is None or getattr(page, "kind", "question") != "question":
        return ()
    if page.past:
        then = game.then
        return then.screens.over_list(then.view) if then and isinstance(page, ListPage) and page.rows else ()
    over_list = game.screens.over_list(game.view) if isinstance(page, ListPage) and page.rows else ()
    return over_list or game.screens.over_question(game.view)


def outline_of_page(
    game: ShownGame | None, page: ListPage | KeysPage | NumberPage | MapPage
) -> GameOutline | None:
    """The game in outline at the time that a page is about; None where that is not known."""
    if game is None or not page.past:
        return game and game.outline
    return game.then and game.then.outline


def box_under_tables(pen: Pen, tables: Sequence[SmallTable], box: Box, at_ease: HasRoom, at_least: HasRoom) -> Box:
    """Draws the first that leaves the choices at ease, else the last if it leaves them what they need at least.

    Gives the room that is left.
    """
    wanted = [*((table, at_ease) for table in tables), *((table, at_least) for table in tables[-1:])]
    for table, has_room in wanted:
        left = box.below(table.height(pen) + (1 if pen.paper.tight else pen.paper.px(10)))
        if has_room(left):
            table.draw(pen, Box(pen.paper.margin, box.y, pen.paper.width - 2 * pen.paper.margin, box.h))
            return left
    return box
