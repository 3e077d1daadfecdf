"""The first picture: the name of the house, and one sentence. Needs no game."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.message import Message, tr
from companion.menu.pages import Hint
from companion.screens.footer import footer
from companion.screens.game_screens import ShownGame
from companion.screens.icons import COMPANION, LARGE, Icon
from companion.screens.paper import BIG, Box, line_height
from companion.screens.pen import Pen
from companion.screens.sentences import Sentence, write_sentences

TITLE = tr("Companion")
"""Where no game is on the table."""


def splash(pen: Pen, game: ShownGame | None, text: Message, hints: Sequence[Hint]) -> None:
    """The game's emblem and name (the companion's own where there is no game), a rule, the sentence."""
    title, emblem = (game.screens.title, game.screens.emblem) if game else (TITLE, COMPANION)
    title_picture(pen, title, emblem, text, hints)


def title_picture(pen: Pen, title: Message, emblem: Icon, text: Message, hints: Sequence[Hint]) -> None:
    """The same for a name and emblem of whoever draws it."""
    paper = pen.paper
    inner = paper.inner
    bottom = footer(pen, hints)
    size = LARGE * (4 if paper.panel == BIG else 2) if not paper.tight else LARGE
    top = inner.y + paper.px(4)
    pen.icon(inner.x + (inner.w - size) // 2, top, emblem, size)
    face = paper.face("name", bold=True)
    place = Box(inner.x, top + size + paper.px(4), inner.w, line_height(face))
    pen.text(place, title, face, align="centre", middle=True)
    pen.rule(inner.x + inner.w // 3, place.bottom + paper.px(2), inner.w // 3)
    rest = place.bottom + paper.px(6)
    write_sentences(
        pen,
        Box(inner.x, rest, inner.w, bottom - paper.px(3) - rest),
        [Sentence(text)],
        biggest="title" if paper.tight else "booked",
        align="centre",
        middle=True,
    )
