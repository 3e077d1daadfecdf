"""The rulings a table may want otherwise: the switches, each with the rule it belongs to. Never reads a file."""

from __future__ import annotations

from typing import Literal

import msgspec

Declared = Literal["on_play", "on_claim"]
"""When people say what an elite troop stands for."""


class HouseRules(msgspec.Struct, frozen=True):
    """The table's rulings where the rules are silent or can be read two ways; each default is ours."""

    runs_go_round: bool = False
    """8-9-1 and 9-1-2 are runs too (ST-FRM-07)."""
    proof_of_last_card_only: bool = False
    """A stone is proved only where the other side lacks one card, not two or more (ST-PRF-04)."""
    discarded_are_seen: bool = True
    """Clan cards in the discard pile can be used in a proof (ST-PRF-07)."""
    joker_declared: Declared = "on_play"
    """When a Joker gets its colour and strength (ST-ELT-02)."""
    shield_bearer_strength: Declared = "on_claim"
    """When the Shield Bearer gets its strength; its colour always at the claim (ST-ELT-05)."""
