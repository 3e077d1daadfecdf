"""Where everybody's counts are read, as the README says: on the turn screen, on small glass behind the menu."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.message import tr
from companion.games.glen_more_2.screens.counts import COUNT_WORDS, COUNTS, UNCERTAIN_HELP
from companion.menu.pages import SheetPage
from companion.screens.paper import PANELS
from companion.screens.pen import Pen
from companion.screens.translator import Translator
from tests.screens.layout import problems
from tests.screens.shown import drawing, sheet_pages
from tests.session.test_living_room import corrects, says
from tests.table import Table, complete_facts

SMALL, BIG = ("2in13", "2in9"), ("4in2", "7in5")


def glass(table: Table) -> Pen:
    return drawing(table.view, table.page, PANELS[table.panel].paper(), str)


def words(table: Table) -> str:
    return " ".join(each.text for each in glass(table).drawn)


@pytest.mark.parametrize("panel", SMALL)
def test_on_small_glass_all_counts_are_four_presses_away(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, panel=panel) as table:
        table.seated("red", "blue", "green")
        table.press("OK+")
        table.tap("tile:S-1")
        assert str(table.view.players[0].points) in words(table).split()
        table.press("BACK+")
        presses = table.keys_to("All counts")
        assert len(presses) <= 3
        table.press(*presses)
        first = words(table)
        assert all(each in first for each in ("Points", "Coins", "Whisky barrels")), "what people pay with"
        table.press("DOWN")
        assert all(str(COUNT_WORDS[each]) in first + words(table) for each in COUNTS)


@pytest.mark.parametrize("panel", BIG)
def test_on_big_glass_every_count_has_its_picture_on_the_turn_screen(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, panel=panel) as table:
        table.seated("red", "blue", "green")
        table.tap("tile:S-1")
        coins = [player.coins for player in table.view.players]
        read = words(table).split()
        assert all(read.count(str(n)) >= coins.count(n) for n in coins)
        pictures = [each for each in glass(table).drawn if each.kind == "mark"]
        assert len(pictures) >= len(COUNTS) + len(coins)


def played(table: Table) -> None:
    """Red and Blue took a tile, and nobody said what it cost or gave; Green is on turn."""
    table.tap("home:red", "home:blue", "home:green")
    says(table, "seat", "done")
    says(table, "spaces", "spaces", 14)
    for kind, offer in (("start", "go"), ("prepare", "all"), ("layout", "done")):
        says(table, kind, offer)
    for _ in range(2):
        says(table, "take", "take", "ahead:1", "")
        says(table, "sort", "land")
        says(table, "end", "done")


@pytest.mark.parametrize("panel", PANELS)
def test_a_wrong_count_is_put_right_where_it_is_read(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, panel=panel) as table:
        played(table)
        table.press("BACK+")
        table.press(*table.keys_to("All counts"))
        assert "correct" in words(table).split()
        before = len(table.entries)
        table.press("OK")
        table.press(*table.keys_to("Green"))
        assert table.says == "Which count?"
        assert table.keys_to("coins") == ["DOWN"]
        table.press("DOWN", "UP+", "UP", "UP", "OK")
        assert len(table.entries) == before + 1
        assert table.view.players[2].coins == 14
        assert isinstance(table.page, SheetPage), "the table again, with what it is now"
        assert "14" in words(table).split()
        table.press("OK", "BACK")
        assert isinstance(table.page, SheetPage), "BACK leads there too"


def test_the_cursor_starts_at_the_first_player_whose_counts_are_doubted(tmp_path: Path) -> None:
    with Table(tmp_path, panel="2in13") as table:
        played(table)
        for count in ("points", "coins", "barrels", "scots"):
            corrects(table, "count", "red", count, 0)
        table.app.wait(lambda now: not now.view.players[0].uncertain_counts)
        table.press("BACK+")
        table.press(*table.keys_to("Correct something"))
        table.press("OK")
        assert table.says == "Whose?"
        assert table.rows[table.page.cursor] == "Blue"  # type: ignore[union-attr]


WHY = {
    "en": (
        "? why: BACK",
        ("Turn 1: what", "cost or gave is not entered."),
        "Scots may have walked home or away since turn 1.",
    ),
    "cs": (
        "? proč: BACK",
        ("Tah 1: není zadáno, co stál nebo dal", "dílek"),
        "Od tahu 1 mohli Skoti odejít nebo přijít domů.",
    ),
}


@pytest.mark.parametrize("language", WHY)
@pytest.mark.parametrize("panel", PANELS)
def test_one_press_from_the_turn_screen_leads_to_why_a_count_has_a_mark_and_how_it_goes_away(
    tmp_path: Path, panel: str, language: str
) -> None:
    key, (nobody, turn), walking = WHY[language]
    translate = Translator(language)
    with Table(tmp_path, panel=panel) as table:
        played(table)
        pen = drawing(table.view, table.page, PANELS[panel].paper(), translate)
        assert problems(pen) == []
        read = [each.text for each in pen.drawn]
        assert panel in SMALL or {"?", key} <= set(read)
        assert translate(tr("to do")) in read, "the key is named"
        table.press("BACK")
        assert isinstance(table.page, SheetPage)
        told = all_pages(table, language)
        whose = [translate(each) for each in (tr("Red"), tr("Blue"), tr("coins"), tr("barrels"))]
        assert [
            each for each in (*whose, nobody, turn, walking, translate(UNCERTAIN_HELP)) if each not in told
        ] == []
        table.press("BACK")
        for who in ("red", "blue"):
            for count in ("coins", "barrels", "scots"):
                corrects(table, "count", who, count, 0)
        table.app.wait(lambda now: not any(player.uncertain_counts for player in now.view.players))
        assert key not in [each.text for each in glass(table).drawn]
        assert table.view.uncertainty_reasons == ()


def all_pages(table: Table, language: str) -> str:
    """All words of the sheet that lies open, page after page; none of them is cut."""
    page, said, translate = table.page, [], Translator(language)
    assert isinstance(page, SheetPage)
    paper = PANELS[table.panel].paper()
    for n in range(sheet_pages(table.view, page.kind, paper, translate)):
        pen = drawing(table.view, SheetPage(page.kind, page.hints, n, page.pages), paper, translate)
        assert problems(pen) == []
        said += [each.text for each in pen.drawn]
    return " ".join(said)


@pytest.mark.parametrize("language", WHY)
@pytest.mark.parametrize("panel", PANELS)
def test_where_nothing_is_to_be_done_the_key_says_that_it_leads_to_why(
    tmp_path: Path, panel: str, language: str
) -> None:
    translate, (_, _, walking) = Translator(language), WHY[language]
    with Table(tmp_path, panel=panel, facts=complete_facts()) as table:
        table.seated("red", "blue", "green")
        table.tap("tile:S-1")
        table.press("OK")
        pen = drawing(table.view, table.page, PANELS[panel].paper(), translate)
        assert problems(pen) == []
        assert {"en": "counts ?", "cs": "počty ?"}[language] in [each.text for each in pen.drawn]
        table.press("BACK")
        told = all_pages(table, language)
        assert walking in told
        assert translate(UNCERTAIN_HELP) in told
        table.press("BACK", "BACK+")
        assert "counts ?" not in table.rows, "no list has a row more"


SO_FAR = {"en": ("Points so far", "Command cards", "Tiles"), "cs": ("Body dosud", "Příkazové karty", "Dílky")}


@pytest.mark.parametrize("language", SO_FAR)
@pytest.mark.parametrize("panel", PANELS)
def test_whoever_asks_why_they_have_so_many_points_reads_where_all_of_them_came_from(
    tmp_path: Path, panel: str, language: str
) -> None:
    title, *sources = SO_FAR[language]
    with Table(tmp_path, panel=panel, facts=complete_facts()) as table:
        table.seated("red", "blue", "green")
        table.tap("tile:S-1", "card:points_4")
        says(table, "ledger", "points", "tile", 3)
        table.press("BACK+")
        table.press(*table.keys_to("Points so far"))
        told = all_pages(table, language)
        assert [each for each in (title, *sources, "+3", "+4", "7") if each not in told] == []
