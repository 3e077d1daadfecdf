"""The pictures of the README, drawn by the product: `python -m tools.pictures`.

Plays the demonstration and keeps three of its panels; with Chromium also the page, half-way through. With the name
of a file: every screen in every language on every panel on one sheet, to be looked at after any change to them;
beside it a sheet of what a game with all chronicles asks, and one of the borders of Schotten Totten.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from companion.desk_player import DeskPlayer
from companion.games.definition import GameDefinition
from companion.games.glen_more_2.definition import GAME, RECORDING, demo_facts
from companion.games.schotten_totten.definition import GAME as SCHOTTEN_TOTTEN
from companion.menu.pages import Page
from companion.screens.paper import BOLD, PANELS, Face, font_of
from companion.screens.picture import make_picture
from companion.screens.translator import Translator, available_languages
from companion.session.recording import play_recording, read_recording
from tests.screens.samples import SCENES
from tests.screens.schotten_totten import borders
from tools.players.record import facts_of
from tools.presses import recording_of

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
COMPANION = [sys.executable, "-m", "companion.cli"]
SIZE = {"width": 1400, "height": 900}
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def draw_panels(place: Path) -> None:
    """Copy the pictures of a turn from the middle of the game, its last scoring round and the winner."""
    subprocess.run(
        [*COMPANION, "demo", "--lang", "en", "--out", str(place)], check=True, stdout=subprocess.DEVNULL
    )
    turns, scorings, finals = (sorted(place.glob(f"*-{of}.png")) for of in ("turn", "scoring", "final"))
    for name, drawn in (
        ("turn", turns[len(turns) // 2]),
        ("scoring", _first_of_last(scorings)),
        ("final", finals[0]),
    ):
        shutil.copyfile(drawn, PICTURES / f"{name}.png")


def _first_of_last(drawn: list[Path]) -> Path:
    """Return the first of the last run of consecutive pictures."""
    numbers = [int(path.name.split("-")[0]) for path in drawn]
    breaks = (at for at in range(len(drawn) - 1, 0, -1) if numbers[at] != numbers[at - 1] + 1)
    return drawn[next(breaks, 0)]


def play_half_game(data: Path) -> None:
    """Play the first half of the demonstration in this data folder."""
    recording = read_recording(RECORDING.read_text(encoding="utf-8"))
    with DeskPlayer(recording.head, data, demo_facts(recording.head.box)) as player:
        for _ in islice(play_recording(recording, player), len(recording.inputs) // 2):
            pass


def screenshot_page(data: Path, chromium: str) -> None:
    """Take a screenshot of the page."""
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


CAPTION, EDGE, GROUND = 24, 10, 150
"""Pixels above each row for its name and at its left, and the grey level of the background."""
PLACES = (("7in5", 0, 0), ("4in2", 810, 0), ("2in9", 1220, 0), ("2in13", 1220, 138))
"""Positions of the panels in a row."""


Scenes = Mapping[str, tuple[Any, Page]]


def played_scenes(game: str = "all_eight") -> Scenes:
    """Return each kind of question on each kind of page in a recorded game with all chronicles."""
    recording, scenes = recording_of(game), dict[str, tuple[Any, Page]]()
    with (
        tempfile.TemporaryDirectory() as folder,
        DeskPlayer(recording.head, Path(folder), facts_of(recording.head)) as player,
    ):
        for _ in play_recording(recording, player):
            now = player.app.snapshot
            asked = now.questions[0].kind if now.questions else "over"
            scenes.setdefault(f"{asked}, {type(now.page).__name__}", (now.view, now.page))
    return scenes


def contact_sheet(scenes: Scenes, game: GameDefinition[Any, Any] = GAME) -> Image.Image:
    """Return an image of these screens, one row each, on every panel in every language."""
    languages = available_languages()
    wide, high = 1220 + PANELS["2in9"].width + 2 * EDGE, PANELS["7in5"].height + CAPTION + EDGE
    sheet = Image.new("L", (wide * len(languages), high * len(scenes)), GROUND)
    pen = ImageDraw.Draw(sheet)
    for row, (name, (view, page)) in enumerate(scenes.items()):
        for column, language in enumerate(languages):
            left, top = column * wide + EDGE, row * high + CAPTION
            pen.text((left, top - 6), f"{name}, {language}", font=font_of(Face(17, BOLD)), fill=0, anchor="ls")
            for panel, x, y in PLACES:
                shown = make_picture(game.shown(view), page, PANELS[panel].paper(), Translator(language))
                sheet.paste(shown.convert("L"), (left + x, top + y))
    return sheet


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "contact", nargs="?", type=Path, help="write only a contact sheet of every screen to this file"
    )
    path = parser.parse_args().contact
    if path:
        contact_sheet(SCENES).save(path, optimize=True)
        contact_sheet(played_scenes()).save(path.with_stem(f"{path.stem}-played"), optimize=True)
        border = contact_sheet(borders.scenes(), SCHOTTEN_TOTTEN)
        border.save(path.with_stem(f"{path.stem}-border"), optimize=True)
    else:
        readme_pictures()


def readme_pictures() -> None:
    """Make the pictures in docs/pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder:
        draw_panels(Path(folder) / "panels")
        if chromium:
            play_half_game(Path(folder) / "data")
            screenshot_page(Path(folder) / "data", chromium)


if __name__ == "__main__":
    main()
