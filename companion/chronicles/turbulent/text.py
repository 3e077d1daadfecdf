"""Help article of each event of Turbulent Chapters."""

from __future__ import annotations

from companion.chronicles.turbulent import model
from companion.chronicles.turbulent.model import CHAPTERS
from companion.state.glen_more_2.expansions import EventArticles


def _turned(event: model.SideTurned) -> str:
    return CHAPTERS[event.card].rule


EXPLAINED: EventArticles = {
    model.SideTurned: _turned,
    model.RowEmptied: lambda _e: "C6-34",
    model.FigureSwapped: lambda _e: "C6-36",
}
