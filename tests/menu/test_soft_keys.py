"""Short choices on the keys: which key is which, what stays a list, and that one press answers."""

from __future__ import annotations

import pytest

from companion.engine.game import Interpretation, TapMeaning
from companion.engine.message import literal, tr
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.menu import menu_state
from companion.menu.menu import menu_page, press_button
from companion.menu.menu_state import EMPTY_MENU, Menu, MenuContext
from companion.menu.pages import KeysPage, ListPage, NoticePage, NumberPage
from companion.menu.taps import show_tap_meaning

EMPTY = Reason("GM-MKT-07", tr("The cattle row holds no coins."))


def choices(number: int, closed: int = 0) -> tuple[Choice, ...]:
    """So many, from 1, with a short word each."""
    numbers = range(1, number + 1)
    return tuple(
        Choice(str(n), literal(f"choice {n}"), EMPTY if n == closed else None, brief=literal(str(n)))
        for n in numbers
    )


def asked(number: int, in_order: bool, default: str = "", closed: int = 0) -> MenuContext:
    part = Pick("p", tr("Which?"), choices(number, closed), default, in_order=in_order)
    return MenuContext((Question(8, "q", tr("Which?"), (Offer("o", tr("o"), (part,)),)),))


def keys(context: MenuContext, menu: Menu = EMPTY_MENU) -> dict[str, str]:
    """What each key of the page chooses."""
    shown = menu_page(menu, context)
    assert isinstance(shown, KeysPage), shown
    return {key: str(row.label).removeprefix("choice ") for key, row in zip(shown.keys, shown.rows, strict=True)}


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_what_fingers_know_by_its_order_lies_in_the_order_of_the_keys(number: int) -> None:
    context = asked(number, in_order=True, default="2")
    order = ("UP", "DOWN", "OK", "UP+", "DOWN+")[:number]
    assert keys(context) == {key: str(n) for n, key in enumerate(order, 1)}
    for n, key in enumerate(order, 1):
        chosen = press_button(EMPTY_MENU, context, key.rstrip("+"), key.endswith("+"))
        assert chosen == menu_state.GiveAnswer(Answer(8, "o", (str(n),)))


def test_of_anything_else_the_likeliest_lies_on_ok() -> None:
    assert keys(asked(2, in_order=False)) == {"DOWN": "2", "OK": "1"}
    assert keys(asked(3, in_order=False)) == {"UP": "2", "DOWN": "3", "OK": "1"}
    assert keys(asked(5, in_order=False, default="4")) == {
        "UP": "1", "DOWN": "2", "OK": "4", "UP+": "3", "DOWN+": "5",
    }  # fmt: skip


def test_the_keys_stay_where_they_are_when_the_likeliest_is_closed() -> None:
    context = asked(3, in_order=False, default="2", closed=2)
    assert keys(context) == {"UP": "1", "DOWN": "3", "OK": "2"}
    shown = menu_page(EMPTY_MENU, context)
    assert "OK" not in [hint.button for hint in shown.hints], "its cell in the footer is white"
    refused = press_button(EMPTY_MENU, context, "OK")
    assert isinstance(refused, Menu)
    why = menu_page(refused, context)
    assert isinstance(why, NoticePage)
    assert why.text == EMPTY.text


def test_the_footer_says_a_short_word_for_each_key_and_back_and_undo_stay() -> None:
    shown = menu_page(EMPTY_MENU, asked(5, in_order=True))
    assert [(hint.button, str(hint.label)) for hint in shown.hints] == [
        ("UP", "1"), ("DOWN", "2"), ("OK", "3"), ("UP+", "4"), ("DOWN+", "5"),
        ("BACK", "not now"), ("UNDO", "undo"),
    ]  # fmt: skip
    assert press_button(EMPTY_MENU, asked(5, in_order=True), "UNDO") == menu_state.Undo()


def test_a_key_without_a_choice_does_nothing() -> None:
    context = asked(3, in_order=True)
    for key in ("UP", "DOWN"):
        assert menu_page(press_button(EMPTY_MENU, context, key, True), context) == menu_page(EMPTY_MENU, context)  # type: ignore[arg-type]


