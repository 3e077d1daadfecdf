"""Something explained: a title and sentences, in the biggest letters in which all of it has room, else on pages.

Words no sentence itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.message import Message
from companion.menu.pages import ArticlePage, SheetPage
from companion.screens.game_screens import ShownGame
from companion.screens.paper import SMALLEST, Box, Face, Fitted, text_height, wrap
from companion.screens.pen import Pen
from companion.screens.strips import Leaf, Strip, in_pages, leaf, room

ROLES = ("text", "body", "note")
"""Letters, the biggest first; below them only the smallest of all."""


def article(pen: Pen, _game: ShownGame | None, page: ArticlePage) -> None:
    """Draw the part of it that is wanted."""
    leaves = article_leaves(pen, page)
    turn = (page.turn,) if page.turn and len(leaves) > 1 else ()
    leaf(pen, leaves, SheetPage("", (*page.hints, *turn), page.page % len(leaves), len(leaves)))


def article_leaves(pen: Pen, page: ArticlePage) -> list[Leaf]:
    """Its pages on this paper; all sentences in the same letters, so that they read as one text."""
    faces = [*(pen.paper.face(role) for role in ROLES), SMALLEST]
    tried = [_strips(pen, page.text, face) for face in faces]
    whole = [strips for strips in tried if all(each.height <= room(pen) for each in strips)]
    pages = [in_pages(strips, room(pen)) for strips in whole or tried[-1:]]
    usual = pages[min(len(pages), len(ROLES)) - 1]
    return [Leaf(page.title, strips) for strips in next((each for each in pages if len(each) == 1), usual)]


def _strips(pen: Pen, text: Sequence[Message], face: Face) -> list[Strip]:
    between = pen.paper.px(2 if pen.paper.tight else 8)
    found = []
    for each in text:
        lines = Fitted(face, wrap(pen.translate(each), pen.paper.inner.w, face))
        found.append(Strip(text_height(len(lines.lines), face) + between, partial(_draw, lines=lines)))
    return found


def _draw(pen: Pen, box: Box, lines: Fitted) -> None:
    pen.fitted(box, lines)
