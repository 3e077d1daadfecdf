"""The one door: a game and a page become a picture.

`picture` gives the 1-bit image, `drawing` the pen with the record of every box, `sheet_pages` how many parts a
table has on this paper. Nothing is remembered from one picture to the next. Knows a game only by its `ShownGame`.

Quiet moments of a game: what ended between two pictures, so that a slow panel may take its time for the second.

Looks at outlines only; draws nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.engine.game import GameOutline
from companion.engine.message import Translate, tr
from companion.hardware.devices import SCORED, TURN_ENDED
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
from companion.screens.game_screens import ShownGame
from companion.screens.listing import draw_list
from companion.screens.message_screens import (
    draw_help_page,
    draw_invitation,
    draw_notice,
    draw_splash,
    draw_sticker_enrolment,
)
from companion.screens.number import draw_number_page
from companion.screens.paper import Paper
from companion.screens.pen import Pen
from companion.screens.soft_keys import draw_keys_page
from companion.screens.tables import draw_leaf
from companion.screens.tile_map import draw_tile_map

if TYPE_CHECKING:
    from PIL.Image import Image


WELCOME = tr("The companion beside your board.")


def draw_home(pen: Pen, game: ShownGame | None, page: HomePage) -> None:
    """The game's own home page; before there is a view of it, the splash."""
    if game is None or game.view is None:
        draw_splash(pen, game, page.text, page.hints)
    else:
        game.screens.home(pen, game.view, page)


def draw_sheet(pen: Pen, game: ShownGame | None, page: SheetPage) -> None:
    """A table of the game's own; without a view, or for a kind unknown to the game, the splash."""
    made = game.screens.sheets.get(page.kind) if game and game.view is not None else None
    if game is None or made is None:
        draw_splash(pen, game, WELCOME, page.hints)
    else:
        draw_leaf(pen, made.leaves(pen, game.view), page)


def draw_place(pen: Pen, game: ShownGame | None, page: MapPage) -> None:
    """On the game's own board, as it was at the time that the page is about; else on a map."""
    then = (game.then or game) if game and page.past else game
    if then and then.view is not None and then.screens.place:
        then.screens.place(pen, then.view, page)
    else:
        draw_tile_map(pen, game, page)


SCREENS: dict[type, Callable[[Pen, ShownGame | None, Any], None]] = {
    HomePage: draw_home,
    ListPage: draw_list,
    KeysPage: draw_keys_page,
    NumberPage: draw_number_page,
    MapPage: draw_place,
    NoticePage: draw_notice,
    SheetPage: draw_sheet,
    StickerPage: draw_sticker_enrolment,
    ArticlePage: draw_help_page,
    InvitationPage: draw_invitation,
}
"""Which function draws which kind of page."""


def make_drawing(game: ShownGame | None, page: Page, paper: Paper, translate: Translate) -> Pen:
    """The picture with the record of everything drawn."""
    pen = Pen(paper, translate)
    SCREENS[type(page)](pen, game, page)
    return pen


def make_picture(game: ShownGame | None, page: Page, paper: Paper, translate: Translate) -> Image:
    """The picture of a page, black on white."""
    return make_drawing(game, page, paper, translate).image


def hidden_sheet(game: ShownGame | None, paper: Paper, translate: Translate = str) -> str:
    """The sheet that tells what the home page has no room for on this paper; "" where it tells all."""
    return game.screens.hides(Pen(paper, translate), game.view) if game and game.view is not None else ""


def sheet_pages(game: ShownGame | None, kind: str, paper: Paper, translate: Translate = str) -> int:
    """How many parts a sheet of this kind has on this paper, in this language."""
    made = game.screens.sheets.get(kind) if game and game.view is not None else None
    return len(made.leaves(Pen(paper, translate), game.view)) if game and made else 1


def refresh_hint(before: GameOutline | None, after: GameOutline | None) -> str:
    """SCORED, TURN_ENDED, or "" where nothing ended."""
    if before is None or after is None:
        return ""
    if after.announcement not in ((), before.announcement) or (after.over and not before.over):
        return SCORED
    # Between two turns nobody is on turn: the picture after it begins the next one.
    return TURN_ENDED if after.on_turn and (after.turn, after.on_turn) != (before.turn, before.on_turn) else ""
