"""Resolution of one answer, and the question kinds and command cards of Schotten Totten.

A `Resolution` is the only mutable object of the rules and exists only during one `decide`. It contains no rule.
"""

from __future__ import annotations

from companion.engine import question_kinds
from companion.engine.message import tr
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.event_rows import apply
from companion.state.schotten_totten.model import OpenQuestion, State


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

    def ask(self, kind: str, player: str = "") -> None:
        """Record a new question."""
        self.do(ev.QuestionAsked(kind, player))

    def close(self, kind: str) -> None:
        """Record that all open questions of a kind close."""
        for opened in [o for o in self.state.open if o.kind == kind]:
            self.do(ev.QuestionClosed(opened.number))


Action = question_kinds.Action[State, Resolution, OpenQuestion]
QuestionKind = question_kinds.QuestionKind[State, Resolution, OpenQuestion]
Form = question_kinds.ActionForm
CommandCard = question_kinds.CommandCard

TURN = 0
"""Section of the printed sheet of command cards."""


def nothing_card(_facts: object) -> tuple[CommandCard, ...]:
    """Return the command card for a turn without a card."""
    return (CommandCard("nothing", tr("Lay nothing"), (), "nothing", place=TURN),)
