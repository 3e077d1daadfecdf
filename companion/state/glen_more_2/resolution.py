"""One answer being carried out: the events so far and the state they lead to.

The only mutable thing of the core, alive only inside one `decide`.
"""

from __future__ import annotations

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.apply import apply
from companion.state.glen_more_2.expansions import reactions
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.turn_table import following


class Resolution:
    """Collects events and applies each at once, so that what follows sees what came before."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[ev.Event] = []
        self.steps: list[str] = list(state.steps)

    def do(self, event: ev.Event) -> None:
        """An event happens, and at once what the chronicles make of it."""
        before = self.state
        self.events.append(event)
        self.state = apply(before, event)
        if isinstance(event, ev.FollowUpAsked):
            self.steps.insert(0, event.step)
        if self.state.chronicles:
            for more in reactions(before, event, self.state):
                self.do(more)

    def ask(self, kind: str, player: str = "", *args: str | int) -> None:
        """Open a question."""
        self.do(ev.QuestionAsked(kind, player, args))

    def close(self, question: OpenQuestion) -> None:
        """Close a question."""
        self.do(ev.QuestionClosed(question.number))

    def go(self, trigger: str) -> None:
        """The next phase of the turn's table."""
        self.do(ev.PhaseChanged(trigger, following(self.state.phase, trigger)))

    def then(self, *steps: str) -> None:
        """These steps come next, each as soon as no question is in front of people."""
        self.steps[:0] = steps

    def after_all(self, *steps: str) -> None:
        """These steps come when everything that waits already is done."""
        self.steps.extend(steps)

    def keep_steps(self) -> None:
        """What is still to come goes into the state."""
        if tuple(self.steps) != self.state.steps:
            self.do(ev.StepsSet(tuple(self.steps)))
