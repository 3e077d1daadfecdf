"""Schotten Totten played with five buttons: what lies on keys, and the border as what is chosen from."""

from __future__ import annotations

from functools import partial
from itertools import count
from pathlib import Path

import pytest

from companion.games.schotten_totten.definition import GAME
from companion.menu.pages import ArticlePage, HomePage, ListPage, MapPage, NoticePage, SheetPage
from companion.scoring.schotten_totten.border import CLAN_CARDS
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.state.schotten_totten.suggestions import Spot, border_spot
from tests.games.test_schotten_totten_told import evening
from tests.screens.layout import holds, problems
from tests.table import Table

GLASS = ("4in2", "2in13")
begun = partial(evening, panel="4in2")


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


@pytest.mark.parametrize("panel", GLASS)
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


# ---- the border is what is chosen from

RIM = 10
"""Pixels that no edge of a rim has."""


def spots(table: Table) -> tuple[str, list[str]]:
    """What the cursor is on, and all that it goes through."""
    page = table.page
    assert isinstance(page, MapPage), page
    rows = [str(row.label) for row in page.rows]
    return rows[page.cursor], rows


def cursor(table: Table) -> Spot:
    page = table.page
    assert isinstance(page, MapPage)
    return border_spot(page.rows[page.cursor].sign)


def black(table: Table) -> int:
    """Bars of the cursor on the glass: the border is drawn, and one thing of it is chosen."""
    shown = GAME.shown(table.view)
    pen = make_drawing(shown, table.page, PANELS[table.panel].paper(), str)
    assert problems(pen) == []
    assert {each.text for each in pen.drawn} >= {str(cursor(table).stone)}
    return sum(each.kind == "bar" and each.box.h > RIM for each in pen.drawn)


@pytest.mark.parametrize("panel", GLASS)
@pytest.mark.rule("ST-APP-01")
def test_up_and_down_go_to_the_neighbour_of_the_stone_that_is_proposed(tmp_path: Path, panel: str) -> None:
    with begun(tmp_path, panel=panel) as evening:
        lay(evening, "red-7:4 blue-1:9")
        evening.tap("clan:red-8")
        assert (spots(evening)[0], black(evening)) == ("stone 4", 1)
        walked = []
        for key in ("UP", "UP", "UP", "UP", "DOWN", "DOWN"):
            evening.press(key)
            walked.append(cursor(evening).stone)
        assert walked == [3, 2, 1, 9, 1, 2]
        evening.press("OK")
        assert [card.id for card in evening.view.stones[1].a.cards] == ["red-8"]


CARDS_OF_BEN = ["blue 1, stone 2", "green 8, stone 2", "green 7, stone 2", "red 9, stone 3"]
"""As they lie, from the far edge of the table, each row from the west."""


def before_a_ruse(folder: Path, ruse: str, panel: str) -> Table:
    table = begun(folder, "Tactics", panel=panel)
    lay(table, "red-7:1 green-7:2 red-8:1 green-8:2 purple-1:9 blue-1:2 purple-2:9 red-9:3")
    table.tap(f"tactics:{ruse}")
    return table


@pytest.mark.parametrize("panel", GLASS)
@pytest.mark.rule("ST-RUS-05")
def test_banshee_takes_a_card_by_the_cursor_and_a_held_key_goes_to_the_next_row(
    tmp_path: Path, panel: str
) -> None:
    with before_a_ruse(tmp_path, "banshee", panel) as evening:
        assert (*spots(evening), black(evening)) == ("green 8, stone 2", CARDS_OF_BEN, 1)
        evening.press("UP+")
        assert (cursor(evening), black(evening)) == (Spot(2, "B", 2), 1)
        evening.press("DOWN+", "DOWN+", "DOWN")
        assert (cursor(evening), black(evening)) == (Spot(3, "B", 0), 1)
        evening.press("UP", "UP", "OK")
        assert [card.id for card in evening.view.stones[1].b.cards] == ["green-7", "blue-1"]


