"""The first start of a card that `make card` prepared: installs the companion from what lies on it.

Needs no network. Started as root by its unit, on the system's Python alone. Each step may be cut off and done
again; the stamp comes last. How far it is stands on the panel; what went wrong stands there too, and in a file on
the boot partition.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import zipfile
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tools.pi import install
from tools.pi.hands import CommandFailed, Hands, Ran, Refused, run_here
from tools.pi.install import (
    CARD,
    CARD_USED,
    CHANGED,
    FIRST_DONE,
    OF_A_CARD,
    PACKAGES,
    PREFIX,
    SCRIPT,
    SCRIPT_MARK,
    STATE,
)
from tools.pi.install import CARD_TROUBLE as TROUBLE

HOUSE, WHEELS, SUMS = "house", "wheels", "sums.txt"
"""In the card's folder: the house's files, wheels by the Python they are for, sums of all."""
EARLY = f"{PREFIX}/early"
"""The program, merely unpacked, for the panel before it is installed."""
UNPACKED = 8
"""So many times the wheels' size an installation takes with its early copy."""
PATIENCE = "120"
"""Seconds that the panel may take for one picture."""
SPOILT = (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error)
"""What reading a card that is spoilt, or writing a full one, ends with."""


class Trouble(Refused):
    """It can't go on; `kind` is what the panel knows of it."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class Start(NamedTuple):
    """One try. python: of the system, as in its folder of wheels, "3.13"."""

    hands: Hands
    python: str
    uid: int = 0

    @property
    def wheels(self) -> str:
        """What the names of this system's begin with, in the card's folder."""
        return f"{WHEELS}/{self.python}/"

    @property
    def sums(self) -> dict[str, str]:
        """What `make card` copied, and nothing that another computer laid beside it, by name."""
        lines = self.hands.read(f"{CARD}/{SUMS}").splitlines()
        return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}

    def show(self, *words: str) -> None:
        """Put a step, or trouble, on the panel; one that doesn't work stops nothing."""
        environment = (
            f"PYTHONPATH={self.hands.at(EARLY)}",
            "GPIOZERO_PIN_FACTORY=lgpio",
            "PYTHONDONTWRITEBYTECODE=1",
        )
        settings = str(self.hands.at(f"{CARD}/{HOUSE}/config/companion.toml"))
        companion = ("python3", "-m", "companion.cli", "--config", settings, "--data", str(self.hands.at(STATE)))
        ran = self.hands.ask("env", *environment, "timeout", PATIENCE, *companion, "installing", *words)
        if ran.code:
            self.hands.done.append(f"not shown on the panel: {' '.join(words)} ({ran.err.strip()[-300:]})")


def run(start: Start) -> bool:
    """Everything, whether the Pi must be started anew for it; raises Trouble or Refused."""
    hands, house = start.hands, start.hands.at(f"{CARD}/{HOUSE}")
    install.check_machine(hands, start.uid, tuple(map(int, start.python.split("."))))
    check_card(start)
    check_system(start)
    unpack(start)
    start.show("program")
    install.account(hands, house)
    program(start, house)
    start.show("settings")
    before = json.loads(hands.read(f"{CARD}/{Path(CHANGED).name}") or "{}")
    install.remember(hands, "consoles", before.get("consoles", []))
    install.settings(hands, house)
    reboot = install.boot_files(hands)
    install.service(hands, house)
    start.show("start")
    hands.run("sync")  # all of it, before the card gives up its copy
    hands.write(FIRST_DONE, "")
    finish(hands)
    return reboot


def finish(hands: Hands) -> None:
    """What comes after the stamp: before it the companion must not begin by itself, for both want the panel."""
    install.enable(hands, begin=False)
    hands.run("sync")
    tidy(hands)


def check_card(start: Start) -> None:
    """Everything that is needed lies there as it was copied."""
    hands, needed = start.hands, 0
    if not start.sums:
        raise Trouble("damaged", f'"companion/{SUMS}" on the card is damaged; make the card again.')
    for name, wanted in start.sums.items():
        if name.startswith(f"{WHEELS}/") and not name.startswith(start.wheels):
            continue
        file = hands.at(f"{CARD}/{name}")
        if not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != wanted:
            raise Trouble("damaged", f'"companion/{name}" on the card is damaged; make the card again.')
        needed += file.stat().st_size if name.startswith(WHEELS) else 0
    if not needed:
        raise Trouble(
            "system", f"The card has nothing for Python {start.python}; write Raspberry Pi OS 12 or 13 on it."
        )
    free = shutil.disk_usage(hands.at("/var")).free
    if free < UNPACKED * needed:
        raise Trouble("room", f"The system has {free // 1_000_000} MB left; use a card of 8 GB or more.")


