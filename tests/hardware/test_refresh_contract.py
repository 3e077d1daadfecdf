"""docs/reference.md says what the code does: the same numbers for every panel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.hardware.eink import RETRY_INTERVAL
from companion.hardware.eink_driver import (
    BUSY_STARTS_WITHIN,
    BUSY_TIMEOUTS,
    DRIVER_CALLS,
    MIN_BUSY,
    MIN_BUSY_SHARE,
    SETUP_TIMEOUT,
    TOTAL_TIMEOUT,
    UC8179,
)
from companion.hardware.refresh_policy import DEFAULT_POLICY, FAST, FULL, PARTIAL
from companion.screens.paper import PANELS

CONTRACT = (Path(__file__).parents[2] / "docs" / "reference.md").read_text(encoding="utf-8")


def rows(panel: str) -> list[list[str]]:
    """The rows of all tables that begin with this panel, without marks."""
    lines = [line for line in CONTRACT.splitlines() if re.match(rf"\| {panel}\b", line)]
    return [[cell.strip(" *`") for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("name", PANELS)
def test_every_panel_has_its_numbers_and_calls_there(name: str) -> None:
    panel, calls = PANELS[name], DRIVER_CALLS[name]
    numbers, named = rows(name)
    assert f"({panel.width}x{panel.height}" in numbers[0]
    assert numbers[1:3] == [panel.module, "UC8179" if calls.controller is UC8179 else "SSD16xx"]
    assert [float(cell.split()[0]) for cell in numbers[3:6]] == [
        calls.refreshes[k].seconds for k in (FULL, FAST, PARTIAL)
    ]
    assert int(numbers[6]) == calls.max_partials
    for cell, kind in zip(named[1:], (FULL, FAST, PARTIAL), strict=True):
        call = calls.refreshes[kind]
        assert re.search(rf"\b{call.show}\b", cell), cell
        assert all(re.search(rf"\b{name}\b", cell) for name in call.prepare), cell


def test_every_panel_has_driver_calls() -> None:
    assert DRIVER_CALLS.keys() == PANELS.keys()
    assert all(set(panel.refreshes) == DRIVER_CALLS[name].refreshes.keys() for name, panel in PANELS.items())


@pytest.mark.parametrize(
    "message",
    [
        f"After {DEFAULT_POLICY.max_partials} partial refreshes in a row",
        f"when {DEFAULT_POLICY.partials_at_pause} or more partial ones came",
        f"When {DEFAULT_POLICY.large_change:.0%}".replace("%", " %") + " of the pixels or more change",
        f"{DEFAULT_POLICY.full_interval / 3600:.0f} hours ago",
        f"Nothing changed for {DEFAULT_POLICY.sleep_after:.0f} s",
        f"BUSY in a full refresh | {BUSY_TIMEOUTS[FULL]:.0f} s",
        f"BUSY in a fast or partial refresh | {BUSY_TIMEOUTS[FAST]:.0f} s",
        f"set up or put to sleep | {SETUP_TIMEOUT:.0f} s",
        f"its second try too | {TOTAL_TIMEOUT:.0f} s",
        f"was started | {BUSY_STARTS_WITHIN} s",
        f"sooner than {MIN_BUSY[FULL]} s, a partial one sooner than {MIN_BUSY[PARTIAL]} s",
        f"less than {MIN_BUSY_SHARE} of the one",
        f"left alone for {RETRY_INTERVAL:.0f} s",
    ],
)
def test_the_numbers_of_the_contract_are_those_of_the_code(message: str) -> None:
    assert message in CONTRACT
    assert BUSY_TIMEOUTS[FAST] == BUSY_TIMEOUTS[PARTIAL]
    assert MIN_BUSY[FULL] == MIN_BUSY[FAST]
