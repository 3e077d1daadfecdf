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
    claims_are_marked: bool = True
    """The companion marks what can be claimed; else seeing it is the players' own (ST-CLM-03)."""
    claims_by_themselves: bool = False
    """What can be claimed is claimed at once, without a press (ST-CLM-03)."""
    first_moment_counts: bool = False
    """A side that lost a card and was filled again counts from when it was full first (ST-TIE-02)."""
    joker_after_loss: bool = False
    """Whose Joker was discarded may play the other one (ST-ELT-03)."""
    one_technique_a_stone: bool = False
    """Two combat techniques can't lie on the same stone (ST-TEC-03)."""
    recruiter_draws: bool = False
    """After Recruiter a card is drawn as after any other (ST-RUS-03)."""
    ruse_without_target: bool = False
    """A ruse may be played where nothing comes of it (ST-RUS-07)."""
    traitor_takes_troops: bool = False
    """Traitor can take an elite troop too (ST-RUS-06)."""
    traitor_stays: bool = True
    """Traitor may turn a card over at the stone where it lies (ST-RUS-06)."""
