"""Files for the first start by firstrun.sh (Raspberry Pi OS 12), which cmdline.txt calls, as texts.

An existing script is Imager's: our lines are inserted before its last ones, and nothing is removed.
"""

from __future__ import annotations

import re
from shlex import quote

from tools.card.partition import CMDLINE, OTHER_WAYS, RUNS_SCRIPT, SCRIPT, Card
from tools.card.questions import Owner
from tools.pi.install import BOOT, SCRIPT_MARK
from tools.pi.machine import Refused

MODS, USERCONF = "/usr/lib/raspberrypi-sys-mods/imager_custom", "/usr/lib/userconf-pi/userconf"
BEGIN, END = SCRIPT_MARK, "# companion: end"
# The line for the kernel comes last, so that after an interruption either everything is done or all is repeated.
BLOCK = f"""{BEGIN}
sh {BOOT}/companion/start.sh || true
sed -i 's| systemd\\.[^ ]*||g' {BOOT}/{CMDLINE} || true
sync
{END}
"""
CALL = f" systemd.run={BOOT}/{SCRIPT} systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
LAST = re.compile(r"^rm\b.*firstrun\.sh\s*$", re.MULTILINE), re.compile(r"^exit\b.*\Z", re.MULTILINE | re.DOTALL)
"""Patterns for the last lines of Imager's script; the system replaces what follows its `rm`."""


def firstrun_files(card: Card, line: str, owner: Owner | None) -> dict[str, str]:
    """Return the files and their new texts.

    line: new cmdline.txt.
    owner: given if the card is not customised.
    """
    before = card.read(SCRIPT)
    called = line if RUNS_SCRIPT.search(line) else f"{line.rstrip()}{CALL}\n"
    if before and (owner is None or RUNS_SCRIPT.search(line)):
        return {SCRIPT: with_our_lines(before, owner), CMDLINE: called}
    if owner is None and not any((card.boot / name).exists() for name in OTHER_WAYS):
        raise Refused(f"{SCRIPT} on the card is empty; write the card anew with Raspberry Pi Imager.")
    return {SCRIPT: script(owner), CMDLINE: called}


def with_our_lines(script: str, owner: Owner | None = None) -> str:
    """Return a script of Imager or of ours with our lines in it once; `owner` if it sets no user."""
    bare = re.sub(rf"^{BEGIN}\n.*?^{END}\n", "", script, flags=re.DOTALL | re.MULTILINE)
    last = next((found for each in LAST if (found := each.search(bare))), None)
    at = last.start() if last else len(bare)
    head = bare[:at] if not bare[:at] or bare[:at].endswith("\n") else f"{bare[:at]}\n"
    lines = "".join(f"{line}\n" for line in (_of(owner) if owner else ()))
    return f"{head}{lines}{BLOCK}{bare[at:]}"


def script(owner: Owner | None) -> str:
    """Return a new script."""
    lines = ["#!/bin/sh", "set +e", *(_of(owner) if owner else ())]
    end = (f"rm -f {BOOT}/{SCRIPT}", "exit 0")
    return with_our_lines("\n".join((*lines, *end)) + "\n")


def _keyfile_text(text: str) -> str:
    """Return the text for a keyfile, where a backslash begins an escape sequence and a space in front is lost."""
    escaped = text.replace("\\", "\\\\")
    return f"\\s{escaped[1:]}" if escaped.startswith(" ") else escaped


def _of(owner: Owner) -> list[str]:
    lines = [f"{USERCONF} {quote(owner.user)} {quote(owner.hashed or '*')}"]
    if owner.network:
        name, password = (_keyfile_text(each) for each in owner.network[:2])
        name, password, country = (quote(each) for each in (name, password, owner.network.country))
        lines.append(f"{MODS} set_wlan {name} {password} {country}")
    if owner.key:
        lines.append(f"{MODS} enable_ssh -k {quote(owner.key)}")
    elif owner.network:
        lines.append(f"{MODS} enable_ssh -p")
    return lines
