"""One answer being carried out: the events so far and the state they lead to.

The only mutable thing of the rules, alive only inside one `decide`. Knows no rule.

The rows of this game's tables: `companion.engine.question_kinds`, of its own state, resolution and open questions.
"""

from __future__ import annotations

from companion.engine import question_kinds
from companion.engine.message import tr
from companion.state.glen_more import events as ev
from companion.state.glen_more.event_rows import apply
from companion.state.glen_more.model import State
from companion.state.territory.model import OpenQuestion


class Resolution:
    """Collects events and applies each at once, so that what follows sees what came before."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    @property
    def stage(self) -> str:
        """Where the course stands; the machine of the course sets it, which makes the event."""
        return self.state.stage

    @stage.setter
    def stage(self, name: str) -> None:
        self.do(ev.StageEntered(name))

    def do(self, event: ev.Event) -> None:
        self.events.append(event)
        self.state = apply(self.state, event)

    def ask(self, kind: str, player: str = "", *args: str | int) -> None:
        """Open a question."""
        self.do(ev.QuestionAsked(kind, player, args))

    def close(self, kind: str) -> None:
        """Close every question of that kind."""
        for opened in [o for o in self.state.open if o.kind == kind]:
            self.do(ev.QuestionClosed(opened.number))


Action = question_kinds.Action[State, Resolution, OpenQuestion]
ActionFamily = question_kinds.ActionFamily[State, Resolution, OpenQuestion]
QuestionKind = question_kinds.QuestionKind[State, Resolution, OpenQuestion]
Form = question_kinds.ActionForm
CommandCard = question_kinds.CommandCard

MARKET, POINTS, GAINS, TURN = range(4)
"""Where command cards stand on the printed sheet."""


def done_card(_facts: object) -> tuple[CommandCard, ...]:
    """What OK does in each question that is over with it."""
    return (CommandCard("done", tr("Done"), (), "done", place=TURN),)


def chieftain_card(_facts: object) -> tuple[CommandCard, ...]:
    """A Scot becomes chieftain, by an entry or a movement point."""
    return (CommandCard("chieftain", tr("A chieftain"), (), "chieftain", number=1, place=GAINS),)
