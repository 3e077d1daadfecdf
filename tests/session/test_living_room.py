"""Evenings as they are: games after the end, games that pile up, everything saved and brought back."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import datetime
from pathlib import Path

import pytest

from companion.cli import main
from companion.engine.offers import Answer
from companion.menu.pages import HomePage, ListPage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.session.inputs import AnswerSubmitted
from companion.storage.archive import Archive
from tests.menu.test_this_box import choose
from tests.screens.layout import problems
from tests.table import Table, complete_facts

DATE = datetime.fromisoformat("2026-11-22T19:30+01:00")


def evening(folder: Path, **parts: object) -> Table:
    return Table(folder, facts=complete_facts(), today=lambda: DATE, **parts)


def says(table: Table, kind: str, offer: str, *values: str | int) -> None:
    """The open question of that kind is answered from the page."""
    question = next(q for q in table.app.snapshot.questions if q.kind == kind)
    table.app.submit(AnswerSubmitted(Answer(question.number, offer, values, anyway=True))).result(10)


def corrects(table: Table, offer: str, *values: str | int) -> None:
    table.app.submit(AnswerSubmitted(Answer(0, offer, values))).result(10)


def over(table: Table) -> None:
    """A game that ends at once: everybody but two goes straight to World's End."""
    table.tap("home:red", "home:blue", "home:green")
    table.press("OK")
    says(table, "start", "name", "blue", "new", "Ann")
    says(table, "start", "chronicle", "haggis")
    says(table, "start", "chronicle", "haggis")
    says(table, "start", "worlds_end")
    says(table, "start", "house", "mckenzie")
    says(table, "start", "go")
    says(table, "layout", "done")
    corrects(table, "deck", "D", 0)
    corrects(table, "found", "worlds_end", "space:8")
    for _ in range(3):
        says(table, "take", "worlds_end")
        says(table, "end", "done")
        while any(q.kind == "deck_end" for q in table.app.snapshot.questions):
            says(table, "deck_end", "later")
    says(table, "count_scots", "counted", 0, 3, 0)
    says(table, "count_rest", "right")


