"""Nothing kept on disk may stop a start: files that can't be read, and games that can't be shown."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.commands import run as command
from companion.games.glen_more_2.definition import GAME
from companion.games.installed import InstalledGames
from companion.hardware.desk import DeskScreen
from companion.menu.pages import KeysPage, ListPage, NoticePage, NumberPage
from companion.settings import Settings
from companion.state.glen_more_2.facts import LearnedFact
from companion.storage.archive import Archive
from tests.counting_game import GAME as COUNTING
from tests.counting_game.rules import CountingGame
from tests.table import Table, complete_facts

BOTH = InstalledGames([GAME, COUNTING])
FIRST = "Tap the home tiles"
BROKEN = "{} The companion plays without this file; it is kept as {}.damaged-1."
SPOILT = [
    ("names.json", b'["An\xee"]', "names.json is damaged."),
    ("names.json", b'{"Ann": 1}', "names.json is damaged."),
    ("habits.json", b'{"\xffcost": [1]}', "habits.json is damaged."),
    ("habits.json", b"[" * 100_000, "habits.json is damaged."),
    ("box.toml", b"rondel_spaces = 'many'", "box.toml: rondel_spaces must be a whole number; correct it."),
    ("box.toml", b"\0" * 4096, "box.toml is empty, perhaps after a power cut; put a copy of it in its place."),
    ("box.toml", b"x" * 100_000 + b" = 1", f"box.toml: {'x' * 60}… is not known; remove it."),
    ("stickers.toml", b"[stickers]\nxyz = 'S-1'", None),
    ("stickers.toml", b"\xff\xfe\xff", "stickers.toml is not UTF-8 text; save it as UTF-8 and try again."),
]


@pytest.mark.parametrize(("name", "content", "why"), SPOILT)
def test_the_companion_starts_without_a_file_that_is_spoilt_keeps_it_and_says_so(
    tmp_path: Path, name: str, content: bytes, why: str | None
) -> None:
    (tmp_path / name).write_bytes(content)
    with Table(tmp_path) as table:
        sentence = table.says
        assert sentence.endswith(BROKEN.format("", name))
        assert why is None or sentence == BROKEN.format(why, name)
        table.drawn()
        table.press("OK")
        assert table.says.startswith(FIRST)
        table.tap("home:red", "home:blue")
        assert [each.colour for each in table.view.players] == ["red", "blue"]
    assert (tmp_path / f"{name}.damaged-1").read_bytes() == content
    with Table(tmp_path) as again:  # told once, and what is entered from now on is kept as ever
        assert not isinstance(again.page, NoticePage)


def test_each_file_that_is_spoilt_is_told_one_after_the_other(tmp_path: Path) -> None:
    for name, content, _ in SPOILT:
        (tmp_path / name).write_bytes(content)
    with Table(tmp_path) as table:
        told = []
        while "damaged-1" in table.says:
            told.append(table.says)
            table.press("OK")
        assert len(told) == len({name for name, *_ in SPOILT})
        assert table.says.startswith(FIRST)


def test_a_file_spoilt_twice_takes_nothing_away_that_was_kept_before(tmp_path: Path) -> None:
    for content in (b"[[", b"]]"):
        (tmp_path / "stickers.toml").write_bytes(content)
        Table(tmp_path).app.stop()
    assert [(tmp_path / f"stickers.toml.damaged-{n}").read_bytes() for n in (1, 2)] == [b"[[", b"]]"]


def test_a_folder_in_the_place_of_a_file_stops_nobody(tmp_path: Path) -> None:
    for name in ("names.json", "habits.json", "box.toml", "stickers.toml"):
        (tmp_path / name).mkdir()
    with Table(tmp_path) as table:
        assert "damaged" in table.says


def test_house_rules_that_cannot_be_read_are_told_and_stay_as_their_owner_wrote_them(tmp_path: Path) -> None:
    rules = tmp_path / "house_rules.toml"
    rules.write_text("difference_above_five = ")
    with Table(tmp_path, settings=Settings(data_folder=str(tmp_path), house_rules=str(rules))) as table:
        assert table.says == (
            "house_rules.toml is not valid TOML; correct its last line. "
            "Until then a new game follows the usual house rules."
        )
        table.press("OK")
        table.tap("home:red")
    assert rules.read_text() == "difference_above_five = "


def test_habits_of_another_kind_than_is_asked_for_are_no_hindrance(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as table:
        table.seated("red", "blue")
        table.tap("tile:S-1")
        table.press("UP", "DOWN", "DOWN+", "OK")
    keys = json.loads((tmp_path / "habits.json").read_text())
    assert keys
    for values in ([], ["x"] * 9, [10**18], [-1], ["", 0]):
        (tmp_path / "habits.json").write_text(json.dumps(dict.fromkeys(keys, values)))
        with Table(tmp_path, facts=complete_facts()) as again:
            assert isinstance(again.press("UP"), KeysPage)
            assert isinstance(again.press("BACK", "DOWN+"), KeysPage | NumberPage)
            again.drawn()


# Games that can't be gone on with


def broken_counting(where: str) -> InstalledGames:
    """Both games; the counting one raises there as soon as something was entered."""

    class Broken(CountingGame):
        def questions(self, state: Any) -> Any:
            if where == "questions" and state.heap:
                raise ZeroDivisionError
            return super().questions(state)

    def view(state: Any, viewer: str) -> Any:
        if where == "view" and state.heap:
            raise ZeroDivisionError
        return COUNTING.view(state, viewer)

    def outline(seen: Any) -> Any:
        outline = COUNTING.outline(seen)
        return replace(outline, sheets=5) if where == "outline" and seen.heap else outline

    return InstalledGames([GAME, replace(COUNTING, make_rules=Broken, view=view, outline=outline)])


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A folder with two games, the one of counting in use last."""
    with Table(tmp_path, games=BOTH, game=GAME.id) as table:
        table.tap("home:red")
    with Table(tmp_path, games=BOTH, game=COUNTING.id) as table:
        table.tap("pebble:stone")
        assert table.view.heap
    return tmp_path


