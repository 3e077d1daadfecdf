"""A Debian root for 64-bit Arm under user-mode emulation, without a network; a script plays systemd's part.

What it can't show: a boot, the kernel's devices, systemd's own sandbox.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.appliance.test_install_debian import MIRROR, NOT_COPIED, ROOT
from tools.arm_wheels import System
from tools.pi.install import CONFIG, PREFIX, STATE, USER
from tools.wheels import pip_options

EMULATOR = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
PACKED = ROOT / "build" / "arm64"
"""Roots as debootstrap made them: the next time they are unpacked in seconds."""
INCLUDE = ("python3", "python3-venv", "python3-libgpiod", "python3-spidev", "systemd", "procps")
INCLUDED_TOO = {"trixie": ("cloud-init", "python3-cffi-backend")}
"""What the system of a Pi brings and Debian's bare one doesn't."""
TESTING = (
    "pytest",
    "pytest-xdist",
    "hypothesis",
    "apsw",
    "ndeflib",
    "psutil",
    "jsonschema",
    "pypdf",
    "fonttools",
    "pokerkit",
    "httpx2",
)
BUILT_HERE = ("chess",)
"""What is published as its sources alone, and needs no machine."""
MOUNTS = (("proc", "/proc", "rw"), ("devpts", "/dev/pts", "newinstance,ptmxmode=666"))
ENVIRON = {
    "QEMU_CPU": "cortex-a53",  # the newer release is thirty times slower without
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LC_ALL": "C.UTF-8",
    "GPIOZERO_PIN_FACTORY": "mock",
}
SLOW = """
import hypothesis
import tests.hardware.case

hypothesis.settings.register_profile("slow", deadline=None, suppress_health_check=list(hypothesis.HealthCheck))
hypothesis.settings.load_profile("slow")
tests.hardware.case.FACTOR = 3.0
"""
"""For an emulated machine: nothing must be done in no time, and an evening in the case passes more slowly."""
PLAYING = f"""#!/bin/sh
# The processes of the service's user in this root: another root has one of the same number.
for process in $(pgrep -u {USER}); do
    [ ! "/proc/$process/root" -ef / ] || echo "$process"
done
"""
SYSTEMCTL = f"""#!/bin/sh
# systemd's part: the guard, then the unit's command as its user, in the background, until it is stopped.
case "$*" in
*stop*companion.service)
    kill -TERM $(playing) || true
    while [ "$(playing)" ]; do sleep 0.2; done;;
*start*companion.service)
    install -d -o {USER} -g {USER} -m 700 {STATE}
    /usr/bin/python3 -I {PREFIX}/guard.py
    COMPANION_HEALTH={STATE}/health.json setsid runuser -u {USER} -- {PREFIX}/current/bin/companion \\
        --config {CONFIG}/companion.toml --data {STATE} run --no-page </dev/null >>/var/log/companion 2>&1 &
    sleep 0.2;;
enable*|disable*) exec /usr/bin/systemctl "$@";;
esac
"""


LOOPBACK = """
import fcntl, os, socket, struct, sys
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
    fcntl.ioctl(line, 0x8914, struct.pack("16sh22x", b"lo", 1))  # SIOCSIFFLAGS, IFF_UP
