"""Titles, lists and numbers as people see them: zones that stand still, one black bar, words that are whole."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PIL import ImageChops

from companion.engine.message import literal, tr
from companion.menu.pages import Hint, ListItem, ListPage, NumberPage
from companion.screens.frame import footer_top
from companion.screens.listing import STYLES
from companion.screens.paper import NARROW, NARROW_FACE_SIZES, PANELS, SERIF, Box, Face, text_width
from companion.screens.pen import DrawnElement, Pen
from companion.screens.translator import Translator
from tests.screens.layout import problems
from tests.screens.samples import ASKS, LIST_HINTS, NUMBER, QUESTION, REFUSED, VIEW, on_keys
from tests.screens.shown import drawing

on_each_panel = pytest.mark.parametrize("panel", PANELS)
LONG_QUESTION = tr(
    "The pawn of Konstantinos reaches a castle that somebody left before: does the second reward lie there still, "
    "or has it been taken by Maximilianne in an earlier turn?"
)


def glass(page: ListPage | NumberPage, panel: str) -> Pen:
    return drawing(VIEW, page, PANELS[panel].paper(), str)


def words(pen: Pen) -> str:
    return " ".join(each.text for each in pen.drawn)


def black_rows(pen: Pen) -> list[Box]:
    return [each.box for each in pen.drawn if each.kind == "bar"]


def text(pen: Pen, said: str) -> DrawnElement:
    return next(each for each in pen.drawn if each.text == said)


@on_each_panel
def test_rows_begin_at_the_same_height_under_every_title_of_one_line(panel: str) -> None:
    titles = ("History", "Which good?", "Gyp Žů")
    tops = {black_rows(glass(replace(QUESTION, title=literal(each), cursor=0), panel))[0].y for each in titles}
    assert len(tops) == 1


@on_each_panel
def test_a_long_question_is_whole_and_leaves_room_for_the_row_under_the_cursor(panel: str) -> None:
    for cursor, row in enumerate(QUESTION.rows):
        pen = glass(replace(QUESTION, title=LONG_QUESTION, cursor=cursor), panel)
        assert problems(pen) == []
        assert str(LONG_QUESTION) in words(pen)
        assert str(row.label) in words(pen)


@on_each_panel
def test_the_row_under_the_cursor_is_the_only_black_bar_and_runs_to_the_edge(panel: str) -> None:
    for cursor in range(len(QUESTION.rows)):
        (bar,) = black_rows(glass(replace(QUESTION, cursor=cursor), panel))
        assert (bar.x, bar.right) == (0, PANELS[panel].width)


@on_each_panel
def test_moving_the_cursor_changes_two_rows_and_nothing_else(panel: str) -> None:
    rows = tuple(ListItem(literal(f"Row {n}")) for n in range(3))
    page = ListPage("menu", literal("Menu"), rows, 0, LIST_HINTS)
    one, two = glass(page, panel), glass(replace(page, cursor=1), panel)
    changed = ImageChops.logical_xor(one.image, two.image).getbbox()
    assert changed
    assert changed[1] >= black_rows(one)[0].y
    dots_under = 1
    assert changed[3] <= black_rows(two)[0].bottom + dots_under


@on_each_panel
def test_a_closed_row_has_a_small_cross_and_thin_letters(panel: str) -> None:
    pen = glass(QUESTION, panel)
    closed, still_open = text(pen, "Pay with a barrel"), text(pen, "Own goods")
    assert closed.face
    assert still_open.face
    assert closed.face.kind != still_open.face.kind
    beside = [each for each in pen.drawn if each.kind == "mark" and abs(each.box.y - closed.box.y) < closed.box.h]
    assert any(each.box.x > closed.box.right for each in beside)


@on_each_panel
def test_where_room_is_short_only_the_row_under_the_cursor_says_why(panel: str) -> None:
    doubt = tr("Open: wood for this tile, own goods or market, and the road that Konstantinos owes for it?")
    rows = tuple(ListItem(literal(f"Row {n}"), doubt) for n in range(9))
    shown = words(glass(ListPage("question", literal("Lay"), rows, 0, LIST_HINTS), panel))
    assert shown.count("Open: wood") == 1
    assert "Row 1" in shown


@on_each_panel
def test_goods_and_players_have_their_picture_before_the_words(panel: str) -> None:
    rows = (ListItem(tr("Wood"), sign="wood"), ListItem(literal("Ann"), sign="red"), ListItem(tr("Nobody")))
    pen = glass(ListPage("question", tr("Which?"), rows, 2, LIST_HINTS), panel)
    foot = footer_top(pen, LIST_HINTS)
    pictures = [each.box for each in pen.drawn if each.kind == "mark" and each.box.bottom < foot]
    assert len(pictures) == 2
    starts = {text(pen, each).box.x for each in ("Wood", "Nobody")}
    assert max(box.right for box in pictures) < min(starts)
    assert max(starts) - min(starts) <= 1


@on_each_panel
def test_a_number_stands_beside_its_question_and_why_it_is_asked(panel: str) -> None:
    pen = glass(NUMBER, panel)
    assert problems(pen) == []
    assert {str(NUMBER.title), str(NUMBER.question), str(NUMBER.reason), "0 to 30"} <= {
        *(each.text for each in pen.drawn),
        *(said for said in (str(NUMBER.title), str(NUMBER.question), str(NUMBER.reason)) if said in words(pen)),
    }
    figure = text(pen, "7")
    assert figure.face
    assert figure.face.kind == SERIF
    assert figure.box.h == max(each.box.h for each in pen.drawn if each.text)


@on_each_panel
def test_nothing_stands_over_a_zero_that_could_be_read_as_an_accent(panel: str) -> None:
    pen = glass(replace(NUMBER, value=0), panel)
    zero = (
        text(pen, "0").box
        if panel.startswith("2")
        else max((each.box for each in pen.drawn if each.text == "0"), key=lambda box: box.h)
    )
    over = Box(zero.x, zero.y - 20, zero.w, 20)
    marks = [each.box for each in pen.drawn if each.kind == "mark"]
    assert not any(box.x < over.right and over.x < box.right and over.y < box.bottom <= zero.y for box in marks)


@pytest.mark.parametrize("panel", ["4in2", "7in5"])
def test_the_scale_says_where_the_number_stood_and_how_far_it_went(panel: str) -> None:
    assert "before 5, +2" in words(glass(NUMBER, panel))
    assert "before" not in words(glass(replace(NUMBER, value=5), panel))


@on_each_panel
@pytest.mark.parametrize(("low", "high"), [(0, 1), (-999, 999), (1, 90), (0, 30), (3, 3)])
def test_any_range_can_be_drawn(panel: str, low: int, high: int) -> None:
    hints = (Hint("OK", literal("Take")),)
    for value in {low, (low + high) // 2, high}:
        page = NumberPage(tr("Coins"), value, low, high, hints, question=LONG_QUESTION, old_value=low)
        assert problems(glass(page, panel)) == []


@on_each_panel
def test_a_question_for_a_neutral_figure_names_the_figure_and_whom_it_is_asked(panel: str) -> None:
    page = replace(QUESTION, title=literal("Which tile?"))
    moving = drawing(replace(VIEW, on_turn="die"), page, PANELS[panel].paper(), str)
    assert problems(moving) == []
    assert "The die" in words(moving)
    assert "The die" not in words(glass(page, panel))
    marks = [each for each in moving.drawn if each.kind == "mark"]
    assert len(marks) >= 2, marks


@on_each_panel
def test_what_is_refused_says_that_nothing_was_booked_and_no_rules_id(panel: str) -> None:
    pen = drawing(VIEW, REFUSED, PANELS[panel].paper(), str)
    assert problems(pen) == []
    assert "Nothing was booked." in words(pen)
    assert REFUSED.rule not in words(pen)
    asks = words(drawing(VIEW, ASKS, PANELS[panel].paper(), str))
    assert ASKS.rule not in asks
    assert "Nothing was booked." not in asks


@on_each_panel
@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_title_begins_with_a_capital_whatever_it_is_made_of(panel: str, language: str) -> None:
    words = tr("scoring round {deck}", deck="A")
    begins = {"en": "Scoring round A", "cs": "Bodování A"}[language]
    made = tr("{round} done", round=words)
    keys = on_keys(words, ("OK", ListItem(tr("Yes")), tr("yes")))
    for page in (QUESTION, NUMBER, keys):
        for title in (words, *([made] if language == "en" else [])):
            pen = drawing(VIEW, replace(page, title=title), PANELS[panel].paper(), Translator(language))
            assert any(each.text.startswith(begins) for each in pen.drawn), [each.text for each in pen.drawn]


def test_a_name_at_the_start_of_a_title_stays_as_people_wrote_it() -> None:
    pen = glass(replace(QUESTION, title=tr("{player}: coins?", player=literal("ann"))), "2in13")
    assert "ann: coins?" in words(pen)


MACGREGOR = tr(
    "{name}: {text}",
    name="MacGregor",
    text=tr("From now on a whisky tile may give you 3 points instead of its barrel, and costs nothing then."),
)


@pytest.mark.parametrize("left", [1, 2, 5])
@on_each_panel
def test_what_the_turn_before_left_to_do_is_whole_over_a_question_or_counted(panel: str, left: int) -> None:
    """However long it is, it neither runs under the rows nor is it gone."""
    said = (tr("Put a clan marker on {crest}", crest="MacGregor"), *(MACGREGOR,) * left)
    pen = drawing(replace(VIEW, tasks_before_question=said), QUESTION, PANELS[panel].paper(), str)
    assert problems(pen) == []
    read = words(pen)
    whole = read.count("costs nothing then.") == left
    counted = f"{left + 1} things to do" in read
    assert [whole, counted].count(True) == 1
    assert whole or left > 1 or pen.paper.tight, "large glass has room for two sentences"


@on_each_panel
@pytest.mark.parametrize("cursor", range(4))
def test_one_row_that_needs_narrow_letters_makes_all_narrow(panel: str, cursor: int) -> None:
    face = PANELS[panel].paper().face("text", bold=True)
    narrow = Face(NARROW_FACE_SIZES[face.size], NARROW)
    room, long = PANELS[panel].paper().inner.w - STYLES[PANELS[panel].paper().panel].slider, "Hammer"
    while text_width(f"{long} on", narrow) <= room:
        long += " on"
    assert text_width(long, face) > room
    labels = ("Short", long, "Middling words", "Go")
    page = ListPage(
        "question", tr("Which?"), tuple(ListItem(literal(each)) for each in labels), cursor, LIST_HINTS
    )
    drawn = {each.text: each.face for each in glass(page, panel).drawn}
    assert {drawn[each] for each in labels if each in drawn} == {narrow}
    without = replace(page, rows=(page.rows[0], *page.rows[2:]), cursor=0)
    assert {each.face for each in glass(without, panel).drawn if each.text in labels} == {face}


@pytest.mark.parametrize("panel", ["4in2", "7in5"])
def test_rows_are_as_high_whatever_the_row_under_the_cursor_lets_held_keys_do(panel: str) -> None:
    rows = tuple(ListItem(literal(words)) for words in ("Move a Scot", "Done", "Sell", "Menu", "To do", "More"))
    short = (Hint("UP", literal("up")), Hint("OK", literal("choose")))
    page = ListPage("menu", tr("What happened?"), rows, 0, short)
    held = replace(page, hints=(*short, Hint("OK+", literal("explain"))))
    assert len({black_rows(glass(each, panel))[0].h for each in (page, held)}) == 1


def test_one_row_more_than_usual_has_room_where_all_are_a_little_lower() -> None:
    rows = tuple(ListItem(literal(f"Tile {n}")) for n in range(8))
    title = literal("3 players, without the die, World's End in the middle of the last deck of all.")
    pen = glass(ListPage("menu", title, rows, 0, LIST_HINTS), "4in2")
    assert problems(pen) == []
    assert {str(row.label) for row in rows} <= {each.text for each in pen.drawn}


def test_a_long_tick_of_the_scale_has_its_number_where_the_ends_leave_room() -> None:
    page = replace(NUMBER, low=11, high=22, value=14, old_value=None)
    assert {"11", "15", "20", "22"} <= {each.text for each in glass(page, "4in2").drawn}
    near = replace(page, high=21)
    assert "20" not in {each.text for each in glass(near, "4in2").drawn}
