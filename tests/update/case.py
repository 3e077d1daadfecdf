"""A case in a folder: environments that are marks of a version, a systemd that starts what `current` is, a plug.

Everything the update does to files is done for real; only commands are played.
"""

from __future__ import annotations

import json
import platform
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from minisign import KeyPair

from companion.update import guard
from companion.update.bundle import SIGNATURE_SUFFIX
from companion.update.guard import Places
from companion.update.installation import UpdateCase
from tools.bundle import sign

OLD, NEW = "0.2.0", "0.3.0"
WELL: dict[str, Any] = {"ready": True, "rehearses": True}
CHANGES = frozenset(
    ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.symlink", "os.truncate", "os.chown", "shutil.copyfile")
)


class Killed(BaseException):
    """The power is gone."""


class Plug:
    """Counts what changes the disk; at the n-th it is pulled, and then nothing happens any more."""

    def __init__(self) -> None:
        self.left: int | None = None
        self.done = 0
        self.out = False

    def event(self, name: str, arguments: tuple[Any, ...]) -> None:
        changes = name in CHANGES or (
            name == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wxa")
        )
        if changes and self.left is not None:
            self.tick()

    def tick(self) -> None:
        if self.out or self.left == self.done:
            self.out = True
            raise Killed
        self.done += 1


PLUG = Plug()
sys.addaudithook(PLUG.event)


class Box:
    """The machine. What a version does stands in `behaviour`, as it was packed into its wheel."""

    def __init__(self, root: Path, games: str = "games of the old version") -> None:
        self.root, self.key = root, KeyPair.generate()
        self.places = Places(root / "opt", root / "lib" / "data")
        self.places.prefix.mkdir()
        self.places.data.mkdir(parents=True)
        self.commands: list[str] = []
        self.running = ""
        self.now = 0.0
        self._environment("a", OLD, WELL)
        guard.switch_environment(self.places, "a")
        self.games = self.places.data / "games.sqlite"
        self.games.write_text(games)
        (self.places.data / "saved").mkdir()
        (self.places.data / "saved" / "one").write_text("one")
        self.boot()

    @property
    def case(self) -> UpdateCase:
        return UpdateCase(
            self.version,
            self.places,
            self.root / "companion.toml",
            self.run,
            "python3",
            (),
            self.sleep,
            self.clock,
        )

    @property
    def version(self) -> str:
        return str(self.behaviour(self.places.current)["version"])

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def behaviour(self, environment: Path) -> dict[str, Any]:
        told = guard.read_json(environment / "complete")
        assert told, f"{environment} is not whole"
        return told

    def _environment(self, name: str, version: str, behaviour: dict[str, Any]) -> None:
        folder = self.places.prefix / name
        (folder / "bin").mkdir(parents=True, exist_ok=True)
        (folder / "bin" / "companion").write_text("")
        (folder / "complete").write_text(json.dumps({"version": version, **behaviour}))

    def bundle(
        self,
        version: str = NEW,
        key: KeyPair | None = None,
        python: str = f"{sys.version_info.major}.{sys.version_info.minor}",
        machine: str = "",
        name: str = "",
        **behaviour: Any,
    ) -> Path:
        """A signed one, whose version does what is told here."""
        file = self.root / f"companion-{version}{name}.companion"
        with zipfile.ZipFile(file, "w") as zipped:
            zipped.writestr(f"companion-{version}.whl", json.dumps({"version": version, **WELL, **behaviour}))
        comment = f"companion {version} python {python} machine {machine or platform.machine()}"
        file.with_name(file.name + SIGNATURE_SUFFIX).write_text(sign(file, key or self.key, comment))
        return file

    # Commands

    def run(self, command: Sequence[str]) -> tuple[int, str]:
        if PLUG.left is not None:
            PLUG.tick()
        self.commands.append(" ".join(command))
        match command:
            case ["python3", "-m", "venv", *_, folder]:
                (Path(folder) / "bin").mkdir(parents=True)
            case [python, "-m", "pip", *_, wheel]:
                told = json.loads(Path(wheel).read_text())
                if told.get("broken"):
                    return 1, ""
                self._environment(Path(python).parents[1].name, told["version"], told)
            case [program, *_, folder, "rehearse"]:
                return self._rehearse(Path(program).parents[1], Path(folder))
            case ["systemctl", "stop", _]:
                self.running = ""
            case ["systemctl", "start", *_]:
                self.boot()
        return 0, ""

    def _rehearse(self, environment: Path, data: Path) -> tuple[int, str]:
        told = self.behaviour(environment)
        (data / "games.sqlite").write_text(f"rehearsed by {told['version']}")
        if not told["rehearses"]:
            return 1, ""
        rehearsal = {
            "version": told["version"],
            "games": told.get("reads", [1, 2]),
            "troubles": told.get("troubles", 0),
        }
        return 0, json.dumps(rehearsal)

    def boot(self) -> None:
        """The service starts, as often as systemd tries."""
        for _ in range(5):
            self.places.data.mkdir(exist_ok=True)  # systemd's StateDirectory
            guard.check_start(self.places)
            told = self.behaviour(self.places.current)
            (self.places.data / "migrated").write_text(told["version"])
            if told["ready"]:
                self.running = told["version"]
                guard.write_json(self.places.health, {"version": self.running, "ready": True, "played": False})
                return
        self.running = ""

    def play_to_the_end(self) -> None:
        guard.write_json(self.places.health, {"version": self.running, "ready": True, "played": True})

    def power_cut(self, during: Any, after: int) -> bool:
        """Do it until so many changes were made; whether it got to its end before."""
        PLUG.left, PLUG.done, PLUG.out = after, 0, False
        try:
            during()
            ended = True
        except Killed:
            ended = False
        finally:
            PLUG.left, PLUG.out = None, False
        self.running = ""
        return ended

    def left_over(self) -> list[str]:
        """What lies about beside environments and data."""
        found = [*self.places.prefix.iterdir(), *self.places.data.parent.iterdir()]
        known = {"a", "b", "current", self.places.data.name}
        return sorted(each.name for each in found if each.name not in known)
