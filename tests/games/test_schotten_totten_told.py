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