def test_after_the_end_home_says_who_has_won_and_nothing_that_is_over(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        over(table)
        assert table.view.over
        page = table.press("OK")
        assert isinstance(page, HomePage)
        assert str(page.text) == "Ann has won."
        assert {hint.button for hint in page.hints} <= {"DOWN", "OK", "BACK+", "UNDO", "UNDO+"}
        assert (table.view.next_up, table.view.deck) == ("", "")
        page = table.press("BACK+")
        assert isinstance(page, ListPage)
        assert {"Final result", "Once more with the same players", "History", "New game"} <= set(table.rows)


def test_a_rematch_is_one_press_from_the_final_page(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        over(table)
        page = table.press("OK")
        assert ("DOWN", "again") in [(hint.button, str(hint.label)) for hint in page.hints]
        table.press("DOWN")
        assert [(p.id, p.name) for p in table.view.players] == [("red", ""), ("blue", "Ann"), ("green", "")]
        assert "3 players" in glass(table)
        assert len(table.app.running.lines()) == 2, "the game that is over is kept"


@pytest.mark.rule("GM-SET-05")
@pytest.mark.parametrize("panel", PANELS)
def test_a_rematch_says_first_how_the_pawns_stand_and_has_a_row_for_another_order(
    tmp_path: Path, panel: str
) -> None:
    with evening(tmp_path, panel=panel) as table:
        over(table)
        table.press("OK", "DOWN")
        read = glass(table)
        assert all(words in read for words in ("Pawns, the last first: Red, Ann, Green.", "Lay out the rondel"))
        assert "A new order" in read
        assert table.keys_to("A new order") == ["DOWN", "OK"]
        choose(table, "A new order")
        table.tap("home:green", "home:red", "home:blue")
        table.press("OK")
        assert [(p.id, p.name) for p in table.view.players] == [("green", ""), ("red", ""), ("blue", "Ann")]
        assert table.says.startswith("3 players")
        assert "A new order" not in table.rows
        assert len(table.app.running.lines()) == 2, "the order of last time is no game of its own"


def test_one_press_begins_a_rematch_and_a_rematch_in_another_order_leads_back_to_the_result(
    tmp_path: Path,
) -> None:
    with evening(tmp_path) as table:
        over(table)
        result = glass(table)
        table.press("OK", "DOWN")
        choose(table, "A new order")
        table.press("UNDO")
        assert glass(table) == result
        table.press("OK", "DOWN", "OK")
        assert table.view.phase == "layout"


def glass(table: Table) -> str:
    """All words on the picture, which is whole."""
    snapshot = table.app.snapshot
    shown = snapshot.game.shown(table.view)
    pen = make_drawing(shown, snapshot.page, PANELS[table.panel].paper(), Translator("en"))
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


@pytest.mark.parametrize("panel", PANELS)
def test_the_result_is_one_press_from_the_game_that_is_over(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel=panel) as table:
        over(table)
        result = glass(table)
        table.press("OK")
        assert all(words in glass(table) for words in ("The game is over", "result", "again"))
        table.press("OK")
        assert glass(table) == result


@pytest.mark.parametrize("panel", PANELS)
def test_the_winner_s_page_says_on_which_page_the_final_scoring_is(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel=panel) as table:
        over(table)
        told = re.search(r"Final scoring: page (\d+)", glass(table))
        assert told
        table.press(*["DOWN"] * (int(told[1]) - 1))
        assert "Final scoring" in glass(table)
        table.press("UP")
        assert "Final scoring" not in glass(table), "that is its first page"


@pytest.mark.parametrize("panel", PANELS)
def test_a_rematch_pressed_by_mistake_is_taken_back_by_one_undo(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel=panel) as table:
        over(table)
        ended, result = table.hash, glass(table)
        table.press("OK", "DOWN")
        assert "3 players" in glass(table)
        table.press("UNDO")
        assert glass(table) == result
        assert table.hash == ended
        assert len(table.app.running.lines()) == 1, "nobody has played the other one"


@pytest.mark.parametrize("order", ["The same order", "A new order"])
def test_after_a_power_cut_undo_still_leads_from_a_rematch_to_the_result(tmp_path: Path, order: str) -> None:
    with evening(tmp_path) as table:
        over(table)
        ended, result = table.hash, glass(table)
        table.press("OK", "BACK+")
        choose(table, "Once more with the same players")
        choose(table, order)
    with evening(tmp_path) as table:
        table.press("UNDO")
        assert glass(table) == result
        assert table.hash == ended
        assert len(table.app.running.lines()) == 1, "nobody has played the other one"


def test_after_a_power_cut_what_people_entered_in_a_rematch_is_taken_back_first(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        over(table)
        result = glass(table)
        table.press("OK", "DOWN", "OK")
    with evening(tmp_path) as table:
        assert table.view.phase == "layout"
        table.press("UNDO")
        assert "3 players" in glass(table)
    with evening(tmp_path) as table:
        table.press("UNDO")
        assert glass(table) == result


def test_the_way_back_from_a_rematch_is_gone_with_the_game_that_was_over(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        over(table)
        table.press("OK", "DOWN")
        rematch = table.hash
        table.app.running.delete(1)
        table.press("UNDO")
        assert table.app.running.id == 2
        assert table.hash != rematch, "an entry of the set-up is taken back"


def test_a_rematch_in_a_new_order_is_taken_back_before_anybody_sits_down(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        over(table)
        result = glass(table)
        table.press("OK", "BACK+")
        choose(table, "Once more with the same players")
        choose(table, "A new order")
        table.press("UNDO")
        assert glass(table) == result


def test_what_people_entered_in_a_rematch_is_taken_back_before_the_rematch(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        over(table)
        result = glass(table)
        table.press("OK", "DOWN", "OK")
        assert table.view.phase == "layout"
        table.press("UNDO")
        assert "3 players" in glass(table)
        table.press("UNDO")
        assert glass(table) == result


def test_once_more_seats_the_same_players_and_wants_one_ok(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        over(table)
        table.press("OK", "BACK+")
        choose(table, "Once more with the same players")
        choose(table, "The same order")
        assert [(p.id, p.name) for p in table.view.players] == [("red", ""), ("blue", "Ann"), ("green", "")]
        state = table.app.snapshot.state
        assert (state.short_game, state.house.mckenzie, state.chronicles) == (True, False, ())
        assert "3 players" in glass(table)
        table.press("OK")
        assert table.view.phase == "layout"
        table.press("UNDO")
        assert table.app.running.id == 2


@pytest.mark.rule("GM-SET-05")
def test_once_more_in_a_new_order_asks_for_it_and_keeps_all_else(tmp_path: Path) -> None:
    """The pawns are drawn anew: home tiles are tapped again, names and house rules come by themselves."""
    with evening(tmp_path) as table:
        over(table)
        table.press("OK", "BACK+")
        choose(table, "Once more with the same players")
        assert table.says == "In which order do you play?"
        table.press("OK")
        assert table.view.players == ()
        table.tap("home:green", "home:red", "home:blue")
        assert [(p.id, p.name) for p in table.view.players] == [("green", ""), ("red", ""), ("blue", "")]
        table.press("OK")
        assert [(p.id, p.name) for p in table.view.players] == [("green", ""), ("red", ""), ("blue", "Ann")]
        state = table.app.snapshot.state
        assert (state.short_game, state.house.mckenzie, state.chronicles) == (True, False, ())
        assert table.says.startswith("3 players")


def test_the_list_says_date_players_points_and_winner_before_anybody_presses_ok(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with evening(tmp_path) as table:
        over(table)
    capsys.readouterr()
    assert main(["games", "list", "--data", str(tmp_path), "--lang", "en"]) == 0
    line = capsys.readouterr().out
    assert "finished" in line
    assert "2026-11-22 19:30" in line
    assert "won by Ann" in line
    assert all(name in line for name in ("Red ", "Ann ", "Green "))


@pytest.mark.parametrize("panel", ["4in2", "2in13"])
def test_the_list_on_the_panel_says_it_too(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel=panel) as table:
        over(table)
        table.press("OK", "BACK+")
        choose(table, "Games")
        page = table.page
        assert isinstance(page, ListPage)
        (row,) = page.rows
        assert str(row.label) == "Glen More II: Red, Ann, Green"
        assert str(row.note) == "2026-11-22 19:30, Red 5, Ann 9, Green 7, won by Ann"
        table.drawn()


@pytest.mark.parametrize("panel", PANELS)
def test_a_question_of_the_set_up_that_is_put_aside_leaves_a_whole_picture(tmp_path: Path, panel: str) -> None:
    """There is no market yet and nobody is on turn: the game's picture, and that a question waits."""
    with evening(tmp_path, panel=panel) as table:
        table.tap("home:red", "home:blue")
        page = table.press("BACK")
        assert isinstance(page, HomePage)
        assert table.drawn()
        pen = make_drawing(table.app.snapshot.game.shown(table.view), page, PANELS[panel].paper(), str)
        texts = {each.text for each in pen.drawn}
        assert {"1 question open: OK", "answer"} <= texts
        assert not {"buy", "sell"} & texts


def test_games_that_nobody_sat_down_to_do_not_pile_up(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.tap("home:red", "home:blue")
        table.press("BACK", "BACK+")
        choose(table, "New game")
        choose(table, "Glen More II")
        games = table.app.running.archive.games()
        assert len(games) == 2
        table.press("BACK", "BACK+")
        choose(table, "Games")
        table.press("DOWN", "OK", "OK")
        assert [kept.id for kept in table.app.running.archive.games()] == [1]


# ---- saved and brought back


def run(capsys: pytest.CaptureFixture[str], folder: Path, *line: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main([*line, "--data", str(folder), "--lang", "en"])
    told = capsys.readouterr()
    return code, told.out, told.err


@pytest.fixture
def saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with two games, stickers, names and settings, saved to a file."""
    here = tmp_path / "here"
    with evening(here) as table:
        over(table)
        table.press("OK", "BACK+")
        choose(table, "Once more with the same players")
        choose(table, "The same order")
    (here / "stickers.toml").write_text('[stickers]\n"04a1b2c3d4e5f6" = "loch_ness"\n', encoding="utf-8")
    (here / "this_box.json").write_text('{"sound": false}', encoding="utf-8")
    file = tmp_path / "all.zip"
    told = f"2 games and what the box knows are saved in {file}.\n"
    assert run(capsys, here, "games", "save", "--out", str(file)) == (0, told, "")
    return file


def journals(folder: Path) -> list[list[bytes]]:
    with Archive(folder / "games.sqlite") as archive:
        return sorted(archive.journal(kept.id) for kept in archive.games())


def test_everything_comes_back_into_an_empty_folder(
    tmp_path: Path, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there"
    assert run(capsys, there, "games", "restore", str(saved)) == (
        0,
        "Taken in as game 1.\nTaken in as game 2.\n"
        "When the companion starts, game 2 goes on: Glen More II: Red, Ann, Green.\n",
        "",
    )
    here = tmp_path / "here"
    assert journals(there) == journals(here)
    for name in ("stickers.toml", "names.json", "this_box.json"):
        assert (there / name).read_bytes() == (here / name).read_bytes()
    assert "2026-11-22 19:30" in run(capsys, there, "games", "list")[1]


def test_a_used_folder_loses_nothing_and_no_game_is_there_twice(
    tmp_path: Path, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = tmp_path / "here"
    with evening(here) as table:  # the second game goes on
        table.press("OK")
    (here / "stickers.toml").write_text('[stickers]\n"04a1b2c3d4e5f7" = "loch_oich"\n', encoding="utf-8")
    before, stickers = journals(here), (here / "stickers.toml").read_bytes()
    code, out, err = run(capsys, here, "games", "restore", str(saved))
    assert (code, err) == (0, "")
    assert out == ("2 games are here already.\nWhat was here before is kept as stickers.toml.before-1.\n")
    assert journals(here) == before
    assert (here / "stickers.toml.before-1").read_bytes() == stickers


def packed(**members: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return made.getvalue()


EMPTY = json.dumps({"schema": 1, "games": []}).encode()
BAD = {
    "no zip": b"hello",
    "empty": b"",
    "no contents": packed(**{"games/1.jsonl": b""}),
    "a path": packed(**{"contents.json": EMPTY, "files/../../evil": b"x"}),
    "an absolute path": packed(**{"contents.json": EMPTY, "/etc/passwd": b"x"}),
    "a strange file": packed(**{"contents.json": EMPTY, "files/authorized_keys": b"x"}),
    "a bomb": packed(**{"contents.json": EMPTY, "files/names.json": b"[" + b" " * 70_000_000}),
    "too many": packed(**{f"games/{n}.jsonl": b"" for n in range(6_000)}),
    "newer": packed(**{"contents.json": b'{"schema": 9, "games": []}'}),
    "a broken box": packed(**{"contents.json": EMPTY, "files/box.toml": b"rondel_spaces = 'many'"}),
    "broken names": packed(**{"contents.json": EMPTY, "files/names.json": b'{"Ann": 1}'}),
    "a broken game": packed(
        **{"contents.json": b'{"schema": 1, "games": [{"member": "games/1.jsonl"}]}', "games/1.jsonl": b"{}\n"}
    ),
}


@pytest.mark.parametrize("kind", sorted(BAD))
def test_a_bad_file_is_one_sentence_and_changes_nothing(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "names.json").write_text('["Ann"]', encoding="utf-8")
    (tmp_path / "bad.zip").write_bytes(BAD[kind])
    code, out, err = run(capsys, folder, "games", "restore", str(tmp_path / "bad.zip"))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "defect" not in err
    assert [path.name for path in folder.iterdir()] == ["names.json"]


def test_a_good_file_cut_short_changes_nothing(
    tmp_path: Path, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = saved.read_bytes()
    for place in range(0, len(whole), max(1, len(whole) // 25)):
        saved.write_bytes(whole[:place])
        code, out, err = run(capsys, tmp_path / "there", "games", "restore", str(saved))
        assert (code, out, err.count("\n")) == (2, "", 1)
    assert not (tmp_path / "there").exists()


def test_the_case_saves_everything_from_its_menu(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with evening(tmp_path) as table:
        table.tap("home:red", "home:blue")
        for n in ("", "-2"):
            table.press("BACK", "BACK+")
            choose(table, "This box")
            choose(table, "Save everything to a file")
            assert table.says == f"Everything is saved in {tmp_path}/saved/2026-11-22{n}.zip."
            table.drawn()
            table.press("OK")
    code, out, _ = run(capsys, tmp_path / "there", "games", "restore", f"{tmp_path}/saved/2026-11-22.zip")
    assert code == 0
    assert out.startswith("Taken in as game 1.\nWhen the companion starts, game 1 goes on")


@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize("panel", ["4in2", "2in13"])
def test_the_game_that_was_played_goes_on_where_everything_was_brought_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], panel: str, started: bool
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with evening(here) as table:
        over(table)
        table.press("OK", "BACK+")
        choose(table, "New game")
        choose(table, "Glen More II")
        table.seated("red", "blue")
        table.press("BACK+")
        choose(table, "This box")
        choose(table, "Save everything to a file")
        left = table.hash
    if started:  # somebody has switched the new companion on before
        with evening(there, panel=panel, game="") as table:
            assert table.says == "Which game do you play?"
    run(capsys, there, "games", "restore", f"{here}/saved/2026-11-22.zip")
    with evening(there, panel=panel, game="") as table:
        assert table.hash == left
        assert "Which game" not in table.says
        assert [line.running for line in table.app.running.lines()] == [True, False]
        assert "Red" in glass(table)


def test_what_is_played_here_is_not_put_aside_by_what_is_brought_back(
    tmp_path: Path, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there"
    with evening(there) as table:
        table.tap("home:red", "home:blue")
        left = table.hash
    assert "goes on" not in run(capsys, there, "games", "restore", str(saved))[1]
    with evening(there) as table:
        assert table.hash == left


def test_a_file_of_everything_is_not_poured_into_a_terminal(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    with evening(tmp_path) as table:
        table.tap("home:red", "home:blue")
    line = ["games", "save", "--data", str(tmp_path), "--lang", "en"]
    capsysbinary.readouterr()
    assert main(line) == 0
    piped = capsysbinary.readouterr()
    assert (piped.out[:2], piped.err) == (b"PK", b"")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(line) == 2
    told = capsysbinary.readouterr()
    assert told.out == b""
    assert b"--out games.zip" in told.err
    assert told.err.count(b"\n") == 1


def test_the_same_game_is_taken_in_once_and_has_a_date(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with evening(tmp_path / "here") as table:
        table.tap("home:red", "home:blue")
    file = str(tmp_path / "one.jsonl")
    run(capsys, tmp_path / "here", "games", "export", "1", "--out", file)
    there = tmp_path / "there"
    assert run(capsys, there, "games", "import", file)[1] == "Taken in as game 1.\n"
    assert run(capsys, there, "games", "import", file)[1] == "1 game is here already.\n"
    assert f"imported {datetime.now():%Y-%m-%d}" in run(capsys, there, "games", "list")[1]


def test_the_game_that_is_being_played_is_not_deleted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with evening(tmp_path) as table:
        table.tap("home:red")
        code, out, err = run(capsys, tmp_path, "games", "delete", "1", "--yes")
        assert (code, out) == (1, "")
        assert err == "Game 1 is being played now; stop the companion, or choose another game in it.\n"
        table.tap("home:blue")
        assert len(table.stored()) == 2
    assert run(capsys, tmp_path, "games", "delete", "1", "--yes")[0] == 0


def test_help_says_which_games_there_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("desk", "simulate", "render", "score"):
        assert "glen_more_2" in run(capsys, tmp_path, command, "--help")[1]


# ---- what can't be kept is told


def test_a_new_sticker_and_facts_that_a_full_disk_does_not_take_are_told_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_space(*_: object) -> None:
        raise OSError(28, "No space left on device")

    def told(table: Table, sentence: str) -> None:
        seen = table.app.wait(lambda s: str(getattr(s.page, "text", "")) == sentence)
        assert seen.last_signal == "trouble"
        table.drawn()
        table.press("OK")

    with Table(tmp_path) as table:
        monkeypatch.setattr("companion.storage.toml_file.write_atomically", no_space)
        table.tap("home:red", "home:blue")
        says(table, "seat", "done")
        says(table, "spaces", "spaces", 14)
        told(
            table,
            "Something you said about the box was not kept (No space left on device); the game itself is safe.",
        )
        says(table, "start", "go")
        table.tap("uid:04a1b2c3d4e5f6")
        told(table, "The new sticker was not kept (No space left on device); the game itself is safe.")
        assert len(table.stored()) >= 5


# ---- a game that runs already, and colours, from the case alone


def asked(table: Table) -> str:
    return str(getattr(table.page, "title", ""))


@pytest.mark.parametrize("panel", ["4in2", "2in13"])
def test_a_running_game_is_taken_up_with_buttons_and_taps(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel=panel) as table:
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK")
        choose(table, "We are already playing")
        assert asked(table) == "Which deck are you laying from now?"
        table.press("DOWN")
        assert asked(table) == "How many tiles are left in deck B?"
        table.press("OK")
        assert asked(table) == "Was the scoring after deck A done?"
        table.press("UP")
        for title in (
            "How many tiles lie between Red and Blue?",
            "How many tiles lie between Blue and Green?",
            "How many tiles lie ahead of Green, the foremost?",
            "How many tiles on the rondel are still of deck A?",
            "wood: coins on how many spaces?",
        ):
            assert asked(table) == title
            table.drawn()
            table.press("OK")
        table.press("OK", "OK", "OK", "OK")
        assert asked(table).startswith("Who has landmark cards")
        table.tap("tile:robert_the_bruce")
        choose(table, "Blue")
        table.tap("tile:card_castle_stalker")
        choose(table, "Red")
        table.press(*table.keys_to("Owner of a landmark card"))
        assert any(row.startswith("Castle Stalker (Red)") for row in table.rows), table.rows
        table.press("BACK")
        table.press(*table.keys_to("That is all: 2 entered"))
        assert asked(table) == "Red: how many points?"
        while asked(table):
            # The first key of persons is as many as were named.
            table.press("UP" if "persons" in asked(table) else "OK")
        assert table.view.phase == "take"
        red, blue, _ = table.view.players
        assert (red.landmarks, blue.persons) == (1, 1)
        assert red.uncertain_counts == (), "people have just said it"
        table.press("UNDO+")
        assert table.rows == ["Red, Blue, Green, play begins"]
        table.press("OK")
        assert "play begins, set up in mid-game" in table.rows


def test_two_colours_are_swapped_from_the_menu_with_two_taps(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.tap("home:red", "home:blue")
        table.press("BACK", "BACK+")
        choose(table, "Correct something")
        choose(table, "A player's colour")
        choose(table, "Red")
        table.tap("home:blue")
        assert [p.id for p in table.view.players] == ["blue", "red"]
        table.press("UNDO")
        assert [p.id for p in table.view.players] == ["red", "blue"]
