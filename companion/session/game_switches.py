"""Two switches of the running game: automatic rolling (`AutoRoll`) and the tutorial (`Tutorial`).

The companion's own die fills in what an answer leaves to chance; nothing is rolled elsewhere. Automatic rolling
follows an answer only, never an undo, a correction or an edit. An undone roll keeps its face.

The tutorial explains what happens for the first time in a game, once, until the players turn it off.

Both are stored in the recent values by the game's number, not in its journal, so they survive a power cut but are
not part of undo.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import msgspec

from companion.engine.game import CORRECTION
from companion.engine.help_topics import Explainer, GameHelp
from companion.engine.offers import (
    COMPANION_ROLLS,
    ROLL_QUESTION,
    Amount,
    Answer,
    Part,
    Pick,
    Question,
    Refusal,
    Value,
)
from companion.menu import help_pages
from companion.menu.menu_state import Menu
from companion.session.running_game import RunningGame


def with_roll(question: Question | None, answer: Answer, dice: random.Random) -> Answer:
    """Return the answer with rolled values if the companion rolls; any other answer unchanged."""
    offer = question.offer(answer.offer) if question else None
    if answer.offer != COMPANION_ROLLS or answer.values or offer is None:
        return answer
    return msgspec.structs.replace(answer, values=tuple(_rolled_values(offer.parts, dice)))


def _rolled_values(parts: Sequence[Part], dice: random.Random) -> Iterator[Value]:
    """Yield a random value for each part; a face printed twice is among the choices twice."""
    for part in parts:
        if isinstance(part, Pick):
            yield dice.choice([choice.value for choice in part.choices if not choice.closed])
        elif isinstance(part, Amount):
            yield dice.randint(part.low, part.high)


AUTO_ROLL_KEY = "rolls_unasked"
"""Key in the recent values for the number of the game with automatic rolling."""


class AutoRoll:
    """Automatic rolling in the running game. `later` runs tasks that may wait for the disk."""

    def __init__(
        self, running: RunningGame, dice: random.Random, later: Callable[[Callable[[], None]], None]
    ) -> None:
        self._running, self._dice, self._later = running, dice, later

    @property
    def go_on(self) -> bool:
        """True if automatic rolling is on and the game is in progress."""
        chosen = self._running.table_game.habits.values.get(AUTO_ROLL_KEY) == (self._running.id,)
        return chosen and not self._running.snapshot.outline.over

    def stop(self) -> None:
        """Turn automatic rolling off."""
        self._set(False)

    def _set(self, on: bool) -> None:
        habits = self._running.table_game.habits
        others = {name: values for name, values in habits.values.items() if name != AUTO_ROLL_KEY}
        if habits.remember({**others, AUTO_ROLL_KEY: (self._running.id,)} if on else others):
            self._later(habits.keep)

    def fill_roll(self, question: Question | None, answer: Answer, is_rerolled: bool) -> Answer:
        """Return the answer with the companion's roll in it; an undone roll keeps its face."""
        kept = self._running.snapshot.undone_roll
        same = kept and (kept.question, kept.offer) == (answer.question, answer.offer)
        if kept and same and not answer.values and not is_rerolled:
            return kept
        return with_roll(question, answer, self._dice)

    def record_answer(self, question: Question | None, answer: Answer) -> None:
        """React to an entered answer: turn automatic rolling on or off, and roll if the die is next.

        Choosing the companion's roll turns it on; entering a rolled value turns it off.
        """
        if question and question.kind == ROLL_QUESTION:
            self._set(answer.offer == COMPANION_ROLLS)
        if answer.question != CORRECTION and self.go_on:
            self._roll()

    def _roll(self) -> None:
        """Roll as long as a die roll is the open question."""
        running = self._running
        while question := self._asked_now():
            roll = self.fill_roll(question, Answer(question.number, COMPANION_ROLLS), is_rerolled=False)
            entries = running.history.propose(roll)
            if isinstance(entries, Refusal):
                return
            running.store(entries, lambda: None)  # The signal for the player's entry has already sounded.

    def _asked_now(self) -> Question | None:
        """Return the question of a die roll if it is the first blocking one; else None."""
        front = next(
            (question for question in self._running.snapshot.questions if not question.non_blocking), None
        )
        return front if front and front.kind == ROLL_QUESTION else None


TUTORIAL_KEY = "first_game"
"""Key in the recent values for the number of the game with the tutorial."""


class Tutorial:
    """The tutorial of the running game. `later` runs tasks that may wait for the disk."""

    def __init__(self, running: RunningGame, later: Callable[[Callable[[], None]], None]) -> None:
        self._running, self._later = running, later
        self._game = 0
        self._seen = 0
        """The number of the last entry that was searched for lessons."""
        self._met: set[str] = set()
        """The article keys that came up in this game (`Article.key`)."""

    @property
    def explain(self) -> Explainer:
        """Return the help for the current state."""
        return Explainer(self._running.definition.look_up, self._running.snapshot.state, self.on)

    @property
    def on(self) -> bool | None:
        """True if the tutorial is on; None if the game has none."""
        if self._running.definition.look_up.lessons is GameHelp().lessons:
            return None
        return self._running.table_game.habits.values.get(TUTORIAL_KEY) == (self._running.id,)

    def set(self, on: bool) -> None:
        """Turn the tutorial of this game on or off."""
        if on == self.on:
            return
        habits = self._running.table_game.habits
        others = {name: values for name, values in habits.values.items() if name != TUTORIAL_KEY}
        if habits.remember({**others, TUTORIAL_KEY: (self._running.id,)} if on else others):
            self._later(habits.keep)
        self._game = 0
        self._look()

    def switch(self, on: bool) -> Menu:
        """Turn the tutorial on or off and return a menu with a notice about it."""
        self.set(on)
        return help_pages.show_tutorial_switched(on)

    def add_explanation(self, menu: Menu) -> Menu:
        """Return the menu with the lessons that are new since the last call."""
        return help_pages.with_tutorial_page(menu, self._look()) if self.on else menu

    def _look(self) -> tuple[str, ...]:
        """Return the new article keys; none for what was there before the tutorial began."""
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
