"""The event rows of every game: each placeholder of their templates is filled by the event or the game."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.state.glen_more.game import GlenMore
from companion.state.schotten_totten.game import SchottenTotten

TEXTS = ("history", "short_history", "group_history", "log_change", "missing_entry", "undo_instructions")


def made(text: Any) -> None:
    """Make the function of a template; without an event it raises afterwards."""
    with contextlib.suppress(AttributeError, TypeError, KeyError):
        text(None, None)


@pytest.mark.parametrize("game", [game_rules, GlenMore, SchottenTotten])
def test_every_placeholder_is_filled(game: Any) -> None:
    rows = game().rows
    for row in rows.values():
        for text in TEXTS:
            if getattr(row, text):
                made(getattr(row, text))
    assert rows
