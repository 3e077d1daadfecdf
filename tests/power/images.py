"""What a power cut may leave on a disk: all that was synced, and of the rest any part, torn where it was long.

The parts are sectors: a disk writes one whole or not at all. Names in a folder are as safe as files: a new file
may not be there before the folder was synced, a deleted one may come back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from tests.power.disk import FOLDER, MAKE, REMOVE, SYNC, TRUNCATE, WRITE, Op

SECTOR = 512
Image = dict[str, bytes]
"""The files by their names."""


class Cut:
    """The disk at one moment of its log: what is safe, and what is only on its way."""

    def __init__(self) -> None:
        self.safe: dict[int, bytearray] = {}
        self.loose: dict[int, list[Op]] = {}
        self.names: dict[str, int] = {}
        self.loose_names: list[Op] = []

    def take(self, op: Op) -> None:
        """One step of the log."""
        if op.kind in (MAKE, REMOVE):
            self.loose_names.append(op)
        elif op.kind == FOLDER:
            for named in self.loose_names:
                _name(self.names, named)
            self.loose_names = []
        elif op.kind == SYNC:
            for each in self.loose.pop(op.file, ()):
                _do(self.safe.setdefault(op.file, bytearray()), each)
        else:
            self.loose.setdefault(op.file, []).append(op)

    def images(self, dice: Random, most: int) -> Iterator[Image]:
        """Nothing of what is on its way, all of it, and `most` random parts of it."""
        yield self._image(lambda _op: b"", lambda _op: False)
        if self.loose or self.loose_names:
            yield self._image(lambda op: b"\1" * _sectors(op), lambda _op: True)
            for _ in range(most):
                luck = dice.choice((0.2, 0.5, 0.9))
                yield self._image(
                    lambda op: _torn(op, dice, luck),  # noqa: B023 - used at once
                    lambda _op: dice.random() < luck,  # noqa: B023
                )

    def _image(self, parts: object, named: object) -> Image:
        names = dict(self.names)
        stuck: set[str] = set()
        for op in self.loose_names:  # of one name the earlier things happen first
            if op.name not in stuck and named(op):  # type: ignore[operator]
                _name(names, op)
            else:
                stuck.add(op.name)
        return {name: bytes(self._content(file, parts)) for name, file in names.items()}

    def _content(self, file: int, parts: object) -> bytearray:
        content = bytearray(self.safe.get(file, b""))
        for op in self.loose.get(file, ()):
            for piece in _pieces(op, parts(op)):  # type: ignore[operator]
                _do(content, piece)
        return content


def _name(names: dict[str, int], op: Op) -> None:
    if op.kind == MAKE:
        names[op.name] = op.file
    else:
        names.pop(op.name, None)


def _do(content: bytearray, op: Op) -> None:
    if op.kind == TRUNCATE:
        del content[op.at :]
    elif op.kind == WRITE:
        content.extend(bytes(max(0, op.at - len(content))))
        content[op.at : op.at + len(op.data)] = op.data


def _sectors(op: Op) -> int:
    return max(1, (op.at % SECTOR + len(op.data) + SECTOR - 1) // SECTOR)


def _torn(op: Op, dice: Random, luck: float) -> bytes:
    """Which sectors of a write came through."""
    if op.kind == WRITE and _sectors(op) > 1 and dice.random() < 0.4:
        return bytes(dice.random() < luck for _ in range(_sectors(op)))
    return bytes([dice.random() < luck]) * _sectors(op)


def _pieces(op: Op, parts: bytes) -> Iterator[Op]:
    """The sectors of an operation that came through, as operations."""
    if op.kind != WRITE or all(parts):
        yield from [op] if any(parts) else []
        return
    start = op.at - op.at % SECTOR
    for number, came in enumerate(parts):
        if came:
            first = max(op.at, start + number * SECTOR)
            last = min(op.at + len(op.data), start + (number + 1) * SECTOR)
            yield op._replace(at=first, data=op.data[first - op.at : last - op.at])


def cuts(log: Sequence[Op], cut: Cut | None = None) -> Iterator[tuple[int, Cut]]:
    """The disk after each step of its log, from the first (empty, or this one); the same object every time."""
    cut = cut or Cut()
    yield 0, cut
    for number, op in enumerate(log, 1):
        cut.take(op)
        yield number, cut


def digest(image: Image) -> bytes:
    """Tells images apart."""
    found = hashlib.blake2b(digest_size=16)
    for name in sorted(image):
        found.update(f"{name}:{len(image[name])}:".encode() + image[name])
    return found.digest()


def lay(image: Image, folder: Path) -> None:
    """The image as files in an empty folder."""
    for name, content in image.items():
        (folder / name).write_bytes(content)
