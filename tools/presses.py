"""Presses per turn of the recorded games, read off the recordings; for the bench.

A turn is a player's turn; set-up, scorings and corrections are counted in, the die's own presses too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from companion.session.recording import Press, Recording, Tap, read_recording

GAMES = Path(__file__).parents[1] / "tests" / "games"

MODES = {
    "all_tiles_tapped": "three_players",
    "only_taken_tiles_tapped": "three_players_taken",
    "command_cards": "four_players_cards",
    "bare_catalogue": "two_players_bare",
}
"""Which recorded game shows which way of using the companion."""

Rates = dict[str, float]


def recording_of(name: str) -> Recording:
    """A recorded game by its name."""
    return read_recording((GAMES / f"{name}.jsonl").read_text(encoding="utf-8"))


def end_of_recording(name: str) -> dict[str, Any]:
    """How it ended."""
    end: dict[str, Any] = msgspec.json.decode((GAMES / f"{name}.end.json").read_bytes())
    return end


def presses_per_turn() -> dict[str, Rates]:
    """For each way of using the companion: presses, taps and journal entries per turn."""
    return {mode: _rates(name) for mode, name in MODES.items()}


def _rates(name: str) -> Rates:
    inputs, end = recording_of(name).inputs, end_of_recording(name)
    turns = end["player_turns"]
    return {
        "presses": sum(isinstance(each, Press) for each in inputs) / turns,
        "taps": sum(isinstance(each, Tap) for each in inputs) / turns,
        "entries": end["entries"] / turns,
    }
