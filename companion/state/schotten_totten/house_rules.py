"""House rules of Schotten Totten: settings where the rulebook is silent or ambiguous, each with its rule id."""

from __future__ import annotations

from typing import Literal

import msgspec

Declared = Literal["on_play", "on_claim"]
"""When players declare what an elite troop stands for."""


class HouseRules(msgspec.Struct, frozen=True):
    """The players' decisions where the rulebook is silent or ambiguous. The defaults are ours."""

    runs_go_round: bool = False
    """8-9-1 and 9-1-2 are runs too (ST-FRM-07)."""
    proof_of_last_card_only: bool = False
    """A stone is proved only if the other side lacks one card, not two or more (ST-PRF-04)."""
    discarded_are_seen: bool = True
    """Clan cards in the discard pile count in a proof (ST-PRF-07)."""
    joker_declared: Declared = "on_play"
    """When a Joker gets its colour and strength (ST-ELT-02)."""
    shield_bearer_strength: Declared = "on_claim"
    """When the Shield Bearer gets its strength; its colour always at the claim (ST-ELT-05)."""
    claims_are_marked: bool = True
    """The companion marks stones that can be claimed; otherwise players find them themselves (ST-CLM-03)."""
    claims_by_themselves: bool = False
    """Stones are claimed automatically as soon as they can be (ST-CLM-03)."""
    first_moment_counts: bool = False
    """A side that lost a card and was filled again counts from the first time it was full (ST-TIE-02)."""
    joker_after_loss: bool = False
    """A player whose Joker was discarded may play the other one (ST-ELT-03)."""
    one_technique_a_stone: bool = False
    """Only one combat technique can be on a stone (ST-TEC-03)."""
    recruiter_draws: bool = False
    """After Recruiter a card is drawn as after any other card (ST-RUS-03)."""
    ruse_without_target: bool = False
    """A ruse may be played without effect (ST-RUS-07)."""
    traitor_takes_troops: bool = False
    """Traitor can take an elite troop too (ST-RUS-06)."""
    traitor_stays: bool = True
    """Traitor may move a card to the other side of its own stone (ST-RUS-06)."""
