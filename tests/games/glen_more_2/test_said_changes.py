"""What was entered, changed or undone is said so that people see it: which part, which entry, which count."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.menu.pages import HomePage, NoticePage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from tests.games.glen_more_2.test_mending import Mending, only_the_log
from tests.games.glen_more_2.test_mending import played as played
from tests.games.glen_more_2.test_mending_counts import asked, laid_out, takes
from tests.screens.layout import problems
from tests.session.test_living_room import corrects, says


@pytest.fixture
def inshriach(tmp_path: Path) -> Iterator[Mending]:
    """Nothing here has a sticker. Red took the third tile ahead; whether it is a rebuild tile is said later."""
    with Mending(tmp_path, panel="2in13") as table:
        laid_out(table)
        table.press("OK")
        for row in ("tile 3 ahead", "a tile by its name", "Inshriach"):
            table.to(row)
        assert table.says == "Is Inshriach a rebuild tile?"
        table.press("DOWN")
        yield table


def pays_a_coin(table: Mending) -> None:
    table.press("DOWN")
    table.to("Paid 1 coin")


def another_tile(table: Mending) -> None:
    """The fourth tile ahead was meant."""
    table.press("OK")
    table.turn(1)
    for row in ("Red takes Inshriach", "Which tile ahead", "tile 4 ahead"):
        table.to(row)


def test_a_correction_says_which_part_changed_where_the_entry_reads_as_before(inshriach: Mending) -> None:
    another_tile(inshriach)
    assert "Corrected: tile 4 ahead, a start tile (was: tile 3 ahead, a start tile)" in inshriach.glass()
    assert "Opraveno: 4. dílek vpředu, úvodní dílek (bylo: 3. dílek" in inshriach.glass(language="cs")


def test_undo_of_a_correction_says_which_one_it_was(inshriach: Mending) -> None:
    another_tile(inshriach)
    inshriach.press("UNDO")
    assert isinstance(inshriach.page, NoticePage)
    assert "Undone: tile 4 ahead, a start tile (was: tile 3 ahead, a start tile)" in inshriach.glass()
    assert "Vráceno: 4. dílek vpředu, úvodní dílek (bylo: 3. dílek" in inshriach.glass(language="cs")
    inshriach.press("OK")
    assert isinstance(inshriach.page, HomePage)


def test_over_what_hands_put_right_stands_which_change_was_undone(played: Mending) -> None:
    played.turn(2)
    for row in ("Blue takes Two Pines", "Which tile", "tile 2 ahead, Mossy Quarry", "Not yet"):
        played.to(row)
    played.press("DOWN", "OK", "UNDO")
    assert played.rows[0] == "All done"
    said = "Undone: Blue takes Mossy Quarry (was: Blue takes Two Pines). On the table:"
    assert played.says == said
    assert said in played.glass("2in13")
    assert "Vráceno: Modrý bere Mossy Quarry (bylo: Modrý bere Two Pines)" in played.glass("2in13", "cs")


def test_undo_of_a_removal_says_what_stands_again(played: Mending) -> None:
    played.turn(2)
    for row in ("Blue +5 points", "Remove it"):
        played.to(row)
    played.to("Yes")
    played.press("UNDO")
    assert "It stands again: Blue +5 points (command card)" in played.glass("2in13")
    assert "Zase platí: Modrý +5 bodů" in played.glass("2in13", "cs")


def test_undo_of_an_entry_made_late_names_it(played: Mending) -> None:
    played.turn(2, "OK+")
    played.to("+1 barrel")
    played.to("Yes")
    played.press("UNDO")
    assert "Undone: Blue +1 barrel" in played.glass("2in13")
    assert "Vráceno: Modrý +1 sud" in played.glass("2in13", "cs")


def test_a_correction_of_numbers_keeps_both_whole_sentences(played: Mending) -> None:
    played.turn(2)
    for row in ("Blue +5 points", "Points by a command card"):
        played.to(row)
    played.does("UP", "OK")
    only_the_log(played)
    assert "(was: Blue +5 points" in played.glass("2in13")


def test_the_newest_that_was_booked_stands_in_words_beside_much_to_do(inshriach: Mending) -> None:
    pays_a_coin(inshriach)
    assert "−1 coin" in inshriach.glass()
    inshriach.press("DOWN")
    inshriach.to("+1 barrel")
    assert isinstance(inshriach.page, HomePage)
    assert "+1 barrel" in inshriach.glass()
    assert "+1 sud" in inshriach.glass(language="cs")


def test_a_doubted_count_names_what_is_not_known(inshriach: Mending) -> None:
    """What the tile cost was said; whether it covers another tile was not."""
    pays_a_coin(inshriach)
    inshriach.press("OK")
    played_out(inshriach)
    inshriach.press("OK+")
    assert inshriach.says == "Red: territory tiles?"
    assert "Turn 1: it is not entered whether Inshriach is a rebuild tile" in inshriach.glass()
    assert "cost or gave" not in inshriach.glass()
    assert "Tah 1: není zadáno, zda je Inshriach dílek přestavby" in inshriach.glass(language="cs")


def played_out(table: Mending) -> None:
    """Everybody goes straight to World's End."""
    corrects(table, "deck", "D", 0)
    corrects(table, "found", "worlds_end", "space:8")
    for _ in range(3):
        says(table, "take", "worlds_end")
        says(table, "end", "done")
        while asked(table) == "deck_end":
            says(table, "deck_end", "later")
    assert asked(table) == "count_scots"


