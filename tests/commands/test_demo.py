"""`companion demo`: the recorded game plays on the page or leaves its pictures in a folder; its winner is told."""

from __future__ import annotations

import json
import re
import signal
import socket
import time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from PIL import Image

from companion.cli import main
from companion.desk_player import DeskPlayer
from companion.games.glen_more_2.definition import GAME
from companion.games.installed import InstalledGames
from companion.scoring.glen_more_2.document import ROUND_LABELS
from companion.session.recording import BadRecording, Input, Recording, RecordingHead, Restart, Tap, recording_text
from tests.waiting import LONG, comes
from tests.web import plain_http
from tests.web.served import served
from tools.presses import end_of_recording


def pictures(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.png"))


def cut_short(tmp_path: Path, *inputs: Input) -> InstalledGames:
    """The game as it ships, its recording with these inputs only."""
    file = tmp_path / "game.jsonl"
    file.write_text(recording_text(Recording(RecordingHead(1, 2), inputs)))
    assert GAME.demo
    return InstalledGames([msgspec.structs.replace(GAME, demo=GAME.demo._replace(recording=file))])


class Demonstration(NamedTuple):
    """What the demonstration left: `out` and `err` on the console, its pictures in `folder`."""

    data: Path
    folder: Path
    out: str
    err: str


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Demonstration:
    folder = tmp_path_factory.mktemp("demo")
    data, pictures = folder / "data", folder / "pictures"
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        assert main(["--data", str(data), "demo", "--out", str(pictures)]) == 0
    return Demonstration(data, pictures, out.getvalue(), err.getvalue())


def test_the_demonstration_ends_with_the_winner_and_leaves_its_pictures(demonstration: Demonstration) -> None:
    out, end = demonstration.folder, end_of_recording("three_players")
    assert demonstration.err == ""
    lines = demonstration.out.splitlines()
    assert str(ROUND_LABELS["final"]) in demonstration.out
    assert lines[-1] == f"Winner: {end['winners'][0].capitalize()}."
    points = next(line for line in lines if line.startswith("Points") and "before" not in line)
    assert points.split()[1:] == [str(p["points"]) for p in end["players"].values()]
    found = pictures(out)
    assert f"{len(found)} pictures are in {out}." in demonstration.out
    assert len({(out / picture).read_bytes() for picture in found}) > 10
    assert [int(name[:3]) for name in found] == [*range(1, len(found) + 1)]
    kinds = [name[4:-4] for name in found]
    assert kinds.count("turn") >= end["player_turns"]
    assert kinds.count("scoring") >= 3
    assert kinds[-1] == "final"
    with Image.open(out / found[0]) as image:
        assert (image.size, image.mode) == ((400, 300), "1")
    assert not demonstration.data.exists(), "the demonstration leaves the owner's own games alone"


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["demo", "--out", str(tmp_path / "file" / "pictures")]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1


def test_a_recording_with_a_box_that_nobody_knows_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(recording_text(Recording(RecordingHead(1, 3, "of_oak"), ())))
    shipped = GAME.demo
    assert shipped
    game = msgspec.structs.replace(GAME, demo=shipped._replace(recording=file))
    assert main(["demo", "--out", str(tmp_path / "pictures")], InstalledGames([game])) == 1
    told = capsys.readouterr()
    assert told.err == "There is no box of_oak for a recording; use one of complete, bare.\n"


def test_a_recording_of_a_game_that_is_not_installed_is_not_played_as_another(tmp_path: Path) -> None:
    with pytest.raises(BadRecording) as error:
        DeskPlayer(RecordingHead(1, 3, game="chess"), tmp_path, None)
    assert str(error.value) == "That is a recorded game of chess, which is not installed here."


def test_a_recording_is_of_the_first_game_where_it_names_none(tmp_path: Path) -> None:
    for head in (RecordingHead(1, 3), RecordingHead(1, 3, game=GAME.id)):
        with DeskPlayer(head, tmp_path, GAME.demo and GAME.demo.facts("bare")) as player:
            assert player.app.definition is GAME


SHOWN = ("demo", "--no-browser", "--port", "0", "--seconds")


def test_without_a_folder_it_plays_on_the_page_to_its_end_and_keeps_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, temporary = tmp_path / "here", tmp_path / "temporary"
    here.mkdir()
    temporary.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    assert main([*SHOWN, "0", "--data", str(tmp_path / "data"), "--game", GAME.id]) == 0
    told, end = capsys.readouterr(), end_of_recording("three_players")
    assert told.err == ""
    assert told.out.splitlines()[0].startswith("ready http://127.0.0.1:")
    assert told.out.splitlines()[-1] == f"Winner: {end['winners'][0].capitalize()}."
    assert [*here.iterdir(), *temporary.iterdir()] == []
    assert not (tmp_path / "data").exists()


def test_who_watches_sees_it_go_on_by_itself_and_holds_it_with_ok(tmp_path: Path) -> None:
    with served(tmp_path, "--seconds", "1", play="demo") as show:
        assert comes(lambda: len(show.state()["players"]) >= 2)  # type: ignore[arg-type]
        held = show.post("press", {"button": "OK"}).json()
        assert held == {"signal": "accepted", "sentence": "Paused: OK lets it go on, DOWN shows the next step."}
        time.sleep(0.1)
        picture, handled = show.panel(), show.state()["handled"]
        time.sleep(1.5)
        assert (show.panel(), show.state()["handled"]) == (picture, handled), "held"
        show.post("press", {"button": "DOWN"})
        assert comes(lambda: show.state()["handled"] == handled + 1)  # type: ignore[operator]
        assert show.panel() != picture
        assert show.post("press", {"button": "OK"}).json()["sentence"] == "The recorded game goes on."
        assert comes(lambda: show.state()["handled"] > handled + 2)  # type: ignore[operator]


def test_taps_of_those_who_watch_change_nothing(tmp_path: Path) -> None:
    with served(tmp_path, "--seconds", "1000", play="demo") as show:
        assert "Recorded game" in plain_http.get(show.address + "desk.json").text
        for told in (
            show.tap("home:green"),
            show.post("press", {"button": "UNDO"}).json(),
            show.post("answer", {"question": 1, "offer": "seat", "values": ["green"]}).json(),
        ):
            assert told["signal"] == "refused"
            assert told["sentence"].startswith("This is a recorded game: OK pauses it")
        assert show.state()["players"] == []


def test_ctrl_c_ends_it_at_once_without_a_word(tmp_path: Path) -> None:
    with served(tmp_path, "--seconds", "1000", play="demo") as show:
        show.process.send_signal(signal.SIGINT)
        out, err = show.process.communicate(timeout=LONG)
    assert (show.process.returncode, out, err) == (0, "", "")


def test_a_recording_that_stops_early_is_told_after_it_was_watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SHOWN, "0"], cut_short(tmp_path, Tap("home:red"), Restart(True), Tap("home:blue"))) == 1
    told = capsys.readouterr()
    assert told.err == "The recorded game did not come to its end.\n"
    assert len(told.out.splitlines()) == 1


def test_a_port_that_is_taken_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert main(["demo", "--no-browser", "--port", str(other.getsockname()[1])]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "choose another with --port" in told.err


def test_the_folder_has_a_page_that_plays_its_pictures_in_order(demonstration: Demonstration) -> None:
    out = demonstration.folder
    assert f"Open {out / 'index.html'} to see them played." in demonstration.out
    page = (out / "index.html").read_text()
    assert "http" not in page, "nothing from elsewhere"
    listed = re.search(r"names = (\[.*?\])", page)
    assert listed
    assert json.loads(listed[1]) == pictures(out)
    assert f"<title>{GAME.name}</title>" in page
