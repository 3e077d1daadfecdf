"""The computer that the devices depend on: its model, enabled interfaces, permissions, packages, and its speed.

It reads only: no device is measured and no file is left behind. Speed means the time to store an entry and to draw
a picture.
"""

from __future__ import annotations

import os
import re
import statistics
import tempfile
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.doctor.findings import Finding, note_finding, ok_finding, unavailable_finding
from companion.engine.message import Message, tr
from companion.menu.pages import NoticePage
from companion.screens.paper import Panel
from companion.screens.picture import make_picture

ROOT = Path("/")
BOOT_FOLDERS = ("boot/firmware", "boot")
CONSOLE_PATTERN = re.compile(r"\bconsole=(serial0|ttyAMA0|ttyS0)\b")
OVERLAY_PATTERN = re.compile(r"\b(boot=overlay|overlayroot=tmpfs)\b")
SWITCH_PATTERN = re.compile(r"(dtparam|dtoverlay|enable_uart)=\S+")
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
"""Packages whose versions matter for devices."""


def _text(name: str) -> str:
    try:
        return (ROOT / name).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""


def board_model() -> str:
    """Return the model of the board, "" if it has none."""
    return _text("proc/device-tree/model")


def is_pi() -> bool:
    return "Raspberry Pi" in board_model()


def is_pi_5() -> bool:
    return "Raspberry Pi 5" in board_model()


def system_name() -> str:
    """Return the name of the operating system."""
    found = re.search(r'^PRETTY_NAME="?([^"\n]*)', _text("etc/os-release"), re.MULTILINE)
    return found[1] if found else ""


def is_in_memory(folder: Path) -> bool:
    """True if the folder is lost without power: it is in memory, or in an overlay over the card's files."""
    kinds = {fields[1]: fields[2] for line in _text("proc/mounts").splitlines() if len(fields := line.split()) > 2}
    places = [str(place) for place in (folder, *folder.parents) if str(place) in kinds]
    kind = kinds[places[0]] if places else ""
    # Containers also have an overlay, which is durable; the one of raspi-config is in the kernel's command line.
    return kind in ("tmpfs", "ramfs") or (
        kind == "overlay" and bool(OVERLAY_PATTERN.search(_text("proc/cmdline")))
    )


def enabled_switches() -> list[str]:
    """Return the active switches in config.txt."""
    text = next((text for folder in BOOT_FOLDERS if (text := _text(f"{folder}/config.txt"))), "").lstrip("\ufeff")
    return [line.strip() for line in text.splitlines() if SWITCH_PATTERN.match(line.strip())]


def has_serial_console() -> bool:
    """True if the system uses the header's serial port as a console."""
    texts = (_text(f"{folder}/cmdline.txt") for folder in BOOT_FOLDERS)
    return any(CONSOLE_PATTERN.search(text) for text in (*texts, _text("proc/cmdline")))


def device_path(name: str) -> Path:
    return ROOT / name.lstrip("/")


def device_exists(name: str) -> bool:
    return device_path(name).exists()


def is_device_allowed(name: str) -> bool:
    return os.access(device_path(name), os.R_OK | os.W_OK)


def gpio_chips() -> list[str]:
    """Return the GPIO chips that the system has."""
    return sorted(f"/dev/{each.name}" for each in device_path("dev").glob("gpiochip*"))


def device_group(name: str) -> str:
    """Return the group of a device; "" if unknown."""
    try:
        return device_path(name).group()
    except (OSError, KeyError, NotImplementedError):
        return ""


def package_versions() -> dict[str, str]:
    """Return the versions of PACKAGES, "-" for a missing one."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "-"
    return found


def join_group_remedy(group: str) -> Message:
    return tr(
        'Let this user in: "sudo usermod -aG {group} $USER", then log in again or start the computer again.',
        group=group,
    )


def switch_on_remedy(line: str) -> Message:
    return tr(
        'Switch it on: add the line "{line}" to /boot/firmware/config.txt and start the computer again.', line=line
    )


def not_a_pi_text() -> Message:
    return tr(
        'This computer is not a Raspberry Pi and has no such pins; set its kind to "desk" in companion.toml here.'
    )


IN_MEMORY_TEXT = tr(
    "Games are kept in memory only, and gone when the power is; switch the overlay file system off (raspi-config)."
)
NO_OVERLAY_REMEDY = tr('Switch it off: "sudo raspi-config", Performance Options, Overlay File System, No.')
INSTALL_REMEDY = tr('Install the companion with its extra "pi" on the Raspberry Pi ("make install-pi").')
STOP_OTHER_REMEDY = tr(
    "Another program has it: stop the companion if it runs "
    '("sudo systemctl stop companion") and whatever else uses it, then ask again.'
)
POWER_REMEDY = tr("Look at its power: 3.3 V on pin 1 or 17, ground on pin 6, 9, 14 or 20, each firmly seated.")


SPEED_LABEL = tr("speed")
MEASURED_ENTRIES, SAMPLE_ENTRY, MEASURED_PICTURES = 15, b"x" * 400, 5
SLOW_DISK_MS, SLOW_PICTURE_MS = 50.0, 300.0
"""Milliseconds above which a disk or a picture counts as slow."""


def measure_disk(data: Path) -> Iterator[Finding]:
    """Yield the time to store an entry: writing its bytes and syncing them."""
    folder = next(each for each in (data, *data.parents) if each.is_dir())
    try:
        times = _sync_seconds(folder)
    except PermissionError:
        raise
    except OSError as error:
        yield unavailable_finding(
            SPEED_LABEL, error, tr("Let this user write to the data folder; without it no game can be kept.")
        )
        return
    usual, worst = statistics.median(times), max(times)
    told = tr(
        "An entry is on the disk after {usual} ms, at worst {worst} ms.",
        usual=f"{usual:.1f}",
        worst=f"{worst:.1f}",
    )
    if usual > SLOW_DISK_MS:
        yield note_finding(
            SPEED_LABEL, told, tr("That is a slow card; one of class A1 or A2 keeps entries faster.")
        )
    else:
        yield ok_finding(SPEED_LABEL, told)


def _sync_seconds(folder: Path) -> list[float]:
    times = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(MEASURED_ENTRIES):
            began = time.perf_counter()
            file.write(SAMPLE_ENTRY)
            file.flush()
            os.fsync(file.fileno())
            times.append((time.perf_counter() - began) * 1000)
    return times


def measure_drawing(panel: Panel) -> Iterator[Finding]:
    """Yield the time to draw a picture."""
    page, paper, times = NoticePage("told", tr("The companion beside your board.")), panel.paper(), []
    for _ in range(MEASURED_PICTURES):
        began = time.perf_counter()
        make_picture(None, page, paper, str)
        times.append((time.perf_counter() - began) * 1000)
    usual = statistics.median(times)
    told = tr("A picture for {panel} is drawn in {usual} ms.", panel=panel.name, usual=f"{usual:.1f}")
    if usual > SLOW_PICTURE_MS:
        yield note_finding(SPEED_LABEL, told, tr("Something else keeps this computer busy; end it."))
    else:
        yield ok_finding(SPEED_LABEL, told)
