"""Schotten Totten on the panel: whose turn it is, what can be claimed, the stones in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.engine.message import Message, begun, listed, literal, tr
from companion.menu.pages import HomePage
from companion.screens.footer import footer
from companion.screens.game_screens import GameScreens, GameSheet
from companion.screens.headline import headline
from companion.screens.icons import POINTS
from companion.screens.paper import Box, line_height
from companion.screens.pen import Pen
from companion.screens.sentences import Sentence, write_sentences
from companion.screens.splash import title_picture
from companion.screens.strips import Leaf, Strip
from companion.state.schotten_totten.outline import RESULT, outline_of
from companion.state.schotten_totten.view import SideView, StoneView, View

TITLE = literal("Schotten Totten")


def home(pen: Pen, view: View, page: HomePage) -> None:
    """Before the first round there is only the game's name."""
    if not view.stones:
        title_picture(pen, TITLE, POINTS, page.text, page.hints)
        return
    bottom = footer(pen, page.hints)
    box = headline(pen, title(view), outline_of(view), view.to_move, lines=1)
    room = Box(box.x, box.y, box.w, bottom - box.y)
    write_sentences(pen, room, [Sentence(page.text, bold=True), *map(Sentence, sentences(view))])


def title(view: View) -> Message:
    """Whose turn it is, or what is under way."""
    if view.over:
        return tr("The game is over")
    if not view.to_move:
        return tr("The round is over")
    return begun(tr("{name}'s turn", name=view.player(view.to_move).label))


def sentences(view: View) -> Iterator[Message]:
    """The likeliest to be wanted first: those that find no room are left out."""
    if view.why:
        yield view.why
    yield from view.todo
    yield from (_stone(view, stone) for stone in view.stones if stone.a.cards or stone.b.cards)


def _stone(view: View, stone: StoneView) -> Message:
    a, b = map(_cards, (stone.a, stone.b))
    if stone.owner:
        return tr("Stone {n} ({owner}): {a} / {b}", n=stone.number, owner=view.player(stone.owner).label, a=a, b=b)
    return tr("Stone {n}: {a} / {b}", n=stone.number, a=a, b=b)


def _cards(side: SideView) -> Message:
    return listed(card.label for card in side.cards) if side.cards else literal("–")


def leaves(pen: Pen, view: View) -> list[Leaf]:
    """A line for each round, then for both players' points."""
    high = line_height(pen.paper.face("text")) + 2
    lines = [*(result.why for result in view.results), *_points(view)]
    return [Leaf(tr("Points"), tuple(Strip(high, partial(_line, line=line)) for line in lines))]


def _points(view: View) -> Iterator[Message]:
    for player in view.players:
        yield tr("{player} {n}", player=player.label, n=player.points)


def _line(pen: Pen, box: Box, line: Message) -> None:
    pen.text(box, line, pen.paper.face("text"))


SCREENS: GameScreens[View] = GameScreens(
    title=TITLE,
    emblem=POINTS,
    home=home,
    sheets={RESULT: GameSheet(label=tr("Points of the rounds"), leaves=leaves, key="OK+", hint=tr("points"))},
)
