"""`make install-pi` on a machine made of a folder and a list: what it does, leaves alone, and refuses."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.settings import read_settings
from tools.pi import boot
from tools.pi.install import (
    BOOT,
    CASE_KINDS,
    COMMAND,
    CONFIG,
    CURRENT,
    GROUPS,
    GUARD,
    MODEL,
    PACKAGES,
    PREFIX,
    STARTED_UNITS,
    STATE,
    UNIT_FOLDER,
    UNITS,
    USER,
    check_machine,
    install,
    uninstall,
)
from tools.pi.machine import CommandResult, Machine, Refused, run_command

ROOT = Path(__file__).parents[2]
CONFIG_TXT = """# For more options see the documentation
dtparam=audio=on
#dtparam=spi=on
camera_auto_detect=1

[cm4]
otg_mode=1
"""
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1234-02 rootfstype=ext4 fsck.repair=yes rootwait\n"
OS_RELEASE = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n'


NO_PI, DESK = "This is no Raspberry Pi with a 64-bit system", 'to play on this computer type "make run".'


class Pi:
    """A Raspberry Pi: files in a folder, and commands that are remembered and change little."""

    def __init__(self, root: Path, model: str = "Raspberry Pi Zero 2 W Rev 1.0") -> None:
        self.root = root
        self.machine, self.userland = "aarch64", "arm64"
        self.installed: set[str] = set()
        self.accounts: set[str] = {"gpio", "dialout"}
        self.broken = ""
        self.commands: list[str] = []
        self.hands = Machine(root, self.run)
        self.put(MODEL, model + "\0")
        self.put("/etc/os-release", OS_RELEASE)
        self.put(f"{BOOT}/config.txt", CONFIG_TXT)
        self.put(f"{BOOT}/cmdline.txt", CMDLINE)
        (root / "run" / "systemd" / "system").mkdir(parents=True)

    def put(self, path: str, text: str) -> None:
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def text(self, path: str) -> str:
        return (self.root / path.lstrip("/")).read_text()

    def run(self, command: Sequence[str], quiet: bool) -> CommandResult:
        if not quiet:
            self.commands.append(" ".join(command))
        if self.broken and self.broken in command:
            return CommandResult(100)
        match command:
            case ["dpkg", "--print-architecture"]:
                return CommandResult(0, f"{self.userland}\n")
            case ["uname", *_]:
                return CommandResult(0, f"{self.machine}\n")
            case ["dpkg-query", *_, package]:
                return CommandResult(0, "installed") if package in self.installed else CommandResult(1, "")
            case ["getent", _, name]:
                return CommandResult(0 if name in self.accounts else 2)
            case ["apt-get", "install", *words]:
                self.installed |= set(words)
            case ["groupadd" | "useradd", *_, name]:
                self.accounts.add(name)
            case ["userdel" | "groupdel", name]:
                self.accounts.discard(name)
            case ["python3", "-m", "venv", *_]:
                self.put(f"{command[-1]}/bin/python", "")
        return CommandResult(0)

    def files(self) -> dict[str, str]:
        return {str(f.relative_to(self.root)): f.read_text() for f in self.root.rglob("*") if f.is_file()}


@pytest.fixture
def pi(tmp_path: Path) -> Iterator[Pi]:
    yield Pi(tmp_path)
    assert not list(tmp_path.rglob("*.new"))


def test_after_it_everything_is_in_its_place_and_the_pi_wants_to_be_started_anew(pi: Pi) -> None:
    assert install(pi.hands)
    assert pi.installed >= set(PACKAGES)
    assert not any("rpi" in package for package in PACKAGES), (
        "it takes the place of the image's own python3-rpi.gpio"
    )
    assert pi.accounts >= {USER, *GROUPS}
    for unit in UNITS:
        assert pi.text(f"{UNIT_FOLDER}/{unit}") == (ROOT / "systemd" / unit).read_text()
    assert (pi.root / COMMAND.lstrip("/")).readlink() == Path(f"{CURRENT}/bin/companion")
    assert f"systemctl enable {' '.join(STARTED_UNITS)}" in pi.commands
    assert not any(command.startswith("systemctl restart") for command in pi.commands)


def test_nothing_is_installed_that_is_not_locked_with_its_hash(pi: Pi) -> None:
    install(pi.hands)
    pips = [command for command in pi.commands if " pip install " in command]
    assert len(pips) == 3
    assert all("--require-hashes" in command or "--no-index" in command for command in pips)
    assert all("--only-binary :all:" in command or "--no-index" in command for command in pips)
    assert f"python3 -m venv --system-site-packages {PREFIX}/a" in pi.commands


def test_the_settings_are_those_of_the_case_and_can_be_read(pi: Pi) -> None:
    install(pi.hands)
    settings = read_settings(pi.root / CONFIG.lstrip("/") / "companion.toml")
    assert {table: getattr(settings, table).kind for table in CASE_KINDS} == CASE_KINDS
    assert settings.data_folder == STATE
    assert Path(settings.house_rules).exists()


def test_buses_are_on_for_every_board_and_the_serial_line_is_free(pi: Pi) -> None:
    install(pi.hands)
    config = pi.text(f"{BOOT}/config.txt")
    assert config.startswith(CONFIG_TXT)
    assert config.endswith("\n# companion: begin\n[all]\ndtparam=spi=on\nenable_uart=1\n# companion: end\n")
    assert pi.text(f"{BOOT}/cmdline.txt") == CMDLINE.replace("console=serial0,115200 ", "")


def test_a_second_time_changes_nothing_and_starts_the_new_version(pi: Pi) -> None:
    install(pi.hands)
    before = pi.files()
    pi.commands.clear()
    assert not install(pi.hands)
    changed = {name for name, text in pi.files().items() if before.get(name) != text}
    assert changed == {"opt/companion/b/bin/python"}, "the new environment, beside the one before"
    assert (pi.root / CURRENT.lstrip("/")).readlink() == Path("b")
    assert not any(command.split()[0] in ("apt-get", "groupadd", "useradd") for command in pi.commands)
    assert pi.commands[-1] == f"systemctl restart {' '.join(STARTED_UNITS)}"


def test_an_owners_settings_are_never_written_over_and_are_what_counts(pi: Pi) -> None:
    own = '[reader]\nkind = "i2c"\n[display]\nkind = "desk"\n'
    pi.put(f"{CONFIG}/companion.toml", own)
    install(pi.hands)
    assert pi.text(f"{CONFIG}/companion.toml") == own
    assert "dtparam=i2c_arm=on" in pi.text(f"{BOOT}/config.txt")
    assert "uart" not in pi.text(f"{BOOT}/config.txt")
    assert pi.text(f"{BOOT}/cmdline.txt") == CMDLINE


def test_settings_that_cannot_be_read_are_one_sentence(pi: Pi) -> None:
    pi.put(f"{CONFIG}/companion.toml", "[reader\n")
    with pytest.raises(Refused, match=r"companion\.toml can't be read .*; correct it and start again\."):
        install(pi.hands)


@pytest.mark.parametrize(
    ("reader", "port", "line"),
    [
        ("uart", "", "enable_uart=1"),
        ("uart", "/dev/serial/by-id/usb-1", ""),
        ("i2c", "", "dtparam=i2c_arm=on"),
        ("desk", "", ""),
    ],
)
def test_only_what_the_reader_needs_is_switched_on(reader: str, port: str, line: str) -> None:
    assert boot.config_switches(reader, port, "desk", False) == ((line,) if line else ())


def test_a_pi_5_calls_its_serial_line_otherwise(tmp_path: Path) -> None:
    pi = Pi(tmp_path, "Raspberry Pi 5 Model B Rev 1.0")
    install(pi.hands)
    assert "dtparam=uart0=on" in pi.text(f"{BOOT}/config.txt")


@pytest.mark.parametrize(
    "config",
    [
        "dtparam=spi=on\n",
        "[all]\ndtparam=spi=on\n",
        "[pi5]\ndtparam=spi=on\n",
        "#dtparam=spi=on\n",
        "dtparam=spi=on\ndtparam=spi=off\n",
        "dtparam=spi=off\n[all]\ndtparam=spi=on\n",
    ],
)
def test_the_block_of_the_companion_is_always_written_and_the_last(config: str) -> None:
    """What is on already may be switched off by a line that somebody adds before the block."""
    switched = boot.with_switches(config, ["dtparam=spi=on"])
    assert switched == config + "\n# companion: begin\n[all]\ndtparam=spi=on\n# companion: end\n"
    assert boot.with_switches(switched, ["dtparam=spi=on"]) == switched
    assert boot.without_switches(switched) == config


# Refused


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("machine", f"{NO_PI} (Raspberry Pi Zero 2 W Rev 1.0); {DESK}"),
        ("model", f"{NO_PI} (Orange Pi); {DESK}"),
        (
            "userland",
            "The kernel is 64-bit and the system 32-bit; write the 64-bit Raspberry Pi OS on the card.",
        ),
        ("system", "This is not Raspberry Pi OS; write its 64-bit version on the card and start again."),
        ("boot", "There is no /boot/firmware/config.txt; Raspberry Pi OS 12 (bookworm) or newer is needed."),
        ("python", "Python 3.11 is needed; Raspberry Pi OS 12 (bookworm) and newer have it."),
        ("user", 'Only root can do that; type "sudo make install-pi".'),
    ],
)  # fmt: skip
def test_the_wrong_machine_is_refused_with_a_sentence_and_left_alone(pi: Pi, change: str, sentence: str) -> None:
    check_machine(pi.hands, 0, (3, 11))
    python, uid = (3, 11), 0
    match change:
        case "machine":
            pi.machine = "armv7l"
        case "userland":
            pi.userland = "armhf"
        case "model":
            pi.put(MODEL, "Orange Pi\0")
        case "system":
            pi.put("/etc/os-release", "ID=fedora\n")
        case "boot":
            (pi.root / BOOT.lstrip("/") / "config.txt").unlink()
        case "python":
            python = (3, 9)
        case "user":
            uid = 1000
    with pytest.raises(Refused) as refused:
        check_machine(pi.hands, uid, python)
    assert str(refused.value) == sentence
    assert (pi.hands.done, pi.commands) == ([], [])


@pytest.mark.skipif(Path(MODEL).exists(), reason="this may be the right machine")
def test_on_this_machine_it_refuses_by_one_sentence_and_an_exit_code() -> None:
    for words in ([], ["uninstall"]):
        command = [sys.executable, "-m", "tools.pi.install", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("This is no Raspberry Pi")
        assert done.stderr.count("\n") == 1


def test_a_step_that_fails_stops_it_with_a_sentence_and_it_can_be_done_again(pi: Pi) -> None:
    pi.broken = "apt-get"
    with pytest.raises(Refused, match=r'"apt-get update -qq" failed \(100\)\.'):
        install(pi.hands)
    pi.broken = ""
    assert install(pi.hands)


def test_it_needs_nothing_but_the_systems_python() -> None:
    """It runs before anything is installed."""
    code = "import sys; sys.path.insert(0, '.'); import tools.pi.install"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


# Taken away


def test_afterwards_only_settings_games_and_the_user_are_left(pi: Pi) -> None:
    before = pi.files()
    install(pi.hands)
    pi.put(f"{STATE}/games.sqlite", "games")
    assert uninstall(pi.hands, purge=False)
    left = {name for name, text in pi.files().items() if before.get(name) != text}
    assert left == {
        "etc/companion/companion.toml",
        "etc/companion/house_rules.toml",
        "var/lib/companion/games.sqlite",
    }, "the serial console is back, the buses are as they were"
    assert f"apt-mark auto {' '.join(PACKAGES)}" in pi.commands
    assert USER in pi.accounts


def test_with_purge_nothing_is_left(pi: Pi) -> None:
    install(pi.hands)
    pi.put(f"{STATE}/games.sqlite", "games")
    uninstall(pi.hands, purge=True)
    for path in (CONFIG, STATE, PREFIX, COMMAND):
        assert not (pi.root / path.lstrip("/")).exists()
    assert pi.accounts == {"gpio", "dialout"}, "as they were"


def test_whatever_was_changed_at_any_time_is_given_back(pi: Pi) -> None:
    pi.installed = set(PACKAGES) - {"python3-lgpio"}
    install(pi.hands)
    pi.put(f"{BOOT}/cmdline.txt", f"console=ttyAMA0,9600 {pi.text(f'{BOOT}/cmdline.txt')}")
    install(pi.hands)
    uninstall(pi.hands, purge=False)
    words = pi.text(f"{BOOT}/cmdline.txt").split()
    assert {"console=serial0,115200", "console=ttyAMA0,9600"} <= set(words)
    assert pi.text(f"{BOOT}/cmdline.txt").count("\n") == 1, "one line, as the firmware wants it"
    assert "apt-mark auto python3-lgpio" in pi.commands, "what was there before stays wanted"
    assert not uninstall(pi.hands, purge=False), "a second time there is nothing to give back"


def test_what_was_changed_is_written_down_before_it_is(pi: Pi) -> None:
    pi.broken = "groupadd"
    with pytest.raises(Refused):
        install(pi.hands)
    uninstall(pi.hands, purge=False)
    assert f"apt-mark auto {' '.join(PACKAGES)}" in pi.commands


def test_taking_away_what_is_not_there_does_nothing(pi: Pi) -> None:
    before = pi.files()
    assert not uninstall(pi.hands, purge=False)
    assert pi.files() == before
    assert pi.commands == ["systemctl daemon-reload"]


# The hands


def test_a_command_that_is_not_there_is_a_failure_and_no_traceback() -> None:
    assert run_command(["companion-no-such-command"], True).code == 127
    assert run_command([sys.executable, "-c", "print(7)"], True) == CommandResult(0, "7\n")


def test_each_time_a_new_environment_is_made_and_the_one_in_use_stays_until_then(pi: Pi) -> None:
    for name in ("a", "b", "a"):
        pi.put(f"{PREFIX}/{name}/lib/old", "")
        pi.put(f"{PREFIX}/update.json", "{}")
        install(pi.hands)
        assert not (pi.root / f"{PREFIX}/{name}/lib/old".lstrip("/")).exists()
        assert (pi.root / CURRENT.lstrip("/")).readlink() == Path(name)
        assert not (pi.root / f"{PREFIX}/update.json".lstrip("/")).exists()
    assert pi.text(GUARD) == (ROOT / "companion" / "update" / "guard.py").read_text()


def test_one_that_could_not_be_made_is_never_switched_to(pi: Pi) -> None:
    install(pi.hands)
    pi.broken = "--no-index"
    with pytest.raises(Refused):
        install(pi.hands)
    assert (pi.root / CURRENT.lstrip("/")).readlink() == Path("a")
    assert (pi.root / f"{PREFIX}/a/bin/python".lstrip("/")).exists()
