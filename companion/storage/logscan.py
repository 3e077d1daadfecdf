"""SQLite's write-ahead log read without SQLite: is something bent in its middle?

SQLite takes a log in up to the first frame that doesn't fit and says nothing about the rest. For what a power cut
leaves that is right: only the last, unfinished change is torn. But a change after which another one was begun had
been synced; where such a one lies behind a bent frame, the log was damaged later. Reads bytes and changes nothing.
(The format: https://www.sqlite.org/walformat.html)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from struct import Struct
from typing import NamedTuple

MAGIC = 0x377F0682
HEADER, FRAME_HEADER = Struct(">8I"), Struct(">6I")
SMALLEST, USUAL, BIGGEST = 512, 4096, 65536
Sums = tuple[int, int]


class Frame(NamedTuple):
    """One page in the log. follows: its checksum goes on from the one before. commit: it ends a change."""

    salts: Sums
    commit: bool
    follows: bool


def changes_behind_a_break(path: Path) -> int:
    """How many finished changes damage hides from SQLite in this log; 0 for a log as a power cut leaves it."""
    log = path.read_bytes() if path.exists() else b""
    if len(log) < HEADER.size:
        return 0
    magic, _, size, _, *salts, first, second = HEADER.unpack_from(log)
    order = ">" if magic & 1 else "<"
    if magic & ~1 != MAGIC or _sums(order, log[: HEADER.size - 8], (0, 0)) != (first, second):
        return _changes_without_head(log)
    frames = list(_frames(log, order, size, (first, second)))
    own = (salts[0], salts[1])
    broken = next((n for n, frame in enumerate(frames) if not frame.follows or frame.salts != own), len(frames))
    return _changes(frames[broken:], own)


def _changes(frames: list[Frame], own: Sums) -> int:
    """Changes among these frames; none if no frame proves that the change before it was synced.

    Frames with other salts are of an earlier time; what they hold was moved into the file long ago. A frame that
    doesn't fit proves nothing: its head may be torn, half of it from that earlier time.
    """
    fitting = [frame.follows and frame.salts == own for frame in frames]
    proofs = (frames[n].commit for n, both in enumerate(pairwise(fitting)) if all(both))
    return sum(frame.commit and frame.salts == own for frame in frames) if any(proofs) else 0


def _changes_without_head(log: bytes) -> int:
    """The same for a log whose own head is bent; pages are of the usual size, numbers of either order."""
    both = [list(_frames(log, order, USUAL, (0, 0))) for order in "<>"]
    return max((_changes(frames, own) for frames in both for own in {each.salts for each in frames}), default=0)


def _frames(log: bytes, order: str, size: int, sums: Sums) -> Iterator[Frame]:
    if not SMALLEST <= size <= BIGGEST:
        return
    for at in range(HEADER.size, len(log) - FRAME_HEADER.size - size + 1, FRAME_HEADER.size + size):
        _, commit, *salts, first, second = FRAME_HEADER.unpack_from(log, at)
        page = at + FRAME_HEADER.size
        counted = _sums(order, log[at : at + 8] + log[page : page + size], sums)
        yield Frame((salts[0], salts[1]), commit > 0, counted == (first, second))
        sums = first, second


def _sums(order: str, data: bytes, sums: Sums) -> Sums:
    """SQLite's checksum, going on from the one before."""
    first, second = sums
    words = iter(Struct(f"{order}{len(data) // 4}I").unpack(data))
    for word, following in zip(words, words, strict=True):
        first = first + word + second & 0xFFFFFFFF
        second = second + following + first & 0xFFFFFFFF
    return first, second
