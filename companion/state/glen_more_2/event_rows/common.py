"""Helpers that several modules of event rows share."""

from __future__ import annotations

from typing import Any

from companion.engine.event_rows import EventTable, Filler
from companion.engine.message import Message, literal, tr
from companion.state.glen_more_2.actions import LogChange
from companion.state.glen_more_2.model import Player, State
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.text import labels

SOURCE_TEXTS = {
    "exchange": tr("exchange"),
    "tile": tr("tile"),
    "card": tr("command card"),
    "other": tr("other"),
    "scots_in_home_castle": tr("Scots at home"),
    "landmarks": tr("landmark cards"),
    "whisky": tr("barrels"),
    "persons": tr("persons"),
    "territory": tr("size of the territory"),
    "coins": tr("coins"),
    "correction": tr("correction"),
    "armadale_castle": literal("Armadale Castle"),
}


FILLERS: dict[str, Filler] = {
    "player": lambda state, e: labels.figure_label(state, e.player),
    "to": lambda state, e: labels.figure_label(state, e.to),
    "figure": lambda state, e: labels.figure_label(state, e.figure),
    "tile": lambda state, e: labels.piece_label(state.facts, e.piece, getattr(e, "deck", "")),
    "card": lambda state, e: labels.landmark_label(state.facts, e.card),
    "crest": lambda state, e: labels.crest_label(state.facts, e.crest),
    "good": lambda state, e: labels.market_row_label(state, e.good),
    "why": lambda state, e: labels.cause_label(state, e.why),
}
"""What fills the placeholders of events' texts, where the field of that name is an id."""
row = EventTable[State](FILLERS).row


def no_log_line(_state: State, _event: Any) -> LogChange | None:
    """Return no log line; the event stays in `State.happened` because other lines use it."""
    return None


def other_uncertain_counts(player: Player, *counts: str) -> tuple[str, ...]:
    """Return the player's uncertain counts without these."""
    return tuple(c for c in player.uncertain_counts if c not in counts)


def points_with(player: Player, source: str, points: int) -> dict[str, int]:
    """Return the player's points by source with `points` added to one source."""
    return {**player.points, source: player.points.get(source, 0) + points}


def source_text(state: State, name: str) -> Message:
    """Return the label of a point source in the history."""
    words = SOURCE_TEXTS.get(name) or rules_of(state).point_sources.get(name)
    return words or labels.cause_label(state, name)


def holder_text(state: State, player: str) -> Message:
    """Return the label of a player, "nobody" for ""."""
    return labels.figure_label(state, player) if player else tr("nobody")


def change_sign(change: int) -> str:
    """Return the sign of a change."""
    return "-" if change < 0 else "+"
