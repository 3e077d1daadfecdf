"""The steps of the course that recorded games took, and at the end of the tests the edges that none took."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.engine.history import History
from companion.state.glen_more_2 import events as ev
from tools.turn_diagram import edges

EDGES = {(edge.source, edge.to) for edge in edges()}
PROPERTY = "course_step"
Step = tuple[str, str]


def steps(history: History) -> Iterator[Step]:
    """From which stage to which, in everything that was ever decided, what was taken back later too."""
    again = History(history.game, history.header)
    for entry in history.entries:
        stage = again.state.stage
        for event in entry.events:
            if isinstance(event, ev.StageEntered):
                yield stage, event.stage
                stage = event.stage
        again.add((entry,))


def check_steps(history: History, record_property: Callable[[str, object], None]) -> None:
    """Every step is an edge of the drawn table; reported, so that the edges left over can be printed."""
    took = set(steps(history))
    assert len(took) > 10
    assert sorted(took - EDGES) == []
    for step in took:
        record_property(PROPERTY, step)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What no recorded game did; with the tests of recorded games only."""
    reports = [r for r in terminalreporter.stats.get("passed", []) if isinstance(r, pytest.TestReport)]
    took = {tuple(step) for report in reports for name, step in report.user_properties if name == PROPERTY}
    if took:
        left = ", ".join(f"{a} to {b}" for a, b in sorted(EDGES - took))
        terminalreporter.write_line(f"steps of the course that no recorded game took: {left or 'none'}")
