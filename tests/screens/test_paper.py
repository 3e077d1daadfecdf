"""Measuring: words are never cut inside a letter, and smaller comes before broken."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.screens.panels import PANELS
from companion.screens.paper import (
    BOLD,
    NARROW,
    SMALLEST,
    Box,
    Face,
    Paper,
    broken,
    fit,
    length,
    shortened,
    steps,
    wrap,
)

BODY = Face(17, BOLD)


def test_a_sentence_is_wrapped_between_words() -> None:
    lines = wrap("Discard S-2 and lay three tiles from deck A", 120, BODY)
    assert " ".join(lines) == "Discard S-2 and lay three tiles from deck A"
    assert len(lines) > 1
    assert all(length(each, BODY) <= 120 for each in lines)


def test_a_word_that_is_too_wide_gets_narrow_then_smaller_letters_before_it_is_broken() -> None:
    found = fit("Landmarks", length("Landmarks", BODY) - 5, 40, steps(BODY), 2)
    assert found.lines == ("Landmarks",)
    assert found.face == Face(17, NARROW)
    assert found.whole
    assert fit("Landmarks", length("Landmarks", SMALLEST), 40, steps(BODY), 2).face == SMALLEST


def test_a_word_wider_than_the_smallest_letters_allow_is_broken_between_letters() -> None:
    found = fit("Llanfairpwllgwyngyll", 60, 100, steps(BODY), 4)
    assert "".join(found.lines) == "Llanfairpwllgwyngyll"
    assert len(found.lines) > 1
    assert found.whole


def test_what_cannot_fit_at_all_ends_with_an_ellipsis_and_says_so() -> None:
    found = fit("Llanfairpwllgwyngyll", 40, 12, steps(BODY), 1)
    assert found.lines[0].endswith("…")
    assert not found.whole
    assert length(found.lines[0], found.face) <= 40


def test_shortened_names_keep_whole_letters() -> None:
    assert shortened("Konstantinos", length("Konst…", BODY), BODY) == "Konst…"
    assert shortened("Ann", 200, BODY) == "Ann"


def test_broken_leaves_short_words_alone() -> None:
    assert broken("Ann takes", 200, BODY) == ("Ann takes",)


def test_columns_fill_their_box() -> None:
    columns = Box(3, 0, 101, 10).columns(4, 3)
    assert columns[0].x == 3
    assert columns[-1].right == 104
    assert all(b.x - a.right == 3 for a, b in pairwise(columns))


@pytest.mark.parametrize("panel", PANELS)
def test_letters_are_at_least_2_millimetres_high(panel: str) -> None:
    paper = PANELS[panel].paper()
    assert paper.face("note").size >= 12


def test_shares_grow_with_the_paper() -> None:
    assert Paper(800, 480).px(10) == 16
    assert Paper(400, 300).px(10) == 10
