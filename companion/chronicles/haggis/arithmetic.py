"""The arithmetic of one haggis scoring: which tokens are turned, and what they are worth. Pure, knows no game."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

ROLLS = 4
MAX_FACE_UP = 3


class Dish(msgspec.Struct, frozen=True):
    """What lies on one table: values face down and face up, and the barrels left."""

    face_down: tuple[int, ...]
    face_up: tuple[int, ...] = ()
    whisky: int = 0


def rolled(dish: Dish, face: int) -> Dish:
    """After a roll exactly one token of that value is turned, unless three lie face up already (C5-16, C5-17)."""
    if face not in dish.face_down or not may_turn(len(dish.face_up), len(dish.face_down)):
        return dish
    left = list(dish.face_down)
    left.remove(face)
    return Dish(tuple(left), (*dish.face_up, face), dish.whisky)


def may_turn(face_up: int, face_down: int) -> bool:
    """Whether a roll can mean anything to this table, by what everybody sees."""
    return face_up < MAX_FACE_UP and face_down > 0


def may_buy(face_up: int, whisky: int) -> bool:
    """One more roll for a barrel, with fewer than three face up (C5-19, C5-20)."""
    return face_up < MAX_FACE_UP and whisky > 0


def bought(dish: Dish, face: int) -> Dish:
    """A roll for a barrel; it counts for this table only (C5-19)."""
    return rolled(Dish(dish.face_down, dish.face_up, dish.whisky - 1), face)


def played(tokens: Sequence[int], rolls: Sequence[int], extra_rolls: Sequence[int] = (), whisky: int = 0) -> Dish:
    """A whole scoring of one table: the rolls for all, then the own ones."""
    dish = Dish(tuple(tokens), (), whisky)
    for face in rolls:
        dish = rolled(dish, face)
    for face in extra_rolls:
        dish = bought(dish, face)
    return dish


def points(face_up: Sequence[int]) -> int:
    """Number of tokens face up times the sum of their values (C5-21)."""
    return len(face_up) * sum(face_up)
