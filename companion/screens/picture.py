"""The one door: a view and a page become a picture.

`picture` gives the 1-bit image, `drawing` the pen with the record of every box, `sheet_pages` how many parts a
table has on this paper. Nothing is remembered from one picture to the next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.engine.message import Message, tr
from companion.menu.pages import HomePage, ListPage, NoticePage, NumberPage, Page, SheetPage
from companion.screens.glen_more_2.final import final_leaves
from companion.screens.glen_more_2.home import home
from companion.screens.glen_more_2.result import result_leaves, standings_leaves
from companion.screens.listing import listing
from companion.screens.notice import notice
from companion.screens.number import number
from companion.screens.paper import Paper
from companion.screens.pen import Pen, Translate
from companion.screens.splash import splash
from companion.screens.strips import Leaf, leaf
from companion.state.glen_more_2.view import View

if TYPE_CHECKING:
    from PIL.Image import Image

WELCOME = tr("The companion beside your board.")

SHEETS: dict[str, Callable[[Pen, View], list[Leaf]]] = {
    "result": result_leaves,
    "standings": standings_leaves,
    "final": final_leaves,
}
"""What a sheet of each kind consists of; without a view, or for a kind unknown here, there is the splash."""


def sheet(pen: Pen, view: View | None, page: SheetPage) -> None:
    """A table of the game's own."""
    made = SHEETS.get(page.kind)
    if made is None or view is None:
        splash(pen, WELCOME, page.hints)
    else:
        leaf(pen, made(pen, view), page)


SCREENS: dict[type, Callable[[Pen, View | None, Any], None]] = {
    HomePage: home,
    ListPage: listing,
    NumberPage: number,
    NoticePage: notice,
    SheetPage: sheet,
}
"""Which function draws which kind of page."""


def drawing(view: View | None, page: Page, paper: Paper, words: Callable[[Message], str]) -> Pen:
    """The picture with the record of everything drawn."""
    pen = Pen(paper, words)
    SCREENS[type(page)](pen, view, page)
    return pen


def picture(view: View | None, page: Page, paper: Paper, words: Callable[[Message], str]) -> Image:
    """The picture of a page, black on white."""
    return drawing(view, page, paper, words).image


def sheet_pages(view: View | None, kind: str, paper: Paper, words: Translate = str) -> int:
    """How many parts a sheet of this kind has on this paper, in this language."""
    made = SHEETS.get(kind)
    return len(made(Pen(paper, words), view)) if made and view else 1
