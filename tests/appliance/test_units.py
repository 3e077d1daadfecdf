"""The units: systemd understands them, they shut out what the companion doesn't need and nothing that it does."""

from __future__ import annotations

import configparser
import ctypes
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app import STOP_TIMEOUT
from companion.doctor.report import REPORT_FILE
from companion.doctor.report import REPORT_FOLDER_VARIABLE as REPORT_WANTED
from companion.hardware.display import Display
from companion.hardware.systemd import MAX_HEARTBEAT_INTERVAL, POWER_OFF_FILE
from companion.update.guard import Places
from companion.update.installation import READY_TIMEOUT
from companion.update.update_prompt import (
    BOOT_FOLDER,
    HEALTH_VARIABLE,
    REQUEST_FILE,
    REQUEST_VARIABLE,
    STICK_FOLDER,
)
from companion.web.phones.phone_access import RULES_FILE_VARIABLE as PHONES
from tools.pi.install import (
    CONFIG,
    CURRENT,
    FIRST_UNIT,
    GROUPS,
    GUARD,
    STARTED_UNITS,
    STATE,
    UNIT_FOLDER,
    UNITS,
    USER,
)

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
WORST = 2.5
DEVICES = {"char-gpiochip", "char-spi", "char-i2c", "char-ttyAMA", "char-ttyS", "char-ttyUSB", "char-ttyACM"}
MODULES = {f"modprobe@{name}.service" for name in ("spidev", "i2c_dev", "usbserial", "cdc_acm")}


class Unit:
    """A unit file: `unit["Service", "User"]` is every value of that setting, in order."""

    def __init__(self, name: str) -> None:
        self._lines = (SYSTEMD / name).read_text().splitlines()

    def __getitem__(self, place: tuple[str, str]) -> list[str]:
        section, key = place
        found, now = [], ""
        for line in self._lines:
            now = line.strip("[]") if line.startswith("[") else now
            name, _, value = line.partition("=")
            if (now, name) == (section, key):
                found.append(value)
        return found

    def seconds(self, key: str) -> float:
        return float(self["Service", key][0])


@pytest.fixture
def service() -> Unit:
    return Unit("companion.service")


needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")


@needs_systemd
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    """In a root of its own, where the commands of the units are there and little else is."""
    system = ("/usr/bin/python3", "/usr/bin/systemctl", "/usr/bin/udevadm", "/bin/sh", "/bin/rm", "/bin/umount")
    for name in (f"{CURRENT}/bin/companion", *system):
        command = tmp_path / name.lstrip("/")
        command.parent.mkdir(parents=True, exist_ok=True)
        command.write_text("#!/bin/sh\n")
        command.chmod(0o755)
    folder = tmp_path / UNIT_FOLDER.lstrip("/")
    shutil.copytree(SYSTEMD, folder)
    for target in ("sysinit", "basic", "local-fs", "multi-user", "shutdown", "paths", "network"):
        (folder / f"{target}.target").write_text("[Unit]\nDescription=a target\n")
    verify = ["systemd-analyze", "verify", f"--root={tmp_path}", *UNITS, FIRST_UNIT]
    done = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    (folder / UNITS[0]).write_text("[Service]\nRestart=maybe\n")
    assert subprocess.run(verify, capture_output=True, text=True, check=False).stderr


@needs_systemd
def test_little_of_the_machine_is_exposed() -> None:
    command = ["systemd-analyze", "security", "--offline=true", str(SYSTEMD / "companion.service")]
    message = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    score = re.search(r"exposure level for companion.service: ([\d.]+)", message)
    assert score, message
    assert float(score[1]) <= WORST


def test_the_devices_of_the_case_are_reached(service: Unit) -> None:
    allowed = {line.split()[0]: line.split()[1] for line in service["Service", "DeviceAllow"]}
    assert set(allowed) == DEVICES, "all of these, and no other"
    assert set(allowed.values()) == {"rw"}
    assert service["Service", "PrivateDevices"] == ["no"]
    assert service["Service", "ProtectClock"] == []  # would bring a list of devices of its own
    assert service["Service", "ProcSubset"] != ["pid"]  # hides /proc/cpuinfo from the pins' libraries
    assert service["Service", "SupplementaryGroups"] == [" ".join(GROUPS)]
    environment = " ".join(service["Service", "Environment"])
    for word in ("GPIOZERO_PIN_FACTORY=lgpio", "LG_WD=/run/companion", "BLINKA_SKIP_DEPENDENCY_CHECK=1"):
        assert word in environment


def test_the_devices_modules_are_there_before_the_list_of_devices_is_made(service: Unit) -> None:
    """What the kernel doesn't list when the service starts is refused for as long as it runs."""
    assert set(" ".join(service["Unit", "Wants"]).split()) == MODULES
    assert set(" ".join(service["Unit", "After"]).split()) == {"local-fs.target", *MODULES}


