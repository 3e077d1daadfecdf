"""What the border's picture shows, in words, for those who can't see it. Adds nothing up."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, Translate, begun, listed, literal, tr
from companion.menu.pages import HomePage, MapPage, Page
from companion.screens.schotten_totten.home import sentences, title
from companion.state.schotten_totten.view import SideView, StoneView, View


def spoken(view: View, page: Page, translate: Translate) -> list[str]:
    """A sentence for each thing on the home page and where a place is chosen."""
    return [translate(line) for line in _lines(view, page)]


def _lines(view: View, page: Page) -> Iterator[Message]:
    if not view.stones or not isinstance(page, HomePage | MapPage):
        return
    if isinstance(page, HomePage):
        yield title(view)
        yield from map(begun, sentences(view))
    yield from (_stone(view, stone) for stone in view.stones if stone.a.cards or stone.b.cards)


def _stone(view: View, stone: StoneView) -> Message:
    a, b = map(_cards, (stone.a, stone.b))
    if stone.owner:
        return tr("Stone {n} ({owner}): {a} / {b}", n=stone.number, owner=view.player(stone.owner).label, a=a, b=b)
    return tr("Stone {n}: {a} / {b}", n=stone.number, a=a, b=b)


def _cards(side: SideView) -> Message:
    return listed(card.label for card in side.cards) if side.cards else literal("–")
