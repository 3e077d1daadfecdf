"""What a phone learns of what others hold or answered in secret: nothing, by no number, size, push or word."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from companion.chronicles.haggis.model import TOKEN_IDS
from companion.engine.game import CORRECTION, TABLE_VIEWER
from companion.engine.history import History
from companion.engine.journal import EntryUndo
from companion.engine.offers import Answer, Question
from companion.games.installed import installed_games
from companion.hardware.desk import DeskScreen
from companion.menu.pages import HomePage
from companion.screens.paper import PANELS, REFERENCE_PANEL
from companion.screens.translator import Translator
from companion.session.inputs import Snapshot, TapPreview
from companion.web.app_backend import AppBackend
from companion.web.phones.admission import Viewer
from companion.web.phones.phone_commands import (
    OpenQuestions,
    answer_question,
    answer_step,
    opaque_entry_id,
    opaque_question_id,
    visible_entries,
)
from companion.web.phones.phone_view import PhoneViews
from companion.web.session_calls import HttpError
from tests.chronicles.haggis_table import holds, table_of
from tests.chronicles.test_great_glen import seated, takes_person, votes

GAME = installed_games().first
TRANSLATE = Translator("en")
RED, YELLOW, BLUE = (Viewer("seat", seat) for seat in ("red", "yellow", "blue"))
TABLE_PHONE, LOOKS = Viewer("table"), Viewer("spectator")
ALL = (RED, YELLOW, BLUE, TABLE_PHONE, LOOKS)


def snapshot(history: History) -> Snapshot:
    """The application with that game on the table."""
    state, rules = history.state, GAME.rules
    view = GAME.view(state, TABLE_VIEWER)

    def nothing(_piece: str) -> TapPreview:
        raise AssertionError("phones tap nothing")

    questions, page = rules.questions(state), HomePage(GAME.name, ())
    corrections = lambda: rules.question(state, CORRECTION)  # noqa: E731
    return Snapshot(GAME, state, view, GAME.outline(view), page, questions, corrections, nothing, number=1)


class Watched:
    """The views of everybody, made as a game goes on, and who was rung."""

    def __init__(self, history: History) -> None:
        self.now = snapshot(history)
        self.rung: list[Viewer] = []
        self.views = PhoneViews(lambda: self.now, TRANSLATE, lambda: ALL, self._ring)
        self.views._make_all()
        self.rung.clear()

    def _ring(self, viewers: AbstractSet[Viewer]) -> None:
        self.rung += viewers

    def goes_on(self, history: History) -> None:
        self.now = snapshot(history)
        self.views._make_all()

    def told(self, viewer: Viewer) -> tuple[str, bytes]:
        made = self.views.of(viewer)
        return made.number, made.body


def vote_runs() -> Any:
    """Red took a person, everybody is asked Aye or Nay one by one."""
    table = seated()
    takes_person(table)
    table.answers("crest", "crest", "none")
    votes(table, "most_sets")
    return table


def asked(body: bytes) -> bool:
    return b"what does" in body


def test_only_the_seat_that_is_asked_in_secret_is_shown_the_question() -> None:
    watched = Watched(vote_runs().history)
    assert {viewer for viewer in ALL if asked(watched.told(viewer)[1])} == {RED, YELLOW, BLUE}
    assert b"what does Blue say" not in watched.told(RED)[1]


def test_a_view_is_made_once_for_all_who_see_the_same_and_handed_out_as_it_is() -> None:
    watched = Watched(vote_runs().history)
    first = watched.views.made(Viewer("spectator"))
    assert first is not None
    assert watched.views.of(Viewer("spectator")) is watched.views.made(Viewer("spectator")) is first
    watched.now = snapshot(vote_runs().history)
    assert watched.views.made(Viewer("spectator")) is None, "it is to be made anew"


@pytest.mark.rule("C7-08")
def test_who_answered_a_secret_is_rung_and_nobody_elses_view_number_or_size_changes() -> None:
    table = vote_runs()
    watched = Watched(table.history)
    before = {viewer: watched.told(viewer) for viewer in ALL}
    voter = Viewer("seat", next(q.player for q in watched.now.questions if q.secret))
    table.answers("great_glen.voice", "aye")
    watched.goes_on(table.history)
    assert watched.rung == [voter]
    assert {viewer for viewer in ALL if watched.told(viewer) != before[viewer]} == {voter}


@pytest.mark.rule("C7-08")
def test_the_history_of_others_is_as_long_as_before_and_its_marks_are_the_same() -> None:
    table = vote_runs()

    def marks(viewer: Viewer) -> list[str]:
        return [opaque_entry_id(1, viewer, entry) for _place, entry in visible_entries(table.history, viewer)]

    before = {viewer: marks(viewer) for viewer in ALL}
    voter = Viewer("seat", next(q.player for q in snapshot(table.history).questions if q.secret))
    table.answers("great_glen.voice", "nay")
    assert {viewer for viewer in ALL if marks(viewer) != before[viewer]} == {voter}
    assert not any(isinstance(entry.answer, EntryUndo) for _place, entry in visible_entries(table.history, LOOKS))


@pytest.mark.rule("C7-08")
def test_the_desks_page_is_numbered_by_what_it_shows_and_a_secret_answer_shows_nothing() -> None:
    table = vote_runs()
    app = Mock(snapshot=snapshot(table.history), can_invite_phones=False)
    desk = AppBackend(app, DeskScreen(), PANELS[REFERENCE_PANEL], TRANSLATE)
    before = desk.number(), desk.state()["handled"]
    table.answers("great_glen.voice", "aye")
    app.snapshot = replace(snapshot(table.history), handled=7, drawn=7)
    assert (desk.number(), desk.state()["handled"]) == before
    table.answers("great_glen.voice", "aye")
    table.answers("great_glen.voice", "aye")
    app.snapshot = snapshot(table.history)
    assert desk.number() == before[0] + 1


@pytest.mark.rule("C7-08")
def test_the_case_gives_no_signal_for_a_secret_answer() -> None:
    def signal(now: Snapshot, question: Question, offer: str) -> str:
        entries: list[Answer] = []
        session = Mock(running=Mock(id=1, snapshot=now, history=Mock(entries=entries)))
        session.answer_from_page = lambda answer: entries.append(answer) or "accepted"
        viewer = Viewer("seat", question.player or "red")
        heard = answer_question(session, viewer, opaque_question_id(1, question), offer, (), False)
        assert heard.as_json["signal"] == "accepted"
        return heard.aloud

    voting, playing = snapshot(vote_runs().history), snapshot(seated().history)
    assert signal(voting, next(each for each in voting.questions if each.secret), "aye") == ""
    assert signal(playing, playing.questions[0], "any") == "accepted"


def test_a_secret_question_of_anothers_seat_is_told_as_if_it_were_not_there() -> None:
    now = snapshot(vote_runs().history)
    open_now = OpenQuestions(now.number, now.questions, now.make_corrections)
    secret = next(each for each in now.questions if each.secret)
    others = [viewer for viewer in (RED, YELLOW, BLUE, TABLE_PHONE) if viewer.seat != secret.secret]
    for viewer in others:
        with pytest.raises(HttpError) as known:
            answer_step(open_now, viewer, opaque_question_id(now.number, secret), "aye", ())
        with pytest.raises(HttpError) as unknown:
            answer_step(open_now, viewer, "0123456789abcdef", "aye", ())
        assert (known.value.status, known.value.message) == (unknown.value.status, unknown.value.message)


@pytest.mark.rule("C5-06")
def test_haggis_tokens_stand_on_the_phone_of_their_seat_alone() -> None:
    table = table_of(3, stickers=True)
    holds(table, red=(TOKEN_IDS[0], TOKEN_IDS[1]), yellow=(TOKEN_IDS[2],))
    watched = Watched(table.history)
    seen = {viewer: watched.told(viewer)[1].count(b"face down:") for viewer in ALL}
    assert seen == {RED: 1, YELLOW: 1, BLUE: 0, TABLE_PHONE: 0, LOOKS: 0}
    assert all(TOKEN_IDS[0].encode() not in watched.told(viewer)[1] for viewer in ALL)


@pytest.mark.rule("C5-08")
def test_whatever_token_somebody_holds_all_other_phones_are_told_the_same() -> None:
    def told(token: str) -> dict[Viewer, bytes]:
        table = table_of(3, stickers=True)
        holds(table, red=(token,))
        watched = Watched(table.history)
        return {viewer: watched.told(viewer)[1] for viewer in ALL}

    one, other = told(TOKEN_IDS[0]), told(TOKEN_IDS[-1])
    assert {viewer for viewer in ALL if one[viewer] != other[viewer]} == {RED}