def test_it_runs_what_is_installed_with_its_settings_and_its_folder(service: Unit) -> None:
    assert service["Service", "ExecStart"] == [
        f"{CURRENT}/bin/companion --config {CONFIG}/companion.toml --data {STATE} run"
    ]
    assert service["Service", "User"] == [USER]
    assert f"/var/lib/{service['Service', 'StateDirectory'][0]}" == STATE


def test_the_watchdog_waits_longer_than_the_companion_is_silent(service: Unit) -> None:
    assert service["Service", "Type"] == ["notify"]
    assert service.seconds("WatchdogSec") >= 3 * MAX_HEARTBEAT_INTERVAL


def test_it_is_given_the_time_for_a_clean_end(service: Unit) -> None:
    display: float = Display.stop.__defaults__[0]  # type: ignore[index]
    assert service.seconds("TimeoutStopSec") > display + 2 * STOP_TIMEOUT


def test_it_is_started_again_but_not_for_ever_nor_for_bad_settings(service: Unit) -> None:
    assert service["Service", "Restart"] == ["on-failure"]
    assert service["Service", "RestartPreventExitStatus"] == ["2"]
    burst, interval = (
        int(service["Unit", "StartLimitBurst"][0]),
        float(service["Unit", "StartLimitIntervalSec"][0]),
    )
    assert burst >= 3
    # It may need 10 s until it fails: the limit must be reached within its interval nevertheless.
    assert interval >= burst * (service.seconds("RestartSec") + 10)


def test_the_file_that_asks_for_the_end_is_the_one_that_is_watched(service: Unit) -> None:
    named = [
        word
        for line in service["Service", "Environment"]
        for word in line.split()
        if word.startswith(POWER_OFF_FILE)
    ]
    (file,) = (word.partition("=")[2] for word in named)
    assert Unit("companion-poweroff.path")["Path", "PathExists"] == [file]
    assert file.startswith(f"/run/{service['Service', 'RuntimeDirectory'][0]}/")
    assert Unit("companion-poweroff.service")["Service", "ExecStart"] == ["/usr/bin/systemctl poweroff"]
    paths = {name for name in UNITS if name.endswith(".path")}
    assert paths | {"companion-stick.service", "companion.service"} == set(STARTED_UNITS)


def written(service: Unit) -> str:
    """The file that the companion writes its word about phones into."""
    named = [word for line in service["Service", "Environment"] for word in line.split()]
    (file,) = (word.partition("=")[2] for word in named if word.startswith(f"{PHONES}="))
    return file


def told_to(service: Unit, name: str) -> str:
    """The file that the companion is told by a variable."""
    (file,) = (
        word.partition("=")[2]
        for line in service["Service", "Environment"]
        for word in line.split()
        if word.startswith(f"{name}=")
    )
    return file


def test_an_update_is_asked_for_and_its_health_is_told_where_root_looks(service: Unit) -> None:
    assert Unit("companion-update.path")["Path", "PathExists"] == [told_to(service, REQUEST_VARIABLE)]
    assert told_to(service, REQUEST_VARIABLE) == str(REQUEST_FILE)
    assert told_to(service, HEALTH_VARIABLE) == str(Places().health)
    (asked,) = Unit("companion-update.service")["Service", "ExecStart"]
    text = (SYSTEMD / "companion-update.service").read_text().replace("\\\n", "")
    assert asked.startswith(f"{CURRENT}/bin/companion --config {CONFIG}/companion.toml --data {STATE}")
    assert re.search(r"update --asked$", text, re.MULTILINE)


def test_the_guard_looks_before_each_start_as_root_and_never_keeps_it_from_playing(
    service: Unit,
) -> None:
    assert f"-+/usr/bin/python3 -I {GUARD}" in service["Service", "ExecStartPre"]
    assert service.seconds("TimeoutStartSec") == READY_TIMEOUT
    assert str(Places().prefix / "guard.py") == GUARD


def test_as_shipped_only_this_machine_is_answered(service: Unit) -> None:
    assert service["Service", "IPAddressDeny"] == ["any"]
    assert service["Service", "IPAddressAllow"] == ["localhost"]


def test_the_word_about_phones_is_written_where_root_waits_for_it(service: Unit) -> None:
    file = written(service)
    assert file.startswith(f"/run/{service['Service', 'RuntimeDirectory'][0]}/")
    assert Unit("companion-phones.path")["Path", "PathModified"] == [file]
    assert Unit("companion-phones.path")["Unit", "Before"] == ["companion.service"]


