"""What stickers are put on: kinds of pieces as a game names them, and what of them has none yet.

A game gives kinds in the order in which people take them out of the box. Pieces with a name are asked for one by
one; pieces that nobody has named yet are alike: any of them may come next. Knows no sticker's number and no chip.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.engine.message import Message
from companion.engine.piece_record import Printed


class StickerPiece(NamedTuple):
    """A piece, or a command card, with a name."""

    id: str
    """What its sticker stands for: a piece's id, or "card:…"."""
    label: Message
    """What people call it."""
    printed: Printed | None = None
    """What everybody may read of it on its sticker; None where nobody told what is printed, or it is a secret."""


class StickerKind(NamedTuple):
    """Pieces that lie together in the box."""

    id: str
    """Stays the same when the box changes."""
    label: Message
    """What people call all of them."""
    pieces: tuple[StickerPiece, ...]
    """Those with a name, in printed order."""
    alike: tuple[str, ...] = ()
    """Ids of those that nobody has named: a new sticker may be on any."""
    any_of: Message | None = None
    """How one of `alike` is asked for: "any tile of deck A without a sticker"."""
    one: Message | None = None
    """What people call one of `alike` that has a sticker: no number of ours is on it."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Of all its pieces."""
        return (*(piece.id for piece in self.pieces), *self.alike)


class StickerStep(NamedTuple):
    """What is to be stickered next."""

    key: str
    """The piece's id; for one of those that are alike the kind's."""
    kind: StickerKind
    piece: str
    """The piece that a sticker tapped now is on."""
    label: Message
    """How it is asked for."""


def step_of(kind: StickerKind, key: str, on: Collection[str]) -> StickerStep | None:
    """The step of that key, whether or not its piece has a sticker; None where there is none."""
    if key == kind.id:
        free = next((id for id in kind.alike if id not in on), None)
        return StickerStep(key, kind, free, kind.any_of or kind.label) if free else None
    named = next((piece for piece in kind.pieces if piece.id == key), None)
    return StickerStep(key, kind, named.id, named.label) if named else None


def steps(
    kinds: Sequence[StickerKind], chosen: Collection[str], on: Collection[str], skipped: Sequence[str] = ()
) -> list[StickerStep]:
    """What is left to do of the chosen kinds, in order; what was skipped comes last. Those alike are one step."""
    left = [step for kind in kinds if kind.id in chosen for step in _left(kind, on)]
    return sorted(left, key=lambda step: skipped.index(step.key) + 1 if step.key in skipped else 0)


def _left(kind: StickerKind, on: Collection[str]) -> Iterator[StickerStep]:
    keys = [*(piece.id for piece in kind.pieces if piece.id not in on), kind.id]
    yield from (step for key in keys if (step := step_of(kind, key, on)))


def coming(left: Sequence[StickerStep], on: Collection[str]) -> Iterator[StickerStep]:
    """The same piece by piece: of those that are alike each comes by itself."""
    for step in left:
        alike = step.key == step.kind.id
        yield from [step] * (sum(id not in on for id in step.kind.alike) if alike else 1)


def done_of(kind: StickerKind, on: Collection[str]) -> tuple[int, int]:
    """How many of its pieces have a sticker, and how many there are."""
    return sum(id in on for id in kind.ids), len(kind.ids)


def kind_of(kinds: Sequence[StickerKind], piece: str) -> StickerKind | None:
    """The kind that a piece is of."""
    return next((kind for kind in kinds if piece in kind.ids), None)


def label_of(kinds: Sequence[StickerKind], piece: str) -> Message | None:
    """What people call a piece; None for one that nobody has named."""
    return next((each.label for kind in kinds for each in kind.pieces if each.id == piece), None)


def printed_on(kinds: Sequence[StickerKind], piece: str) -> Printed | None:
    """What is printed on a piece, where its sticker may say so."""
    return next((each.printed for kind in kinds for each in kind.pieces if each.id == piece), None)


def on_piece(stickers: Mapping[str, str], piece: str) -> tuple[str, ...]:
    """The numbers of the stickers on a piece."""
    return tuple(uid for uid, where in stickers.items() if where == piece)
