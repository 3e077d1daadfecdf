"""What newcomers met in lists and questions on two evenings without stickers, read on the smallest glass."""

# ruff: noqa: F811 (a fixture of another file)
from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.history import first_difference
from companion.engine.offers import Answer
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.menu.pages import ArticlePage, KeysPage, ListPage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.session.inputs import AnswerSubmitted
from tests.games.glen_more_2.test_mending import Mending, played  # noqa: F401 (fixture)
from tests.screens.layout import problems

SMALLEST = "2in13"


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Mending]:
    """The first turn of three players; the box has no stickers and nobody has told it anything."""
    with Mending(tmp_path, panel=SMALLEST, facts=replace(effective_facts(), rondel_spaces=14)) as table:
        table.seated("red", "blue", "green")
        yield table


def whole_on_every_panel(table: Mending) -> None:
    """Nothing of the page is cut off, on no panel and in no language."""
    now = table.app.snapshot
    for name, panel in PANELS.items():
        for language in ("en", "cs"):
            pen = make_drawing(now.game.shown(now.view), now.page, panel.paper(), Translator(language))
            assert problems(pen) == [], (name, language)


def cursor_on(table: Mending, words: str) -> None:
    table.press(*table.keys_to(words)[:-1])
    assert table.chosen().startswith(words)


def explained(table: Mending) -> tuple[str, str]:
    """What held OK says of the row under the cursor; then the list lies there as before."""
    table.press("OK+")
    page = table.page
    assert isinstance(page, ArticlePage), page
    glass = table.glass()
    whole_on_every_panel(table)
    table.press("OK")
    return str(page.title), glass


def takes_one(table: Mending, which: str) -> None:
    """Red takes a tile of deck A, told as that row."""
    table.press("OK", "DOWN+")
    table.to("tile 6 ahead")
    table.to(which)
    table.to("A tile for the territory")


# ---- which tile it is


def test_rows_that_name_no_tile_are_explained_themselves(bare: Mending) -> None:
    bare.press("OK")
    bare.press("DOWN+")
    bare.to("tile 6 ahead")
    assert bare.says == "Which tile is it?"
    whole_on_every_panel(bare)
    cursor_on(bare, "New tile: remember its cost")
    title, said = explained(bare)
    assert title == "New tile: remember its cost"
    assert "does not know yet" in said
    cursor_on(bare, "Don't name it")
    title, said = explained(bare)
    assert title == "Don't name it"
    assert "nothing is remembered of the tile" in said
    assert "Don't name it" in bare.glass()
    assert "Neříkat který" in bare.glass(language="cs")
    whole_on_every_panel(bare)
    bare.press("OK")
    assert "What kind of tile from deck" in bare.says, "and that is all that is asked"


# ---- paying more than there is


def corrects(table: Mending, count: str, number: int) -> None:
    """Red's count is told, through the rules: only what comes of it is looked at here."""
    table.app.submit(AnswerSubmitted(Answer(0, "count", ("red", count, number)))).result(5)


def test_a_payment_beyond_the_purse_is_asked_about(bare: Mending) -> None:
    corrects(bare, "coins", 2)
    takes_one(bare, "New tile")
    bare.press("DOWN")
    bare.to("Paid 3 coins")
    assert bare.says == "Careful: The companion has Red on 2 coins."
    assert "has Red on 2 coins" in bare.glass()
    assert bare.rows == ["We did it anyway", "Correct it", "Cancel"]
    whole_on_every_panel(bare)
    bare.to("Cancel")
    assert bare.player("red").coins == 2  # type: ignore[attr-defined]
    bare.to("Paid 2 coins")
    assert bare.player("red").coins == 0, "what the count pays asks nothing"  # type: ignore[attr-defined]


# ---- the cost that OK remembers


def test_where_one_question_follows_ok_does_not_say_that_it_remembers(bare: Mending) -> None:
    takes_one(bare, "New tile")
    bare.press("UP+")
    bare.to("wood")
    assert "OK: say the rest of the cost, own goods too" in bare.glass()
    assert "OK: řekněte zbytek ceny, i vlastní suroviny" in bare.glass(language="cs")
    whole_on_every_panel(bare)
    bare.press("OK")
    assert bare.says == "What does the A tile cost? With this the turn ends."


def test_how_many_goods_it_costs_begins_with_one_on_ok_and_says_that_the_turn_ends(bare: Mending) -> None:
    takes_one(bare, "New tile")
    bare.press("DOWN")
    bare.press("DOWN+")
    bare.to("Paid with own goods")
    bare.press("OK")
    bare.to("barley")
    assert bare.says == "How much barley?"
    assert isinstance(bare.page, KeysPage)
    assert [str(hint.label) for hint in bare.page.hints if hint.button == "OK"] == ["1"]
    assert "With this the turn ends." in bare.glass()
    assert "Tím tah končí." in bare.glass(language="cs")
    whole_on_every_panel(bare)


def test_where_the_tile_needs_no_name_what_was_bought_is_said_to_be_its_cost(bare: Mending) -> None:
    takes_one(bare, "Don't name it")
    bare.press("UP+")
    bare.to("stone")
    bare.press("BACK")
    assert "Paid with the bought stone, own goods aren't counted" in bare.glass()
    assert "Zaplaceno koupeným (kámen), vlastní suroviny se nepočítají" in bare.glass(language="cs")
    whole_on_every_panel(bare)


