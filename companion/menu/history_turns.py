"""The turns of a game as its history lists them, with the entries of each. Says nothing of how a list looks."""

from __future__ import annotations

import msgspec

from companion.engine.lazy import Lazy
from companion.engine.message import Message


class HistoryLine(msgspec.Struct, frozen=True):
    """One entry of the history in words."""

    number: int
    """The entry's, for what can be done about it."""
    text: Lazy[Message]
    """What was answered and what came of it."""


class HistoryTurn(msgspec.Struct, frozen=True):
    """One turn of the history."""

    number: int
    """0 for what came before the first."""
    figure: str
    """The id of whose turn it was; "" for nobody."""
    text: Lazy[Message]
    """What it brought, in a few words."""
    lines: tuple[HistoryLine, ...]
    """Its entries as they happened."""