@pytest.mark.parametrize("where", ["view", "questions", "outline"])
def test_a_running_game_that_cannot_be_shown_is_told_and_the_others_are_offered(evening: Path, where: str) -> None:
    with Table(evening, games=broken_counting(where)) as table:
        assert table.says.endswith("is kept, but can't be shown; choose another game or begin a new one.")
        table.press("OK")
        assert isinstance(table.page, ListPage)
        assert len(table.rows) == 2
        table.press("DOWN", "OK", "OK")
        assert [each.colour for each in table.view.players] == ["red"]
        table.tap("home:blue")
        assert len(table.view.players) == 2
    with Table(evening, games=BOTH) as again:  # with rules that can show it, it is there as it was left
        kept = [each for each in again.app.running.archive.games() if each.header.game == COUNTING.id]
        again.app.running.resume(kept[-1].id)
        assert again.app.running.snapshot.view.heap


def test_on_the_case_too_a_game_that_cannot_be_shown_is_told_on_the_panel(
    evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Any] = []
    said: list[str] = []
    monkeypatch.setattr(DeskScreen, "show", lambda _self, image: shown.append(image))

    def play(_context: Any, app: Any, *_others: Any) -> None:
        said.append(str(app.snapshot.page.text))
        app.stop()

    monkeypatch.setattr(command, "_play", play)
    monkeypatch.setattr("companion.games.installed.installed_games", lambda: broken_counting("view"))
    assert main(["run", "--no-page", "--data", str(evening), "--lang", "en"]) == 0
    assert "can't be shown; choose another game" in said[0]


def test_what_nobody_foresaw_stands_on_the_panel_of_the_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Any] = []
    monkeypatch.setattr(DeskScreen, "show", lambda _self, image: shown.append(image))

    def unforeseen(*_parts: Any, **_more: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(command, "build_app", unforeseen)
    assert main(["run", "--no-page", "--data", str(tmp_path), "--lang", "en"]) != 0
    assert len(shown) == 1


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET header = 'x'",
        "UPDATE games SET header = x'7b7d'",
        "UPDATE games SET name = 7, finished = 'x'",
        "UPDATE summaries SET began = x'ff', players = x'ff'",
        "UPDATE summaries SET began = 5, players = '[1]'",
        "UPDATE entries SET body = x'00'",
        "UPDATE desk SET game = 99",
        "DELETE FROM desk",
    ],
)
def test_a_row_of_the_games_that_is_spoilt_stops_no_start(evening: Path, change: str) -> None:
    with closing(sqlite3.connect(evening / "games.sqlite")) as file:
        file.execute(change)
        file.commit()
    with Table(evening, games=BOTH) as table:
        for _ in range(8):  # past what is told, to the game that stands there or the first that is offered
            if getattr(table.page, "kind", "") != "question":
                table.press("OK")
        assert getattr(table.page, "kind", "") == "question"
        assert any(each.running for each in table.app.running.lines())
    with Archive(evening / "games.sqlite") as archive:
        assert archive.running()


# What doctor says


def told_by_doctor(data: Path, capsys: pytest.CaptureFixture[str]) -> str:
    main(["doctor", "--wait", "0", "--data", str(data), "--lang", "en"])
    return capsys.readouterr().out


def test_doctor_finds_what_is_spoilt_and_what_was_put_aside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "names.json").write_bytes(b'["An\xee"]')
    (tmp_path / "habits.json").write_bytes(b"[]")
    (tmp_path / "this_box.json").write_bytes(b"[]")
    told = told_by_doctor(tmp_path, capsys)
    assert "this_box.json is damaged." in told
    assert "names.json is damaged." in told
    assert "habits.json is damaged." in told
    Table(tmp_path).app.stop()
    told = told_by_doctor(tmp_path, capsys)
    assert "is damaged." not in told
    assert "names.json.damaged-1 was put aside, because it could not be read as names.json." in told


def test_doctor_finds_a_game_that_cannot_be_shown(
    evening: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.games.installed.installed_games", lambda: broken_counting("questions"))
    assert "Game 2 can be read, but not shown (ZeroDivisionError" in told_by_doctor(evening, capsys)


# A disk that takes nothing


def kept_to_read(path: Path) -> sqlite3.Connection:
    """The file as on a disk that takes nothing new."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA query_only = ON")
    return connection


@pytest.mark.parametrize("desk", ["", "UPDATE desk SET game = NULL"])
def test_on_a_disk_that_takes_nothing_kept_games_can_be_looked_at(evening: Path, desk: str) -> None:
    with closing(sqlite3.connect(evening / "games.sqlite")) as file:
        file.execute(desk)
        file.commit()
    with Table(evening, archive=Archive(evening / "games.sqlite", kept_to_read), games=BOTH) as table:
        running = table.app.running
        for kept in running.archive.games():
            running.resume(kept.id)
            assert running.id == kept.id
            table.press("OK")
        told = [table.says, *map(str, running.troubles)]
        assert any(
            each.endswith("games.sqlite can't be written; allow writing to it and its folder.") for each in told
        )


def test_facts_that_contradict_the_box_are_told_on_the_screen(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        learn = table.app.running.table_game.learn
        table.app._files.later(lambda: learn([LearnedFact("inverness", "category", "person")]))
        table.app.wait(
            lambda s: str(getattr(s.page, "text", "")).startswith("What you said about a tile was not kept")
        )
