"""Haggis through the devices: stickers, taps, one press a roll, and nothing on the page that is secret."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.chronicles.haggis.model import OWN_STATE, Haggis, letter_fact
from companion.chronicles.haggis.scoring import GIVE_QUESTION
from companion.engine.message import tr
from companion.engine.offers import Answer
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer
from companion.games.glen_more_2.definition import GAME
from companion.menu import menu as menus
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.pages import HomePage, KeysPage, ListPage, SheetPage
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.session.backup import export_game
from companion.session.inputs import AnswerSubmitted
from companion.state.territory.model import OpenQuestion
from tests.chronicles.haggis_table import ONES, THREES, TWOS, as_put, facts_told
from tests.screens.layout import problems
from tests.screens.samples import sheet
from tests.screens.shown import drawing, sheet_pages
from tests.table import Table, complete_facts


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Table]:
    with Table(tmp_path, facts=facts_told(True)) as table:
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK")
        lays_out_with_haggis(table)
        table.press("OK+", "OK")  # all is prepared, all is laid
        table.tap(f"tile:{ONES[0]}", f"tile:{THREES[0]}")
        yield table


def lays_out_with_haggis(table: Table) -> None:
    """The list of chronicles stays open until it is left."""
    picks(table, "Chronicles", "Haggis")
    table.press("BACK")
    picks(table, "Lay out the rondel")


def picks(table: Table, *rows: str) -> int:
    """Rows on the panel, picked with their keys or with DOWN and OK; the presses it took."""
    presses = 0
    for row in rows:
        page = table.page
        assert isinstance(page, KeysPage | ListPage), page
        at = next(i for i, r in enumerate(page.rows) if row in str(r.label))
        if isinstance(page, KeysPage):
            keys = [page.keys[at]]
        else:
            keys = [*["DOWN"] * ((at - page.cursor) % len(page.rows)), "OK"]
        table.press(*keys)
        presses += len(keys)
    return presses


def gives(table: Table, kind: str, offer: str, *values: Any) -> None:
    question = next(q for q in table.app.snapshot.questions if q.kind == kind)
    before = table.app.snapshot.handled
    table.app.submit(AnswerSubmitted(Answer(question.number, offer, values, anyway=True)))
    table.app.wait(lambda s: s.handled > before)


def tokens_of(table: Table) -> Haggis:
    return OWN_STATE.of(table.app.running.snapshot.state)


def test_a_drawn_token_is_one_tap_and_stands_nowhere(desk: Table) -> None:
    gives(desk, "ledger", "haggis.free")
    desk.tap(f"tile:{TWOS[0]}")
    assert desk.heard(1) == ["accepted"]
    assert [t for tokens in tokens_of(desk).face_down.values() for t in tokens] == [TWOS[0]]
    snapshot = desk.app.snapshot
    assert snapshot.corrections
    asked = [as_put(question) for question in (*snapshot.questions, snapshot.corrections)]
    shown = msgspec.json.encode([snapshot.view, asked, snapshot.page], enc_hook=lambda lazy: lazy.value)
    assert TWOS[0].encode() not in shown
    assert b"face down" not in shown


@pytest.mark.rule("C5-06")
def test_the_history_on_the_panel_names_no_drawn_token(desk: Table) -> None:
    gives(desk, "ledger", "haggis.free")
    desk.tap(f"tile:{TWOS[0]}")
    desk.press("UNDO+", "OK")
    opened = []
    for at in range(len(desk.rows)):
        desk.press(*["DOWN"] * at, "OK")
        opened.append(str(msgspec.to_builtins(desk.page, enc_hook=lambda lazy: lazy.value)))
        desk.press("BACK", *["UP"] * at)
    assert any("what was tapped" in page for page in opened)
    assert not any(TWOS[0] in page for page in opened)


def test_a_wrong_token_is_one_sentence(desk: Table) -> None:
    gives(desk, "ledger", "haggis.free")
    desk.tap(f"tile:{TWOS[0]}")
    gives(desk, "ledger", "haggis.free")
    entries = len(desk.entries)
    desk.tap(f"tile:{TWOS[0]}")
    assert desk.says == "Red has that haggis token."
    assert len(desk.entries) == entries


def test_the_export_of_the_running_game_has_no_drawn_token(desk: Table) -> None:
    gives(desk, "ledger", "haggis.free")
    desk.tap(f"tile:{TWOS[0]}")
    running = desk.app.running
    text = export_game(GAME, running.history)
    header, rows = text.split(b"\n", 1)
    assert b'"withheld":true' in header
    assert TWOS[0].encode() not in rows


def until_haggis(table: Table) -> None:
    """People answer anything until the first haggis roll."""
    player = RandomPlayer(RandomGamePlan(3, 3))
    for _ in range(600):
        questions = table.app.snapshot.questions
        if any(q.kind == "haggis.roll" for q in questions):
            break
        before = table.app.snapshot.handled
        table.app.submit(AnswerSubmitted(msgspec.structs.replace(player.answer(questions), anyway=True)))
        table.app.wait(lambda s, before=before: s.handled > before)  # type: ignore[misc]


@pytest.mark.rule("C5-15", "C5-25")
def test_a_roll_is_one_press_and_stays_as_it_fell_when_taken_back(desk: Table) -> None:
    gives(desk, "ledger", "haggis.free")
    desk.tap(f"tile:{TWOS[0]}")
    until_haggis(desk)
    desk.press("OK")  # the result of the scoring round is read
    assert "Haggis: roll 1 of 4" in desk.says
    desk.press("OK")
    rolled = desk.entries[-1].answer
    assert isinstance(rolled, Answer)
    assert rolled.offer == "companion_rolls"
    faces = ", ".join(map(str, rolled.values))
    assert len(rolled.values) == 4
    desk.press("UNDO")
    while not desk.says.startswith("It showed"):
        desk.press("OK")
    assert desk.says == f"It showed {faces}."
    desk.press("OK")
    assert desk.entries[-1].answer == rolled


def test_a_sheep_given_for_a_token_stands_behind_the_prices_for_whoever_has_an_inn(desk: Table) -> None:
    gives(desk, "take", "take", "ahead:1", "creek_inn")
    gives(desk, "haggis.once", "no")
    while not isinstance(desk.page, HomePage) or desk.app.snapshot.questions[0].kind != "end":
        gives(desk, desk.app.snapshot.questions[0].kind, desk.app.snapshot.questions[0].offers[0].name)
    desk.press("DOWN", "DOWN+")
    desk.press(*desk.keys_to("A haggis token for 1 sheep"))
    assert desk.app.snapshot.questions[0].kind == "haggis.gain"


def test_common_answers_cost_at_most_two_presses(desk: Table) -> None:
    """A token taken with a tap and no press; the second likeliest answers with DOWN and OK."""
    gives(desk, "ledger", "haggis.free")
    desk.tap(f"tile:{ONES[0]}")
    assert tokens_of(desk).face_down["red"] == (ONES[0],)
    assert picks(desk, "Not tapped") <= 2, desk.rows


# ---- the sheets of a scoring, as they are read on the glass


def glass(table: Table, panel: str) -> str:
    """All words of the sheet that lies open, page after page."""
    page = table.page
    assert isinstance(page, SheetPage), page
    paper, view = PANELS[panel].paper(), table.view
    pens = [drawing(view, sheet(page.kind, n), paper, str) for n in range(sheet_pages(view, page.kind, paper))]
    assert [problems(pen) for pen in pens] == [[]] * len(pens)
    return " ".join(each.text for pen in pens for each in pen.drawn)


@pytest.mark.rule("C5-13", "C5-21", "C0-13")
@pytest.mark.parametrize("panel", PANELS)
def test_the_sheet_of_the_round_comes_first_then_that_of_the_haggis_with_its_arithmetic(
    desk: Table, panel: str
) -> None:
    for token in (ONES[1], TWOS[0]):
        gives(desk, "ledger", "haggis.free")
        desk.tap(f"tile:{token}")
    gives(desk, "ledger", "haggis.free")
    gives(desk, "haggis.gain", "drawn", "")  # not tapped: people are asked what the rolls turn of it
    until_haggis(desk)
    assert "Scoring round B" in glass(desk, panel)
    assert "Haggis" not in glass(desk, panel), "it has not been rolled yet"
    before = [player.points for player in desk.view.players]
    desk.press("OK")
    gives(desk, "haggis.roll", "companion_rolls", "3", "1", "1", "2")
    turned = {}
    while (asked := desk.app.snapshot.questions[0]).kind == "haggis.turned":
        name = max((offer.name for offer in asked.offers), key=len)
        turned[asked.player] = [int(value) for value in name.removeprefix("these_").split("_") if value]
        gives(desk, "haggis.turned", name)
    while desk.app.snapshot.questions[0].kind == "haggis.buy":
        gives(desk, "haggis.buy", "score")
    scored = [player.points for player in desk.view.players]
    gained = {p.id: now - then for p, now, then in zip(desk.view.players, scored, before, strict=True)}
    assert turned, "somebody is asked"
    assert all(gained[who] == len(up) * sum(up) for who, up in turned.items())
    words = glass(desk, panel)
    assert words.index("Address to a Haggis") < words.index("Scoring round B")
    for up in filter(None, turned.values()):
        values = " + ".join(map(str, sorted(up)))
        whose = f"its value {values}" if len(up) == 1 else f"their values ({values})"
        assert f"{len(up)} face up × {whose} = {len(up) * sum(up)}" in words
    haggis = desk.view.extra_scorings[-1].result
    assert [each.points for each in haggis.players] == scored, "what is shown as the total is the truth now"
    assert {each.name for each in haggis.players if each.rank == 1} == {
        p.id for p in desk.view.players if p.points == max(scored)
    }


def read(table: Table, panel: str) -> str:
    """The words of the page that stands open, on this panel."""
    pen = drawing(table.view, table.page, PANELS[panel].paper(), str)
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


@pytest.mark.rule("C5-04")
@pytest.mark.parametrize("panel", PANELS)
def test_what_the_hands_turn_up_is_read_on_the_glass(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, facts=facts_told(True)) as table:
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK")
        lays_out_with_haggis(table)
        table.press("OK+", "OK")  # all is prepared, all is laid
        assert "Turn a haggis token of the supply face up and tap it." in read(table, panel)


@pytest.mark.rule("C8-39")
@pytest.mark.parametrize("panel", PANELS)
def test_who_chooses_the_token_for_whom_is_read_on_the_glass(desk: Table, panel: str) -> None:
    kind = desk.app.running.snapshot.state.rules.kinds[GIVE_QUESTION]
    state = desk.app.running.snapshot.state
    question = kind.question(state, OpenQuestion(999, GIVE_QUESTION, "blue", ("red",)))
    shown = menus.menu_page(Menu(), MenuContext(questions=(question,)))
    pen = drawing(desk.view, shown, PANELS[panel].paper(), str)
    assert problems(pen) == []
    assert "Blue: choose a haggis token for Red and tap it." in " ".join(each.text for each in pen.drawn)


# ---- the set-up, and how many presses a haggis takes


def test_the_set_up_says_which_chronicles_are_on_and_the_history_what_was_noted(tmp_path: Path) -> None:
    with Table(tmp_path, facts=replace(facts_told(True), more={})) as table:
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK")
        assert "Chronicles:" not in table.says
        picks(table, "Chronicles", "Haggis")
        table.press("BACK")
        for panel in PANELS:
            assert "Chronicles: Address to a Haggis." in read(table, panel)
        picks(table, "Lay out the rondel", "Say later", "Yes, on all 13")
        told = [str(line) for _, line in table.app.running.history.lines()]
        assert told[-1] == "play begins, Address to a Haggis: remembered for the next games too"


def test_a_haggis_of_three_players_without_stickers_takes_at_most_a_dozen_presses(tmp_path: Path) -> None:
    """Three tokens each, the likeliest turned by each; it took 38 when every roll was asked about on its own."""
    with Table(tmp_path, facts=facts_told(False)) as table:
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK")
        lays_out_with_haggis(table)
        table.press("OK+", "OK")
        until_haggis(table)
        table.press("OK")
        assert "Haggis: roll 1 of 4" in table.says
        presses = 0
        while table.app.snapshot.questions[0].kind.startswith("haggis"):
            table.press("OK")
            presses += 1
        assert presses <= 12
        assert tokens_of(table).done_rounds == ("B",)
        assert isinstance(table.page, SheetPage) or presses == 1


# ---- a die of their own


def on_the_smallest(table: Table, language: str) -> str:
    """The words of the page that stands open, as its people read them."""
    paper = PANELS["2in13"].paper()
    pen = drawing(table.view, table.page, paper, Translator(language))
    assert problems(pen) == []
    return " ".join(" ".join(each.text for each in pen.drawn).split())


def puts_right(table: Table, offer: str, *values: Any) -> None:
    corrections, before = table.app.snapshot.corrections, table.app.snapshot.handled
    assert corrections
    table.app.submit(AnswerSubmitted(Answer(corrections.number, offer, values, anyway=True)))
    table.app.wait(lambda s: s.handled > before)


BY_HAND = {
    "en": (
        "Haggis: roll 1 of 4 for everybody. Players with that number turn one token up.",
        "A 2: turn one 2 face up; enter it after roll 4. Haggis: roll 2 of 4.",
        "A 1: turn one 1 face up; enter it after roll 4. Haggis: roll 3 of 4.",
        "A 1: turn one 1 face up; enter it after roll 4. Haggis: roll 4 of 4.",
        "Rolled 2, 1, 1, 1. {player}: which tokens are turned up?",
        "Rolled 2, 1, 1, 1. Face up: {player} 2. Who rolls once more for 1 barrel?",
        "1 face up × its value 2 = 2",
    ),
    "cs": (
        "Haggis: hod 1 z 4 pro všechny. Kdo má tu hodnotu, otočí jeden žeton.",
        "Padlo 2: otočte jeden žeton 2 lícem nahoru; zadejte to po hodu 4. Haggis: hod 2 z 4.",
        "Padlo 1: otočte jeden žeton 1 lícem nahoru; zadejte to po hodu 4. Haggis: hod 3 z 4.",
        "Padlo 1: otočte jeden žeton 1 lícem nahoru; zadejte to po hodu 4. Haggis: hod 4 z 4.",
        "Padlo 2, 1, 1, 1. {player}: které žetony se odkrývají?",
        "Padlo 2, 1, 1, 1. Odkryto: {player} 2. Kdo hodí ještě jednou za 1 sud?",
        "1 odkrytý × jeho hodnota 2 = 2",
    ),
}


@pytest.mark.rule("C5-15", "C5-16", "C5-21", "C5-25")
@pytest.mark.parametrize("language", BY_HAND)
def test_a_token_turned_at_the_first_roll_by_hand_is_asked_after_the_last_and_scores(
    tmp_path: Path, language: str
) -> None:
    first, *later, which, bought, told = BY_HAND[language]
    with Table(tmp_path, panel="2in13", facts=facts_told(False)) as table:
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK")
        lays_out_with_haggis(table)
        table.press("OK+", "OK")
        until_haggis(table)
        for colour in ("red", "green"):
            puts_right(table, "haggis.count", colour, 2)
        table.press("OK")  # the result of the scoring round is read
        for words, face in zip((first, *later), (2, 1, 1, 1), strict=True):
            assert words in on_the_smallest(table, language)
            table.press(*table.keys_to(f"We rolled a {face}"))
        red, green = (Translator(language)(tr(name)) for name in ("Red", "Green"))
        assert which.format(player=red) in on_the_smallest(table, language)
        table.press(*table.keys_to("worth 2:"))
        assert which.format(player=green) in on_the_smallest(table, language)
        table.press(*table.keys_to("none"))
        assert bought.format(player=red) in on_the_smallest(table, language)
        before = table.view.players[0].points
        table.press("OK")
        assert table.view.players[0].points == before + 2
        assert isinstance(table.page, SheetPage)
        pages = []
        for _ in range(table.page.pages):
            pages.append(on_the_smallest(table, language))
            table.press("DOWN")
        assert told in " ".join(pages)


# ---- a scoring that people do themselves


OURSELVES = {
    "en": (
        "We do it ourselves: enter the result",
        "{player}: the haggis scoring. Which tokens lie face up?",
        "Worth 1, 3: 8 points in all",
        "How many barrels were paid for rolls?",
        "2 face up × their values (1 + 3) = 8",
    ),
    "cs": (
        "Uděláme to sami: zadat výsledek",
        "{player}: bodování haggis. Které žetony jsou odkryté?",
        "V hodnotě 1, 3: celkem 8 bodů",
        "Kolik sudů stály hody?",
        "2 odkryté × jejich hodnoty (1 + 3) = 8",
    ),
}


@pytest.mark.rule("C5-19", "C5-21")
@pytest.mark.parametrize("language", OURSELVES)
def test_a_haggis_by_hand_asks_who_has_tokens_and_ends_with_the_same_page_of_its_points(
    tmp_path: Path, language: str
) -> None:
    row, which, eight, paid, told = OURSELVES[language]
    with Table(tmp_path, panel="2in13", facts=facts_told(False)) as table:
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK")
        lays_out_with_haggis(table)
        table.press("OK+", "OK")
        until_haggis(table)
        for colour, tokens, barrels in (("red", 2, 1), ("blue", 0, 4), ("green", 1, 0)):
            puts_right(table, "haggis.count", colour, tokens)
            puts_right(table, "count", colour, "barrels", barrels)
        table.press("OK")  # the result of the scoring round is read
        table.press("UP")
        assert row in on_the_smallest(table, language)
        before = [player.points for player in table.view.players]
        table.press(*table.keys_to("We do it ourselves"))
        red, green = (Translator(language)(tr(name)) for name in ("Red", "Green"))
        assert which.format(player=red) in on_the_smallest(table, language)
        table.press(*table.keys_to("2 tokens"))
        table.press("DOWN", "DOWN")
        assert eight in on_the_smallest(table, language)
        table.press("OK")
        assert paid in on_the_smallest(table, language)
        table.press("UP", "OK")
        assert which.format(player=green) in on_the_smallest(table, language), "Blue has no token"
        table.press(*table.keys_to("none"))
        assert isinstance(table.page, SheetPage), "no barrel can have been paid"
        pages = []
        for _ in range(table.page.pages):
            pages.append(on_the_smallest(table, language))
            table.press("DOWN")
        assert told in " ".join(pages)
        assert [p.points - n for p, n in zip(table.view.players, before, strict=True)] == [8, 0, 0]
        assert [p.barrels for p in table.view.players] == [0, 4, 0]
        assert [len(held) for held in tokens_of(table).face_down.values()] == [0, 0, 1]
        table.press("OK", "UNDO")
        assert [p.points for p in table.view.players] == before


@pytest.mark.rule("C5-03")
def test_undo_takes_back_the_letter_that_was_counted_last_and_not_what_came_before_the_question(
    tmp_path: Path,
) -> None:
    with Table(tmp_path, panel="2in13", facts=complete_facts()) as table:
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK")
        lays_out_with_haggis(table)
        picks(table, "Count them", "1 x A", "2 x B")
        entered = len(table.app.running.history.entries)
        for row, asked in (("C", "show C"), ("B", "show B"), ("A", "show A")):
            assert asked in on_the_glass(table, Translator("en")), row
            if row != "A":
                table.press("UNDO")
        assert len(table.app.running.history.entries) == entered
        picks(table, "2 x A", "1 x B", "3 x C")
        assert table.app.running.snapshot.state.facts.more[letter_fact("A")] == 2


def on_the_glass(table: Table, translate: Translator) -> str:
    pen = drawing(table.view, table.page, PANELS["2in13"].paper(), translate)
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)