def test_scots_are_called_not_entered_only_where_nobody_entered_them(inshriach: Mending) -> None:
    pays_a_coin(inshriach)
    inshriach.press("DOWN")
    inshriach.to("1 Scot into the home castle")
    inshriach.press("OK")
    played_out(inshriach)
    assert inshriach.says == "Red: Scots in the home castle?"
    assert "Moves of Scots" not in inshriach.glass()
    assert "Skoti mohli odejít" not in inshriach.glass(language="cs")


def test_scots_that_nobody_entered_are_counted_with_the_reason(inshriach: Mending) -> None:
    pays_a_coin(inshriach)
    inshriach.press("OK")
    played_out(inshriach)
    assert "Scots may have walked home or away since turn 1." in inshriach.glass()
    assert "Od tahu 1 mohli Skoti odejít nebo přijít domů." in inshriach.glass(language="cs")


def test_scots_entered_once_are_in_doubt_only_since_the_turn_of_which_nobody_told(inshriach: Mending) -> None:
    pays_a_coin(inshriach)
    inshriach.press("DOWN")
    inshriach.to("1 Scot into the home castle")
    inshriach.press("OK")
    for _ in range(5):
        takes(inshriach)
        inshriach.press("OK")
    assert inshriach.view.turn == 7, "the last but this one was Red's"
    played_out(inshriach)
    assert inshriach.says == "Red: Scots in the home castle?"
    assert "Scots may have walked home or away since turn 6." in inshriach.glass()
    assert "Od tahu 6 mohli Skoti odejít nebo přijít domů." in inshriach.glass(language="cs")


def test_which_tile_it_is_starts_on_the_same_row_after_a_take_was_undone(inshriach: Mending) -> None:
    inshriach.press("UNDO", "UNDO")
    if not isinstance(inshriach.page, HomePage):
        inshriach.press("OK")
    inshriach.press("OK")
    inshriach.to("tile 3 ahead")
    assert inshriach.says == "Which tile is it?"
    assert inshriach.chosen().startswith("Don't name it")


def test_tiles_left_in_deck_d_say_that_worlds_end_counts(inshriach: Mending) -> None:
    inshriach.press("BACK+")
    for row in ("Correct something", "Tiles left in a deck", "D"):
        inshriach.to(row)
    assert "Count World's End too, if it lies among them" in inshriach.glass()
    assert "Započítejte i Konec světa, leží-li mezi nimi" in inshriach.glass(language="cs")


def test_of_an_undone_end_of_turn_all_that_came_of_it_is_named(inshriach: Mending) -> None:
    pays_a_coin(inshriach)
    inshriach.press("OK", "UNDO")
    assert inshriach.says == "Undone: end of Red's turn, Inshriach: cost entered, 1 tile laid. Put back:"
    assert "Inshriach: cost entered, 1 tile laid" in inshriach.glass()
    now = inshriach.app.snapshot
    for language, said in (("en", "1 tile laid"), ("cs", "vyložen 1 dílek")):
        pen = make_drawing(now.game.shown(now.view), now.page, PANELS["2in13"].paper(), Translator(language))
        assert problems(pen) == []
        assert said in " ".join(each.text for each in pen.drawn)
