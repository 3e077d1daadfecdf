"""The first start of a Pi made of a folder and a list: what it does, after a cut too, and says of trouble."""

from __future__ import annotations

import configparser
import itertools
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from companion.commands.update import FAILED_STEP, FAILURE_TEXTS, STEP_TEXTS
from tests.appliance.test_install_pi import Pi
from tests.card import case
from tests.card.case import ALL, Maker, answers_to, few_wheels
from tools.card.make import make_card
from tools.card.partition import card_in
from tools.pi import first_start, install
from tools.pi.first_start import EARLY, InstallationStopped, Start, report_failure
from tools.pi.install import (
    BOOT,
    CARD,
    CARD_TROUBLE,
    CONFIG,
    CURRENT,
    FIRST_DONE,
    PREFIX,
    STARTED_UNITS,
    STATE,
    UNIT_FOLDER,
)
from tools.pi.machine import CommandFailed, CommandResult, Machine, Refused

ROOT = Path(__file__).parents[2]
UNIT = f"{UNIT_FOLDER}/companion-first-start.service"


class Cut(Exception):
    """The plug was pulled."""


class CutHands(Machine):
    """Hands whose plug is pulled before their change number `after`."""

    def __init__(self, root: Path, runner: Callable[[Sequence[str], bool], CommandResult], after: int) -> None:
        super().__init__(root, runner)
        self.done = Counted(after)