def turned_on(menu: Menu, context: MenuContext) -> Menu:
    """After the fifth key."""
    further = press_button(menu, context, "DOWN", True)
    assert isinstance(further, Menu)
    return further


@pytest.mark.parametrize(("number", "last"), [(6, "6"), (9, "9")])
def test_of_a_longer_row_the_first_four_have_keys_and_the_fifth_turns_to_the_others(
    number: int, last: str
) -> None:
    context = asked(number, in_order=True)
    assert keys(context) == {"UP": "1", "DOWN": "2", "OK": "3", "UP+": "4", "DOWN+": "other …"}
    others = turned_on(EMPTY_MENU, context)
    assert list(keys(context, others).values()) == [str(n) for n in range(5, number + 1)]
    assert press_button(others, context, "UP") == menu_state.GiveAnswer(Answer(8, "o", ("5",)))
    back = press_button(others, context, "BACK")
    assert isinstance(back, Menu)
    assert keys(context, back) == keys(context)
    assert last in keys(context, others).values()


def test_of_more_than_nine_the_whole_list_stands_behind_two_pages_of_keys() -> None:
    context = asked(12, in_order=True)
    second = turned_on(EMPTY_MENU, context)
    assert list(keys(context, second).values()) == ["5", "6", "7", "8", "other …"]
    third = turned_on(second, context)
    whole = menu_page(third, context)
    assert isinstance(whole, ListPage)
    assert (len(whole.rows), whole.cursor) == (12, 8), "the whole list, on the first that had no key"
    assert press_button(third, context, "OK") == menu_state.GiveAnswer(Answer(8, "o", ("9",)))


POINTS = Amount("points", tr("Points"), 1, 60, 10, suggestions=(1, 2, 3, 5, 4, 6, 8, 12), back=tr("for what"))
NUMBERS = MenuContext((Question(8, "q", tr("Points"), (Offer("points", tr("Points"), (POINTS,)),)),))


def test_likely_numbers_are_one_press_each_and_any_other_is_set_behind_them() -> None:
    assert keys(NUMBERS) == {"UP": "1", "DOWN": "2", "OK": "3", "UP+": "5", "DOWN+": "other …"}
    assert press_button(EMPTY_MENU, NUMBERS, "UP", True) == menu_state.GiveAnswer(Answer(8, "points", (5,)))
    second = turned_on(EMPTY_MENU, NUMBERS)
    assert keys(NUMBERS, second) == {"UP": "4", "DOWN": "6", "OK": "8", "UP+": "12", "DOWN+": "other …"}
    third = turned_on(second, NUMBERS)
    number = menu_page(third, NUMBERS)
    assert isinstance(number, NumberPage)
    assert number.value == 10
    assert press_button(third, NUMBERS, "OK") == menu_state.GiveAnswer(Answer(8, "points", (10,)))
    back = press_button(third, NUMBERS, "BACK")
    assert isinstance(back, Menu)
    assert keys(NUMBERS, back) == keys(NUMBERS, second)


def test_a_step_back_from_a_number_is_named_where_it_leads_to_something() -> None:
    hints = {hint.button: str(hint.label) for hint in menu_page(EMPTY_MENU, NUMBERS).hints}
    assert hints["BACK"] == "for what"


def test_numbers_out_of_bounds_have_no_key() -> None:
    part = Amount("tiles", tr("Tiles?"), 2, 6, 2, suggestions=(1, 2, 3, 5, 4, 6, 8, 12))
    context = MenuContext((Question(8, "q", tr("?"), (Offer("o", tr("o"), (part,)),)),))
    assert list(keys(context).values()) == ["2", "3", "5", "4", "other …"]


