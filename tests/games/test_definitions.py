"""What every definition promises the application, asked of each game that there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.engine.game import TABLE_VIEWER
from companion.engine.history import History
from companion.games.definition import AnyGame, RandomGame
from companion.games.installed import InstalledGames, installed_games
from companion.games.random_play import MAX_ANSWERS, play_step
from companion.screens.paper import PANELS
from companion.screens.picture import sheet_pages
from companion.web.session_calls import encode_json
from tests.counting_game import GAME as COUNTING

ALL = [*installed_games(), COUNTING]
each_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)


def played(game: AnyGame, *expansions: str, depth: str = "") -> Iterator[History]:
    """A random game, after each answer."""
    start = RandomGame(min(game.players), seed=4, expansions=expansions, depth=depth)
    history, player = game.random_play.begin(start)
    yield history
    for _ in range(MAX_ANSWERS):
        if game.finished(history.state):
            return
        play_step(history, player)
        yield history


@each_game
def test_its_rules_and_its_journals_have_its_id(game: AnyGame) -> None:
    assert game.rules.slug == game.id
    assert game.rules is game.rules, "they are made once"
    assert next(played(game)).header.game == game.id


@each_game
def test_the_outline_goes_along_with_the_game(game: AnyGame) -> None:
    kinds: set[str] = set()
    for history in played(game):
        view = game.view(history.state, TABLE_VIEWER)
        outline = game.outline(view)
        assert outline.over == game.finished(history.state)
        assert bool(outline.winners) == outline.over
        assert {*outline.winners} <= {figure.id for figure in outline.figures}
        assert set(outline.sheets) <= set(game.screens.sheets)
        assert not outline.announced_sheet or outline.announced_sheet in outline.sheets
        assert [figure.seat for figure in outline.players] == [*range(len(outline.players))]
        kinds |= set(outline.sheets)
    assert outline.over
    if kinds < set(game.screens.sheets) and game.expansions:
        # Some are about what only an expansion brings.
        known = [each.id for each in game.expansions.known()]
        kinds = kinds.union(*(game.outline(game.view(h.state, TABLE_VIEWER)).sheets for h in played(game, *known)))
    for depth in game.depths[1:] if kinds < set(game.screens.sheets) else ():
        kinds = kinds.union(
            *(game.outline(game.view(h.state, TABLE_VIEWER)).sheets for h in played(game, depth=depth))
        )
    assert kinds == set(game.screens.sheets), "each of its sheets was there at some time"
    for kind in outline.sheets:
        assert sheet_pages(game.shown(view), kind, PANELS["2in13"].paper()) >= 1


@each_game
def test_what_the_page_and_programs_are_told_is_json(game: AnyGame) -> None:
    def translate(message: Any) -> str:
        return str(message)

    for number, history in enumerate(played(game)):
        if number % 20 == 0:
            view = game.view(history.state, TABLE_VIEWER)
            board = encode_json(game.page.board(view, translate), translate)
            assert msgspec.json.decode(board)
            assert msgspec.json.decode(encode_json(msgspec.structs.asdict(view), translate))
            assert msgspec.json.encode(game.summary(history.state))
            tags = [
                piece.tag for group in game.page.tray(history.state, view, translate) for piece in group.pieces
            ]
            assert {tag.partition(":")[0] for tag in tags} <= set(game.tag_kinds)
    assert all(path.is_file() for path in game.page.files.values())


def test_no_two_games_share_a_name_a_file_or_a_table() -> None:
    for of in (
        lambda game: game.id,
        lambda game: game.on_disk.box,
        lambda game: game.on_disk.stickers,
        lambda game: game.on_disk.house_rules,
        lambda game: game.on_disk.habits,
    ):
        assert len({of(game) for game in ALL}) == len(ALL)


def test_games_are_listed_by_their_places_and_the_first_is_meant_where_nobody_says_which() -> None:
    games = InstalledGames(reversed(ALL))
    assert [game.place for game in games] == sorted(game.place for game in ALL)
    assert games.first.id == "glen_more_2"
    assert ("counting" in games, "chess" in games, len(games)) == (True, False, len(ALL))
    with pytest.raises(LookupError):
        games.of("chess")
    with pytest.raises(LookupError):
        assert InstalledGames([]).first
