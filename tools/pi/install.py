"""`make install-pi` and `make uninstall-pi`: a sequence of steps, each of which can be repeated."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tools.pi import boot
from tools.pi.machine import CommandFailed, Machine, Refused

HOUSE = Path(__file__).parents[2]
PREFIX, CONFIG, STATE = "/opt/companion", "/etc/companion", "/var/lib/companion"
UPDATE_FOLDERS_PATTERN = re.compile(r"companion-(before(\.part)?|given-up(-\d+)?|rehearsal)")
"""Folders that an update creates beside the games."""
COMMAND = "/usr/local/bin/companion"
CURRENT, GUARD = f"{PREFIX}/current", f"{PREFIX}/guard.py"
ENVIRONMENTS = ("a", "b")
"""Folders of PREFIX: one contains the current version, a new one is installed in the other."""
UNITS = (
    "companion.service",
    "companion-poweroff.path",
    "companion-poweroff.service",
    "companion-phones.path",
    "companion-phones.service",
    "companion-update.path",
    "companion-update.service",
    "companion-stick.service",
    "companion-report.path",
    "companion-report.service",
)
UNIT_FOLDER = "/etc/systemd/system"
STARTED_UNITS = (
    "companion-poweroff.path",
    "companion-phones.path",
    "companion-update.path",
    "companion-stick.service",
    "companion-report.path",
    "companion.service",
)
FIRST_UNIT = "companion-first-start.service"
FIRST_DONE = "/var/lib/companion-first-start.done"
CARD, CARD_TROUBLE = "/boot/firmware/companion", "/boot/firmware/companion-failed.txt"
CARD_USED = "/boot/firmware/companion-installed.txt"
"""Shows `make card` that a card has started already."""
REPORT = "/boot/firmware/companion-report.zip"
CARD_FILES = (
    CARD_TROUBLE,
    f"{CARD}/wheels",
    f"{CARD}/start.sh",
    f"{UNIT_FOLDER}/multi-user.target.wants/{FIRST_UNIT}",
    f"{UNIT_FOLDER}/{FIRST_UNIT}",
    CARD,
)
"""Files of the first start of a card from `make card` (tools.pi.first_start), which deletes them in this order:
large files first, the unit before its program."""
SCRIPT, SCRIPT_MARK = "/boot/firmware/firstrun.sh", "# companion: begin"
"""Script of the first start of Raspberry Pi OS 12, and the beginning of our lines in it."""
HOOK, HOOK_MARK = "/boot/firmware/vendor-data", "companion: "
"""Hook by which cloud-init starts it; it is not deleted."""
USER, GROUPS = "companion", ("gpio", "spi", "i2c", "dialout")
PACKAGES = ("python3-venv", "python3-spidev", "python3-lgpio", "python3-libgpiod")
BOOT = "/boot/firmware"
CHANGES_FILE = f"{CONFIG}/changed.json"
"""Record of what the installation changed elsewhere."""
MODEL = "/sys/firmware/devicetree/base/model"
CASE_KINDS = {"reader": "uart", "buttons": "gpio", "signal": "gpio", "display": "eink"}
MIN_PYTHON = (3, 11)
REBOOT = 'Restart the Pi now: type "sudo reboot". The companion begins by itself.'


def check_machine(hands: Machine, uid: int, python: Sequence[int]) -> None:
    """Raise Refused unless this is a Raspberry Pi on which the companion can be installed."""
    machine = hands.ask("uname", "-m").out.strip()
    model = hands.read(MODEL)
    if machine != "aarch64" or "Raspberry Pi" not in model:
        what = model.strip("\0\n ") or machine or "unknown machine"
        raise Refused(
            f'This is no Raspberry Pi with a 64-bit system ({what}); to play on this computer type "make run".'
        )
    if hands.ask("dpkg", "--print-architecture").out.strip() != "arm64":
        raise Refused("The kernel is 64-bit and the system 32-bit; write the 64-bit Raspberry Pi OS on the card.")
    if not re.search(r"^ID=(debian|raspbian)$", hands.read("/etc/os-release"), re.MULTILINE):
        raise Refused("This is not Raspberry Pi OS; write its 64-bit version on the card and start again.")
    if not hands.exists(f"{BOOT}/config.txt"):
        raise Refused(f"There is no {BOOT}/config.txt; Raspberry Pi OS 12 (bookworm) or newer is needed.")
    if tuple(python[:2]) < MIN_PYTHON:
        raise Refused("Python 3.11 is needed; Raspberry Pi OS 12 (bookworm) and newer have it.")
    if uid:
        raise Refused('Only root can do that; type "sudo make install-pi".')


def install(hands: Machine, house: Path = HOUSE) -> bool:
    """Install everything; return True if the Pi must be restarted."""
    for step in (install_packages, create_user, install_program, write_settings):
        step(hands, house)
    reboot = change_boot_files(hands)
    install_units(hands, house)
    enable_units(hands, begin=not reboot)
    return reboot


def install_packages(hands: Machine, _house: Path) -> None:
    """Install the packages that must come from the system."""
    missing = [name for name in PACKAGES if not is_installed(hands, name)]
    if missing:
        record_changes(hands, "packages", missing)
        hands.run("apt-get", "update", "-qq")
        hands.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing)


def is_installed(hands: Machine, package: str) -> bool:
    """True if the system has the package."""
    return hands.ask("dpkg-query", "-W", "-f", "${db:Status-Status}", package).out == "installed"


def record_changes(hands: Machine, what: str, changed: Sequence[str]) -> None:
    """Record changes before they are made, so that they can be reverted."""
    told = recorded_changes(hands)
    told[what] = [*dict.fromkeys([*told.get(what, []), *changed])]
    if changed:
        hands.write(CHANGES_FILE, f"{json.dumps(told)}\n")


def recorded_changes(hands: Machine) -> dict[str, list[str]]:
    """Return what all installations so far have changed."""
    try:
        told = json.loads(hands.read(CHANGES_FILE) or "{}")
    except ValueError:
        told = {}
    if not isinstance(told, dict):
        return {}
    return {str(what): [str(each) for each in words] for what, words in told.items()}


def create_user(hands: Machine, _house: Path) -> None:
    """Create a user with the groups that may use the devices."""
    for group in (USER, *GROUPS):
        if hands.ask("getent", "group", group).code:
            record_changes(hands, "groups", [group])
            hands.run("groupadd", "--system", group)
    if hands.ask("getent", "passwd", USER).code:
        shell = ("--shell", "/usr/sbin/nologin")
        hands.run(*("useradd", "--system", "--gid", USER, "--home-dir", STATE, "--no-create-home", *shell, USER))
    hands.run("usermod", "--append", "--groups", ",".join(GROUPS), USER)


def install_program(hands: Machine, house: Path) -> None:
    """Install the program by the lock files beside the current version, then switch to it."""
    fresh = new_environment(hands)
    pip = pip_command(fresh)
    hands.run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", str(house / "requirements-pi.lock"))
    epaper = ("--no-deps", "--only-binary", ":all:", "-r", str(house / "requirements-epaper.lock"))
    hands.run(*pip, "--require-hashes", *epaper)
    hands.run(*pip, "--no-deps", "--no-build-isolation", "--no-index", "--force-reinstall", str(house))
    switch_to(hands, house, fresh)


def new_environment(hands: Machine) -> str:
    """Create an empty environment beside the current one and return its name."""
    fresh = next(name for name in ENVIRONMENTS if name != hands.link_of(CURRENT))
    hands.remove(f"{PREFIX}/{fresh}")
    hands.run("python3", "-m", "venv", "--system-site-packages", f"{PREFIX}/{fresh}")
    return fresh


def pip_command(environment: str) -> tuple[str, ...]:
    """Return the beginning of a command that installs packages in an environment."""
    python = f"{PREFIX}/{environment}/bin/python"
    return (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input")


def switch_to(hands: Machine, house: Path, fresh: str) -> None:
    """Make that environment the current one."""
    hands.write(GUARD, (house / "companion" / "update" / "guard.py").read_text())
    hands.remove(f"{PREFIX}/update.json")  # This ends an update that was not completed.
    hands.link(CURRENT, fresh)
    hands.link(COMMAND, f"{CURRENT}/bin/companion")


def write_settings(hands: Machine, house: Path) -> None:
    """Create the owner's files; existing ones are never changed."""
    if not hands.exists(f"{CONFIG}/companion.toml"):
        hands.write(f"{CONFIG}/companion.toml", case_settings((house / "config" / "companion.toml").read_text()))
    if not hands.exists(f"{CONFIG}/house_rules.toml"):
        hands.write(f"{CONFIG}/house_rules.toml", (house / "config" / "house_rules.toml").read_text())


