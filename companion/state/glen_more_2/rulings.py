"""Rulings that a later version of the rules made otherwise, each asked here and nowhere else.

A game keeps the rulings it began with: what its ruleset carries as `version` never changes. Version 1 decides no
more (`version_1`); its games go on by version 2.
"""

from __future__ import annotations

from companion.state.glen_more_2.model import State

OLDEST, NEWEST = 2, 3
"""The versions that decide; their states are hashed alike."""


def _since(state: State, version: int) -> bool:
    return state.rules.version >= version


def out_at_worlds_end(state: State) -> bool:
    """GM-END-03: who has moved onto World's End is out at once: no trade, no movement points (since 3)."""
    return _since(state, 3)


def purses_are_compared(state: State) -> bool:
    """GM-MKT-03: a price of the market that is more than the buyer has by the book is asked about (since 3)."""
    return _since(state, 3)


def a_tapped_turn_stays_open(state: State) -> bool:
    """GM-TRN-09: what is entered after the last tile was tapped may belong to either player (since 3)."""
    return _since(state, 3)


def asks_only_what_can_be(state: State) -> bool:
    """GM-TRN-03: what has one possible answer is told, not asked (since 3)."""
    return _since(state, 3)


def die_leaves_by_its_tile(state: State) -> bool:
    """GM-DIE-06: the tile thrown out tells whether the die leaves, not the one aimed at (since 3)."""
    return _since(state, 3)
