"""First start of a card that `make card` prepared: installs the companion from the card, without a network.

Its unit runs it as root on the system's own Python. Each step can be repeated after an interruption; the stamp
comes last. The panel shows the progress and errors; errors are also written to the boot partition.
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
from tools.pi.install import (
    CARD,
    CARD_FILES,
    CARD_USED,
    CHANGES_FILE,
    FIRST_DONE,
    PACKAGES,
    PREFIX,
    SCRIPT,
    SCRIPT_MARK,
    STATE,
)
from tools.pi.install import CARD_TROUBLE as TROUBLE
from tools.pi.machine import CommandFailed, CommandResult, Machine, Refused, run_command

HOUSE, WHEELS, SUMS = "house", "wheels", "sums.txt"
"""In the card's folder: installation files, wheels by Python version, checksums."""
EARLY = f"{PREFIX}/early"
"""The unpacked program, which draws on the panel before it is installed."""
UNPACKED_FACTOR = 8
"""Space for an installation and its early copy, as a multiple of the wheels' size."""
PANEL_TIMEOUT = "120"
"""Maximum seconds for a picture on the panel."""
CARD_ERRORS = (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error)
"""Errors of reading a damaged card or writing a full one."""


class InstallationStopped(Refused):
    """The installation cannot continue; `kind` selects the sentence on the panel."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class Start(NamedTuple):
    """An attempt to install.

    python: version of the system's Python, as in the folder of its wheels, "3.13".
    """

    hands: Machine
    python: str
    uid: int = 0

    @property
    def wheels(self) -> str:
        """Beginning of the names of this system's wheels in the card's folder."""
        return f"{WHEELS}/{self.python}/"

    @property
    def sums(self) -> dict[str, str]:
        """Checksums by name of the files that `make card` copied."""
        lines = self.hands.read(f"{CARD}/{SUMS}").splitlines()
        return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}

    def show(self, *words: str) -> None:
        """Show a step or an error on the panel; failures are only recorded."""
        environment = (
            f"PYTHONPATH={self.hands.at(EARLY)}",
            "GPIOZERO_PIN_FACTORY=lgpio",
            "PYTHONDONTWRITEBYTECODE=1",
        )
        settings = str(self.hands.at(f"{CARD}/{HOUSE}/config/companion.toml"))
        companion = ("python3", "-m", "companion.cli", "--config", settings, "--data", str(self.hands.at(STATE)))
        ran = self.hands.ask("env", *environment, "timeout", PANEL_TIMEOUT, *companion, "installing", *words)
        if ran.code:
            self.hands.done.append(f"not shown on the panel: {' '.join(words)} ({ran.err.strip()[-300:]})")


def run(start: Start) -> bool:
    """Install everything; return True if the Pi must be restarted. Raises InstallationStopped or Refused."""
    hands, house = start.hands, start.hands.at(f"{CARD}/{HOUSE}")
    install.check_machine(hands, start.uid, tuple(map(int, start.python.split("."))))
    check_card(start)
    check_system(start)
    unpack(start)
    start.show("program")
    install.create_user(hands, house)
    program(start, house)
    start.show("settings")
    before = json.loads(hands.read(f"{CARD}/{Path(CHANGES_FILE).name}") or "{}")
    install.record_changes(hands, "consoles", before.get("consoles", []))
    install.write_settings(hands, house)
    reboot = install.change_boot_files(hands)
    install.install_units(hands, house)
    start.show("start")
    hands.run("sync")  # Everything must be durable before the files on the card are deleted.
    hands.write(FIRST_DONE, "")
    finish(hands)
    return reboot


def finish(hands: Machine) -> None:
    """Enable the service and delete the card's files.

    This comes after the stamp, because the companion and this program both use the panel.
    """
    install.enable_units(hands, begin=False)
    hands.run("sync")
    delete_card_files(hands)


def check_card(start: Start) -> None:
    """Raise InstallationStopped unless all needed files are undamaged and there is enough space."""
    hands, needed = start.hands, 0
    if not start.sums:
        raise InstallationStopped("damaged", f'"companion/{SUMS}" on the card is damaged; make the card again.')
    for name, wanted in start.sums.items():
        if name.startswith(f"{WHEELS}/") and not name.startswith(start.wheels):
            continue
        file = hands.at(f"{CARD}/{name}")
        if not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != wanted:
            raise InstallationStopped(
                "damaged", f'"companion/{name}" on the card is damaged; make the card again.'
            )
        needed += file.stat().st_size if name.startswith(WHEELS) else 0
    if not needed:
        raise InstallationStopped(
            "system", f"The card has nothing for Python {start.python}; write Raspberry Pi OS 12 or 13 on it."
        )
    free = shutil.disk_usage(hands.at("/var")).free
    if free < UNPACKED_FACTOR * needed:
        raise InstallationStopped(
            "room", f"The system has {free // 1_000_000} MB left; use a card of 8 GB or more."
        )


def check_system(start: Start) -> None:
    """Raise InstallationStopped unless the system has the packages that have no wheel."""
    missing = [name for name in PACKAGES if not install.is_installed(start.hands, name)]
    if missing:
        raise InstallationStopped(
            "system", f"This system lacks {' '.join(missing)}; write Raspberry Pi OS Lite (64-bit) anew."
        )


def unpack(start: Start) -> None:
    """Unpack the wheels so that the panel can be drawn; damaged ones as far as possible."""
    start.hands.remove(EARLY)
    start.hands.done.append(f"unpack into {EARLY}")
    for wheel in sorted(start.hands.at(f"{CARD}/{start.wheels}").glob("[!.]*.whl")):
        with suppress(*CARD_ERRORS), zipfile.ZipFile(wheel) as zipped:
            zipped.extractall(start.hands.at(EARLY))


def program(start: Start, house: Path) -> None:
    """Install the program from these wheels only, in a new environment."""
    hands = start.hands
    fresh = install.new_environment(hands)
    paths = [str(hands.at(f"{CARD}/{name}")) for name in start.sums if name.startswith(start.wheels)]
    hands.run(*install.pip_command(fresh), "--no-index", "--no-deps", *paths)
    install.switch_to(hands, house, fresh)


def delete_card_files(hands: Machine) -> None:
    """Delete the files of the card, and everything that could start the installation again."""
    with suppress(OSError):  # Everything is installed even if the partition cannot be written.
        hands.write(CARD_USED, "The companion was installed by the first start of this card.\n", 0o755)
    # The script remains if an interruption kept it from deleting itself.
    script = (SCRIPT,) if SCRIPT_MARK in hands.read(SCRIPT) else ()
    for path in (EARLY, *script, *CARD_FILES):
        with suppress(OSError):
            hands.remove(path)


class RecordingRunner:
    """Runs commands, prints their output, and stores the last one for the error file."""

    def __init__(self, runner: Callable[[Sequence[str], bool], CommandResult] = run_command) -> None:
        self._runner = runner
        self.last = CommandResult(0)

    def __call__(self, command: Sequence[str], quiet: bool) -> CommandResult:
        ran = self._runner(command, True)
        if not quiet:
            print(f"$ {' '.join(command)}\n{ran.out}{ran.err}", flush=True)
            self.last = ran
        return ran


def main() -> int:
    """Try to install once; the next start of the Pi tries again."""
    keeping = RecordingRunner()
    hands = Machine(runner=keeping)
    start = Start(hands, f"{sys.version_info.major}.{sys.version_info.minor}", os.geteuid())
    os.umask(0o022)
    try:
        if hands.exists(FIRST_DONE):  # The stamp exists, but an interruption left something to finish.
            finish(hands)
            reboot = False
        else:
            reboot = run(start)
    except (Refused, *CARD_ERRORS) as error:
        return report_failure(start, error, keeping.last)
    # Not waited for, because it would wait for this unit.
    hands.ask("systemctl", "--no-block", *(("reboot",) if reboot else ("start", *install.STARTED_UNITS)))
    return 0


def report_failure(start: Start, error: Exception, last: CommandResult) -> int:
    """Report an error on the panel and on the boot partition, which any computer can read.

    Return the exit code.
    """
    kind = error.kind if isinstance(error, InstallationStopped) else "other"
    sentence = f"{error}" if isinstance(error, Refused) else f"The installation stopped ({error})."
    print(sentence, file=sys.stderr)
    if not start.hands.exists(EARLY):
        with suppress(OSError):
            unpack(start)
    start.show("failed", "--why", kind)
    wrote = f"\n\n{last.out}{last.err}" if isinstance(error, CommandFailed) else ""
    done = "\n".join(start.hands.done)
    again = "The Pi tries again each time it is switched on. What was done:"
    with suppress(OSError):  # The partition may be full or missing.
        start.hands.write(TROUBLE, f"{sentence}\n{again}\n\n{done}{wrote}\n", 0o755)
    return 1


if __name__ == "__main__":
    sys.exit(main())
