"""From `make card` to the first game in a root for 64-bit Arm, step by step, for tests.

The first start begins as the makers document it: cloud-init, Debian's own, runs there; so does the script that an
older system calls, with stand-ins for the two commands that it finds there.
"""

from __future__ import annotations

import configparser
import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.appliance.arm64 import ENVIRON, ArmRoot
from tests.appliance.test_install_debian import CONTROL, ROOT
from tests.card import case
from tools.arm_wheels import SYSTEMS, System
from tools.pi.install import BOOT, COMMAND, CONFIG, MODEL, UNIT_FOLDER

BOOKWORM, TRIXIE = SYSTEMS
UNIT = f"{UNIT_FOLDER}/companion-first-start.service"
USERCONF = """#!/bin/sh
useradd --create-home "$1" 2>/dev/null
echo "$1:$2" | chpasswd -e
"""
IMAGER_CUSTOM = '#!/bin/sh\necho "$@" >>/var/log/imager_custom\n'
CLOUD_CFG = """users: [default]
datasource_list: [NoCloud, None]
datasource: {NoCloud: {seedfrom: "file:///boot/firmware"}}
cloud_init_modules: [bootcmd, write_files, users_groups, set_passwords]
cloud_config_modules: [runcmd]
cloud_final_modules: [scripts_user]
system_info:
  distro: debian
  default_user: {name: pi, lock_passwd: true, groups: [adm, sudo], shell: /bin/bash}
"""
"""Of Raspberry Pi OS, without what would touch this machine's disks and name."""
FIXUP = r"""
sed -i 's|/boot/|/boot/firmware/|g' /boot/firmware/cmdline.txt
sed -n -i '/rm.*firstrun\.sh$/q;p' /boot/firmware/firstrun.sh
"""
"""What the older system does with a script that Imager called /boot/firstrun.sh, before it is called."""


@contextmanager
def new_pi(system: System, root: Path) -> Iterator[ArmRoot]:
    """A root that passes itself off as a Pi with a new card; skipped where none can be had."""
    made = ArmRoot(root, system)
    try:
        made.make()
    except subprocess.CalledProcessError as error:
        made.close()
        pytest.skip(f"no root for Arm can be had: {error}")
    pretend(made)
    yield made
    made.run("systemctl", "stop", "companion.service")
    made.close()


def pretend(arm: ArmRoot) -> None:
    """What makes it a Pi with Raspberry Pi OS Lite."""
    arm.put(MODEL, "Raspberry Pi Zero 2 W Rev 1.0\0")
    arm.put("/srv/lgpio/DEBIAN/control", CONTROL.format(name="python3-lgpio"))
    arm.well("dpkg-deb", "-b", "/srv/lgpio", "/srv/lgpio.deb")
    arm.well("dpkg", "-i", "/srv/lgpio.deb")
    if arm.system is BOOKWORM:
        arm.put("/usr/lib/userconf-pi/userconf", USERCONF).chmod(0o755)
        arm.put("/usr/lib/raspberrypi-sys-mods/imager_custom", IMAGER_CUSTOM).chmod(0o755)
    else:
        arm.put("/etc/cloud/cloud.cfg", CLOUD_CFG)


LAID: dict[System, dict[str, Callable[[Path], Path]]] = {
    BOOKWORM: {"bare": case.bookworm, "customised": case.customised_bookworm},
    TRIXIE: {"bare": case.trixie, "customised": case.customised_trixie},
}


def make_card(arm: ArmRoot, how: str) -> None:
    """As it is typed."""
    LAID[arm.system][how](arm.at(BOOT))
    answers = case.ANSWERS if how == "bare" else case.OF_CUSTOMISED
    done = subprocess.run(
        ["make", "card", f"BOOT={arm.at(BOOT)}"],
        input="".join(f"{line}\n" for line in answers),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "The card is ready." in done.stdout


def begin(arm: ArmRoot) -> None:
    """What the system does when it starts for the first time, until our unit is in its place."""
    if arm.system is BOOKWORM:
        if "systemd.run=/boot/firstrun.sh" in arm.at(f"{BOOT}/cmdline.txt").read_text():
            arm.well("sh", "-c", FIXUP)
        arm.well("sh", f"{BOOT}/firstrun.sh")
        assert "systemd.run" not in arm.at(f"{BOOT}/cmdline.txt").read_text()
    else:
        for words in (("init", "--local"), ("init",), ("modules", "--mode=config"), ("modules", "--mode=final")):
            arm.run("cloud-init", *words)
    link = arm.at(f"{UNIT_FOLDER}/multi-user.target.wants") / Path(UNIT).name
    assert link.is_symlink()
    assert arm.at(UNIT).exists()


def words_of_the_unit(arm: ArmRoot) -> tuple[str, list[str]]:
    """Its folder and its command."""
    parser = configparser.ConfigParser(strict=False)
    parser.read(arm.at(UNIT))
    return parser["Service"]["WorkingDirectory"], parser["Service"]["ExecStart"].split()


def first_start(arm: ArmRoot) -> str:
    folder, command = words_of_the_unit(arm)
    return arm.well(*command, cwd=folder)


def cut_off(arm: ArmRoot, when: Callable[[], bool]) -> None:
    """The same, and the plug is pulled at that moment."""
    folder, command = words_of_the_unit(arm)
    inside = ["chroot", str(arm.root), "/bin/sh", "-c", f'cd {folder} && exec "$@"', "-", *command]
    going = subprocess.Popen(
        ["unshare", "--net", "--uts", "--pid", "--fork", "--kill-child", *inside],
        env=ENVIRON,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while going.poll() is None and not when():
            time.sleep(0.01)
        assert going.poll() is None, "it was over before the moment came"
    finally:
        os.killpg(going.pid, signal.SIGKILL)
        going.wait()


def plays_its_first_game(arm: ArmRoot) -> None:
    assert arm.plays()
    arm.well("systemctl", "stop", "companion.service")
    shutil.copyfile(ROOT / "tests" / "appliance" / "first_game.py", arm.at("/srv/first_game.py"))
    assert "take" in arm.well("python3", "/srv/first_game.py").splitlines()[-1]
    listed = arm.well(COMMAND, "--config", f"{CONFIG}/companion.toml", "--lang", "en", "games", "list")
    assert "Glen More II: Červený, Modrý" in listed


def the_network_is_the_one_that_was_told(arm: ArmRoot) -> None:
    if arm.system is BOOKWORM:
        assert f"set_wlan {case.NETWORK_NAME} " in arm.at("/var/log/imager_custom").read_text()
        return
    arm.well("cloud-init", "schema", "--config-file", f"{BOOT}/user-data")
    read = f"import json, yaml; print(json.dumps(yaml.safe_load(open('{BOOT}/network-config'))))"
    wifi = json.loads(arm.well("python3", "-c", read))["network"]["wifis"]["wlan0"]
    assert wifi["access-points"] == {case.NETWORK_NAME: {"password": case.NETWORK_PASSWORD}}
    assert wifi["regulatory-domain"] == "CZ"


def hash_of(arm: ArmRoot, user: str) -> str:
    entry = re.search(rf"^{user}:([^:]*):", arm.at("/etc/shadow").read_text(), re.MULTILINE)
    assert entry, f"no user {user}"
    return entry[1]