@pytest.mark.parametrize("panel", GLASS)
@pytest.mark.rule("ST-RUS-06")
def test_traitor_takes_a_card_and_lays_it_where_it_goes_best_by_two_presses(tmp_path: Path, panel: str) -> None:
    with before_a_ruse(tmp_path, "traitor", panel) as evening:
        assert (*spots(evening), black(evening)) == ("red 9, stone 3", CARDS_OF_BEN, 1)
        evening.press("OK")
        assert (cursor(evening)[:2], black(evening)) == ((1, "A"), 1)
        evening.press("OK")
        assert [card.id for card in evening.view.stones[0].a.cards] == ["red-7", "red-8", "red-9"]


@pytest.mark.parametrize("panel", GLASS)
@pytest.mark.rule("ST-RUS-04")
def test_strategist_takes_an_own_card_and_what_else_can_become_of_it_lies_behind_back(
    tmp_path: Path, panel: str
) -> None:
    with begun(tmp_path, "Tactics", panel=panel) as evening:
        lay(evening, "red-7:1 green-7:2 blue-8:1 green-8:2")
        evening.tap("tactics:strategist")
        assert spots(evening)[1] == ["red 7, stone 1", "blue 8, stone 1"]
        evening.press("OK")
        assert (cursor(evening).side, black(evening)) == ("A", 1)
        evening.press("BACK")
        assert "It is discarded" in evening.rows
        evening.press(*evening.keys_to("It is discarded"))
        assert [card.kind for card in evening.view.discards] == ["ruse", "clan"]


@pytest.mark.parametrize("panel", GLASS)
@pytest.mark.rule("ST-TEC-03")
def test_a_technique_is_laid_by_the_cursor_on_the_stones(tmp_path: Path, panel: str) -> None:
    with begun(tmp_path, "Tactics", panel=panel) as evening:
        lay(evening, "red-7:1 green-7:2 blue-8:1 green-8:2")
        evening.tap("tactics:mud_fight")
        assert (cursor(evening), black(evening)) == (Spot(2, None), 1)
        evening.press("DOWN", "OK")
        assert [stone.number for stone in evening.view.stones if stone.techniques] == [3]


@pytest.mark.rule("ST-RUS-05")
@pytest.mark.parametrize("taps", [("tactics:banshee", "place:b3"), ("tactics:banshee", "stone:3")])
def test_a_place_or_a_stone_with_one_card_says_which_a_ruse_takes(tmp_path: Path, taps: tuple[str, str]) -> None:
    with begun(tmp_path, "Tactics") as evening:
        lay(evening, "red-7:1 green-7:2 blue-8:3 green-8:2 blue-7:3 red-9:3")
        evening.tap(*taps)
        assert [card.id for card in evening.view.discards] == ["banshee", "red-9"]


@pytest.mark.rule("ST-RUS-05")
def test_of_several_cards_at_a_place_people_say_which(tmp_path: Path) -> None:
    with begun(tmp_path, "Tactics") as evening:
        lay(evening, "red-7:1 green-7:2 blue-8:3 green-8:2")
        evening.tap("tactics:banshee", "place:b2")
        assert evening.rows[:2] == ["Green 7", "Green 8"]
        evening.press(*evening.keys_to("Green 8"))
        assert [card.id for card in evening.view.discards] == ["banshee", "green-8"]
        lay(evening, "yellow-1:4")


@pytest.mark.parametrize(("tag", "rule"), [("place:a1", "ST-RUS-05"), ("stone:5", "")])
def test_a_place_where_nothing_can_be_taken_says_why(tmp_path: Path, tag: str, rule: str) -> None:
    with begun(tmp_path, "Tactics") as evening:
        lay(evening, "red-7:1 green-7:2")
        page = evening.tap("tactics:banshee", tag)
        assert isinstance(page, NoticePage)
        assert page.rule == rule
        assert evening.view.waiting


@pytest.mark.rule("ST-ELT-02")
def test_two_presses_declare_a_joker_as_what_completes_the_formation(tmp_path: Path) -> None:
    with begun(tmp_path, "Tactics") as evening:
        lay(evening, "green-4:1 red-1:9 green-6:1 red-2:9")
        evening.tap("tactics:joker-1", "place:a1")
        evening.press("OK", "OK")
        assert str(evening.view.stones[0].a.cards[-1].label) == "Joker as green 5"


