"""The pages of a game of Glen More as it is really played, five at the table: nothing overlaps, nothing is cut."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.engine.history import History
from companion.engine.message import literal
from companion.games.definition import RandomGame
from companion.games.glen_more.catalogue import load_catalogue
from companion.games.glen_more.definition import GAME
from companion.games.random_play import MAX_ANSWERS, play_step
from companion.menu.pages import HomePage, Page, SheetPage
from companion.screens.game_screens import ShownGame
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing, sheet_pages
from companion.screens.translator import Translator
from companion.state.glen_more.model import GOODS, State
from companion.state.glen_more.text import map_icon
from companion.state.territory.model import SCOREKEEPER
from tests.screens.game_pages import pages
from tests.screens.layout import problems

EVERY, LANGUAGES = 9, ("en", "cs")


class Look(NamedTuple):
    """A moment of a game: what the panel shows of it, and every page it has then."""

    shown: ShownGame
    pages: tuple[Page, ...]


@cache
def looks(players: int, seed: int, depth: str) -> tuple[Look, ...]:
    """Return moments of a random game, the last one at its end; played once for all panels and languages."""
    games = looked_at(players, seed, depth)
    return tuple(Look(GAME.shown(GAME.view(history.state, "")), tuple(pages(history))) for history in games)


@cache
def states(players: int, seed: int) -> tuple[State, ...]:
    """Return the states of a random game in which it is looked at, the last one at its end."""
    return tuple(history.state for history in looked_at(players, seed))


def looked_at(players: int, seed: int, depth: str = SCOREKEEPER) -> Iterator[History]:
    """Yield one random game now and then, and at its end."""
    history, player = GAME.random_play.begin(RandomGame(players, seed, depth=depth))
    for number in range(MAX_ANSWERS):
        if GAME.finished(history.state):
            break
        if number % EVERY == 0:
            yield history
        play_step(history, player)
    yield history


@pytest.mark.parametrize("depth", GAME.depths)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("panel", PANELS)
def test_every_page_of_a_game_of_five_can_be_read(panel: str, language: str, depth: str) -> None:
    """Each moment is read on every panel in one of the languages, the end in both."""
    paper, translate, found = PANELS[panel].paper(), Translator(language), []
    moments = looks(5, 2, depth)
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


def test_five_players_have_five_marks_on_the_smallest_panel() -> None:
    """Each seat's mark is another one, and all of them find room over the counts."""
    paper = PANELS["2in13"].paper()
    *_, end = states(5, 2)
    shown = GAME.shown(GAME.view(end, ""))
    pen = make_drawing(shown, SheetPage("counts", ()), paper, str)
    assert problems(pen) == []
    assert shown.outline
    assert [figure.seat for figure in shown.outline.players] == [0, 1, 2, 3, 4]


def test_whatever_lies_in_a_territory_has_its_picture() -> None:
    facts = load_catalogue()
    signs = {map_icon(tile) for tile in facts.tiles.values()} | set(GOODS)
    assert signs - GAME.screens.icons.keys() == set()
    assert {map_icon(facts.tiles[f"1-{n:02}"]) for n in (1, 9)} == {"grain", "stone"}, "by what they bring"


@pytest.mark.parametrize(("panel", "read"), [("2in13", ["1/–", "2/1"]), ("7in5", ["buy", "sell"])])
def test_the_turn_screen_draws_the_market_with_its_coins(panel: str, read: list[str]) -> None:
    """As on the board where there is room, else a picture and two prices; no sentence says the same again."""
    state = next(state for state in states(3, 2) if state.stage in ("take", "turn"))
    state = replace(state, market={**dict.fromkeys(GOODS, 0), "stone": 1})
    pen = make_drawing(
        GAME.shown(GAME.view(state, "")), HomePage(literal("Go on"), ()), PANELS[panel].paper(), str
    )
    said = [each.text for each in pen.drawn]
    assert [words for words in read if words not in said] == []
    assert not any("wood" in words for words in said)


@pytest.mark.parametrize("panel", PANELS)
def test_who_turns_no_page_of_the_final_result_has_seen_totals_and_places(panel: str) -> None:
    *_, end = states(5, 2)
    pen = make_drawing(GAME.shown(GAME.view(end, "")), SheetPage("final", ()), PANELS[panel].paper(), str)
    said = [each.text for each in pen.drawn]
    totals = [str(player.total) for player in end.players]
    assert [total for total in totals if total not in said] == []
    assert {"Total", "Place"} <= set(said)


@pytest.mark.parametrize("kind", ["result", "final"])
def test_reasons_tell_players_as_people_call_them(kind: str) -> None:
    paper, found = PANELS["4in2"].paper(), ""
    for state in states(5, 2):
        shown = GAME.shown(GAME.view(state, ""))
        if shown.outline and kind in shown.outline.sheets:
            for at in range(sheet_pages(shown, kind, paper, str)):
                pen = make_drawing(shown, SheetPage(kind, (), at), paper, str)
                found += " ".join(each.text for each in pen.drawn)
    assert "more than player" in found
    assert "more than p" not in found.replace("more than player", "")
