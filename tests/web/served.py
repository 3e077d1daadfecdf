"""The real desk companion in a process of its own, for tests of its server and of its page."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx2
import msgspec

from tests.waiting import LONG
from tests.web import plain_http


class Served(msgspec.Struct):
    """A companion that runs; `address` ends in a slash."""

    process: subprocess.Popen[str]
    address: str

    def post(self, door: str, body: object) -> httpx2.Response:
        return plain_http.post(self.address + door, json=body, timeout=20)

    def tap(self, tag: str) -> dict[str, str]:
        told: dict[str, str] = self.post("tap", {"tag": tag}).json()
        return told

    def state(self) -> dict[str, object]:
        found: dict[str, object] = plain_http.get(self.address + "state.json").json()
        return found

    def panel(self) -> bytes:
        return plain_http.get(self.address + "panel.png").content


COMPANION = ("-m", "companion.cli")
IMPATIENT = (
    "-c",
    "import sys; from companion.cli import main; from companion.web import http, server; "
    "server.HEADER_TIMEOUT = http.BODY_TIMEOUT = 0.3; sys.exit(main())",
)
"""The same program which soon gives up callers that send only half of something."""
PATIENT = (*IMPATIENT[:1], IMPATIENT[1].replace("0.3", "3600"))
"""The same program which waits for them much longer than a test lasts."""
SEVERAL_GAMES = (
    "-c",
    "import sys; from companion.cli import main; from companion.games.installed import *; "
    "from tests.counting_game import GAME; sys.exit(main(games=InstalledGames([*installed_games(), GAME])))",
)
"""The same program where the counting game is installed too."""


@contextmanager
def served(data: Path, *options: str, program: Sequence[str] = COMPANION, play: str = "desk") -> Iterator[Served]:
    """A companion on any free port; ended with SIGTERM if the test has not done so. play: the command."""
    # Of several games an empty house is asked which; the tests of its page are about the first.
    first = ("--game", "glen_more_2") if play == "desk" and program in (COMPANION, IMPATIENT, PATIENT) else ()
    command = [sys.executable, *program, play, "--no-browser", "--port", "0", "--data", str(data), *first]
    with subprocess.Popen(
        [*command, "--lang", "en", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        line = process.stdout.readline()
        try:
            assert line.startswith("ready http://127.0.0.1:"), line or process.communicate()
            yield Served(process, line.split()[1])
        finally:
            process.terminate()
            process.wait(LONG)
