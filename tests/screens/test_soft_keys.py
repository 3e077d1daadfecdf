"""Pages of keys on the glass: each choice with its key, in the same letters, whole on every panel."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine.message import Translate, capitalize_start, join_list, literal, tr, trn
from companion.menu.pages import KeysPage, ListItem
from companion.screens.icons import KEYS, icon_mask
from companion.screens.paper import PANELS, with_typographic_signs
from companion.screens.soft_keys import STYLES
from companion.screens.translator import Translator
from companion.session.inputs import with_premature_notice
from tests.screens.layout import problems
from tests.screens.samples import (
    COUNT_ON_KEYS,
    FIVE_KEYS,
    GOODS_ON_KEYS,
    KINDS_ON_KEYS,
    LONG_ON_KEYS,
    ONE_OF_THREE,
    TILES_ON_KEYS,
    VIEW,
    on_keys,
)
from tests.screens.shown import drawing

LANGUAGES: dict[str, Translate] = {"en": str, "cs": Translator("cs")}
PAGES = {
    "goods": GOODS_ON_KEYS,
    "tiles": TILES_ON_KEYS,
    "three": ONE_OF_THREE,
    "kinds": KINDS_ON_KEYS,
    "long": LONG_ON_KEYS,
    "count": COUNT_ON_KEYS,
}
everywhere = pytest.mark.parametrize("language", LANGUAGES)
on_each_panel = pytest.mark.parametrize("panel", PANELS)
each_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)


@everywhere
@on_each_panel
@each_page
def test_each_choice_stands_beside_its_key_in_its_long_or_its_short_word(
    page: KeysPage, panel: str, language: str
) -> None:
    translate = LANGUAGES[language]
    pen = drawing(VIEW, page, PANELS[panel].paper(), translate)
    said = " ".join(each.text for each in pen.drawn if each.kind == "text")
    briefs = {hint.button: translate(capitalize_start(hint.label)) for hint in page.hints}
    for key, row in zip(page.keys, page.rows, strict=True):
        words = [translate(capitalize_start(row.label)), *([briefs[key]] if key in briefs else [])]
        assert any(each in said for each in words), key
    size = STYLES[pen.paper.panel].key
    wanted = sorted((icon_mask(KEYS[key], size).width, icon_mask(KEYS[key], size).height) for key in page.keys)
    marks = [(each.box.w, each.box.h) for each in pen.drawn if each.kind == "mark"]
    assert all(marks.count(each) >= wanted.count(each) for each in wanted), "a key before every choice"


@everywhere
@on_each_panel
@each_page
def test_a_press_that_came_too_soon_is_told_over_the_keys_whole_with_the_question(
    page: KeysPage, panel: str, language: str
) -> None:
    pen = drawing(VIEW, with_premature_notice(page), PANELS[panel].paper(), LANGUAGES[language])
    assert problems(pen) == []
    said = " ".join(each.text for each in pen.drawn)
    assert {"en": "Too soon, press again:", "cs": "Moc brzy, stiskněte znovu:"}[language] in said
    assert with_typographic_signs(LANGUAGES[language](page.title)) in said


@on_each_panel
def test_no_row_is_black_for_there_is_no_cursor(panel: str) -> None:
    pen = drawing(VIEW, GOODS_ON_KEYS, PANELS[panel].paper(), str)
    assert [each for each in pen.drawn if each.kind == "bar"] == []


@on_each_panel
def test_all_choices_are_set_in_the_same_letters(panel: str) -> None:
    pen = drawing(VIEW, KINDS_ON_KEYS, PANELS[panel].paper(), LANGUAGES["cs"])
    labels = {LANGUAGES["cs"](row.label) for row in KINDS_ON_KEYS.rows}
    faces = {each.face for each in pen.drawn if each.text in labels}
    assert len(faces) == 1


def test_a_closed_choice_has_a_cross_and_says_why_where_there_is_room() -> None:
    said = [each.text for each in drawing(VIEW, GOODS_ON_KEYS, PANELS["4in2"].paper(), str).drawn]
    assert "The cattle row holds no coins." in said
    small = drawing(VIEW, GOODS_ON_KEYS, PANELS["2in13"].paper(), str)
    still_open = replace(GOODS_ON_KEYS, rows=tuple(replace(row, closed=False) for row in GOODS_ON_KEYS.rows))
    crossed = drawing(VIEW, still_open, PANELS["2in13"].paper(), str)
    marks = [sum(each.kind == "mark" for each in pen.drawn) for pen in (small, crossed)]
    assert marks[0] == marks[1] + 1


@everywhere
@on_each_panel
def test_keys_stand_clear_of_each_other_and_of_the_words(panel: str, language: str) -> None:
    for page in (LONG_DOUBT, *PAGES.values()):
        pen = drawing(VIEW, page, PANELS[panel].paper(), LANGUAGES[language])
        keys = [
            each.box for each in pen.drawn if each.kind == "mark" and each.box.h >= STYLES[pen.paper.panel].key
        ]
        for at, key in enumerate(keys):
            apart = [key.right < o.x or o.right < key.x or key.bottom < o.y or o.bottom < key.y for o in keys[:at]]
            assert all(apart), page.title


@everywhere
@on_each_panel
@pytest.mark.parametrize("more", range(6))
def test_the_reason_of_a_doubted_count_is_whole_however_much_a_held_ok_takes(
    panel: str, language: str, more: int
) -> None:
    """What gives way is the question that all numbers share, then the names of what a held OK takes."""
    translate = LANGUAGES[language]
    counts = join_list([tr("{player}'s {count}", player=name, count=tr("barrels")) for name in NAMES[:more]])
    rest = (
        tr("Hold OK: all as counted ({counts})", counts=counts),
        tr("Hold OK: all as counted"),
    )
    page = replace(LONG_DOUBT, rest=rest if more else ())
    words = " ".join(each.text for each in drawing(VIEW, page, PANELS[panel].paper(), translate).drawn)
    assert translate(page.why[0]) in words
    if more:
        assert any(translate(each) in words for each in rest)


NAMES = ("Konstantinos", "Maximilianne", "Christopher", "Katarina", "Bartholomew")
LONG_DOUBT = replace(
    COUNT_ON_KEYS,
    title=tr("{player}: {count}?", player="Konstantinos", count=tr("barrels")),
    why=(
        tr(
            "The companion has {n}. Turn {turn}: what {tile} cost or gave is not entered.",
            n=12,
            tile="Glenfinnan Monument",
            turn=37,
        ),
        trn("{n} count may be wrong. Look at the table.", "{n} counts may be wrong. Look at the table.", 6),
    ),
)


@everywhere
@on_each_panel
def test_a_closed_choice_without_room_has_its_short_word_too(panel: str, language: str) -> None:
    """A tile at which another pawn stands, among the next four."""
    mountain, plain = tr("Single cask sale B"), tr("a tile of deck {deck}", deck="B")
    rows = [
        ListItem(tr("tile {n} ahead, {tile}", n=n, tile=mountain if n == 4 else plain), closed=n == 4)
        for n in range(1, 5)
    ]
    others = ("DOWN+", ListItem(tr("other …")), tr("other …"))
    title = tr("Which tile ahead of you? Count tiles only.")
    named = [(key, row, literal(str(n))) for n, (key, row) in enumerate(zip(FIVE_KEYS, rows, strict=False), 1)]
    translate = LANGUAGES[language]
    pen = drawing(VIEW, on_keys(title, *named, others, asked="red"), PANELS[panel].paper(), translate)
    assert problems(pen) == []
    said = " ".join(each.text for each in pen.drawn)
    full = translate(capitalize_start(rows[3].label))
    assert full in said if panel in ("4in2", "7in5") else " 4 " in said


@on_each_panel
def test_one_picture_among_rows_without_any_would_only_indent_its_words(panel: str) -> None:
    plain = replace(GOODS_ON_KEYS, rows=tuple(replace(row, sign="") for row in GOODS_ON_KEYS.rows))
    one = replace(plain, rows=(*plain.rows[:-1], GOODS_ON_KEYS.rows[-1]))
    but_one = replace(plain, rows=(*GOODS_ON_KEYS.rows[:-1], plain.rows[-1]))
    drawn = {page: drawing(VIEW, page, PANELS[panel].paper(), str).drawn for page in (plain, one, but_one)}
    assert drawn[one] == drawn[plain]
    words = str(capitalize_start(GOODS_ON_KEYS.rows[-1].label))
    places = [each.box.x for page in (plain, but_one) for each in drawn[page] if each.text == words]
    assert not places or places[1] > places[0], "it leaves the room of the others' pictures"
