"""Measuring: words are never cut inside a letter, and smaller comes before broken."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.screens.paper import (
    BOLD,
    FACE_SIZES,
    NARROW,
    PANELS,
    SMALLEST,
    Box,
    Face,
    Paper,
    break_words,
    fit_text,
    shorten_text,
    smaller_faces,
    text_width,
    wrap_words,
)
from companion.screens.pen import Pen

BODY = Face(17, BOLD)
ENDS, STARTS = "adfklrtyďě7RY.,:;?!)%…", "ajlvwčřAFTVY27(+−·×"
"""Letters and signs that stand before a space and after one; wide ones, narrow ones, slanted ones."""


def test_a_sentence_is_wrapped_between_words() -> None:
    lines = wrap_words("Discard S-2 and lay three tiles from deck A", 120, BODY)
    assert " ".join(lines) == "Discard S-2 and lay three tiles from deck A"
    assert len(lines) > 1
    assert all(text_width(each, BODY) <= 120 for each in lines)


def test_a_word_that_is_too_wide_gets_narrow_then_smaller_letters_before_it_is_broken() -> None:
    found = fit_text("Landmarks", text_width("Landmarks", BODY) - 5, 40, smaller_faces(BODY), 2)
    assert found.lines == ("Landmarks",)
    assert found.face == Face(17, NARROW)
    assert found.whole
    assert fit_text("Landmarks", text_width("Landmarks", SMALLEST), 40, smaller_faces(BODY), 2).face == SMALLEST


def test_a_word_wider_than_the_smallest_letters_allow_is_broken_between_letters() -> None:
    found = fit_text("Llanfairpwllgwyngyll", 60, 100, smaller_faces(BODY), 4)
    assert "".join(found.lines) == "Llanfairpwllgwyngyll"
    assert len(found.lines) > 1
    assert found.whole


def test_what_cannot_fit_at_all_ends_with_an_ellipsis_and_says_so() -> None:
    found = fit_text("Llanfairpwllgwyngyll", 40, 12, smaller_faces(BODY), 1)
    assert found.lines[0].endswith("…")
    assert not found.whole
    assert text_width(found.lines[0], found.face) <= 40


def test_shortened_names_keep_whole_letters() -> None:
    assert shorten_text("Konstantinos", text_width("Konst…", BODY), BODY) == "Konst…"
    assert shorten_text("Ann", 200, BODY) == "Ann"


def test_broken_leaves_short_words_alone() -> None:
    assert break_words("Ann takes", 200, BODY) == ("Ann takes",)


def test_columns_fill_their_box() -> None:
    columns = Box(3, 0, 101, 10).columns(4, 3)
    assert columns[0].x == 3
    assert columns[-1].right == 104
    assert all(b.x - a.right == 3 for a, b in pairwise(columns))


def white(before: str, after: str, face: Face) -> int:
    """Pixels between the two where their ink comes nearest in one line of pixels, with what stands there."""
    pen = Pen(Paper(90, 44), str)
    pen.write(4, 32, before, face)
    first = pen.image.convert("L").tobytes()
    pen.write(4, 32, before + after, face)
    both = pen.image.convert("L").tobytes()
    lines = [(first[at : at + 90], both[at : at + 90]) for at in range(0, len(both), 90)]
    ends = [(old.rfind(0), new.find(0, old.rfind(0) + 1)) for old, new in lines if 0 in old]
    found = [right - left - 1 for left, right in ends if right > left]
    return min(found, default=99)


@pytest.mark.parametrize(
    "face", [Face(size, kind) for kind, sizes in FACE_SIZES.items() for size in sizes if size < 40]
)
def test_a_space_parts_words_by_more_than_letters_are_apart(face: Face) -> None:
    near = {f"{a} {b}": white(f"{a} ", b, face) for a in ENDS for b in STARTS}
    assert {words: wide for words, wide in near.items() if wide < 2} == {}
    words = min(white("n ", "n", face), white(": ", "+", face), white("l ", "(", face))
    assert words > white("n", "n", face), "barley: +2 (Inverness)"


@pytest.mark.parametrize("panel", PANELS)
def test_letters_are_at_least_2_millimetres_high(panel: str) -> None:
    paper = PANELS[panel].paper()
    assert paper.face("note").size >= 12


def test_shares_grow_with_the_paper() -> None:
    assert Paper(800, 480).px(10) == 16
    assert Paper(400, 300).px(10) == 10
