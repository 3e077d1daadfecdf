"""The border as a map: stones from west to east, side B in the north. Names cells only; decides nothing.

A stone lies in row 0, the cards of side A in the rows -1, -2 … from the stone outwards, those of side B in 1, 2 …
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.offers import Tract, cell_of, cell_value
from companion.scoring.schotten_totten.border import SIDES, Side
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.model import Lying, State


class Spot(NamedTuple):
    """Where a cell is on the border."""

    stone: int
    side: Side | None
    """None for the stone itself."""
    card: int = 0
    """So manieth of its side, from 0."""


def at_stone(number: int) -> str:
    """The cell of a stone."""
    return cell_value(number, 0)


def at_card(number: int, side: Side, card: int) -> str:
    """The cell of a card of a side, also of one that would come next."""
    return cell_value(number, 1 + card if side == "B" else -1 - card)


def at_side(number: int, side: Side) -> str:
    """The cell of a place: of its first card, wherever the next one comes to lie, for places are one row."""
    return at_card(number, side, 0)


def of_card(state: State, lying: Lying) -> str:
    """The cell of a card that lies there."""
    return at_card(lying.stone, lying.side, state.stone(lying.stone).cards(lying.side).index(lying.card))


def spot_of(cell: str) -> Spot:
    """What such a cell is."""
    number, row = cell_of(cell)
    return Spot(number, None) if not row else Spot(number, "B" if row > 0 else "A", abs(row) - 1)


def as_read(cell: str) -> tuple[int, int]:
    """Sorts cells from the north down, each row from the west."""
    number, row = cell_of(cell)
    return -row, number


def tracts(state: State) -> tuple[Tract, ...]:
    """Every stone and what lies on both sides, as a map shows it."""
    return tuple(_tracts(state))


def _tracts(state: State) -> Iterator[Tract]:
    for number, stone in enumerate(state.stones, 1):
        yield Tract(number, 0, labels.stone(number))
        for side in SIDES:
            for at, card in enumerate(stone.cards(side)):
                yield Tract(*cell_of(at_card(number, side, at)), labels.card(card), card)
