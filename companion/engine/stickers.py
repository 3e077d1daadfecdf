"""Stickers: the kinds of pieces that get one, the steps of enrolling them, and the record stored on a sticker.

A game lists kinds in the order in which players take them out of the box. Pieces with a name are asked for one by
one; pieces without a name are alike, so a new sticker may be on any of them. Knows no NFC tag.

The record on a sticker is what is printed on its piece, as one line of six fields:

    1;game;tile;B;Its Printed Name;1

Version, game, category, deck, printed name (or kind and cost), number among pieces that look the same. It never
contains a slot, a sticker id or a secret, because any phone can read it. An unreadable record is "", never an
exception.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.engine.message import Message, plain_line

RECORD_VERSION, FIELD_SEPARATOR, FIELD_COUNT = "1", ";", 6
MAX_RECORD = 40
"""Bytes in UTF-8; the smallest stickers sold for this purpose hold more."""
FOREIGN_TAG = "foreign:"
"""Text of a tap with a phone or a bank card; their numbers may change, or be those of many."""
WORD_PATTERN, COPY_PATTERN = r"[a-z][a-z0-9_]*", r"[1-9][0-9]?"


class PrintedIdentity(NamedTuple):
    """What is printed on a piece and identifies it."""

    category: str
    """Its category in records, for example "tile" or "card"."""
    deck: str
    """The letter on its back; "" for none."""
    name: str
    """Its printed name, or kind and cost."""
    copy: int = 1
    """Its number among pieces that look the same."""


def record_text(game: str, printed: PrintedIdentity) -> str:
    """Return the record of a piece; a long name is cut. "" if no valid record is possible."""
    deck, name = (_field(text) for text in (printed.deck, printed.name))
    head = FIELD_SEPARATOR.join((RECORD_VERSION, game, printed.category, deck, ""))
    tail = f"{FIELD_SEPARATOR}{printed.copy}"
    room = MAX_RECORD - len(head.encode()) - len(tail)
    short = _field(name.encode()[: max(0, room)].decode(errors="ignore"))
    return decode_record(f"{head}{short}{tail}".encode())


def decode_record(data: bytes) -> str:
    """Return the record in these bytes; "" if they hold no valid record."""
    try:
        text = data.decode() if len(data) <= MAX_RECORD else ""
    except UnicodeDecodeError:
        return ""
    fields = text.split(FIELD_SEPARATOR)
    if plain_line(text) != text or len(fields) != FIELD_COUNT:
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
    """True if both records identify the same piece, ignoring case and a missing deck."""
    (*mine, deck, name, copy), (*theirs, its_deck, its_name, its_copy) = map(_fields, (one, other))
    same_deck = deck == its_deck or not (deck and its_deck)
    return (mine, name, copy) == (theirs, its_name, its_copy) and same_deck and name != ""


def _fields(record: str) -> list[str]:
    return record.casefold().split(FIELD_SEPARATOR) if decode_record(record.encode()) else [""] * FIELD_COUNT


def _field(text: str) -> str:
    # Normalising comes first, because it turns one of Unicode's question marks into a semicolon.
    return plain_line(text).replace(FIELD_SEPARATOR, ",")


class StickerPiece(NamedTuple):
    """A named piece or command card."""

    id: str
    """The id its sticker stands for: a piece's id, or "card:…"."""
    label: Message
    """Its displayed name."""
    printed: PrintedIdentity | None = None
    """What its sticker's record may say; None if that is unknown or secret."""


class StickerKind(NamedTuple):
    """Pieces that are enrolled together."""

    id: str
    """Its id, which stays the same when the box changes."""
    label: Message
    """The displayed name of all its pieces."""
    pieces: tuple[StickerPiece, ...]
    """The named pieces, in printed order."""
    alike: tuple[str, ...] = ()
    """Ids of pieces without a name: a new sticker may be on any of them."""
    any_of: Message | None = None
    """The request for one of `alike`: "any tile of deck A without a sticker"."""
    one: Message | None = None
    """The displayed name of one of `alike` that has a sticker."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all its pieces."""
        return (*(piece.id for piece in self.pieces), *self.alike)


class StickerStep(NamedTuple):
    """The next piece that gets a sticker."""

    key: str
    """The piece's id; for one of the alike pieces the kind's id."""
    kind: StickerKind
    piece: str
    """The piece that the next tapped sticker is enrolled for."""
    label: Message
    """The request for it."""


def step_with_key(kind: StickerKind, key: str, on: Collection[str]) -> StickerStep | None:
    """Return the step with that key, even if its piece has a sticker; None if there is none.

    on: ids with a sticker.
    """
    if key == kind.id:
        free = next((id for id in kind.alike if id not in on), None)
        return StickerStep(key, kind, free, kind.any_of or kind.label) if free else None
    named = next((piece for piece in kind.pieces if piece.id == key), None)
    return StickerStep(key, kind, named.id, named.label) if named else None


def remaining_steps(
    kinds: Sequence[StickerKind], chosen: Collection[str], on: Collection[str], skipped: Sequence[str] = ()
) -> list[StickerStep]:
    """Return the remaining steps of the chosen kinds, in order, skipped ones last. Alike pieces are one step."""
    left = [step for kind in kinds if kind.id in chosen for step in _steps_of_kind(kind, on)]
    return sorted(left, key=lambda step: skipped.index(step.key) + 1 if step.key in skipped else 0)


def _steps_of_kind(kind: StickerKind, on: Collection[str]) -> Iterator[StickerStep]:
    keys = [*(piece.id for piece in kind.pieces if piece.id not in on), kind.id]
    yield from (step for key in keys if (step := step_with_key(kind, key, on)))


def next_pieces(left: Sequence[StickerStep], on: Collection[str]) -> Iterator[StickerStep]:
    """Yield the remaining steps piece by piece: a step of alike pieces once for each of them."""
    for step in left:
        alike = step.key == step.kind.id
        yield from [step] * (sum(id not in on for id in step.kind.alike) if alike else 1)


def sticker_counts(kind: StickerKind, on: Collection[str]) -> tuple[int, int]:
    """Return how many of its pieces have a sticker, and how many there are."""
    return sum(id in on for id in kind.ids), len(kind.ids)


def kind_of_piece(kinds: Sequence[StickerKind], piece: str) -> StickerKind | None:
    """Return the kind that a piece belongs to; None if there is none."""
    return next((kind for kind in kinds if piece in kind.ids), None)


def piece_label(kinds: Sequence[StickerKind], piece: str) -> Message | None:
    """Return the displayed name of a piece; None if it has none."""
    return next((each.label for kind in kinds for each in kind.pieces if each.id == piece), None)


def printed_identity_of(kinds: Sequence[StickerKind], piece: str) -> PrintedIdentity | None:
    """Return what is printed on a piece, if its sticker may say so."""
    return next((each.printed for kind in kinds for each in kind.pieces if each.id == piece), None)


def stickers_on_piece(stickers: Mapping[str, str], piece: str) -> tuple[str, ...]:
    """Return the ids of the stickers on a piece."""
    return tuple(uid for uid, where in stickers.items() if where == piece)
