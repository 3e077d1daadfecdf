"""Schotten Totten played with five buttons: what lies on keys, and the border as what is chosen from."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.installed import InstalledGames
from companion.games.schotten_totten import GAME
from companion.menu.pages import HomePage
from companion.scoring.schotten_totten.cards import CLAN_CARDS
from tests.table import Table

GAMES = InstalledGames([GAME])
PANELS = ("4in2", "2in13")


def begun(folder: Path, *variants: str, panel: str = "4in2") -> Table:
    """Two players without names, the first one begins."""
    table = Table(folder, games=GAMES, panel=panel)
    table.press("OK", "OK")
    for each in variants:
        table.press(*table.keys_to("Variants"))
        table.press(*table.keys_to(f"no: {each}"))
    table.press(*table.keys_to("Who begins"), "OK")
    return table


def lay(table: Table, *plays: str) -> None:
    """ "red-7:3": a card at a stone, the players by turns."""
    for each in " ".join(plays).split():
        card, _, stone = each.partition(":")
        table.tap(f"clan:{card}", f"place:{table.view.to_move.lower()}{stone}")


def hints(table: Table) -> dict[str, str]:
    page = table.page
    assert isinstance(page, HomePage)
    return {each.button: str(each.label) for each in page.hints}


# ---- no place is left


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.rule("ST-TRN-07", "ST-END-05")
def test_where_no_place_is_left_the_key_of_cards_lays_nothing(tmp_path: Path, panel: str) -> None:
    with begun(tmp_path, panel=panel) as evening:
        lay(evening, *(f"{card}:{1 + n // 2 % 9}" for n, card in enumerate(CLAN_CARDS)))
        assert evening.says == "Player 1 can lay nothing."
        assert hints(evening)["UP"] == "nothing"
        evening.drawn()
        evening.press("UP")
        assert evening.says == "Player 2 can lay nothing."
        evening.press("UP")
        assert hints(evening)["DOWN"].startswith("Nobody can go on")
        evening.press("DOWN")
        assert evening.rows[0].startswith("Nobody can go on")