class Counted(list[str]):
    """A list that pulls the plug when it would be longer than so many."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def append(self, each: str) -> None:
        if len(self) >= self._most:
            raise Cut
        super().append(each)


class NewPi(Pi):
    """A Pi with a card from `make card` in it. shown: what the panel was told."""

    def __init__(self, root: Path, laid: Callable[[Path], Path] = case.bookworm) -> None:
        super().__init__(root)
        shutil.rmtree(root / BOOT.lstrip("/"))
        boot = laid(root / BOOT.lstrip("/"))
        maker = Maker(*answers_to(boot))
        make_card(boot, maker.questions, maker.told.append, few_wheels())
        self.installed = set(install.PACKAGES)
        self.shown: list[tuple[str, ...]] = []
        (root / "var").mkdir()

    def run(self, command: Sequence[str], quiet: bool) -> CommandResult:
        if "installing" in command:
            early = (self.root / EARLY.lstrip("/")).exists()
            self.shown.append(tuple(command[command.index("installing") + 1 :]) if early else ("nothing",))
            return CommandResult(1)  # a panel that isn't connected stops nothing
        return super().run(command, quiet)

    def start(self, hands: Machine | None = None, python: str = "3.11") -> bool:
        return first_start.run(Start(hands or self.hands, python))


@pytest.fixture
def pi(tmp_path: Path) -> NewPi:
    return NewPi(tmp_path)


def summary(pi: NewPi) -> dict[str, str]:
    """What there is, whichever environment it is in."""
    files = {
        str(each.relative_to(pi.root)): each.read_text(errors="replace")
        for each in pi.root.rglob("*")
        if each.is_file()
    }
    return {name.replace("companion/b/", "companion/a/"): text for name, text in files.items()}


@pytest.mark.parametrize("laid", ALL)
def test_after_it_the_case_is_as_install_pi_makes_one(laid: Callable[[Path], Path], tmp_path: Path) -> None:
    pi = NewPi(tmp_path / "new", laid)
    assert not pi.start(), "nothing is left to do that needs a second start"
    for unit in install.UNITS:
        assert pi.text(f"{UNIT_FOLDER}/{unit}") == (ROOT / "systemd" / unit).read_text()
    assert (pi.root / CURRENT.lstrip("/")).readlink() == Path("a")
    assert f"systemctl enable {' '.join(STARTED_UNITS)}" in pi.commands
    assert 'panel = "2in13"' in pi.text(f"{CONFIG}/companion.toml")
    assert install.recorded_changes(pi.hands)["consoles"] == ["console=serial0,115200"]
    assert (pi.root / FIRST_DONE.lstrip("/")).exists()
    with pytest.raises(Refused, match=r"installed from this card already"):
        card_in(pi.root / BOOT.lstrip("/"))


def test_it_installs_from_the_card_alone(pi: NewPi) -> None:
    pi.start()
    pips = [command for command in pi.commands if " pip install " in command]
    assert len(pips) == 1
    assert "--no-index --no-deps" in pips[0]
    assert "/companion/wheels/3.11/" in pips[0]
    assert not any(command.startswith("apt-get") for command in pi.commands)


def test_what_another_computer_laid_beside_the_wheels_is_not_installed(pi: NewPi) -> None:
    pi.put(f"{CARD}/wheels/3.11/._tabletop_companion-3.11.whl", "of a Mac")
    pi.start()
    pip = next(command for command in pi.commands if " pip install " in command)
    assert "._" not in pip
    assert pip.count(".whl") == 1


def test_the_card_gives_back_its_room_and_nothing_of_it_begins_again(pi: NewPi) -> None:
    pi.start()
    for path in (CARD, EARLY, UNIT, f"{UNIT_FOLDER}/multi-user.target.wants/{Path(UNIT).name}", CARD_TROUBLE):
        assert not (pi.root / path.lstrip("/")).exists()


def test_the_panel_hears_how_far_it_is_in_words_that_it_knows(pi: NewPi) -> None:
    pi.start()
    assert [words[0] for words in pi.shown] == list(STEP_TEXTS)


def test_a_plug_pulled_before_any_change_is_made_good_by_the_next_start(tmp_path: Path) -> None:
    whole = NewPi(tmp_path / "whole", case.customised_bookworm)
    whole.start()
    cuts = 0
    for after in itertools.count():
        pi = NewPi(tmp_path / str(after), case.customised_bookworm)
        try:
            pi.start(CutHands(pi.root, pi.run, after))
            break
        except Cut:
            cuts += 1
        if (pi.root / FIRST_DONE.lstrip("/")).exists():
            first_start.finish(pi.hands)
        else:
            pi.start()
        assert f"systemctl enable {' '.join(STARTED_UNITS)}" in pi.commands
        assert summary(pi) == summary(whole), after
    assert cuts > 20


@pytest.mark.parametrize("laid", ALL)
def test_uninstalling_gives_back_what_the_card_had_changed(laid: Callable[[Path], Path], tmp_path: Path) -> None:
    pi = NewPi(tmp_path / "pi", laid)
    pi.start()
    pi.commands.clear()
    beside = ("-before", "-before.part", "-given-up", "-given-up-2", "-rehearsal")
    for name in beside:
        pi.put(f"{STATE}{name}/games.sqlite", "games")
    pi.put(f"{STATE}-of-somebody/games.sqlite", "not ours")
    pi.put(f"{BOOT}/companion-report.zip", "")
    install.uninstall(pi.hands, purge=True)
    assert pi.text(f"{STATE}-of-somebody/games.sqlite") == "not ours"
    assert pi.text(f"{BOOT}/config.txt") == case.CONFIG_TXT
    assert pi.text(f"{BOOT}/cmdline.txt").startswith("console=serial0,115200 console=tty1 ")
    ours = (f"{BOOT}/vendor-data", f"{BOOT}/companion-report.zip", *(f"{STATE}{name}" for name in beside))
    for path in (PREFIX, CONFIG, FIRST_DONE, *ours):
        assert not (pi.root / path.lstrip("/")).exists()


def test_a_partition_that_cannot_be_tidied_is_no_failure(pi: NewPi, monkeypatch: pytest.MonkeyPatch) -> None:
    remove = Machine.remove

    def read_only(hands: Machine, path: str) -> bool:
        if path.startswith(BOOT):
            raise OSError(30, "Read-only file system", path)
        return remove(hands, path)

    monkeypatch.setattr(Machine, "remove", read_only)
    assert not pi.start()
    first_start.delete_card_files(pi.hands)
    assert (pi.root / FIRST_DONE.lstrip("/")).exists()
    assert not (pi.root / UNIT.lstrip("/")).exists()


# Trouble


def spoil_wheel(pi: NewPi) -> None:
    next((pi.root / CARD.lstrip("/") / "wheels" / "3.11").iterdir()).write_bytes(b"half")


def spoil_house(pi: NewPi) -> None:
    (pi.root / CARD.lstrip("/") / "house" / "tools" / "pi" / "boot.py").unlink()


def spoil_sums(pi: NewPi) -> None:
    pi.put(f"{CARD}/sums.txt", "")


def told_of(kind: str) -> tuple[str, ...]:
    """What the panel is told, where the program could be unpacked."""
    assert kind in FAILURE_TEXTS
    return FAILED_STEP, "--why", kind


def take_package(pi: NewPi) -> None:
    pi.installed.remove("python3-lgpio")


@pytest.mark.parametrize(
    ("spoil", "shown", "sentence"),
    [
        (spoil_wheel, ("nothing",), '"companion/wheels/3.11/tabletop_companion-3.11.whl" on the card is damaged'),
        (spoil_house, told_of("damaged"), '"companion/house/tools/pi/boot.py" on the card is damaged'),
        (spoil_sums, told_of("damaged"), '"companion/sums.txt" on the card is damaged'),
        (take_package, told_of("system"), "This system lacks python3-lgpio; write Raspberry Pi OS Lite"),
    ],
)
def test_trouble_stands_on_the_panel_and_on_the_card_and_changes_nothing(
    pi: NewPi, spoil: Callable[[NewPi], None], shown: tuple[str, ...], sentence: str
) -> None:
    spoil(pi)
    with pytest.raises(InstallationStopped) as trouble:
        pi.start()
    assert report_failure(Start(pi.hands, "3.11"), trouble.value, CommandResult(0)) == 1
    assert pi.text(CARD_TROUBLE).startswith(sentence)
    assert "The Pi tries again each time it is switched on." in pi.text(CARD_TROUBLE)
    assert pi.shown[-1] == shown
    assert not pi.commands
    assert not (pi.root / FIRST_DONE.lstrip("/")).exists()


def test_a_card_without_wheels_for_this_python_says_so(pi: NewPi) -> None:
    with pytest.raises(
        InstallationStopped, match=r"The card has nothing for Python 3\.14; write Raspberry Pi OS 12 or 13"
    ):
        pi.start(python="3.14")


def test_a_system_without_room_says_so(pi: NewPi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_start.shutil, "disk_usage", lambda _: type("Usage", (), {"free": 100}))
    with pytest.raises(InstallationStopped, match="The system has 0 MB left; use a card of 8 GB or more"):
        pi.start()


def test_what_a_command_wrote_stands_in_the_file(pi: NewPi) -> None:
    pi.broken = "pip"
    with pytest.raises(CommandFailed) as error:
        pi.start()
    report_failure(Start(pi.hands, "3.11"), error.value, CommandResult(1, "out\n", "No space left on device\n"))
    told = pi.text(CARD_TROUBLE)
    assert "No space left on device" in told
    assert "python3 -m venv" in told
    assert pi.shown[-1] == (FAILED_STEP, "--why", "other")
    pi.broken = ""
    pi.start()
    assert not (pi.root / CARD_TROUBLE.lstrip("/")).exists()


# The unit, and what puts it in its place


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(ROOT / "systemd" / "companion-first-start.service")
    return parser


def test_the_unit_calls_it_once_from_the_card() -> None:
    assert unit()["Unit"]["ConditionPathExists"] == f"{CARD}/house/tools/pi/first_start.py"
    assert unit()["Service"]["WorkingDirectory"] == f"{CARD}/house"
    assert unit()["Service"]["ExecStart"] == "/usr/bin/python3 -B -m tools.pi.first_start"


def test_no_other_unit_of_a_start_waits_for_it() -> None:
    """A target waits for what it wants, cloud-init's last stage for that target, a user's SSH for that stage."""
    assert unit()["Unit"]["DefaultDependencies"] == "no"
    assert unit()["Unit"]["Before"] == unit()["Unit"]["Conflicts"] == "shutdown.target"
    lines = (ROOT / "systemd" / Path(UNIT).name).read_text().splitlines()
    after = [word for line in lines if line.startswith("After=") for word in line.removeprefix("After=").split()]
    assert after == ["sysinit.target", "cloud-init.service", "cloud-init-network.service"]


def placed(pi: NewPi, word: str = "") -> None:
    """start.sh, as the system calls it, with this folder for its root."""
    script = (pi.root / CARD.lstrip("/") / "start.sh").read_text()
    for path in ("/etc/systemd", "/var/lib"):
        script = script.replace(path, f"{pi.root}{path}")
    script = script.replace("systemctl ", f"echo systemctl >>{pi.root}/called; : ")
    file = pi.root / CARD.lstrip("/") / "start-here.sh"
    file.write_text(script)
    (pi.root / "var" / "lib").mkdir(exist_ok=True)
    try:
        subprocess.run(["sh", str(file), word], check=True)
    finally:
        file.unlink()


def test_the_unit_is_put_in_its_place_as_often_as_anybody_likes_until_it_is_gone(pi: NewPi) -> None:
    placed(pi)
    placed(pi, "now")
    assert pi.text(UNIT) == (ROOT / "systemd" / Path(UNIT).name).read_text()
    link = pi.root / UNIT_FOLDER.lstrip("/") / "multi-user.target.wants" / Path(UNIT).name
    assert link.resolve() == pi.root / UNIT.lstrip("/")
    assert (pi.root / "called").read_text().count("systemctl") == 2
    link.unlink()
    (pi.root / CARD.lstrip("/") / Path(UNIT).name).unlink()
    placed(pi, "now")
    assert not link.is_symlink()


def test_a_unit_that_cannot_be_placed_is_told_on_the_card(pi: NewPi) -> None:
    pi.put("/etc/systemd", "no folder")
    with pytest.raises(subprocess.CalledProcessError):
        placed(pi)
    assert pi.text(CARD_TROUBLE) == "The first start could not be prepared; write the card anew.\n"


def test_nothing_of_a_start_begins_the_companion_before_the_stamp(pi: NewPi) -> None:
    """Both would want the panel, in the start after a cut."""
    pi.start()
    changes = pi.hands.done
    assert changes.index(f"write {FIRST_DONE}") < changes.index(f"systemctl enable {' '.join(STARTED_UNITS)}")


def test_a_script_that_a_cut_left_lying_goes_for_it_names_who_may_log_in(tmp_path: Path) -> None:
    pi = NewPi(tmp_path / "ours", case.bookworm)
    assert "userconf" in pi.text(f"{BOOT}/firstrun.sh")
    pi.start()
    assert not (pi.root / BOOT.lstrip("/") / "firstrun.sh").exists()
    theirs = NewPi(tmp_path / "theirs", case.bookworm)
    theirs.put(f"{BOOT}/firstrun.sh", case.IMAGERS_SCRIPT)
    theirs.start()
    assert theirs.text(f"{BOOT}/firstrun.sh") == case.IMAGERS_SCRIPT
