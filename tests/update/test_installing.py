"""An update of a case: what it does, refuses, takes back, and what is left wherever the plug is pulled in it."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from minisign import KeyPair

from companion.update import guard
from companion.update.bundle import UpdateRefused
from companion.update.guard import Places
from companion.update.installation import install_update, run_command
from tests.update.case import NEW, OLD, Box
from tools.bundle import write_bundle

OLD_GAMES = "games of the old version"


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def updated(box: Box, file: Path | None = None, **behaviour: Any) -> list[str]:
    """What was said on the way."""
    said: list[str] = []
    install_update(
        box.case,
        file or box.bundle(**behaviour),
        [box.key.public_key],
        lambda sentence: said.append(str(sentence)),
    )
    return said


def refused(box: Box, file: Path | None = None, **behaviour: Any) -> str:
    """The one sentence; and the old version plays on with its games, and nothing lies about."""
    with pytest.raises(UpdateRefused) as caught:
        updated(box, file, **behaviour)
    assert (box.running, box.version) == (OLD, OLD)
    assert box.games.read_text() == OLD_GAMES
    assert (box.places.data / "migrated").read_text() == OLD
    assert [name for name in box.left_over() if name.endswith((".new", ".part", "incoming", "rehearsal"))] == []
    return str(caught.value)


def test_the_new_version_plays_with_the_same_games_and_the_old_one_is_kept(box: Box) -> None:
    said = updated(box)
    assert (box.running, box.version) == (NEW, NEW)
    assert box.games.read_text() == OLD_GAMES
    assert box.behaviour(box.places.prefix / "a")["version"] == OLD
    assert (box.places.before / "games.sqlite").read_text() == OLD_GAMES
    assert said == [
        "Version 0.3.0 is installed beside the one in use.",
        "Version 0.3.0 is tried on a copy of your games.",
        "Version 0.3.0 starts; it has a minute.",
    ]


def test_once_a_game_was_played_the_old_one_goes(box: Box) -> None:
    updated(box)
    for _ in range(5):
        box.boot()
    assert (box.places.prefix / "a").exists(), "started often, and no game played"
    box.play_to_the_end()
    box.boot()
    assert not (box.places.prefix / "a").exists()
    assert box.left_over() == []
    assert box.running == NEW


def test_two_updates_in_a_row_change_the_sides(box: Box) -> None:
    updated(box)
    updated(box, box.bundle("0.4.0"))
    assert (box.running, os.path.realpath(box.places.current)) == ("0.4.0", str(box.places.prefix / "a"))
    assert box.behaviour(box.places.prefix / "b")["version"] == NEW


def test_one_that_is_never_ready_is_given_up_and_the_old_one_has_its_data_as_they_were(box: Box) -> None:
    told = refused(box, ready=False)
    assert told == "Version 0.3.0 was not ready in a minute; 0.2.0 plays on, with all that was kept."
    assert guard.read_json(box.places.failure_file)["version"] == NEW, "for the panel"
    assert (box.places.after / "migrated").read_text() == NEW, "what it made of them stays beside"


@pytest.mark.parametrize(
    ("behaviour", "sentence"),
    [
        ({"rehearses": False}, "failed its trial on a copy of your games; nothing has changed."),
        ({"reads": [1]}, "failed its trial on a copy of your games; nothing has changed."),
        ({"troubles": 1}, "failed its trial on a copy of your games; nothing has changed."),
        ({"broken": True}, "can't be installed; the log says why, nothing has changed."),
    ],
)
def test_what_fails_before_the_switch_stops_nothing(box: Box, behaviour: dict[str, Any], sentence: str) -> None:
    assert refused(box, **behaviour) == f"Version 0.3.0 {sentence}"
    assert not any(command.startswith("systemctl") for command in box.commands), "the service was never stopped"


def test_a_newer_one_that_reads_more_is_welcome(box: Box) -> None:
    updated(box, reads=[1, 2, 3])
    assert box.running == NEW


@pytest.mark.parametrize("old", ["a", "../elsewhere", "."])
def test_a_record_that_is_not_true_takes_nothing_in_use_away(box: Box, old: str) -> None:
    (box.root / "elsewhere").mkdir()
    guard.write_json(
        box.places.record, {"state": guard.STATE_TRYING, "old": old, "new": "b", "version": NEW, "starts": 0}
    )
    assert "failed its trial" in refused(box, rehearses=False)
    assert box.behaviour(box.places.prefix / "a")["version"] == OLD
    assert (box.root / "elsewhere").exists()


def test_the_data_of_before_are_in_their_place_before_anything_leads_back_to_them(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, write = guard.sync_folder, guard.write_json

    def synced(folder: Path) -> None:
        if folder == box.places.before.parent and box.places.before.exists():
            done.append("synced")
        sync(folder)

    def written(path: Path, *rest: Any) -> None:
        if path == box.places.record:
            done.append("recorded")
        write(path, *rest)

    monkeypatch.setattr(guard, "sync_folder", synced)
    monkeypatch.setattr(guard, "write_json", written)
    updated(box)
    assert done[:2] == ["synced", "recorded"]


# Bad bundles


def test_each_bad_bundle_is_refused_with_its_sentence(box: Box) -> None:
    here, python = platform.machine(), f"{sys.version_info.major}.{sys.version_info.minor}"
    name = "companion-0.3.0.companion"
    assert refused(box, box.bundle(machine="riscv64")) == (
        f"{name} is for riscv64, and here is {here}; take the one for {here}."
    )
    assert refused(box, box.bundle(python="3.99")) == (
        f"{name} is for Python 3.99, and here is Python {python}; take the one for Python {python}."
    )
    assert refused(box, box.bundle("0.1.9")) == (
        "companion-0.1.9.companion is older than version 0.2.0, which is installed; take a newer one."
    )
    assert refused(box, box.bundle("0.2.0")) == "Version 0.2.0 is installed already."
    assert refused(box, box.bundle(key=KeyPair.generate())).startswith(
        f"{name} is signed with a key that this case doesn't trust"
    )
    assert refused(box, box.root / "nowhere") == f"There is no {box.root}/nowhere; say where the bundle lies."


def test_a_bundle_that_was_copied_by_half_is_refused(box: Box) -> None:
    file = box.bundle()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert refused(box, file) == f"{file.name} is not what was signed; copy it once more, whole."
    file.write_bytes(whole)
    signature = file.with_name(f"{file.name}.minisig")
    signature.write_text(signature.read_text()[:50])
    assert refused(box, file) == f"{signature.name} is not a signature; copy it once more, whole."
    signature.unlink()
    assert refused(box, file) == f"{signature.name} is missing; copy it beside the bundle."


def test_a_card_without_room_is_told_before_anything_is_done(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        free = 1000

    monkeypatch.setattr("companion.update.installation.shutil.disk_usage", lambda _folder: Full)
    assert refused(box) == "The update needs 1 MB on the card; delete something and try again."
    assert box.commands == []


def test_a_disk_that_breaks_off_is_one_sentence(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.update.installation.shutil.copytree", full)
    assert refused(box) == "The update stopped (No space left on device); nothing has changed. Try again."


# The plug


@pytest.mark.parametrize("ready", [True, False], ids=["good", "bad"])
def test_wherever_the_plug_is_pulled_one_of_the_two_plays_with_all_games(tmp_path: Path, ready: bool) -> None:
    cuts, ended = 0, False
    while not ended:
        root = tmp_path / str(cuts)
        root.mkdir()
        box = Box(root)
        file = box.bundle(ready=ready)

        def going(box: Box = box, file: Path = file) -> None:
            try:
                updated(box, file)
            except UpdateRefused:
                return

        ended = box.power_cut(going, cuts)
        for _ in range(3):
            box.boot()
        assert box.running == box.version, cuts
        assert box.running in ((OLD, NEW) if ready else (OLD,)), cuts
        assert box.games.read_text() == OLD_GAMES, cuts
        assert (box.places.data / "saved" / "one").read_text() == "one", cuts
        if box.running == OLD:
            assert (box.places.data / "migrated").read_text() == OLD, "nothing of the new version's"
        updated(box, box.bundle("0.4.0"))
        assert box.running == "0.4.0", "and the next update finds no hindrance"
        cuts += 1
    assert cuts > 60


def test_the_plug_may_be_pulled_on_the_way_back_too(tmp_path: Path) -> None:
    cuts, ended, played = 0, False, set()
    while not ended:
        root = tmp_path / str(cuts)
        root.mkdir()
        box = Box(root)
        updated(box)
        box.games.write_text("played on with the new version")
        ended = box.power_cut(lambda box=box: guard.roll_back(box.places, is_requested=True), cuts)  # type: ignore[misc]
        for _ in range(2):
            box.boot()
        played.add(box.running)
        if box.running == NEW:
            assert box.games.read_text() == "played on with the new version", "it was not begun"
        else:
            assert (box.running, box.games.read_text()) == (OLD, OLD_GAMES), cuts
            assert (box.places.after / "games.sqlite").read_text() == "played on with the new version"
            told = guard.read_json(box.places.failure_file)
            assert told == {"version": NEW, "asked": True, "aside": str(box.places.after)}, cuts
        cuts += 1
    assert played == {OLD, NEW}
    assert cuts > 8


# A disk that breaks off on the way back


def break_off(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Writing a file of that name fails, as on a full or broken disk."""
    really = guard.write_json

    def write(path: Path, *rest: Any) -> None:
        if path.name == name:
            raise OSError(28, "No space left on device")
        really(path, *rest)

    monkeypatch.setattr(guard, "write_json", write)


