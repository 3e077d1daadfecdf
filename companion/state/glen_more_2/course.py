"""The course of a game: one table of `transitions`, from set-up to the winner. Drawn in docs/developer-guide.md.

A state of the table is a stage. Its entry actions open questions; `ADVANCE` says what comes when no question is in
front of people any more, `BY_ANSWER` what an answer moves at once. One machine without models: it is triggered on
the `Resolution` that lives inside one `decide`. Chronicles are called at hook points and add questions, no stages.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine import course
from companion.engine.course import ANYWHERE
from companion.state.glen_more_2 import refill, rounds, turns
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.referee.activating import run_unasked, unasked
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.stages import STAGES, HookCall

Act = Callable[[Resolution], None]
Transition = course.Transition[Resolution]


def hook(name: str) -> Act:
    """An entry action: the chronicles of this game are called at that point, in the order of the one table."""

    def call(resolution: Resolution) -> None:
        resolution.hooks += [HookCall(name, slug) for slug in rules_of(resolution.state).called_at(name)]

    # The drawing in docs/developer-guide.md shows it by this name.
    call.__name__ = f"hook {name}"
    return call


# ---- what waits


def follow_up_waits(resolution: Resolution) -> bool:
    return bool(resolution.follow_ups)


def follow_up(resolution: Resolution) -> None:
    """What a chronicle asked to come as soon as nothing is in front of people."""
    # Off the list first: its events may queue another, which then comes next.
    coming = resolution.follow_ups.pop(0)
    for event in _expansion(resolution, coming.expansion).follow_ups[coming.name](resolution.state):
        resolution.do(event)


def hook_waits(resolution: Resolution) -> bool:
    return bool(resolution.hooks)


def call_hook(resolution: Resolution) -> None:
    call = resolution.hooks.pop(0)
    for event in _expansion(resolution, call.expansion).hooks[call.hook](resolution.state):
        resolution.do(event)


def _expansion(resolution: Resolution, slug: str) -> Expansion:
    return rules_of(resolution.state).expansion(slug)


# ---- a turn at referee depth


def runs_by_itself(resolution: Resolution) -> bool:
    """A tile is activated that costs nothing and leaves no choice (GM-ACT-04)."""
    return unasked(resolution.state) is not None


# ---- the table

ENTRY: dict[str, tuple[Act, ...]] = {
    "set_up": (hook("set_up"),),
    "layout": (turns.begin_play,),
    "laid_out": (hook("laid_out"),),
    "take": (turns.begin_turn, hook("turn_begun"), turns.ask_take),
    "neutral": (turns.begin_turn, turns.begin_neutral),
    "roll": (turns.begin_turn, turns.ask_roll),
    "turn": (turns.ask_end,),
    "turn_done": (turns.end_turn, hook("turn_done")),
    "turn_over": (turns.ask_where_end,),
    "die_moved": (turns.ask_end_after_die,),
    "before_final": (hook("before_final"),),
    "before_round": (hook("before_round"),),
    "count": (rounds.ask_counts,),
    "recount": (rounds.withdraw_scoring,),
    "round_scored": (hook("round_scored"),),
    "final_scored": (hook("final_scored"),),
    "over": (rounds.end_game,),
}

ADVANCE: tuple[Transition, ...] = (  # the first row whose condition holds
    # The final scoring is a round that is due as well: asked second, its own hook would never be called.
    Transition("next", "before_final", rounds.final_is_due),
    Transition("next", "before_round", rounds.round_is_due),
    Transition("next", "roll", turns.die_is_last),
    Transition("next", "neutral", turns.neutral_is_last),
    Transition("next", "take"),
    # The hands lay first; what chronicles want done meanwhile comes after it (C8-11).
    Transition("deck", None, refill.deck_to_confirm, refill.ask_deck_end),
    Transition("deck", None, refill.more_to_lay, refill.lay_unidentified),
    Transition("deck", "turn_done"),
    Transition("die_moved", "next", turns.nothing_is_laid),
    Transition(ANYWHERE, None, follow_up_waits, follow_up),
    Transition(ANYWHERE, None, hook_waits, call_hook),
    Transition(("take", "turn"), None, runs_by_itself, run_unasked),
    Transition("set_up", "layout"),
    Transition("laid_out", "next"),
    Transition("turn_done", "turn_over"),
    Transition("turn_over", "next", None, turns.check_end),
    Transition("before_final", "before_round"),
    Transition("before_round", "count"),
    Transition(("count", "recount"), "final_scored", rounds.final_is_scored),
    Transition("count", "round_scored"),
    Transition("round_scored", "next"),
    Transition("final_scored", "winner"),
    Transition("winner", None, rounds.goods_decide, rounds.ask_goods),
    Transition("winner", "over"),
)

BY_ANSWER: dict[str, Transition] = {
    "started": Transition("setup", "set_up"),
    "laid_out": Transition("layout", "laid_out"),
    "taken": Transition(("take", "neutral"), "turn"),
    "turn_ended": Transition(("turn", "die_moved"), "deck"),
    "die_moved": Transition("roll", "die_moved"),
    "ring_corrected": Transition(("take", "neutral", "roll", "die_moved"), "next", None, turns.check_end),
    "recount": Transition("over", "recount"),
}


COURSE = course.Course((stage.name for stage in STAGES), ENTRY, ADVANCE, BY_ANSWER)
MACHINE = COURSE.machine


def fire(resolution: Resolution, trigger: str) -> None:
    """An answer moves the course at once; MachineError where the table has no such move from here."""
    COURSE.fire(resolution, trigger)


def in_front(state: State) -> bool:
    """A question is put in front of people: what comes next waits for it."""
    kinds = rules_of(state).kinds
    return any(not kinds[o.kind].non_blocking for o in state.open)


def run(resolution: Resolution) -> None:
    """Let the course go on until a question stands in front of people, or an answer is waited for."""
    COURSE.run(resolution, _is_held_up)


def _is_held_up(resolution: Resolution) -> bool:
    """Between two turns nothing waits: what the last one still asked ends with it."""
    return resolution.stage != "next" and in_front(resolution.state)
