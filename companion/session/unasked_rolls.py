"""The companion's die goes on rolling: asked once, it rolls whenever the die's turn comes, for as long as it runs.

It rolls only on the heels of an answer that people gave: never after something was taken back, corrected or
changed, and never where a roll was taken back that nobody has kept or made again. Decides nothing: a roll is an
answer like any other, and so it is told and taken back.
"""

from __future__ import annotations

import random

from companion.engine.game import CORRECTION
from companion.engine.history import History
from companion.engine.offers import BY_CHANCE, ROLL, Answer, Question, Refusal
from companion.session.dice import with_roll
from companion.session.running_game import RunningGame


class UnaskedRolls:
    """In which game the companion rolls unasked. Nothing of it is kept: after a restart people say so again."""

    def __init__(self, running: RunningGame, dice: random.Random) -> None:
        self._running, self._dice = running, dice
        self._game = 0

    @property
    def go_on(self) -> bool:
        """Whether it rolls unasked in the game that is played."""
        return self._running.id == self._game and not self._running.snapshot.outline.over

    def stop(self) -> None:
        """People roll themselves from now on."""
        self._game = 0

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
            self._game = self._running.id if answer.offer == BY_CHANCE else 0
        if answer.question != CORRECTION and self.go_on:
            self._roll()

    def _roll(self) -> None:
        """Until the die is not last any more."""
        running = self._running
        while (question := self._asked_now()) and not _taken_back(running.history):
            entries = running.history.propose(with_roll(question, Answer(question.number, BY_CHANCE), self._dice))
            if isinstance(entries, Refusal):
                return
            running.store(entries, lambda: None)  # people heard already that they were understood

    def _asked_now(self) -> Question | None:
        """The question of a die's roll that is in front of people now."""
        front = next(
            (question for question in self._running.snapshot.questions if not question.non_blocking), None
        )
        return front if front and front.kind == ROLL else None


def _taken_back(history: History) -> bool:
    """Whether the last roll does not stand any more: it stays as it fell, and people say so."""
    rolls = (e for e in reversed(history.entries) if isinstance(e.answer, Answer) and e.answer.offer == BY_CHANCE)
    last = next(rolls, None)
    return last is not None and history.position(last.number) is None