def case_settings(text: str) -> str:
    """Return the settings of a checkout with every device connected and the service's data folder."""
    for table, kind in CASE_KINDS.items():
        text = re.sub(rf'(\[{table}\]\nkind = )"desk"', rf'\1"{kind}"', text)
    return re.sub(r"^# data_folder = .*$", f'data_folder = "{STATE}"', text, flags=re.MULTILINE)


def change_boot_files(hands: Machine) -> bool:
    """Enable the buses and disable the console as the settings require; return True if anything changed."""
    devices = _devices(hands)
    reader, port = devices("reader", "kind"), devices("reader", "port")
    is_pi_5 = "Raspberry Pi 5" in hands.read(MODEL)
    wanted = boot.config_switches(reader, port, devices("display", "kind"), is_pi_5)
    changed = hands.write(
        f"{BOOT}/config.txt", boot.with_switches(hands.read(f"{BOOT}/config.txt"), wanted), 0o755
    )
    if boot.is_on_header(reader, port):
        before = hands.read(f"{BOOT}/cmdline.txt")
        record_changes(hands, "consoles", boot.consoles(before))
        line = boot.without_console(before)
        changed |= bool(line) and hands.write(f"{BOOT}/cmdline.txt", line, 0o755)
    return changed


def _devices(hands: Machine) -> Callable[[str, str], str]:
    """Return a function that looks up a setting of a device by table and key. Raises Refused."""
    try:
        told: dict[str, Any] = tomllib.loads(hands.read(f"{CONFIG}/companion.toml"))
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{CONFIG}/companion.toml can't be read ({error}); correct it and start again.") from None
    return lambda table, key: str(told.get(table, {}).get(key, ""))


