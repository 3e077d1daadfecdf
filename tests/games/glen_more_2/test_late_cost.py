"""What an earlier tile cost is entered where the companion says that it isn't yet: two presses away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.game import CORRECTION
from companion.engine.history import first_difference
from companion.engine.offers import Answer, Refusal
from companion.menu.pages import HomePage, KeysPage, NoticePage, SheetPage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.state.glen_more_2 import events as ev
from tests.games.glen_more_2.test_mending import Mending
from tests.games.glen_more_2.test_mending_counts import laid_out, number_keys, takes
from tests.screens.layout import problems
from tests.screens.test_all_counts import all_pages
from tests.screens.test_on_small_glass import glass, reads


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
    return set(next(player.uncertain_counts for player in table.view.players if player.id == who)) - {"scots_home"}


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
    reads(
        owing,
        "OK: what an earlier tile cost, or you don't know.",
        "OK: zadejte, co stál dřívější dílek, nebo že to nevíte.",
    )
    owing.press("OK")
    reads(owing, "Red, turn 1: what did the tile cost?", "Červený, tah 1: co dílek stál?")
    coins = owing.player("red").coins  # type: ignore[attr-defined]
    owing.to("2 coins")
    assert owing.player("red").coins == coins - 2  # type: ignore[attr-defined]
    assert doubted(owing, "red") == set()
    assert "not entered yet" not in all_words(owing)
    assert first_difference(owing.app.running.history) is None


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
        (True, "Barrels", (5, 0), {"barrels"}),
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
        if row == "Barrels":
            table.press("OK")
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


def test_a_press_of_ok_too_many_books_no_cost_and_it_stays_owed(owing: Mending) -> None:
    to_the_question(owing)
    assert number_keys(owing)["OK"] == "Say later"
    reads(owing, "later", "později")
    entered, before = len(owing.app.running.history.entries), owing.player("red")
    owing.press("OK")
    assert isinstance(owing.page, SheetPage)
    assert len(owing.app.running.history.entries) == entered
    assert owing.player("red") == before
    owing.press("OK")
    assert owing.says == "Red, turn 1: what did the tile cost?", "it is still asked for"


def nobody_knows(table: Mending) -> None:
    """The last key of the last page."""
    table.press("DOWN+")
    assert number_keys(table)["DOWN+"] == "We don't know"
    table.press("DOWN+")


def test_what_nobody_knows_is_reminded_of_no_more(owing: Mending) -> None:
    to_the_question(owing)
    before = owing.player("red")
    nobody_knows(owing)
    assert owing.player("red").coins == before.coins  # type: ignore[attr-defined]
    assert doubted(owing, "red") == {"barrels", "coins"}, "the scorings that use them ask"
    assert "not entered yet" not in all_words(owing)
    owing.press("BACK")
    for _ in range(3):
        ends_the_turn(owing)
        assert "not entered yet" not in glass(owing, Translator("en"))


def test_it_stays_owed_and_is_told_again_when_its_player_is_to_take_a_tile(owing: Mending) -> None:
    ends_the_turn(owing)
    assert "not entered yet" not in glass(owing, Translator("en"))
    to_the_question(owing)
    assert owing.says == "Red, turn 1: what did the tile cost?", "also in the turns of the others"
    owing.press("BACK", "BACK")
    ends_the_turn(owing)
    assert owing.view.on_turn == "red"
    reads(owing, "Red: the cost of turn 1 is not entered yet", "Červený: cena z tahu 1 ještě není zadána")
    to_the_question(owing)
    owing.to("1 coin")
    owing.press("BACK")
    assert "not entered yet" not in glass(owing, Translator("en"))


def test_it_never_pays_for_the_tile_of_the_turn_that_runs(owing: Mending) -> None:
    ends_the_turn(owing)
    ends_the_turn(owing)
    takes(owing)
    to_the_question(owing)
    owing.to("1 coin")
    assert doubted(owing, "red") == set()
    owing.press("BACK")
    assert "Before OK enter the tile's cost, even 0" in [str(each.text) for each in owing.view.table_tasks]


@pytest.fixture
def owing_three(owing: Mending) -> Mending:
    """Red owes the cost of turns 1 and 4, Blue that of turn 3."""
    ends_the_turn(owing)
    ends_the_turn(owing, free=False)
    reads(owing, "Costs not entered yet: Blue, Red", "Ceny ještě nezadané: Modrý, Červený")
    ends_the_turn(owing, free=False)
    owing.press("BACK", "OK")
    return owing


@pytest.mark.rule("GM-TIL-02")
def test_where_several_wait_each_has_a_row_with_its_turn_the_nearest_first(owing_three: Mending) -> None:
    assert owing_three.says == "Whose tile?"
    assert owing_three.rows == ["Red, turn 4", "Blue, turn 3", "Red, turn 1"]
    reads(owing_three, "Red, turn 4", "Červený, tah 4")
    reads(owing_three, "Red, turn 1", "Červený, tah 1")
    owing_three.to("Red, turn 1")
    assert owing_three.says == "Red, turn 1: what did the tile cost?", "any of them may be known first"
    owing_three.to("1 coin")
    assert doubted(owing_three, "red") == {"barrels", "coins"}
    owing_three.press("OK")
    assert owing_three.rows == ["Red, turn 4", "Blue, turn 3"]
    owing_three.to("Red, turn 4")
    owing_three.to("Nothing")
    assert doubted(owing_three, "red") == set()
    owing_three.press("OK")
    assert owing_three.says == "Blue, turn 3: what did the tile cost?"
    assert first_difference(owing_three.app.running.history) is None


@pytest.mark.rule("GM-TIL-02")
def test_of_what_nobody_knows_the_other_costs_stay_owed_and_the_doubt_stays(owing_three: Mending) -> None:
    owing_three.to("Red, turn 4")
    nobody_knows(owing_three)
    owing_three.press("OK")
    assert owing_three.rows == ["Blue, turn 3", "Red, turn 1"]
    owing_three.to("Red, turn 1")
    owing_three.to("Nothing")
    assert doubted(owing_three, "red") == {"barrels", "coins"}, "what the other cost nobody knows"
    owing_three.press("OK")
    owing_three.to("Nothing")
    assert isinstance(owing_three.page, SheetPage)
    owing_three.press("OK")
    assert isinstance(owing_three.page, HomePage), "nobody is asked any more"
    assert first_difference(owing_three.app.running.history) is None


def test_an_entry_that_names_only_the_player_is_of_the_last_tile_as_before(owing_three: Mending) -> None:
    owing_three.press("BACK", "BACK")
    entries = owing_three.app.running.history.propose(Answer(CORRECTION, "late_cost", ("red", "coins 1")))
    assert not isinstance(entries, Refusal)
    assert [e.turn for each in entries for e in each.events if isinstance(e, ev.CostSettled)] == [0]
    entries = owing_three.app.running.history.propose(Answer(CORRECTION, "late_cost", ("red", "late_never")))
    assert not isinstance(entries, Refusal)
    assert not any(isinstance(e, ev.CostSettled) for each in entries for e in each.events)


def test_what_is_paid_late_is_no_sum_with_what_this_turn_pays(owing: Mending) -> None:
    ends_the_turn(owing)
    ends_the_turn(owing)
    takes(owing)
    owing.press("DOWN")
    owing.to("Paid 2 coins")
    to_the_question(owing)
    owing.to("1 coin")
    booked = [str(each) for each in owing.view.turn_log]
    assert "-1 coin (an earlier tile)" in booked
    assert "Paid: -2 coins" in booked
    assert "-1 coin (an earlier tile)" in all_words(owing).replace("−", "-")
    assert str(owing.app.running.history.lines()[-1][1]) == "corrected: Red -1 coin (the tile of turn 1)"


def test_what_is_paid_late_in_another_turn_has_a_line_of_its_own_too(owing: Mending) -> None:
    ends_the_turn(owing)
    ends_the_turn(owing)
    takes(owing)
    owing.press("DOWN")
    owing.to("Paid 2 coins")
    owing.press("DOWN")
    owing.to("Paid 1 coin")
    assert "-1 coin (an earlier tile)" in [str(each) for each in owing.view.turn_log]


@pytest.mark.parametrize(
    ("row", "line"),
    [
        ("Nothing", "corrected: Red: an earlier tile was free, in Yellow's turn"),
        ("We don't know", "corrected: Red: an earlier tile's cost stays open, in Yellow's turn"),
        ("2 coins", "corrected: Red -2 coins (the tile of turn 1), in Yellow's turn"),
    ],
)
def test_the_history_says_what_was_entered_and_undo_takes_it_back(owing: Mending, row: str, line: str) -> None:
    to_the_question(owing)
    nobody_knows(owing) if row == "We don't know" else owing.to(row)
    history = owing.app.running.history
    assert str(history.lines()[-1][1]).lower() == line.lower()
    owing.press("BACK", "UNDO")
    assert isinstance(owing.page, NoticePage), "hands have nothing to do with it: what it was is told"
    assert doubted(owing, "red") == {"barrels", "coins"}
    pen = make_drawing(
        owing.app.snapshot.game.shown(owing.view), owing.page, PANELS[owing.panel].paper(), Translator("cs")
    )
    assert problems(pen) == []


def test_where_nothing_is_owed_the_sheet_is_left_by_ok(owing: Mending) -> None:
    to_the_question(owing)
    owing.to("Nothing")
    assert isinstance(owing.page, SheetPage)
    owing.press("OK")
    assert isinstance(owing.page, HomePage)
