"""Words that newcomers stumbled over, read on the smallest glass: of what, how many, by which card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chronicles.haggis.questions import letters_pick
from companion.chronicles.hammer.model import ENGLISHMAN
from companion.engine.history import History
from companion.engine.message import literal, tr
from companion.engine.offers import Amount, Answer, Part, Pick
from companion.menu import menu_state
from companion.menu.menu import menu_page, press_button
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import Outcome
from companion.menu.pages import ListItem, ListPage
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.session import history_view as past_of_game
from companion.state.glen_more_2.actions import Resolution
from companion.state.glen_more_2.course import advance_course
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.labels import COUNT_LABELS
from companion.state.glen_more_2.view import outline_of
from tests.chronicles import on_glass
from tests.screens.layout import problems
from tests.screens.shown import drawing
from tests.state.glen_more_2.table import Staged, Table

SMALLEST = "2in13"


def asked_at(table: Table) -> MenuContext:
    return MenuContext(table.history.game.questions(table.state), subject=table.state.turn.tile)


def pressed(table: Table, *keys: str) -> Outcome:
    """What these keys make of the home page."""
    outcome: Outcome = Menu()
    for key in keys:
        assert isinstance(outcome, Menu), outcome
        outcome = press_button(outcome, asked_at(table), key.rstrip("+"), key.endswith("+"))
    return outcome


def read(table: Table, *keys: str, language: str = "en") -> str:
    """All words on the picture after these keys, which is whole."""
    menu = pressed(table, *keys)
    assert isinstance(menu, Menu), menu
    pen = drawing(table.view, menu_page(menu, asked_at(table)), PANELS[SMALLEST].paper(), Translator(language))
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


# ---- World's End, not tapped


@pytest.mark.rule("GM-END-05")
def test_tiles_that_nobody_tapped_are_called_so_and_of_one_nobody_asks_which() -> None:
    table = Table(3)
    table.arrange("red D? D? yellow blue D-1", deck="D")
    table.takes("red", "D-1")
    assert "Red passes 2 tiles of deck D that nobody tapped." in read(table)
    assert "Which tile is World's End?" in read(table, "UP")
    table = Table(3)
    table.arrange("red D? yellow blue D-1", deck="D")
    table.takes("red", "D-1")
    assert "Red passes 1 tile of deck D that nobody tapped. Is it World's End?" in read(table)
    assert pressed(table, "UP") == menu_state.GiveAnswer(
        Answer(table.question("untold_end").number, "yes", ("1",))
    ), "no question with one answer"


# ---- one thing, one word


def taking() -> Table:
    table = Table(3)
    table.arrange("red yellow blue A-6 S-2")
    table.has("red", coins=5, barrels=1)
    table.takes("red", "A-6")
    table.declines()
    return table


def test_points_of_an_exchange_are_called_so_on_key_row_and_glass() -> None:
    table = taking()
    asked = read(table, "DOWN+", "BACK")
    assert "exchange" in asked
    assert "swap" not in asked
    table.enters("red", "points", "exchange", 4)
    assert "+4 points (exchange)" in on_glass.everything_owed(table)


def test_points_of_a_command_card_are_booked_as_that_and_as_no_exchange() -> None:
    table = taking()
    table.taps("card:points_4")
    booked = on_glass.everything_owed(table)
    assert "+4 points (command card)" in booked
    assert "exchange" not in booked


def test_what_was_paid_twice_is_told_as_one_sum() -> None:
    table = taking()
    for _ in range(2):
        table.enters("red", "coins_out", 1)
    booked = on_glass.everything_owed(table)
    assert "Paid: −2 coins" in booked
    assert "−1 coin" not in booked


@pytest.mark.parametrize(("language", "key"), [("en", "free"), ("cs", "zdarma")])
@pytest.mark.rule("GM-TIL-02")
def test_that_nothing_was_paid_is_a_key(language: str, key: str) -> None:
    table = Table(3, box="bare")
    table.arrange("red yellow blue A-6 S-2")
    table.takes("red", "A-6")
    table.declines()
    asked = read(table, "DOWN", language=language)
    assert key in asked.lower().split()
    assert pressed(table, "DOWN", "UP").answer.offer == "free"  # type: ignore[union-attr]
    assert Menu() != pressed(table, "DOWN", "DOWN+", "BACK"), "back at the first keys"
    assert pressed(table, "DOWN", "DOWN+", "BACK", "UP").answer.offer == "free"  # type: ignore[union-attr]


# ---- counts before a scoring


def test_before_a_scoring_any_count_and_any_landmark_card_can_be_corrected() -> None:
    table = Table(3)
    table.arrange("red yellow blue A-6 S-2")
    table.has("red", coins=5, barrels=1)
    before_rest(table)
    assert "A count is wrong" in read(table, "DOWN")
    counts = [str(c.label) for c in table.offer("count_rest", "set").parts[0].choices[0].then[0].choices]  # type: ignore[union-attr]
    assert {words.split(":")[0] for words in counts} == {str(words) for words in COUNT_LABELS.values()}
    table.answers("count_rest", "set", "red", "coins", 7)
    table.answers("count_rest", "card", "loch_ness", "red")
    assert table.player("red").coins == 7
    assert table.player("red").landmarks == ("loch_ness",)
    assert "Owner of a landmark card" in read(table, "DOWN", "DOWN")


def before_rest(table: Table) -> None:
    """The scoring of deck A, its Scots counted."""
    state = replace(
        table.state, open_questions=(), stage="next", due_scorings=("A",), pending_hooks=(), pending_follow_ups=()
    )
    resolution = Resolution(state)
    advance_course(resolution)
    resolution.store_pending_steps()
    table.history = History(Staged(resolution.state), table.history.header)
    table.answers("count_scots", "counted", 0, 0, 0)


# ---- rows, keys and lines


def test_a_row_begins_with_a_capital_and_a_name_stays_as_it_was_written() -> None:
    rows = (ListItem(tr("a tile of deck {deck}", deck="A")), ListItem(literal("ann")))
    pen = drawing(taking().view, ListPage("menu", tr("Menu"), rows, 0, ()), PANELS[SMALLEST].paper(), str)
    words = [each.text for each in pen.drawn]
    assert "A tile of deck A" in words
    assert "ann" in words


def test_the_england_row_without_coins_gives_none_and_says_none() -> None:
    table = Table(3, chronicles=("hammer",))
    table.arrange(f"{ENGLISHMAN} A-6 red yellow blue S-2")
    table.answers("hammer.holder", "holder", "red")
    table.has("red", coins=3)
    state = table.state
    table.stage(replace(state, market={**state.market, "england": 0}))
    asked = read(table)
    assert "Discard a tile" in asked
    assert "0 coins" not in asked


def test_how_many_is_asked_with_what_is_counted() -> None:
    table = Table(3, box="bare")
    asked = {str(words) for words in labels.HOW_MANY_PROMPTS.values()}
    assert {"How many barrels?", "How many sheep?", "How much wood?"} <= asked
    form = table.question("correct").offer("tile")
    assert form is not None
    numbers = {str(part.text) for part in every_amount(form.parts)}
    given = {words for words in numbers if words.endswith((": how many do you give?", ": how many do you get?"))}
    assert {"Sheep: how many do you give?", "Points: how many do you get?"} <= given
    assert numbers - given
    assert numbers - given <= asked


def every_amount(parts: Sequence[Part]) -> Iterator[Amount]:
    for part in parts:
        if isinstance(part, Amount):
            yield part
        elif isinstance(part, Pick):
            for choice in part.choices:
                yield from every_amount(choice.then)


def test_the_last_letter_of_the_haggis_tiles_is_said_before_it_is_taken() -> None:
    last = letters_pick(2, 6)
    page_ = ListPage("menu", last.text, tuple(ListItem(c.label) for c in last.choices), 0, ())
    pen = drawing(taking().view, page_, PANELS[SMALLEST].paper(), str)
    assert "0 x C, so 6 x D" in [each.text for each in pen.drawn]


# ---- corrections


def test_the_list_of_corrections_is_called_by_its_question() -> None:
    table = taking()
    rest = asked_at(table)
    context = replace(rest, corrections=lambda: table.question("correct"))
    menu = Menu((menu_state.OfferList(0),))
    pen = drawing(table.view, menu_page(menu, context), PANELS[SMALLEST].paper(), str)
    assert "What do you want to correct?" in [each.text for each in pen.drawn]
    assert "something else" not in " ".join(each.text for each in pen.drawn)


# ---- what was forgotten


def test_the_list_of_what_was_forgotten_has_the_usual_sums() -> None:
    table = taking()
    running: Any = SimpleNamespace(history=table.history, snapshot=SimpleNamespace(outline=outline_of(table.view)))
    number = table.history.standing[-1].number
    past = past_of_game.past_entry(running, number, before=True)
    menu = Menu((menu_state.ForgottenList(),), past_entry=past)
    listed = menu_page(menu, asked_at(table))
    assert isinstance(listed, ListPage)
    rows = [str(row.label) for row in listed.rows]
    at = rows.index("Paid 1 coin")
    assert rows[at : at + 4] == ["Paid 1 coin", "Paid 2 coins", "Paid 3 coins", "Paid more coins"]
    for _ in range(at):
        menu = press_button(menu, asked_at(table), "DOWN")  # type: ignore[assignment]
    pen = drawing(table.view, menu_page(menu, asked_at(table)), PANELS[SMALLEST].paper(), str)
    assert "Paid 1 coin" in [each.text for each in pen.drawn]
    act = press_button(menu, asked_at(table), "OK")
    assert isinstance(act, menu_state.EditEntry)
    assert (act.new_answer.offer, act.new_answer.values, act.is_insertion) == ("coins_out", (1,), True)  # type: ignore[union-attr]


# ---- which tile it is


def test_a_tile_that_nobody_tapped_is_named_or_has_no_name_or_is_not_told() -> None:
    table = Table(3, box="bare")
    table.arrange("red yellow blue S? S? S?", deck="S")
    asked = read(table, "OK", "UP")
    assert "Which tile is it?" in asked
    assert "New tile: remember its cost" in asked
    assert "Don't name it" in asked


# ---- what a crest or a tile brings


def rows_read(table: Table, menu: Menu) -> Iterator[tuple[str, str]]:
    """Each row of the open list with the words on the smallest glass while the cursor is on it."""
    shown = menu_page(menu, asked_at(table))
    assert isinstance(shown, ListPage)
    for row in shown.rows:
        here = menu_page(menu, asked_at(table))
        assert isinstance(here, ListPage)
        pen = drawing(table.view, here, PANELS[SMALLEST].paper(), str)
        assert problems(pen) == []
        yield str(row.label), " ".join(each.text for each in pen.drawn)
        outcome = press_button(menu, asked_at(table), "DOWN")
        assert isinstance(outcome, Menu)
        menu = outcome


@pytest.mark.parametrize("panel", ["4in2", "7in5", "2in9"])
def test_a_crest_says_beside_its_key_what_it_brings(panel: str) -> None:
    """The smallest panel has no room beside two columns of keys."""
    table = Table(3, box="bare")
    table.arrange("red yellow blue A-1 A-2 S-2")
    table.takes("red", "A-1")
    table.answers("sort", "person")
    pen = drawing(table.view, menu_page(Menu(), asked_at(table)), PANELS[panel].paper(), str)
    assert problems(pen) == []
    read = [each.text for each in pen.drawn]
    assert {"MacLeod", "3 coins", "David Hume"} <= set(read)


def test_a_tile_under_the_cursor_says_what_it_brings_where_that_is_known() -> None:
    table = Table(3, box="bare")
    table.arrange("red A? yellow A? blue")
    take = table.question("take")
    form = menu_state.OfferForm(take.number, "take", ("ahead:1",), group=tr("a tile by its name"))
    found = dict(rows_read(table, Menu((form,))))
    assert "At once it brings 1 Scot onto this tile." in found["Halkirk"]
    assert "At once" not in found["Edradour"], "nobody knows"


# ---- what goes off the rondel


@pytest.mark.parametrize(("language", "words"), [("en", "Discard 2 start tiles"), ("cs", "2 úvodní dílky")])
def test_tiles_that_nobody_can_tell_apart_are_counted_where_they_are_discarded(language: str, words: str) -> None:
    """Before anybody told what is printed on the first tiles."""
    table = Table(3, box="bare")
    table.arrange("red S-1 S-2 yellow blue S-3 A? A?")
    table.takes("red", "S-3")
    table.declines()
    assert words in read(table, language=language)


@pytest.mark.parametrize(
    ("language", "row", "title"),
    [
        ("en", "World's End is among them: end turn", "Which tile is World's End? The turn ends with it."),
        ("cs", "Je mezi nimi Konec světa: konec tahu", "Který dílek je Konec světa? Tah tím končí."),
    ],
)
def test_worlds_end_among_the_tiles_laid_says_that_the_turn_ends(language: str, row: str, title: str) -> None:
    table = Table(3)
    table.arrange("red D-1 yellow D-2 blue D-3", deck="D", left={"D": 3}, spaces=9)
    table.takes("red", "D-1")
    end = table.question("end")
    translate = Translator(language)
    offer = next(each for each in end.offers if translate(each.label) == row)
    context, form = asked_at(table), menu_state.OfferForm(end.number, offer.name)
    pen = drawing(table.view, menu_page(Menu((form,)), context), PANELS[SMALLEST].paper(), translate)
    assert problems(pen) == []
    assert title in " ".join(each.text for each in pen.drawn)
    at = [each.name for each in end.offers].index(offer.name)
    listed = menu_page(Menu((menu_state.OfferList(end.number, at),)), context)
    pen = drawing(table.view, listed, PANELS[SMALLEST].paper(), translate)
    assert problems(pen) == []
    assert row in " ".join(each.text for each in pen.drawn)
