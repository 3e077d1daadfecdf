"""Facts that an owner enters about the pieces in a box: fields, their values, and who entered them.

Every value is stored as one line of text: an option's id, or counts ("salt 1, tea 2"; "" for none). An exchange is
written after the id of its option: "barter salt 2 + tea 1 for silk 3". Knows no game, page or key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from companion.engine.message import Message

TEXT, CHOICE, COUNTS = "text", "choice", "counts"


class FieldOption(NamedTuple):
    """One possible value of a field, or one thing that it counts."""

    id: str
    label: Message
    brief: Message | None = None
    """Its key label, as in `companion.engine.offers.Choice.brief`."""


class ExchangeField(NamedTuple):
    """An exchange printed on a piece: what is given and what is received."""

    option: str
    """The option that stands for an exchange without details."""
    gives: tuple[FieldOption, ...]
    gets: tuple[FieldOption, ...]


class PieceField(msgspec.Struct, frozen=True):
    """One fact that is printed on a piece."""

    id: str
    label: Message
    kind: str
    """TEXT, CHOICE (one of the options) or COUNTS (options, each with a number)."""
    options: tuple[FieldOption, ...] = ()
    """Suggested values of a TEXT field."""
    keyed_options: tuple[FieldOption, ...] = ()
    """Values of a COUNTS field that have keys."""
    exchange: ExchangeField | None = None
    """The exchange in a COUNTS field, if it has one."""
    is_asked_on_device: bool = False
    """True if the device asks for it, one field after the other."""
    value: str | None = None
    """The value; None if it is unknown."""
    value_text: Message | None = None
    """The value as text."""
    entered_by: Message | None = None
    """Who entered it."""
    max_length: int = 40
    """The maximum number of letters of a TEXT value."""


class FactPiece(NamedTuple):
    """One piece of the box."""

    id: str
    label: Message
    is_known: bool
    """True if everything needed at the table is known."""
    needs_tap: bool = False
    """True if only its sticker tells it from pieces that look the same: only a tap opens it."""


class FactGroup(NamedTuple):
    """Pieces that are listed together."""

    id: str
    label: Message
    pieces: tuple[FactPiece, ...]
    is_counted_apart: bool = False
    """True if it is optional in play: its pieces are counted separately."""

    @property
    def known_count(self) -> int:
        """The number of known pieces."""
        return sum(piece.is_known for piece in self.pieces)

    def rows(self, shown_piece: str = "") -> list[FactPiece]:
        """Return the pieces for a list; of unknown pieces with the same label only one.

        That is the piece `shown_piece`, else one that needs no tap.
        """
        unknown = sorted((piece for piece in self.pieces if not piece.is_known), key=lambda piece: piece.needs_tap)
        first = {piece.label: piece for piece in reversed(unknown)}
        first |= {piece.label: piece for piece in self.pieces if piece.id == shown_piece and not piece.is_known}
        return [piece for piece in self.pieces if piece.is_known or first[piece.label] == piece]


def no_fields(_piece: str) -> tuple[PieceField, ...]:
    """Return no fields, for a box without enterable facts."""
    return ()


class BoxFacts(NamedTuple):
    """How much is known about the pieces of a box."""

    groups: tuple[FactGroup, ...] = ()
    """In the order in which the owner enters them; empty if nothing can be entered."""
    known: int = 0
    piece_count: int = 0
    """The number of pieces in the box, without groups that are counted separately."""
    fields: Callable[[str], tuple[PieceField, ...]] = no_fields
    """Returns the fields of a piece by its id."""

    @property
    def pieces(self) -> Iterator[FactPiece]:
        """All pieces of all groups."""
        return (piece for group in self.groups for piece in group.pieces)

    def piece(self, id: str) -> FactPiece | None:
        return next((piece for piece in self.pieces if piece.id == id), None)

    def known_count(self, id: str = "") -> tuple[int, int]:
        """Return (known, total) of the pieces that this piece is counted with."""
        group = self._group(id)
        return (
            (group.known_count, len(group.pieces))
            if group and group.is_counted_apart
            else (self.known, self.piece_count)
        )

    def _group(self, id: str) -> FactGroup | None:
        return next((group for group in self.groups if any(piece.id == id for piece in group.pieces)), None)

    def following(self, id: str = "") -> FactPiece | None:
        """Return the next unknown piece after this one, starting again at the beginning; None if all are known.

        Pieces that only a tap identifies come last; before them pieces that look like this one; before those
        pieces that are counted separately from it.
        """
        every = [*self.pieces]
        at = next((n for n, piece in enumerate(every) if piece.id == id), -1)
        left = [piece for piece in (*every[at + 1 :], *every[: at + 1]) if not piece.is_known]
        here = self.piece(id)
        counted = self._part(id)
        alike = {piece.id for piece in left if here and piece.label == here.label}
        return min(
            left,
            key=lambda piece: (piece.needs_tap, piece.id in alike, self._part(piece.id) != counted),
            default=None,
        )

    def _part(self, id: str) -> str:
        """Return the id of the separately counted group of a piece, else ""."""
        group = self._group(id)
        return group.id if group and group.is_counted_apart else ""


class FactDifference(NamedTuple):
    """A fact that differs in another owner's box."""

    key: str
    """Its id in the owner's choices."""
    what: Message
    """The piece and the fact."""
    mine: Message
    theirs: Message


class ImportedFacts(NamedTuple):
    """The result of importing another owner's box."""

    text: tuple[Message, ...] = ()
    """What was imported, and what could not be."""
    differences: tuple[FactDifference, ...] = ()
    """Differences without a choice; while there are any, nothing is imported."""


def parse_counts(value: str) -> dict[str, int]:
    """Return the counts of a stored line: option -> number."""
    parts = (part.rpartition(" ") for part in value.split(", ") if part)
    return {what: int(n) for what, _, n in parts}


EXCHANGE_SEPARATOR, AND_SEPARATOR = " for ", " + "


def parse_exchanges(value: str) -> tuple[str, list[tuple[dict[str, int], dict[str, int]]]]:
    """Return a stored line without its exchanges, and the exchanges as (given, received).

    Raises ValueError for invalid counts.
    """
    parts = value.split(", ")
    spelled = [
        part.partition(" ")[2].partition(EXCHANGE_SEPARATOR)[::2] for part in parts if EXCHANGE_SEPARATOR in part
    ]
    plain = ", ".join(part for part in parts if EXCHANGE_SEPARATOR not in part)
    return plain, [(_parse_side(given), _parse_side(got)) for given, got in spelled]


def _parse_side(words: str) -> dict[str, int]:
    return parse_counts(words.replace(AND_SEPARATOR, ", "))


def format_exchange(option: str, gives: Mapping[str, int], got: Mapping[str, int]) -> str:
    """Return one exchange as it is stored in a line."""
    sides = (AND_SEPARATOR.join(f"{what} {n}" for what, n in side.items()) for side in (gives, got))
    return f"{option} {EXCHANGE_SEPARATOR.join(sides)}"


def format_counts(counts: Iterable[tuple[str, int]]) -> str:
    """Return the stored line of these counts; zeros are left out."""
    return ", ".join(f"{what} {n}" for what, n in counts if n)
