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
from tools.pi.hands import CommandFailed, Hands, Refused

HOUSE = Path(__file__).parents[2]
PREFIX, CONFIG, STATE = "/opt/companion", "/etc/companion", "/var/lib/companion"
BESIDE_STATE = re.compile(r"companion-(before(\.part)?|given-up(-\d+)?|rehearsal)")
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
STARTED = (
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
OF_A_CARD = (
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
CHANGED = f"{CONFIG}/changed.json"
"""Record of what the installation changed elsewhere."""
MODEL = "/sys/firmware/devicetree/base/model"
IN_THE_CASE = {"reader": "uart", "buttons": "gpio", "signal": "gpio", "display": "eink"}
OLDEST = (3, 11)
REBOOT = 'Restart the Pi now: type "sudo reboot". The companion begins by itself.'


def check_machine(hands: Hands, uid: int, python: Sequence[int]) -> None:
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
    if tuple(python[:2]) < OLDEST:
        raise Refused("Python 3.11 is needed; Raspberry Pi OS 12 (bookworm) and newer have it.")
    if uid:
        raise Refused('Only root can do that; type "sudo make install-pi".')


def install(hands: Hands, house: Path = HOUSE) -> bool:
    """Install everything; return True if the Pi must be restarted."""
    for step in (packages, account, program, settings):
        step(hands, house)
    reboot = boot_files(hands)
    service(hands, house)
    enable(hands, begin=not reboot)
    return reboot


def packages(hands: Hands, _house: Path) -> None:
    """Install the packages that must come from the system."""
    missing = [name for name in PACKAGES if not is_installed(hands, name)]
    if missing:
        remember(hands, "packages", missing)
        hands.run("apt-get", "update", "-qq")
        hands.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing)


def is_installed(hands: Hands, package: str) -> bool:
    """True if the system has the package."""
    return hands.ask("dpkg-query", "-W", "-f", "${db:Status-Status}", package).out == "installed"


def remember(hands: Hands, what: str, changed: Sequence[str]) -> None:
    """Record changes before they are made, so that they can be reverted."""
    told = remembered(hands)
    told[what] = [*dict.fromkeys([*told.get(what, []), *changed])]
    if changed:
        hands.write(CHANGED, f"{json.dumps(told)}\n")


def remembered(hands: Hands) -> dict[str, list[str]]:
    """Return what all installations so far have changed."""
    try:
        told = json.loads(hands.read(CHANGED) or "{}")
    except ValueError:
        told = {}
    if not isinstance(told, dict):
        return {}
    return {str(what): [str(each) for each in words] for what, words in told.items()}


def account(hands: Hands, _house: Path) -> None:
    """Create a user with the groups that may use the devices."""
    for group in (USER, *GROUPS):
        if hands.ask("getent", "group", group).code:
            remember(hands, "groups", [group])
            hands.run("groupadd", "--system", group)
    if hands.ask("getent", "passwd", USER).code:
        shell = ("--shell", "/usr/sbin/nologin")
        hands.run(*("useradd", "--system", "--gid", USER, "--home-dir", STATE, "--no-create-home", *shell, USER))
    hands.run("usermod", "--append", "--groups", ",".join(GROUPS), USER)


def program(hands: Hands, house: Path) -> None:
    """Install the program by the lock files beside the current version, then switch to it."""
    fresh = new_environment(hands)
    pip = pip_of(fresh)
    hands.run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", str(house / "requirements-pi.lock"))
    epaper = ("--no-deps", "--only-binary", ":all:", "-r", str(house / "requirements-epaper.lock"))
    hands.run(*pip, "--require-hashes", *epaper)
    hands.run(*pip, "--no-deps", "--no-build-isolation", "--no-index", "--force-reinstall", str(house))
    switch_to(hands, house, fresh)


def new_environment(hands: Hands) -> str:
    """Create an empty environment beside the current one and return its name."""
    fresh = next(name for name in ENVIRONMENTS if name != hands.link_of(CURRENT))
    hands.remove(f"{PREFIX}/{fresh}")
    hands.run("python3", "-m", "venv", "--system-site-packages", f"{PREFIX}/{fresh}")
    return fresh


def pip_of(environment: str) -> tuple[str, ...]:
    """Return the beginning of a command that installs packages in an environment."""
    python = f"{PREFIX}/{environment}/bin/python"
    return (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input")


def switch_to(hands: Hands, house: Path, fresh: str) -> None:
    """Make that environment the current one."""
    hands.write(GUARD, (house / "companion" / "update" / "guard.py").read_text())
    hands.remove(f"{PREFIX}/update.json")  # This ends an update that was not completed.
    hands.link(CURRENT, fresh)
    hands.link(COMMAND, f"{CURRENT}/bin/companion")


def settings(hands: Hands, house: Path) -> None:
    """Create the owner's files; existing ones are never changed."""
    if not hands.exists(f"{CONFIG}/companion.toml"):
        hands.write(f"{CONFIG}/companion.toml", in_the_case((house / "config" / "companion.toml").read_text()))
    if not hands.exists(f"{CONFIG}/house_rules.toml"):
        hands.write(f"{CONFIG}/house_rules.toml", (house / "config" / "house_rules.toml").read_text())


def in_the_case(text: str) -> str:
    """Return the settings of a checkout with every device connected and the service's data folder."""
    for table, kind in IN_THE_CASE.items():
        text = re.sub(rf'(\[{table}\]\nkind = )"desk"', rf'\1"{kind}"', text)
    return re.sub(r"^# data_folder = .*$", f'data_folder = "{STATE}"', text, flags=re.MULTILINE)


def boot_files(hands: Hands) -> bool:
    """Enable the buses and disable the console as the settings require; return True if anything changed."""
    devices = _devices(hands)
    reader, port = devices("reader", "kind"), devices("reader", "port")
    is_pi_5 = "Raspberry Pi 5" in hands.read(MODEL)
    wanted = boot.switches(reader, port, devices("display", "kind"), is_pi_5)
    changed = hands.write(f"{BOOT}/config.txt", boot.switched(hands.read(f"{BOOT}/config.txt"), wanted), 0o755)
    if boot.on_header(reader, port):
        before = hands.read(f"{BOOT}/cmdline.txt")
        remember(hands, "consoles", boot.consoles(before))
        line = boot.without_console(before)
        changed |= bool(line) and hands.write(f"{BOOT}/cmdline.txt", line, 0o755)
    return changed


def _devices(hands: Hands) -> Callable[[str, str], str]:
    """Return a function that looks up a setting of a device by table and key. Raises Refused."""
    try:
        told: dict[str, Any] = tomllib.loads(hands.read(f"{CONFIG}/companion.toml"))
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{CONFIG}/companion.toml can't be read ({error}); correct it and start again.") from None
    return lambda table, key: str(told.get(table, {}).get(key, ""))


def service(hands: Hands, house: Path) -> None:
    """Install the units."""
    for unit in UNITS:
        hands.write(f"{UNIT_FOLDER}/{unit}", (house / "systemd" / unit).read_text())
    if hands.exists("/run/systemd/system"):
        hands.run("systemctl", "daemon-reload")


def enable(hands: Hands, begin: bool) -> None:
    """Enable the units at every start, and start them now if `begin` and systemd runs."""
    hands.run("systemctl", "enable", *STARTED)
    if begin and hands.exists("/run/systemd/system"):
        hands.run("systemctl", "restart", *STARTED)


def uninstall(hands: Hands, purge: bool) -> bool:
    """Remove everything except settings and games; with `purge` those too.

    Return True if the Pi must be restarted.
    """
    told = remembered(hands)
    if any(hands.exists(f"{UNIT_FOLDER}/{unit}") for unit in UNITS):
        now = ("--now",) if hands.exists("/run/systemd/system") else ()
        hands.run("systemctl", "disable", *now, *STARTED)
    for unit in UNITS:
        hands.remove(f"{UNIT_FOLDER}/{unit}")
    if hands.exists("/run/systemd/system"):
        hands.run("systemctl", "daemon-reload")
    for path in (COMMAND, PREFIX, *OF_A_CARD, CARD_USED, FIRST_DONE, REPORT):
        hands.remove(path)
    if HOOK_MARK in hands.read(HOOK):
        hands.remove(HOOK)
    before = hands.read(f"{BOOT}/config.txt")
    changed = bool(before) and hands.write(f"{BOOT}/config.txt", boot.unswitched(before), 0o755)
    line = hands.read(f"{BOOT}/cmdline.txt")
    changed |= bool(line) and hands.write(
        f"{BOOT}/cmdline.txt", boot.with_consoles(line, told.get("consoles", [])), 0o755
    )
    if packages := told.get("packages"):
        hands.run("apt-mark", "auto", *packages)
    hands.remove(CHANGED)
    if purge:
        _purge(hands, told.get("groups", []))
    return changed


def _purge(hands: Hands, groups: Sequence[str]) -> None:
    """Delete settings, games and their user."""
    around = hands.at(STATE).parent
    beside = sorted(each.name for each in around.iterdir()) if around.is_dir() else []
    for path in (CONFIG, STATE, *(f"/var/lib/{name}" for name in beside if BESIDE_STATE.fullmatch(name))):
        hands.remove(path)
    if not hands.ask("getent", "passwd", USER).code:
        hands.run("userdel", USER)
    for group in groups:
        if not hands.ask("getent", "group", group).code:
            hands.run("groupdel", group)


def main(arguments: Sequence[str]) -> int:
    """Install, or uninstall with the argument `uninstall`, optionally `--purge`; return the exit code."""
    hands = Hands()
    os.umask(0o022)  # The service must be able to read what root writes.
    try:
        check_machine(hands, os.geteuid(), (sys.version_info.major, sys.version_info.minor))
        if arguments[:1] == ["uninstall"]:
            purge = "--purge" in arguments
            spare_packages = remembered(hands).get("packages")
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
