"""A scoring is nobody's turn: the glass says which scoring it is and whom it asks, never who moved last."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from companion.chronicles.hammer.model import ENGLISHMAN
from companion.engine.history import History
from companion.games.glen_more_2.web import picture_sentences
from companion.menu import menu_state
from companion.menu.menu import menu_page
from companion.menu.menu_state import Menu, MenuContext, MenuScreen
from companion.screens.paper import PANELS
from companion.screens.pen import Pen
from companion.screens.translator import Translator
from companion.state.glen_more_2.actions import Resolution
from companion.state.glen_more_2.course import advance_course
from companion.state.territory.model import OpenQuestion
from tests.chronicles import on_glass
from tests.chronicles.haggis_table import ONES, THREES, holds, rolls, scoring, shows, table_of, turned
from tests.screens.layout import problems
from tests.screens.samples import HOME
from tests.screens.shown import drawing, read
from tests.state.glen_more_2.table import Staged, Table

on_each_panel = pytest.mark.parametrize("panel", PANELS)


def counting(due: str = "A") -> Table:
    """The Englishman has moved last; then the counts of a scoring are asked."""
    table = Table(3, chronicles=("hammer",))
    table.arrange(f"{ENGLISHMAN} S-1 yellow red blue A-6")
    state = replace(
        table.state, open_questions=(), stage="next", due_scorings=(due,), pending_hooks=(), pending_follow_ups=()
    )
    resolution = Resolution(state)
    advance_course(resolution)
    resolution.store_pending_steps()
    table.history = History(Staged(resolution.state), table.history.header)
    assert table.state.turn.figure == ENGLISHMAN
    return table


def glass(table: Table, panel: str, *levels: MenuScreen, language: str = "en") -> Pen:
    """The picture of what is asked first, or of these levels of the menu."""
    context = MenuContext(questions=table.history.game.questions(table.state))
    stood: Sequence[MenuScreen] = levels or (menu_state.OfferList(context.questions[0].number, 0),)
    shown = menu_page(Menu(tuple(stood)), context)
    pen = drawing(table.view, shown, PANELS[panel].paper(), Translator(language))
    assert problems(pen) == []
    return pen


def words(pen: Pen) -> str:
    return " ".join(each.text for each in pen.drawn)


@pytest.mark.rule("GM-TRN-08")
@on_each_panel
@pytest.mark.parametrize(
    ("due", "language", "said"),
    [
        ("A", "en", "Scoring round A"),
        ("A", "cs", "Bodování A"),
        ("final", "en", "Final scoring"),
        ("final", "cs", "Závěrečné bodování"),
    ],
)
def test_the_bar_says_which_scoring_it_is_and_nobody_is_on_turn(
    due: str, language: str, said: str, panel: str
) -> None:
    view = counting(due).view
    pen = drawing(view, HOME, PANELS[panel].paper(), Translator(language))
    assert problems(pen) == []
    assert said in words(pen)
    assert not {each.text for each in pen.drawn} & {"Englishman", "Angličan", "next", "další"}


@on_each_panel
def test_whoever_moved_last_stands_beside_no_count(panel: str) -> None:
    table = counting()
    number = table.question("count_scots").number
    asked = glass(table, panel, menu_state.OfferForm(number, "counted"))
    assert "Englishman" not in words(asked)
    assert "Scots in the home castle?" in words(asked)
    table.answers("count_scots", "counted", 0, 0, 0)
    assert "Englishman" not in words(glass(table, panel))


def test_the_page_says_which_scoring_it_is_too() -> None:
    table = counting()
    assert "Scoring round A" in on_glass.on_page(table)
    assert "Scoring round A" in picture_sentences(table.view, HOME, str)
    assert not any("turn" in each for each in picture_sentences(table.view, HOME, str))


@pytest.mark.rule("GM-SCR-03")
@on_each_panel
@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            (
                "Red: Scots in the home castle?",
                "scoring round A",
                "Scots may have walked",
                "Hold OK: all as counted (Yellow 0, Blue 0)",
            ),
        ),
        (
            "cs",
            (
                "Červený: Skoti v domovském hradu?",
                "bodování A",
                "Skoti mohli odejít",
                "Podržené OK: vše podle počtů (Žlutý 0, Modrý 0)",
            ),
        ),
    ],
)
def test_a_count_says_whose_it_is_for_which_scoring_and_why(
    language: str, said: tuple[str, ...], panel: str
) -> None:
    table = counting()
    first, *others = table.state.players
    unsure = (replace(first, uncertain_counts=("scots",)), *others)
    table.history = History(Staged(replace(table.state, players=unsure)), table.history.header)
    number = table.question("count_scots").number
    told = words(glass(table, panel, menu_state.OfferForm(number, "counted"), language=language))
    assert [each for each in said if each not in told] == []
    sure = menu_state.OfferForm(number, "counted", (0,))
    told = " ".join(words(glass(table, panel, sure, language=language)).split())
    assert {"en": "Scots may have walked: count them.", "cs": "Skoti mohli přejít: spočítejte je."}[
        language
    ] in told


@pytest.mark.rule("C7-13")
@on_each_panel
@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Only the table shows it: count there."), ("cs", "Vidět je to jen na stole: spočítejte to tam.")],
)
def test_what_a_card_of_the_great_glen_compares_says_why_it_is_counted(
    panel: str, language: str, said: str
) -> None:
    table = Table(3, chronicles=("great_glen",))
    for card in ("most_animals", "most_sets", "smallest_territory", "most_discards", "farthest_scot"):
        table.answers("great_glen.lay", "card", card)
    opened = OpenQuestion(99, "great_glen.count", "", ("farthest_scot",))
    staged = replace(table.state, question_count=99, open_questions=(opened,))
    table.history = History(Staged(staged), table.history.header)
    told = words(glass(table, panel, menu_state.OfferForm(99, "counted"), language=language))
    assert said in " ".join(told.split())


@pytest.mark.rule("GM-LMK-03", "GM-SCR-03")
@on_each_panel
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Count each Scot once: the companion doubles them for Castle Moil."),
        ("cs", "Každého Skota počítejte jednou: za Castle Moil je zdvojí průvodce."),
    ],
)
def test_who_has_castle_moil_is_told_to_count_each_scot_once(language: str, said: str, panel: str) -> None:
    table = counting()
    first, second, *others = table.state.players
    players = (replace(first, landmarks=("castle_moil",), uncertain_counts=("scots",)), second, *others)
    table.history = History(Staged(replace(table.state, players=players)), table.history.header)
    number = table.question("count_scots").number
    asked = menu_state.OfferForm(number, "counted")
    told = " ".join(words(glass(table, panel, asked, language=language)).split())
    assert said in told
    assert ("may have walked home or away" if language == "en" else "mohli odejít nebo přijít domů") in told
    after = replace(asked, values=(2,))
    assert "Castle Moil" not in words(glass(table, panel, after, language=language)), "it is not Yellow's"
    table.answers("count_scots", "counted", 2, 0, 0)
    number = table.question("count_rest").number
    corrected = menu_state.OfferForm(number, "set", (first.id, "scots"))
    assert said in " ".join(words(glass(table, panel, corrected, language=language)).split())
    table.answers("count_rest", "right")
    assert "2 × 2 with Castle Moil = 4" in read(table.view, "result", panel)


@pytest.mark.rule("GM-SCR-03")
@on_each_panel
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Turn 2: what a tile of deck A cost or gave is not entered"),
        ("cs", "Tah 2: není zadáno, co stál nebo dal dílek z balíčku A"),
    ],
)
def test_a_doubted_count_keeps_its_reason_and_says_whose_the_others_are(
    language: str, said: str, panel: str
) -> None:
    table = Table(3, box="bare")
    table.arrange("red yellow A? blue A? A?", deck="A", left={"A": 1}, spaces=9)
    table.takes("red", ahead=1)
    table.answers("sort", "later")
    table.done()
    table.answers("deck_end", "yes")
    table.answers("count_scots", "counted", 0, 0, 0)
    number = table.question("count_doubted").number
    told = words(glass(table, panel, menu_state.OfferForm(number, "counted"), language=language))
    assert said in " ".join(told.split())
    assert ("Red's persons 0" if language == "en" else "Červený: osoby 0") in told


@pytest.mark.parametrize("panel", ["4in2", "7in5"])
def test_no_row_of_the_counts_is_bold_while_nobody_is_on_turn(panel: str) -> None:
    """On small paper no row ever is."""
    paper, table = PANELS[panel].paper(), counting()
    table.answers("count_scots", "counted", 0, 0, 0)
    view, questions = table.view, table.history.game.questions(table.state)
    shown = menu_page(Menu((menu_state.OfferList(questions[0].number, 0),)), MenuContext(questions=questions))

    def picture(who: str) -> bytes:
        return drawing(replace(view, on_turn=who), shown, paper, str).image.tobytes()

    assert view.on_turn == ""
    assert picture("") == picture("die"), "nobody's row is bold"
    assert picture("") != picture("red"), "this table would make one bold"


# ---- a haggis that brings nobody anything


@pytest.mark.rule("C5-13", "C5-21")
@on_each_panel
def test_a_haggis_without_points_is_told(panel: str) -> None:
    table = table_of()
    holds(table, red=("",))
    scoring(table)
    rolls(table, 1, 1, 1, 1)
    turned(table, red="")
    assert table.kinds() == ["take"]
    assert "Haggis: nobody gets points" in on_glass.everything_owed(table, panel)


@pytest.mark.rule("C5-13")
@on_each_panel
def test_a_haggis_for_which_nobody_has_a_token_is_told_too(panel: str) -> None:
    table = table_of()
    scoring(table)
    assert table.kinds() == ["take"]
    assert "Haggis: nobody gets points" in on_glass.everything_owed(table, panel)


@pytest.mark.rule("C5-21")
def test_a_haggis_with_points_says_whose_they_are_and_nothing_else() -> None:
    table = table_of()
    holds(table, red=("",))
    scoring(table)
    table.answers("haggis.roll", "ourselves")
    table.answers("haggis.ourselves", "entered", "1", player="red")
    assert "nobody gets points" not in on_glass.everything_owed(table)


@pytest.mark.rule("C5-05")
@on_each_panel
def test_a_token_says_which_way_it_came_and_guesses_nothing(panel: str) -> None:
    untold = table_of()
    untold.enters("red", "haggis.free")
    assert "+1 haggis token (face up or drawn)" in on_glass.everything_owed(untold, panel)
    for offer, values, said in (("face_up", ("0",), "it lay face up"), ("drawn", ("",), "drawn")):
        table = table_of(stickers=True)
        shows(table, "haggis_token_1", "haggis_token_2")
        table.enters("red", "haggis.free")
        table.answers("haggis.gain", offer, *values)
        assert f"+1 haggis token ({said})" in on_glass.everything_owed(table, panel)


@on_each_panel
def test_no_tokens_are_no_line(panel: str) -> None:
    table = table_of()
    assert "0 haggis tokens" not in on_glass.behind(table, panel)
    table.enters("red", "haggis.free")
    assert "1 haggis token" in on_glass.behind(table, panel)


# ---- the haggis: five things to choose from, and nothing over them


def rows_read(pen: Pen, *labels: str) -> list[str]:
    """Those of the labels that stand whole on the glass."""
    said = words(pen)
    return [label for label in labels if label in said]


@on_each_panel
def test_a_haggis_roll_says_what_to_do_and_shows_more_than_one_choice(panel: str) -> None:
    table = table_of()
    holds(table, red=("", ""), yellow=("",))
    scoring(table)
    pen = glass(table, panel)
    assert "roll 1 of 4 for everybody. Players with that number turn one token up." in words(pen)
    choices = (
        "Roll all 4",
        "We rolled a 1",
        "We rolled a 2",
        "We rolled a 3",
        "We do it ourselves: enter the result",
    )
    read = rows_read(pen, *choices)
    assert read[0] == "Roll all 4", "the cursor"
    assert len(read) >= 3


@on_each_panel
def test_after_a_roll_of_their_own_die_people_find_the_next_one_under_the_cursor(panel: str) -> None:
    table = table_of()
    holds(table, red=("", ""), yellow=("",))
    scoring(table)
    rolls(table, 2)
    english, czech = glass(table, panel), glass(table, panel, language="cs")
    said = "A 2: turn one 2 face up; enter it after roll 4. Haggis: roll 2 of 4."
    assert said in words(english)
    assert "Padlo 2: otočte jeden žeton 2 lícem nahoru; zadejte to po hodu 4. Haggis: hod 2 z 4." in words(czech)
    assert under_the_bar(english) == "We rolled a 1", "never a roll that the companion makes"
    assert len(rows_read(english, *(f"We rolled a {n}" for n in (1, 2, 3)))) == 3


@on_each_panel
@pytest.mark.parametrize("again", [False, True])
def test_where_the_companion_rolled_the_next_roll_by_it_is_under_the_cursor_and_no_face(
    panel: str, again: bool
) -> None:
    """Oonagh McHagg's owner may have each roll thrown again, so it rolls one by one."""
    table = table_of()
    holds(table, red=("", ""), yellow=("",))
    scoring(table, thrower="red")
    assert under_the_bar(glass(table, panel)) == "Roll it"
    table.answers("haggis.roll", "companion_rolls", "2")
    table.answers("haggis.again", "again" if again else "keep")
    english, czech = glass(table, panel), glass(table, panel, language="cs")
    n, row, řádek = (1, "Roll all 4", "Hodit všechny 4") if again else (2, "Roll it", "Hodit")
    assert f"roll {n} of 4" in words(english)
    assert under_the_bar(english) == row
    assert under_the_bar(czech) == řádek


