"""Asked once, the companion goes on rolling the die: told as booked, never after something was taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.game import CORRECTION
from companion.engine.offers import Answer
from companion.menu.pages import KeysPage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.session.inputs import AnswerSubmitted
from tests.screens.layout import problems
from tests.table import Table, complete_facts

ROLL_FOR_US = "Roll for us, from now on"
OURSELVES = "We roll the die ourselves"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table(tmp_path, facts=complete_facts()) as made:
        made.seated("red", "blue")
        yield made


def rolls(table: Table) -> list[Answer]:
    """The companion's rolls that stand."""
    answers = [entry.answer for entry in table.app.running.history.standing]
    return [each for each in answers if isinstance(each, Answer) and each.offer == "companion_rolls"]


def asked_to_roll(table: Table) -> bool:
    return table.app.snapshot.questions[0].kind == "roll"


def play(table: Table) -> None:
    """One step of a turn: the nearest tile, no name; all else as it is proposed."""
    table.press(*(["OK", "UP", "OK"] if table.view.phase == "take" else ["OK"]))


def until_the_die(table: Table) -> None:
    """Up to the question of the die."""
    for _ in range(20):
        if asked_to_roll(table):
            return
        play(table)
    raise AssertionError("the die's turn doesn't come")


def until_it_rolls(table: Table) -> None:
    """Up to the next roll that nobody was asked for."""
    before = len(rolls(table))
    for _ in range(30):
        play(table)
        if len(rolls(table)) > before:
            return
        assert not asked_to_roll(table), "somebody is asked to roll"
    raise AssertionError("the die's turn doesn't come")


def chosen(table: Table, row: str) -> None:
    """That row of the list that lies open."""
    table.press(*table.keys_to(row))


@pytest.fixture
def rolling(table: Table) -> Table:
    """People have let the companion roll, and it has rolled once more by itself."""
    until_the_die(table)
    chosen(table, ROLL_FOR_US)
    until_it_rolls(table)
    return table


def test_who_lets_the_companion_roll_once_is_not_asked_again(rolling: Table) -> None:
    assert len(rolls(rolling)) == 2
    assert rolling.view.phase == "take", "the next player is on turn at once"
    face = rolls(rolling)[-1].values[0]
    assert any(str(line).startswith(f"The die shows {face}: it discarded") for line in rolling.view.turn_log)
    until_it_rolls(rolling)


def test_an_unasked_roll_is_taken_back_alone_and_stays_as_it_fell(rolling: Table) -> None:
    face = rolls(rolling)[-1].values[0]
    rolling.press("UNDO")
    assert len(rolls(rolling)) == 1
    rolling.press("BACK")  # what goes back on the table
    if not rolling.says.startswith("It showed"):
        rolling.press("OK")
    assert rolling.says == f"It showed {face}."
    rolling.press("OK")
    assert rolls(rolling)[-1].values == (face,)
    until_it_rolls(rolling)


def test_a_roll_taken_back_with_what_came_before_it_comes_again_unasked(rolling: Table) -> None:
    """The choice was of the evening, not of that roll; and no turn taken back makes the die fall otherwise."""
    face = rolls(rolling)[-1].values
    number = rolling.app.running.history.standing[-2].number
    rolling.press("UNDO")
    rolling.press("UNDO")
    assert rolling.app.running.history.position(number) is None
    rolling.press("BACK")
    until_it_rolls(rolling)
    assert rolls(rolling)[-1].values == face
    until_it_rolls(rolling)


def test_what_is_redone_rolls_nothing(rolling: Table) -> None:
    before = len(rolls(rolling))
    rolling.press("UNDO")
    rolling.press("UNDO")
    rolling.press("BACK+", "BACK+")
    chosen(rolling, "Redo what was taken back")
    assert len(rolls(rolling)) == before - 1
    assert rolling.app.snapshot.questions[0].kind == "roll"


