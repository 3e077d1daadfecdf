"""What may lie open while an owner tells what is printed on pieces: frozen values, and what a press asks for."""

from __future__ import annotations

import msgspec


class GroupList(msgspec.Struct, frozen=True):
    """All groups of pieces, with how many of each are known."""

    cursor: int = 0
    """The index of the chosen row."""


class PieceList(msgspec.Struct, frozen=True):
    """The pieces of one group."""

    group: str
    """Its id."""
    cursor: int = 0
    """The index of the chosen row."""


class FieldList(msgspec.Struct, frozen=True):
    """One piece, field by field."""

    piece: str
    """Its id."""
    cursor: int = 0
    """The index of the chosen row."""


class FieldForm(msgspec.Struct, frozen=True):
    """One field of a piece."""

    piece: str
    """Its id."""
    field: str
    """The field's id."""
    told: tuple[tuple[str, int], ...] = ()
    """What was counted so far."""
    what: str = ""
    """What is counted now: how many of it is asked."""
    whole: bool = False
    """All there is to choose from, not only what is usual."""
    cursor: int = 0
    """The index of the chosen row."""


class TellPiece(msgspec.Struct, frozen=True):
    """A value is kept in the box; then the next field that is asked lies open."""

    piece: str
    """Its id."""
    field: str
    """The field's id."""
    value: str | None
    """As in `PieceField.value`."""