def test_where_none_follows_ok_says_what_it_remembers_and_ends_the_turn(bare: Mending) -> None:
    takes_one(bare, "New tile")
    bare.press("DOWN")
    bare.to("Paid 1 coin")
    assert "OK also remembers its cost: 1 coin" in bare.glass()
    turn = bare.app.running.history.state.turn.number
    bare.press("OK")
    assert bare.app.running.history.state.turn.number == turn + 1


# ---- mends in the history


def test_the_same_value_chosen_again_changes_nothing_and_says_so(played: Mending) -> None:
    entered = len(played.entries)
    played.turn(2)
    played.to("Blue +5 points")
    played.to("Points by a command card")
    played.does("OK")
    assert played.says == "Nothing was changed."
    assert "Nothing was changed." in played.glass()
    assert len(played.entries) == entered


@pytest.mark.parametrize("row", ["Yes", "Not yet"])
def test_another_tile_says_what_stays_of_the_one_before(played: Mending, row: str) -> None:
    played.turn(2)
    played.to("Blue takes Two Pines")
    played.to("Which tile")
    played.to("tile 2 ahead, Mossy Quarry")
    assert "Done already?" in played.glass()
    whole_on_every_panel(played)
    played.to(row)
    assert "Kept from that turn: Blue +5 points (command card), Blue sells sheep for 1" in played.says
    whole_on_every_panel(played)


def test_of_a_long_turn_only_the_first_two_are_named(played: Mending) -> None:
    played.press("OK", "UP")
    played.tap("card:points_5", "card:points_4", "card:points_3", "card:points_2")
    played.turn(5)
    played.to("Blue takes")
    played.to("Which tile")
    played.to("tile 2 ahead")
    played.to("Don't name it")
    played.to("Yes")
    assert "and 2 more entries" in played.says, played.says
    whole_on_every_panel(played)


def test_a_change_left_with_back_is_said_to_be_dropped(played: Mending) -> None:
    entered = len(played.entries)
    played.turn(2)
    played.to("Blue +5 points")
    played.to("Points by a command card")
    played.does("UP", "OK")
    played.to("Change something else")
    played.does("BACK")
    assert played.says == "The change was not made."
    assert "The change was not made." in played.glass()
    played.does("OK")
    assert isinstance(played.page, ListPage), "the entries of the turn lie there"
    assert len(played.entries) == entered


# ---- what points are for


def test_a_command_card_is_how_points_were_entered_and_stands_in_no_list_of_what_they_are_for(
    played: Mending,
) -> None:
    played.turn(2)
    played.to("Blue +5 points")
    played.to("Points for what?")
    assert [row.partition(":")[0] for row in played.rows] == [
        "an exchange",
        "a tile or landmark",
        "something else",
    ]
    whole_on_every_panel(played)
    played.to("a tile or landmark")
    assert "Corrected: Blue +5 points (tile)" in played.says
    assert first_difference(played.app.running.history) is None


def test_the_cause_that_was_filled_in_unasked_says_how_it_is_changed(bare: Mending) -> None:
    bare.press("DOWN+")
    assert bare.says == "Points for an exchange"
    assert "BACK asks: Points for what?" in bare.glass()
    assert "BACK se ptá: Za co jsou body?" in bare.glass(language="cs")
    whole_on_every_panel(bare)
    bare.press("BACK")
    assert bare.says == "Points for what?"
    assert "command card" not in bare.glass()
    bare.to("a tile or landmark")
    assert bare.says == "Points for a tile or landmark"
    assert "BACK asks: Points for what?" not in bare.glass()


def named(table: Mending) -> None:
    """Red takes Castle Stalker, of which nobody says whether it is a rebuild tile."""
    table.press("OK", "DOWN+")
    table.to("tile 6 ahead")
    table.to("a tile by its name")
    table.to("Castle Stalker")
    assert table.says == "Is Castle Stalker a rebuild tile?"
    table.to("Skip")


@pytest.mark.parametrize(
    ("first", "moves"),
    [(named, True), (lambda table: takes_one(table, "New tile"), False)],
)
def test_a_tile_that_was_another_loses_no_turn_for_the_cost_that_its_end_remembered(
    bare: Mending, first: Callable[[Mending], None], moves: bool
) -> None:
    first(bare)
    bare.press("DOWN")
    bare.to("Paid 1 coin")
    bare.press("OK")
    for _ in range(2):
        takes_one(bare, "Don't name it")
        bare.press("OK")
    turn = bare.app.running.history.state.turn.number
    bare.turn(1)
    bare.to("Red takes")
    bare.to("Which tile is it?")
    bare.to("Don't name it")
    while isinstance(bare.page, ListPage) and "This changes too" not in bare.says:
        bare.press("OK")
    assert "remembering the cost of the tile" in bare.rows
    assert "asked no more, left out" in bare.glass()
    whole_on_every_panel(bare)
    assert not [row for row in bare.rows if "end of" in row.casefold()]
    bare.press("OK")
    assert isinstance(bare.page, ListPage) == moves, "a card goes back; a tile stays with whom it is"
    if moves:
        bare.to("Yes")
    history = bare.app.running.history
    assert (history.state.turn.number, first_difference(history)) == (turn, None)
