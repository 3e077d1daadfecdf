"""Resolution of one answer, and the question kinds and command cards of Glen More.

A `Resolution` is the only mutable object of the rules and exists only during one `decide`. It contains no rule.
"""

from __future__ import annotations

from companion.engine import question_kinds
from companion.engine.message import tr
from companion.state.glen_more import events as ev
from companion.state.glen_more.event_rows import apply
from companion.state.glen_more.model import State
from companion.state.territory.model import OpenQuestion


class Resolution:
    """Collects events and applies each at once, so that later steps see the new state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    @property
    def stage(self) -> str:
        """Current stage of the course. The state machine sets it, which records `StageEntered`."""
        return self.state.stage

    @stage.setter
    def stage(self, name: str) -> None:
        self.do(ev.StageEntered(name))

    def do(self, event: ev.Event) -> None:
        """Record an event and apply it."""
        self.events.append(event)
        self.state = apply(self.state, event)

    def ask(self, kind: str, player: str = "", *args: str | int) -> None:
        """Record a new question."""
        self.do(ev.QuestionAsked(kind, player, args))

    def close(self, kind: str) -> None:
        """Record that all open questions of a kind close."""
        for opened in [o for o in self.state.open if o.kind == kind]:
            self.do(ev.QuestionClosed(opened.number))


Action = question_kinds.Action[State, Resolution, OpenQuestion]
ActionFamily = question_kinds.ActionFamily[State, Resolution, OpenQuestion]
QuestionKind = question_kinds.QuestionKind[State, Resolution, OpenQuestion]
Form = question_kinds.ActionForm
CommandCard = question_kinds.CommandCard

MARKET, POINTS, GAINS, TURN = range(4)
"""Sections of the printed sheet of command cards."""


def done_card(_facts: object) -> tuple[CommandCard, ...]:
    """Return the command card for OK in questions that it ends."""
    return (CommandCard("done", tr("Done"), (), "done", place=TURN),)


def chieftain_card(_facts: object) -> tuple[CommandCard, ...]:
    """Return the command card for a Scot that becomes chieftain, by an entry or a movement point."""
    return (CommandCard("chieftain", tr("A chieftain"), (), "chieftain", number=1, place=GAINS),)
