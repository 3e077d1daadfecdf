"""What newcomers with nothing but the panel had to guess: what a key does, which key is yes, what hands do."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.engine.message import literal, tr
from companion.engine.offers import NO, NONE, SKIP, YES, Choice, Offer, Pick, Question
from companion.menu.menu import menu_page, press_button
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.pages import HomePage, KeysPage, ListPage
from companion.screens.paper import PANELS
from companion.screens.pen import Pen
from companion.screens.translator import Translator
from companion.state.glen_more_2.piece_locations import piece_choices
from tests.screens.layout import problems
from tests.screens.shown import drawing
from tests.state.glen_more_2.table import Table as Rules
from tests.table import Table

on_each_panel = pytest.mark.parametrize("panel", PANELS)


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Table]:
    """Nothing here has a sticker."""
    with Table(tmp_path, panel="2in13") as table:
        yield table


def on(table: Table, panel: str, language: str = "en", taps: bool = True) -> str:
    """All words on the picture, which is whole."""
    snapshot, translate = table.app.snapshot, Translator(language)
    translate.taps = lambda: taps
    pen = drawing(snapshot.view, snapshot.page, PANELS[panel].paper(), translate)
    return words_of(pen)


def words_of(pen: Pen) -> str:
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


def sits_down(table: Table) -> None:
    table.tap("home:red", "home:blue")
    table.press("OK", "OK", "OK")
    assert table.app.snapshot.questions[0].kind == "prepare"


# ---- the held key of the set-up


@on_each_panel
@pytest.mark.parametrize(("language", "words"), [("en", "all done"), ("cs", "vše")])
def test_the_foot_of_the_set_up_says_that_a_held_ok_is_all_of_it(
    bare: Table, panel: str, language: str, words: str
) -> None:
    sits_down(bare)
    before = on(bare, panel, language).count(words)
    bare.press("OK+")
    assert bare.app.snapshot.questions[0].kind == "layout"
    assert on(bare, panel, language).count(words) == before - 1


# ---- a cost that was not entered


@on_each_panel
@pytest.mark.parametrize("language", ["en", "cs"])
def test_that_a_cost_is_not_entered_is_the_first_thing_owed_on_the_next_screen(panel: str, language: str) -> None:
    table = Rules(3, box="bare")
    table.arrange("red yellow blue A-6 S-2")
    table.takes("red", "A-6")
    table.declines()
    table.done(anyway=True)
    translate = Translator(language)
    first = translate(table.view.table_tasks[0].text)
    said = {"en": "Red: the tile's cost is not entered yet", "cs": "Červený: cena dílku ještě není zadána"}
    assert first == said[language]
    glass = words_of(drawing(table.view, HomePage(tr("Press OK."), ()), PANELS[panel].paper(), translate))
    assert first in glass
    table.enters("red", "coins_out", 1)
    assert "not entered" not in str(table.view.table_tasks[0].text)


# ---- yes and no


def asked(*words: tuple[str, object]) -> KeysPage:
    """The page of a question with these short words."""
    offers = tuple(Offer(name, literal(name), hint=brief) for name, brief in words)  # type: ignore[arg-type]
    question = Question(1, "asked", tr("Is deck {deck} empty?", deck="A"), offers)
    shown = menu_page(Menu(), MenuContext((question,)))
    assert isinstance(shown, KeysPage)
    return shown


@pytest.mark.parametrize("turned", [False, True])
def test_yes_is_up_a_third_way_down_and_no_ok_however_they_are_listed(turned: bool) -> None:
    words = [("no", NO), ("yes", YES), ("later", SKIP)]
    shown = asked(*(reversed(words) if turned else words))
    assert dict(zip(shown.keys, map(str, (r.label for r in shown.rows)), strict=True)) == {
        "UP": "yes",
        "DOWN": "later",
        "OK": "no",
    }
    assert asked(("take", tr("tile …")), ("none", NONE)).keys == ("UP", "OK")


ROOMS = ("state", "chronicles", "menu", "catalogue")
ANSWERED = re.compile(r"(Yes|No)([,:]|$)")


def answered(source: str) -> Iterator[tuple[int, str, set[str]]]:
    """Each answer whose row begins with yes or no: its line, that word, and the names that stand beside it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Form", "Choice", "FieldOption"):
            words = [
                str(arg.args[0].value)
                for arg in node.args
                if isinstance(arg, ast.Call) and arg.args and isinstance(arg.args[0], ast.Constant)
            ]
            beside = [*node.args, *(each.value for each in node.keywords)]
            names = {each.id for each in beside if isinstance(each, ast.Name)}
            yield from ((node.lineno, found[1], names) for each in words if (found := ANSWERED.match(each)))


