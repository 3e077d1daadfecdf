"""Runs in a case that was just installed, as root: the service's command, and a first game at its page's doors.

Prints the kinds of what was asked on the way, one in a line. Imports nothing of the product: it stands for people.
"""

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request

STATE = "/var/lib/companion"
PORT = 8470
AS_SERVICE = ["runuser", "-u", "companion", "--"]
COMPANION = ["/opt/companion/current/bin/companion", "--config", "/etc/companion/companion.toml", "--data", STATE]
MOST = 60
"""Inputs until a tile must have been taken."""


def asked(door, body=None):
    """What a door of the page says."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}/{door}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as reply:
        return json.load(reply)


def state_once_it_answers():
    for _ in range(600):
        try:
            return asked("state.json")
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.5)
    raise SystemExit("the page does not answer")


def play():
    """Home tiles are tapped, whatever is asked is answered with OK, tiles are taken: as far as the first turn."""
    state_once_it_answers()
    for tag in ("home:red", "home:blue"):
        print(asked("tap", {"tag": tag})["signal"])
    for _ in range(MOST):
        state = asked("state.json")
        kinds = [question["kind"] for question in state["questions"]]
        print(*kinds)
        if "tile" in kinds or any("take" in [offer["name"] for offer in q["offers"]] for q in state["questions"]):
            return
        asked("press", {"button": "OK", "long": False})
        time.sleep(0.7)  # a page that has just come up takes no press
    raise SystemExit("no first turn")


def main():
    service = subprocess.Popen([*AS_SERVICE, *COMPANION, "run", "--port", str(PORT)])
    try:
        play()
    finally:
        subprocess.run(["pkill", "-TERM", "-P", str(service.pid)])  # it, not what changed the user for it
        service.wait(60)
    sys.exit(service.returncode)


if __name__ == "__main__":
    main()
