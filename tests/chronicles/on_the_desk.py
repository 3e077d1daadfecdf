"""A staged table behind the real devices: taps on the reader, the picture on the panel, signals."""

from __future__ import annotations

from pathlib import Path

from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from tests.screens.layout import problems
from tests.screens.shown import drawing
from tests.state.glen_more_2 import table as staged
from tests.table import Table


def on_the_desk(at: staged.Table, folder: Path) -> Table:
    """The application goes on from where the staged table stands."""
    desk = Table(folder, facts=at.state.facts)
    running = desk.app.running
    snapshot = running._look(running.definition, at.history, at.state)
    if at.history.entries:
        running.archive.append(running.id, at.history.entries, at.history.game)
    running._use(running.table_game, at.history, snapshot)
    return desk


def panel_words(desk: Table, language: str, panel: str = "2in13") -> str:
    """What stands on the panel now, in that language."""
    pen = drawing(desk.view, desk.page, PANELS[panel].paper(), Translator(language))
    assert problems(pen) == []
    return " ".join(word for each in pen.drawn for word in each.text.split())
