"""The pages of Schotten Totten as it is really played, all variants: nothing overlaps, nothing is cut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.engine.history import History
from companion.games.definition import RandomGame
from companion.games.random_play import MAX_ANSWERS, step
from companion.games.schotten_totten import GAME
from companion.menu.pages import MapPage, SheetPage
from companion.screens.panels import PANELS
from companion.screens.picture import drawing, sheet_pages
from companion.screens.translator import Translator
from tests.screens.game_pages import pages
from tests.screens.layout import problems

EVERY = 7


def looked_at(seed: int, *variants: str) -> Iterator[History]:
    """A random game, looked at now and then, and at its end."""
    history, player = GAME.random_play.begin(RandomGame(2, seed, variants))
    for number in range(MAX_ANSWERS):
        if GAME.finished(history.state):
            break
        if number % EVERY == 0:
            yield history
        step(history, player)
    yield history


@pytest.mark.parametrize("variants", [(), ("tactics", "expert")], ids=["base", "tactics"])
@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("panel", PANELS)
def test_every_page_of_a_game_can_be_read(panel: str, language: str, variants: tuple[str, ...]) -> None:
    paper, translate, found = PANELS[panel].paper(), Translator(language), []
    for history in looked_at(2, *variants):
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


def test_a_place_is_asked_by_the_common_page_and_drawn_on_the_border() -> None:
    asked = [(history, page) for history in looked_at(3) for page in pages(history) if isinstance(page, MapPage)]
    assert asked
    for history, page in asked:
        pen = drawing(GAME.shown(GAME.view(history.state, "")), page, PANELS["4in2"].paper(), str)
        numbers = {each.text for each in pen.drawn if each.text.isdigit()}
        assert numbers >= {str(n) for n in range(1, 10)}, "every stone, however few have cards"
