"""The counting game on the panel."""

from __future__ import annotations

from functools import partial

from companion.engine.message import literal, tr
from companion.menu.pages import HomePage
from companion.screens.frame import draw_footer, draw_headline
from companion.screens.game_screens import GameScreens, GameSheet
from companion.screens.icons import Icon
from companion.screens.paper import Box, line_height
from companion.screens.pen import Pen, Sentence, write_sentences
from companion.screens.tables import Leaf, Strip
from tests.counting_game.view import RESULT, HeapView, outline

HEAP = Icon("heap", "\n".join(["." * 16] * 8 + ["#" * 16] * 8 + ["poly 16,2.7 32,32 0,32"]))


def home(pen: Pen, view: HeapView, page: HomePage) -> None:
    """The heap as the title, the question, the bowls."""
    bottom = draw_footer(pen, page.hints)
    box = draw_headline(pen, tr("The heap has {n} stones", n=view.heap), outline(view), "" if view.over else "Ann")
    bowls = tr("Red bowl {red}, blue bowl {blue}", red=view.red, blue=view.blue)
    room = Box(box.x, box.y, box.w, bottom - box.y)
    write_sentences(pen, room, [Sentence(page.text, bold=True), Sentence(bowls)])


def leaves(pen: Pen, view: HeapView) -> list[Leaf]:
    """A line for each player."""
    high = line_height(pen.paper.face("text")) + 2
    return [Leaf(tr("Stones"), tuple(Strip(high, partial(_line, at=at, view=view)) for at in range(2)))]


def _line(pen: Pen, box: Box, at: int, view: HeapView) -> None:
    player = outline(view).players[at]
    face = pen.paper.face("text")
    pen.text(box, player.label, face)
    pen.text(box, literal(str(player.points)), face, align="right")


SCREENS: GameScreens[HeapView] = GameScreens(
    title=literal("Counting"),
    emblem=HEAP,
    home=home,
    sheets={RESULT: GameSheet(label=tr("Who has most"), leaves=leaves, key="OK+", hint=tr("who has most"))},
)
