"""What an owner tells of the pieces in a box, as forms need it: fields, what they hold now, and who said it.

Every value is a line of text, as an entry holds it: an option's id, or what is counted with how many of it
("salt 1, tea 2"; "" = nothing). Where this is given for that it is one of the things: "barter salt 2 + tea 1 for
silk 3", after the id of the option that stands for it. Knows no game, no page and no button.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from companion.engine.message import Message

TEXT, CHOICE, COUNTS = "text", "choice", "counts"


class FieldOption(NamedTuple):
    """One of what a field may hold, or of what it counts."""

    id: str
    label: Message
    brief: Message | None = None
    """For a key, as in `companion.engine.offers.Choice.brief`."""


class ExchangeField(NamedTuple):
    """What may be given for what, where a piece shows that."""

    option: str
    """The option that says that there is one, where nobody says more."""
    gives: tuple[FieldOption, ...]
    gets: tuple[FieldOption, ...]


class PieceField(msgspec.Struct, frozen=True):
    """Something that is printed on a piece."""

    id: str
    label: Message
    kind: str
    """TEXT, CHOICE (one of the options) or COUNTS (some of them, each so many times)."""
    options: tuple[FieldOption, ...] = ()
    """Of TEXT what is likely."""
    usual: tuple[FieldOption, ...] = ()
    """Values of COUNTS that are on keys."""
    for_that: ExchangeField | None = None
    """Of COUNTS, where one of the options can be told in full."""
    asked: bool = False
    """It is asked for on the case, one after the other."""
    value: str | None = None
    """What it holds; None = nobody said."""
    words: Message | None = None
    """The same for people."""
    who: Message | None = None
    """Who said it."""
    longest: int = 40
    """Letters of a TEXT at most."""


class FactPiece(NamedTuple):
    """One piece of the box."""

    id: str
    label: Message
    known: bool
    """As much is known of it as is needed at the table."""
    by_tap: bool = False
    """Its sticker alone says which of several that look alike it is: only a tap of it opens it."""


class FactGroup(NamedTuple):
    """Pieces that lie together."""

    id: str
    label: Message
    pieces: tuple[FactPiece, ...]
    apart: bool = False
    """Not everybody plays with them: they are counted by themselves."""

    @property
    def known(self) -> int:
        """How many are known."""
        return sum(piece.known for piece in self.pieces)

    def rows(self, shown: str = "") -> list[FactPiece]:
        """For lists: of those that nobody can tell from one another one, that which is shown before any other.

        Else one that needs no tap, where there is one.
        """
        unknown = sorted((piece for piece in self.pieces if not piece.known), key=lambda piece: piece.by_tap)
        first = {piece.label: piece for piece in reversed(unknown)}
        first |= {piece.label: piece for piece in self.pieces if piece.id == shown and not piece.known}
        return [piece for piece in self.pieces if piece.known or first[piece.label] == piece]


def no_fields(_piece: str) -> tuple[PieceField, ...]:
    """For a box that nobody can be told about."""
    return ()


class BoxFacts(NamedTuple):
    """How far the pieces of a box are known."""

    groups: tuple[FactGroup, ...] = ()
    """In the order in which people go through them; none where nothing can be told."""
    known: int = 0
    of: int = 0
    """How many pieces the box has, those apart left aside."""
    fields: Callable[[str], tuple[PieceField, ...]] = no_fields
    """The fields of a piece by its id."""

    @property
    def pieces(self) -> Iterator[FactPiece]:
        """All of them."""
        return (piece for group in self.groups for piece in group.pieces)

    def piece(self, id: str) -> FactPiece | None:
        return next((piece for piece in self.pieces if piece.id == id), None)

    def counted(self, id: str = "") -> tuple[int, int]:
        """How many are known, and of how many: of those that the piece is counted with."""
        group = self._group(id)
        return (group.known, len(group.pieces)) if group and group.apart else (self.known, self.of)

    def _group(self, id: str) -> FactGroup | None:
        return next((group for group in self.groups if any(piece.id == id for piece in group.pieces)), None)

    def following(self, id: str = "") -> FactPiece | None:
        """The next one that is not known, after this one and round again; None when all are known.

        One that only its sticker tells from others comes last of all: nobody finds it by its looks. Before that
        one that looks like this one, and one that is counted with others only after those with it.
        """
        every = [*self.pieces]
        at = next((n for n, piece in enumerate(every) if piece.id == id), -1)
        left = [piece for piece in (*every[at + 1 :], *every[: at + 1]) if not piece.known]
        here = self.piece(id)
        counted = self._part(id)
        alike = {piece.id for piece in left if here and piece.label == here.label}
        return min(
            left,
            key=lambda piece: (piece.by_tap, piece.id in alike, self._part(piece.id) != counted),
            default=None,
        )

    def _part(self, id: str) -> str:
        """What a piece is counted with: a group that stands apart, or all the others."""
        group = self._group(id)
        return group.id if group and group.apart else ""


class FactDifference(NamedTuple):
    """Where another owner's box says something else."""

    key: str
    """What people choose by."""
    what: Message
    """Which piece, and what of it."""
    mine: Message
    theirs: Message


class ImportedFacts(NamedTuple):
    """What came of taking in another owner's box."""

    told: tuple[Message, ...] = ()
    """What was taken in, and what could not be."""
    differences: tuple[FactDifference, ...] = ()
    """Those that nobody chose about; as long as there are any, nothing is kept."""


def parse_counts(value: str) -> dict[str, int]:
    """What is counted -> how many, of the line that an entry holds."""
    parts = (part.rpartition(" ") for part in value.split(", ") if part)
    return {what: int(n) for what, _, n in parts}


FOR, AND = " for ", " + "


def parse_exchanges(value: str) -> tuple[str, list[tuple[dict[str, int], dict[str, int]]]]:
    """The line without what is given for what, and that by itself; raises ValueError for nonsense."""
    parts = value.split(", ")
    spelled = [part.partition(" ")[2].partition(FOR)[::2] for part in parts if FOR in part]
    plain = ", ".join(part for part in parts if FOR not in part)
    return plain, [(_parse_side(given), _parse_side(got)) for given, got in spelled]


def _parse_side(words: str) -> dict[str, int]:
    return parse_counts(words.replace(AND, ", "))


def format_exchange(option: str, given: Mapping[str, int], got: Mapping[str, int]) -> str:
    """One of them as it stands in the line."""
    sides = (AND.join(f"{what} {n}" for what, n in side.items()) for side in (given, got))
    return f"{option} {FOR.join(sides)}"


def format_counts(counts: Iterable[tuple[str, int]]) -> str:
    """The line that an entry holds, of what is counted."""
    return ", ".join(f"{what} {n}" for what, n in counts if n)
