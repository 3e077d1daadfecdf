"""Pictures of a game without devices: what the panel shows while nobody presses anything."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from companion.engine.game import TABLE
from companion.engine.message import Translate
from companion.games.definition import AnyGame
from companion.menu.menu import page
from companion.menu.menu_state import Menu, MenuContext, SheetEntry, SheetLevel
from companion.menu.pages import Page
from companion.screens.game_screens import ShownGame

if TYPE_CHECKING:
    from PIL.Image import Image

    from companion.screens.paper import Paper


def resting(game: AnyGame, state: Any) -> tuple[ShownGame, Page]:
    """A state as pictures need it, and the page that it comes to rest on."""
    shown = game.shown(game.view(state, TABLE))
    questions = game.rules.questions(state)
    kind = shown.outline.announced if shown.outline else ""
    if not kind:
        return shown, page(Menu(), MenuContext(questions=questions))
    sheets = {kind: SheetEntry(game.screens.sheets[kind].label)}
    return shown, page(Menu(levels=(SheetLevel(kind),)), MenuContext(questions=questions, sheets=sheets))


def drawn(game: AnyGame, state: Any, paper: Paper, translate: Translate) -> Image:
    """The picture of a state."""
    from companion.screens.picture import picture

    shown, resting_page = resting(game, state)
    return picture(shown, resting_page, paper, translate)


def png(image: Image) -> bytes:
    """The picture as a file."""
    made = BytesIO()
    image.save(made, "PNG")
    return made.getvalue()
