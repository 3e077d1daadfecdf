"""The commands `update` and `rehearse`: what they say and refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion import __version__
from companion.cli import main
from companion.commands import update as command
from companion.update import guard
from companion.update.guard import Places
from companion.update.installation import UpdateCase
from companion.update.update_prompt import report_last_update
from tests.update.case import Box
from tests.update.test_installing import HALF_WAY, break_the_way_back
from tools.bundle import public_key_text


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    """A case, and root before it."""
    made = Box(tmp_path)
    monkeypatch.setattr(command, "UpdateCase", lambda _version: made.case)
    monkeypatch.setattr(command, "KEYS_FILE", tmp_path / "keys")
    monkeypatch.setattr(command.os, "geteuid", lambda: 0)
    return made


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    capsys.readouterr()
    code = main(["--lang", "en", *words])
    told = capsys.readouterr()
    return code, told.out if code == 0 else told.err.strip()


def test_a_bundle_is_installed_once_its_key_is_trusted(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    file = box.bundle()
    code, why = run(capsys, "update", str(file))
    assert code == 1
    assert why == (
        "companion-0.3.0.companion is signed with a key that this case doesn't trust; "
        "lay the key's .pub file beside it and "
        'type "sudo companion update companion-0.3.0.companion --trust".'
    )
    (box.root / "friend.pub").write_text(public_key_text(box.key.public_key))
    code, told = run(capsys, "update", str(file), "--trust")
    assert code == 0
    assert told.endswith('The one before is kept until a game was played: "companion update --back".\n')
    assert box.running == "0.3.0"
    assert run(capsys, "update", str(box.bundle("0.4.0")))[0] == 0, "asked once for the key"
    assert (box.root / "keys").read_text().count("\n") == 1


def test_the_version_before_can_be_taken_back(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "update", "--back") == (
        1,
        "No version before this one is kept; install the bundle of the one you want.",
    )
    (box.root / "keys").write_text(box.key.public_key.to_base64().decode())
    assert run(capsys, "update", str(box.bundle()))[0] == 0
    told: list[str] = []
    sentence = f"Version 0.3.0 was taken back as asked; what was played since is kept aside in {box.places.after}."
    assert run(capsys, "update", "--back") == (0, f"{sentence}\n")
    assert box.running == "0.2.0"
    report_last_update(box.places.data, lambda each: told.append(str(each)))
    assert told == [sentence], "on the panel too, and nothing of a minute: it was ready"


def test_where_it_can_not_be_taken_back_whole_the_service_plays_all_the_same(
    box: Box, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (box.root / "keys").write_text(box.key.public_key.to_base64().decode())
    run(capsys, "update", str(box.bundle()))
    with monkeypatch.context() as broken:
        break_the_way_back(broken, box)
        broken.setattr("tests.update.case.guard.check_start", lambda _places: None)
        assert run(capsys, "update", "--back") == (1, HALF_WAY)
    assert box.commands[-1] == "systemctl start --no-block companion.service"
    box.boot()
    assert box.running == "0.2.0"


def test_what_was_asked_for_on_the_panel_is_told_there_when_it_fails(
    box: Box, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = box.bundle(rehearses=False)
    (box.root / "keys").write_text(box.key.public_key.to_base64().decode())
    monkeypatch.setattr(command, "read_request", lambda: (file, False))
    code, why = run(capsys, "update", "--asked")
    assert (code, why) == (1, "Version 0.3.0 failed its trial on a copy of your games; nothing has changed.")
    assert guard.read_json(box.places.failure_file) == {"why": why}
    assert box.commands[-1] == "systemctl restart --no-block companion.service"
    monkeypatch.setattr(command, "read_request", lambda: None)
    assert run(capsys, "update", "--asked") == (0, "")


def test_a_key_that_can_not_be_kept_is_one_sentence(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    (box.root / "friend.pub").write_text(public_key_text(box.key.public_key))
    (box.root / "keys").mkdir()
    code, told = run(capsys, "update", str(box.bundle()), "--trust")
    assert (code, told) == (1, f"{box.root}/keys can't be written (Is a directory); nothing was changed there.")
    assert box.running == "0.2.0"


@pytest.mark.parametrize("words", [(), ("x.companion", "--back"), ("--back", "--asked")])
def test_it_must_be_said_what_is_wanted(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "update", *words) == (2, 'Say which bundle: "sudo companion update FILE", or "--back".')


def test_only_root_in_a_case_can_do_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = (1, 'Only root can do that, in a case: type "sudo companion update".')
    monkeypatch.setattr(command.os, "geteuid", lambda: 1000)
    assert run(capsys, "update", "--back") == told
    monkeypatch.setattr(command.os, "geteuid", lambda: 0)
    monkeypatch.setattr(command, "UpdateCase", lambda version: UpdateCase(version, Places(tmp_path, tmp_path)))
    assert run(capsys, "update", "--back") == told


# The rehearsal


def test_a_rehearsal_needs_no_device_and_counts_what_it_can_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "companion.toml"
    config.write_text('[display]\nkind = "eink"\n[reader]\nkind = "uart"\n[buttons]\nkind = "gpio"\n')
    data = tmp_path / "data"
    code, out = run(capsys, "--config", str(config), "--data", str(data), "rehearse")
    assert code == 0
    assert json.loads(out) == {"version": __version__, "games": [1], "troubles": 0}


def test_a_game_that_can_not_be_decided_again_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "--data", str(tmp_path), "rehearse")
    monkeypatch.setattr("companion.commands.update.first_difference", lambda _history: "a difference")
    assert json.loads(run(capsys, "--data", str(tmp_path), "rehearse")[1])["games"] == []


def test_a_version_that_can_not_open_games_fails_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "games.sqlite").mkdir()
    assert run(capsys, "--data", str(tmp_path), "rehearse")[0] == 1
