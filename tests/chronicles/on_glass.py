"""What people read of a staged table: the words on the glass of a panel, and on the page."""

from __future__ import annotations

from msgspec.structs import replace

from companion.screens.panels import PANELS
from companion.screens.pen import Pen
from companion.web.glen_more_2.board import ring
from tests.screens.layout import problems
from tests.screens.samples import HOME, sheet
from tests.screens.shown import drawing, sheet_pages
from tests.state.glen_more_2.table import Table

SMALLEST = "2in13"


def home(table: Table, panel: str = SMALLEST) -> Pen:
    """The home page with what is asked first."""
    asked = table.history.game.questions(table.state)[0]
    return drawing(table.view, replace(HOME, text=asked.text), PANELS[panel].paper(), str)


def home_words(table: Table, panel: str = SMALLEST) -> str:
    return " ".join(each.text for each in home(table, panel).drawn)


def everything_owed(table: Table, panel: str = SMALLEST) -> str:
    """The pages of what is owed and booked."""
    paper = PANELS[panel].paper()
    pens = [
        drawing(table.view, sheet("duties", n), paper, str)
        for n in range(sheet_pages(table.view, "duties", paper))
    ]
    assert [problems(pen) for pen in pens] == [[]] * len(pens)
    return _read(pens)


def behind(table: Table, panel: str = SMALLEST) -> str:
    """What stands behind the standings, where the chronicles' lines are."""
    paper = PANELS[panel].paper()
    pages = sheet_pages(table.view, "standings", paper)
    pens = [drawing(table.view, sheet("standings", n), paper, str) for n in range(pages)]
    assert [problems(pen) for pen in pens] == [[]] * len(pens)
    return _read(pens)


def _read(pens: list[Pen]) -> str:
    """The words as they are read: icons between them say nothing."""
    return " ".join(word for pen in pens for each in pen.drawn for word in each.text.split())


def on_page(table: Table) -> str:
    """Everything that the page writes on the board and beside it."""
    return str(ring(table.view, str))
