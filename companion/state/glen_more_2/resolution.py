"""One answer being carried out: the events so far and the state they lead to.

The only mutable thing of the core, alive only inside one `decide`. Knows no rule.
"""

from __future__ import annotations

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.stages import FollowUp, HookCall


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

    def keep_waiting(self) -> None:
        """What is still to come goes into the state."""
        waiting = ev.WaitingSet(tuple(self.hooks), tuple(self.follow_ups))
        # Only where it changed: most entries change nothing here, and the journal would hold it in each.
        if (waiting.hooks, waiting.follow_ups) != (self.state.hooks, self.state.follow_ups):
            self.do(waiting)
