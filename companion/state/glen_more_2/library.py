"""The base game's tables put together: what a `Library` of rules is made of. Finds no expansion itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.state.glen_more_2 import event_rows, questions
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.ruleset import Library


def library(expansions: Iterable[Expansion] = (), order: Mapping[str, tuple[str, ...]] | None = None) -> Library:
    """The base game with these expansions to choose from; ValueError for one that clashes."""
    return Library(questions.KINDS, event_rows.ROWS, expansions, order)