def check_system(start: Start) -> None:
    """What has no wheel is in Raspberry Pi OS Lite."""
    missing = [name for name in PACKAGES if not install.is_installed(start.hands, name)]
    if missing:
        raise Trouble(
            "system", f"This system lacks {' '.join(missing)}; write Raspberry Pi OS Lite (64-bit) anew."
        )


def unpack(start: Start) -> None:
    """The wheels as they are, so that the panel can be drawn; of spoilt ones as much as there is."""
    start.hands.remove(EARLY)
    start.hands.done.append(f"unpack into {EARLY}")
    for wheel in sorted(start.hands.at(f"{CARD}/{start.wheels}").glob("[!.]*.whl")):
        with suppress(*SPOILT), zipfile.ZipFile(wheel) as zipped:
            zipped.extractall(start.hands.at(EARLY))


def program(start: Start, house: Path) -> None:
    """An environment from these wheels and nothing else."""
    hands = start.hands
    fresh = install.new_environment(hands)
    paths = [str(hands.at(f"{CARD}/{name}")) for name in start.sums if name.startswith(start.wheels)]
    hands.run(*install.pip_of(fresh), "--no-index", "--no-deps", *paths)
    install.switch_to(hands, house, fresh)


def tidy(hands: Hands) -> None:
    """The card gives back its room, and nothing begins this again."""
    with suppress(OSError):  # a partition that can't be written to: all is installed
        hands.write(CARD_USED, "The companion was installed by the first start of this card.\n", 0o755)
    script = (SCRIPT,) if SCRIPT_MARK in hands.read(SCRIPT) else ()  # a cut kept it from removing itself
    for path in (EARLY, *script, *OF_A_CARD):
        with suppress(OSError):
            hands.remove(path)


class Keeping:
    """Runs commands here, shows what they write, and keeps the last of it for the file on the card."""

    def __init__(self, runner: Callable[[Sequence[str], bool], Ran] = run_here) -> None:
        self._runner = runner
        self.last = Ran(0)

    def __call__(self, command: Sequence[str], quiet: bool) -> Ran:
        ran = self._runner(command, True)
        if not quiet:
            print(f"$ {' '.join(command)}\n{ran.out}{ran.err}", flush=True)
            self.last = ran
        return ran


def main() -> int:
    """Try it once; the next start of the Pi tries again."""
    keeping = Keeping()
    hands = Hands(runner=keeping)
    start = Start(hands, f"{sys.version_info.major}.{sys.version_info.minor}", os.geteuid())
    os.umask(0o022)
    try:
        if hands.exists(FIRST_DONE):  # a cut left something undone
            finish(hands)
            reboot = False
        else:
            reboot = run(start)
    except (Refused, *SPOILT) as error:
        return failed(start, error, keeping.last)
    # Not waited for: a start that waits for this unit would never come.
    hands.ask("systemctl", "--no-block", *(("reboot",) if reboot else ("start", *install.STARTED)))
    return 0


def failed(start: Start, error: Exception, last: Ran) -> int:
    """Say it where people look: the panel, and the boot partition, which any computer can read."""
    kind = error.kind if isinstance(error, Trouble) else "other"
    sentence = f"{error}" if isinstance(error, Refused) else f"The installation stopped ({error})."
    print(sentence, file=sys.stderr)
    if not start.hands.exists(EARLY):
        with suppress(OSError):
            unpack(start)
    start.show("failed", "--why", kind)
    wrote = f"\n\n{last.out}{last.err}" if isinstance(error, CommandFailed) else ""
    done = "\n".join(start.hands.done)
    again = "The Pi tries again each time it is switched on. What was done:"
    with suppress(OSError):  # the partition is full, or gone
        start.hands.write(TROUBLE, f"{sentence}\n{again}\n\n{done}{wrote}\n", 0o755)
    return 1


if __name__ == "__main__":
    sys.exit(main())
