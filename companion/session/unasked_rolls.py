"""The companion's die goes on rolling: asked once, it rolls whenever the die's turn comes, to the end of the game.

It rolls only on the heels of an answer that people gave: never because something was taken back, corrected or
changed. A roll that was taken back stays as it fell. Kept among the habits by the game's number, never in its
journal: pulling the plug ends no evening. Decides nothing: a roll is an answer like any other, and so it is told
and taken back.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from companion.engine.game import CORRECTION
from companion.engine.offers import BY_CHANCE, ROLL, Answer, Question, Refusal
from companion.session.dice import with_roll
from companion.session.running_game import RunningGame

ROLLS_UNASKED = "rolls_unasked"
"""Under which name habits hold the number of the game in which the companion rolls."""


class UnaskedRolls:
    """Whether the companion rolls unasked in the running game. `later` runs what may wait for the disk."""

    def __init__(
        self, running: RunningGame, dice: random.Random, later: Callable[[Callable[[], None]], None]
    ) -> None:
        self._running, self._dice, self._later = running, dice, later

    @property
    def go_on(self) -> bool:
        """Whether it rolls unasked in the game that is played."""
        chosen = self._running.table_game.habits.values.get(ROLLS_UNASKED) == (self._running.id,)
        return chosen and not self._running.snapshot.outline.over

    def stop(self) -> None:
        """People roll themselves from now on."""
        self._set(False)

    def _set(self, on: bool) -> None:
        habits = self._running.table_game.habits
        others = {name: values for name, values in habits.values.items() if name != ROLLS_UNASKED}
        if habits.remember({**others, ROLLS_UNASKED: (self._running.id,)} if on else others):
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
