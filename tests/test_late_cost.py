"""What an earlier tile cost is entered where the companion says that it isn't yet: two presses away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.history import check
from companion.menu.pages import HomePage, KeysPage, SheetPage
from companion.screens.panels import PANELS
from companion.screens.picture import drawing
from companion.screens.translator import Translator
from tests.screens.layout import problems
from tests.screens.test_all_counts import all_pages
from tests.test_mending import Mending
from tests.test_mending_counts import laid_out, number_keys, takes
from tests.test_on_small_glass import glass, reads


@pytest.fixture(params=PANELS)
def owing(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Mending]:
    """Nothing has a sticker. Red takes a tile and ends the turn without a word of its cost; Yellow is on turn."""
    with Mending(tmp_path, panel=request.param) as table:
        laid_out(table)
        takes(table)
        table.press("OK")
        yield table


def ends_the_turn(table: Mending, *, free: bool = True) -> None:
    takes(table)
    if free:
        table.press("DOWN")
        table.to("Paid nothing")
    table.press("OK")
    while not isinstance(table.page, HomePage):
        table.press("OK")


def doubted(table: Mending, who: str) -> set[str]:
    return set(next(player.doubtful for player in table.view.players if player.id == who)) - {"scots_home"}


def to_the_question(table: Mending) -> None:
    """From the line on the turn screen."""
    table.press("BACK")
    assert isinstance(table.page, SheetPage)
    assert next(hint.label for hint in table.page.hints if hint.button == "OK").text == "cost"
    table.press("OK")
    assert isinstance(table.page, KeysPage)


@pytest.mark.rule("GM-TIL-02")
def test_from_the_line_that_a_cost_is_missing_two_presses_lead_to_the_question_for_it(owing: Mending) -> None:
    reads(owing, "Red: the tile's cost is not entered yet", "Červený: cena dílku ještě není zadána")
    owing.press("BACK")
    reads(owing, "OK: what an earlier tile cost, or that nobody", "OK: co stál dřívější dílek, nebo že to nikdo")
    owing.press("OK")
    reads(owing, "Red, turn 1: what did the tile cost?", "Červený, tah 1: co dílek stál?")
    coins = owing.player("red").coins  # type: ignore[attr-defined]
    owing.to("2 coins")
    assert owing.player("red").coins == coins - 2  # type: ignore[attr-defined]
    assert doubted(owing, "red") == set()
    assert "not entered" not in all_words(owing)
    assert check(owing.app.running.history) is None


def all_words(table: Mending) -> str:
    """Of the sheet that lies open or the page there is."""
    return all_pages(table, "en") if isinstance(table.page, SheetPage) else glass(table, Translator("en"))


@pytest.mark.parametrize(
    ("further", "row", "left", "doubts"),
    [
        (False, "Nothing", (5, 0), set()),
        (False, "1 coin", (4, 0), set()),
        (True, "3 coins", (2, 0), set()),
        (True, "Own goods", (5, 0), set()),
        # Nobody has fewer than none: where the barrel came from nobody has entered.
        (True, "1 barrel", (5, 0), {"barrels"}),
    ],
)
def test_every_usual_cost_has_a_key_and_settles_the_doubt(
    tmp_path: Path, further: bool, row: str, left: tuple[int, int], doubts: set[str]
) -> None:
    with Mending(tmp_path, panel="2in13") as table:
        laid_out(table)
        takes(table)
        table.press("OK")
        to_the_question(table)
        if further:
            table.press("DOWN+")
        table.to(row)
        red = table.player("red")
        assert (red.coins, red.barrels) == left  # type: ignore[attr-defined]
        assert doubted(table, "red") == doubts


def test_more_coins_than_have_keys_are_a_number(tmp_path: Path) -> None:
    with Mending(tmp_path, panel="2in13") as table:
        laid_out(table)
        takes(table)
        table.press("OK")
        to_the_question(table)
        table.press("DOWN+")
        table.to("More coins")
        table.press(*["UP"] * 3, "OK")
        assert table.player("red").coins == 1  # type: ignore[attr-defined]
        assert doubted(table, "red") == set()


def test_a_press_too_many_books_nothing_and_what_nobody_knows_is_reminded_of_no_more(owing: Mending) -> None:
    to_the_question(owing)
    assert number_keys(owing)["OK"] == "Nobody knows"
    before = owing.player("red")
    owing.press("OK")
    assert owing.player("red").coins == before.coins  # type: ignore[attr-defined]
    assert doubted(owing, "red") == {"barrels", "coins"}, "the scorings that use them ask"
    assert "not entered" not in all_words(owing)
    owing.press("BACK")
    for _ in range(3):
        ends_the_turn(owing)
        assert "not entered" not in glass(owing, Translator("en"))


def test_it_stays_owed_and_is_told_again_when_its_player_is_to_take_a_tile(owing: Mending) -> None:
    ends_the_turn(owing)
    assert "not entered" not in glass(owing, Translator("en"))
    to_the_question(owing)
    assert owing.says == "Red, turn 1: what did the tile cost?", "also in the turns of the others"
    owing.press("BACK", "BACK")
    ends_the_turn(owing)
    assert owing.view.on_turn == "red"
    reads(owing, "Red: the cost of turn 1 is not entered yet", "Červený: cena z tahu 1 ještě není zadána")
    to_the_question(owing)
    owing.to("1 coin")
    owing.press("BACK")
    assert "not entered" not in glass(owing, Translator("en"))


def test_it_never_pays_for_the_tile_of_the_turn_that_runs(owing: Mending) -> None:
    ends_the_turn(owing)
    ends_the_turn(owing)
    takes(owing)
    to_the_question(owing)
    owing.to("1 coin")
    assert doubted(owing, "red") == set()
    owing.press("BACK")
    assert "First enter the tile's cost, even 0" in [str(each.text) for each in owing.view.owed]


def test_where_several_wait_it_is_asked_whose_and_of_one_player_the_last_comes_first(owing: Mending) -> None:
    ends_the_turn(owing)
    ends_the_turn(owing, free=False)
    reads(owing, "Costs not entered yet: Blue, Red", "Ceny ještě nezadané: Modrý, Červený")
    ends_the_turn(owing, free=False)
    to_the_question(owing)
    assert owing.says == "Whose tile?"
    owing.to("Red")
    assert owing.says == "Red, turn 4: what did the tile cost?"
    owing.to("1 coin")
    assert doubted(owing, "red") == {"barrels", "coins"}
    owing.press("OK")
    owing.to("Red")
    assert owing.says == "Red, turn 1: what did the tile cost?"
    owing.to("Nothing")
    assert doubted(owing, "red") == set()


@pytest.mark.parametrize(
    ("row", "line"),
    [
        ("Nothing", "corrected: Red: an earlier tile was free, in Yellow's turn"),
        ("Nobody knows", "corrected: Red: an earlier tile's cost stays open, in Yellow's turn"),
        ("2 coins", "corrected: Red -2 coins, in Yellow's turn"),
    ],
)
def test_the_history_says_what_was_entered_and_undo_takes_it_back(owing: Mending, row: str, line: str) -> None:
    to_the_question(owing)
    owing.to(row)
    history = owing.app.running.history
    assert str(history.lines()[-1][1]).lower() == line.lower()
    owing.press("BACK", "UNDO")
    assert doubted(owing, "red") == {"barrels", "coins"}
    pen = drawing(
        owing.app.snapshot.game.shown(owing.view), owing.page, PANELS[owing.panel].paper(), Translator("cs")
    )
    assert problems(pen) == []


def test_where_nothing_is_owed_the_sheet_is_left_by_ok(owing: Mending) -> None:
    to_the_question(owing)
    owing.to("Nothing")
    assert isinstance(owing.page, SheetPage)
    owing.press("OK")
    assert isinstance(owing.page, HomePage)
