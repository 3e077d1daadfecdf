"""A whole game at random on eight phones at once: it ends as it does without them, and each saw only its own."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import pytest

from companion.engine.offers import Answer, Question
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer
from companion.session.inputs import AnswerSubmitted
from companion.web.phones.admission import Viewer
from companion.web.phones.phone_commands import opaque_question_id
from tests.table import Table, complete_facts
from tests.waiting import comes
from tests.web.phones.house import House, Phone, house

SEATS = ("red", "yellow", "blue")
TABLE, LOOKS = Viewer("table"), Viewer("spectator")
PLAN = RandomGamePlan(3, 4, die=True, told=True)
PER_SECOND = 20
MOST = 700


def without_phones(folder: Path) -> str:
    """The hash of the end of the same game on the case alone."""
    player = RandomPlayer(PLAN)
    with Table(folder, facts=complete_facts()) as table:
        for _ in range(MOST):
            if table.app.definition.finished(table.app.running.history.state):
                break
            table.app.submit(AnswerSubmitted(player.answer(table.app.snapshot.questions))).result(10)
        return table.hash


def given(home: House, phones: dict[str, Phone], questions: tuple[Question, ...], answer: Answer) -> None:
    """By the phone of whom it is asked; by the table's where nobody is, and while nobody sits yet."""
    question = next((each for each in questions if each.number == answer.question), None)
    asked = question.player if question else ""
    phone = phones.get(asked, phones["table"])
    mark = opaque_question_id(home.table.app.snapshot.number, question) if question else "correct"
    told = phone.answer(mark, answer.offer, *answer.values, anyway=answer.anyway)
    assert told.get("taken"), (told, asked, answer)


@pytest.mark.long
@pytest.mark.parametrize("pace", [PER_SECOND])
def test_at_twenty_answers_a_second_a_game_on_eight_phones_ends_as_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pace: int
) -> None:
    _plays_alike(tmp_path, monkeypatch, pace, MOST)


def test_the_beginning_of_a_game_on_eight_phones_goes_as_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "MOST", 60)
    _plays_alike(tmp_path, monkeypatch, 200, 60)


def _plays_alike(folder: Path, patch: pytest.MonkeyPatch, pace: int, most: int) -> None:
    wanted = without_phones(folder / "alone")
    player = RandomPlayer(PLAN)
    with house(folder / "house", patch) as home:
        phones = {seat: home.let_in(Viewer("seat", seat)) for seat in SEATS}
        phones |= {"table": home.let_in(TABLE)} | {f"looks {n}": home.let_in(LOOKS) for n in range(4)}
        assert len(phones) == 8
        for phone in phones.values():
            phone.listen()
        threads = threading.active_count()
        for _ in range(most):
            if home.table.app.definition.finished(home.table.app.running.history.state):
                break
            began = time.monotonic()
            questions = home.table.app.snapshot.questions
            given(home, phones, questions, player.answer(questions))
            time.sleep(max(0.0, 1 / pace - (time.monotonic() - began)))
        assert home.table.hash == wanted
        for phone in phones.values():
            assert comes(lambda phone=phone: phone.heard[-1][1] == phone.view()["number"])
        views = [json.dumps({**phone.view(), "number": ""}) for name, phone in phones.items() if "looks" in name]
        assert len(set(views)) == 1
        assert threading.active_count() <= threads + 8
