"""Files for the first start by cloud-init (Raspberry Pi OS 13), as texts.

The companion is started by vendor-data, a hook that cloud-init runs at each start. So customised user-data stay
unchanged, and a power cut loses nothing.
"""

from __future__ import annotations

import json

from tools.card.partition import BEGIN, NETWORK, USER_DATA, VENDOR_DATA, Card, without_ours
from tools.card.questions import Network, Owner
from tools.pi.install import BOOT

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
    if owner:  # User data come after the network: after an interruption both are asked again.
        made[USER_DATA] = _after(card.read(USER_DATA) or "#cloud-config\n", user_data(owner))
    return {**made, VENDOR_DATA: HOOK}


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
        lines += ["runcmd:", "  - [systemctl, enable, --now, ssh]"]
    return "\n".join(lines) + "\n"


def network_config(network: Network) -> str:
    """Return the network-config. The cable works beside the Wi-Fi, and the start waits for neither."""
    access = f"password: {_text(network.psk)}" if network.psk else "auth: {key-management: none}"
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
