"""Sentences that people need, read where they read them: the picture of the smallest panel, in each language."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from tests.screens.layout import problems
from tests.table import Table, complete_facts

SMALLEST = "2in13"
EN, CS = Translator("en"), Translator("cs")


def glass(table: Table, translate: Translator) -> str:
    """All words on the picture, which is whole."""
    snapshot = table.app.snapshot
    pen = make_drawing(snapshot.game.shown(table.view), snapshot.page, PANELS[table.panel].paper(), translate)
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn if each.kind == "text")


def reads(table: Table, english: str, czech: str) -> None:
    assert english in glass(table, EN)
    assert czech in glass(table, CS)


def table_of(folder: Path, *colours: str, **parts: object) -> Table:
    """Everybody sits, the set-up is done, the rondel is to be laid."""
    table = Table(folder, panel=SMALLEST, facts=complete_facts(), **parts)
    table.tap(*(f"home:{colour}" for colour in colours))
    table.press("OK", "OK", "OK+")
    return table


@pytest.mark.rule("GM-TAK-01")
def test_the_companion_s_count_of_barrels_is_read_before_more_are_paid(tmp_path: Path) -> None:
    with table_of(tmp_path, "red", "blue") as table:
        table.press("OK", "DOWN")
        table.press(*table.keys_to("Paid 1 barrel"))
        reads(table, "The companion has Red on 0 barrels.", "Červený má podle průvodce 0 sudů.")


@pytest.mark.rule("GM-SET-08", "GM-SET-09")
def test_that_the_die_plays_on_is_read_where_a_third_joins(tmp_path: Path) -> None:
    with table_of(tmp_path, "red", "blue") as table:
        table.press("OK", "BACK+")
        for row in ("Correct something", "Somebody joins", "Green"):
            table.press(*table.keys_to(row))
        reads(table, "Green joins, the die plays on", "Zelený se přidává, kostka hraje dál")


@pytest.mark.rule("GM-CLN-02")
def test_that_a_cost_settled_by_hand_is_not_booked_is_read_on_its_key(tmp_path: Path) -> None:
    with table_of(tmp_path, "red", "blue", "green") as table:
        table.tap(*(f"tile:S-{n}" for n in range(1, 6)), "tile:donan_castle")
        table.press("OK")
        table.tap("tile:donan_castle")
        reads(table, "We settle it ourselves: nothing is booked", "Vyřídíme to sami: nic se nezapíše")
        coins = table.view.players[0].coins
        table.press(*table.keys_to("We settle it ourselves"))
        assert table.view.players[0].coins == coins


@pytest.mark.rule("GM-SET-13")
def test_where_the_start_tiles_lie_with_the_die_is_read_while_they_are_laid(tmp_path: Path) -> None:
    with table_of(tmp_path, "red", "blue") as table:
        reads(table, "Lay 5 start tiles in front of the die", "Vyložte 5 úvodních dílků před kostku")


def test_that_the_game_is_kept_is_read_before_another_begins(tmp_path: Path) -> None:
    with table_of(tmp_path, "red", "blue") as table:
        table.press("BACK+")
        table.press(*table.keys_to("New game"))
        reads(table, "Which game next? This one is kept.", "Kterou hru teď? Tahle zůstane uložená.")


# ---- what newcomers had to guess at set-up


def to_the_start(folder: Path) -> Table:
    """Two sit, and all that is left is to begin."""
    table = Table(folder, panel=SMALLEST)
    table.tap("home:red", "home:blue")
    table.press("OK", "OK")
    assert "2 players" in glass(table, EN)
    return table


def corrects(table: Table, *rows: str) -> None:
    table.press("BACK", "BACK+")
    for row in ("Correct something", *rows):
        table.press(*table.keys_to(row))


def test_a_colour_put_right_at_set_up_is_said_before_the_list_comes_back(tmp_path: Path) -> None:
    with to_the_start(tmp_path) as table:
        corrects(table, "A player's colour", "Red", "Green")
        reads(table, "Red plays Green from now on", "Červený hraje odteď za barvu: Zelený")
        table.press("OK")
        reads(table, "2 players", "2 hráči")
        table.press("BACK", "BACK+")
        assert [player.id for player in table.view.players] == ["green", "blue"]


def test_undo_takes_a_correction_back_while_its_sentence_stands_there(tmp_path: Path) -> None:
    with to_the_start(tmp_path) as table:
        corrects(table, "A player's colour", "Red", "Green")
        table.press("UNDO")
        assert [player.id for player in table.view.players] == ["red", "blue"]


@pytest.mark.parametrize("row", ["Somebody joins", "Somebody goes home"])
def test_before_the_first_turn_the_menu_says_how_who_plays_is_put_right(tmp_path: Path, row: str) -> None:
    with to_the_start(tmp_path) as table:
        corrects(table, row)
        reads(
            table,
            "Nobody has moved yet: press UNDO until you are asked who is next.",
            "Ještě nikdo netáhl: mačkejte UNDO, až se průvodce zeptá, kdo je další.",
        )
        table.press("BACK", "BACK", "BACK")
        presses = 0
        while "Who is next?" not in glass(table, EN) and "Tap the next home tile" not in glass(table, EN):
            table.press("UNDO")
            presses += 1
            assert presses < 5
        table.press(*table.keys_to("Next player"), "OK")
        assert len(table.view.players) == 3


@pytest.mark.parametrize(
    ("row", "english", "czech"),
    [
        ("House rules", "you say here how your table plays", "tady řeknete, jak to hrajete vy"),
        ("Depth:", "Scorekeeper: you lay and activate", "Zapisovatel: přikládáte a aktivujete"),
        ("We are already", "asks where the pawns stand", "zeptá, kde stojí figurky"),
        ("Name a", "A name stands beside its colour on every page", "Jméno stojí na každé stránce"),
    ],
)
def test_each_row_before_the_start_explains_itself(tmp_path: Path, row: str, english: str, czech: str) -> None:
    with to_the_start(tmp_path) as table:
        *way, last = table.keys_to(row)
        table.press(*way, f"{last}+")
        reads(table, english, czech)


def test_where_a_game_is_asked_for_back_is_the_menu_and_no_game_begins(tmp_path: Path) -> None:
    with Table(tmp_path, game="", panel=SMALLEST) as table:
        reads(table, "Which game do you play?", "Kterou hru hrajete?")
        reads(table, "menu", "menu")
        table.press("BACK", "BACK+", "BACK")
        reads(table, "Which game do you play?", "Kterou hru hrajete?")
        assert not table.entries


def test_the_first_page_of_the_stickers_says_what_to_do_with_the_piece(tmp_path: Path) -> None:
    with Table(tmp_path, panel=SMALLEST) as table:
        table.press("BACK+")
        for row in ("This box", "Stickers", "Begin"):
            table.press(*table.keys_to(row))
        reads(table, "Put a sticker on it and tap it.", "Nalepte samolepku a ťukněte.")
        table.press("DOWN")
        assert "Put a sticker" not in glass(table, EN)
