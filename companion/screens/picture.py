"""The one door: a game and a page become a picture.

`picture` gives the 1-bit image, `drawing` the pen with the record of every box, `sheet_pages` how many parts a
table has on this paper. Nothing is remembered from one picture to the next. Knows a game only by its `ShownGame`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.engine.message import Translate, tr
from companion.menu.pages import (
    ArticlePage,
    HomePage,
    InvitationPage,
    KeysPage,
    ListPage,
    MapPage,
    NoticePage,
    NumberPage,
    Page,
    SheetPage,
    StickerPage,
)
from companion.screens.article import article
from companion.screens.game_screens import ShownGame
from companion.screens.invitation import invitation
from companion.screens.listing import listing
from companion.screens.notice import notice
from companion.screens.number import number
from companion.screens.paper import Paper
from companion.screens.pen import Pen
from companion.screens.soft_keys import keys_page
from companion.screens.splash import splash
from companion.screens.sticker_walk import sticker_walk
from companion.screens.strips import leaf
from companion.screens.tile_map import tile_map

if TYPE_CHECKING:
    from PIL.Image import Image

WELCOME = tr("The companion beside your board.")


def home(pen: Pen, game: ShownGame | None, page: HomePage) -> None:
    """The game's own home page; before there is a view of it, the splash."""
    if game is None or game.view is None:
        splash(pen, game, page.text, page.hints)
    else:
        game.screens.home(pen, game.view, page)


def sheet(pen: Pen, game: ShownGame | None, page: SheetPage) -> None:
    """A table of the game's own; without a view, or for a kind unknown to the game, the splash."""
    made = game.screens.sheets.get(page.kind) if game and game.view is not None else None
    if game is None or made is None:
        splash(pen, game, WELCOME, page.hints)
    else:
        leaf(pen, made.leaves(pen, game.view), page)


def place(pen: Pen, game: ShownGame | None, page: MapPage) -> None:
    """On the game's own board, as it was at the time that the page is about; else on a map."""
    then = (game.then or game) if game and page.past else game
    if then and then.view is not None and then.screens.place:
        then.screens.place(pen, then.view, page)
    else:
        tile_map(pen, game, page)


SCREENS: dict[type, Callable[[Pen, ShownGame | None, Any], None]] = {
    HomePage: home,
    ListPage: listing,
    KeysPage: keys_page,
    NumberPage: number,
    MapPage: place,
    NoticePage: notice,
    SheetPage: sheet,
    StickerPage: sticker_walk,
    ArticlePage: article,
    InvitationPage: invitation,
}
"""Which function draws which kind of page."""


def drawing(game: ShownGame | None, page: Page, paper: Paper, translate: Translate) -> Pen:
    """The picture with the record of everything drawn."""
    pen = Pen(paper, translate)
    SCREENS[type(page)](pen, game, page)
    return pen


def picture(game: ShownGame | None, page: Page, paper: Paper, translate: Translate) -> Image:
    """The picture of a page, black on white."""
    return drawing(game, page, paper, translate).image


def hides(game: ShownGame | None, paper: Paper, translate: Translate = str) -> str:
    """The sheet that tells what the home page has no room for on this paper; "" where it tells all."""
    return game.screens.hides(Pen(paper, translate), game.view) if game and game.view is not None else ""


def sheet_pages(game: ShownGame | None, kind: str, paper: Paper, translate: Translate = str) -> int:
    """How many parts a sheet of this kind has on this paper, in this language."""
    made = game.screens.sheets.get(kind) if game and game.view is not None else None
    return len(made.leaves(Pen(paper, translate), game.view)) if game and made else 1
