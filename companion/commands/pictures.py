"""Pictures of a game without devices: what the panel shows while nobody presses anything."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING, Any

from companion.engine.game import TABLE, TableGame
from companion.engine.message import Message
from companion.menu.menu import page
from companion.menu.menu_state import Menu, MenuContext, SheetLevel
from companion.menu.pages import Page

if TYPE_CHECKING:
    from PIL.Image import Image

    from companion.screens.paper import Paper


def resting(game: TableGame, state: Any) -> tuple[Any, Page]:
    """The view of a state, and the page that it comes to rest on."""
    view = game.view(state, TABLE)
    kind = "final" if getattr(view, "over", False) else "result" if getattr(view, "fresh", False) else ""
    context = MenuContext(
        questions=game.questions(state),
        sheets={kind: 1} if kind else {},
    )
    return view, page(Menu(levels=(SheetLevel(kind),)) if kind else Menu(), context)


def drawn(game: TableGame, state: Any, paper: Paper, words: Callable[[Message], str]) -> Image:
    """The picture of a state."""
    from companion.screens.picture import picture

    view, shown = resting(game, state)
    return picture(view, shown, paper, words)


def png(image: Image) -> bytes:
    """The picture as a file."""
    made = BytesIO()
    image.save(made, "PNG")
    return made.getvalue()
