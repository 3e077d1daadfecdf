"""What is owed stays in sight over every question that hides the turn screen: lists, keys, numbers, maps."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.game import TABLE_VIEWER
from companion.engine.message import Message, Translate, literal, tr
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history
from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.random_play import play_step
from companion.menu.menu import menu_page, press_button, refresh_menu
from companion.menu.menu_state import GiveAnswer, Menu, MenuContext
from companion.menu.pages import HomePage, KeysPage, Page, SheetPage
from companion.screens.paper import PANELS, with_typographic_signs
from companion.screens.pen import Pen
from companion.screens.translator import Translator, available_languages
from companion.state.glen_more_2.model import HouseRules
from companion.state.glen_more_2.view import View
from tests.screens import maps
from tests.screens.layout import problems
from tests.screens.samples import COUNT_ON_KEYS, GOODS_ON_KEYS, KINDS_ON_KEYS, NUMBER, QUESTION, VIEW
from tests.screens.shown import drawing
from tests.session.test_living_room import says
from tests.state.glen_more_2.table import Table
from tests.table import Table as Evening

BOX = Path(__file__).parent.parent / "boxes" / "complete.toml"
LANGUAGES: dict[str, Translate] = {each: Translator(each) for each in available_languages()}
COUNTED = {
    "en": ("1 thing to do", "9 things to do"),
    "cs": ("udělat 1 věc", "udělat 9 věcí"),
}
KINDS = replace(KINDS_ON_KEYS, title=tr("What kind of tile from deck {deck} is it?", deck="A"))
MAP, FIRST_MAP = maps.shown(maps.large(), "UP"), maps.shown(maps.first())
LAY = tr("Lay {n} from {deck}", n=1, deck="A")
LONG = literal("Put a clan marker on the crest of which this long sentence tells")


def words(pen: Pen) -> str:
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("shown", [QUESTION, GOODS_ON_KEYS, COUNT_ON_KEYS, KINDS, NUMBER, MAP, FIRST_MAP])
def test_over_any_question_what_is_owed_is_whole_or_counted(shown: Page, panel: str, language: str) -> None:
    for owed, counted in zip(((LAY,), (LONG,) * 9), COUNTED[language], strict=True):
        view = replace(VIEW, tasks_before_question=owed)
        read = words(drawing(view, shown, PANELS[panel].paper(), LANGUAGES[language]))
        whole = read.count(with_typographic_signs(LANGUAGES[language](owed[0]))) == len(owed)
        assert [whole, counted in read].count(True) == 1


@pytest.mark.parametrize("panel", PANELS)
def test_choices_lose_no_word_to_what_is_owed(panel: str) -> None:
    """It is counted where they would."""
    view = replace(VIEW, tasks_before_question=(LAY, LONG))
    for shown in (GOODS_ON_KEYS, COUNT_ON_KEYS):
        read = words(drawing(view, shown, PANELS[panel].paper(), str))
        briefs = {hint.button: str(hint.label).capitalize() for hint in (*shown.hints, *shown.blank_keys)}
        assert all(
            str(row.label) in read or briefs[key] in read for key, row in zip(shown.keys, shown.rows, strict=True)
        )


def front(view: View, context: MenuContext, panel: str, language: str = "en") -> tuple[Page, str]:
    """The page of what is asked first, and all its words."""
    shown = menu_page(refresh_menu(Menu(), context), context)
    return shown, words(drawing(view, shown, PANELS[panel].paper(), LANGUAGES[language]))


def test_while_a_tile_is_paid_its_refill_stands_over_the_keys_and_back_leads_to_it() -> None:
    table = Table(3)
    table.arrange("red S-1 S-2 yellow blue donan_castle", deck="A")
    table.takes("red", "donan_castle")
    context = MenuContext(table.history.game.questions(table.state))
    shown, read = front(table.view, context, "2in13")
    assert isinstance(shown, KeysPage)
    owed = [str(each) for each in table.view.tasks_before_question]
    assert len(owed) > 1
    assert f"{len(owed)} things to do" in read
    back = press_button(refresh_menu(Menu(), context), context, "BACK")
    assert isinstance(back, Menu)
    home = menu_page(back, context)
    assert isinstance(home, HomePage)
    large = front(table.view, context, "4in2")[1]
    assert all(each in large for each in owed)
    answered = press_button(refresh_menu(Menu(), context), context, "OK")
    assert isinstance(answered, GiveAnswer), "the keys are where they were"


TO_DO = {"en": ("to do", "not now"), "cs": ("co udělat", "teď ne")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("panel", PANELS)
def test_the_key_that_leads_to_what_is_to_be_done_says_so_and_its_first_press_shows_all_of_it(
    tmp_path: Path, panel: str, language: str
) -> None:
    """It is counted over the keys; no sentence names a key that says something else."""
    to_do, not_now = TO_DO[language]
    with Evening(tmp_path, panel=panel) as table:
        owed = asked_while_it_owes(table)
        asked, read = table.page, on_glass(table, language)
        assert to_do in read
        assert not_now not in read
        assert "BACK" not in read
        table.press("BACK")
        told = on_glass(table, language)
        assert [each for each in owed if with_typographic_signs(LANGUAGES[language](each)) not in told] == []
        table.press(*["BACK"] * isinstance(table.page, SheetPage), "OK")
        assert table.page == asked, "the question is still there"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("panel", PANELS)
def test_to_go_on_without_an_answer_and_to_leave_the_question_are_two_words(
    tmp_path: Path, panel: str, language: str
) -> None:
    skip, not_now, later = {"en": ("skip", "not now", "later"), "cs": ("přeskočit", "teď ne", "později")}[language]
    with Evening(tmp_path, panel=panel) as table:
        begun(table)
        says(table, "take", "take", "ahead:3", "")
        keys = {hint.button: LANGUAGES[language](hint.label) for hint in table.page.hints}  # type: ignore[union-attr]
        assert skip in keys.values()
        assert keys["BACK"] in (not_now, TO_DO[language][0])
        assert not {later, not_now} & set(keys.values()) - {keys["BACK"]}


def begun(table: Evening) -> None:
    """Three sit down; of the rondel nobody says anything."""
    table.tap("home:red", "home:blue", "home:green")
    says(table, "seat", "done")
    says(table, "spaces", "spaces", 14)
    for kind, offer in (("start", "go"), ("prepare", "all"), ("layout", "done")):
        says(table, kind, offer)


def asked_while_it_owes(table: Evening) -> tuple[Message, ...]:
    """What kind a tile is, while two things are left to do."""
    begun(table)
    for turn in range(3):
        says(table, "take", "take", "ahead:3", "")
        if turn < 2:
            says(table, "sort", "land")
            says(table, "end", "done")
    assert isinstance(table.page, KeysPage)
    owed: tuple[Message, ...] = table.view.tasks_before_question
    assert len(owed) == 2
    return owed


def on_glass(table: Evening, language: str) -> str:
    return words(drawing(table.view, table.page, PANELS[table.panel].paper(), LANGUAGES[language]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_through_a_game_of_all_chronicles_nothing_owed_is_hidden_by_a_question(language: str) -> None:
    game, translate, looked = game_rules(), LANGUAGES[language], 0
    slugs = tuple(game.library.expansions)
    history = new_history(game, effective_facts(read_box(BOX)), HouseRules(), slugs)
    player = RandomPlayer(RandomGamePlan(3, 5, chronicles=slugs))
    while not game.is_finished(history.state) and looked < 45:
        view = game.view(history.state, TABLE_VIEWER)
        if view.tasks_before_question:
            context = MenuContext(questions=game.questions(history.state))
            read = front(view, context, "2in13", language)[1]
            whole = all(
                with_typographic_signs(" ".join(translate(each).split())) in read
                for each in view.tasks_before_question
            )
            counted = (str(len(view.tasks_before_question)), {"en": "to do", "cs": "udělat"}[language])
            assert whole or all(each in read for each in counted), view.tasks_before_question
            looked += 1
        play_step(history, player)
    assert looked == 45
