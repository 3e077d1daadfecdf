"""The table of question kinds: how each is asked and how its answer is settled.

A kind's `ask` makes all offers, closed ones with their reason; its `settle` is only called with an answer that
`ask` offered. Chronicles add kinds of their own.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.frame.offers import Answer, Question
from companion.state.course import Course
from companion.state.model import Open, State

Ask = Callable[[State, Open], Question]
Settle = Callable[[Course, Open, Answer], None]


class Kind(msgspec.Struct, frozen=True):
    """One kind of question. rests: it waits on the main screen and holds nothing up."""

    ask: Ask
    settle: Settle
    rests: bool = False


KINDS: dict[str, Kind] = {}


def kind(name: str, ask: Ask, settle: Settle, rests: bool = False) -> None:
    """Registers a kind of question under its name."""
    KINDS[name] = Kind(ask, settle, rests)
