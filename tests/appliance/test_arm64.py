"""From `make card` to the first game on 64-bit Arm, then an update and a failed one: emulated, no network.

Both releases. Long tests; never called a boot.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import __version__
from tests.appliance.arm64 import ArmRoot, cannot
from tests.appliance.new_card import (
    UNIT,
    begin,
    first_start,
    hash_of,
    make_card,
    new_pi,
    plays_its_first_game,
    the_network_is_the_one_that_was_told,
)
from tests.appliance.test_install_debian import NOT_COPIED, ROOT
from tests.card import case
from tools.arm_wheels import SYSTEMS
from tools.bundle import MACHINE, read_or_make_key, write_bundle
from tools.pi.first_start import EARLY
from tools.pi.install import CARD, CARD_TROUBLE, CONFIG, FIRST_DONE, PREFIX

pytestmark = [pytest.mark.long, pytest.mark.skipif(bool(cannot()), reason=cannot() or "it can be had")]
COMPANION = f"{PREFIX}/current/bin/companion"
CORE = (
    "tests/hardware",
    "tests/engine",
    "tests/state/territory",
    "tests/update",
    "tests/commands/test_doctor.py",
)
BROKEN = 'raise SystemExit("this version never starts")\n'


@pytest.fixture(scope="module", params=SYSTEMS, ids=[system.name for system in SYSTEMS])
def arm(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArmRoot]:
    room = tmp_path_factory.mktemp(request.param.name)
    with new_pi(request.param, room / "root") as made:
        yield made


@pytest.fixture(scope="module")
def house(arm: ArmRoot) -> ArmRoot:
    """The same with the sources, and what tests need beside them."""
    arm.carry_house()
    return arm


def test_from_make_card_to_the_first_game(arm: ArmRoot) -> None:
    make_card(arm, "bare")
    shutil.copytree(arm.at(f"{CARD}/wheels/{arm.system.python}"), arm.at("/srv/wheels"))
    began = time.monotonic()
    begin(arm)
    told = first_start(arm)
    print(f"{arm.system.name}: the first start took {time.monotonic() - began:.0f} s")
    assert "--no-index" in told
    assert arm.at(FIRST_DONE).exists()
    for path in (CARD, CARD_TROUBLE, EARLY, UNIT):
        assert not arm.at(path).exists()
    assert {"gpio", "spi", "i2c", "dialout"} <= set(arm.well("id", "-nG", "companion").split())
    assert 'panel = "2in13"\n' in arm.at(f"{CONFIG}/companion.toml").read_text()
    plays_its_first_game(arm)
    crypt = "print crypt($ARGV[0], $ARGV[1])"
    assert arm.well("perl", "-e", crypt, case.PASSWORD, hash_of(arm, "ann")) == hash_of(arm, "ann")
    the_network_is_the_one_that_was_told(arm)


def test_it_plays_and_looks_at_itself(arm: ArmRoot) -> None:
    machine = arm.well("python3", "-c", "import platform; print(platform.machine(), platform.python_version())")
    assert machine.startswith(f"{MACHINE} {arm.system.python}.")
    for game in ("glen_more_2", "glen_more", "schotten_totten"):
        arm.well(COMPANION, "simulate", "--game", game, "--players", "2", "--seed", "1")
    arm.put("/srv/empty.toml", "")
    nothing_connected = ("--config", "/srv/empty.toml")
    assert "Nothing is wrong." in arm.well(COMPANION, *nothing_connected, "--data", "/tmp/data", "doctor")
    arm.well(COMPANION, "--data", "/tmp/data", "report", "/tmp/report.zip")
    arm.well(f"{PREFIX}/current/bin/python", "-c", "import gpiod, gpiozero, serial, adafruit_pn532.uart")
    if arm.system is SYSTEMS[0]:  # the newer system's own package, which Debian's lacks
        arm.well(f"{PREFIX}/current/bin/python", "-c", "import lgpio")


def version(arm: ArmRoot) -> str:
    return arm.well(COMPANION, "--version").split()[-1]


def bundle(arm: ArmRoot, room: Path, number: str, **changed: str) -> str:
    """A newer version of this very code, signed, in the root; `changed`: modules of commands with another text."""
    house = room / number
    shutil.copytree(ROOT, house, ignore=shutil.ignore_patterns(*NOT_COPIED, "dist"))
    for name in ("companion/__init__.py", "pyproject.toml"):
        (house / name).write_text((house / name).read_text().replace(__version__, number))
    for name, text in changed.items():
        module = house / "companion" / "commands" / f"{name}.py"
        module.write_text(text)
    wheels = room / f"wheels-{number}"
    shutil.copytree(arm.at("/srv/wheels"), wheels, ignore=shutil.ignore_patterns("tabletop_companion*"))
    words = ("--no-deps", "--no-build-isolation", "--no-index", "-w", str(wheels), str(house))
    subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", *words], check=True)
    file = arm.at(f"/srv/companion-{number}.companion")
    comment = f"companion {number} python {arm.system.python} machine {MACHINE}"
    write_bundle(sorted(wheels.glob("*.whl")), file, read_or_make_key(arm.at("/srv/own.key")), comment)
    return f"/srv/{file.name}"


def test_an_update_and_a_failed_one_both_end_in_a_case_that_plays(arm: ArmRoot, tmp_path: Path) -> None:
    arm.well("systemctl", "start", "companion.service")
    assert arm.plays()
    file = bundle(arm, tmp_path, "7.0.0")
    told = arm.well(f"{PREFIX}/current/bin/companion", "update", file, "--trust", "--lang", "en")
    assert "The new version plays." in told
    assert version(arm) == "7.0.0"
    assert arm.plays()
    failed = arm.run(COMPANION, "--lang", "en", "update", bundle(arm, tmp_path, "8.0.0", run=BROKEN))
    assert failed.returncode == 1
    assert "8.0.0 was not ready in a minute; 7.0.0 plays on" in failed.stderr
    assert version(arm) == "7.0.0"
    assert arm.plays()
    old = arm.run(COMPANION, "--lang", "en", "update", file)
    assert "is installed already" in old.stderr
    arm.run("systemctl", "stop", "companion.service")


def test_it_can_be_measured_there(house: ArmRoot) -> None:
    """Emulated figures say nothing of a Pi's, but that all of it runs there."""
    told = house.well(f"{PREFIX}/current/bin/python", "-m", "tools.bench", "--small", cwd="/srv/house")
    measured = json.loads(told.splitlines()[-1])
    print(told)
    assert measured["figures"]
    assert all(row["value"] is not None for row in measured["figures"].values())


def test_its_own_tests_pass_there(house: ArmRoot) -> None:
    words = ("-q", "-p", "no:cacheprovider", "-p", "slow_machine", "-n", "2", "-m", "not long and not browser")
    told = house.run(f"{PREFIX}/current/bin/python", "-m", "pytest", *words, *CORE, cwd="/srv/house")
    assert told.returncode == 0, told.stdout[-5000:]
