"""Suggested stones, targets and declarations for the cursor, and the border as a map of cells.

Suggestions are simple guesses, not rules. On the map stones run from west to east in row 0. The cards of side A
are in rows -1, -2 … from the stone outwards, those of side B in rows 1, 2 …
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.engine.offers import MapTile, cell_value, parse_cell
from companion.scoring.schotten_totten.best_completion import best_worth, make_pool
from companion.scoring.schotten_totten.border import (
    BLIND_MANS_BLUFF,
    CARD_BITS,
    CARDS,
    COLOURS,
    JOKERS,
    RANKS,
    SIDES,
    STRENGTHS,
    Side,
    other_side,
    unseen_cards,
)
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.model import PlacedCard, State

SAME_STRENGTH, SAME_COLOUR, ADJACENT_STRENGTH, NOT_EMPTY = 4, 3, 2, 1


def suggested_stones(state: State, side: Side, card: str, stones: Sequence[int]) -> list[int]:
    """Return these stones sorted by how well the card fits the cards on this side."""
    return sorted(stones, key=lambda n: (-_fits(state.stone(n).cards(side), card), n))


def contested_stones(state: State, side: Side, stones: Sequence[int]) -> list[int]:
    """Return these stones sorted by the number of the opponent's cards, highest first.

    Of equal ones the stone with fewest own cards comes first.
    """
    return sorted(
        stones, key=lambda n: (-len(state.stone(n).cards(other_side(side))), len(state.stone(n).cards(side)), n)
    )


def suggested_target(state: State, side: Side, ruse: str, targets: Sequence[PlacedCard]) -> PlacedCard | None:
    """Return the suggested target of a ruse: the one missed most, or most useful where it goes; or None."""

    def worth(target: PlacedCard) -> tuple[int, int]:
        goes = _missed(state, target) if target.side != side else -_missed(state, target)
        helps = 0 if ruse == "banshee" else _helps(state, side, target)
        return goes + helps, CARDS[target.card].strengths[-1]

    return max(targets, key=worth, default=None)


def _missed(state: State, target: PlacedCard) -> int:
    """Return how well a card fits the others of its side."""
    beside = [each for each in state.stone(target.stone).cards(target.side) if each != target.card]
    return _fits(beside, target.card)


def _helps(state: State, side: Side, target: PlacedCard) -> int:
    """Return how well a card fits the cards of this side at another stone."""
    elsewhere = [each for n, each in enumerate(state.stones, 1) if n != target.stone]
    free = [each.cards(side) for each in elsewhere if not each.owner and not each.is_full(side)]
    return max((_fits(there, target.card) for there in free), default=0)


def suggested_colour(state: State, side: Side, number: int) -> str:
    """Return the colour of a Joker that makes the side strongest."""
    return max(COLOURS, key=lambda colour: _declared(state, side, number, colour)[0])


def suggested_strength(state: State, side: Side, number: int, colour: str) -> str:
    """Return the strength of a Joker of this colour that makes the side strongest."""
    return str(_declared(state, side, number, colour)[1])


def _declared(state: State, side: Side, number: int, colour: str) -> tuple[tuple[int, int, bool, int], int]:
    """Return the value of a Joker of this colour on a side, and its best strength.

    First counts the best formation that the side can reach with unseen cards, then a strength that is still
    unseen, because players rarely copy a card on the table (ST-ELT-02), then a strength close to those of the
    side.
    """
    stones = [each.scoring_stone for each in state.stones]
    stone, left = stones[number - 1], unseen_cards(stones, state.discarded)
    there, totals_only, pool = stone.cards(side), BLIND_MANS_BLUFF in stone.techniques, make_pool(left)

    def worth(strength: int) -> tuple[int, int, bool, int]:
        card = f"{colour}-{strength}"
        with_it = (*there, f"{JOKERS[0]}={card}")
        reached = best_worth(with_it, stone.cards_needed, pool, totals_only, state.house.runs_go_round)
        rank, total = (RANKS[reached.formation], reached.sum) if reached else (-1, 0)
        away = sum(abs(strength - each.strengths[0]) for each in map(CARDS.__getitem__, there))
        return rank, total, bool(left & CARD_BITS[card]), -away

    return max((worth(strength), strength) for strength in STRENGTHS)


def _fits(there: Sequence[str], card: str) -> int:
    """Return how well a card fits the cards there; elite troops fit all."""
    mine = CARDS.get(card)
    if mine is None:
        return 0
    worth = NOT_EMPTY * bool(there)
    for each in map(CARDS.__getitem__, there):
        worth += SAME_STRENGTH * bool({*each.strengths} & {*mine.strengths})
        worth += SAME_COLOUR * (each.colour == mine.colour)
        worth += ADJACENT_STRENGTH * any(abs(a - b) in (1, 2) for a in each.strengths for b in mine.strengths)
        worth -= SAME_COLOUR * (each.colour != mine.colour)
    return worth


class Spot(NamedTuple):
    """The position of a cell on the border."""

    stone: int
    side: Side | None
    """None for the stone itself."""
    card: int = 0
    """Index of the card on its side, from 0."""


def stone_cell(number: int) -> str:
    """Return the cell of a stone."""
    return cell_value(number, 0)


def card_cell(number: int, side: Side, card: int) -> str:
    """Return the cell of a card on a side, by index; also of a card to be added."""
    return cell_value(number, 1 + card if side == "B" else -1 - card)


def side_cell(number: int, side: Side) -> str:
    """Return the cell of a side: that of its first card, so that the cells of all sides are in one row."""
    return card_cell(number, side, 0)


def placed_card_cell(state: State, lying: PlacedCard) -> str:
    """Return the cell of a card on a side."""
    return card_cell(lying.stone, lying.side, state.stone(lying.stone).cards(lying.side).index(lying.card))


def border_spot(cell: str) -> Spot:
    """Return the position of a cell."""
    number, row = parse_cell(cell)
    return Spot(number, None) if not row else Spot(number, "B" if row > 0 else "A", abs(row) - 1)


def reading_order_key(cell: str) -> tuple[int, int]:
    """Sort key of a cell: from north to south, each row from west to east."""
    number, row = parse_cell(cell)
    return -row, number


def border_map_tiles(state: State) -> tuple[MapTile, ...]:
    """Return all stones and cards as map tiles."""
    return tuple(_tracts(state))


def _tracts(state: State) -> Iterator[MapTile]:
    for number, stone in enumerate(state.stones, 1):
        yield MapTile(number, 0, labels.stone_label(number))
        for side in SIDES:
            for at, card in enumerate(stone.cards(side)):
                yield MapTile(*parse_cell(card_cell(number, side, at)), labels.card_label(card), card)
