"""The journal of a game: entries, which of them stand, what a state's hash is, how an entry is written down.

An entry is never changed or removed. Undo is one more entry, and so is undoing the undo.
Stores nothing itself: `companion.storage.archive` does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.engine.game import Game
from companion.engine.message import Message, tr
from companion.engine.offers import Answer


class EntryUndo(msgspec.Struct, frozen=True, gc=False, tag="take_back", omit_defaults=True):
    """Strikes entries, other taking-backs among them."""

    first: int
    """The number of the earliest; every later one goes too."""
    only_log: bool = False
    """It begins a changed past, and the table was right all the time: hands have nothing to do with it."""


class Entry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One row: what was answered, what came of it, and the hash of the state after it."""

    number: int
    """From 1, without a gap."""
    answer: Answer | EntryUndo
    """What people answered or took back."""
    events: tuple[Any, ...]
    """What happened; () for a taking-back."""
    hash: str
    """SHA-256 of the canonical JSON of the state after it, in hex."""
    batch: int = 0
    """The number of the taking-back that began an edit of the past, 0 = none; UNDO takes a batch back as one."""


class Header(msgspec.Struct, frozen=True, gc=False):
    """The first row: all that a game started from."""

    schema: int
    """The version of the journal's form, see `SCHEMA`."""
    game: str
    """The game's slug."""
    rules: int
    """The version of the game's rules."""
    setup: msgspec.Raw
    """The game's own part as JSON: facts of the box in force, house rules, names."""


class EncodedEntry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An entry as JSON; its fields are those of `Entry`."""

    number: int
    answer: Answer | EntryUndo
    events: msgspec.Raw
    """Still JSON, which only the game can read."""
    hash: str
    batch: int = 0


SCHEMA = 1
"""The version of the journal's form; journals of another version are not read."""


def state_hash(canonical: bytes) -> str:
    """SHA-256 of a state's canonical JSON, in hex."""
    return hashlib.sha256(canonical).hexdigest()


def undone_numbers(entries: Sequence[Entry]) -> set[int]:
    """The numbers that are taken back. Read from the end, because a taking-back can itself be taken back."""
    gone: set[int] = set()
    for entry in reversed(entries):
        if isinstance(entry.answer, EntryUndo) and entry.number not in gone:
            gone.update(range(entry.answer.first, entry.number))
    return gone


def standing_entries(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that count, in order; taking-backs themselves left out."""
    gone = undone_numbers(entries)
    return [e for e in entries if e.number not in gone and isinstance(e.answer, Answer)]


def undo_answer(entries: Sequence[Entry]) -> EntryUndo | None:
    """What UNDO says now: the last thing people did that stands is taken back, an edit as a whole.

    An edit of which a part is taken back already goes on entry by entry, so UNDO only ever leads back.
    """
    gone = undone_numbers(entries)
    for entry in reversed(entries):
        if entry.number in gone or not _is_player_entry(entry):
            continue
        batch = [e for e in entries if entry.batch and e.batch == entry.batch and not _is_edit(e)]
        whole = entry.batch and not any(e.number in gone for e in batch)
        if not _is_edit(entry):
            return EntryUndo(entry.batch if whole else entry.number)
        if not batch:  # an edit that only removed something: no other entry stands for it
            return EntryUndo(entry.number)
    return None


def redo_answer(entries: Sequence[Entry]) -> EntryUndo | None:
    """What redo says now: the last taking-back is taken back, unless people did something since."""
    gone = undone_numbers(entries)
    deeds = {e.number for e in entries if _is_player_entry(e)}
    for entry in reversed(entries):
        if entry.number in gone:
            continue
        if not isinstance(entry.answer, EntryUndo) or entry.number in deeds:
            return None
        # A taking-back without a deed in it was a redo itself: what it left can still be redone.
        if not deeds.isdisjoint(range(entry.answer.first, entry.number)):
            return EntryUndo(entry.number)
    return None


def _is_edit(entry: Entry) -> bool:
    """Does this taking-back begin a changed past?"""
    return isinstance(entry.answer, EntryUndo) and entry.batch == entry.number


def _is_player_entry(entry: Entry) -> bool:
    """Is it something people did, not an undo or a redo?"""
    return isinstance(entry.answer, Answer) or _is_edit(entry)


def entry_error(before: Sequence[Entry], entry: Entry) -> Message | None:
    """Why an entry can't stand after those before it, whatever the game; None when it can."""
    due = len(before) + 1
    if entry.number != due:
        return tr("Entry {due} should stand here, but it is entry {number}.", due=due, number=entry.number)
    if isinstance(entry.answer, EntryUndo):
        if not 1 <= entry.answer.first < due:
            return tr("It takes back entry {first}, which is not before it.", first=entry.answer.first)
        if entry.events:
            return tr("It takes something back and yet has events of its own.")
    if entry.batch in (0, due):
        return None
    if not 0 < entry.batch < due or before[entry.batch - 1].batch != entry.batch:
        return tr("It says it belongs to entry {batch}, which begins no change.", batch=entry.batch)
    return None


def encode_entry(entry: Entry, game: Game) -> bytes:
    """An entry as one line of JSON, always the same bytes for the same entry."""
    events = msgspec.Raw(game.encode_events(entry.events))
    return _ENCODER.encode(EncodedEntry(entry.number, entry.answer, events, entry.hash, entry.batch))


def decode_entry(raw: bytes, game: Game) -> Entry:
    """The entry of one line of JSON; msgspec.DecodeError where it isn't one of this game."""
    row = _DECODER.decode(raw)
    events = game.decode_events(bytes(row.events))
    return Entry(row.number, row.answer, events, row.hash, row.batch)


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(EncodedEntry)
