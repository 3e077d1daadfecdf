"""What players may be called: one line that can be read and told from the others, from whatever door it comes."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.engine.message import looks_like, plain_line
from companion.engine.offers import Answer, Pick, Question
from companion.menu.pages import ListPage
from companion.session.inputs import AnswerSubmitted
from companion.session.session import NOT_DRAWN
from tests.menu.test_this_box import choose
from tests.table import Table


def name_question(table: Table) -> Question:
    return next(q for q in table.app.snapshot.questions if any(o.name == "name" for o in q.offers))


def call(table: Table, player: str, name: str) -> str:
    """Type a name on the page; the sentence that comes of it."""
    answer = Answer(name_question(table).number, "name", (player, "new", name))
    reaction = table.app.submit(AnswerSubmitted(answer)).result(5)
    return str(reaction.sentence or "")


@pytest.fixture
def seated(tmp_path: Path) -> Table:
    table = Table(tmp_path)
    table.tap("home:red", "home:blue")
    table.press("OK")
    return table


@pytest.mark.parametrize(
    ("typed", "name", "said"),
    [
        ("\x1b[31mAnn", "[31mAnn", ""),
        ("An\nn", "An n", ""),
        ("Ann\0", "Ann", ""),
        ("\u202eAnn\u2066", "Ann", ""),
        ("  Ann\u200b  Lee ", "Ann Lee", ""),
        ("A\ud800nn", "Ann", ""),
        ("Břetislav", "Břetislav", ""),
        ("نیم‌فاصله", "نیم‌فاصله", str(NOT_DRAWN)),
        ("👩‍👧", "👩‍👧", str(NOT_DRAWN)),
    ],
)
def test_a_name_is_one_line_of_what_can_be_seen(seated: Table, typed: str, name: str, said: str) -> None:
    with seated:
        assert call(seated, "red", typed) == said
        assert seated.view.players[0].name == name
        assert seated.entries[-1].answer.values[-1] == name  # type: ignore[union-attr]


@pytest.mark.parametrize("typed", ["\u200b\u200d", "\u2060\ufeff", "\u3164", "\t \n", "\x1b\x07", "\u0301"])
def test_a_name_that_nobody_can_see_is_refused(seated: Table, typed: str) -> None:
    with seated:
        assert call(seated, "red", typed) == "Up to 12 letters are needed here."
        assert seated.view.players[0].name == ""


@pytest.mark.parametrize("same", ["Ann", "ann ", "A\u200bnn", "Ａｎｎ"])
def test_two_players_cannot_have_one_name(seated: Table, same: str) -> None:
    with seated:
        call(seated, "red", "Ann")
        assert call(seated, "blue", same).endswith("is taken; choose another name.")
        assert call(seated, "blue", "Anna") == ""
        assert call(seated, "red", "Ann") == ""  # her own


def test_a_name_of_earlier_games_that_somebody_has_is_not_offered_again(tmp_path: Path) -> None:
    (tmp_path / "names.json").write_text(json.dumps(["Ann", "B\u001b[0mob\n", "\u200b", "Bob"]))
    with Table(tmp_path) as table:
        table.tap("home:red", "home:blue")
        table.press("OK")
        answer = Answer(name_question(table).number, "name", ("red", "name:Ann"))
        table.app.submit(AnswerSubmitted(answer)).result(5)
        (offer,) = [each for each in name_question(table).offers if each.name == "name"]
        who = offer.parts[0]
        assert isinstance(who, Pick)
        listed = {choice.value: [each.value for each in choice.then[0].choices] for choice in who.choices}  # type: ignore[union-attr]
        assert listed["blue"] == ["name:B[0mob", "name:Bob", "new"]
        assert "name:Ann" in listed["red"]


def test_games_with_such_names_open_as_ever_and_are_listed_cleaned(
    seated: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with seated:
        number = name_question(seated).number
        # As an older companion took it: past the door that cleans.
        running = seated.app.running
        for player in ("red", "blue"):
            entries = running.history.propose(Answer(number, "name", (player, "new", "\x1b[2JA\u202en")))
            assert isinstance(entries, tuple) or player == "blue"
            if isinstance(entries, tuple):
                running.store(entries, lambda: None)
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as file:
        file.execute("UPDATE games SET name = ?", ("\x1b[2JA\u202en and \nblue".encode(),))
        file.commit()
    assert main(["games", "list", "--data", str(tmp_path), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "[2JAn and blue" in told
    assert told.count("\n") == 1
    assert told.isprintable() or told.rstrip("\n").isprintable()
    with Table(tmp_path) as again:
        assert again.view.players[0].name == "\x1b[2JA\u202en"
        again.drawn()


def test_what_is_cleaned_stays_clean() -> None:
    for text in ("\u200dAnn", "a\u0301", "  \u200b x", "Ann\u200d"):
        assert plain_line(plain_line(text)) == plain_line(text)
    assert looks_like("Å", "Å")
    assert not looks_like("Ann", "Anna")


def test_names_of_earlier_games_are_remembered_the_latest_first(tmp_path: Path) -> None:
    for first, second in (("Ann", "Bob"), ("Cid", "Ann")):
        with Table(tmp_path) as table:
            table.press("BACK+")
            table.app.running.new()
            table.tap("home:red", "home:blue")
            table.press("OK")
            assert call(table, "red", first) == ""
            assert call(table, "blue", second) == ""
    assert json.loads((tmp_path / "names.json").read_text()) == ["Cid", "Ann", "Bob"]


def new_game(table: Table) -> None:
    while not (isinstance(table.page, ListPage) and "New game" in table.rows):
        table.press("BACK+")
    choose(table, "New game")
    choose(table, "Glen More II")


def test_the_names_of_the_last_game_come_back_with_one_press_by_their_colours(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK", "OK")
        assert "Names as last time" not in str(table.says), "nobody was called anything yet"
        for colour, name in (("red", "Ann"), ("blue", "Bob"), ("green", "Cid")):
            assert call(table, colour, name) == ""
    with Table(tmp_path) as table:
        new_game(table)
        table.tap("home:green", "home:red")
        table.press("OK")
        same = next(q for q in table.app.snapshot.questions if q.kind == "start").offer("names")
        assert same
        assert str(same.label) == "Names as last time: Cid, Ann"
        assert (
            table.app.submit(AnswerSubmitted(Answer(name_question(table).number, "names"))).result(5).signal
            == "accepted"
        )
        assert [(player.id, player.name) for player in table.view.players] == [("green", "Cid"), ("red", "Ann")]
        later = next(q for q in table.app.snapshot.questions if q.kind == "start")
        assert later.offer("names") is None, "offered once"


def test_names_as_last_time_are_not_offered_to_another_round(tmp_path: Path) -> None:
    for colours, offered in (("red blue", False), ("red yellow", False), ("blue red", True)):
        with Table(tmp_path) as table:
            new_game(table)
            table.tap(*(f"home:{colour}" for colour in colours.split()))
            table.press("OK")
            start = next(q for q in table.app.snapshot.questions if q.kind == "start")
            assert (start.offer("names") is not None) is offered
            if colours == "red blue":
                assert call(table, "red", "Ann") == call(table, "blue", "Bob") == ""


def test_a_question_put_aside_in_set_up_leaves_a_picture_behind_it(seated: Table) -> None:
    with seated:
        seated.press("BACK")
        seated.drawn()
        assert "open: OK" in seated.says, "and no page that can't be drawn"
