"""The foot of a screen: five cells as the keys stand on the case, words that have room, and what goes first."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PIL import ImageChops

from companion.engine.message import Message, literal
from companion.menu.pages import Hint
from companion.screens.frame import KEY_ORDER, draw_footer, footer_top
from companion.screens.icons import KEYS, icon_mask
from companion.screens.paper import PANELS
from companion.screens.pen import DrawnElement, Pen
from companion.screens.translator import Translator, available_languages
from tests.games.played import played

GAMES = ("four_players_cards", "two_players_bare", "all_eight")
"""Everything tapped, nothing but presses, every chronicle."""
TURN = dict(zip(KEY_ORDER, ("Points", "More", "Done", "Back", "Undo"), strict=True))
TURN |= {"OK+": "If scored", "BACK+": "Menu"}
on_each_panel = pytest.mark.parametrize("panel", PANELS)


def drawn(panel: str, words: dict[str, str]) -> Pen:
    """A paper with nothing but a foot."""
    pen = Pen(PANELS[panel].paper(), str)
    draw_footer(pen, [Hint(key, literal(said)) for key, said in words.items()])
    return pen


def text(pen: Pen, words: str) -> DrawnElement:
    return next(each for each in pen.drawn if each.text == words)


def cell_of(pen: Pen, each: DrawnElement) -> int:
    return (each.box.x + each.box.w // 2) * len(KEY_ORDER) // pen.paper.width


@on_each_panel
def test_cells_stand_in_the_order_of_the_keys_whatever_order_the_hints_have(panel: str) -> None:
    turned_round = dict(reversed(TURN.items()))
    pen = drawn(panel, turned_round)
    assert [cell_of(pen, text(pen, TURN[key])) for key in KEY_ORDER] == [0, 1, 2, 3, 4]
    assert pen.image.tobytes() == drawn(panel, TURN).image.tobytes()


@pytest.mark.parametrize("panel", ["4in2", "7in5"])
def test_a_hold_stands_under_its_tap_beside_the_key_with_the_long_bar(panel: str) -> None:
    pen = drawn(panel, TURN)
    tap, hold = text(pen, "Done"), text(pen, "If scored")
    assert hold.box.y > tap.box.bottom
    assert cell_of(pen, tap) == cell_of(pen, hold) == KEY_ORDER.index("OK")
    size = 24 if panel == "7in5" else 16
    marks = [
        each.box for each in pen.drawn if each.kind == "mark" and each.box.w == icon_mask(KEYS["OK+"], size).width
    ]
    assert any(box.y < hold.box.y < box.bottom and box.right < hold.box.x for box in marks)
    assert KEYS["OK+"].pixels[-1] == "#" * len(KEYS["OK+"].pixels[-1])
    assert KEYS["OK"].pixels[-1] != KEYS["OK+"].pixels[-1]


@pytest.mark.parametrize("panel", ["2in9", "2in13"])
def test_on_small_panels_the_holds_go_first(panel: str) -> None:
    texts = {each.text for each in drawn(panel, TURN).drawn}
    assert {"Points", "More", "Done", "Back", "Undo"} <= texts
    assert not {"If scored", "Menu"} & texts


def signs(pen: Pen) -> int:
    return sum(each.kind == "mark" for each in pen.drawn)


@pytest.mark.parametrize("panel", ["2in9", "2in13"])
def test_on_small_panels_words_stand_alone_however_short_or_long_they_are(panel: str) -> None:
    short, longer = dict.fromkeys(KEY_ORDER, "Go"), dict.fromkeys(KEY_ORDER, "Sprzedaj")
    assert signs(drawn(panel, short)) == signs(drawn(panel, longer)) == 0
    assert all(each.whole for each in drawn(panel, longer).drawn)


def test_only_when_no_smaller_letters_help_does_a_word_use_the_white_cell_beside_it() -> None:
    assert text(drawn("2in13", {"OK": "Put it right now"}), "Put it right now").whole
    crowded = drawn("2in13", dict.fromkeys(KEY_ORDER, "Put it right now"))
    assert not any(each.whole for each in crowded.drawn if each.kind == "text")


@pytest.mark.parametrize("words", ["end turn …", "forgotten?"])
@pytest.mark.parametrize("key", ["OK", "OK+"])
def test_a_long_word_keeps_its_key_in_smaller_letters_and_changes_no_other_cell(key: str, words: str) -> None:
    usual, longer = drawn("4in2", TURN | {key: "take"}), drawn("4in2", TURN | {key: words})
    assert signs(longer) == signs(usual)
    assert text(longer, words).face.size < text(usual, "take").face.size
    assert _changed_cells(usual, longer) == {2}


@pytest.mark.parametrize("key", ["OK", "OK+"])
def test_a_word_too_long_for_smaller_letters_stands_without_its_key(key: str) -> None:
    usual, longer = drawn("4in2", TURN | {key: "take"}), drawn("4in2", TURN | {key: "konec tahu …"})
    assert signs(longer) == signs(usual) - 1
    assert text(longer, "konec tahu …").face == text(usual, "take").face
    assert _changed_cells(usual, longer) == {2}


def _changed_cells(one: Pen, other: Pen) -> set[int]:
    changed = ImageChops.difference(one.image.convert("L"), other.image.convert("L")).getbbox()
    assert changed is not None
    wide = one.paper.width // len(KEY_ORDER)
    return set(range(changed[0] // wide, (changed[2] - 1) // wide + 1))


@pytest.mark.parametrize("key", ["OK", "OK+"])
@on_each_panel
def test_no_word_touches_the_dots_beside_its_cell(panel: str, key: str) -> None:
    for words in ("go", "landmark", "page +", "end turn …"):
        pen = drawn(panel, TURN | {key: words})
        dots = [each.box for each in pen.drawn if each.kind == "line" and each.box.w == 1]
        assert dots
        for x, y, _, high in dots:
            for beside in (x - 1, x + 1):
                column = pen.image.crop((beside, y, beside + 1, min(y + high, pen.paper.height)))
                assert column.getextrema()[0], (words, beside)


@on_each_panel
def test_a_key_that_does_nothing_has_a_white_cell(panel: str) -> None:
    pen = drawn(panel, {"OK": "Go on"})
    wide = pen.paper.width // len(KEY_ORDER)
    for at, _ in enumerate(KEY_ORDER):
        inside = pen.image.crop(
            (
                at * wide + 2,
                footer_top(pen, [Hint("OK", literal("Go on"))]) + 3,
                (at + 1) * wide - 2,
                pen.paper.height,
            )
        )
        assert (inside.getextrema()[0] == 0) is (KEY_ORDER[at] == "OK")


@on_each_panel
def test_the_whole_foot_has_one_face(panel: str) -> None:
    pen = drawn(panel, TURN | {"BACK": "Sprzedaj"})
    assert len({each.face for each in pen.drawn if each.kind == "text"}) == 1


def test_hints_on_hold_make_the_foot_higher_by_one_line_and_words_never_move_it() -> None:
    pen = Pen(PANELS["4in2"].paper(), str)
    tops = {footer_top(pen, [Hint("OK", literal(words))]) for words in ("Go", "Go on for ever", "x")}
    assert len(tops) == 1
    assert footer_top(pen, [Hint("OK+", literal("Go"))]) == tops.pop() - 18


# ---- every hint of the product


@pytest.fixture(scope="module", params=GAMES)
def feet(request: pytest.FixtureRequest) -> frozenset[tuple[Hint, ...]]:
    """Every foot that stood on the panel in a recorded game."""
    return played(request.param).feet


def too_long(hints: Sequence[Hint], panel: str, language: str) -> list[str]:
    """The words of a foot that have no room."""
    translate = Translator(language)

    def words(message: Message) -> str:
        return translate(message)

    pen = Pen(PANELS[panel].paper(), words)
    draw_footer(pen, hints)
    return [each.text for each in pen.drawn if not each.whole]


def test_every_hint_of_a_game_fits_its_cell_in_every_language_on_every_panel(
    feet: frozenset[tuple[Hint, ...]],
) -> None:
    assert len(feet) > 3
    cut = {
        (panel, language, *words)
        for panel in PANELS
        for language in available_languages()
        for hints in feet
        if (words := too_long(hints, panel, language))
    }
    assert cut == set()
