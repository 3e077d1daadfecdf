"""The computer as the devices need it: its model, what its start files switch on, who may use what. Reads only."""

from __future__ import annotations

import os
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.engine.message import Message, tr

ROOT = Path("/")
BOOT = ("boot/firmware", "boot")
CONSOLE = re.compile(r"\bconsole=(serial0|ttyAMA0|ttyS0)\b")
OVERLAY = re.compile(r"\b(boot=overlay|overlayroot=tmpfs)\b")
SWITCH = re.compile(r"(dtparam|dtoverlay|enable_uart)=\S+")
PACKAGES = (
    "adafruit-blinka",
    "adafruit-circuitpython-pn532",
    "gpiod",
    "gpiozero",
    "lgpio",
    "msgspec",
    "pillow",
    "pyserial",
    "spidev",
    "waveshare-epaper",
)
"""Those whose versions matter to devices."""


def _text(name: str) -> str:
    try:
        return (ROOT / name).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""


def model() -> str:
    """What the board calls itself, "" where it is no such board."""
    return _text("proc/device-tree/model")


def is_pi() -> bool:
    return "Raspberry Pi" in model()


def is_pi_5() -> bool:
    return "Raspberry Pi 5" in model()


def system() -> str:
    """The name of the operating system."""
    found = re.search(r'^PRETTY_NAME="?([^"\n]*)', _text("etc/os-release"), re.MULTILINE)
    return found[1] if found else ""


def in_memory(folder: Path) -> bool:
    """Whether what is kept there is gone when the power is: in memory, or in an overlay over the card's files."""
    kinds = {fields[1]: fields[2] for line in _text("proc/mounts").splitlines() if len(fields := line.split()) > 2}
    places = [str(place) for place in (folder, *folder.parents) if str(place) in kinds]
    kind = kinds[places[0]] if places else ""
    # Containers have an overlay too, which lasts: raspi-config's is told to the kernel.
    return kind in ("tmpfs", "ramfs") or (kind == "overlay" and bool(OVERLAY.search(_text("proc/cmdline"))))


def switches() -> list[str]:
    """What config.txt switches on, comments left out."""
    text = next((text for folder in BOOT if (text := _text(f"{folder}/config.txt"))), "")
    return [line.strip() for line in text.splitlines() if SWITCH.match(line.strip())]


def serial_console() -> bool:
    """Whether the system itself talks on the header's serial port."""
    texts = (_text(f"{folder}/cmdline.txt") for folder in BOOT)
    return any(CONSOLE.search(text) for text in (*texts, _text("proc/cmdline")))


def device(name: str) -> Path:
    return ROOT / name.lstrip("/")


def is_there(name: str) -> bool:
    return device(name).exists()


def is_allowed(name: str) -> bool:
    return os.access(device(name), os.R_OK | os.W_OK)


def group_of(name: str) -> str:
    """The group that a device belongs to."""
    try:
        return device(name).group()
    except (OSError, KeyError, NotImplementedError):
        return ""


def versions() -> dict[str, str]:
    """Of the packages that matter, "-" where one is missing."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "-"
    return found


# Steps that several devices share


def join(group: str) -> Message:
    return tr(
        'Let this user in: "sudo usermod -aG {group} $USER", then log in anew or start the computer again.',
        group=group,
    )


def switch_on(line: str) -> Message:
    return tr(
        'Switch it on: add the line "{line}" to /boot/firmware/config.txt and start the computer again.', line=line
    )


def not_a_pi() -> Message:
    return tr(
        'This computer is no Raspberry Pi and has no such pins; set its kind to "desk" in companion.toml here.'
    )


IN_MEMORY = tr(
    "Games are kept in memory only, and gone when the power is; switch the overlay file system off (raspi-config)."
)
NO_OVERLAY = tr('Switch it off: "sudo raspi-config", Performance Options, Overlay File System, No.')
INSTALL = tr('Install the companion with its extra "pi" on the Raspberry Pi ("make install-pi").')
STOP_OTHER = tr(
    "Another program has it: stop the companion if it runs "
    '("sudo systemctl stop companion") and whatever else uses it, then ask again.'
)
POWER = tr("Look at its power: 3.3 V on pin 1 or 17, ground on pin 6, 9, 14 or 20, each firmly seated.")
