"""Which entries stand, what UNDO and redo say, what can't follow, and how an entry is written down."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from companion.engine.journal import (
    Entry,
    EntryUndo,
    decode_entry,
    encode_entry,
    entry_error,
    redo_answer,
    standing_entries,
    state_hash,
    undo_answer,
    undone_numbers,
)
from companion.engine.offers import Answer
from tests.counting_game.rules import GAME, BetMade, StonesAdded, TurnEnded


def journal(*rows: int | tuple[int, int] | str) -> list[Entry]:
    """A journal in short: "a" is an answer, a number takes back from there on, "b4" is an answer of batch 4,
    (first, batch) begins an edit."""
    return [_entry(number, row) for number, row in enumerate(rows, 1)]


def _entry(number: int, row: int | tuple[int, int] | str) -> Entry:
    if isinstance(row, str):
        return Entry(number, Answer(1, "add"), (), "", int(row[1:] or 0))
    first, batch = row if isinstance(row, tuple) else (row, 0)
    return Entry(number, EntryUndo(first), (), "", batch)


def numbers(entries: Sequence[Entry]) -> list[int]:
    return [entry.number for entry in standing_entries(entries)]


@pytest.mark.parametrize(
    ("rows", "stand"),
    [
        ((), []),
        (("a", "a", "a"), [1, 2, 3]),
        (("a", "a", "a", 3), [1, 2]),
        (("a", "a", "a", 3, 2), [1]),
        (("a", "a", "a", 3, 4), [1, 2, 3]),
        (("a", "a", "a", 3, 2, 5), [1, 2]),
        (("a", "a", "a", 3, 2, 5, 4), [1, 2, 3]),
        (("a", "a", "a", 1), []),
        (("a", 1, "a", "a"), [3, 4]),
        (("a", "a", (1, 3), "b3", "b3"), [4, 5]),
        (("a", "a", (1, 3), "b3", "b3", 3), [1, 2]),
        (("a", "a", (1, 3), "b3", "b3", 3, 6), [4, 5]),
    ],
)
def test_a_taking_back_can_itself_be_taken_back(rows: tuple[int | str, ...], stand: list[int]) -> None:
    assert numbers(journal(*rows)) == stand


def test_struck_entries_are_all_that_lie_between() -> None:
    assert undone_numbers(journal("a", "a", 2, "a", 1)) == {1, 2, 3, 4}
    assert undone_numbers(journal("a", "a", 2)) == {2}
    assert undone_numbers(journal("a", "a", 2, 3)) == {3}


@pytest.mark.parametrize(
    ("rows", "first"),
    [
        ((), None),
        (("a",), 1),
        (("a", "a"), 2),
        (("a", "a", 2), 1),
        (("a", "a", 2, 1), None),
        (("a", "a", 2, "a"), 4),
        (("a", "a", 2, 3), 2),
        # an edit goes back as a whole …
        (("a", "a", (1, 3), "b3", "b3"), 3),
        (("a", "a", (1, 3), "b3", "b3", "a"), 6),
        (("a", "a", (1, 3), "b3", "b3", "a", 6), 3),
        # … also one that only removed something …
        (("a", "a", (2, 3)), 3),
        (("a", "a", (1, 3)), 3),
        (("a", "a", (2, 3), 3), 2),
        # … but one that is taken back in part already goes on entry by entry, to the start
        (("a", "a", (1, 3), "b3", "b3", 5), 4),
        (("a", "a", (1, 3), "b3", "b3", 5, 4), None),
        (("a", "a", (2, 3), "b3", "b3", 5, 4), 1),
        # an edit inside an edit
        (("a", "a", (1, 3), "b3", "b3", (5, 6), "b6"), 6),
        (("a", "a", (1, 3), "b3", "b3", (5, 6), "b6", 6), 3),
    ],
)
def test_undo_takes_back_the_last_thing_people_did(rows: tuple[int | str, ...], first: int | None) -> None:
    assert undo_answer(journal(*rows)) == (EntryUndo(first) if first else None)


@pytest.mark.parametrize(
    ("rows", "first"),
    [
        ((), None),
        (("a",), None),
        (("a", "a", 2), 3),
        (("a", "a", 2, 1), 4),
        (("a", "a", 2, 1, 4), 3),
        (("a", "a", 2, 1, 4, 3), None),
        (("a", "a", 2, "a"), None),
        (("a", "a", 2, "a", 4), 5),
        (("a", "a", 2, "a", 4, 5), None),
        (("a", "a", 1), 3),
        # an edit is something new, and its undo can be redone
        (("a", "a", 2, (1, 4), "b4"), None),
        (("a", "a", 2, "a", (4, 5)), None),
        (("a", "a", (1, 3), "b3", 3), 5),
        (("a", "a", (2, 3), 3), 4),
        (("a", "a", (2, 3), 3, 4), None),
    ],
)
def test_redo_brings_back_what_was_taken_back_last(rows: tuple[int | str, ...], first: int | None) -> None:
    assert redo_answer(journal(*rows)) == (EntryUndo(first) if first else None)


def test_an_entry_follows_the_one_before_it() -> None:
    before = journal("a", "a", (1, 3), "b3")
    answer = Answer(1, "add")
    fits = [
        Entry(5, answer, (), ""),
        Entry(5, answer, (), "", 3),
        Entry(5, EntryUndo(4), (), ""),
        Entry(5, EntryUndo(1), (), "", 5),
    ]
    assert [entry_error(before, entry) for entry in fits] == [None] * 4
    assert entry_error([], Entry(1, answer, (), "")) is None


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (Entry(3, Answer(1, "add"), (), ""), "Entry 5 should stand here, but it is entry 3."),
        (Entry(6, Answer(1, "add"), (), ""), "Entry 5 should stand here, but it is entry 6."),
        (Entry(5, EntryUndo(5), (), ""), "It takes back entry 5, which is not before it."),
        (Entry(5, EntryUndo(0), (), ""), "It takes back entry 0, which is not before it."),
        (Entry(5, EntryUndo(4), (1,), ""), "It takes something back and yet has events of its own."),
        (Entry(5, Answer(1, "add"), (), "", 2), "It says it belongs to entry 2, which begins no change."),
        (Entry(5, Answer(1, "add"), (), "", 6), "It says it belongs to entry 6, which begins no change."),
        (Entry(5, Answer(1, "add"), (), "", -2), "It says it belongs to entry -2, which begins no change."),
    ],
)
def test_an_entry_that_cannot_follow_is_told_why(entry: Entry, why: str) -> None:
    assert str(entry_error(journal("a", "a", (1, 3), "b3"), entry)) == why


@pytest.mark.parametrize(
    "entry",
    [
        Entry(1, Answer(2, "add", (3,)), (StonesAdded(3), TurnEnded()), "ab"),
        Entry(2, Answer(0, "note", ("žluť",), anyway=True), (BetMade("more"),), "cd", 1),
        Entry(3, EntryUndo(1), (), "ef", 3),
    ],
)
def test_an_entry_is_read_as_it_was_written(entry: Entry) -> None:
    line = encode_entry(entry, GAME)
    assert decode_entry(line, GAME) == entry
    assert encode_entry(decode_entry(line, GAME), GAME) == line
    assert b"\n" not in line


def test_what_is_usual_is_not_written() -> None:
    assert encode_entry(Entry(1, Answer(2, "add", (1,)), (), "ab"), GAME) == (
        b'{"number":1,"answer":{"type":"answer","question":2,"offer":"add","values":[1]},"events":[],"hash":"ab"}'
    )


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b'{"number":1}',
        b'{"number":1,"answer":{"type":"other"},"events":[],"hash":""}',
        b'{"number":1,"answer":{"type":"take_back","first":1},"events":[],"hash":"","extra":1}',
        b'{"number":1,"answer":{"type":"take_back","first":1},"events":[{"type":"Unheard"}],"hash":""}',
        b'{"number":1,"answer":{"type":"take_back","first":1},"events":{},"hash":""}',
        b'{"number":"1","answer":{"type":"take_back","first":1},"events":[],"hash":""}',
    ],
)
def test_what_is_no_entry_is_refused(line: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_entry(line, GAME)


def test_the_hash_is_the_sha256_of_the_canonical_json() -> None:
    assert state_hash(b"{}") == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