def test_who_types_what_was_rolled_rolls_the_next_too(rolling: Table) -> None:
    rolling.press("UNDO")
    rolling.press("BACK")
    if not rolling.says.startswith("It showed"):
        rolling.press("OK")
    chosen(rolling, "We rolled again")
    chosen(rolling, "We rolled a 1")
    until_the_die(rolling)
    assert len(rolls(rolling)) == 1


def test_a_roll_that_people_told_is_shown_when_it_is_taken_back(rolling: Table) -> None:
    rolling.press("UNDO")
    rolling.press("BACK")
    if not rolling.says.startswith("It showed"):
        rolling.press("OK")
    chosen(rolling, "We rolled again")
    chosen(rolling, "We rolled a 1")
    rolling.press("UNDO")
    rolling.press("BACK")
    if not rolling.says.startswith("It showed"):
        rolling.press("OK")
    assert rolling.says == "It showed 1."


def test_the_menu_ends_it(rolling: Table) -> None:
    rolling.press("BACK+")
    chosen(rolling, OURSELVES)
    assert rolling.says == "From now on you roll the die and say what it shows."
    rolling.press("OK")
    until_the_die(rolling)
    rolling.press("BACK+")
    assert OURSELVES not in rolling.rows


def _last(table: Table) -> str:
    """The last figure on the rondel."""
    return next(str(space.figures[0]) for space in table.app.running.snapshot.state.track if space.figures)


def test_a_correction_that_makes_the_die_last_rolls_nothing(rolling: Table) -> None:
    while (behind := _last(rolling)) != "die":
        line = rolling.app.running.snapshot.state.track
        die = next(at for at, space in enumerate(line) if "die" in space.figures)
        free = next(at for at in range(die + 1, len(line)) if not line[at].figures)
        moved = AnswerSubmitted(Answer(CORRECTION, "figure", (behind, f"space:{free}")))
        rolling.app.submit(moved).result(5)
    assert asked_to_roll(rolling)
    assert len(rolls(rolling)) == 2


def test_another_game_rolls_nothing_unasked(rolling: Table) -> None:
    rolling.press("BACK+")
    chosen(rolling, "New game")
    chosen(rolling, "Glen More II")
    rolling.seated("red", "blue")
    until_the_die(rolling)
    assert asked_to_roll(rolling)


def test_the_same_evening_goes_on_rolling_after_the_plug_was_pulled(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts(), panel="2in13") as table:
        table.seated("red", "blue")
        until_the_die(table)
        chosen(table, ROLL_FOR_US)
    with Table(tmp_path, facts=complete_facts(), panel="2in13") as table:
        until_it_rolls(table)
        face = rolls(table)[-1].values[0]
        assert any(str(line).startswith(f"The die shows {face}: it discarded") for line in table.view.turn_log)
        table.press("BACK+")
        chosen(table, OURSELVES)
        table.press("OK")
    with Table(tmp_path, facts=complete_facts(), panel="2in13") as table:
        until_the_die(table)
        assert ROLL_FOR_US in table.rows, "what they said last holds too"


@pytest.mark.parametrize(
    ("language", "rolled", "back"),
    [
        ("en", "The companion rolls from now on: the die shows", "To roll yourselves: menu."),
        ("cs", "Hodil průvodce: ", "Bude házet i dál; chcete-li házet sami: menu."),
    ],
)
def test_the_first_roll_says_who_rolled_and_the_way_back(
    table: Table, language: str, rolled: str, back: str
) -> None:
    until_the_die(table)
    chosen(table, ROLL_FOR_US)
    now = table.app.snapshot
    pen = make_drawing(now.shown, now.page, PANELS["2in13"].paper(), Translator(language))
    assert problems(pen) == []
    words = " ".join(each.text for each in pen.drawn)
    assert rolled in words
    assert back in words
    table.press("OK")
    assert isinstance(table.page, KeysPage), "no press is lost on it: the next player takes a tile"
    table.press("BACK", "BACK+")
    chosen(table, OURSELVES)
    assert table.says == "From now on you roll the die and say what it shows."
