"""What the table is told of a haggis scoring that brings nothing or ends early, and of a game it ends."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.chronicles.haggis.model import SLUG, deck_letters
from companion.chronicles.haggis.questions import TOKEN_AT_ONCE_QUESTION
from companion.chronicles.hammer.model import ENGLISHMAN
from companion.engine.offers import Answer
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer
from companion.games.glen_more_2.web import picture_sentences
from companion.menu.menu import menu_page, press_button
from companion.menu.menu_state import Menu, MenuContext, OfferList
from companion.menu.pages import HomePage, KeysPage, ListPage, SheetPage
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.session.inputs import AnswerSubmitted
from tests.chronicles.haggis_table import (
    ONES,
    TWOS,
    facts_told,
    holds,
    rolls,
    scoring,
    shows,
    table_of,
    tokens_of,
    turned,
)
from tests.chronicles.test_haggis_desk import lays_out_with_haggis
from tests.screens.layout import problems
from tests.screens.samples import HOME, sheet
from tests.screens.shown import drawing, read, sheet_pages
from tests.state.glen_more_2.table import Table as Rules
from tests.state.glen_more_2.table import facts_of
from tests.table import Table

SMALLEST, SHEEP = "2in13", "A haggis token for 1 sheep"
NOBODY_HAS_ONE = "Nobody has a haggis token: nobody gets haggis points."
on_each_panel = pytest.mark.parametrize("panel", PANELS)


def first_page(table: Rules, kind: str, panel: str) -> str:
    pen = drawing(table.view, sheet(kind), PANELS[panel].paper(), str)
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


def on_glass(table: Table) -> str:
    return " ".join(each.text for each in drawing(table.view, table.page, PANELS[SMALLEST].paper(), str).drawn)


def answered(table: Table, player: RandomPlayer) -> Answer:
    """Anything, but nothing that brings a token."""
    questions = table.app.snapshot.questions
    once = next((each for each in questions if each.kind == TOKEN_AT_ONCE_QUESTION), None)
    if once:
        return Answer(once.number, "no")
    return next(each for each in iter(lambda: player.answer(questions), None) if not each.offer.startswith(SLUG))


def plays_until(table: Table, kind: str, scored: tuple[str, ...]) -> None:
    """Until this is asked after these scorings; whatever else stands open is answered."""
    player = RandomPlayer(RandomGamePlan(3, 3))
    while (table.app.snapshot.questions[0].kind, table.app.running.snapshot.state.done_scorings) != (kind, scored):
        before = table.app.snapshot.handled
        table.app.submit(AnswerSubmitted(replace(answered(table, player), anyway=True)))
        table.app.wait(lambda s, before=before: s.handled > before)  # type: ignore[misc]


def pages_by_keys(table: Table, panel: str, language: str) -> list[str]:
    """The words of each page of the sheet that stands open, turned with DOWN."""
    pages = []
    for _ in range(sheet_pages(table.view, "result", PANELS[panel].paper(), Translator(language))):
        pen = drawing(table.view, table.page, PANELS[panel].paper(), Translator(language))
        assert problems(pen) == []
        pages.append(" ".join(each.text for each in pen.drawn))
        table.press("DOWN")
    return pages


ROUND_B, NO_TOKEN = {"en": "Scoring round B", "cs": "Bodování B"}, {"en": NOBODY_HAS_ONE, "cs": "Nikdo nemá"}


@pytest.mark.rule("C5-13")
@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("panel", [SMALLEST, "4in2"])
def test_who_scores_a_round_reads_its_points_first_and_then_that_nobody_has_a_token(
    tmp_path: Path, panel: str, language: str
) -> None:
    with Table(tmp_path, panel=panel, facts=facts_told(False)) as table:
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK")
        lays_out_with_haggis(table)
        table.press("OK+", "OK")
        plays_until(table, "count_rest", ("A",))
        table.press("OK")  # on from round A
        table.press(*table.keys_to("All is right"))
        assert isinstance(table.page, SheetPage)
        told = pages_by_keys(table, panel, language)
        assert ROUND_B[language] in told[0]
        own = next(n for n, page in enumerate(told) if NO_TOKEN[language] in page)
        assert all(ROUND_B[language] in page for page in told[:own])
        assert own > 0
        table.press("OK")
        assert isinstance(table.page, HomePage)


@pytest.mark.rule("C5-13")
@on_each_panel
@pytest.mark.parametrize("language", ["en", "cs"])
def test_a_haggis_for_which_nobody_has_a_token_has_a_page_behind_the_round(language: str, panel: str) -> None:
    table, paper, translate = table_of(), PANELS[panel].paper(), Translator(language)
    scoring(table)
    pages = range(sheet_pages(table.view, "result", paper, translate))
    pens = [drawing(table.view, sheet("result", n), paper, translate) for n in pages]
    assert [problems(pen) for pen in pens] == [[] for _ in pages]
    told = [" ".join(each.text for each in pen.drawn) for pen in pens]
    at = [NO_TOKEN[language] in page for page in told]
    assert at.count(True) == 1
    assert ROUND_B[language] in told[0]
    assert not at[0]
    counts = [n for n, page in enumerate(told) if ROUND_B[language] in page][-1]
    said = re.search(r"(?:see page|viz stranu) (\d+)", told[0])
    assert said is None or int(said[1]) == counts + 1


@pytest.mark.rule("C5-13")
@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("panel", [SMALLEST, "4in2"])
def test_beside_another_chronicle_the_round_comes_first_too(language: str, panel: str) -> None:
    table = Rules(3, facts=facts_told(False), chronicles=("hammer", SLUG))
    table.arrange(f"{ENGLISHMAN} A? red A? yellow A? blue A?")
    table.stage(replace(table.state, done_scorings=("A", "B")), "C")
    table.answers("count_scots", "counted", 0, 2, 3)
    table.answers("count_rest", "right")
    pen = drawing(table.view, sheet("result"), PANELS[panel].paper(), Translator(language))
    told = " ".join(each.text for each in pen.drawn)
    assert {"en": "Scoring round C", "cs": "Bodování C"}[language] in told
    assert {"en": "Total 0 2 3", "cs": "Celkem 0 2 3"}[language] in told
    assert NO_TOKEN[language] not in told


def test_who_hears_the_panel_hears_the_round_before_a_haggis_without_tokens() -> None:
    table = table_of()
    scoring(table)
    said = picture_sentences(table.view, sheet("result"), str)
    assert said[0] == "Scoring round B"
    assert said[-2:] == ["Address to a Haggis", NOBODY_HAS_ONE]


@pytest.mark.rule("C5-21")
@on_each_panel
def test_a_haggis_that_was_rolled_stands_before_the_round_that_people_have_read(panel: str) -> None:
    table = table_of()
    holds(table, red=("", ""))
    scoring(table)
    rolls(table, 1, 1, 1, 1)
    turned(table, red="1")
    told = read(table.view, "result", panel)
    assert told.index("Address to a Haggis") < told.index("1 face up") < told.index("Scoring round B")


@pytest.mark.rule("C5-16", "C5-17")
@on_each_panel
def test_rolls_at_which_nobody_can_turn_a_token_fall_away_in_words_on_the_first_page(panel: str) -> None:
    table = table_of(stickers=True)
    shows(table, ONES[0], TWOS[0])
    holds(table, red=(ONES[1], TWOS[1]), yellow=(ONES[2],))
    scoring(table)
    rolls(table, 1, 2)
    assert "Nobody can turn another token: 2 rolls fall away." in first_page(table, "result", panel)


@pytest.mark.rule("C5-15", "C5-21")
@on_each_panel
def test_after_all_rolls_none_falls_away_and_no_token_face_up_is_said(panel: str) -> None:
    table = table_of()
    holds(table, red=("",))
    scoring(table)
    rolls(table, 1, 1, 1, 1)
    turned(table, red="")
    told = first_page(table, "result", panel)
    assert "No haggis token lies face up: nobody gets haggis points." in told
    assert "away" not in told


# ---- the end


@pytest.mark.rule("C5-13")
@on_each_panel
def test_the_last_haggis_is_told_with_the_final_scoring_and_not_beside_the_winner(panel: str) -> None:
    table = table_of()
    scoring(table, "final")
    assert table.state.phase == "over"
    assert NOBODY_HAS_ONE in read(table.view, "final", panel)
    over = drawing(table.view, HOME, PANELS[panel].paper(), str)
    told = " ".join(each.text for each in over.drawn)
    assert "The game is over" in told
    assert "nobody gets points" not in told
    assert "more" not in told.replace("Glen More", "")


def ended(coins: Sequence[int], goods: Sequence[int] = ()) -> Rules:
    """A game that ends with these coins, and so many goods left to those who are asked."""
    table = table_of(len(coins))
    players = tuple(replace(p, coins=n) for p, n in zip(table.state.players, coins, strict=True))
    table.stage(replace(table.state, players=players))
    scoring(table, "final")
    if goods:
        table.answers("goods", "counted", *goods)
    assert table.state.phase == "over"
    return table


@pytest.mark.rule("GM-TIE-01", "GM-TIE-02")
@on_each_panel
@pytest.mark.parametrize("players", [3, 4])
def test_a_shared_place_behind_the_winner_says_why_it_is_shared(panel: str, players: int) -> None:
    table = ended((9, *[4] * (players - 1)), [3] * (players - 1))
    told = first_page(table, "final", panel)
    assert "Place 2 is shared: equal goods." in told


@pytest.mark.rule("GM-TIE-02")
@on_each_panel
def test_goods_decide_a_place_behind_the_winner_too(panel: str) -> None:
    table = ended((9, 4, 4), (1, 2))
    ranks = {each.name: each.rank for each in table.view.result.players} if table.view.result else {}
    assert ranks == {"red": 1, "yellow": 3, "blue": 2}
    assert "shared" not in first_page(table, "final", panel)


@pytest.mark.rule("GM-TIE-02")
@on_each_panel
def test_places_that_nobody_shares_say_nothing_of_it(panel: str) -> None:
    assert "shared" not in first_page(ended((9, 5, 4)), "final", panel)


@pytest.mark.rule("GM-TIE-01", "GM-TIE-02")
@on_each_panel
def test_a_place_that_goods_share_says_that_goods_are_equal_too(panel: str) -> None:
    told = first_page(ended((9, 9, 9), (5, 2, 2)), "final", panel)
    assert "Place 2 is shared: equal goods." in told


# ---- the letters of its tiles


def without_letters() -> Rules:
    """The letters are asked."""
    table = Rules(0, facts=facts_of("complete"), chronicles=(SLUG,))
    table.sits("red", "yellow", "blue")
    table.answers("start", "go")
    return table


@pytest.mark.rule("C5-03", "C0-09")
@on_each_panel
def test_the_letters_are_asked_with_the_reason_and_later_says_where(panel: str) -> None:
    table = without_letters()
    context = MenuContext(questions=table.history.game.questions(table.state))
    shown = menu_page(Menu((OfferList(context.questions[0].number, 0),)), context)
    pen = drawing(table.view, shown, PANELS[panel].paper(), str)
    assert problems(pen) == []
    told = " ".join(" ".join(each.text for each in pen.drawn).split())
    assert "Which letters are on the backs of the 6 haggis tiles?" in told
    assert "Then the companion knows when a deck is out." in told
    assert "Say later: Menu, Correct something" in told


@pytest.mark.rule("C5-03", "C0-09")
def test_letters_said_later_make_the_decks_larger_but_for_one_that_people_have_counted() -> None:
    table = without_letters()
    table.answers("haggis.letters", "later")
    table.answers("haggis.stickers", "no")
    table.answers("layout", "done")
    table.takes("red", ahead=1)
    table.declines()
    table.done()
    table.corrects("deck", "B", 9)
    before = {deck.letter: deck.left for deck in table.state.decks}
    assert str(table.offer("correct", "haggis.new_letters").label) == "Letters of the haggis tiles"
    table.corrects("haggis.new_letters", "1", "2", "2")
    assert deck_letters(table.state.facts) == {"A": 1, "B": 2, "C": 2, "D": 1}
    grown = {deck.letter: deck.left - before[deck.letter] for deck in table.state.decks}
    assert grown == {"S": 0, "A": 1, "B": 0, "C": 2, "D": 1}
    assert "haggis.new_letters" not in table.offers("correct"), "they are known now"
    table.fits()


# ---- a token for a sheep


def in_list(table: Rules) -> list[str]:
    """The rows that DOWN opens."""
    context = MenuContext(questions=table.history.game.questions(table.state))
    opened = press_button(Menu(), context, "DOWN")
    assert isinstance(opened, Menu)
    shown = menu_page(opened, context)
    assert isinstance(shown, KeysPage | ListPage)
    return [str(row.label) for row in shown.rows]


def under_down(table: Rules, panel: str) -> str:
    context = MenuContext(questions=table.history.game.questions(table.state))
    told = [
        each.text for each in drawing(table.view, menu_page(Menu(), context), PANELS[panel].paper(), str).drawn
    ]
    return next(each for each in told if each in ("more", "haggis …", "cost …"))


@pytest.mark.rule("C5-11")
@on_each_panel
def test_a_sheep_is_offered_where_it_can_be_paid_and_stands_on_top_then(panel: str) -> None:
    table = table_of(box="bare")
    table.arrange("red yellow blue S-1 A? creek_inn A-7 A-8 A-9")
    assert (under_down(table, panel), SHEEP in in_list(table)) == ("more", False), "no tile of red's can be an inn"
    takes(table, "red", "S-1")
    assert (under_down(table, panel), SHEEP in in_list(table)) == ("more", False), "a start tile is none"
    table.done()
    takes(table, "yellow", ahead=1)
    assert (under_down(table, panel), in_list(table)[0]) == ("more", "+1 barrel"), "nobody knows that it is one"
    assert SHEEP in in_list(table), "what nobody named may be one"
    table.done()
    takes(table, "blue", "creek_inn")
    assert (under_down(table, panel), in_list(table)[0]) == ("haggis …", SHEEP)


@pytest.mark.rule("C5-11")
@pytest.mark.parametrize("named", [False, True])
def test_the_first_rows_of_the_list_stay_where_they_are_all_through_a_turn(named: bool) -> None:
    """Before the tile is taken, after it and in the next turn: a hand finds them without reading."""
    table = table_of(box="bare")
    table.arrange("red creek_inn A? yellow blue A-7 A-8 A-9")
    takes(table, "red", "creek_inn") if named else takes(table, "red", ahead=2)
    table.done()
    table.arrange("red S-1 S-2 yellow blue A-7 A-8 A-9")
    before = in_list(table)
    takes(table, "red", "S-1")
    after = in_list(table)
    usual = ["+1 barrel", "1 Scot into the home castle", "A clan marker"]
    assert before[:3] == after[:3] == ([SHEEP, *usual[:2]] if named else usual)


def takes(table: Rules, who: str, piece: str = "", ahead: int = 0) -> None:
    """With nothing left to answer or to pay."""
    table.takes(who, piece, ahead=ahead) if ahead else table.takes(who, piece)
    for kind in table.kinds():
        if kind == "sort":
            table.answers("sort", "land")
    table.declines()
    if "free" in table.offers("ledger", who):
        table.enters(who, "free")


@pytest.mark.rule("C5-11")
def test_who_has_no_such_tile_by_the_companions_count_is_asked_and_never_stopped() -> None:
    table = table_of()
    table.arrange("red yellow blue A-6 A-7")
    offer = table.question("ledger", "red").offer("haggis.sheep")
    assert offer
    assert offer.is_rare
    assert offer.caution
    assert str(offer.caution.text) == "The companion knows no haggis tile of Red."
    table.enters("red", "haggis.sheep", anyway=True)
    assert len(tokens_of(table).face_down["red"]) == 1
