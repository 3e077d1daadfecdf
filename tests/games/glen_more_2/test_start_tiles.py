"""The first five tiles are start tiles wherever people read of them on the case: nobody calls them a deck."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.screens.paper import PANELS, REFERENCE_PANEL
from companion.screens.translator import Translator
from tests.games.glen_more_2.test_told_again import chosen, seated
from tests.screens.layout import problems
from tests.screens.shown import drawing
from tests.table import Table

SMALLEST = "2in13"
BY_LETTER = re.compile(r"\bdeck S\b|\bS tiles?\b|\bbalíč\w+ S\b|\bdíl\w+ S\b")


def read(table: Table, translate: Translator) -> str:
    """What stands on the glass, from its top."""
    pen = drawing(table.view, table.page, PANELS[table.panel].paper(), translate)
    assert problems(pen) == []
    words = " ".join(each.text for each in pen.drawn)
    assert not BY_LETTER.search(words), words
    return words


@pytest.mark.parametrize("panel", [SMALLEST, REFERENCE_PANEL])
@pytest.mark.parametrize(
    ("language", "lay", "back"),
    [
        (
            "en",
            "Lay 5 start tiles in front of the foremost pawn, then 5 tiles of A.",
            "A start tile from the rondel back to the start tiles",
        ),
        (
            "cs",
            "Vyložte 5 úvodních dílků před první figurku, pak 5 dílků A.",
            "Úvodní dílek: z rondelu zpět k úvodním dílkům",
        ),
    ],
)
def test_the_layout_and_what_goes_back_from_it_speak_of_start_tiles(
    language: str, lay: str, back: str, panel: str, tmp_path: Path
) -> None:
    translate = Translator(language)
    with Table(tmp_path, panel=panel, translate=translate) as table:
        table.tap("home:red", "home:blue", "home:green")
        table.press("OK")
        while table.app.snapshot.questions[0].kind != "layout":
            table.press("OK")
        assert lay in read(table, translate)
        table.tap("tile:S-1")
        table.press("UNDO")
        assert back in read(table, translate)


@pytest.mark.parametrize(
    ("language", "person"),
    [("en", "a person among the start tiles"), ("cs", "osoba z úvodních dílků")],
)
def test_a_person_among_the_start_tiles_is_called_so(language: str, person: str, tmp_path: Path) -> None:
    translate = Translator(language)
    with Table(tmp_path, panel=SMALLEST, translate=translate) as table:
        seated(table)
        table.tap("tile:S-2")
        chosen(table, "tile 1 ahead", "A person")
        table.press("UNDO+")
        entries = [read(table, translate)]
        while entries.count(entries[0]) == 1 and len(entries) < 20:
            table.press("DOWN")
            entries.append(read(table, translate))
        assert person in " ".join(entries)
