"""Haggis through the devices: stickers, taps, one press a roll, and nothing on the page that is secret."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.chronicles.haggis.tokens import OWN_STATE, Haggis
from companion.engine.offers import Answer
from companion.games.glen_more_2 import GAME
from companion.games.glen_more_2.random_play import Plan, RandomPlayer
from companion.menu.pages import HomePage, ListPage
from companion.session.inputs import Answered
from companion.storage.transfer import export_journal
from tests.chronicles.haggis_table import ONES, THREES, TWOS, as_put, facts_told
from tests.table import Table


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Table]:
    with Table(tmp_path, facts=facts_told(True)) as table:
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK")
        picks(table, "Chronicles", "Haggis", "Lay out the rondel")
        table.press("OK")
        table.tap(f"tile:{ONES[0]}", f"tile:{THREES[0]}")
        yield table


def picks(table: Table, *rows: str) -> int:
    """Rows of the lists on the panel, picked with DOWN and OK; the presses it took."""
    presses = 0
    for row in rows:
        page = table.page
        assert isinstance(page, ListPage), page
        at = next(i for i, r in enumerate(page.rows) if row in str(r.label))
        keys = ["DOWN"] * ((at - page.cursor) % len(page.rows))
        table.press(*keys, "OK")
        presses += len(keys) + 1
    return presses


def gives(table: Table, kind: str, offer: str, *values: Any) -> None:
    question = next(q for q in table.app.snapshot.questions if q.kind == kind)
    before = table.app.snapshot.handled
    table.app.submit(Answered(Answer(question.number, offer, values, anyway=True)))
    table.app.wait(lambda s: s.handled > before)


def tokens_of(table: Table) -> Haggis:
    return OWN_STATE.of(table.app.running.snapshot.state)


def test_a_drawn_token_is_one_tap_and_stands_nowhere(desk: Table) -> None:
    gives(desk, "ledger", "haggis.free")
    desk.tap(f"tile:{TWOS[0]}")
    assert desk.heard(1) == ["accepted"]
    assert [t for tokens in tokens_of(desk).held.values() for t in tokens] == [TWOS[0]]
    snapshot = desk.app.snapshot
    assert snapshot.corrections
    asked = [as_put(question) for question in (*snapshot.questions, snapshot.corrections)]
    shown = msgspec.json.encode([snapshot.view, asked, snapshot.page], enc_hook=lambda lazy: lazy.value)
    assert TWOS[0].encode() not in shown
    assert b"face down" not in shown


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
    text = b"".join(export_journal(running.history, GAME.view_of_export))
    header, rows = text.split(b"\n", 1)
    assert b'"withheld":true' in header
    assert TWOS[0].encode() not in rows


def until_haggis(table: Table) -> None:
    """People answer anything until the first haggis roll."""
    player = RandomPlayer(Plan(3, 3))
    for _ in range(600):
        questions = table.app.snapshot.questions
        if any(q.kind == "haggis.roll" for q in questions):
            break
        before = table.app.snapshot.handled
        table.app.submit(Answered(msgspec.structs.replace(player.answer(questions), anyway=True)))
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
    assert (rolled.offer, tokens_of(desk).rolls) == ("companion_rolls", (int(rolled.values[0]),))
    desk.press("UNDO")
    while not desk.says.startswith("It showed"):
        desk.press("OK")
    assert desk.says == f"It showed {rolled.values[0]}."
    desk.press("OK")
    assert desk.entries[-1].answer == rolled
    for _ in range(3):
        desk.press("OK")
    assert "Who rolls once more" in desk.says
    desk.press("OK")
    assert tokens_of(desk).done == ("B",)


def test_a_sheep_given_for_a_token_is_two_presses_for_whoever_has_an_inn(desk: Table) -> None:
    gives(desk, "take", "take", "ahead:1", "creek_inn")
    gives(desk, "haggis.once", "no")
    while not isinstance(desk.page, HomePage) or desk.app.snapshot.questions[0].kind != "end":
        gives(desk, desk.app.snapshot.questions[0].kind, desk.app.snapshot.questions[0].offers[0].name)
    desk.press("DOWN")
    desk.press("OK")
    assert desk.app.snapshot.questions[0].kind == "haggis.gain"


def test_common_answers_cost_at_most_two_presses(desk: Table) -> None:
    """A token taken with a tap and no press; the second likeliest answers with DOWN and OK."""
    gives(desk, "ledger", "haggis.free")
    desk.tap(f"tile:{ONES[0]}")
    assert tokens_of(desk).held["red"] == (ONES[0],)
    assert picks(desk, "Not tapped") <= 2, desk.rows
