"""The pictures of the README, drawn by the product: `python -m tools.pictures`.

Plays the demonstration and keeps three of its panels; with Chromium also the page, half-way through.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path

from companion.desk_player import DeskPlayer
from companion.games.glen_more_2.demo import RECORDING, facts
from companion.session.recording import play, read_recording

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
COMPANION = [sys.executable, "-m", "companion.cli"]
SIZE = {"width": 1400, "height": 900}
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def panels(place: Path) -> None:
    """A turn from the middle of the game, its last scoring round, the winner."""
    subprocess.run(
        [*COMPANION, "demo", "--lang", "en", "--out", str(place)], check=True, stdout=subprocess.DEVNULL
    )
    turns, scorings, finals = (sorted(place.glob(f"*-{of}.png")) for of in ("turn", "scoring", "final"))
    for name, picture in (("turn", turns[len(turns) // 2]), ("scoring", scorings[-3]), ("final", finals[0])):
        shutil.copyfile(picture, PICTURES / f"{name}.png")


def half_a_game(data: Path) -> None:
    """The first half of the demonstration, kept in this folder."""
    recording = read_recording(RECORDING.read_text(encoding="utf-8"))
    with DeskPlayer(recording.head, data, facts(recording.head.box)) as player:
        for _ in islice(play(recording, player), len(recording.inputs) // 2):
            pass


def page(data: Path, chromium: str) -> None:
    """A photograph of the page."""
    from playwright.sync_api import sync_playwright

    command = [*COMPANION, "desk", "--no-browser", "--port", "0", "--lang", "en", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as desk, sync_playwright() as playwright:
        assert desk.stdout
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            shown = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
            shown.goto(desk.stdout.readline().split()[1])
            shown.locator("#pieces .chip").first.wait_for()
            shown.screenshot(path=PICTURES / "page.png")
        finally:
            browser.close()
            desk.terminate()


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder:
        panels(Path(folder) / "panels")
        if chromium:
            half_a_game(Path(folder) / "data")
            page(Path(folder) / "data", chromium)


if __name__ == "__main__":
    main()
