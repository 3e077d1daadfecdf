"""Decides before each start of the service which version starts, and goes back from one that isn't ready.

Runs as root on the system's own Python, from a copy beside the environments: whatever is wrong with one of them,
this works. Needs the standard library alone. Each step may be cut off and is done again at the next start.
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

STARTS = 2
"""A new version is started so often until it must have been ready once: a power cut may have ended the first."""
MAX_BYTES = 4096
TRYING, KEPT, BACK = "trying", "kept", "back"
"""The new version was never ready; it was, but no game was played; the old one is on its way back."""


class Places(NamedTuple):
    """Where everything is."""

    prefix: Path = Path("/opt/companion")
    """The environments, the link to the one in use, and what is known of an update."""
    data: Path = Path("/var/lib/companion")

    @property
    def current(self) -> Path:
        return self.prefix / "current"

    @property
    def record(self) -> Path:
        return self.prefix / "update.json"

    @property
    def before(self) -> Path:
        """The data as they were before the update; beside the others, so that a rename puts them back."""
        return self.data.with_name(f"{self.data.name}-before")

    @property
    def after(self) -> Path:
        """What a version that was given up had made of them."""
        return self.data.with_name(f"{self.data.name}-given-up")

    @property
    def health(self) -> Path:
        return self.data / "health.json"

    @property
    def failed(self) -> Path:
        """What the old version tells people when it is back."""
        return self.data / "went-back.json"


def check_start(places: Places) -> None:
    """Before the service starts: count, go back, or clean up."""
    record = read_record(places)
    state, new = record.get("state"), record.get("new", "")
    if not record:
        return
    if state == BACK:
        go_back(places)
    elif os.path.realpath(places.current) != str((places.prefix / new).resolve()):
        _finish_update(places, new)  # cut off before it was switched to
    elif state == TRYING and _health(places, record).get("ready"):
        write_json(places.record, {**record, "state": KEPT})
    elif state == TRYING and record.get("starts", 0) >= STARTS:
        go_back(places)
    elif state == TRYING:
        write_json(places.record, {**record, "starts": record.get("starts", 0) + 1})
    elif state == KEPT and _health(places, record).get("played"):
        _finish_update(places, record["old"])


def is_ready(places: Places) -> bool:
    """Whether the new version has said so."""
    return bool(_health(places, read_record(places)).get("ready"))


def go_back(places: Places, asked: bool = False) -> str:
    """The old version with its data, whole; what the new one made of them stays beside, and people read where."""
    record = read_record(places)
    if not record:
        return ""
    if record["state"] != BACK:  # what is said stays the same when it is cut off and done again
        record = {**record, "state": BACK, "asked": asked, "aside": str(_unused_path(places))}
        write_json(places.record, record)
    switch_environment(places, record["old"])
    if places.before.exists():
        with suppress(OSError):  # nobody is told then, and that must not keep the games of before away
            told = {key: record.get(key) for key in ("version", "asked", "aside")}
            write_json(places.before / places.failed.name, told, places.before.stat())
        _set_aside(places)
        places.before.rename(places.data)
        sync_folder(places.data.parent)
    shutil.rmtree(places.prefix / record["new"], ignore_errors=True)
    places.record.unlink(missing_ok=True)
    return str(record.get("aside"))


def _set_aside(places: Places) -> None:
    """Away from the place of the data, and never deleted: somebody may have played since a step that failed."""
    with suppress(OSError):
        places.data.rmdir()  # only an empty one: cut off here, and systemd made it anew
    if places.data.exists():
        places.data.rename(_unused_path(places))


def _unused_path(places: Places) -> Path:
    """Where it is put: a name that isn't taken."""
    after = places.after
    further = (after.with_name(f"{after.name}-{number}") for number in count(2))
    return next(name for name in chain([after], further) if not name.exists())


def _finish_update(places: Places, environment: str) -> None:
    """The update is over: away with the environment that is not in use, and with the data of before."""
    shutil.rmtree(places.before, ignore_errors=True)
    shutil.rmtree(places.prefix / environment, ignore_errors=True)
    places.record.unlink(missing_ok=True)


def _health(places: Places, record: dict[str, Any]) -> dict[str, Any]:
    """What the version that is tried says of itself."""
    told = read_json(places.health)
    return told if told.get("version") == record.get("version") else {}


def switch_environment(places: Places, environment: str) -> None:
    """`current` is that environment from now on, in one step."""
    fresh = places.prefix / "current.new"
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(environment)
    fresh.replace(places.current)
    sync_folder(places.prefix)


def read_record(places: Places) -> dict[str, Any]:
    """What is known of an update; {} where none is under way, or where a spoilt disk says what can't be."""
    told = read_json(places.record)
    names = [told.get(key) for key in ("old", "new")]
    well = all(isinstance(name, str) and name == Path(name).name and name not in ("", "..") for name in names)
    well &= isinstance(told.get("starts", 0), int) and told.get("state") in (TRYING, KEPT, BACK)
    return told if well else {}


def read_json(path: Path) -> dict[str, Any]:
    """A small file of ours; {} where there is none, or none that can be understood."""
    try:
        with path.open("rb") as file:
            told = json.loads(file.read(MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def write_json(path: Path, told: dict[str, Any], owner: os.stat_result | None = None) -> None:
    """All of it or nothing, whatever happens; readable by its owner's programs."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)  # never through a link that somebody else laid there
    with fresh.open("x") as file:
        json.dump(told, file)
        file.flush()
        os.fsync(file.fileno())
        if owner:
            os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
    fresh.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """What was renamed in it stays so."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


if __name__ == "__main__":
    if sys.argv[1:] == ["back"]:
        go_back(Places())
    else:
        check_start(Places())