def test_counts_are_one_press_each_and_a_held_ok_takes_all_of_them_as_they_stand() -> None:
    ann, bob, cy = (
        Amount(
            name,
            tr("{name}: Scots?", name=name),
            0,
            6,
            1,
            is_own_count=True,
            brief=literal(name),
            suggestions=(2, 0, 1, 3),
        )
        for name in ("Ann", "Bob", "Cy")
    )
    context = MenuContext((Question(8, "q", tr("Count."), (Offer("o", tr("o"), (ann, bob, cy)),)),))
    shown = menu_page(EMPTY_MENU, context)
    assert isinstance(shown, KeysPage)
    assert [str(each) for each in shown.why] == ["Count."]
    assert list(map(str, shown.rest)) == ["Hold OK: all as counted (Bob 1, Cy 1)", "Hold OK: all as counted"]
    assert [str(row.note or "") for row in shown.rows] == ["", "", "as now", "", ""]
    assert ("OK+", "take all") in [(hint.button, str(hint.label)) for hint in shown.hints]
    assert press_button(EMPTY_MENU, context, "OK", True) == menu_state.GiveAnswer(Answer(8, "o", (1, 1, 1)))
    then = press_button(EMPTY_MENU, context, "UP")
    assert isinstance(then, Menu)
    assert press_button(then, context, "OK", True) == menu_state.GiveAnswer(Answer(8, "o", (2, 1, 1)))
    last = press_button(then, context, "DOWN")
    assert isinstance(last, Menu)
    assert press_button(last, context, "UP", True) == menu_state.GiveAnswer(Answer(8, "o", (2, 0, 3)))


def test_longer_lists_without_an_order_and_choices_without_a_short_word_stay_lists() -> None:
    assert isinstance(menu_page(EMPTY_MENU, asked(6, in_order=False)), ListPage)
    offers = (Offer("one", tr("one"), hint=tr("one")), Offer("two", tr("two")))
    assert isinstance(menu_page(EMPTY_MENU, MenuContext((Question(8, "q", tr("?"), offers),))), ListPage)


def test_yes_or_no_is_no_number() -> None:
    part = Amount("scots", tr("Does it go home?"), 0, 1, 1, is_yes_no=True)
    context = MenuContext((Question(8, "q", tr("?"), (Offer("home", tr("home"), (part,)),)),))
    assert keys(context) == {"UP": "Yes", "OK": "No"}
    assert press_button(EMPTY_MENU, context, "UP") == menu_state.GiveAnswer(Answer(8, "home", (1,)))
    assert press_button(EMPTY_MENU, context, "OK") == menu_state.GiveAnswer(Answer(8, "home", (0,)))


def test_what_a_tap_may_have_meant_is_one_press_and_back_means_nothing() -> None:
    ways = (
        Interpretation(tr("Ann took it"), Answer(3, "next"), brief=tr("took it")),
        Interpretation(tr("It was laid out"), Answer(3, "laid"), brief=tr("laid")),
        Interpretation(tr("Ann took it instead"), Answer(3, "take"), brief=tr("instead"), replaces=True),
    )
    context = MenuContext((Question(3, "end", tr("?"), (Offer("next", tr("n")),), non_blocking=True),))
    menu = show_tap_meaning(EMPTY_MENU, TapMeaning(tr("S-1"), tr("S-1: what happened?"), ways))
    assert isinstance(menu, Menu)
    assert keys(context, menu) == {"UP": "It was laid out", "DOWN": "Ann took it instead", "OK": "Ann took it"}
    assert press_button(menu, context, "UP") == menu_state.GiveAnswer(Answer(3, "laid"))
    assert press_button(menu, context, "DOWN") == menu_state.GiveAnswer(Answer(3, "take"), True)
    left = press_button(menu, context, "BACK")
    assert isinstance(left, Menu)
    assert left.levels == ()


def test_a_held_ok_enters_nothing_where_there_is_nothing_to_explain() -> None:
    """People hold it to learn what a row is: on keys, in a list, and over a number that is set."""
    many = MenuContext((Question(8, "q", tr("Which?"), tuple(Offer(f"o{n}", tr("o")) for n in range(9))),))
    number = MenuContext(
        (Question(8, "q", tr("How many?"), (Offer("o", tr("o"), (Amount("n", tr("n"), 0, 90, 4),)),)),)
    )
    for context in (asked(3, in_order=True), many, number):
        shown = press_button(EMPTY_MENU, context, "OK", long=True)
        assert isinstance(shown, Menu)
        told = menu_page(shown, context)
        assert isinstance(told, NoticePage)
        assert str(told.text) == "There is nothing more to explain here; OK pressed shortly chooses."
        assert isinstance(press_button(shown, context, "OK"), Menu), "that goes on, and enters nothing yet"
