"""Lists of a whole evening: every panel draws them, wherever the cursor stands."""

from __future__ import annotations

import pytest

from companion.engine.message import literal, tr
from companion.menu.pages import Hint, ListItem, ListPage
from companion.screens.paper import PANELS
from companion.screens.translator import ENGLISH, Translator
from tests.screens.layout import problems
from tests.screens.samples import VIEW
from tests.screens.shown import drawing

WHERE = (0, 1, 2, 499, 997, 998, 999)


def history(rows: int, cursor: int) -> ListPage:
    numbers = range(rows, 0, -1)
    items = tuple(
        ListItem(literal(f"{n}. took Inverness"), figure="ann", figure_note=tr("turn {n}", n=n)) for n in numbers
    )
    return ListPage("history", literal("History"), items, cursor, (Hint("BACK", literal("back")),))


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("cursor", WHERE)
def test_a_history_of_a_thousand_rows_is_drawn_with_the_row_under_the_cursor(panel: str, cursor: int) -> None:
    pen = drawing(VIEW, history(1000, cursor), PANELS[panel].paper(), Translator(ENGLISH))
    assert problems(pen) == []
    words = " ".join(each.text for each in pen.drawn)
    assert f"{1000 - cursor}. took" in words
    assert f"turn {1000 - cursor}" in words
    assert f"{cursor + 1}/1000" in words


@pytest.mark.parametrize("panel", PANELS)
def test_the_slider_stands_at_the_ends_at_both_ends_of_the_list_only(panel: str) -> None:
    def slider(cursor: int) -> tuple[int, int, int, int]:
        pen = drawing(VIEW, history(1000, cursor), PANELS[panel].paper(), Translator(ENGLISH))
        (bar,) = [each.box for each in pen.drawn if each.kind == "mark" and each.box.right == pen.paper.width]
        (frame,) = [each.box for each in pen.drawn if each.box.w == 1 and each.box.x in range(bar.x, bar.right)]
        return frame.y, bar.y, bar.bottom, frame.bottom

    top, start, end, bottom = slider(0)
    assert top == start < end < bottom
    top, start, end, bottom = slider(500)
    assert top < start < end < bottom
    top, start, end, bottom = slider(999)
    assert top < start < end == bottom


KEYS = tuple(Hint(key, literal(key), always=True) for key in ("UP", "UP+", "DOWN", "DOWN+", "OK", "BACK"))
"""A foot of two lines on small glass too."""


@pytest.mark.parametrize("panel", PANELS)
def test_a_row_of_more_words_than_there_is_room_for_ends_above_the_foot(panel: str) -> None:
    words = literal(
        "Ann claims stone 5: 6-5-3-2 of purple, 16, was complete first; Ben can get as much, but later. " * 9
    )
    page = ListPage(
        "history", literal("History"), (ListItem(words, figure="ann", figure_note=literal("turn 43")),), 0, KEYS
    )
    pen = drawing(VIEW, page, PANELS[panel].paper(), Translator(ENGLISH))
    foot = min(each.box.y for each in pen.drawn if each.text == "OK")
    assert max(each.box.bottom for each in pen.drawn if each.kind == "bar") < foot
    assert [wrong for wrong in problems(pen) if not wrong.startswith("cut: ")] == []


@pytest.mark.parametrize("panel", ["2in13", "2in9"])
def test_small_glass_shows_three_turns_of_a_line_each(panel: str) -> None:
    told = "Player 1: red 6 at stone 4"
    turns = range(119, 110, -1)
    rows = tuple(ListItem(literal(told), figure="ann", figure_note=tr("turn {n}", n=n)) for n in turns)
    page = ListPage("history", literal("History"), rows, 1, KEYS)
    pen = drawing(VIEW, page, PANELS[panel].paper(), Translator(ENGLISH))
    assert problems(pen) == []
    assert sum(each.text == told for each in pen.drawn) == 3
