"""A place on a map chosen with five buttons: where the cursor goes, what OK does, why a cell is closed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine.help_topics import Article, Explainer, GameHelp
from companion.engine.message import literal, tr
from companion.engine.offers import Answer, Choice, Offer, Place, Question
from companion.menu import menu_state
from companion.menu.menu import menu_page, press_button
from companion.menu.menu_state import EMPTY_MENU, Menu, MenuContext
from companion.menu.pages import ArticlePage, ListPage, MapPage, NoticePage
from tests.screens.maps import LAID, NO_SCOT, asked, first, large, shown

ALL = first(((0, 1), (1, 0), (0, -1), (-1, 0)))


def cell(place: Place, *keys: str) -> str:
    """Where the cursor is after these keys."""
    there = shown(place, *keys)
    return there.rows[there.cursor].sign


def words(there: MapPage) -> dict[str, str]:
    return {hint.button: str(hint.label) for hint in there.hints}


def test_the_likeliest_cell_comes_first_and_the_closed_ones_after_all_that_are_open() -> None:
    place = first(((0, -1), (-1, 0)))
    assert [cell(place, *["DOWN"] * n) for n in range(5)] == ["0,-1", "-1,0", "0,1", "1,0", "0,-1"]
    assert cell(place, "UP") == "1,0"
    assert cell(replace(place, default="-1,0")) == "-1,0"


def test_cells_in_order_stand_beside_their_neighbours_and_closed_ones_among_them() -> None:
    place = replace(first(((0, -1), (-1, 0))), in_order=True, default="-1,0")
    row = [each.value for each in place.choices]
    walked = [cell(place, *["DOWN"] * n) for n in range(len(row))]
    at = row.index("-1,0")
    assert walked == [*row[at:], *row[:at]]
    assert cell(place, "UP") == row[at - 1]
    shut = replace(place, choices=tuple(replace(each, closed=NO_SCOT) for each in place.choices))
    assert cell(shut) == "-1,0", "where none is open the usual one says why"


def test_a_choice_may_name_its_cell_beside_its_value() -> None:
    place = replace(
        ALL, choices=(Choice("castle", tr("the castle"), cell="0,1"), Choice("ford", tr("the ford"), cell="1,0"))
    )
    assert [cell(place), cell(place, "DOWN")] == ["0,1", "1,0"]
    assert press_button(EMPTY_MENU, asked(place), "OK") == menu_state.GiveAnswer(Answer(7, "lay", ("castle",)))


def test_ok_lays_it_there_and_the_keys_say_so() -> None:
    assert words(shown(ALL, "DOWN")) == {
        "UP": "before", "DOWN": "next", "UP+": "up", "DOWN+": "down",
        "OK": "lay it", "BACK": "not now", "UNDO": "undo",
    }  # fmt: skip
    menu = press_button(EMPTY_MENU, asked(ALL), "DOWN")
    assert isinstance(menu, Menu)
    assert press_button(menu, asked(ALL), "OK") == menu_state.GiveAnswer(Answer(7, "lay", ("1,0",)))
    assert words(shown(replace(ALL, new_tile=None)))["OK"] == "choose", (
        "nothing is laid where a cell is only named"
    )


def test_a_closed_cell_says_why_and_ok_refuses() -> None:
    place = first()
    there = shown(place, "DOWN")
    assert there.rows[there.cursor].note == NO_SCOT.text
    assert there.rows[there.cursor].closed
    assert "OK" not in words(there)
    menu = press_button(EMPTY_MENU, asked(place), "DOWN")
    assert isinstance(menu, Menu)
    refused = press_button(menu, asked(place), "OK")
    assert isinstance(refused, Menu)
    notice = menu_page(refused, asked(place))
    assert isinstance(notice, NoticePage)
    assert (notice.kind, notice.rule, notice.text) == ("refused", "CG-02", NO_SCOT.text)
    after = press_button(refused, asked(place), "OK")
    assert isinstance(after, Menu)
    assert press_button(after, asked(place), "OK") == menu_state.GiveAnswer(Answer(7, "lay", ("1,0",)))


def test_ok_held_says_why_a_cell_is_closed_with_its_rule_and_explains_an_open_one() -> None:
    def article(_state: object, key: str) -> Article | None:
        return Article(key, literal(key), (literal(f"All of {key}."),)) if key in ("CG-02", "halkirk") else None

    place = replace(first(), choices=tuple(replace(each, help_key="halkirk") for each in first().choices))
    context = asked(place, explain=Explainer(GameHelp(article)))
    closed = next(each.closed for each in place.choices if each.closed)
    both = [str(closed.text), "All of CG-02."]
    for keys, said in ((("OK+",), ["All of halkirk."]), (("DOWN", "OK+"), both)):
        menu = EMPTY_MENU
        for key in keys:
            before = menu_page(menu, context)
            after = press_button(menu, context, key.rstrip("+"), key.endswith("+"))
            assert isinstance(after, Menu)
            menu = after
        assert isinstance(before, MapPage)
        assert words(before)["OK+"] == ("explain" if len(keys) == 1 else "why?")
        opened = menu_page(menu, context)
        assert isinstance(opened, ArticlePage)
        assert [str(each) for each in opened.text] == said
        back = press_button(menu, context, "BACK")
        assert isinstance(back, Menu)
        assert menu_page(back, context) == before, "the cursor is where it was"


def test_a_held_key_leads_to_the_nearest_open_cell_of_the_next_row() -> None:
    place = large()
    assert cell(place) == "-3,-2"
    assert cell(place, "UP+") == "-3,-1", "one row to the north"
    assert cell(place, "UP+", "UP+") == "-3,1", "no cell is open in the row of the home tile"
    assert cell(place, "DOWN+") == "-2,-3"
    assert cell(place, "DOWN+", "DOWN+") == "-2,3", "from the southmost row to the northmost"
    assert cell(place, "DOWN+", "UP+") == "-3,-2"
    assert cell(place, "UP") == "3,3"
    assert cell(place, "UP", "DOWN+") == "3,2", "from a closed cell to an open one"


def test_one_open_cell_is_shown_too_and_nothing_is_said_of_keys_that_lead_nowhere() -> None:
    only = replace(first(), choices=(Choice("1,0", literal("Beside home"), then=(large(),)),))
    there = shown(only)
    assert len(there.rows) == 1
    assert set(words(there)) == {"OK", "BACK", "UNDO"}
    assert cell(only, "UP+", "DOWN", "UP") == "1,0"


@pytest.mark.parametrize("rests", [False, True])
def test_back_leaves_the_map_and_no_cell_becomes_a_habit(rests: bool) -> None:
    offers = (Offer("lay", tr("Lay it"), (ALL,), key="DOWN"), Offer("not", tr("Not now")))
    question = Question(7, "place", tr("What now?"), offers, player="red", non_blocking=rests)
    context = MenuContext((question,), recent={"place lay ": ("0,-1",)})
    menu = Menu((menu_state.OfferList(7),))
    opened = press_button(menu, context, "OK")
    assert isinstance(opened, Menu)
    there = menu_page(opened, context)
    assert isinstance(there, MapPage)
    assert there.cursor == 0
    assert (there.title, there.new_tile, there.map_tiles, there.player) == (ALL.text, LAID, ALL.map_tiles, "red")
    left = press_button(opened, context, "BACK")
    assert isinstance(left, Menu)
    assert isinstance(menu_page(left, context), ListPage)


def test_what_is_asked_first_is_said_over_the_map() -> None:
    menu = replace(EMPTY_MENU, notice=NoticePage("first", tr("First answer it.")))
    there = menu_page(menu, asked(ALL))
    assert isinstance(there, MapPage)
    assert str(there.title) == "First answer: Where does Halkirk lie?"
