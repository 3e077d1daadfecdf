"""The journal of a game: entries, which of them stand, state hashes, and the JSON form of an entry.

An entry is never changed or removed. Undo adds an entry, and so does redo. Nothing is stored here; see
`companion.storage.archive`.
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
    """Undoes entries, which may be undo entries too."""

    first: int
    """The number of the earliest undone entry; all later ones are undone too."""
    only_log: bool = False
    """True if it begins a history edit for which the table was already right: no table instructions are needed."""


class Entry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One row: an answer, its events and the hash of the state after it."""

    number: int
    """From 1, without gaps."""
    answer: Answer | EntryUndo
    """The answer, or what is undone."""
    events: tuple[Any, ...]
    """The events of the answer; () for an undo."""
    hash: str
    """SHA-256 of the canonical JSON of the state after it, in hex."""
    batch: int = 0
    """The number of the undo entry that began a history edit, 0 for none; undo takes back a batch as one."""


class Header(msgspec.Struct, frozen=True, gc=False):
    """The first row of a journal: all that a game started from."""

    schema: int
    """The version of the journal's format, see `SCHEMA`."""
    game: str
    """The game's slug."""
    rules: int
    """The version of the game's rules."""
    setup: msgspec.Raw
    """The game's own part as JSON: facts of the box, house rules, names."""


class EncodedEntry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An entry as JSON; the fields are those of `Entry`."""

    number: int
    answer: Answer | EntryUndo
    events: msgspec.Raw
    """Still encoded, because only the game can decode them."""
    hash: str
    batch: int = 0


SCHEMA = 1
"""The version of the journal's format; journals of another version are not read."""


def state_hash(canonical: bytes) -> str:
    """Return the SHA-256 of a state's canonical JSON, in hex."""
    return hashlib.sha256(canonical).hexdigest()


def undone_numbers(entries: Sequence[Entry]) -> set[int]:
    """Return the numbers of the undone entries. Reads from the end, because an undo can itself be undone."""
    gone: set[int] = set()
    for entry in reversed(entries):
        if isinstance(entry.answer, EntryUndo) and entry.number not in gone:
            gone.update(range(entry.answer.first, entry.number))
    return gone


def standing_entries(entries: Sequence[Entry]) -> list[Entry]:
    """Return the answers that are not undone, in order."""
    gone = undone_numbers(entries)
    return [e for e in entries if e.number not in gone and isinstance(e.answer, Answer)]


def undo_answer(entries: Sequence[Entry]) -> EntryUndo | None:
    """Return what undo takes back now: the last standing entry of the players, or a whole edit; None for nothing.

    An edit that is already partly undone is undone entry by entry, so undo only leads back.
    """
    gone = undone_numbers(entries)
    for entry in reversed(entries):
        if entry.number in gone or not _is_player_entry(entry):
            continue
        batch = [e for e in entries if entry.batch and e.batch == entry.batch and not _is_edit(e)]
        whole = entry.batch and not any(e.number in gone for e in batch)
        if not _is_edit(entry):
            return EntryUndo(entry.batch if whole else entry.number)
        if not batch:  # An edit that only removed an entry has no other entry that stands for it.
            return EntryUndo(entry.number)
    return None


def redo_answer(entries: Sequence[Entry]) -> EntryUndo | None:
    """Return what redo brings back: the last undo, unless an entry was made since; None for nothing."""
    gone = undone_numbers(entries)
    deeds = {e.number for e in entries if _is_player_entry(e)}
    for entry in reversed(entries):
        if entry.number in gone:
            continue
        if not isinstance(entry.answer, EntryUndo) or entry.number in deeds:
            return None
        # An undo entry that takes back no player's entry was itself a redo; what it left can still be redone.
        if not deeds.isdisjoint(range(entry.answer.first, entry.number)):
            return EntryUndo(entry.number)
    return None


def _is_edit(entry: Entry) -> bool:
    """True if this undo entry begins a history edit."""
    return isinstance(entry.answer, EntryUndo) and entry.batch == entry.number


def _is_player_entry(entry: Entry) -> bool:
    """True if it is an answer or an edit, not an undo or a redo."""
    return isinstance(entry.answer, Answer) or _is_edit(entry)


def entry_error(before: Sequence[Entry], entry: Entry) -> Message | None:
    """Return why an entry cannot follow the entries before it, in any game; None if it can."""
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
    """Return an entry as one line of JSON; equal entries give equal bytes."""
    events = msgspec.Raw(game.encode_events(entry.events))
    return _ENCODER.encode(EncodedEntry(entry.number, entry.answer, events, entry.hash, entry.batch))


def decode_entry(raw: bytes, game: Game) -> Entry:
    """Return the entry of one line of JSON. Raises msgspec.DecodeError if it is not one of this game."""
    row = _DECODER.decode(raw)
    events = game.decode_events(bytes(row.events))
    return Entry(row.number, row.answer, events, row.hash, row.batch)


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(EncodedEntry)
