"""The course of a game as one table of `transitions`: stages, entry actions, and the transitions between them.

The machine has no model of its own: it moves the `stage` of the object that collects the events of one answer (R).
"advance" transitions follow when nothing is open; `by_answer` transitions follow an answer at once. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from transitions import Machine


class HasStage(Protocol):
    """The object that collects the events of one answer."""

    @property
    def stage(self) -> str:
        """The current stage."""


R = TypeVar("R", bound=HasStage)

ANY_STAGE = "*"
"""Source of a transition that applies in every stage."""


class Transition(NamedTuple, Generic[R]):
    """One row of the table."""

    sources: str | Sequence[str]
    """The stages in which it applies, or ANY_STAGE."""
    to: str | None
    """The next stage; None keeps the stage without running its entry actions."""
    when: Callable[[R], bool] | None = None
    """Condition of the row; None for always."""
    then: Callable[[R], None] | None = None
    """Called before the entry actions of the next stage; None for nothing."""

    @property
    def source_list(self) -> tuple[str, ...]:
        return (self.sources,) if isinstance(self.sources, str) else tuple(self.sources)


def function_label(function: Callable[..., Any] | None) -> str:
    """Return the label of a condition or action in a drawing: its name."""
    return function.__name__.replace("_", " ") if function else ""


class StageMachine(Generic[R]):
    """A machine made from the table."""

    def __init__(
        self,
        stages: Iterable[str],
        entry: Mapping[str, Sequence[Callable[[R], None]]],
        advance: Sequence[Transition[R]],
        by_answer: Mapping[str, Transition[R]],
    ) -> None:
        """entry: actions on entering a stage. advance: rows of which the first with a true condition applies.

        by_answer: trigger name -> row that an answer applies at once.
        """
        names = [*stages]
        states: list[dict[str, Any]] = [{"name": name, "on_enter": [*entry.get(name, ())]} for name in names]
        made = Machine(None, states=states, initial=names[0], auto_transitions=False, model_attribute="stage")
        for trigger, row in (*(("advance", row) for row in advance), *by_answer.items()):
            sources: Any = row.sources if row.sources == ANY_STAGE else [*row.source_list]
            made.add_transition(trigger, sources, row.to, conditions=row.when, before=row.then)
        self.machine = made
        self._conditions = {
            name: [row.when for row in advance if row.sources == ANY_STAGE or name in row.source_list]
            for name in names
        }

    def fire(self, resolution: R, trigger: str) -> None:
        """Apply the transition of an answer. Raises MachineError if the table has none from this stage."""
        # The first argument is the model whose stage moves, the second is passed to conditions and actions.
        self.machine.events[trigger].trigger(resolution, resolution)

    def run(self, resolution: R, is_held_up: Callable[[R], bool] = lambda _resolution: False) -> None:
        """Advance as long as nothing holds the course up and a row applies."""
        advance = self.machine.events["advance"]
        while not is_held_up(resolution) and self._has_next(resolution):
            advance.trigger(resolution, resolution)

    def _has_next(self, resolution: R) -> bool:
        """True if a row applies here; most answers do not move the stage."""
        return any(when is None or when(resolution) for when in self._conditions[resolution.stage])
