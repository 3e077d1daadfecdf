"""Installs a bundle in a case, as root: second environment, rehearsal on a copy of the data, switch, rollback.

Until the switch an error leaves the old version unchanged; afterwards `guard` can roll back.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from companion.engine.message import Message, tr
from companion.update import guard
from companion.update.bundle import Bundle, UpdateRefused, check_fits, read_bundle, verify_bundle, wheel_names
from companion.update.guard import Places

if TYPE_CHECKING:
    from minisign import PublicKey

ENVIRONMENTS = ("a", "b")
READY_TIMEOUT = 60.0
"""Seconds within which the new version must report that it is ready."""
UNPACKED_FACTOR = 5
"""Space that an environment needs as a multiple of the bundle's size, with a reserve."""
COMMAND_TIMEOUT = 1800.0
"""Seconds after which a command counts as hanging; the slowest takes some minutes."""
SERVICE, SERVICE_USER = "companion.service", "companion"

ROLLBACK_RUNNING_TEXT = tr(
    "The version before is on its way back; switch the case off and on, and then try again."
)

Run = Callable[[Sequence[str]], tuple[int, str]]
"""Runs a command to its end; returns exit code and output."""


def run_command(command: Sequence[str], limit: float = COMMAND_TIMEOUT) -> tuple[int, str]:
    """Run a command on this machine. One that hangs is killed with its children and has failed."""
    with _text_file() as out, _text_file() as err:
        process = subprocess.Popen(command, stdout=out, stderr=err, start_new_session=True)
        try:
            code = process.wait(limit)
        except BaseException as stopped:  # Includes Ctrl-C, which does not reach another session.
            os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
            if not isinstance(stopped, subprocess.TimeoutExpired):
                raise
            err.write(f"{command[0]} was ended after {limit:g} seconds\n")
        out.seek(0)
        err.seek(0)
        if code:
            print(err.read(), end="", flush=True)  # noqa: T201  for the journal; users get one sentence
        return code, out.read()


def _text_file() -> IO[str]:
    return TemporaryFile("w+", encoding="utf-8", errors="replace")


class UpdateCase(NamedTuple):
    """The machine to update."""

    version: str
    """Version that runs now."""
    places: Places = Places()
    config: Path = Path("/etc/companion/companion.toml")
    run: Run = run_command
    python: str = "/usr/bin/python3"
    as_user: tuple[str, ...] = ("runuser", "-u", SERVICE_USER, "--")
    """Prefix of commands that the service's own user runs."""
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic

    @property
    def current_environment(self) -> str:
        """Name of the environment that `current` points to."""
        return os.path.basename(os.path.realpath(self.places.current))  # noqa: PTH119

    @property
    def rehearsal_folder(self) -> Path:
        """Copy of the data on which the new version is tested."""
        return self.places.data.with_name(f"{self.places.data.name}-rehearsal")

    @property
    def incoming_folder(self) -> Path:
        """Folder of the bundle during the installation, where nobody but root can change it after the checks."""
        return self.places.prefix / "incoming"


def install_update(
    case: UpdateCase, file: Path, keys: Sequence[PublicKey], tell: Callable[[Message], None]
) -> None:
    """Perform all steps of an update. Raises UpdateRefused with the reason; then the old version is unchanged."""
    check_fits(read_bundle(file), case.version)
    # The data of an unfinished rollback have the location that this update would use.
    if guard.read_record(case.places).get("state") == guard.STATE_ROLLING_BACK:
        raise UpdateRefused(ROLLBACK_RUNNING_TEXT)
    try:
        _check_room(case, file)
        bundle = _fetch_bundle(case, file)
        verify_bundle(bundle, keys)
        check_fits(bundle, case.version)
        fresh = _build_environment(case, bundle, tell)
        tell(tr("Version {version} is tried on a copy of your games.", version=bundle.version))
        _rehearse(case, fresh, bundle.version)
        _switch_version(case, fresh, bundle.version, tell)
    except OSError as error:
        raise UpdateRefused(_disk_error_text(case, error)) from error
    finally:
        for folder in (case.incoming_folder, case.rehearsal_folder, _partial_copy(case)):
            shutil.rmtree(folder, ignore_errors=True)


def _disk_error_text(case: UpdateCase, error: OSError) -> Message:
    """Return the sentence for a disk error, which depends on whether the switch was begun."""
    record, why = guard.read_record(case.places), error.strerror or type(error).__name__
    version = record.get("version", case.version)
    begun = record.get("state") == guard.STATE_ROLLING_BACK or case.current_environment == record.get("new")
    if version != case.version and begun:
        return interrupted_update_text(version, why)
    return tr("The update stopped ({why}); nothing has changed. Try again.", why=why)


def interrupted_update_text(version: str, why: str) -> Message:
    """Return the sentence for a switch or rollback that was begun and not completed."""
    return tr(
        "Version {version} was switched to, and then the disk failed ({why}); switch the case off and on: one "
        "version plays, with all games.",
        version=version,
        why=why,
    )


def _check_room(case: UpdateCase, file: Path) -> None:
    needed = file.stat().st_size * UNPACKED_FACTOR + 3 * _size(case.places.data)
    if shutil.disk_usage(case.places.prefix).free < needed:
        raise UpdateRefused(
            tr("The update needs {n} MB on the card; delete something and try again.", n=needed // 1_000_000 + 1)
        )


def _size(folder: Path) -> int:
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file()) if folder.exists() else 0


def _fetch_bundle(case: UpdateCase, file: Path) -> Bundle:
    shutil.rmtree(case.incoming_folder, ignore_errors=True)
    case.incoming_folder.mkdir()
    bundle = read_bundle(file)
    for each in (file, file.with_name(f"{file.name}.minisig")):
        shutil.copyfile(each, case.incoming_folder / each.name, follow_symlinks=False)
    return read_bundle(case.incoming_folder / bundle.file.name)


