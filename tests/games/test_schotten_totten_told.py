"""What evenings of Schotten Totten tell people through the devices: signs, reasons, the history, ways to go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.installed import InstalledGames
from companion.games.schotten_totten import GAME
from companion.menu.pages import ArticlePage, HomePage, SheetPage
from tests.table import Table

GAMES = InstalledGames([GAME])
SMALLEST = "2in13"
on_small_and_big = pytest.mark.parametrize("panel", ["4in2", SMALLEST])


def evening(folder: Path, *variants: str, rounds: int = 1, panel: str = SMALLEST) -> Table:
    """Two players without names, the first one begins."""
    table = Table(folder, games=GAMES, panel=panel)
    table.press("OK", "OK")
    if variants:
        table.press(*table.keys_to("Variants"))
        for each in variants:
            table.press(*table.keys_to(each))
        table.press("BACK")
    if rounds > 1:
        table.press(*table.keys_to("Rounds"), *["UP"] * (rounds - 1), "OK")
    table.press(*table.keys_to("Who begins"), "OK")
    return table


def hints(table: Table) -> dict[str, str]:
    return {hint.button: str(hint.label) for hint in getattr(table.page, "hints", ())}


@pytest.mark.rule("ST-TAC-08")
@on_small_and_big
def test_a_key_with_a_word_explains_the_sign_of_tactics_cards(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, "Tactics", panel=panel) as table:
        assert hints(table)["BACK"] == "tactics"
        table.tap("tactics:mud_fight", "stone:3")
        page = table.press("BACK")
        assert isinstance(page, SheetPage)
        assert page.kind == "played"
        article = table.press("OK+")
        assert isinstance(article, ArticlePage)
        assert "one tactics card more than the other player" in str(article.text[0])
        table.press("BACK", "BACK")
        assert isinstance(table.page, HomePage)
        table.drawn()


def test_without_tactics_cards_there_is_no_such_key(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        assert "BACK" not in hints(table)


RUN = (("red-9", "a1"), ("blue-1", "b2"), ("red-8", "a1"), ("blue-4", "b2"), ("red-7", "a1"))
"""A colour run that can be claimed at once."""


def lay(table: Table, *plays: tuple[str, str]) -> None:
    for card, place in plays:
        table.tap(f"clan:{card}", f"place:{place}")


@pytest.mark.rule("ST-CLM-01")
@on_small_and_big
def test_a_claim_stands_in_the_history_under_the_turn_of_who_claims(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel=panel) as table:
        lay(table, *RUN)
        table.tap("stone:1")
        lay(table, ("blue-5", "b2"))
        table.press("UNDO+")
        turns = [(row.who, str(row.label)) for row in table.page.rows]
        assert [who for who, _ in turns][:2] == ["B", "A"]
        assert "claims stone 1" in turns[1][1]
        assert "claims" not in turns[0][1]
        table.drawn()


def test_laid_nothing_instead_of_a_play_takes_the_place_along_without_a_word(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        lay(table, *RUN[:3])
        table.press("UNDO+", "DOWN", "OK")
        table.press(*table.keys_to("player 2 shows"))
        table.press(*table.keys_to("What?"))
        table.press(*table.keys_to("Player 2 lays nothing"), "OK")
        assert table.says.endswith("What lies on the table?"), "no list of entries that would go"
        table.press("OK")
        assert [(len(stone.a.cards), len(stone.b.cards)) for stone in table.view.stones[:2]] == [(2, 0), (0, 0)]
        assert table.view.to_move == "B"


@on_small_and_big
def test_correcting_a_place_shows_no_two_rows_alike(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel=panel) as table:
        lay(table, *RUN[:2])
        table.press("UNDO+", "OK")
        table.press(*table.keys_to("player 2: blue 1"))
        assert len({*table.rows}) == len(table.rows)
        assert table.rows[:2] == ["Player 2, blue 1: tap its place.", "What?"]
        table.drawn()
