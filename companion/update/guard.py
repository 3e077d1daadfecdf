"""Chooses the version to run before each start of the service, and rolls back one that does not become ready.

It runs as root on the system's own Python, from a copy beside the environments, so that a broken environment does
not affect it. It needs only the standard library. An interrupted step is repeated at the next start.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple

MAX_STARTS = 2
"""Starts of a new version until it must have been ready once; the first may have been ended by a power cut."""
MAX_BYTES = 4096
STATE_TRYING, STATE_READY, STATE_ROLLING_BACK = "trying", "kept", "back"
"""States of an update: new version not ready yet; ready, but no game played yet; rollback begun."""


class Places(NamedTuple):
    """Locations of the files."""

    prefix: Path = Path("/opt/companion")
    """Folder of the environments, the link to the current one, and the record of an update."""
    data: Path = Path("/var/lib/companion")

    @property
    def current(self) -> Path:
        return self.prefix / "current"

    @property
    def record(self) -> Path:
        return self.prefix / "update.json"

    @property
    def before(self) -> Path:
        """Data before the update, on the same disk, so that a rename restores them."""
        return self.data.with_name(f"{self.data.name}-before")

    @property
    def after(self) -> Path:
        """Data of a version that was rolled back."""
        return self.data.with_name(f"{self.data.name}-given-up")

    @property
    def health(self) -> Path:
        return self.data / "health.json"

    @property
    def failure_file(self) -> Path:
        """File in which the old version finds what to report after a rollback."""
        return self.data / "went-back.json"


def check_start(places: Places) -> None:
    """Count a start, roll back or clean up, before the service starts."""
    record = read_record(places)
    state, new = record.get("state"), record.get("new", "")
    if not record:
        return
    if state == STATE_ROLLING_BACK:
        roll_back(places)
    elif os.path.realpath(places.current) != str((places.prefix / new).resolve()):
        _finish_update(places, new)  # The update was interrupted before the switch.
    elif state == STATE_TRYING and _health(places, record).get("ready"):
        write_json(places.record, {**record, "state": STATE_READY})
    elif state == STATE_TRYING and record.get("starts", 0) >= MAX_STARTS:
        roll_back(places)
    elif state == STATE_TRYING:
        write_json(places.record, {**record, "starts": record.get("starts", 0) + 1})
    elif state == STATE_READY and _health(places, record).get("played"):
        _finish_update(places, record["old"])


def is_ready(places: Places) -> bool:
    """True if the new version has reported that it is ready."""
    return bool(_health(places, read_record(places)).get("ready"))


def roll_back(places: Places, is_requested: bool = False) -> str:
    """Restore the old version with its data and return the folder to which the new version's data were moved.

    is_requested: the user requested the rollback.
    """
    record = read_record(places)
    if not record:
        return ""
    if record["state"] != STATE_ROLLING_BACK:  # The record stays the same if an interrupted rollback is repeated.
        record = {**record, "state": STATE_ROLLING_BACK, "asked": is_requested, "aside": str(_unused_path(places))}
        write_json(places.record, record)
    switch_environment(places, record["old"])
    if places.before.exists():
        with suppress(OSError):  # If this report fails, the old games must still be restored.
            told = {key: record.get(key) for key in ("version", "asked", "aside")}
            write_json(places.before / places.failure_file.name, told, places.before.stat())
        _set_aside(places)
        places.before.rename(places.data)
        sync_folder(places.data.parent)
    shutil.rmtree(places.prefix / record["new"], ignore_errors=True)
    places.record.unlink(missing_ok=True)
    return str(record.get("aside"))


def _set_aside(places: Places) -> None:
    """Move the current data aside.

    They are never deleted, because a game may have been played after a failed step.
    """
    with suppress(OSError):
        places.data.rmdir()  # An empty folder remains if systemd created it after an interruption here.
    if places.data.exists():
        places.data.rename(_unused_path(places))


def _unused_path(places: Places) -> Path:
    """Return a free name for the data that are moved aside."""
    after = places.after
    further = (after.with_name(f"{after.name}-{number}") for number in count(2))
    return next(name for name in chain([after], further) if not name.exists())


def _finish_update(places: Places, environment: str) -> None:
    """End the update: delete the environment that is not in use and the data before the update."""
    shutil.rmtree(places.before, ignore_errors=True)
    shutil.rmtree(places.prefix / environment, ignore_errors=True)
    places.record.unlink(missing_ok=True)


def _health(places: Places, record: dict[str, Any]) -> dict[str, Any]:
    """Return the health report of the new version; {} if it is of another version."""
    told = read_json(places.health)
    return told if told.get("version") == record.get("version") else {}


def switch_environment(places: Places, environment: str) -> None:
    """Point `current` to that environment, atomically."""
    fresh = places.prefix / "current.new"
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(environment)
    fresh.replace(places.current)
    sync_folder(places.prefix)


def read_record(places: Places) -> dict[str, Any]:
    """Return the record of the current update; {} if there is none or it is damaged."""
    told = read_json(places.record)
    names = [told.get(key) for key in ("old", "new")]
    well = all(isinstance(name, str) and name == Path(name).name and name not in ("", "..") for name in names)
    well &= isinstance(told.get("starts", 0), int) and told.get("state") in (
        STATE_TRYING,
        STATE_READY,
        STATE_ROLLING_BACK,
    )
    return told if well else {}


def read_json(path: Path) -> dict[str, Any]:
    """Return a small JSON object from a file; {} if it is missing or invalid."""
    try:
        with path.open("rb") as file:
            told = json.loads(file.read(MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def write_json(path: Path, value: dict[str, Any], owner: os.stat_result | None = None) -> None:
    """Write a small JSON object atomically, owned by `owner` if given."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)  # Never write through a link that another user created.
    with fresh.open("x") as file:
        json.dump(value, file)
        file.flush()
        os.fsync(file.fileno())
        if owner:
            os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
    fresh.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make renames in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


if __name__ == "__main__":
    if sys.argv[1:] == ["back"]:
        roll_back(Places())
    else:
        check_start(Places())
