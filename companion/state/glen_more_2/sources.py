"""What brought or cost something, as events name it in `why`, `source` and `by` for readers of a journal.

A chronicle's is `<chronicle>:<piece>`; a tile is activated by a card or a crest, named alone. Words themselves are
in `labels`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.message import Message


def source(name: str, piece: str = "") -> str:
    """What a chronicle names `<chronicle>.<entry>`. piece: its tile, where the entry is called otherwise."""
    return f"{name.partition('.')[0]}:{piece}" if piece else _with_colon(name)


def activator(cause: str) -> str:
    """The card or crest that activates a tile, of a cause such as "landmark:<card>"."""
    return _with_colon(cause).rpartition(":")[2]


def by_both_names(tables: Iterable[Mapping[str, Message]]) -> dict[str, Message]:
    """The words of chronicles by the names in their tables (`<chronicle>.<entry>`) and by those of `source`."""
    words = {name: of_it for table in tables for name, of_it in table.items()}
    return words | {_with_colon(name): of_it for name, of_it in words.items()}


def _with_colon(name: str) -> str:
    return name.replace(".", ":", 1)
