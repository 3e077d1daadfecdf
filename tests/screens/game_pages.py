"""Every page that a game shows where it stands: for tests that look whether each of them can be read."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import CORRECTION
from companion.engine.history import History
from companion.engine.offers import Amount, Pick
from companion.menu import menu_state
from companion.menu.forms import next_part
from companion.menu.menu import menu_page
from companion.menu.menu_state import Menu, MenuContext, MenuScreen
from companion.menu.pages import Page


def pages(history: History) -> Iterator[Page]:
    """The turn screen, every open question, and the first part of each of its offers."""
    game, state = history.game, history.state
    questions = game.questions(state)
    around = MenuContext(questions=questions, corrections=lambda: game.question(state, CORRECTION))
    stood: list[MenuScreen] = [menu_state.MoreOffers(), menu_state.MainMenu()]
    for question in questions:
        stood.append(menu_state.OfferList(question.number, 0))
        for offer in question.offers:
            if not offer.closed and isinstance(next_part(offer, ()), Pick | Amount):
                stood.append(menu_state.OfferForm(question.number, offer.name))
    yield menu_page(Menu(), around)
    for level in stood:
        yield menu_page(Menu((level,)), around)