def test_every_answer_that_begins_with_yes_or_no_lies_on_the_key_of_that_word() -> None:
    """Which key that is, one table of the menu says; who leaves the short word out isn't in it."""
    walked, wrong = 0, []
    for room in ROOMS:
        for path in Path(companion.__file__).parent.joinpath(room).rglob("*.py"):
            for line, word, names in answered(path.read_text(encoding="utf-8")):
                walked += 1
                wrong += [] if word.upper() in names else [f"{path.name}:{line}"]
    assert wrong == []
    assert walked > 15
    assert list(answered('Form(tr("Yes, all"), hint=tr("yes"))')) == [(1, "Yes", set())]


# ---- the way through a long list


def rows(number: int) -> MenuContext:
    """A question with so many rows."""
    choices = tuple(Choice(str(n), literal(f"Tile {n}")) for n in range(number))
    offer = Offer("tile", literal("tile"), (Pick("tile", literal("Which tile?"), choices),))
    return MenuContext((Question(1, "asked", literal("Which tile?"), (offer,)),))


def shown_list(menu: Menu, context: MenuContext) -> ListPage:
    shown = menu_page(menu, context)
    assert isinstance(shown, ListPage)
    return shown


def test_any_of_twenty_rows_is_chosen_with_six_presses() -> None:
    context = rows(20)
    reached = {shown_list(Menu(), context).cursor: Menu()}
    for _ in range(5):
        for menu in list(reached.values()):
            for key, held in (("UP", False), ("DOWN", False), ("UP", True), ("DOWN", True)):
                moved = press_button(menu, context, key, held)
                assert isinstance(moved, Menu)
                reached.setdefault(shown_list(moved, context).cursor, moved)
    assert set(reached) == set(range(20)), "and the sixth is OK"


@on_each_panel
@pytest.mark.parametrize(("language", "jumps"), [("en", ("3 up", "3 down")), ("cs", ("o 3 výš", "o 3 níž"))])
def test_the_foot_of_a_long_list_says_how_far_a_held_key_goes(
    panel: str, language: str, jumps: tuple[str, str]
) -> None:
    def words(number: int) -> list[str]:
        listed = shown_list(Menu(), rows(number))
        pen = drawing(None, listed, PANELS[panel].paper(), Translator(language))
        assert problems(pen) == []
        return [each.text for each in pen.drawn]

    assert set(jumps) <= set(words(20))
    assert not set(jumps) & set(words(5)), "a short one keeps its rows"


def test_tiles_are_listed_by_their_names() -> None:
    table = Rules(3)
    names = [str(each.label) for each in piece_choices(table.state, "B") if each.group == tr("a tile by its name")]
    assert len(names) > 9
    assert names == sorted(names, key=str.casefold)


# ---- nothing has a sticker


@on_each_panel
@pytest.mark.parametrize("language", ["en", "cs"])
def test_where_nothing_has_a_sticker_nobody_is_told_to_tap(tmp_path: Path, panel: str, language: str) -> None:
    translate = Translator(language)

    def read(table: Table) -> str:
        snapshot = table.app.snapshot
        return words_of(drawing(snapshot.view, snapshot.page, PANELS[panel].paper(), translate))

    tap = {"en": ("tap", "Tap"), "cs": ("ťuk", "Ťuk")}[language]
    with Table(tmp_path, panel=panel, translate=translate) as table:
        for keys in (("BACK",), (), ("OK",)):
            table.press(*keys) if keys else table.tap("home:red", "home:blue")
            assert not any(word in read(table) for word in tap)
        table.press("OK", "OK", "OK+")
        assert {"en": "Then press OK", "cs": "Pak stiskněte OK"}[language] in read(table)
        table.press("OK")
        assert {"en": "Red, take a tile", "cs": "Červený: vezměte si dílek"}[language] in read(table)
        (tmp_path / "stickers.toml").write_text('schema = 1\n[stickers]\n04a1b2c3d4e5f6 = "home_red"\n')
        assert any(word in read(table) for word in tap), "now there is something to tap"


def test_in_the_desks_tray_everything_has_a_sticker(tmp_path: Path) -> None:
    translate = Translator("en")
    with Table(tmp_path, translate=translate, practice=True) as table:
        table.tap("home:red", "home:blue")
        table.press("OK", "OK", "OK", "OK+")
        assert isinstance(table.page, HomePage)
        assert translate(table.page.text).endswith("Tap them in order, or press OK.")
