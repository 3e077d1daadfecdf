"""Draws the pictures of docs/builder-guide.md with the product: `python -m tools.card.pictures` (or `make docs`).

They show the panel from the first start of a new card to the first tap.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from PIL import Image

from companion.commands.update import installing_page
from companion.games.installed import installed_games
from companion.screens.paper import PANELS, REFERENCE_PANEL
from companion.screens.picture import make_picture
from companion.screens.translator import ENGLISH, Translator
from tests.table import Table

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
PAPER, TRANSLATE = PANELS[REFERENCE_PANEL].paper(), Translator(ENGLISH)
FAULT = "damaged"


def draw_pictures() -> dict[str, Image.Image]:
    """Return each picture by its file name."""
    made = {
        "card-installs": make_picture(None, installing_page("program"), PAPER, TRANSLATE),
        "card-failed": make_picture(None, installing_page("failed", FAULT), PAPER, TRANSLATE),
    }
    with tempfile.TemporaryDirectory() as folder, Table(Path(folder), games=installed_games()) as table:
        made["card-begins"] = _shown(table)
        table.press(*table.keys_to("Glen More II"))
        table.press("BACK+")
        for row in ("This box", "Stickers", "Begin"):
            table.press(*table.keys_to(row))
        made["card-stickers"] = _shown(table)
        table.press("BACK", "BACK", "BACK", "BACK")
        table.tap("home:red")
        made["card-tap"] = _shown(table)
    return made


def _shown(table: Table) -> Image.Image:
    """Return the picture on the panel."""
    now = table.app.snapshot
    return make_picture(now.game.shown(now.view) if now.game else None, now.page, PAPER, TRANSLATE)


def main() -> None:
    """Draw all pictures."""
    for name, image in draw_pictures().items():
        image.save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
