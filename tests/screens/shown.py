"""Pictures of Glen More II for tests: from its views, as the application makes them."""

from __future__ import annotations

from PIL.Image import Image

from companion.engine.message import Translate
from companion.games.glen_more_2.definition import GAME
from companion.menu.pages import Page, SheetPage
from companion.screens import picture as pictures
from companion.screens.paper import PANELS, Paper
from companion.screens.pen import Pen
from companion.state.glen_more_2.view import View, outline_of

SHEETS = GAME.screens.sheets


def drawing(view: View | None, page: Page, paper: Paper, translate: Translate) -> Pen:
    return pictures.make_drawing(GAME.shown(view), page, paper, translate)


def picture(view: View | None, page: Page, paper: Paper, translate: Translate) -> Image:
    return drawing(view, page, paper, translate).image


def sheet_pages(view: View | None, kind: str, paper: Paper, translate: Translate = str) -> int:
    return pictures.sheet_pages(GAME.shown(view), kind, paper, translate)


def refresh_hint(before: View | None, after: View | None) -> str:
    return pictures.refresh_hint(before and outline_of(before), after and outline_of(after))


def read(view: View, kind: str = "standings", panel: str = "2in13") -> str:
    """What people read on the glass, page after page of a sheet; the smallest panel unless another is named."""
    paper = PANELS[panel].paper()
    pages = (SheetPage(kind, (), number) for number in range(sheet_pages(view, kind, paper)))
    return " ".join(each.text for page in pages for each in drawing(view, page, paper, str).drawn)
