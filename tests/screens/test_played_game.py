"""The pages of a game as it is really played, on the smallest panel, where everything is tightest."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.engine.history import History
from companion.engine.message import Translate
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history
from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.installed_chronicles import game_rules, installed_library
from companion.games.random_play import play_step
from companion.menu.pages import Page
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.state.glen_more_2.model import HouseRules
from companion.state.glen_more_2.view import View
from tests.screens.game_pages import pages
from tests.screens.layout import problems
from tests.screens.samples import pseudo, sheet
from tests.screens.shown import SHEETS, drawing, sheet_pages

BOX = Path(__file__).parent.parent / "boxes" / "complete.toml"
EVERY, MOST = 7, 2000


class Look(NamedTuple):
    """A moment of a game: what the panel shows of it, and every page it has then."""

    view: View
    pages: tuple[Page, ...]


@cache
def looks(players: int, seed: int, complete: bool, chronicles: tuple[str, ...] = ()) -> tuple[Look, ...]:
    """Return moments of a random game, the last one at its end; played once for all panels and languages."""
    games = played(players, seed, complete, chronicles)
    return tuple(Look(history.game.view(history.state, ""), tuple(pages(history))) for history in games)


def played(players: int, seed: int, complete: bool, chronicles: tuple[str, ...] = ()) -> Iterator[History]:
    """Yield one random game now and then, and at its end."""
    facts = effective_facts(read_box(BOX)) if complete else effective_facts()
    history = new_history(game_rules(), facts, HouseRules(use_die=players == 2), chronicles)
    player = RandomPlayer(RandomGamePlan(players, seed, chronicles=chronicles))
    for number in range(MOST):
        if game_rules().is_finished(history.state):
            break
        if number % EVERY == 0:
            yield history
        play_step(history, player)
    yield history


@pytest.mark.parametrize("translate", [pseudo, Translator("cs")], ids=["pseudo", "cs"])
@pytest.mark.parametrize(("players", "complete"), [(2, False), (4, True)])
def test_every_page_of_a_game_is_whole_on_the_smallest_panel(
    players: int, complete: bool, translate: Translate
) -> None:
    paper, found, looked = PANELS["2in13"].paper(), [], 0
    for view, now in looks(players, 11, complete):
        for each in now:
            found += problems(drawing(view, each, paper, translate))
            looked += 1
    assert found == []
    assert looked > 100
    for kind in SHEETS:
        for number in range(sheet_pages(view, kind, paper, translate)):
            assert problems(drawing(view, sheet(kind, number), paper, translate)) == []


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("panel", ["2in13", "2in9"])
def test_every_page_of_a_game_with_all_chronicles_is_whole_on_small_panels(panel: str, language: str) -> None:
    paper, translate, looked = PANELS[panel].paper(), Translator(language), 0
    for view, now in looks(4, 3, True, tuple(installed_library().expansions)):
        for each in now:
            assert problems(drawing(view, each, paper, translate)) == []
            looked += 1
    assert looked > 1000