@on_each_panel
def test_a_roll_of_their_own_die_that_is_thrown_again_leaves_the_next_one_under_the_cursor(panel: str) -> None:
    table = table_of()
    holds(table, red=("", ""), yellow=("",))
    scoring(table, thrower="red")
    rolls(table, 2)
    table.answers("haggis.again", "again")
    assert under_the_bar(glass(table, panel)) == "We rolled a 1", "never a roll that the companion makes"


@on_each_panel
def test_after_the_rolls_of_their_own_die_the_page_says_what_lies_face_up(panel: str) -> None:
    table = table_of()
    holds(table, red=("", ""), yellow=("",))
    table.has("red", barrels=1)
    scoring(table)
    rolls(table, 2, 2, 2, 2)
    turned(table, red="2", yellow="2")
    pen = glass(table, panel)
    assert "Rolled 2, 2, 2, 2. Face up: Red 2, Yellow 2. Who rolls once more for 1 barrel?" in words(pen)
    assert under_the_bar(pen) == "Nobody rolls: score"


@on_each_panel
def test_a_haggis_that_ends_before_the_fourth_roll_says_why(panel: str) -> None:
    table = table_of(stickers=True)
    shows(table, ONES[0], THREES[0])
    holds(table, red=(ONES[1],))
    scoring(table)
    rolls(table, 1)
    told = read(table.view, "result", panel)
    assert told.count("Nobody can turn another token: 3 rolls fall away.") == 1
    assert "1 face up × its value 1 = 1" in told


def under_the_bar(pen: Pen) -> str:
    """The words of the row under the cursor."""
    bar = next(each.box for each in reversed(pen.drawn) if each.kind == "bar")
    return " ".join(e.text for e in pen.drawn if e.kind == "text" and e.text and bar.y <= e.box.y < bar.bottom)
