"""`companion demo`: the recorded game is played, its pictures lie in a folder, its winner is told."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PIL import Image

from companion.cli import main
from companion.desk_player import DeskPlayer
from companion.games.glen_more_2 import GAME
from companion.games.installed import InstalledGames
from companion.scoring.glen_more_2.listing import ROUNDS
from companion.session.recording import BadRecording, Head, Recording, written
from tools.presses import end_of_recording


def pictures(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_demonstration_ends_with_the_winner_and_leaves_its_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, out = tmp_path / "data", tmp_path / "pictures"
    assert main(["--data", str(data), "demo", "--out", str(out)]) == 0
    told, end = capsys.readouterr(), end_of_recording("three_players")
    assert told.err == ""
    assert str(ROUNDS["final"]) in told.out
    assert told.out.splitlines()[-1] == f"Winner: {end['winners'][0].capitalize()}."
    points = next(line for line in told.out.splitlines() if line.startswith("Points"))
    assert points.split()[1:] == [str(p["points"]) for p in end["players"].values()]
    found = pictures(out)
    assert [int(name[:3]) for name in found] == [*range(1, len(found) + 1)]
    kinds = [name[4:-4] for name in found]
    assert kinds.count("turn") >= end["player_turns"]
    assert kinds.count("scoring") >= 3
    assert kinds[-1] == "final"
    with Image.open(out / found[0]) as image:
        assert (image.size, image.mode) == ((400, 300), "1")
    assert not data.exists(), "the demonstration leaves the owner's own games alone"


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
    file.write_text(written(Recording(Head(1, 3, "of_oak"), ())))
    shipped = GAME.demo
    assert shipped
    game = msgspec.structs.replace(GAME, demo=shipped._replace(recording=file))
    assert main(["demo", "--out", str(tmp_path / "pictures")], InstalledGames([game])) == 1
    told = capsys.readouterr()
    assert told.err == "There is no box of_oak for a recording; use one of complete, bare.\n"


def test_a_recording_of_a_game_that_is_not_installed_is_not_played_as_another(tmp_path: Path) -> None:
    with pytest.raises(BadRecording) as error:
        DeskPlayer(Head(1, 3, game="chess"), tmp_path, None)
    assert str(error.value) == "That is a recorded game of chess, which is not installed here."


def test_a_recording_is_of_the_first_game_where_it_names_none(tmp_path: Path) -> None:
    for head in (Head(1, 3), Head(1, 3, game=GAME.id)):
        with DeskPlayer(head, tmp_path, GAME.demo and GAME.demo.facts("bare")) as player:
            assert player.app.definition is GAME