@pytest.mark.parametrize(
    ("word", "house"),
    [("open\n", ["169.254.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"])]
    + [(each, []) for each in ("closed\n", "", "open; reboot\n", "$(reboot)\n", "openly\n", "open 0.0.0.0/0\n")],
)
def test_only_the_word_open_opens_and_only_to_addresses_of_a_house(
    service: Unit, tmp_path: Path, word: str, house: list[str]
) -> None:
    text = (SYSTEMD / "companion-phones.service").read_text().replace("\\\n", " ")
    (line,) = re.findall(r"^ExecStart=/bin/sh -c '(.*)'$", text, re.MULTILINE)
    file, told = tmp_path / "phones", tmp_path / "told"
    file.write_text(word)
    fake = tmp_path / "systemctl"
    fake.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >{told}\n')
    fake.chmod(0o755)
    script = line.replace("$$", "$").replace(written(service), str(file)).replace("/usr/bin/systemctl", str(fake))
    subprocess.run(["/bin/sh", "-c", script], check=True)
    command, runtime, unit, empty, allow = told.read_text().splitlines()
    assert (command, runtime, unit) == ("set-property", "--runtime", "companion.service")
    assert empty == "IPAddressAllow="
    assert allow.removeprefix("IPAddressAllow=").split() == ["127.0.0.0/8", "::1/128", *house]


def copying(data: Path, boot: Path) -> str:
    """The command that copies the report, between these two folders."""
    text = (SYSTEMD / "companion-report.service").read_text().replace("\\\n", " ")
    line: str = re.findall(r"^ExecStart=/bin/sh -c '(.*)'$", text, re.MULTILINE)[0]
    return (
        line.replace("$$", "$").replace("%%", "%").replace(STATE, str(data)).replace(str(BOOT_FOLDER), str(boot))
    )


@pytest.mark.parametrize(
    ("made", "copied"),
    [
        (lambda file: file.write_bytes(b"all that is known"), True),
        (lambda file: file.symlink_to("/etc/passwd"), False),
        (os.mkfifo, False),
        (lambda file: os.truncate(os.open(file, os.O_CREAT | os.O_RDWR), 20_000_000), False),
        (str, False),
    ],
    ids=["report", "link", "pipe", "far too long", "gone"],
)
def test_a_report_and_nothing_else_gets_onto_the_boot_partition(
    service: Unit, tmp_path: Path, made: Callable[[Path], object], copied: bool
) -> None:
    (watched,) = Unit("companion-report.path")["Path", "PathChanged"]
    assert watched == f"{STATE}/{REPORT_FILE}"
    assert told_to(service, REPORT_WANTED)
    data, boot = tmp_path / "data", tmp_path / "boot"
    data.mkdir()
    boot.mkdir()
    made(data / REPORT_FILE)
    script = copying(data, boot)
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, check=False, timeout=10)
    assert (done.returncode == 0) is copied
    assert [(each.name, each.read_bytes()) for each in boot.iterdir()] == (
        [("companion-report.zip", b"all that is known")] if copied else []
    )


@pytest.mark.parametrize("fails_at", [None, 0, 1, 2, 3])
def test_the_content_of_a_report_is_on_the_card_before_its_name_and_half_of_one_goes(
    tmp_path: Path, fails_at: int | None
) -> None:
    """FAT keeps no order of its own: a name that came first would lead to nothing after a cut."""
    data, boot, tools, told = (tmp_path / name for name in ("data", "boot", "tools", "told"))
    for folder in (data, boot, tools):
        folder.mkdir()
    (data / REPORT_FILE).write_text("new")
    (boot / "companion-report.zip").write_text("old")
    order = ["cp", "sync", "mv", "sync"]
    for name in ("cp", "sync", "mv"):
        (tools / name).write_text(
            f"#!/bin/sh\necho {name} >>{told}\n"
            f'[ "$(wc -l <{told})" -le {len(order) if fails_at is None else fails_at} ] || exit 1\n'
            f'exec /bin/{name} "$@"\n'
        )
        (tools / name).chmod(0o755)
    environ = {"PATH": f"{tools}:{os.environ['PATH']}"}
    done = subprocess.run(["/bin/sh", "-c", copying(data, boot)], env=environ, check=False, timeout=10)
    assert (done.returncode == 0) is (fails_at is None)
    assert told.read_text().split() == order[: len(order) if fails_at is None else fails_at + 1]
    (after,) = Unit("companion-report.service")["Service", "ExecStopPost"]  # after a failure and a time-out too
    subprocess.run(after.replace(str(BOOT_FOLDER), str(boot)).split(), check=True)
    held = "new" if fails_at in (None, 3) else "old"
    assert [(each.name, each.read_text()) for each in boot.iterdir()] == [("companion-report.zip", held)]


