"""The first picture: the name of the house, and one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.message import Message, literal
from companion.menu.pages import Hint
from companion.screens import icons
from companion.screens.footer import footer
from companion.screens.paper import Box, line_height
from companion.screens.pen import Pen
from companion.screens.sentences import Sentence, write_sentences

TITLE = literal("Glen More II")


def splash(pen: Pen, text: Message, hints: Sequence[Hint]) -> None:
    """A castle, the game's name, a rule, the sentence."""
    paper = pen.paper
    inner = paper.inner
    bottom = footer(pen, hints)
    times = max(2, (bottom - inner.y) // (4 * icons.ICON_SIZE))
    size = icons.ICON_SIZE * times
    top = inner.y + paper.px(4)
    pen.stamp(inner.x + (inner.w - size) // 2, top, icons.LANDMARKS, times)
    face = paper.face("huge", bold=True)
    title = Box(inner.x, top + size + paper.px(4), inner.w, line_height(face))
    pen.text(title, TITLE, face, align="centre", middle=True)
    pen.rule(inner.x + inner.w // 3, title.bottom + paper.px(2), inner.w // 3)
    rest = title.bottom + paper.px(6)
    write_sentences(
        pen,
        Box(inner.x, rest, inner.w, bottom - paper.px(3) - rest),
        [Sentence(text)],
        align="centre",
        middle=True,
    )