def install_units(hands: Machine, house: Path) -> None:
    """Install the units."""
    for unit in UNITS:
        hands.write(f"{UNIT_FOLDER}/{unit}", (house / "systemd" / unit).read_text())
    if hands.exists("/run/systemd/system"):
        hands.run("systemctl", "daemon-reload")


def enable_units(hands: Machine, begin: bool) -> None:
    """Enable the units at every start, and start them now if `begin` and systemd runs."""
    hands.run("systemctl", "enable", *STARTED_UNITS)
    if begin and hands.exists("/run/systemd/system"):
        hands.run("systemctl", "restart", *STARTED_UNITS)


def uninstall(hands: Machine, purge: bool) -> bool:
    """Remove everything except settings and games; with `purge` those too.

    Return True if the Pi must be restarted.
    """
    told = recorded_changes(hands)
    if any(hands.exists(f"{UNIT_FOLDER}/{unit}") for unit in UNITS):
        now = ("--now",) if hands.exists("/run/systemd/system") else ()
        hands.run("systemctl", "disable", *now, *STARTED_UNITS)
    for unit in UNITS:
        hands.remove(f"{UNIT_FOLDER}/{unit}")
    if hands.exists("/run/systemd/system"):
        hands.run("systemctl", "daemon-reload")
    for path in (COMMAND, PREFIX, *CARD_FILES, CARD_USED, FIRST_DONE, REPORT):
        hands.remove(path)
    if HOOK_MARK in hands.read(HOOK):
        hands.remove(HOOK)
    before = hands.read(f"{BOOT}/config.txt")
    changed = bool(before) and hands.write(f"{BOOT}/config.txt", boot.without_switches(before), 0o755)
    line = hands.read(f"{BOOT}/cmdline.txt")
    changed |= bool(line) and hands.write(
        f"{BOOT}/cmdline.txt", boot.with_consoles(line, told.get("consoles", [])), 0o755
    )
    if packages := told.get("packages"):
        hands.run("apt-mark", "auto", *packages)
    hands.remove(CHANGES_FILE)
    if purge:
        _purge(hands, told.get("groups", []))
    return changed


def _purge(hands: Machine, groups: Sequence[str]) -> None:
    """Delete settings, games and their user."""
    around = hands.at(STATE).parent
    beside = sorted(each.name for each in around.iterdir()) if around.is_dir() else []
    for path in (
        CONFIG,
        STATE,
        *(f"/var/lib/{name}" for name in beside if UPDATE_FOLDERS_PATTERN.fullmatch(name)),
    ):
        hands.remove(path)
    if not hands.ask("getent", "passwd", USER).code:
        hands.run("userdel", USER)
    for group in groups:
        if not hands.ask("getent", "group", group).code:
            hands.run("groupdel", group)


def main(arguments: Sequence[str]) -> int:
    """Install, or uninstall with the argument `uninstall`, optionally `--purge`; return the exit code."""
    hands = Machine()
    os.umask(0o022)  # The service must be able to read what root writes.
    try:
        check_machine(hands, os.geteuid(), (sys.version_info.major, sys.version_info.minor))
        if arguments[:1] == ["uninstall"]:
            purge = "--purge" in arguments
            spare_packages = recorded_changes(hands).get("packages")
            reboot = uninstall(hands, purge)
            kept = "" if purge else f" Games and settings stay in {STATE} and {CONFIG}."
            spare = ' Packages that only it needed go with "sudo apt-get autoremove".' if spare_packages else ""
            print(f"The companion is taken away.{kept}{spare}")
        else:
            reboot = install(hands)
            print(f'The companion is installed. Its settings: {CONFIG}/companion.toml. Look: "companion doctor".')
        if reboot:
            print(REBOOT)
    except CommandFailed as failed:
        print(f"{failed} Above stands what it said; mend that, and type the same again.", file=sys.stderr)
        return 1
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    except OSError as error:
        told = f"{error.filename} can't be written or read ({error.strerror})"
        print(f"{told}; look at its disk, and type the same again.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