def test_what_copies_a_report_writes_nowhere_else() -> None:
    report, phones = Unit("companion-report.service"), Unit("companion-phones.service")
    assert report["Service", "ReadWritePaths"] == [str(BOOT_FOLDER)]
    lines = (SYSTEMD / "companion-phones.service").read_text().splitlines()
    same = [line.partition("=")[0] for line in lines[lines.index("NoNewPrivileges=yes") :] if "=" in line]
    assert "ProtectSystem" in same
    for key in same:
        assert report["Service", key] == phones["Service", key], key


class Sticks:
    """What is plugged in, by the names that udev gives: folders, and a `mount` that shows one of them."""

    def __init__(self, root: Path) -> None:
        self.root, self.devices, self.shown = root, root / "by-id", root / "shown"
        self.devices.mkdir()
        tool = root / "tool"
        tool.write_text(
            "#!/bin/sh\n"
            f'echo "$(basename $0) $*" >>{root}/told\n'
            f"case $0 in */umount) rm -r {self.shown}; exit;; esac\n"
            'test -d "$3" && cp -r "$3/." "$4"\n'
        )
        tool.chmod(0o755)
        for name in ("mount", "umount"):
            (root / name).symlink_to(tool)

    def plug_in(self, name: str, *files: str) -> None:
        (self.devices / name).mkdir()
        for file in files:
            (self.devices / name / file).write_text(file)

    def looked_for(self) -> list[str]:
        """Run the unit's command; which files can be read afterwards."""
        text = (SYSTEMD / "companion-stick.service").read_text().replace("\\\n", " ")
        (line,) = re.findall(r"^ExecStart=-/bin/sh -c '(.*)'$", text, re.MULTILINE)
        script = line.replace("$$", "$").replace("/dev/disk/by-id", str(self.devices))
        script = script.replace(str(STICK_FOLDER), str(self.shown))
        environ = {"PATH": f"{self.root}:{os.environ['PATH']}"}
        subprocess.run(["/bin/sh", "-c", script], env=environ, check=False)
        return sorted(file.name for file in self.shown.iterdir()) if self.shown.is_dir() else []

    @property
    def told(self) -> str:
        return (self.root / "told").read_text()


def test_the_stick_with_a_bundle_can_be_read_when_the_companion_starts(tmp_path: Path) -> None:
    sticks = Sticks(tmp_path)
    sticks.plug_in("usb-pictures-part1", "holiday.jpg")
    sticks.plug_in("usb-updates-part1", "companion-9.0.0.companion", "companion-9.0.0.companion.minisig")
    (sticks.devices / "usb-broken").write_text("no file system")
    assert sticks.looked_for() == ["companion-9.0.0.companion", "companion-9.0.0.companion.minisig"]
    assert sticks.told.count("-o ro,nosuid,nodev,noexec") == 3
    assert sticks.told.count("umount") == 1, "of the one with pictures"
    stick = Unit("companion-stick.service")
    assert stick["Unit", "Before"] == ["companion.service"]
    assert stick.seconds("TimeoutStartSec") <= 15, "a bad stick must not keep the case from playing"


@pytest.mark.parametrize("files", [None, (), ("holiday.jpg",)])
def test_without_a_bundle_no_stick_stays(tmp_path: Path, files: tuple[str, ...] | None) -> None:
    sticks = Sticks(tmp_path)
    if files is not None:
        sticks.plug_in("usb-pictures-part1", *files)
    assert sticks.looked_for() == []


def test_every_unit_can_be_read_by_other_programs_too() -> None:
    for name in UNITS:
        parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
        parser.optionxform = str  # type: ignore[assignment,method-assign]
        parser.read(SYSTEMD / name)
        assert parser.has_option("Unit", "Description")


REFUSE = """
import ctypes, os, sys
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0):
    sys.exit(9)
os.execv(sys.executable, [sys.executable, "-c", sys.argv[1]])
"""
LIBRARIES = """
import mmap
try:
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
except OSError:
    import adafruit_pn532.i2c, adafruit_pn532.uart, gpiozero, msgspec, serial, uvicorn
    import cryptography.hazmat.primitives.asymmetric.ed25519
    import companion.app, companion.hardware.device_opening, companion.web.server
    from PIL import Image, ImageDraw, ImageFont
    print("all there")
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "prctl"), reason="this system has no prctl")
def test_no_library_needs_memory_that_is_both_written_and_run() -> None:
    """MemoryDenyWriteExecute: the kernel's own version of it, where it has one."""
    environ = {**os.environ, "GPIOZERO_PIN_FACTORY": "mock"}
    command = [sys.executable, "-c", REFUSE, LIBRARIES]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    if done.returncode == 9:
        pytest.skip("this kernel can't refuse such memory")
    assert (done.returncode, done.stdout) == (0, "all there\n"), done.stderr
