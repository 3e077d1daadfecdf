"""Who plays is corrected from the case's menu: what is offered, and what the smallest panel says afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.menu.pages import HomePage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from tests.screens.layout import problems
from tests.table import Table, complete_facts

SMALLEST = "2in13"


def glass(table: Table, language: str) -> str:
    """All words on the picture, which is whole."""
    snapshot = table.app.snapshot
    pen = make_drawing(
        snapshot.game.shown(table.view), snapshot.page, PANELS[SMALLEST].paper(), Translator(language)
    )
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


def goes_home(table: Table, colour: str) -> None:
    """Chosen, and once more asked."""
    corrects(table, "Somebody goes home", colour)
    assert table.rows == ["No", f"{colour} goes home"]
    table.press("DOWN", "OK")


def corrects(table: Table, *rows: str) -> None:
    for row in ("Correct something", *rows):
        if row == "Correct something":
            table.press("BACK+")
        table.press(*table.keys_to(row))


def four(table: Table) -> Table:
    """Four at their first turn."""
    table.tap("home:red", "home:yellow", "home:green", "home:blue")
    while table.app.snapshot.questions[0].kind != "prepare":
        table.press("OK")
    table.press("OK+")
    table.tap("tile:S-1", "tile:S-2")
    table.press("OK")
    return table


@pytest.mark.parametrize(
    ("language", "offered", "booked"),
    [
        ("en", "Red, swapped with Blue", "Blue and Red swapped colours"),
        ("cs", "Červený, výměna: Modrý", "Modrý a Červený si vyměnili barvy"),
    ],
)
def test_a_latecomers_colour_is_swapped_for_one_without_a_name(
    tmp_path: Path, language: str, offered: str, booked: str
) -> None:
    with Table(tmp_path, panel=SMALLEST, facts=complete_facts()) as table:
        table.seated("red", "yellow", "green")
        corrects(table, "Somebody joins", "Blue")
        table.tap("tile:S-1")
        corrects(table, "A player's colour", "Blue")
        assert offered in glass(table, language)
        table.press(*table.keys_to("Red, swapped with Blue"))
        assert booked in glass(table, language)


@pytest.mark.parametrize(
    ("language", "gets", "pawn"),
    [
        (
            "en",
            "Blue: home tile, 10 Scots, 10 clan markers, 5 coins; 1 Scot onto the start village",
            "Put the pawn of Blue behind all others on the rondel",
        ),
        (
            "cs",
            "Modrý: domovský dílek, 10 Skotů, 10 klanových žetonů, 5 mincí; 1 Skot na výchozí vesnici",
            "Figurku (Modrý) postavte na rondel za všechny ostatní",
        ),
    ],
)
def test_a_latecomer_gets_what_everybody_got_and_hands_are_told(
    tmp_path: Path, language: str, gets: str, pawn: str
) -> None:
    with Table(tmp_path, panel=SMALLEST, facts=complete_facts()) as table:
        table.seated("red", "yellow", "green")
        corrects(table, "Somebody joins", "Blue")
        assert gets in glass(table, language)
        assert pawn in glass(table, language)


@pytest.mark.parametrize(
    ("language", "do"),
    [("en", "Take the pawn of Yellow off the rondel"), ("cs", "Odeberte z rondelu figurku (Žlutý)")],
)
def test_who_goes_home_is_in_brackets_and_the_others_go_on(tmp_path: Path, language: str, do: str) -> None:
    """Where four play the smallest panel has no room for names: there the points stand in brackets."""
    with Table(tmp_path, panel=SMALLEST, facts=complete_facts()) as table:
        four(table)
        before = table.hash, glass(table, language)
        table.tap("tile:S-1")
        goes_home(table, "Yellow")
        read = glass(table, language)
        assert do in read
        assert read.count("(0)") == 1
        table.press("OK")
        assert table.view.on_turn == "green"
        assert do not in glass(table, language), "a new turn, and it is done"
        table.press("UNDO", "UNDO", "UNDO")
        while not isinstance(table.page, HomePage):
            table.press("OK")
        assert (table.hash, glass(table, language)) == before


def test_where_two_are_left_the_die_is_on_turn_and_it_can_be_taken_back(tmp_path: Path) -> None:
    with Table(tmp_path, panel=SMALLEST, facts=complete_facts()) as table:
        table.seated("red", "yellow", "green")
        before = table.hash
        goes_home(table, "Red")
        assert table.view.on_turn == "die"
        assert "Put the die where the pawn of Red stood" in glass(table, "en")
        table.press("BACK")
        assert "(Red)" in glass(table, "en")
        table.press("UNDO")
        assert table.hash == before


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        (
            "en",
            "Red goes home? The pawn leaves the rondel. Tiles stay but score no more, points stay but can't win.",
        ),
        (
            "cs",
            "Červený jde domů? Figurka opustí rondel. Dílky zůstanou, ale nebodují; body zůstanou, ale nevyhrají.",
        ),
    ],
)
def test_before_somebody_goes_home_it_is_asked_what_it_means_and_no_is_under_the_cursor(
    tmp_path: Path, language: str, asked: str
) -> None:
    with Table(tmp_path, panel=SMALLEST, facts=complete_facts()) as table:
        table.seated("red", "yellow", "green")
        before = len(table.entries)
        corrects(table, "Somebody goes home", "Red")
        assert asked in " ".join(glass(table, language).split())
        table.press("OK")
        assert table.says == "Who goes home?"
        assert len(table.entries) == before
        table.press("OK", "DOWN", "OK")
        assert len(table.entries) == before + 1
        assert table.view.on_turn == "die"
