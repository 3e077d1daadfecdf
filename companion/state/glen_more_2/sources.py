"""What brought or cost something, as events name it in `why`, `source` and `by` for readers of a journal.

A chronicle's is `<chronicle>:<piece>`; a tile is activated by a card or a crest, named alone. Games that began
before version 4 keep the names they began with, so both have the same words. Words themselves are in `labels`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.message import Message
from companion.state.glen_more_2 import rulings
from companion.state.glen_more_2.model import State


def source(state: State, name: str, piece: str = "") -> str:
    """What a chronicle names `<chronicle>.<entry>`. piece: its tile, where the entry is called otherwise."""
    if not rulings.sources_are_pieces(state):
        return name
    return f"{name.partition('.')[0]}:{piece}" if piece else _with_colon(name)


def activator(state: State, cause: str) -> str:
    """The card or crest that activates a tile, of a cause such as "landmark:<card>"."""
    return _with_colon(cause).rpartition(":")[2] if rulings.sources_are_pieces(state) else cause


def by_both_names(tables: Iterable[Mapping[str, Message]]) -> dict[str, Message]:
    """The words that chronicles have for sources, by the name of before and by that of today."""
    words = {name: of_it for table in tables for name, of_it in table.items()}
    return words | {_with_colon(name): of_it for name, of_it in words.items()}


def _with_colon(name: str) -> str:
    return name.replace(".", ":", 1)
