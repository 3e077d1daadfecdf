"""The journal of a game: entries, which of them stand, and what a state's hash is.

An entry is never changed or removed. Undo is one more entry, and so is undoing the undo.
Stores nothing itself: `companion.archive` does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.frame.offers import Answer


class TakeBack(msgspec.Struct, frozen=True, tag="take_back"):
    """Strikes every entry from number `first` on, other taking-backs among them."""

    first: int


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One row: what was answered, what came of it, and the hash of the state after it.

    `batch` is the number of the taking-back that began an edit of the past; UNDO takes such a batch back as one.
    `overruled` is the id of the soft rule that people went against.
    """

    number: int
    answer: Answer | TakeBack
    events: tuple[Any, ...]
    hash: str
    batch: int = 0


class Header(msgspec.Struct, frozen=True):
    """The first row: which game, which version of its rules, and all it started from (kept as JSON)."""

    schema: int
    game: str
    rules: int
    setup: msgspec.Raw


SCHEMA = 1


def state_hash(canonical: bytes) -> str:
    """SHA-256 of a state's canonical JSON, in hex."""
    return hashlib.sha256(canonical).hexdigest()


def struck(entries: Sequence[Entry]) -> set[int]:
    """The numbers that are taken back. Read from the end, because a taking-back can itself be taken back."""
    gone: set[int] = set()
    for entry in reversed(entries):
        if isinstance(entry.answer, TakeBack) and entry.number not in gone:
            gone.update(range(entry.answer.first, entry.number))
    return gone


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that count, in order; taking-backs themselves left out."""
    gone = struck(entries)
    return [e for e in entries if e.number not in gone and isinstance(e.answer, Answer)]


def undo_of(entries: Sequence[Entry]) -> TakeBack | None:
    """What UNDO says now: the last entry that stands is taken back, an edit as a whole."""
    stand = standing(entries)
    return TakeBack(stand[-1].batch or stand[-1].number) if stand else None


def redo_of(entries: Sequence[Entry]) -> TakeBack | None:
    """What redo says now: the last taking-back is taken back, unless something was answered since."""
    gone = struck(entries)
    ordinary = {e.number for e in entries if isinstance(e.answer, Answer)}
    for entry in reversed(entries):
        if entry.number in gone:
            continue
        if not isinstance(entry.answer, TakeBack):
            return None
        if entry.batch != entry.number and ordinary & set(range(entry.answer.first, entry.number)):
            return TakeBack(entry.number)
    return None
