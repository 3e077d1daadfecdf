"""`make install-pi` for real, in a bare Debian root that passes itself off as a Raspberry Pi.

Made by debootstrap from Debian's packages, so it needs root, the network and a few minutes: a long test. What a Pi
has and Debian has not is put there by hand: its model, its start files, and a package of its own, empty.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.appliance.test_install_pi import CMDLINE, CONFIG_TXT
from tools.pi.install import BOOT, COMMAND, CONFIG, MODEL, STARTED_UNITS, STATE, UNIT_FOLDER, USER

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a root"),
    pytest.mark.skipif(not shutil.which("debootstrap"), reason="debootstrap is not installed"),
]

ROOT = Path(__file__).parents[2]
MIRROR = "http://deb.debian.org/debian"
INCLUDE = "python3,python3-venv,ca-certificates,systemd,make"
NOT_COPIED = (".venv", ".git", ".hypothesis", "mutants", "build", "__pycache__", ".mypy_cache", ".ruff_cache")
UNAME = '#!/bin/sh\n[ "$1" = -m ] && echo aarch64 || exec /bin/uname "$@"\n'
OWN_PACKAGES = ("python3-lgpio",)
CONTROL = "Package: {name}\nVersion: 1\nArchitecture: all\nMaintainer: test <test@localhost>\nDescription: empty\n"


class Debian:
    """The root, and commands in it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        environ = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        for name in ("PIP_CERT", "http_proxy", "https_proxy", "PIP_INDEX_URL"):
            if name in os.environ:
                environ[name] = os.environ[name]
        command = ("chroot", str(self.root), "/bin/sh", "-c", 'cd /srv/house && exec "$@"', "-", *command)
        return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def debian(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Debian]:
    made = Debian(tmp_path_factory.mktemp("debian") / "root")
    command = ["debootstrap", "--variant=minbase", f"--include={INCLUDE}", "bookworm", str(made.root), MIRROR]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"debootstrap could not make a root: {done.stdout[-200:]}")
    pretend(made)
    shutil.copytree(ROOT, made.at("/srv/house"), ignore=shutil.ignore_patterns(*NOT_COPIED))
    yield made
    shutil.rmtree(made.root, ignore_errors=True)


def pretend(debian: Debian) -> None:
    """What makes it a Pi; and this machine's way into the network."""
    files = {
        MODEL: "Raspberry Pi 4 Model B Rev 1.4\0",
        f"{BOOT}/config.txt": CONFIG_TXT,
        f"{BOOT}/cmdline.txt": CMDLINE,
        "/usr/local/bin/uname": UNAME,
        **{f"/srv/{name}/DEBIAN/control": CONTROL.format(name=name) for name in OWN_PACKAGES},
    }
    for path, text in files.items():
        debian.at(path).parent.mkdir(parents=True, exist_ok=True)
        debian.at(path).write_text(text)
    debian.at("/usr/local/bin/uname").chmod(0o755)
    for name in ("/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt"):
        if Path(name).exists():
            shutil.copyfile(name, debian.at(name))
    debian.at("/srv/house").mkdir()
    for name in OWN_PACKAGES:
        for command in (
            ["dpkg-deb", "-b", f"/srv/{name}", f"/srv/{name}.deb"],
            ["dpkg", "-i", f"/srv/{name}.deb"],
        ):
            done = debian.run(*command)
            assert done.returncode == 0, done.stderr
    debian.at("/srv/house").rmdir()


def installed(debian: Debian) -> subprocess.CompletedProcess[str]:
    done = debian.run("make", "install-pi")
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def test_it_installs_twice_runs_and_can_be_taken_away_again(debian: Debian) -> None:
    first = installed(debian)
    assert "The companion is installed." in first.stdout
    assert "Restart the Pi now" in first.stdout
    assert "dtparam=spi=on" in debian.at(f"{BOOT}/config.txt").read_text()
    wanted = debian.at(f"{UNIT_FOLDER}/multi-user.target.wants")
    assert {link.name for link in wanted.iterdir()} >= set(STARTED_UNITS)
    groups = debian.run("id", "-nG", USER).stdout.split()
    assert {"gpio", "spi", "i2c", "dialout"} <= set(groups)

    second = installed(debian)
    assert "Restart the Pi" not in second.stdout

    play_as_the_service(debian)

    gone = debian.run("make", "uninstall-pi", "PURGE=--purge")
    assert gone.returncode == 0, gone.stderr
    for path in (CONFIG, STATE, COMMAND, "/opt/companion", *(f"{UNIT_FOLDER}/{unit}" for unit in STARTED_UNITS)):
        assert not debian.at(path).exists()
    assert debian.run("id", USER).returncode


def play_as_the_service(debian: Debian) -> None:
    """The unit's command as its user: it plays on though no device can be had, and each is looked for again."""
    debian.run("install", "-d", "-o", USER, "-g", USER, STATE)
    version = debian.run(COMMAND, "--version")
    assert version.stdout.startswith("companion "), version.stderr
    words = f"timeout --preserve-status 5 {COMMAND} --config {CONFIG}/companion.toml --data {STATE} run --no-page"
    run = debian.run("runuser", "-u", USER, "--", "/bin/sh", "-c", words)
    assert run.returncode == 0, run.stderr
    assert debian.at(f"{STATE}/games.sqlite").exists()
    listed = debian.run("runuser", "-u", USER, "--", COMMAND, "games", "list")
    assert listed.returncode == 0, listed.stderr
