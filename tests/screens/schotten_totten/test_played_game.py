"""The pages of Schotten Totten as it is really played, all variants: nothing overlaps, nothing is cut."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from companion.engine.history import History
from companion.games.definition import RandomGame
from companion.games.random_play import MAX_ANSWERS, play_step
from companion.games.schotten_totten.definition import GAME
from companion.menu.pages import MapPage, Page, SheetPage
from companion.screens.game_screens import ShownGame
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing, sheet_pages
from companion.screens.translator import Translator
from tests.screens.game_pages import pages
from tests.screens.layout import problems

EVERY, LANGUAGES = 7, ("en", "cs")


class Look(NamedTuple):
    """A moment of a game: what the panel shows of it, and every page it has then."""

    shown: ShownGame
    pages: tuple[Page, ...]


@cache
def looks(seed: int, *variants: str) -> tuple[Look, ...]:
    """Return moments of a random game, the last one at its end; played once for all panels and languages."""
    games = looked_at(seed, *variants)
    return tuple(Look(GAME.shown(GAME.view(history.state, "")), tuple(pages(history))) for history in games)


def looked_at(seed: int, *variants: str) -> Iterator[History]:
    """Yield one random game now and then, and at its end."""
    history, player = GAME.random_play.begin(RandomGame(2, seed, variants))
    for number in range(MAX_ANSWERS):
        if GAME.finished(history.state):
            break
        if number % EVERY == 0:
            yield history
        play_step(history, player)
    yield history


@pytest.mark.parametrize("variants", [(), ("tactics", "expert")], ids=["base", "tactics"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("panel", PANELS)
def test_every_page_of_a_game_can_be_read(panel: str, language: str, variants: tuple[str, ...]) -> None:
    """Each moment is read on every panel in one of the languages, the end in both."""
    paper, translate, found = PANELS[panel].paper(), Translator(language), []
    moments = looks(2, *variants)
    for shown, now in (*moments[LANGUAGES.index(language) :: len(LANGUAGES)], moments[-1]):
        assert shown.outline
        drawn = [*now]
        for kind in shown.outline.sheets:
            drawn += [SheetPage(kind, (), at) for at in range(sheet_pages(shown, kind, paper, translate))]
        for each in drawn:
            found += [
                f"{type(each).__name__}: {wrong}"
                for wrong in problems(make_drawing(shown, each, paper, translate))
            ]
    assert [*dict.fromkeys(found)] == []


def test_a_place_is_asked_by_the_common_page_and_drawn_on_the_border() -> None:
    asked = [(shown, page) for shown, now in looks(3) for page in now if isinstance(page, MapPage)]
    assert asked
    for shown, page in asked:
        pen = make_drawing(shown, page, PANELS["4in2"].paper(), str)
        numbers = {each.text for each in pen.drawn if each.text.isdigit()}
        assert numbers >= {str(n) for n in range(1, 10)}, "every stone, however few have cards"
