"""`make card BOOT=DIR`: prepares the boot partition of a new memory card; also `python -m tools.card.make DIR`.

Errors of the card or the network are reported before any question or change. The file that starts the installation
is written last, so an incomplete copy starts nothing and the command can be repeated.
"""

from __future__ import annotations

import getpass
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import copyfile

from tools.arm_wheels import System
from tools.card import cloud, firstrun
from tools.card.cloud import without_console
from tools.card.partition import CLOUD_INIT, CMDLINE, CONFIG, FIRSTRUN, USER_DATA, Card, card_in
from tools.card.payload import FOLDER, add_other_files, case_in, fetch_wheels, size_on_fat
from tools.card.questions import Case, Owner, Questions
from tools.pi import boot, first_start
from tools.pi.install import CHANGES_FILE, FIRST_UNIT
from tools.pi.machine import Machine, Refused
from tools.wheels import WheelsUnavailable, collect

SPARE_BYTES = 30_000_000
"""Bytes that must stay free, because a kernel update writes there too."""
CASE_WIRING = ("uart", "", "eink")
"""Reader, its port and display of a case."""


def make_card(
    folder: Path,
    questions: Questions,
    tell: Callable[[str], None],
    wheels: Callable[[System, Path], object] = collect,
) -> None:
    """Prepare the card. Raises Refused or WheelsUnavailable; then the command must be repeated."""
    card = card_in(folder)
    if not os.access(folder, os.W_OK):
        raise Refused(f'Nothing can be written to "{folder}"; is the card locked, or another user\'s?')
    tell("Everything that the Pi needs is fetched first, which takes about a minute; then come a few questions.")
    with tempfile.TemporaryDirectory() as room:
        payload = Path(room) / FOLDER
        fetch_wheels(payload, wheels)
        _check_room(card, payload)
        case, owner = _asked(card, questions, tell)
        add_other_files(payload, case, boot.consoles(card.read(CMDLINE)) or _consoles_before(card))
        tell("Writing the card.")
        try:
            _write(card, payload, owner)
        except KeyboardInterrupt:
            raise Refused("\nStopped half-way; type the same command again, it writes everything anew.") from None
        except OSError as error:
            raise Refused(
                f"The card can't be written ({error.strerror}: {error.filename}); is it in, and not locked?"
            ) from None
    tell(
        "The card is ready. Eject it, and wire the case before you plug the Pi in (docs/builder-guide.md, "
        "step 6). The panel shows how far the first start has got; it takes a few minutes and needs no network."
    )


def _asked(card: Card, questions: Questions, tell: Callable[[str], None]) -> tuple[Case, Owner | None]:
    """Return the answers, after the user has confirmed them."""
    case = case_in(_earlier(card, f"{first_start.HOUSE}/config/companion.toml"))
    if card.customised:
        tell("A user was set on this card before; user and network are left as they are.")
    elif card.networked:
        tell("Wi-Fi was set on this card before; it is left as it is.")
    if without_console(card.read(USER_DATA)) != card.read(USER_DATA):
        tell("The serial console that was chosen in Imager is switched off: the reader needs that line.")
    while True:
        case = questions.case(case)
        owner = None if card.customised else questions.owner(ask_network=not card.networked)
        if questions.is_right(summary_text(case, owner)):
            return case, owner


def summary_text(case: Case, owner: Owner | None) -> str:
    """Return the answers as text, without secrets."""
    told = [f"panel {case.panel}", f"language {case.language}"]
    if owner:
        ways = " and ".join(("a key",) * bool(owner.key) + ("a password",) * bool(owner.hashed))
        told.append(f'user "{owner.user}" with {ways}')
        network = owner.network
        told.append(f'Wi-Fi "{network.name}" in {network.country}' if network else "no Wi-Fi from here")
    return f"Told: {', '.join(told)}."


def _earlier(card: Card, name: str) -> str:
    """Return a file that an earlier `make card` wrote into our folder; it may be damaged."""
    return Machine(card.boot).read(f"/{FOLDER}/{name}")


def _consoles_before(card: Card) -> list[str]:
    """Return the consoles that an earlier `make card` removed."""
    try:
        told = json.loads(_earlier(card, Path(CHANGES_FILE).name) or "{}")
    except ValueError:
        return []
    words = told.get("consoles", []) if isinstance(told, dict) else []
    return boot.consoles(" ".join(map(str, words)))


def _check_room(card: Card, payload: Path) -> None:
    there = card.boot / FOLDER
    free = shutil.disk_usage(card.boot).free + (size_on_fat(there) if there.is_dir() else 0)
    if (missing := size_on_fat(payload) + SPARE_BYTES - free) > 0:
        raise Refused(
            f"The boot partition is too full by {missing // 1_000_000 + 1} MB; write the card anew with Raspberry "
            "Pi Imager."
        )


def _write(card: Card, payload: Path, owner: Owner | None) -> None:
    hands = Machine(card.boot)
    hands.remove(f"/{FOLDER}/{FIRST_UNIT}")  # Without this file start.sh of an earlier `make card` starts nothing.
    _sync()
    for name in (first_start.WHEELS, first_start.HOUSE):  # The record of earlier changes is preserved.
        hands.remove(f"/{FOLDER}/{name}")
    files = sorted(each for each in payload.rglob("*") if each.is_file())
    for file in sorted(files, key=lambda each: each.name == FIRST_UNIT):  # The unit comes last.
        to = card.boot / FOLDER / file.relative_to(payload)
        to.parent.mkdir(parents=True, exist_ok=True)
        copyfile(file, to)
    _sync()
    config = boot.with_switches(card.read(CONFIG), boot.config_switches(*CASE_WIRING, is_pi_5=False))
    line = boot.without_console(card.read(CMDLINE))
    made = {CONFIG: config}
    if card.mechanism == FIRSTRUN:
        made |= firstrun.firstrun_files(card, line, owner)
    elif card.mechanism == CLOUD_INIT:
        made |= {CMDLINE: line, **cloud.cloud_init_files(card, owner)}
    for name, text in made.items():  # The file that starts the installation comes last.
        hands.write(f"/{name}", text, 0o755)
    _sync()


def _sync() -> None:
    if hasattr(os, "sync"):
        os.sync()


def folder_at(told: str) -> Path:
    """Return the named folder. Raises Refused if it cannot be resolved."""
    try:
        return Path(told).expanduser()
    except RuntimeError:
        raise Refused(
            f'There is nobody whose folder "{told}" could be; name the boot partition, "bootfs".'
        ) from None


def _ask(question: str) -> str:
    return input(question)


def main(arguments: Sequence[str], wheels: Callable[[System, Path], object] = collect) -> int:
    """Prepare the card in the folder of the arguments; return the exit code."""
    if len(arguments) != 1:
        print("Say where the card's boot partition is: make card BOOT=/media/ann/bootfs", file=sys.stderr)
        return 2
    try:
        make_card(folder_at(arguments[0]), Questions(_ask, getpass.getpass, print), print, wheels)
    except (Refused, WheelsUnavailable) as refused:
        print(refused, file=sys.stderr)
        return 1
    except (EOFError, KeyboardInterrupt):
        print(
            "\nStopped; nothing was written on the card. Type the same command again when you like.",
            file=sys.stderr,
        )
        return 1
    except OSError as error:
        print(
            f"This computer can't do it ({error.strerror}: {error.filename}); nothing was written.",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
