"""Recognizes a boot partition of Raspberry Pi OS and the mechanism of its first start. It writes nothing.

The mechanism is recognized by the files of pi-gen and Raspberry Pi Imager; any other card is refused.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from tools.pi.install import CARD, CARD_USED, HOOK_MARK
from tools.pi.machine import Refused

FIRSTRUN, CLOUD_INIT, FAILED_START = "firstrun.sh", "cloud-init", "placed"
"""Mechanism of Raspberry Pi OS 12 (bookworm), of 13 (trixie), and of a card whose unit is installed but failed."""
SCRIPT, USER_DATA, META_DATA, NETWORK, VENDOR_DATA = (
    *("firstrun.sh", "user-data", "meta-data", "network-config", "vendor-data"),
)
CMDLINE, CONFIG = "cmdline.txt", "config.txt"
KERNEL, KERNEL_32 = "kernel8.img", "kernel7.img"
"""A 64-bit system has only the first, a 32-bit one both."""
RUNS_SCRIPT = re.compile(r"\bsystemd\.run=\S*/firstrun\.sh\b")
RUNS_FIRSTBOOT = re.compile(r"\binit=\S*/firstboot\b")
"""Present until the first start."""
OTHER_WAYS = ("custom.toml", "userconf.txt", "userconf")
"""Other files that configure the user of bookworm."""
USER_KEY = re.compile(r"^(\ufeff)?users?\s*:", re.MULTILINE)
"""Key of user-data that creates users."""
SCRIPT_USER = re.compile(r"^[^#]*\b(userconf|chpasswd|usermod)\b", re.MULTILINE)
"""Line of Imager's script that sets user and password."""
SCRIPT_NETWORK = re.compile(r"^[^#]*\b(set_wlan|wpa_supplicant)\b", re.MULTILINE)
"""Line of Imager's script that sets a network."""
PRESEED = "rpi-preseed.toml"
SUMS = f"{Path(CARD).name}/sums.txt"
BEGIN = '# companion: by "make card", from here on.'
"""Line above our part of user-data and network-config."""


class Card(NamedTuple):
    """Boot partition that can be prepared.

    customised: True if its user is configured already. Other things may be configured without a user.
    networked: True if its network is.
    """

    boot: Path
    mechanism: str
    customised: bool
    networked: bool = False

    def read(self, name: str) -> str:
        """Return the text of a file, "" if it does not exist."""
        return read(self.boot / name)


def read(file: Path) -> str:
    """Return a small text, "" if it does not exist. Raises Refused if it is no text."""
    if not file.is_file():
        return ""
    try:
        return file.read_bytes()[:1_000_000].decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise Refused(f"{file} is no text; write the card anew with Raspberry Pi Imager.") from None


def card_in(boot: Path) -> Card:
    """Return the card whose boot partition is this folder. Raises Refused."""
    _check(boot)
    for mechanism, customised in ((CLOUD_INIT, _by_cloud_init(boot)), (FIRSTRUN, _by_firstrun(boot))):
        if customised is not None:
            networked = (
                _says_something(without_ours(read(boot / NETWORK)))
                if mechanism == CLOUD_INIT
                else bool(RUNS_SCRIPT.search(read(boot / CMDLINE)) and SCRIPT_NETWORK.search(read(boot / SCRIPT)))
            )
            return Card(boot, mechanism, customised, networked)
    if (boot / SUMS).is_file():
        return Card(boot, FAILED_START, customised=True)
    if (boot / PRESEED).exists():
        raise Refused(
            f"This card is set up by {PRESEED}, which the companion can't add to. Write Raspberry Pi OS Lite "
            "(64-bit) on it anew, and leave user and Wi-Fi to make card."
        )
    raise Refused(
        "This card isn't new: it has started already, or another program changed it. Write Raspberry Pi "
        'OS Lite (64-bit) on it anew; or, on the Pi that it is in, type "sudo make install-pi".'
    )


def _check(boot: Path) -> None:
    if boot.exists() and not boot.is_dir():
        raise Refused(f'"{boot}" is no folder; name the folder in which your computer shows the card, "bootfs".')
    if not boot.is_dir():
        raise Refused(f'There is no folder "{boot}"; put the card in and name its boot partition, "bootfs".')
    if missing := [name for name in (CONFIG, CMDLINE) if not (boot / name).is_file()]:
        raise Refused(
            f'"{boot}" is not a Raspberry Pi OS boot partition (no {missing[0]}); name the one called "bootfs".'
        )
    if not (boot / KERNEL).is_file() or (boot / KERNEL_32).is_file():
        raise Refused("This isn't the 64-bit Raspberry Pi OS; write Raspberry Pi OS Lite (64-bit) on the card.")
    if (boot / Path(CARD_USED).name).exists():
        raise Refused("The companion was installed from this card already; to begin anew, write the card anew.")
    if "root=" not in read(boot / CMDLINE):
        raise Refused(f"{boot / CMDLINE} names no system to start; write the card anew with Raspberry Pi Imager.")


def _by_cloud_init(boot: Path) -> bool | None:
    """True if the card is customised; None if it does not start by cloud-init."""
    if not (boot / USER_DATA).is_file() or not (boot / META_DATA).is_file():
        return None
    if (boot / SCRIPT).is_file() and not is_ours(read(boot / SCRIPT)):
        raise Refused(
            "An older Raspberry Pi Imager customised this card in a way that its system doesn't understand; "
            "write it anew with Imager 2."
        )
    vendor = read(boot / VENDOR_DATA)
    if vendor and not is_ours(vendor):
        raise Refused(f'Another program wrote the file "{VENDOR_DATA}" on this card; write the card anew.')
    return bool(USER_KEY.search(read(boot / USER_DATA)))


def _by_firstrun(boot: Path) -> bool | None:
    """True if the card is customised; None if it does not start by firstrun.sh."""
    line = read(boot / CMDLINE)
    if (boot / PRESEED).exists():
        return None
    if RUNS_SCRIPT.search(line):
        if (boot / SCRIPT).is_file():
            others = any((boot / name).exists() for name in OTHER_WAYS)
            return others or bool(SCRIPT_USER.search(read(boot / SCRIPT)))
        raise Refused(f"{CMDLINE} calls a {SCRIPT} that is not there; write the card anew.")
    if not RUNS_FIRSTBOOT.search(line):
        return None
    return any((boot / name).exists() for name in OTHER_WAYS)


def _says_something(user_data: str) -> bool:
    """True if the text contains more than comments, unlike the image's own file."""
    lines = user_data.removeprefix("\ufeff").splitlines()
    return any(line.strip() and not line.lstrip().startswith("#") for line in lines)


def without_ours(text: str) -> str:
    """Return the text before our part."""
    return text.partition(BEGIN)[0]


def is_ours(text: str) -> bool:
    """True if `make card` wrote the text."""
    return HOOK_MARK in text
