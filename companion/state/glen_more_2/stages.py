"""Where the course of a game can stand, and what is still to come there. Data only: the course is `course.py`.

A stage is one state of the course's table. People, screens and files see the coarser phase.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec


class Stage(NamedTuple):
    """One state of the course."""

    name: str
    """As in `State.stage` and in journals."""
    phase: str
    """The coarser part of the game that people see, see `State.phase`."""
    words: str
    """What happens there, for the drawing."""


SCORING = "count"
"""The phase from the counts before a scoring to the next turn: nobody is on turn."""

STAGES = (
    Stage("setup", "setup", "who plays, with what"),
    Stage("set_up", "setup", "facts of the box that must be known before"),
    Stage("layout", "layout", "the rondel is laid out"),
    Stage("laid_out", "layout", "the rondel lies, nobody has moved"),
    Stage("next", "deck", "who is last, and what is due"),
    Stage("take", "take", "a pawn is on turn and takes a tile"),
    Stage("neutral", "take", "a neutral figure is on turn"),
    Stage("turn", "turn", "the tile's effects, and the ledger"),
    Stage("deck", "deck", "tiles are laid, decks run out"),
    Stage("turn_done", "deck", "the refill is done"),
    Stage("turn_over", "deck", "the turn is over"),
    Stage("roll", "roll", "the die is on turn"),
    Stage("die_moved", "roll", "the die has moved"),
    Stage("before_final", SCORING, "every figure is at World's End"),
    Stage("before_round", SCORING, "a scoring is due"),
    Stage("count", SCORING, "counts, then the scoring"),
    Stage("recount", SCORING, "the final scoring once more"),
    Stage("round_scored", SCORING, "a scoring round is done"),
    Stage("final_scored", SCORING, "the final scoring is done"),
    Stage("winner", SCORING, "ties are broken"),
    Stage("over", "over", "the winner"),
)

PHASE_OF = {stage.name: stage.phase for stage in STAGES}


class HookCall(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A chronicle that is still to be called at a hook point."""

    hook: str
    """A name of `expansions.HOOK_POINTS`."""
    expansion: str
    """The chronicle's slug."""


class FollowUp(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a chronicle does as soon as no question is in front of people."""

    expansion: str
    """The chronicle's slug."""
    name: str
    """A key of `Expansion.follow_ups`."""
