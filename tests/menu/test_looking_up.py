"""People ask what something is, with buttons and taps, and read it on the panel; nothing is entered by that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.menu.pages import ArticlePage, HomePage, ListPage, NoticePage, SheetPage
from companion.screens.paper import PANELS, Paper
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from tests.table import Table, complete_facts


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table(tmp_path, facts=complete_facts()) as made:
        made.seated("red", "blue", "green")
        yield made


def read(table: Table) -> tuple[str, str]:
    """Title and sentences of what is explained."""
    page = table.page
    assert isinstance(page, ArticlePage), page
    return str(page.title), " ".join(map(str, page.text))


def keys(table: Table) -> dict[str, str]:
    """What each button does now."""
    return {hint.button: str(hint.label) for hint in table.page.hints}


def to(table: Table, row: str) -> None:
    """The cursor to a row of the list that lies open."""
    wanted = next(at for at, label in enumerate(table.rows) if label.startswith(row))
    while isinstance(table.page, ListPage) and table.page.cursor != wanted:
        table.press("DOWN")


def choose(table: Table, row: str) -> None:
    """Pick a row, by its own key where it has one."""
    on_keys = getattr(table.page, "keys", ())
    if on_keys:
        labels = [str(each.label) for each in table.page.rows]  # type: ignore[union-attr]
        table.press(on_keys[next(at for at, label in enumerate(labels) if label.startswith(row))])
    else:
        to(table, row)
        table.press("OK")


# ---- held OK


def test_ok_held_on_a_row_explains_it_and_enters_nothing(table: Table) -> None:
    entered = len(table.entries)
    table.press("DOWN")
    to(table, "Buy a good")
    assert keys(table)["OK+"] == "explain"
    table.press("OK+")
    title, text = read(table)
    assert title == "Market"
    assert text.startswith("To buy, put as many coins as the leftmost free space")
    table.press("OK")
    assert isinstance(table.page, ListPage)
    assert table.rows[table.page.cursor].startswith("Buy a good")
    assert len(table.entries) == entered


def test_back_closes_what_was_looked_up(table: Table) -> None:
    table.press("DOWN")
    to(table, "Buy a good")
    table.press("OK+", "BACK")
    assert isinstance(table.page, ListPage)
    table.press("OK+", "BACK+")
    assert table.says == "Menu"


def test_ok_held_on_a_closed_row_opens_the_rule_that_closes_it(table: Table) -> None:
    table.tap("card:sell_wood")  # the only coin of the row
    table.press("UP")
    before = table.page
    if isinstance(before, ListPage):
        to(table, "wood")
    table.press("OK+")
    assert read(table)[1].endswith("In an empty row nothing can be sold.")
    table.press("OK")
    assert table.says == "Sell which good?"


def test_a_piece_in_a_list_is_explained(table: Table) -> None:
    table.press("DOWN")
    to(table, "Rarely needed")
    table.press("OK")
    to(table, "A landmark card")
    table.press("OK")
    to(table, "Castle Moil")
    table.press("OK+")
    assert read(table)[0] == "Castle Moil"
    assert "count twice in every scoring round" in read(table)[1]


def test_where_nothing_is_to_be_explained_ok_held_says_so_and_does_nothing(table: Table) -> None:
    table.press("BACK+")
    to(table, "Games")
    assert "OK+" not in keys(table)
    table.press("OK+")
    assert table.says == "There is nothing more to explain here; OK pressed shortly chooses."
    table.press("OK")
    assert table.says == "Menu"


def test_a_row_whose_held_ok_does_something_keeps_it(table: Table) -> None:
    table.tap("tile:S-1", "card:done")
    table.press("UNDO+")
    assert keys(table)["OK+"] == "forgot?"


# ---- taps


def test_a_tap_that_fits_no_question_is_looked_at_and_explained(table: Table) -> None:
    table.tap("tile:S-1")
    entered = len(table.entries)
    table.tap("tile:S-1")
    assert isinstance(table.page, NoticePage)
    own = {"OK": "go on", "OK+": "explain", "BACK": "back", "UNDO": "undo"}
    assert {key: words for key, words in keys(table).items() if key in own} == own
    assert "It costs nothing." in map(str, table.page.more)
    table.press("OK+")
    assert read(table)[0] == "Whistling Ford"
    table.press("OK")
    assert isinstance(table.page, HomePage)
    assert len(table.entries) == entered


def test_after_the_card_any_tap_is_explained_and_enters_nothing(table: Table) -> None:
    entered = len(table.entries)
    table.tap("card:what")
    assert table.says == "Tap what you want to know about."
    table.tap("tile:S-1")
    title, text = read(table)
    assert (title, len(table.entries)) == ("Whistling Ford", entered)
    assert "what it gives when activated" in text
    table.tap("tile:S-1")  # only the one tap after the card was a question
    assert len(table.entries) == entered + 1


@pytest.mark.parametrize(
    ("language", "absent"),
    [("en", "Address to a Haggis is not in this game."), ("cs", "Óda na haggis: v této hře není.")],
)
def test_a_piece_of_a_chronicle_that_is_not_played_is_explained_as_such(
    language: str, absent: str, tmp_path: Path
) -> None:
    translate = Translator(language)
    with Table(tmp_path, panel="2in13", facts=complete_facts(), translate=translate) as table:
        table.seated("red", "blue", "green")
        table.tap("card:what", "tile:creek_inn")
        assert read(table)[0] == "Creek Inn"
        pen = make_drawing(None, table.page, PANELS["2in13"].paper(), translate)
        assert absent in " ".join(each.text for each in pen.drawn)
        table.press("BACK")
        table.tap("tile:creek_inn")
        assert isinstance(table.page, NoticePage)
        assert translate(table.page.more[0]) == absent


def test_the_card_explains_a_command_card_too(table: Table) -> None:
    table.tap("card:what", "card:buy_sheep")
    assert read(table) == ("Buy sheep", read(table)[1])
    assert "leftmost free space" in read(table)[1]
    table.tap("card:what", "card:undo")
    assert isinstance(table.page, HomePage | ListPage | NoticePage)


def test_a_button_after_the_card_ends_the_asking(table: Table) -> None:
    table.tap("card:what")
    table.press("OK")
    entered = len(table.entries)
    table.tap("tile:S-1")
    assert len(table.entries) == entered + 1


def test_a_tap_closes_what_was_looked_up_and_is_taken(table: Table) -> None:
    table.press("DOWN")
    to(table, "Buy a good")
    table.press("OK+")
    entered = len(table.entries)
    table.tap("tile:S-1")
    assert len(table.entries) == entered + 1
    assert not isinstance(table.page, ArticlePage)


# ---- why


def test_a_refusal_has_a_key_for_its_rule_and_shows_no_id(table: Table) -> None:
    table.tap("card:sell_wood")
    table.press("UP")
    choose(table, "wood")
    page = table.page
    assert isinstance(page, NoticePage)
    assert (page.kind, page.rule) == ("refused", "GM-MKT-07")
    assert keys(table)["DOWN"] == "why?"
    for panel in PANELS.values():
        pen = make_drawing(None, page, Paper(panel.width, panel.height), str)
        assert not [each for each in pen.drawn if "GM-" in each.text]
    table.press("DOWN")
    assert read(table)[0] == "Market"


def test_why_no_scot_leaves_the_home_castle_tells_which_scots_are_counted(table: Table) -> None:
    table.press("DOWN")
    for row in ("Rarely needed", "Scots out"):
        to(table, row)
        table.press("OK")
    assert table.says == "No Scot stands in the home castle."
    assert keys(table)["DOWN"] == "why?"
    table.press("DOWN")
    title, text = read(table)
    assert title == "Home castle"
    assert text.endswith("A Scot on another tile leaves it without an entry.")


def test_a_notice_without_a_rule_has_no_such_key(table: Table) -> None:
    table.tap("uid:04")  # read only in part
    assert isinstance(table.page, NoticePage)
    assert keys(table)["DOWN"] == "more", "as on the page below"


def test_a_caution_is_explained_by_ok_held_on_any_of_its_answers(table: Table) -> None:
    table.tap(*["card:pay_1"] * 5, "card:buy_wood")
    assert isinstance(table.page, ListPage)
    assert (table.page.kind, keys(table)["OK+"]) == ("caution", "why?")
    entered = len(table.entries)
    for answer in range(len(table.rows)):
        table.press(*["DOWN"] * answer, "OK+")
        assert read(table)[1].startswith("To buy, put as many coins")
        table.press("OK", *["UP"] * answer)
    assert len(table.entries) == entered


def test_a_booked_consequence_is_explained_from_the_sheet(table: Table) -> None:
    table.tap("tile:S-1")
    table.press("DOWN")
    to(table, "To do")
    table.press("OK")
    assert isinstance(table.page, SheetPage)
    assert keys(table)["OK+"] == "explain"
    table.press("OK+")
    assert "Taking a tile" in table.rows
    to(table, "Taking a tile")
    table.press("OK")
    assert "pay its cost" in read(table)[1]
    table.press("OK", "BACK")
    assert isinstance(table.page, SheetPage)


def test_an_entry_of_the_history_says_why(table: Table) -> None:
    table.tap("tile:S-2", "card:done")
    table.press("UNDO+", "OK")
    to(table, "Red takes")
    table.press("OK")
    to(table, "Why?")
    table.press("OK")
    assert "Taking a tile" in table.rows


# ---- a first game


def explained(table: Table) -> None:
    table.press("BACK+")
    to(table, "First game")
    table.press("OK")
    assert table.says == "This game explains what happens for the first time."
    table.press("OK")


def test_a_first_game_explains_each_thing_once_and_in_one_sentence(table: Table) -> None:
    explained(table)
    table.tap("tile:S-1")
    title, text = read(table)
    assert title == "For the first time"
    assert "Taking a tile: Move your pawn to any tile ahead" in text
    page = table.page
    assert isinstance(page, ArticlePage)
    assert [str(line) for line in page.text if ". " in str(line)] == []
    table.press("OK")
    assert not isinstance(table.page, ArticlePage)
    table.tap("card:done")
    if isinstance(table.page, ArticlePage):
        assert "Taking a tile" not in read(table)[1]
    table.tap("tile:S-2")
    assert "Taking a tile" not in str(getattr(table.page, "text", ""))


def test_what_was_taken_back_is_not_explained_twice(table: Table) -> None:
    explained(table)
    table.tap("tile:S-1")
    table.press("UNDO")
    while isinstance(table.page, ListPage):
        table.press("OK")
    table.tap("tile:S-1")
    assert not isinstance(table.page, ArticlePage)


def test_one_press_ends_the_explaining(table: Table) -> None:
    explained(table)
    table.tap("tile:S-1")
    assert keys(table)["BACK+"] == "no more"
    assert "UP" not in keys(table)
    table.press("UP")
    assert isinstance(table.page, ArticlePage), "a key that people press while they choose ends nothing"
    table.press("BACK+")
    assert table.says.startswith("Explanations are off.")
    table.tap("card:done", "tile:S-2")
    assert not isinstance(table.page, ArticlePage)
    table.press("BACK+")
    assert isinstance(table.page, ListPage)
    row = next(row for row in table.page.rows if str(row.label).startswith("First game"))
    assert str(row.note) == "off"


def test_a_first_game_leaves_the_journal_as_it_would_be_without(tmp_path: Path) -> None:
    hashes = []
    for name in ("with", "without"):
        with Table(tmp_path / name, facts=complete_facts()) as table:
            table.seated("red", "blue")
            if name == "with":
                explained(table)
            table.tap("tile:S-1", "card:done", "tile:S-2")
            hashes.append([entry.hash for entry in table.entries])
    assert hashes[0] == hashes[1]


def test_a_first_game_goes_on_after_a_restart_and_explains_nothing_again(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as table:
        table.seated("red", "blue")
        explained(table)
        table.tap("tile:S-1")
        assert "Taking a tile" in read(table)[1]
        table.press("OK")
        table.tap("card:done")
    with Table(tmp_path, facts=complete_facts()) as table:
        table.tap("tile:S-2")
        assert "Taking a tile" not in str(getattr(table.page, "text", ""))
        table.press("BACK+")
        assert isinstance(table.page, ListPage)
        assert [str(row.note) for row in table.page.rows if str(row.label).startswith("First")] == ["on"]


def test_a_first_game_is_chosen_where_a_new_one_is_started(table: Table) -> None:
    table.press("BACK+")
    to(table, "New game")
    table.press("OK")
    to(table, "Start a first game")
    table.press("OK")
    table.tap("home:red", "home:blue")
    table.press("OK")
    assert "With 2 players the die always plays along" in read(table)[1]
    table.press("OK", "OK")
    assert "From the back lie the pawns" in read(table)[1]


def test_another_game_is_not_explained_because_one_was(table: Table) -> None:
    explained(table)
    table.press("BACK+")
    to(table, "New game")
    table.press("OK")
    to(table, "Glen More II")
    table.press("OK")
    table.seated("red", "blue")
    table.tap("tile:S-1")
    assert not isinstance(table.page, ArticlePage)
