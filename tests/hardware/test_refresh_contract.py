"""docs/refresh.md says what the code does: the same numbers for every panel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.hardware.eink import RETRY
from companion.hardware.eink_table import BEGINS, DRIVES, HASTY, LEAST, LIMITS, PREPARING, UC8179, WHOLE
from companion.hardware.refreshing import FAST, FULL, PARTIAL, USUAL
from companion.screens.panels import PANELS

CONTRACT = (Path(__file__).parents[2] / "docs" / "refresh.md").read_text(encoding="utf-8")


def rows(panel: str) -> list[list[str]]:
    """The rows of all tables that begin with this panel, without marks."""
    lines = [line for line in CONTRACT.splitlines() if re.match(rf"\| {panel}\b", line)]
    return [[cell.strip(" *`") for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("name", PANELS)
def test_every_panel_has_its_numbers_and_calls_there(name: str) -> None:
    panel, drive = PANELS[name], DRIVES[name]
    numbers, calls = rows(name)
    assert f"({panel.width}x{panel.height}" in numbers[0]
    assert numbers[1:3] == [panel.module, "UC8179" if drive.controller is UC8179 else "SSD16xx"]
    assert [float(cell.split()[0]) for cell in numbers[3:6]] == [
        drive.ways[k].seconds for k in (FULL, FAST, PARTIAL)
    ]
    assert int(numbers[6]) == USUAL.partials
    for cell, kind in zip(calls[1:], (FULL, FAST, PARTIAL), strict=True):
        way = drive.ways[kind]
        assert re.search(rf"\b{way.show}\b", cell), cell
        assert all(re.search(rf"\b{name}\b", cell) for name in way.prepare), cell


def test_every_panel_has_a_drive() -> None:
    assert DRIVES.keys() == PANELS.keys()
    assert all(set(panel.refreshes) == DRIVES[name].ways.keys() for name, panel in PANELS.items())


@pytest.mark.parametrize(
    "message",
    [
        f"After {USUAL.partials} partial refreshes in a row",
        f"when {USUAL.pause} or more partial ones came",
        f"When {USUAL.large:.0%}".replace("%", " %") + " of the pixels or more change",
        f"{USUAL.full_every / 3600:.0f} hours ago",
        f"Nothing changed for {USUAL.idle:.0f} s",
        f"BUSY in a full refresh | {LIMITS[FULL]:.0f} s",
        f"BUSY in a fast or partial refresh | {LIMITS[FAST]:.0f} s",
        f"set up or put to sleep | {PREPARING:.0f} s",
        f"its second try too | {WHOLE:.0f} s",
        f"was started | {BEGINS} s",
        f"sooner than {LEAST[FULL]} s, a partial one sooner than {LEAST[PARTIAL]} s",
        f"less than {HASTY} of the one",
        f"left alone for {RETRY:.0f} s",
    ],
)
def test_the_numbers_of_the_contract_are_those_of_the_code(message: str) -> None:
    assert message in CONTRACT
    assert LIMITS[FAST] == LIMITS[PARTIAL]
    assert LEAST[FULL] == LEAST[FAST]
