"""Which article of help.txt explains an event. Words only."""

from __future__ import annotations

from companion.chronicles.turbulent import sides
from companion.chronicles.turbulent.chapters import CHAPTERS
from companion.state.glen_more_2.expansions import Explained


def _turned(event: sides.SideTurned) -> str:
    return CHAPTERS[event.card].rule


EXPLAINED: Explained = {
    sides.SideTurned: _turned,
    sides.RowEmptied: lambda _e: "C6-34",
    sides.FigureSwapped: lambda _e: "C6-36",
}
