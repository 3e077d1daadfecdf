"""A first game: what happens for the first time in it is explained unasked, in a sentence, until people end that.

Kept among the habits by the game's number, never in its journal: entries, undo and replay know nothing of it. What
was explained once is not explained again, whatever is taken back. Decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.look_up import Explainer, LookUp
from companion.menu import looking
from companion.menu.menu_state import Menu
from companion.session.running_game import RunningGame

FIRST_GAME = "first_game"
"""Under which name habits hold the number of the game that is explained."""


class FirstGame:
    """Explains the running game. `later` runs what may wait for the disk."""

    def __init__(self, running: RunningGame, later: Callable[[Callable[[], None]], None]) -> None:
        self._running, self._later = running, later
        self._game = 0
        self._seen = 0
        """The number of the last entry that was looked at."""
        self._met: set[str] = set()
        """What this game has met, as in `Article.key`."""

    @property
    def explain(self) -> Explainer:
        """What can be looked up now."""
        return Explainer(self._running.definition.look_up, self._running.snapshot.state, self.on)

    @property
    def on(self) -> bool | None:
        """Whether this game is explained unasked; None where it has nothing to explain."""
        if self._running.definition.look_up.lessons is LookUp().lessons:
            return None
        return self._running.table_game.habits.values.get(FIRST_GAME) == (self._running.id,)

    def set(self, on: bool) -> None:
        """Explain this game from now on, or no longer."""
        if on == self.on:
            return
        habits = self._running.table_game.habits
        others = {name: values for name, values in habits.values.items() if name != FIRST_GAME}
        if habits.remember({**others, FIRST_GAME: (self._running.id,)} if on else others):
            self._later(habits.keep)
        self._game = 0
        self._look()

    def switched(self, on: bool) -> Menu:
        """Set it, and say so."""
        self.set(on)
        return looking.told_of_lessons(on)

    def explained(self, menu: Menu) -> Menu:
        """The menu with what has happened for the first time since it was last asked for."""
        return looking.with_lesson(menu, self._look()) if self.on else menu

    def _look(self) -> tuple[str, ...]:
        """What is new; nothing of what was there before this game was explained."""
        running = self._running
        history, begins = running.history, self._game != running.id
        if begins:
            self._game, self._seen, self._met = running.id, 0, set()
        new = [entry for entry in history.standing if entry.number > self._seen]
        self._seen = len(history.entries)
        events = [event for entry in new for event in entry.events]
        keys = self.explain.known(self.explain.look_up.lessons(self.explain.state, events))
        told = tuple(key for key in keys if key not in self._met)
        self._met.update(told)
        return () if begins else told
