"""What an evening of Schotten Totten met on small glass: words and looks, through the devices."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.message import capitalize_start
from companion.games.schotten_totten.definition import GAME
from companion.menu.pages import ListPage, MapPage
from companion.scoring.schotten_totten.border import CLAN_CARDS
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from tests.games.test_schotten_totten_told import RUN, SMALLEST, evening, hints, lay, on_small_and_big
from tests.screens.layout import problems
from tests.table import Table


@on_small_and_big
@pytest.mark.rule("ST-CLM-01")
def test_a_turn_of_the_history_says_a_claim_without_its_reason_its_entry_with_it(
    tmp_path: Path, panel: str
) -> None:
    with evening(tmp_path, panel=panel) as table:
        lay(table, *RUN)
        table.tap("stone:1")
        table.press("UNDO+")
        assert table.rows[0] == "player 1: red 7 at stone 1, player 1 claims stone 1"
        table.drawn()
        table.press("OK")
        assert table.rows[-2].startswith("player 1 claims stone 1: 7-8-9 of red")
        table.drawn()


def written(table: Table, language: str, panel: str = SMALLEST) -> str:
    """All words of the page on that glass, in that language; nothing of it is cut."""
    translate = Translator(language)
    pen = make_drawing(GAME.shown(table.view), table.page, PANELS[panel].paper(), translate)
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn if each.text)


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("ruse", ["strategist", "banshee"])
@pytest.mark.rule("ST-RUS-04", "ST-RUS-05")
def test_the_card_under_the_cursor_is_named_beside_what_a_ruse_asks(
    tmp_path: Path, ruse: str, language: str
) -> None:
    with evening(tmp_path, "Tactics") as table:
        table.tap("tactics:shield_bearer", "place:a6", "clan:red-6", "place:b6", "clan:red-7", "place:a7")
        table.tap("tactics:joker-1", "place:b7")
        table.press("OK", "OK")
        table.tap(f"tactics:{ruse}")
        seen = set()
        for _ in range(2):
            assert isinstance(table.page, MapPage)
            here = capitalize_start(table.page.rows[table.page.cursor].label)
            assert Translator(language)(here) in written(table, language)
            seen.add(here)
            table.press("DOWN")
        assert len(seen) == 2


@pytest.mark.rule("ST-CLM-01", "ST-TRN-07")
def test_who_has_no_place_left_is_told_to_choose_nothing_before_the_claim(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        # No place is left, and nobody has claimed yet.
        mine, theirs = ([*CLAN_CARDS][side::2] for side in (0, 1))
        for n, pair in enumerate(zip(mine, theirs, strict=True)):
            for side, card in zip("ab", pair, strict=True):
                table.tap(f"clan:{card}", f"place:{side}{1 + n // 3}")
        table.press("UP")
        assert table.says == "Player 2 can lay nothing."
        assert hints(table)["UP"] == "nothing"
        of_two = next(stone.number for stone in table.view.stones if stone.claimable == "B")
        table.tap(f"stone:{of_two}")
        assert table.says == f'First choose "nothing", then player 2 claims stone {of_two}.'
        written(table, "cs")
        table.press("OK", "UP")
        table.tap(f"stone:{of_two}")
        assert table.view.stones[of_two - 1].owner == "B"


@pytest.mark.rule("ST-CLM-01")
@on_small_and_big
def test_the_key_of_claims_asks_when_where_the_stone_that_is_marked_is_the_others(
    tmp_path: Path, panel: str
) -> None:
    with evening(tmp_path, panel=panel) as table:
        lay(table, ("red-9", "a1"), ("blue-1", "b4"), ("red-8", "a1"), ("blue-2", "b4"), ("green-2", "a4"))
        lay(table, ("blue-3", "b4"), ("green-5", "a4"), ("yellow-1", "b9"), ("brown-9", "a4"))
        assert (table.view.claiming, table.view.stones[3].claimable, hints(table)["OK"]) == ("A", "B", "when?")
        table.drawn()
        table.press("OK", "OK")
        assert table.says == "Player 2 lays a card first, then claims stone 4."


@on_small_and_big
def test_an_entry_is_changed_by_short_rows_under_a_head_that_names_its_player_once(
    tmp_path: Path, panel: str
) -> None:
    with evening(tmp_path, panel=panel) as table:
        lay(table, *RUN[:2])
        table.press("UNDO+", "OK")
        table.press(*table.keys_to("player 2: blue 1"))
        page = table.page
        assert isinstance(page, ListPage)
        assert (str(page.title), table.rows[:2]) == (
            "Turn 2. Player 2: blue 1 at stone 2",
            ["Which stone?", "What was done?"],
        )
        assert [str(row.note) for row in page.rows[:2]] == ["stone 2", "Lay it"]
        table.drawn()
        table.press("OK")
        assert table.says == "Turn 2. Player 2, blue 1: tap its place."
        table.drawn()


def test_a_card_that_is_changed_is_looked_for_from_where_it_stands(tmp_path: Path) -> None:
    with evening(tmp_path, "Tactics") as table:
        lay(table, *RUN[:2])
        table.press("UP")
        table.press(*table.keys_to("Tactics"))
        table.press(*table.keys_to("Recruiter"))
        table.press("UNDO+", *["DOWN"] * 2, "OK")
        table.press(*table.keys_to("player 1 shows red 9"))
        table.press(*table.keys_to("What was done?"))
        page = table.press(*table.keys_to("Lay a card"))
        assert isinstance(page, ListPage)
        assert str(page.rows[page.cursor].label) == "red"
