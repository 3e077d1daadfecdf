"""Stones of Schotten Totten in one line, for tables of rules."""

from __future__ import annotations

from typing import Any

from companion.scoring.schotten_totten.border import STONES, Side, Stone
from companion.scoring.schotten_totten.claims import Claim, judge_claims
from companion.state.schotten_totten.house_rules import HouseRules


def stone(a: str, b: str = "", full_first: Side | None = None, techniques: str = "", **more: Any) -> Stone:
    """`stone("red-7 red-8 red-9", "blue-9")`."""
    lying: Any = tuple(techniques.split())
    return Stone(tuple(a.split()), tuple(b.split()), full_first, lying, **more)


def claim(
    at: Stone, by: Side = "A", seen: str = "", discarded: str = "", rules: HouseRules | None = None
) -> Claim:
    """What is said of this stone where some cards lie elsewhere on the table."""
    [found] = judge_claims(border(at, seen), by, discarded.split(), rules or HouseRules())
    return found


def border(at: Stone, seen: str = "") -> tuple[Stone, ...]:
    """The stone and eight others, which player A has claimed as far as there are cards for them."""
    cards = tuple(seen.split())
    others = [
        Stone(cards[first : first + 3], cards[first + 3 : first + 6], owner="A")
        for first in range(0, len(cards), 6)
    ]
    return (at, *others, *[Stone()] * (STONES - 1 - len(others)))


def compared(a: str, b: str, full_first: Side = "A", techniques: str = "", **rules: Any) -> str:
    """Who wins a stone where both sides are full, both asked."""
    at = stone(a, b, full_first, techniques)
    said = [claim(at, by, rules=HouseRules(**rules)) for by in ("A", "B")]
    assert sum(each.claimable for each in said) == 1, "one side wins, and one only"
    return next(each.by for each in said if each.claimable)


def every(colour: str) -> str:
    """All cards of a colour."""
    return " ".join(f"{colour}-{strength}" for strength in range(1, 10))