def break_the_way_back(monkeypatch: pytest.MonkeyPatch, box: Box) -> None:
    """The data of before can't be put in their place."""
    really = Path.rename

    def rename(path: Path, to: Path) -> Path:
        if path == box.places.before:
            raise OSError(5, "Input/output error")
        return really(path, to)

    monkeypatch.setattr(Path, "rename", rename)


def test_going_back_needs_no_word_about_it(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    updated(box)
    box.games.write_text("played on with the new version")
    break_off(monkeypatch, box.places.failure_file.name)
    with suppress(OSError):
        guard.roll_back(box.places)
    box.boot()
    assert (box.running, box.games.read_text()) == (OLD, OLD_GAMES)
    assert (box.places.after / "games.sqlite").read_text() == "played on with the new version"


def test_what_was_played_after_a_step_that_failed_is_never_deleted(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The data are away, those of before not yet in place, and the service starts on an empty folder."""
    updated(box)
    box.games.write_text("played on with the new version")
    with monkeypatch.context() as broken:
        break_the_way_back(broken, box)
        with pytest.raises(OSError, match="Input/output"):
            guard.roll_back(box.places)
    box.places.data.mkdir()
    box.games.write_text("played on an empty folder")
    box.boot()
    assert (box.running, box.games.read_text()) == (OLD, OLD_GAMES)
    kept = [each.read_text() for each in sorted(box.places.data.parent.glob("data-given-up*/games.sqlite"))]
    assert kept == ["played on with the new version", "played on an empty folder"]


HALF_WAY = (
    "Version 0.3.0 was switched to, and then the disk failed (Input/output error); "
    "switch the case off and on: one version plays, with all games."
)


def test_a_way_back_that_fails_leaves_the_service_running_and_says_what_is_so(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        break_the_way_back(broken, box)
        # The guard's own try at the start fails as well, and the unit goes on without it.
        broken.setattr("tests.update.case.guard.check_start", lambda _places: None)
        with pytest.raises(UpdateRefused) as caught:
            updated(box, ready=False)
    assert str(caught.value) == HALF_WAY
    assert box.commands[-1] == "systemctl start --no-block companion.service"
    box.boot()
    assert (box.running, box.games.read_text()) == (OLD, OLD_GAMES)


def test_what_was_kept_aside_stays_when_the_next_one_is_given_up(box: Box) -> None:
    updated(box)
    box.games.write_text("played on with the new version")
    guard.roll_back(box.places)
    box.boot()
    refused(box, box.bundle("0.4.0", ready=False))
    assert (box.places.after / "games.sqlite").read_text() == "played on with the new version"
    assert (box.places.data.parent / "data-given-up-2" / "migrated").read_text() == "0.4.0"


# For real

FAKE = """
import json, sys
told = json.dumps({{"version": "{version}", "games": [], "troubles": 0}})
print(told if sys.argv[-1] == "rehearse" else "{version}")
"""


def wheel(folder: Path, version: str) -> Path:
    """The smallest one that pip installs, with a command `companion`."""
    name, info = f"tabletop_companion-{version}", f"tabletop_companion-{version}.dist-info"
    file = folder / f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as zipped:
        zipped.writestr("played_companion.py", f"def main():\n    exec({FAKE.format(version=version)!r})\n")
        zipped.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: tabletop-companion\nVersion: {version}\n"
        )
        zipped.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        zipped.writestr(f"{info}/entry_points.txt", "[console_scripts]\ncompanion = played_companion:main\n")
        zipped.writestr(f"{info}/RECORD", "")
    return file


def test_environments_are_really_made_without_a_network(box: Box, tmp_path: Path) -> None:
    """venv, pip and the versions' own commands; only systemd is played."""

    def run(command: Sequence[str]) -> tuple[int, str]:
        if command[0] != "systemctl":
            return run_command(command)
        if command[1] == "start":
            version = run_command((str(box.places.current / "bin" / "companion"), "--version"))[1].strip()
            guard.write_json(box.places.health, {"version": version, "ready": True})
        return 0, ""

    program = box.places.prefix / "a" / "bin" / "companion"
    program.write_text(f"#!{sys.executable}\n{FAKE.format(version=OLD)}")
    program.chmod(0o755)
    file = tmp_path / "real.companion"
    comment = (
        f"companion {NEW} python {sys.version_info.major}.{sys.version_info.minor} machine {platform.machine()}"
    )
    write_bundle([wheel(tmp_path, NEW)], file, box.key, comment)
    case = box.case._replace(run=run, python=sys.executable)
    install_update(case, file, [box.key.public_key], lambda _sentence: None)
    assert run_command((str(box.places.current / "bin" / "companion"), "--version"))[1] == f"{NEW}\n"
    assert guard.is_ready(box.places)


# What hangs, and what a spoilt disk says


def alive(process: int) -> bool:
    """Whether it runs; one that nobody has buried yet doesn't."""
    try:
        return psutil.Process(process).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_command_that_hangs_is_ended_with_all_that_it_started(capfd: pytest.CaptureFixture[str]) -> None:
    code, out = run_command(("sh", "-c", "sleep 600 & echo $!; wait"), limit=1)
    assert code == -signal.SIGKILL
    assert "sh was ended after 1 seconds" in capfd.readouterr().out
    latest = time.monotonic() + 60
    while alive(int(out)) and time.monotonic() < latest:
        time.sleep(0.05)
    assert not alive(int(out))


def test_a_key_that_stops_an_update_ends_what_it_started(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[str]] = []
    wait = subprocess.Popen.wait

    def pressed(process: subprocess.Popen[str], timeout: float | None = None) -> int:
        if timeout is None:
            return wait(process)
        started.append(process)
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "wait", pressed)
    with pytest.raises(KeyboardInterrupt):
        run_command(("sleep", "600"))
    assert started[0].returncode == -signal.SIGKILL


@pytest.mark.parametrize(
    "spoilt",
    [
        {"state": "trying", "old": "a"},
        {"state": "trying", "old": "a", "new": ["b"]},
        {"state": "back", "old": "../../etc", "new": "b"},
        {"state": "kept", "old": "", "new": "b"},
        {"state": "trying", "old": "a", "new": "b", "starts": "many"},
        {"old": "a", "new": "b"},
    ],
)
def test_a_record_that_cannot_be_true_stops_no_start_and_changes_nothing(
    tmp_path: Path, spoilt: dict[str, Any]
) -> None:
    places = Places(tmp_path / "opt", tmp_path / "companion")
    places.prefix.mkdir()
    places.data.mkdir()
    guard.write_json(places.record, spoilt)
    before = sorted(str(each) for each in tmp_path.rglob("*"))
    guard.check_start(places)
    assert guard.roll_back(places) == ""
    assert sorted(str(each) for each in tmp_path.rglob("*")) == before


def test_an_update_while_the_version_before_is_on_its_way_back_leaves_its_games(box: Box) -> None:
    updated(box)
    box.places.data.joinpath("games.sqlite").write_text("games of the new version")
    record = guard.read_json(box.places.record)
    guard.write_json(
        box.places.record, {**record, "state": guard.STATE_ROLLING_BACK, "asked": False, "aside": "x"}
    )
    before = (box.places.before / "games.sqlite").read_text()
    with pytest.raises(UpdateRefused, match="is on its way back; switch the case off and on"):
        updated(box, box.bundle("0.4.0"))
    assert (box.places.before / "games.sqlite").read_text() == before == OLD_GAMES
