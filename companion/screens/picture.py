"""Entry point of the screens: draw a page of the menu, with its game, as a picture.

`make_picture` returns the 1-bit image, `make_drawing` the pen with the record of every box, `sheet_pages` the
number of pages of a sheet on this paper. Pictures do not depend on earlier pictures. A game is known only by its
`ShownGame`.

`refresh_hint` tells a slow panel that a turn or a scoring ended, so that it may take its time for a full refresh.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.engine.game import GameOutline
from companion.engine.message import Translate, tr
from companion.hardware.devices import SCORING_ENDED, TURN_ENDED
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

if TYPE_CHECKING:
    from PIL.Image import Image


WELCOME = tr("The companion beside your board.")


def draw_home(pen: Pen, game: ShownGame | None, page: HomePage) -> None:
    """Draw the game's home page; before there is a view of the game, the splash screen."""
    if game is None or game.view is None:
        draw_splash(pen, game, page.text, page.hints)
    else:
        game.screens.home(pen, game.view, page)


def draw_sheet(pen: Pen, game: ShownGame | None, page: SheetPage) -> None:
    """Draw a sheet of the game; without a view, or for a kind unknown to the game, the splash screen."""
    made = game.screens.sheets.get(page.kind) if game and game.view is not None else None
    if game is None or made is None:
        draw_splash(pen, game, WELCOME, page.hints)
    else:
        draw_leaf(pen, made.leaves(pen, game.view), page)


def draw_place(pen: Pen, game: ShownGame | None, page: MapPage) -> None:
    """Draw the page on the game's own board, at the time the page is about; without a board, on a tile map."""
    from companion.screens.tile_map import draw_tile_map  # late: many games are played without a map

    then = (game.then or game) if game and page.is_past else game
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
"""Drawing function for each kind of page."""


def make_drawing(game: ShownGame | None, page: Page, paper: Paper, translate: Translate) -> Pen:
    """Return the pen with the picture and the record of everything drawn."""
    pen = Pen(paper, translate)
    SCREENS[type(page)](pen, game, page)
    return pen


def make_picture(game: ShownGame | None, page: Page, paper: Paper, translate: Translate) -> Image:
    """Return the picture of a page, black on white."""
    return make_drawing(game, page, paper, translate).image


def hidden_sheet(game: ShownGame | None, paper: Paper, translate: Translate = str) -> str:
    """Return the sheet with what does not fit on the home page on this paper; "" if everything fits."""
    return game.screens.hides(Pen(paper, translate), game.view) if game and game.view is not None else ""


def sheet_pages(game: ShownGame | None, kind: str, paper: Paper, translate: Translate = str) -> int:
    """Return the number of pages of a sheet of this kind, on this paper and in this language."""
    made = game.screens.sheets.get(kind) if game and game.view is not None else None
    return len(made.leaves(Pen(paper, translate), game.view)) if game and made else 1


def refresh_hint(before: GameOutline | None, after: GameOutline | None) -> str:
    """Return SCORED, TURN_ENDED, or "" if nothing ended between the two outlines."""
    if before is None or after is None:
        return ""
    if after.announcement not in ((), before.announcement) or (after.over and not before.over):
        return SCORING_ENDED
    # Between two turns no player is on turn; the turn ends with the picture that begins the next one.
    return TURN_ENDED if after.on_turn and (after.turn, after.on_turn) != (before.turn, before.on_turn) else ""