# ---- claims on the border


@pytest.mark.parametrize("panel", GLASS)
@pytest.mark.rule("ST-CLM-02", "ST-PRF-04")
def test_a_stone_is_claimed_by_the_cursor_and_one_that_stays_says_what_beats_it(
    tmp_path: Path, panel: str
) -> None:
    others = count(1)
    with begun(tmp_path, panel=panel) as evening:
        for stone, cards in (
            (1, "red-7 red-8 red-9"),
            (4, "blue-7 blue-8 blue-9"),
            (6, "green-1 brown-1 purple-2"),
        ):
            for card in cards.split():
                lay(evening, f"{card}:{stone}", f"yellow-{next(others)}:{stone + 1}")
        lay(evening, "green-9:9")
        assert hints(evening)["OK"] == "claim"
        evening.press("OK")
        assert (cursor(evening), black(evening)) == (Spot(1, None), 1)
        evening.press("DOWN", "DOWN", "DOWN", "DOWN", "DOWN")
        assert cursor(evening) == Spot(6, None)
        page = evening.page
        assert isinstance(page, MapPage)
        why = str(page.rows[page.cursor].note)
        assert why.startswith("Stone 6 stays: player 2 can still get")
        assert black(evening) == 1
        evening.press("OK+")
        assert isinstance(evening.page, ArticlePage)
        assert str(evening.page.text[0]) == why
        evening.press("BACK", "UP", "UP", "OK")
        assert [stone.number for stone in evening.view.stones if stone.owner] == [4]


@pytest.mark.rule("ST-PRF-04")
def test_where_no_stone_can_be_claimed_the_key_of_claims_asks_why_not(tmp_path: Path) -> None:
    with begun(tmp_path) as evening:
        assert "OK" not in hints(evening)
        lay(evening, "green-1:6 red-1:9 brown-1:6 red-2:9 purple-2:6")
        assert hints(evening)["OK"] == "why not?"
        evening.press("OK")
        assert cursor(evening) == Spot(6, None)
        evening.press("OK")
        assert evening.says.startswith("Stone 6 stays")
        evening.press("OK", "BACK", "OK+")
        assert isinstance(evening.page, SheetPage)
        evening.drawn()


# ---- a claim taken back


def after_a_claim(folder: Path) -> Table:
    """Stone 1 was claimed by a tap, and that was taken back."""
    table = begun(folder)
    lay(table, "red-7:1 blue-1:2 red-8:1 blue-2:2 red-9:1")
    table.tap("stone:1")
    assert table.view.stones[0].owner == "A"
    table.press("UNDO")
    assert "Stone 1 back into the row" in table.rows
    return table


@pytest.mark.rule("ST-CLM-03", "ST-APP-04")
def test_after_a_claim_is_taken_back_a_tap_puts_the_stone_back_and_the_next_claims_it(tmp_path: Path) -> None:
    """A second tap within the same breath is the first one still: it beeps and says the same."""
    with after_a_claim(tmp_path) as evening:
        evening.tap("stone:1")
        told = evening.says, evening.heard(1)
        assert told == ("Done: Stone 1 back into the row.", ["accepted"])
        before = len(evening.signal.given)
        evening._after(partial(evening.reader.tap, "stone:1"))  # the clock stands still
        assert (evening.says, evening.heard(1)) == told
        assert len(evening.signal.given) == before + 1, "it is heard, though it says nothing new"
        assert evening.view.stones[0].owner == ""
        evening.tap("stone:1")
        assert evening.view.stones[0].owner == "A"


@pytest.mark.rule("ST-CLM-03", "ST-APP-04")
def test_who_ticks_or_leaves_the_list_claims_with_the_next_tap(tmp_path: Path) -> None:
    for number, keys in enumerate((("OK",), ("DOWN", "OK"), ("BACK",))):
        with after_a_claim(tmp_path / str(number)) as evening:
            evening.press(*keys)
            evening.tap("stone:1")
            assert evening.view.stones[0].owner == "A", keys


