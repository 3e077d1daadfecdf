"""The pages of a game of Glen More as it is really played, five at the table: nothing overlaps, nothing is cut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.engine.game import CORRECTION
from companion.engine.history import History
from companion.engine.offers import Amount, Pick
from companion.games.definition import RandomGame
from companion.games.glen_more import GAME
from companion.games.random_play import MAX_ANSWERS, step
from companion.menu import menu_state
from companion.menu.forms import next_part
from companion.menu.menu import page
from companion.menu.menu_state import Level, Menu, MenuContext
from companion.menu.pages import Page, SheetPage
from companion.screens.panels import PANELS
from companion.screens.picture import drawing, sheet_pages
from companion.screens.translator import Translator
from tests.screens.layout import problems

EVERY = 9


def looked_at(players: int, seed: int) -> Iterator[History]:
    """A random game, looked at now and then, and at its end."""
    history, player = GAME.random_play.begin(RandomGame(players, seed))
    for number in range(MAX_ANSWERS):
        if GAME.finished(history.state):
            break
        if number % EVERY == 0:
            yield history
        step(history, player)
    yield history


def pages(history: History) -> Iterator[Page]:
    """The turn screen, every open question, and the first part of each of its offers."""
    game, state = history.game, history.state
    questions = game.questions(state)
    around = MenuContext(questions=questions, corrections=lambda: game.question(state, CORRECTION))
    stood: list[Level] = [menu_state.MoreOffers(), menu_state.MainMenu()]
    for question in questions:
        stood.append(menu_state.OfferList(question.number, 0))
        for offer in question.offers:
            if not offer.closed and isinstance(next_part(offer, ()), Pick | Amount):
                stood.append(menu_state.OfferForm(question.number, offer.name))
    yield page(Menu(), around)
    for level in stood:
        yield page(Menu((level,)), around)


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("panel", PANELS)
def test_every_page_of_a_game_of_five_can_be_read(panel: str, language: str) -> None:
    paper, translate, found = PANELS[panel].paper(), Translator(language), []
    for history in looked_at(5, 2):
        shown = GAME.shown(GAME.view(history.state, ""))
        assert shown.outline
        drawn = [*pages(history)]
        for kind in shown.outline.sheets:
            drawn += [SheetPage(kind, (), at) for at in range(sheet_pages(shown, kind, paper, translate))]
        for each in drawn:
            found += [
                f"{type(each).__name__}: {wrong}" for wrong in problems(drawing(shown, each, paper, translate))
            ]
    assert [*dict.fromkeys(found)] == []


def test_five_players_have_five_marks_on_the_smallest_panel() -> None:
    """Each seat's mark is another one, and all of them find room over the counts."""
    paper = PANELS["2in13"].paper()
    *_, end = looked_at(5, 2)
    shown = GAME.shown(GAME.view(end.state, ""))
    pen = drawing(shown, SheetPage("counts", ()), paper, str)
    assert problems(pen) == []
    assert shown.outline
    assert [figure.seat for figure in shown.outline.players] == [0, 1, 2, 3, 4]
