"""Boot partitions as pi-gen and Raspberry Pi Imager lay them, and somebody who answers `make card`."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.arm_wheels import System
from tools.card.partition import card_in
from tools.card.questions import Questions

CONFIG_TXT = """# For more options and information see the documentation
#dtparam=spi=on
dtparam=audio=on
camera_auto_detect=1
arm_64bit=1

[cm4]
otg_mode=1

[all]
"""
CONSOLE = "console=serial0,115200 console=tty1 "
SYSTEM = "root=PARTUUID=1234-02 rootfstype=ext4 fsck.repair=yes rootwait"
FIRSTBOOT = " quiet init=/usr/lib/raspberrypi-sys-mods/firstboot"
USER_DATA = """#cloud-config

# This is the user-data configuration file for cloud-init.
## Set the system's hostname.
#hostname: raspberrypi
"""
META_DATA = "# meta-data\ndsmode: local\ninstance_id: rpios-image\n"
NETWORK = "# netplan\n#network:\n#  version: 2\n"
IMAGERS_CALL = (
    " systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
)
IMAGERS_SCRIPT = """#!/bin/sh

set +e

/usr/lib/raspberrypi-sys-mods/imager_custom set_hostname castle
/usr/lib/userconf-pi/userconf 'ann' '$5$salt$hash'
rm -f /boot/firstrun.sh
sed -i 's| systemd.run.*||g' /boot/cmdline.txt
exit 0
"""
IMAGERS_USER_DATA = """#cloud-config
manage_resolv_conf: false

hostname: castle
user:
  name: ann
  passwd: "$y$salt$hash"
runcmd:
  - [ systemctl, enable, --now, ssh ]
"""
PASSWORD = """our "secret's" $1 \\n"""
NETWORK_NAME, NETWORK_PASSWORD = """Ann's "Wi-Fi" #1: \\ $(x) ☕😀""", "long 'password' $1"
OWNER = ("ann", "-", PASSWORD, PASSWORD, NETWORK_NAME, NETWORK_PASSWORD, NETWORK_PASSWORD, "cz")
CASE = ("2in13", "cs")
ANSWERS = (*CASE, *OWNER, "")
"""To all that `make card` asks of a card that nobody customised; the last says that it is right."""
OF_CUSTOMISED = (*CASE, "")


def bookworm(boot: Path, **changed: str) -> Path:
    """A fresh one of Raspberry Pi OS 12; `changed`: texts of files, by their names with _ for what no name has."""
    return _laid(boot, {"cmdline.txt": f"{CONSOLE}{SYSTEM}{FIRSTBOOT}\n"}, changed)


def trixie(boot: Path, **changed: str) -> Path:
    """One of Raspberry Pi OS 13."""
    files = {"cmdline.txt": f"{CONSOLE}{SYSTEM} resize\n", "user-data": USER_DATA, "meta-data": META_DATA}
    return _laid(boot, {**files, "network-config": NETWORK}, changed)


def customised_bookworm(boot: Path) -> Path:
    """By Imager 1 or 2."""
    return bookworm(boot, cmdline_txt=f"{CONSOLE}{SYSTEM}{FIRSTBOOT}{IMAGERS_CALL}\n", firstrun_sh=IMAGERS_SCRIPT)


def customised_trixie(boot: Path) -> Path:
    """By Imager 2."""
    return trixie(
        boot, user_data=IMAGERS_USER_DATA, cmdline_txt=f"{CONSOLE}{SYSTEM} resize ds=nocloud;i=castle-1\n"
    )


def answers_to(boot: Path) -> tuple[str, ...]:
    """To all that is asked of this card."""
    return OF_CUSTOMISED if card_in(boot).customised else ANSWERS


ALL = (bookworm, customised_bookworm, trixie, customised_trixie)
NAMES = {"cmdline_txt": "cmdline.txt", "config_txt": "config.txt", "firstrun_sh": "firstrun.sh"}


def _laid(boot: Path, files: dict[str, str], changed: dict[str, str]) -> Path:
    boot.mkdir(parents=True, exist_ok=True)
    named = {NAMES.get(name, name.replace("_", "-")): text for name, text in changed.items()}
    for name, text in {"config.txt": CONFIG_TXT, "kernel8.img": "", **files, **named}.items():
        (boot / name).write_text(text)
    return boot


def texts(boot: Path) -> dict[str, str]:
    """All files of the partition itself."""
    return {file.name: file.read_text() for file in boot.iterdir() if file.is_file()}


class Maker:
    """Somebody who types these lines, and hears what is told. asked: every question."""

    def __init__(self, *lines: str) -> None:
        self._lines: Iterator[str] = iter(lines)
        self.asked: list[str] = []
        self.told: list[str] = []

    def _answer(self, question: str) -> str:
        self.asked.append(question)
        try:
            return next(self._lines)
        except StopIteration:
            raise EOFError from None

    @property
    def left(self) -> list[str]:
        """What nobody asked for."""
        return list(self._lines)

    @property
    def questions(self) -> Questions:
        return Questions(self._answer, self._answer, self.told.append)


def few_wheels(program: str = "print('it runs')\n") -> Callable[[System, Path], object]:
    """A stand-in for all wheels: one, with a module."""

    def collected(system: System, folder: Path) -> None:
        folder.mkdir(parents=True)
        with zipfile.ZipFile(folder / f"tabletop_companion-{system.python}.whl", "w") as wheel:
            wheel.writestr(zipfile.ZipInfo("companion/cli.py"), program)

    return collected
