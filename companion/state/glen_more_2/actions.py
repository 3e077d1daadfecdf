"""One answer being carried out: the events so far and the state they lead to.

The only mutable thing of the core, alive only inside one `decide`. Knows no rule.

The rows of this game's tables: `companion.engine.question_kinds`, of its own state, resolution and open questions.

The command cards of Glen More II, and those that every game has. Does nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine import question_kinds
from companion.engine.message import Message
from companion.engine.offers import Answer, Value
from companion.engine.question_kinds import Cards, undo_and_help_cards
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.events import FollowUp, HookCall
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.model import State
from companion.state.territory.model import OpenQuestion


class Resolution:
    """Collects events and applies each at once, so that what follows sees what came before."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[ev.Event] = []
        self.hooks: list[HookCall] = list(state.hooks)
        """Expansions still to be called as soon as no question is in front of people, the next first."""
        self.follow_ups: list[FollowUp] = list(state.follow_ups)
        """What expansions asked to come then, before the hooks, the next first."""

    @property
    def stage(self) -> str:
        """Where the course stands; the machine of the course sets it, which makes the event."""
        return self.state.stage

    @stage.setter
    def stage(self, name: str) -> None:
        self.do(ev.StageEntered(name))

    def do(self, event: ev.Event) -> None:
        """An event happens, and at once what the expansions make of it."""
        before, rules = self.state, self.state.rules
        self.events.append(event)
        self.state = rules.apply(before, event)
        if isinstance(event, ev.FollowUpQueued):
            # In front: what comes of this event comes before what was to come anyway.
            self.follow_ups.insert(0, FollowUp(event.expansion, event.name))
        for more in rules.reactions(before, event, self.state):
            self.do(more)

    def ask(self, kind: str, player: str = "", *args: str | int) -> None:
        """Open a question."""
        self.do(ev.QuestionAsked(kind, player, args))

    def close(self, question: OpenQuestion) -> None:
        """Close a question."""
        self.do(ev.QuestionClosed(question.number))

    def store_pending_steps(self) -> None:
        """What is still to come goes into the state."""
        waiting = ev.PendingStepsSet(tuple(self.hooks), tuple(self.follow_ups))
        # Only where it changed: most entries change nothing here, and the journal would hold it in each.
        if (waiting.hooks, waiting.follow_ups) != (self.state.hooks, self.state.follow_ups):
            self.do(waiting)


Action = question_kinds.Action[State, Resolution, OpenQuestion]
ActionFamily = question_kinds.ActionFamily[State, Resolution, OpenQuestion]
QuestionKind = question_kinds.QuestionKind[State, Resolution, OpenQuestion]
EventRow = question_kinds.EventRow[State]
Booking = question_kinds.LogChange
Form = question_kinds.ActionForm
CommandCard = question_kinds.CommandCard

MARKET, POINTS, GAINS, SCOTS, PAYMENTS, CRESTS, TURN = range(7)
"""Where command cards stand on the printed sheet."""


EXPANSION_ICON = "expansion"
"""The drawing on the cards of chronicles: their number."""


def expansion_card(
    id: str,
    label: Message,
    number: int,
    *values: Value,
    secret: bool = False,
    fallback: Message | None = None,
) -> Cards:
    """One card of the chronicle with that number."""
    card = CommandCard(
        id, label, values, EXPANSION_ICON, number=number, place=TURN, secret=secret, fallback=fallback
    )
    return lambda _facts: (card,)


def do_nothing(_resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    """What an action does where the table declines, or has done it without the companion."""


UNDO_CARD, WHAT_CARD = undo_and_help_cards(TURN)


def command_cards(kinds: Iterable[QuestionKind], facts: Facts) -> dict[str, CommandCard]:
    """Every card by its id, in the order of the printed sheet."""
    return question_kinds.command_cards(kinds, facts, (UNDO_CARD, WHAT_CARD))