os.execvp(sys.argv[1], sys.argv[1:])
"""
ALONE = ("unshare", "--net", "--uts", sys.executable, "-c", LOOPBACK)
"""In front of a command: no network but the machine itself."""


def cannot() -> str:
    """Why no such root can be had here; "" where it can."""
    if os.geteuid():
        return "only root can make a root"
    if not shutil.which("debootstrap") or not shutil.which("unshare"):
        return "debootstrap is not installed"
    if platform.machine() != "aarch64" and not EMULATOR.exists():
        return "qemu-user-static is not set up for 64-bit Arm"
    return ""


class ArmRoot:
    """One release. `run` has no network."""

    def __init__(self, root: Path, system: System) -> None:
        self.root, self.system = root, system

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def put(self, path: str, text: str) -> Path:
        """A file with this text."""
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def make(self) -> None:
        """Raises CalledProcessError where it can't be had."""
        packed = PACKED / f"{self.system.name}.tar"
        if not packed.exists():
            PACKED.mkdir(parents=True, exist_ok=True)
            packages = ",".join((*INCLUDE, *INCLUDED_TOO.get(self.system.name, ())))
            words = ("--arch=arm64", "--variant=minbase", f"--include={packages}", self.system.name)
            subprocess.run(["debootstrap", *words, str(self.root), MIRROR], capture_output=True, check=True)
            shutil.rmtree(self.at("/var/cache/apt"), ignore_errors=True)
            subprocess.run(["tar", "-C", str(self.root), "-cf", str(packed), "."], check=True)
        else:
            self.root.mkdir()
            subprocess.run(["tar", "-C", str(self.root), "-xf", str(packed)], check=True)
        for name, folder in (("null", "/dev"), ("urandom", "/dev"), ("random", "/dev"), ("zero", "/dev")):
            if not self.at(f"{folder}/{name}").exists():
                subprocess.run(["cp", "-a", f"/dev/{name}", str(self.at(folder))], check=True)
        self.at("/dev/pts").mkdir(exist_ok=True)
        self.at("/dev/ptmx").unlink(missing_ok=True)
        self.at("/dev/ptmx").symlink_to("pts/ptmx")
        self.put("/usr/local/bin/systemctl", SYSTEMCTL).chmod(0o755)
        self.put("/usr/local/bin/playing", PLAYING).chmod(0o755)
        for kind, place, options in MOUNTS:
            subprocess.run(["mount", "-t", kind, "-o", options, kind, str(self.at(place))], check=True)

    def close(self) -> None:
        for _, place, _ in MOUNTS:
            subprocess.run(["umount", "--lazy", str(self.at(place))], capture_output=True, check=False)
        shutil.rmtree(self.root, ignore_errors=True)

    def run(self, *command: str, cwd: str = "/") -> subprocess.CompletedProcess[str]:
        inside = ("chroot", str(self.root), "/bin/sh", "-c", f'cd {cwd} && exec "$@"', "-", *command)
        return subprocess.run([*ALONE, *inside], env=ENVIRON, capture_output=True, text=True, check=False)

    def well(self, *command: str, cwd: str = "/") -> str:
        done = self.run(*command, cwd=cwd)
        assert done.returncode == 0, (command, done.stdout[-3000:], done.stderr[-3000:])
        return done.stdout

    def plays(self) -> bool:
        """Whether the service's user has a companion that is ready, within a minute."""
        for _ in range(120):
            if self.run("playing").stdout and self.at(f"{STATE}/health.json").exists():
                return True
            time.sleep(0.5)
        return False

    def carry_house(self) -> None:
        """The sources with their tests, and what the tests need beside them."""
        shutil.copytree(ROOT, self.at("/srv/house"), ignore=shutil.ignore_patterns(*NOT_COPIED, "dist", "arm64"))
        self.at("/srv/house/slow_machine.py").write_text(SLOW)
        self.at(f"{CONFIG}/companion.toml").write_text(
            "# Nothing is set.\n"
        )  # tests are about a house without settings of a case
        wheels = self.at("/srv/testing")
        lock = ROOT / "requirements-dev.lock"
        pins = [line.split(" ")[0] for line in lock.read_text().splitlines() if re.match(r"[a-z0-9-]+==", line)]
        constraints = wheels.with_suffix(".txt")
        constraints.write_text("\n".join(pins))
        options = [word for word in pip_options(self.system) if word != "--no-deps"]
        command = [sys.executable, "-m", "pip", "download", *options, "-c", str(constraints), "-d", str(wheels)]
        subprocess.run([*command, *TESTING], check=True, capture_output=True)
        build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-c", str(constraints), "-w", str(wheels)]
        subprocess.run([*build, *BUILT_HERE], check=True, capture_output=True)
        pip = (f"{PREFIX}/current/bin/pip", "install", "-q", "--no-index", "--find-links", "/srv/testing")
        self.well(*pip, *TESTING, *BUILT_HERE)
