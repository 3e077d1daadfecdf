"""Glen More at referee depth at the case: taps and buttons, no count entered."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.game import CORRECTION
from companion.engine.offers import Answer
from companion.menu.pages import ArticlePage, HomePage, MapPage, NoticePage
from companion.screens.paper import PANELS as PAPERS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.session.inputs import AnswerSubmitted
from tests.games.test_glen_more import evening
from tests.screens.layout import problems
from tests.table import Table

PANELS = ("2in13", "7in5")


def followed_not_laid(table: Table, players: int = 3) -> None:
    """Start villages are tapped, the depth is chosen."""
    table.tap(*(f"tile:S-0{n}" for n in range(1, players + 1)))
    table.press("OK")
    table.press("DOWN", "DOWN", "DOWN", "OK", "DOWN", "OK")
    assert table.rows[-1] == "Depth: referee"
    assert table.rows[table.page.cursor] == "Lay out the rondel", "what is done next"
    table.press("OK")


def followed(table: Table, players: int = 3) -> None:
    """The same, and the rondel is laid out untold."""
    followed_not_laid(table, players)
    table.press("OK")


@pytest.mark.parametrize("panel", PANELS)
def test_a_turn_is_a_tap_a_place_and_the_end(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel) as table:
        followed(table)
        assert (table.view.depth, table.says) == ("referee", "Player 1, tap the tile you take")
        table.tap("tile:0-02")
        table.press("OK")
        assert table.says == "Player 1, where do you place meadow, river?"
        assert isinstance(table.page, MapPage)
        assert [str(row.label) for row in table.page.rows if not row.closed] == ["1 up", "1 down"]
        assert not table.page.rows[table.page.cursor].closed, "what is legal stands first"
        table.press("OK")
        assert isinstance(table.page, HomePage)
        assert table.says == "1 movement point. Lay 1 tile of deck 1."
        assert [str(line) for line in table.view.turn_log][-1] == "player 1: +1 sheep (meadow (1 up))"
        table.press("OK")
        assert table.view.on_turn == "p2"


def test_a_turn_that_was_played_by_itself_goes_back_with_undo(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        followed(table)
        table.tap("tile:0-02")
        table.press("OK", "OK", "UNDO")
        undone = "player 1 lays meadow, river: 1 up, +1 sheep (1 up), 1 movement point"
        assert table.says == f"Undone: {undone}. Put back:"
        assert table.rows[1:] == [
            "player 1: -1 sheep (meadow (1 up))",
            "Take up meadow, river from the territory of player 1",
        ]
        table.press("OK")
        assert table.view.players[0].tiles == 2, "it is taken, and waits for its place"
        assert len(table.view.territories[0]) == 1


def test_where_nothing_is_entered_freely_an_earlier_turn_says_so(tmp_path: Path) -> None:
    with evening(tmp_path, "2in13") as table:
        followed(table)
        table.tap("tile:0-02")
        table.press("OK", "OK", "OK")
        assert table.view.on_turn == "p2"
        table.press("UNDO+")
        table.press(*table.keys_to(next(row for row in table.rows if "meadow" in row)))
        table.press(*table.keys_to("Something was forgotten here"))
        assert "Nothing is entered freely here" in table.says


def test_a_game_at_referee_depth_goes_on_where_the_plug_was_pulled(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        followed(table)
        table.tap("tile:0-02")
        table.press("OK", "OK")
        before = table.view
    with Table(tmp_path, game="") as table:
        assert table.view == before
        assert [(tile.x, tile.y) for tile in table.view.territories[0]] == [(0, 0), (0, 1)]


def test_a_card_for_what_the_companion_books_itself_says_so(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        followed(table)
        for card in ("card:points_3", "card:barrel"):
            table.tap(card)
            assert table.says == "The companion follows the territories and books that itself."
            table.press("OK")
        table.tap("tile:0-02")
        table.press("OK")
        table.tap("card:done")
        assert table.says == "First place the tile."


def told_game(table: Table, *first: str) -> None:
    """Three sit down and tap all tiles as they are laid, these first."""
    followed_not_laid(table)
    others = [f"0-0{n}" for n in range(1, 9) if f"0-0{n}" not in first]
    table.tap(*(f"tile:{piece}" for piece in (*first, *others, "1-09")))
    assert table.says == "Player 1, tap the tile you take"


@pytest.mark.parametrize("panel", PANELS)
def test_a_movement_point_goes_to_the_scot_nearest_the_new_tile(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel) as table:
        told_game(table, "0-02")
        table.tap("tile:0-02")
        table.press("OK")
        assert table.says == "1 movement point. Lay 1 tile of deck 1."
        table.press("UP+")
        assert isinstance(table.page, MapPage)
        assert table.says == "Scot (start village): where to?", "who goes is the one Scot there is"
        table.press("OK")
        assert table.view.territories[0][1].figures == 1
        table.press("UNDO", "OK", "DOWN+")
        assert (table.view.players[0].scots, table.view.players[0].chieftains) == (1, 0), (
            "the last one is asked about"
        )


def test_after_the_die_the_tile_that_is_laid_is_tapped_and_nothing_pressed(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        told_game(table, "0-01", "0-02", "0-03", "0-04")
        for taken, laid in (("0-01", "1-01"), ("0-02", "1-02"), ("0-03", "1-03")):
            table.tap(f"tile:{taken}")
            while isinstance(table.page, MapPage):
                table.press("OK")
            table.tap(f"tile:{laid}")
        assert table.says.startswith("The die's turn")
        table.press("OK")
        assert table.says == "Lay 1 tile of deck 1."
        table.tap("tile:1-04")
        assert table.view.on_turn in ("p1", "p2", "p3")
        assert [space.piece for space in table.view.track][-1] == "1-04"


def glass(table: Table, language: str = "en") -> str:
    """All words on the picture, which is whole."""
    now = table.app.snapshot
    pen = make_drawing(now.game.shown(table.view), now.page, PAPERS[table.panel].paper(), Translator(language))
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn if each.kind == "text")


def corrects(table: Table, *rows: str) -> None:
    table.press("BACK+")
    for row in ("Correct something", *rows):
        table.press(*table.keys_to(row))


@pytest.mark.rule("G1-PLC-03")
def test_a_tile_that_lies_elsewhere_against_a_rule_is_said_and_marked(tmp_path: Path) -> None:
    with evening(tmp_path, "2in13") as table:
        followed(table)
        table.tap("tile:0-02")
        table.press("OK", "OK")
        corrects(table, "A tile of a territory lies elsewhere")
        table.press("OK")
        assert isinstance(table.page, MapPage)
        there = next(n for n, row in enumerate(table.page.rows) if str(row.label) == "1 to the right")
        table.press(*["DOWN"] * (there - table.page.cursor), "OK")
        assert (table.view.territories[0][1].x, table.view.territories[0][1].y) == (1, 0)
        assert "Against a rule: There is one river, straight from north to south without a gap." in glass(table)
        assert "It stays as you say, marked in the history." in glass(table)
        assert "Proti pravidlu: Řeka je jedna, rovná od severu k jihu" in glass(table, "cs")
        table.press("DOWN")
        assert isinstance(table.page, ArticlePage), "why?"
        table.press("OK", "UNDO+", "OK")
        marked = next(n for n, row in enumerate(table.rows) if row.endswith("done anyway, against a rule"))
        table.press(*["DOWN"] * (marked - table.page.cursor))
        assert "proti pravidlu" in glass(table, "cs")


@pytest.mark.rule("G1-PRD-02")
def test_more_goods_by_hand_than_a_tile_holds_are_said(tmp_path: Path) -> None:
    with evening(tmp_path, "2in13") as table:
        followed(table)
        for good, n, breaks in (("wood", 3, False), ("stone", 1, True)):
            table.app.submit(AnswerSubmitted(Answer(CORRECTION, "goods", ("p1", "0,0", good, n)))).result(5)
            assert isinstance(table.page, NoticePage) == breaks
        assert "Against a rule: A tile never holds more than 3 goods" in glass(table)


def test_what_two_numbers_at_a_good_are_and_where_a_tile_was_laid_is_said(tmp_path: Path) -> None:
    with evening(tmp_path, "2in13") as table:
        told_game(table, "0-02")
        assert "buy/sell 2/1 2/1" in glass(table)
        assert "kup/prod 2/1 2/1" in glass(table, "cs")
        table.tap("tile:0-02")
        table.press("OK")
        table.tap("tile:1-01")
        table.press("UNDO+", "OK")
        laid = next(n for n, row in enumerate(table.rows) if "1 tile laid on the rondel" in row)
        assert "movement point" in table.rows[laid], "the point that nobody used is not dropped without a word"
        table.press(*["DOWN"] * (laid - table.page.cursor))
        assert "1 tile laid on the rondel" in glass(table)
        assert "na rondel vyložen 1 dílek" in glass(table, "cs")
