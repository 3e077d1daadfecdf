"""What stickers are put on: kinds of pieces as a game names them, and what of them has none yet.

A game gives kinds in the order in which people take them out of the box. Pieces with a name are asked for one by
one; pieces that nobody has named yet are alike: any of them may come next. Knows no sticker's number and no chip.

What is written on a sticker itself: what is printed on its piece, as one line of six fields.

    1;game;tile;B;Its Printed Name;1

Version, game, category, deck, printed name (or kind and cost), which of several that look alike. Never a slot, a
number of a sticker or a secret: whoever reads it with a phone sees what lies on the table. Knows no chip; what
can't be read is "", never an exception.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.engine.message import Message, plain_line

RECORD_VERSION, SEPARATOR, FIELDS = "1", ";", 6
MAX_RECORD = 40
"""Bytes in UTF-8: the smallest sticker that is sold for this has room to spare."""
WORD_PATTERN, COPY_PATTERN = r"[a-z][a-z0-9_]*", r"[1-9][0-9]?"


class PrintedIdentity(NamedTuple):
    """What tells a piece from others: what everybody reads on it."""

    category: str
    """"tile", "card" …, as the game calls it in records."""
    deck: str
    """The letter on its back; "" for none."""
    name: str
    """Its printed name, or kind and cost."""
    copy: int = 1
    """Which of several that look alike."""


def record_text(game: str, printed: PrintedIdentity) -> str:
    """The record of a piece; a long name is cut. "" where nothing can be said."""
    deck, name = (_field(text) for text in (printed.deck, printed.name))
    head = SEPARATOR.join((RECORD_VERSION, game, printed.category, deck, ""))
    tail = f"{SEPARATOR}{printed.copy}"
    room = MAX_RECORD - len(head.encode()) - len(tail)
    short = _field(name.encode()[: max(0, room)].decode(errors="ignore"))
    return decode_record(f"{head}{short}{tail}".encode())


def decode_record(data: bytes) -> str:
    """The record in these bytes; "" where they hold none that could have been written by us."""
    try:
        text = data.decode() if len(data) <= MAX_RECORD else ""
    except UnicodeDecodeError:
        return ""
    fields = text.split(SEPARATOR)
    if plain_line(text) != text or len(fields) != FIELDS:
        return ""
    version, game, category, _deck, name, copy = fields
    whole = (
        re.fullmatch(WORD_PATTERN, game)
        and re.fullmatch(WORD_PATTERN, category)
        and name
        and re.fullmatch(COPY_PATTERN, copy)
    )
    return text if version == RECORD_VERSION and whole else ""


def is_same_record(one: str, other: str) -> bool:
    """Whether both say the same, however their owners typed it and whether or not they told its deck."""
    (*mine, deck, name, copy), (*theirs, its_deck, its_name, its_copy) = map(_fields, (one, other))
    same_deck = deck == its_deck or not (deck and its_deck)
    return (mine, name, copy) == (theirs, its_name, its_copy) and same_deck and name != ""


def _fields(record: str) -> list[str]:
    return record.casefold().split(SEPARATOR) if decode_record(record.encode()) else [""] * FIELDS


def _field(text: str) -> str:
    # Normalising first: one of Unicode's question marks becomes a semicolon by it.
    return plain_line(text).replace(SEPARATOR, ",")


class StickerPiece(NamedTuple):
    """A piece, or a command card, with a name."""

    id: str
    """What its sticker stands for: a piece's id, or "card:…"."""
    label: Message
    """What people call it."""
    printed: PrintedIdentity | None = None
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


def step_with_key(kind: StickerKind, key: str, on: Collection[str]) -> StickerStep | None:
    """The step of that key, whether or not its piece has a sticker; None where there is none."""
    if key == kind.id:
        free = next((id for id in kind.alike if id not in on), None)
        return StickerStep(key, kind, free, kind.any_of or kind.label) if free else None
    named = next((piece for piece in kind.pieces if piece.id == key), None)
    return StickerStep(key, kind, named.id, named.label) if named else None


def remaining_steps(
    kinds: Sequence[StickerKind], chosen: Collection[str], on: Collection[str], skipped: Sequence[str] = ()
) -> list[StickerStep]:
    """What is left to do of the chosen kinds, in order; what was skipped comes last. Those alike are one step."""
    left = [step for kind in kinds if kind.id in chosen for step in _steps_of_kind(kind, on)]
    return sorted(left, key=lambda step: skipped.index(step.key) + 1 if step.key in skipped else 0)


def _steps_of_kind(kind: StickerKind, on: Collection[str]) -> Iterator[StickerStep]:
    keys = [*(piece.id for piece in kind.pieces if piece.id not in on), kind.id]
    yield from (step for key in keys if (step := step_with_key(kind, key, on)))


def next_pieces(left: Sequence[StickerStep], on: Collection[str]) -> Iterator[StickerStep]:
    """The same piece by piece: of those that are alike each comes by itself."""
    for step in left:
        alike = step.key == step.kind.id
        yield from [step] * (sum(id not in on for id in step.kind.alike) if alike else 1)


def sticker_counts(kind: StickerKind, on: Collection[str]) -> tuple[int, int]:
    """How many of its pieces have a sticker, and how many there are."""
    return sum(id in on for id in kind.ids), len(kind.ids)


def kind_of_piece(kinds: Sequence[StickerKind], piece: str) -> StickerKind | None:
    """The kind that a piece is of."""
    return next((kind for kind in kinds if piece in kind.ids), None)


def piece_label(kinds: Sequence[StickerKind], piece: str) -> Message | None:
    """What people call a piece; None for one that nobody has named."""
    return next((each.label for kind in kinds for each in kind.pieces if each.id == piece), None)


def printed_identity_of(kinds: Sequence[StickerKind], piece: str) -> PrintedIdentity | None:
    """What is printed on a piece, where its sticker may say so."""
    return next((each.printed for kind in kinds for each in kind.pieces if each.id == piece), None)


def stickers_on_piece(stickers: Mapping[str, str], piece: str) -> tuple[str, ...]:
    """The numbers of the stickers on a piece."""
    return tuple(uid for uid, where in stickers.items() if where == piece)
