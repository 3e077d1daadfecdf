"""Resolution of one answer, and the question, action and command-card types of Glen More II.

A `Resolution` exists only inside one `decide` call and is the only mutable object of the game state. The type
aliases bind `companion.engine.question_kinds` to this game's state. Command cards that every game has (undo, help)
are added here.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine import event_rows, question_kinds, table_game
from companion.engine.message import Message
from companion.engine.offers import Answer, Value
from companion.engine.question_kinds import Cards, undo_and_help_cards
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.events import FollowUp, HookCall
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.model import State
from companion.state.territory.model import OpenQuestion


class Resolution(table_game.Resolution[State]):
    """Collects the events of one answer and what the expansions add to them."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.hooks: list[HookCall] = list(state.pending_hooks)
        """Hooks of expansions still to be called once no question is open, the next one first."""
        self.follow_ups: list[FollowUp] = list(state.pending_follow_ups)
        """Follow-ups that expansions queued; they run before the hooks, the next one first."""

    def do(self, event: ev.Event) -> None:
        """Record an event, apply it and record what the expansions add in reaction."""
        before, rules = self.state, self.state.rules
        self.events.append(event)
        self.state = rules.apply(before, event)
        if isinstance(event, ev.FollowUpQueued):
            # Inserted in front: consequences of this event come before what was queued earlier.
            self.follow_ups.insert(0, FollowUp(event.expansion, event.name))
        for more in rules.reactions(before, event, self.state):
            self.do(more)

    def store_pending_steps(self) -> None:
        """Store pending hooks and follow-ups in the state."""
        waiting = ev.PendingStepsSet(tuple(self.hooks), tuple(self.follow_ups))
        # Recorded only if changed, because the journal would repeat it in every entry.
        if (waiting.hooks, waiting.follow_ups) != (self.state.pending_hooks, self.state.pending_follow_ups):
            self.do(waiting)


Action = question_kinds.Action[State, Resolution, OpenQuestion]
ActionFamily = question_kinds.ActionFamily[State, Resolution, OpenQuestion]
QuestionKind = question_kinds.QuestionKind[State, Resolution, OpenQuestion]
EventRow = event_rows.EventRow[State]
LogChange = event_rows.LogChange
Form = question_kinds.ActionForm
CommandCard = question_kinds.CommandCard

MARKET, POINTS, GAINS, SCOTS, PAYMENTS, CRESTS, TURN = range(7)
"""Positions of command cards on the printed sheet."""


EXPANSION_ICON = "expansion"
"""Icon of the cards of chronicles: the number of the chronicle."""


def expansion_card(
    id: str,
    label: Message,
    number: int,
    *values: Value,
    secret: bool = False,
    fallback: Message | None = None,
) -> Cards:
    """Return one command card of the chronicle with this number, as a function of the facts."""
    card = CommandCard(
        id, label, values, EXPANSION_ICON, number=number, place=TURN, secret=secret, fallback=fallback
    )
    return lambda _facts: (card,)


def do_nothing(_resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    """Do nothing: the players decline, or have done it without the companion."""


UNDO_CARD, WHAT_CARD = undo_and_help_cards(TURN)


def command_cards(kinds: Iterable[QuestionKind], facts: Facts) -> dict[str, CommandCard]:
    """Return every command card by id, in the order of the printed sheet."""
    return question_kinds.command_cards(kinds, facts, (UNDO_CARD, WHAT_CARD))
