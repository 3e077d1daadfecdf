"""Files for the first start by cloud-init (Raspberry Pi OS 13), as texts.

The companion is started by vendor-data, a hook that cloud-init runs at each start. So customised user-data stay
unchanged, and a power cut loses nothing.
"""

from __future__ import annotations

import json
import re

from tools.card.partition import BEGIN, NETWORK, USER_DATA, VENDOR_DATA, Card, without_ours
from tools.card.questions import Network, Owner
from tools.pi.install import BOOT
from tools.pi.machine import Refused

HOOK = f"""#cloud-boothook
#!/bin/sh
# companion: made by "make card"; of no more use once {BOOT}/companion is gone.
# It may come before the partition does.
for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    mountpoint -q {BOOT} && break
    sleep 1
done
test ! -f {BOOT}/companion/start.sh || sh {BOOT}/companion/start.sh now
"""


def cloud_init_files(card: Card, owner: Owner | None) -> dict[str, str]:
    """Return the files and their new texts, in writing order; `owner` if the card is not customised."""
    made = {}
    if owner and owner.network:
        made[NETWORK] = _after(card.read(NETWORK), network_config(owner.network))
    # User data come after the network: after an interruption both are asked again.
    theirs = without_console(card.read(USER_DATA))
    if owner:
        made[USER_DATA] = _with_owner(without_ours(theirs or "#cloud-config\n"), owner)
    elif theirs != card.read(USER_DATA):
        made[USER_DATA] = theirs
    return {**made, VENDOR_DATA: HOOK}


CONSOLE = re.compile(r"(?im)^(rpi:\n(?:[ \t#].*\n|\n)*?[ \t]+console:[ \t]*)(?:true|yes|on)\b")
"""Serial console that Raspberry Pi Imager has switched on; the reader needs that line."""


def without_console(text: str) -> str:
    """Return user-data without a serial console."""
    return CONSOLE.sub(r"\1false", text)


RUNCMD = re.compile(r"^runcmd:[ \t]*(?:#.*)?\n((?:[ \t]*#.*\n|[ \t]*\n)*)([ \t]*)-", re.MULTILINE)
"""Beginning of a list of commands. A key must stand in user-data once, so ours are inserted there."""
SSH_COMMAND = "- [systemctl, enable, --now, ssh]"


def _with_owner(theirs: str, owner: Owner) -> str:
    """Return user-data with the user added. Raises Refused for a list of commands that cannot be extended."""
    ours = user_data(owner)
    if re.search(r"^runcmd\s*:", theirs, re.MULTILINE) and "runcmd:\n" in ours:
        ours = ours.replace(f"runcmd:\n  {SSH_COMMAND}\n", "")
        theirs, count = RUNCMD.subn(rf"runcmd:\n\1\2{SSH_COMMAND}\n\2-", theirs, count=1)
        if not count:
            raise Refused(f"The commands in {USER_DATA} can't be added to; write the card anew with Imager 2.")
    keys = re.findall(r"^(\w+):", ours, re.MULTILINE)
    doubled = [key for key in keys if re.search(rf"^{key}\s*:", theirs, re.MULTILINE)]
    for key in doubled:  # Only "ssh_pwauth" can be there without a user.
        theirs = re.sub(rf"^{key}\s*:.*\n", "", theirs, flags=re.MULTILINE)
    return _after(theirs, ours)


def _after(before: str, ours: str) -> str:
    """Return our text below the comments of the image's file."""
    return f"{without_ours(before).rstrip()}\n\n{BEGIN}\n{ours}"


def user_data(owner: Owner) -> str:
    """Return the user-data: the default user with its groups, and SSH."""
    lines = ["user:", f"  name: {_text(owner.user)}", "  shell: /bin/bash"]
    if owner.hashed:
        lines += ["  lock_passwd: false", f"  passwd: {_text(owner.hashed)}", "  sudo: null"]
    else:  # A user without a password cannot enter one for sudo.
        lines += ["  lock_passwd: true", '  sudo: "ALL=(ALL) NOPASSWD:ALL"']
    if owner.key:
        lines += ["  ssh_authorized_keys:", f"    - {_text(owner.key)}"]
    if owner.key or owner.network:
        lines += [f"ssh_pwauth: {'false' if owner.key else 'true'}"]
        lines += ["runcmd:", f"  {SSH_COMMAND}"]
    return "\n".join(lines) + "\n"


def network_config(network: Network) -> str:
    """Return the network-config. The cable works beside the Wi-Fi, and the start waits for neither."""
    access = f"password: {_text(network.password)}" if network.password else "auth: {key-management: none}"
    return f"""network:
  version: 2
  ethernets:
    eth0: {{dhcp4: true, dhcp6: true, optional: true}}
  wifis:
    wlan0:
      dhcp4: true
      optional: true
      regulatory-domain: {_text(network.country)}
      access-points:
        {_text(network.name)}:
          {access}
"""


def _text(words: str) -> str:
    """Return the text as YAML.

    JSON strings are valid YAML except for escaped surrogates, so nothing is escaped.
    """
    return json.dumps(words, ensure_ascii=False)