@pytest.mark.rule("ST-CLM-03", "ST-APP-04")
def test_a_stone_that_is_ticked_already_means_what_it_means_in_the_game(tmp_path: Path) -> None:
    """More was taken back than the claim: a card waits again, and the list stays open with the stone ticked."""
    with after_a_claim(tmp_path) as evening:
        evening.press("UNDO")
        evening.tap("stone:1")
        assert isinstance(evening.page, ListPage)
        assert [row.ticked for row in evening.page.rows if str(row.label).startswith("Stone")] == [True]
        assert evening.view.waiting.card.id == "red-9"
        evening.tap("stone:1")
        assert evening.view.last.card.id == "red-9"
        evening.tap("stone:1")
        assert evening.view.stones[0].owner == "A"


# ---- the claiming step


def glass(table: Table) -> tuple[str, str]:
    """The words on the glass, and those in its black bars."""
    pen = make_drawing(GAME.shown(table.view), table.page, PANELS[table.panel].paper(), str)
    assert problems(pen) == []
    bars = [each.box for each in pen.drawn if each.kind == "bar" and each.box.h > RIM]
    words = [each for each in pen.drawn if each.text]
    inked = [each.text for each in words if any(holds(bar, each.box) for bar in bars)]
    return " ".join(each.text for each in words), " ".join(inked)


@pytest.mark.parametrize("mud", [False, True], ids=["", "mud_fight"])
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.rule("ST-CLM-01", "ST-CLM-03")
def test_who_can_claim_stands_in_the_bar_with_the_reason_until_the_other_lays_a_card(
    tmp_path: Path, panel: str, mud: bool
) -> None:
    with begun(tmp_path, *(("Tactics",) if mud else ()), panel=panel) as evening:
        if mud:
            lay(evening, "purple-1:5 purple-2:5")
            evening.tap("tactics:mud_fight", "stone:5")
            lay(evening, "purple-3:6")
        lay(evening, "green-4:1 brown-6:1 blue-4:1 green-8:1 brown-4:1")
        words, bar = glass(evening)
        assert "player 1" in bar
        assert "player 2" not in bar
        assert "player 2 can get 6-7-8 at best: run." in words.lower()
        evening.press("OK")
        assert evening.view.stones[0].owner == "A"
        words, bar = glass(evening)
        assert "player 2" in bar
        assert "player 2 can get 6-7-8 at best: run." in words.lower()
        lay(evening, "purple-4:9")
        words, bar = glass(evening)
        assert "player 1" in bar
        assert "at best" not in words


@pytest.mark.parametrize("panel", ["4in2", "7in5"])
@pytest.mark.rule("ST-TAC-07")
def test_what_is_drawn_stands_beside_the_name_of_who_draws_it(tmp_path: Path, panel: str) -> None:
    for number, (variants, says) in enumerate((((), "draws a card"), (("Tactics",), "draws from either pile"))):
        with begun(tmp_path / str(number), *variants, panel=panel) as evening:
            lay(evening, "green-4:1")
            assert says in glass(evening)[0]
            assert "Player 1 draws" not in glass(evening)[0], "it is not told twice"


@pytest.mark.parametrize("panel", ["2in9", "2in13"])
@pytest.mark.rule("ST-TRN-02", "ST-TAC-07")
def test_on_small_glass_what_is_drawn_is_said_with_what_is_laid_next(tmp_path: Path, panel: str) -> None:
    for number, (variants, says) in enumerate((((), "draws a card."), (("Tactics",), "draws from either pile."))):
        with begun(tmp_path / str(number), *variants, panel=panel) as evening:
            lay(evening, "green-4:1")
            assert f"Tap your card. Player 1 {says}" in glass(evening)[0]
            evening.drawn()


def test_the_page_says_whose_step_it_is_too(tmp_path: Path) -> None:
    with begun(tmp_path) as evening:
        lay(evening, "green-4:1 brown-6:1 blue-4:1 green-8:1 brown-4:1")
        data = GAME.page.board(evening.view, str)
        assert str(data.title) == "Player 1 can claim a stone"
        assert [each["turn"] for each in data.picture["players"]] == [True, False]
