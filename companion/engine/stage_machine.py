"""The course of a game as one table of `transitions`: stages, what is done on entering one, what comes next.

One machine without models: it is triggered on what collects the events of one answer (R), whose `stage` moves.
`advance` says what comes when nothing holds it up, `by_answer` what an answer moves at once. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from transitions import Machine


class HasStage(Protocol):
    """What collects the events of one answer."""

    @property
    def stage(self) -> str:
        """Where the course stands."""


R = TypeVar("R", bound=HasStage)

ANY_STAGE = "*"
"""The source of a row that counts in every stage."""


class Transition(NamedTuple, Generic[R]):
    """One row of the table."""

    sources: str | Sequence[str]
    """The stages it counts in, or ANYWHERE."""
    to: str | None
    """The next stage; None = the stage stays and its entry actions don't run again."""
    when: Callable[[R], bool] | None = None
    """The row counts only if it holds; None = always."""
    then: Callable[[R], None] | None = None
    """Done on the way, before the entry actions of the next stage; None = nothing."""

    @property
    def source_list(self) -> tuple[str, ...]:
        return (self.sources,) if isinstance(self.sources, str) else tuple(self.sources)


def function_label(function: Callable[..., Any] | None) -> str:
    """What a drawing calls a condition or an act: its own name."""
    return function.__name__.replace("_", " ") if function else ""


class StageMachine(Generic[R]):
    """A table that runs."""

    def __init__(
        self,
        stages: Iterable[str],
        entry: Mapping[str, Sequence[Callable[[R], None]]],
        advance: Sequence[Transition[R]],
        by_answer: Mapping[str, Transition[R]],
    ) -> None:
        """entry: what is done on entering a stage. advance: the first row whose condition holds."""
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
        """An answer moves the course at once; MachineError where the table has no such move from here."""
        # Once as the model, whose stage moves, once as what conditions and acts are called with.
        self.machine.events[trigger].trigger(resolution, resolution)

    def run(self, resolution: R, held_up: Callable[[R], bool] = lambda _resolution: False) -> None:
        """Let the course go on as long as nothing holds it up and a row of the table holds."""
        advance = self.machine.events["advance"]
        while not held_up(resolution) and self._has_next(resolution):
            advance.trigger(resolution, resolution)

    def _has_next(self, resolution: R) -> bool:
        """Whether a row holds here; most answers leave the course where it is."""
        return any(when is None or when(resolution) for when in self._conditions[resolution.stage])
