"""One answer being carried out: the events so far and the state they lead to.

The only mutable thing of the core, alive only inside one `decide`.
"""

from __future__ import annotations

from companion.state import events as ev
from companion.state.apply import apply
from companion.state.model import Open, State
from companion.state.turn_table import following


class Course:
    """Collects events and applies each at once, so that what follows sees what came before."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    def do(self, event: ev.Event) -> None:
        self.events.append(event)
        self.state = apply(self.state, event)

    def ask(self, kind: str, player: str = "", *args: str | int) -> None:
        """Open a question."""
        self.do(ev.Asked(kind, player, args))

    def settle(self, question: Open) -> None:
        """Close a question."""
        self.do(ev.Settled(question.number))

    def go(self, trigger: str) -> None:
        """The next phase of the turn's table."""
        self.do(ev.PhaseChanged(trigger, following(self.state.phase, trigger)))
