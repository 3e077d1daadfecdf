"""The companion's own die: fills in what an answer leaves to chance. The only place where anything is rolled.

The companion's die goes on rolling: asked once, it rolls whenever the die's turn comes, to the end of the game.

It rolls only on the heels of an answer that people gave: never because something was taken back, corrected or
changed. A roll that was taken back stays as it fell. Kept among the habits by the game's number, never in its
journal: pulling the plug ends no evening. Decides nothing: a roll is an answer like any other, and so it is told
and taken back.

A first game: what happens for the first time in it is explained unasked, in a sentence, until people end that.

Kept among the habits by the game's number, never in its journal: entries, undo and replay know nothing of it. What
was explained once is not explained again, whatever is taken back. Decides nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import msgspec

from companion.engine.game import CORRECTION
from companion.engine.help_topics import Explainer, GameHelp
from companion.engine.offers import BY_CHANCE, ROLL, Amount, Answer, Part, Pick, Question, Refusal, Value
from companion.menu import help_pages
from companion.menu.menu_state import Menu
from companion.session.running_game import RunningGame


def with_roll(question: Question | None, answer: Answer, dice: random.Random) -> Answer:
    """The answer with the rolled values in it; any other answer as it is."""
    offer = question.offer(answer.offer) if question else None
    if answer.offer != BY_CHANCE or answer.values or offer is None:
        return answer
    return msgspec.structs.replace(answer, values=tuple(_rolled_values(offer.parts, dice)))


def _rolled_values(parts: Sequence[Part], dice: random.Random) -> Iterator[Value]:
    """Every open choice is one face: a face printed twice stands there twice."""
    for part in parts:
        if isinstance(part, Pick):
            yield dice.choice([choice.value for choice in part.choices if not choice.closed])
        elif isinstance(part, Amount):
            yield dice.randint(part.low, part.high)


AUTO_ROLL_KEY = "rolls_unasked"
"""Under which name habits hold the number of the game in which the companion rolls."""


class AutoRoll:
    """Whether the companion rolls unasked in the running game. `later` runs what may wait for the disk."""

    def __init__(
        self, running: RunningGame, dice: random.Random, later: Callable[[Callable[[], None]], None]
    ) -> None:
        self._running, self._dice, self._later = running, dice, later

    @property
    def go_on(self) -> bool:
        """Whether it rolls unasked in the game that is played."""
        chosen = self._running.table_game.habits.values.get(AUTO_ROLL_KEY) == (self._running.id,)
        return chosen and not self._running.snapshot.outline.over

    def stop(self) -> None:
        """People roll themselves from now on."""
        self._set(False)

    def _set(self, on: bool) -> None:
        habits = self._running.table_game.habits
        others = {name: values for name, values in habits.values.items() if name != AUTO_ROLL_KEY}
        if habits.remember({**others, AUTO_ROLL_KEY: (self._running.id,)} if on else others):
            self._later(habits.keep)

    def filled(self, asked: Question | None, answer: Answer, rolled_again: bool) -> Answer:
        """The answer with the companion's die in it; a roll that was taken back stays as it fell."""
        kept = self._running.snapshot.kept
        same = kept and (kept.question, kept.offer) == (answer.question, answer.offer)
        if kept and same and not answer.values and not rolled_again:
            return kept
        return with_roll(asked, answer, self._dice)

    def answered(self, asked: Question | None, answer: Answer) -> None:
        """People gave this answer, which is entered; it may be the die's turn now.

        Whoever lets the companion roll is not asked again; whoever says what was rolled rolls the next too.
        """
        if asked and asked.kind == ROLL:
            self._set(answer.offer == BY_CHANCE)
        if answer.question != CORRECTION and self.go_on:
            self._roll()

    def _roll(self) -> None:
        """Until the die is not last any more."""
        running = self._running
        while question := self._asked_now():
            roll = self.filled(question, Answer(question.number, BY_CHANCE), rolled_again=False)
            entries = running.history.propose(roll)
            if isinstance(entries, Refusal):
                return
            running.store(entries, lambda: None)  # people heard already that they were understood

    def _asked_now(self) -> Question | None:
        """The question of a die's roll that is in front of people now."""
        front = next(
            (question for question in self._running.snapshot.questions if not question.non_blocking), None
        )
        return front if front and front.kind == ROLL else None


TUTORIAL_KEY = "first_game"
"""Under which name habits hold the number of the game that is explained."""


class Tutorial:
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
        if self._running.definition.look_up.lessons is GameHelp().lessons:
            return None
        return self._running.table_game.habits.values.get(TUTORIAL_KEY) == (self._running.id,)

    def set(self, on: bool) -> None:
        """Explain this game from now on, or no longer."""
        if on == self.on:
            return
        habits = self._running.table_game.habits
        others = {name: values for name, values in habits.values.items() if name != TUTORIAL_KEY}
        if habits.remember({**others, TUTORIAL_KEY: (self._running.id,)} if on else others):
            self._later(habits.keep)
        self._game = 0
        self._look()

    def switched(self, on: bool) -> Menu:
        """Set it, and say so."""
        self.set(on)
        return help_pages.show_tutorial_switched(on)

    def explained(self, menu: Menu) -> Menu:
        """The menu with what has happened for the first time since it was last asked for."""
        return help_pages.with_tutorial_page(menu, self._look()) if self.on else menu

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
