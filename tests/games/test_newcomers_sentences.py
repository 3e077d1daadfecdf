"""Sentences that two more evenings of newcomers stumbled over, read where people read them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chronicles.haggis.model import HaggisRolled
from companion.engine.message import literal, tr
from companion.games.glen_more_2 import help_pages
from companion.games.glen_more_2.screens.todo_layout import TurnLog, shorter_lines
from companion.menu.menu import menu_page
from companion.menu.menu_state import ForgottenList, Menu, OfferForm
from companion.menu.pages import Hint, ListItem, ListPage, NumberPage, SheetPage
from companion.screens.paper import PANELS
from companion.screens.pen import Pen
from companion.screens.translator import Translator
from companion.session import history_view as past_of_game
from companion.state.glen_more_2.instructions.table_tasks import setup_tasks
from companion.state.glen_more_2.model import TurnPoints
from companion.state.glen_more_2.text.history_text import history_text, shortened_log_lines
from companion.state.glen_more_2.text.labels import coin_change_text
from companion.state.glen_more_2.view import BestGain, ScoreHistoryView, View, outline_of
from tests.chronicles import on_glass
from tests.chronicles.haggis_table import holds, rolls, scoring, table_of, turned
from tests.chronicles.test_booked import england_sold
from tests.chronicles.test_hammer import his_turn
from tests.games.test_newcomers_words import SMALLEST, asked_at, pressed, read, taking
from tests.screens.samples import SCENES
from tests.screens.shown import drawing, sheet_pages
from tests.state.glen_more_2.table import Table
from tests.state.glen_more_2.test_clan_board import marker


def pen() -> Pen:
    return Pen(PANELS[SMALLEST].paper(), str)


# ---- which tile


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Which tile ahead of you? Count tiles only."),
        ("cs", "Který dílek před vámi? Bez figurek."),
    ],
)
def test_tiles_ahead_are_counted_without_pawns(language: str, words: str) -> None:
    table = Table(3, box="bare")
    table.arrange("red yellow blue S? S? S?", deck="S")
    assert words in read(table, "OK", language=language)


def test_a_question_is_followed_by_its_answer_without_a_second_stop() -> None:
    """Under a long title words and note of a row stand in one run."""
    title = literal(
        "Turn 8, Englishman. It reads so far: Green takes Inverness, it covers another tile, card Inverness, "
        "+1 barrel (Inverness)"
    )
    rows = (
        ListItem(
            tr("Which tile ahead of {figure}? Count tiles only.", figure="the Englishman"),
            tr("tile 8 ahead, a tile of deck B"),
        ),
        ListItem(tr("Which tile is it?"), literal("Inverness")),
    )
    on_glass_ = drawing(
        taking().view,
        ListPage("menu", title, rows, 0, (Hint("UP", tr("up")), Hint("UP+", tr("3 up")))),
        PANELS[SMALLEST].paper(),
        str,
    )
    assert "only. Tile 8 ahead, a tile" in " ".join(each.text for each in on_glass_.drawn)


# ---- what is booked


def test_an_amount_of_another_player_is_booked_however_little_room_there_is() -> None:
    table = england_sold()
    (line,) = (each for each in table.view.turn_log if "England" in str(each))
    assert str(line) == "Yellow: England row, +1 coin"
    assert [str(each) for each in shortened_log_lines(line)] == ["Yellow: +1 coin"]


def test_a_sum_that_nobody_entered_so_is_called_one() -> None:
    lines = (tr("Bought wood"), tr("Paid"))
    said = [line.text for line in shorter_lines(pen(), TurnLog(lines, (-2, -1), (0, 0)))]
    assert said[-2:] == ["−3 coins", "2"]
    assert said[-3] == "−3 coins in all"
    alone = [line.text for line in shorter_lines(pen(), TurnLog(lines, (-2, 0), (0, 0)))]
    assert not [text for text in alone if "in all" in text], "it was entered so"


def test_what_has_no_room_is_counted_as_booked() -> None:
    lines = (tr("Paid nothing"), coin_change_text(3), coin_change_text(1))
    first = next(iter(shorter_lines(pen(), TurnLog(lines, (0, 3, 1), (0, 0, 0))))).text
    assert first == "Paid nothing · 2 more booked: +4 coins"


def test_a_line_that_a_figure_begins_has_a_capital() -> None:
    table = his_turn("yellow red blue END", holder="yellow")
    table.answers("hammer.use", "worlds_end")
    assert "The Englishman stops on World's End" in [str(line) for line in table.view.turn_log]


# ---- the history


def test_who_did_several_things_is_named_once() -> None:
    table = Table(3, chronicles=("hammer",))
    table.arrange("red loch_lomond yellow blue A-6 S-2")
    table.takes("red", "loch_lomond")
    (told,) = table.told()
    assert told == "Red takes Loch Lomond, card Loch Lomond, takes the England marker"
    assert "Takes Loch Lomond, takes the England marker" in on_glass.turns(table)


def test_all_rolls_of_a_haggis_are_in_the_history() -> None:
    told = history_text(table_of().state, [HaggisRolled(face, "") for face in (3, 1, 1, 1)])
    assert str(told) == "a 3 is rolled, a 1 is rolled (3×)"


# ---- questions and their answers


@pytest.mark.rule("GM-CLN-02")
def test_a_question_that_is_answered_does_not_stand_under_the_next_one() -> None:
    table = marker("bare", foreign=("macmillan",))
    question = table.question("crest")
    assert "which crest gets the clan marker?" in str(question.text)
    shown = menu_page(Menu((OfferForm(question.number, "crest", ("mckay",)),)), asked_at(table))
    assert isinstance(shown, NumberPage)
    assert str(shown.title) == "How many coins does the road to McKay cost?"
    assert shown.question is None


@pytest.mark.rule("C5-19")
def test_the_question_of_a_bought_roll_is_what_its_answers_say() -> None:
    table = table_of()
    holds(table, red=("", ""), yellow=("",))
    table.has("red", barrels=1)
    scoring(table)
    rolls(table, 2, 2, 2, 2)
    turned(table, red="2", yellow="")
    assert table.words("haggis.buy").endswith("Who rolls once more for 1 barrel?")
    table.answers("haggis.buy", "buy_red")
    rolls(table, 3)
    assert table.words("haggis.buy") == "A 3 for Red. Who turns one?", "nobody has a barrel any more"


def test_the_most_at_once_that_a_scoring_brought_came_after_a_turn() -> None:
    view, _ = SCENES["final_shared"]
    nobody = (0,) * len(view.players)
    scored = (8, *nobody[1:])
    turns = (
        TurnPoints(22, "die", nobody),
        TurnPoints(23, view.players[1].id, nobody),
        TurnPoints(24, view.players[0].id, scored),
    )
    best = BestGain(view.players[0].id, 8, tr("Haggis"), 23)
    assert "+8 after turn 23 (Haggis)" in numbers(replace(view, score_history=ScoreHistoryView(turns, best)))
    own = replace(turns[1], points=scored)
    assert "+8 in turn 23 (Haggis)" in numbers(
        replace(view, score_history=ScoreHistoryView((turns[0], own, turns[2]), best))
    )


def numbers(view: View) -> str:
    paper = PANELS[SMALLEST].paper()
    pens = [drawing(view, SheetPage("final", (), n), paper, str) for n in range(sheet_pages(view, "final", paper))]
    return " ".join(each.text for pen in pens for each in pen.drawn)


@pytest.mark.parametrize(("language", "word"), [("en", "Other …"), ("cs", "Jiné …")])
def test_what_leads_on_from_the_keys_has_one_word(language: str, word: str) -> None:
    table = Table(3, box="bare")
    table.arrange("red yellow blue S? S? S? S? S? S?", deck="S")
    shown = menu_page(pressed(table, "OK"), asked_at(table))  # type: ignore[arg-type]
    translate = Translator(language)
    label, hint = shown.rows[-1].label, shown.hints[-1].label  # type: ignore[union-attr]
    assert word in read(table, "OK", language=language)
    assert translate(label)[:1].casefold() == word[:1].casefold(), hint


# ---- lists


def test_no_two_rows_of_what_explains_a_result_read_alike() -> None:
    state = taking().state
    found = [help_pages.find_article(state, key) for key in help_pages.sheet_article_keys(state, "scored")]
    titles = [str(each.title) for each in found if each]
    assert "Points in a scoring round" in titles
    assert len(titles) == len(set(titles))


def test_what_ends_a_turn_was_not_forgotten_in_it() -> None:
    table = Table(3, box="bare")
    table.arrange("red yellow blue A-6 S-2")
    table.takes("red", "A-6")
    table.declines()
    table.enters("red", "coins_out", 2)
    assert [offer for offer in table.question("ledger", "red").offers if offer.fallback and not offer.closed]
    running: Any = SimpleNamespace(history=table.history, snapshot=SimpleNamespace(outline=outline_of(table.view)))
    past = past_of_game.past_entry(running, table.history.standing[-1].number, before=True)
    listed = menu_page(Menu((ForgottenList(),), past_entry=past), asked_at(table))
    assert isinstance(listed, ListPage)
    assert not [row for row in listed.rows if str(row.label).startswith("End the turn")]


def test_each_deck_is_shuffled_on_its_own() -> None:
    steps = [str(step) for step in setup_tasks(taking().state)]
    assert "Shuffle decks A, B, C and D, each on its own" in steps


@pytest.mark.parametrize("panel", PANELS)
def test_a_sum_behind_a_line_about_somebody_else_says_whose_it_is(panel: str) -> None:
    lines = (tr("{player}: {what}", player="Yellow", what=literal("+6 points")), literal("+3 points"))
    told = TurnLog(lines, (0, 0), (0, 3), literal("Blue"))
    texts = [line.text for line in shorter_lines(Pen(PANELS[panel].paper(), str), told)]
    assert "Yellow: +6 points · Blue: +3 points" in texts
    assert not [text for text in texts if text.endswith("· +3 points")]