def _build_environment(case: UpdateCase, bundle: Bundle, tell: Callable[[Message], None]) -> str:
    """Build the new environment beside the current one and return its name."""
    places, names = case.places, wheel_names(bundle)
    fresh = next(name for name in ENVIRONMENTS if name != case.current_environment)
    # There is a record of an update after which no game was played; its new version is the current one.
    if record := guard.read_record(places):
        # The record is deleted first, because it says that the old environment is complete.
        places.record.unlink()
        guard.sync_folder(places.prefix)
        shutil.rmtree(places.before, ignore_errors=True)
        if record.get("old") in ENVIRONMENTS and record["old"] != case.current_environment:
            shutil.rmtree(places.prefix / record["old"], ignore_errors=True)
    shutil.rmtree(places.prefix / fresh, ignore_errors=True)
    tell(tr("Version {version} is installed beside the one in use.", version=bundle.version))
    with zipfile.ZipFile(bundle.file) as zipped:
        zipped.extractall(case.incoming_folder, names)
    paths = [str(case.incoming_folder / name) for name in names]
    python = str(places.prefix / fresh / "bin" / "python")
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input")
    for command in (
        (case.python, "-m", "venv", "--system-site-packages", str(places.prefix / fresh)),
        (*pip, "--no-index", "--no-deps", "--force-reinstall", *paths),
    ):
        if case.run(command)[0]:
            shutil.rmtree(places.prefix / fresh, ignore_errors=True)
            raise UpdateRefused(
                tr(
                    "Version {version} can't be installed; the log says why, nothing has changed.",
                    version=bundle.version,
                )
            )
    return fresh


def _rehearse(case: UpdateCase, new_version: str, version: str) -> None:
    """Raise UpdateRefused unless the new version starts, and reads and replays all games that the old one can."""
    told = {}
    for environment in (case.current_environment, new_version):
        _copy(case.places.data, case.rehearsal_folder)
        command = (str(case.places.prefix / environment / "bin" / "companion"), "--config", str(case.config))
        code, out = case.run((*case.as_user, *command, "--data", str(case.rehearsal_folder), "rehearse"))
        told[environment] = _rehearsal(out) if code == 0 else None
    before, after = told[case.current_environment], told[new_version]
    well = after is not None and after["version"] == version
    if well and before is not None and after is not None:
        well = set(before["games"]) <= set(after["games"]) and after["troubles"] <= before["troubles"]
    if not well:
        shutil.rmtree(case.places.prefix / new_version, ignore_errors=True)
        raise UpdateRefused(
            tr("Version {version} failed its trial on a copy of your games; nothing has changed.", version=version)
        )


def _rehearsal(out: str) -> dict[str, Any] | None:
    try:
        told = json.loads(out)
    except ValueError:
        return None
    return told if isinstance(told, dict) and {"version", "games", "troubles"} <= told.keys() else None


def _copy(folder: Path, to: Path) -> None:
    """Copy a folder with its owners."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(folder, to, symlinks=True)
    for each in (folder, *folder.rglob("*")):
        owner = each.lstat()
        os.chown(to / each.relative_to(folder), owner.st_uid, owner.st_gid, follow_symlinks=False)


def _partial_copy(case: UpdateCase) -> Path:
    """Return the folder of the data before the update while they are being copied."""
    return case.places.before.with_name(f"{case.places.before.name}.part")


def _switch_version(case: UpdateCase, new_version: str, version: str, tell: Callable[[Message], None]) -> None:
    """Switch to the new version, or back to the old one if it does not become ready."""
    places, old = case.places, case.current_environment
    case.run(("systemctl", "stop", SERVICE))
    try:
        part = _partial_copy(case)
        _copy(places.data, part)
        shutil.rmtree(places.before, ignore_errors=True)
        os.sync()
        part.rename(places.before)
        # Without this, a power cut could leave the record but no data to restore.
        guard.sync_folder(places.before.parent)
        guard.write_json(
            places.record,
            {"state": guard.STATE_TRYING, "old": old, "new": new_version, "version": version, "starts": 0},
        )
        guard.switch_environment(places, new_version)
    finally:
        case.run(("systemctl", "start", "--no-block", SERVICE))
    tell(tr("Version {version} starts; it has a minute.", version=version))
    if not _is_ready(case):
        roll_back(case)
        raise UpdateRefused(rollback_text(version, case.version))


def roll_back(case: UpdateCase, is_requested: bool = False) -> str:
    """Restore the previous version and return the folder of the newer version's data.

    If this fails, the current version runs, and `guard` repeats the rollback at each start.
    """
    case.run(("systemctl", "stop", SERVICE))
    try:
        return guard.roll_back(case.places, is_requested)
    finally:
        case.run(("systemctl", "reset-failed", SERVICE))
        case.run(("systemctl", "start", "--no-block", SERVICE))


def rollback_text(version: str, now: str) -> Message:
    """Return the sentence for an automatic rollback."""
    return tr(
        "Version {version} was not ready in a minute; {now} plays on, with all that was kept.",
        version=version,
        now=now,
    )


def requested_rollback_text(version: str, aside: str) -> Message:
    """Return the sentence for a rollback that the user requested."""
    return tr(
        "Version {version} was taken back as asked; what was played since is kept aside in {folder}.",
        version=version,
        folder=aside,
    )


def _is_ready(case: UpdateCase) -> bool:
    until = case.clock() + READY_TIMEOUT
    while not guard.is_ready(case.places):
        if case.clock() >= until:
            return False
        case.sleep(0.5)
    return True
