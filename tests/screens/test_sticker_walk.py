"""The sticker walk on the glass: every piece of the whole box, on every panel, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli_w

from companion.engine.message import Translate
from companion.engine.stickers import StickerKind
from companion.games.glen_more_2.definition import GAME
from companion.games.sticker_registry import Registry, StickerFile
from companion.menu import menu as menus
from companion.menu import sticker_enrolment
from companion.menu.menu_state import Menu, MenuContext, StickerEnrolment, StickerPieceList, StickerState
from companion.menu.pages import StickerPage
from companion.screens.paper import PANELS
from companion.screens.translator import Translator, available_languages
from tests.screens.layout import problems
from tests.screens.samples import VIEW, pseudo
from tests.screens.shown import drawing


def kinds_of(folder: Path) -> tuple[StickerKind, ...]:
    """Everything that gets stickers in the box of this folder, with what every chronicle adds."""
    return Registry(StickerFile(folder / "stickers.toml"), GAME.owners_box(folder).tag_names(), GAME.tags).kinds


KINDS = kinds_of(Path("none"))
ALL = tuple(kind.id for kind in KINDS)
LANGUAGES: dict[str, Translate] = {"pseudo": pseudo} | {each: Translator(each) for each in available_languages()}
everywhere = pytest.mark.parametrize("language", LANGUAGES)
on_each_panel = pytest.mark.parametrize("panel", PANELS)


def now(*pieces: str) -> StickerState:
    return StickerState(KINDS, {f"04{n:012x}": piece for n, piece in enumerate(pieces)})


def uid(number: int) -> str:
    return f"04{number:012x}"


def walked() -> list[StickerPage]:
    """The page of every piece of the box, just after the one before it was tapped."""
    level, pieces, pages = StickerEnrolment(ALL), list[str](), list[StickerPage]()
    while sticker_enrolment.current_step(level, now(*pieces)):
        pages.append(sticker_enrolment.enrolment_page(level, now(*pieces)))
        done = sticker_enrolment.tap_sticker(level, now(*pieces), "04ffffffffffff")
        assert isinstance(done.level, StickerEnrolment)
        level = done.level
        pieces.append(done.changes[-1][1])
    return [*pages, sticker_enrolment.enrolment_page(level, now(*pieces))]


def asked_twice() -> list[StickerPage]:
    """What a tap says that is no new sticker, with the longest names."""
    there = now("glenfinnan_monument", "general_wades_military_roads", "card_general_wades_military_roads")
    level = StickerEnrolment(("hammer",), at="general_wades_military_roads")
    asks = sticker_enrolment.tap_sticker(level, there, uid(2)).level
    assert isinstance(asks, StickerEnrolment)
    swapped = sticker_enrolment.tap_sticker(asks, there, uid(2)).level
    two = sticker_enrolment.tap_sticker(level, there, uid(7), (uid(8),)).level
    moved = sticker_enrolment.tap_sticker(
        StickerEnrolment(("hammer",), at="fort_george", sticker_to_move=uid(1)),
        now("fort_george", "glenfinnan_church"),
        uid(1),
    ).level
    check = StickerEnrolment(ALL, checking=True, read=(uid(1),))
    levels = [level, asks, swapped, two, moved, check]
    return [sticker_enrolment.enrolment_page(each, there) for each in levels if isinstance(each, StickerEnrolment)]


PAGES = walked()


@everywhere
@on_each_panel
def test_nothing_is_cut_and_nothing_overlaps_in_the_whole_box(panel: str, language: str) -> None:
    paper, translate = PANELS[panel].paper(), LANGUAGES[language]
    seen = {str(page.piece): page for page in PAGES}
    for page in seen.values():
        assert problems(drawing(VIEW, page, paper, translate)) == [], str(page.piece)


@everywhere
@on_each_panel
@pytest.mark.parametrize("page", asked_twice(), ids=lambda page: str(page.result)[:20])
def test_what_a_tap_says_is_whole_beside_the_longest_names(page: StickerPage, panel: str, language: str) -> None:
    assert problems(drawing(VIEW, page, PANELS[panel].paper(), LANGUAGES[language])) == []


@everywhere
@on_each_panel
def test_what_a_sticker_says_of_itself_is_whole_with_the_longest_name(panel: str, language: str) -> None:
    choice = StickerPieceList("04ffffffffffff", recorded_piece="general_wades_military_roads")
    page = menus.menu_page(Menu((choice,)), MenuContext(stickers=now))
    assert problems(drawing(VIEW, page, PANELS[panel].paper(), LANGUAGES[language])) == []


@pytest.mark.parametrize("language", ["en", "cs"])
@on_each_panel
def test_the_piece_is_the_largest_word_and_the_next_two_stand_under_it(panel: str, language: str) -> None:
    translate = LANGUAGES[language]
    page = sticker_enrolment.enrolment_page(StickerEnrolment(("hammer",)), now())
    texts = {each.text: each.box for each in drawing(VIEW, page, PANELS[panel].paper(), translate).drawn}
    assert texts["Loch Lomond"].h == max(box.h for text, box in texts.items() if text != translate(page.title))
    nexts = [text for text in texts if "Glenfinnan" in text]
    assert [text.split(maxsplit=1)[1] for text in nexts] == ["Glenfinnan Church", "Glenfinnan Monument"]
    assert all(texts[text].y > texts["Loch Lomond"].bottom for text in nexts)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("x" * 1000, "x" * 40 + "…"),
        ("long " * 200, "long " * 8 + "…"),
        ("\x1b[2J\x07Bell", "[2JBell"),
        ("\u202eelddir", "elddir"),
        ("<b>Fair</b>", "<b>Fair</b>"),
        ("two\nlines", "two lines"),
        ("\u200b", "a tile of deck A"),
    ],
)
@on_each_panel
def test_whatever_an_owner_called_a_tile_is_one_line_and_whole(
    panel: str, name: str, shown: str, tmp_path: Path
) -> None:
    (tmp_path / "box.toml").write_text(tomli_w.dumps({"tile": {"A-1": {"name": name}}}), encoding="utf-8")
    kinds = kinds_of(tmp_path)
    page = sticker_enrolment.enrolment_page(StickerEnrolment(("deck_A",), at="A-1"), StickerState(kinds, {}))
    assert str(page.piece) == shown
    assert problems(drawing(VIEW, page, PANELS[panel].paper(), str)) == []


def test_every_piece_of_the_box_is_asked_for_once() -> None:
    assert len(PAGES) == sum(len(kind.ids) for kind in KINDS) + 1


@on_each_panel
def test_any_of_the_tiles_without_a_name_is_counted_among_these_alone(panel: str) -> None:
    there = now("castle_stalker", "donan_castle", "loch_lochy", "A-1", "A-2", "A-3")
    page = sticker_enrolment.enrolment_page(StickerEnrolment(("deck_A",)), there)
    texts = " ".join(each.text for each in drawing(VIEW, page, PANELS[panel].paper(), str).drawn)
    assert "4 of 11" in texts, "the 3 of this deck with a name are asked for by it"
    assert "Any tile of deck A without a sticker" in texts
