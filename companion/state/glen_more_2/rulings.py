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
