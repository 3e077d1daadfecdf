"""Another past: one entry of a game changed, left out or put in, and all that came after it decided again.

An answer goes to the question that asks the same in that past. What only that past asks is taken as it stands
where it agrees to counts, and else asked. Enters nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from companion.engine.fitting import GONE, agreed_in_words, as_it_stands, fitted, left_out, only_confirmed
from companion.engine.game import CORRECTION, Decision, Game, TurnMark
from companion.engine.journal import Entry, TakeBack
from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Offer, Otherwise, Question, Reason, Refusal, refused

UNASKED = refused("", tr("It wouldn't come to this."))
OF_ANOTHER = refused("", tr("It was entered for another tile or card."))
BEFORE_ALL = TurnMark(0, "")
MOST_COUNTS = 8
"""So many questions about counts come one after the other at most."""


class EditedPast(msgspec.Struct, frozen=True):
    """A changed past, not yet entered."""

    entries: tuple[Entry, ...]
    """What it adds: a taking-back of all that is decided again, then the answers that still fit."""
    unfit: tuple[tuple[Entry, Refusal], ...]
    """The entries that no longer fit and would be dropped, each with what speaks against it."""
    refusal: Refusal | None = None
    """What speaks against the new answer itself; None where it is taken, or there is none."""
    besides: tuple[tuple[Message, Reason], ...] = ()
    """What is asked no more, and what is asked only now and taken as it stands: in words, and which of both."""
    asks: Question | None = None
    """What people are asked first: only this past asks it, and what comes after waits for the answer."""
    asks_in: TurnMark = BEFORE_ALL
    """The turn it is asked in."""
    waits_for: Message | None = None
    """What is asked where the first entry that no longer fits was given."""
    waits_in: int = 0
    """The number of the turn that runs there."""

    def in_the_log_only(self) -> tuple[Entry, ...]:
        """The entries of a change of which the table needs to know nothing."""
        first = self.entries[0]
        quiet = msgspec.structs.replace(first.answer, only_log=True)
        return (msgspec.structs.replace(first, answer=quiet), *self.entries[1:])


class AnotherPast:
    """One change, worked out once."""

    def __init__(
        self,
        game: Game,
        stand: Sequence[Entry],
        before: Sequence[Any],
        made: Callable[..., Entry],
        moved: bool = False,
    ) -> None:
        """stand: the entries that count; before: the state before each. made: makes an entry, so many ahead.

        moved: as in `History.propose_edit`.
        """
        self._game, self._stand, self._before, self._made, self._moved = game, stand, before, made, moved
        self._entries: list[Entry] = []
        self._unfit: list[tuple[Entry, Refusal]] = []
        self._besides: list[tuple[Message, Reason]] = []
        self._also: list[Answer] = []
        self._asks: Question | None = None
        self._asks_in = BEFORE_ALL
        self._waits_for: Message | None = None
        self._waits_in = 0
        self._state: Any = None

    def decided(self, position: int, instead: Answer | None, before: bool, also: Sequence[Answer]) -> EditedPast:
        """As `History.propose_edit`, with the change at `position` of the entries that count."""
        self._state, self._also = self._before[position], list(also)
        self._entries.append(self._made(0, TakeBack(self._stand[position].number), (), self._state))
        refusal = None
        for place, entry, answer in self._edited(position, instead, before):
            again = self._decided_again(place, answer, ask=answer is not instead)
            if isinstance(again, Refusal):
                refusal = again if answer is instead else refusal
                if not self._unfit:
                    self._waits_for, self._waits_in = self._asked_here(), self._game.turn(self._state).number
                self._unfit.append((entry, again))
            elif again:
                self._besides += self._left_out(place, self._state, answer)
                self._enter(*again)
        entries, unfit, besides = tuple(self._entries), tuple(self._unfit), tuple(self._besides)
        asks, waits = (self._asks, self._asks_in), (self._waits_for, self._waits_in)
        return EditedPast(entries, unfit, refusal, besides, *asks, *waits)

    def _asked_here(self) -> Message | None:
        """What stands in front of people in this past, else what waits; nothing secret."""
        asked = [each for each in self._game.questions(self._state) if not each.secret]
        in_front = next((each for each in asked if not each.non_blocking), None)
        return (in_front or asked[0]).text if asked else None

    def _enter(self, answer: Answer, decision: Decision) -> None:
        self._state = decision.state
        self._entries.append(self._made(len(self._entries), answer, decision.events, decision.state))

    def _decided_again(self, place: int, answer: Answer, ask: bool) -> tuple[Answer, Decision] | Refusal | None:
        """An answer given at `place`, once what only this past asks before it is answered; None: not needed."""
        again = self._again(place, self._state, answer)
        if again is UNASKED and (self._only_confirmed(place, answer) or self._completed(place, answer)):
            return None
        if again is UNASKED:
            taken, again = self._with_new_counts(place, answer)
            for question, given, decision in taken:
                self._besides += agreed_in_words(question, given)
                self._enter(given, decision)
        while ask and isinstance(again, Refusal) and (new := self._asked_only_now(place)):
            if not self._answered(new):
                if self._asks is None:
                    self._asks, self._asks_in = new, self._game.turn(self._state)
                break
            again = self._again(place, self._state, answer)
        return again

    def _asked_only_now(self, place: int) -> Question | None:
        """What stands in front of people and was not asked at `place` in the past as it stands."""
        then = self._game.questions(self._before[place])
        now = self._game.questions(self._state)
        in_front = (q for q in now if not (q.non_blocking or q.secret))
        return next((q for q in in_front if counterpart(q, then) is None), None)

    def _answered(self, question: Question) -> bool:
        """Whether people answered it already; then that is entered."""
        if not self._also or self._also[0].question != question.number:
            return False
        # They say how it was: what would only be a caution at the table is none here.
        given = msgspec.structs.replace(self._also.pop(0), anyway=True)
        decision = self._game.decide(self._state, given)
        if isinstance(decision, Refusal):
            return False
        self._enter(given, decision)
        return True

    def _with_new_counts(
        self, place: int, answer: Answer
    ) -> tuple[list[tuple[Question, Answer, Decision]], tuple[Answer, Decision] | Refusal]:
        """An answer that fits once counts are agreed to that are asked only now; else nothing, and why not."""
        taken: list[tuple[Question, Answer, Decision]] = []
        now = self._state
        for _ in range(MOST_COUNTS):
            found = next(((q, a) for q in self._game.questions(now) if (a := as_it_stands(q))), None)
            decision = self._game.decide(now, found[1]) if found else UNASKED
            if found is None or isinstance(decision, Refusal):
                break
            taken.append((*found, decision))
            now = decision.state
            again = self._again(place, now, answer)
            if again is not UNASKED:
                return taken, again
        return [], UNASKED

    def _left_out(self, place: int, state: Any, answer: Answer) -> list[tuple[Message, Reason]]:
        """What of an answer is asked no more in another state, where the rest of it fits."""
        asked = self._game.question(self._before[place], answer.question)
        now = counterpart(asked, self._game.questions(state)) if asked and answer.question != CORRECTION else None
        then, offer = (q.offer(answer.offer) if q else None for q in (asked, now))
        if then and then.otherwise and not self._same(then, offer):
            return [(then.otherwise.lost, GONE)]
        return left_out(then, offer, answer.values) if then and offer else []

    def _edited(self, position: int, instead: Answer | None, before: bool) -> Iterator[tuple[int, Entry, Answer]]:
        """The answers of another past from `position` on: where each was given, its entry, itself."""
        if instead:
            yield position, self._stand[position], instead
        kept = position if before else position + 1
        for place, entry in enumerate(self._stand[kept:], kept):
            assert isinstance(entry.answer, Answer)
            yield place, entry, entry.answer

    def _again(self, place: int, state: Any, answer: Answer) -> tuple[Answer, Decision] | Refusal:
        """An answer given at `place`, decided in another state by the question that stands there for its own.

        Where nothing asks the same any more it doesn't fit, even if its number now belongs to another question.
        """
        if answer.question != CORRECTION:
            asked = self._game.question(self._before[place], answer.question)
            same = self._game.question(state, answer.question)
            open_now = [*self._game.questions(state), *([same] if same else [])]
            now = counterpart(asked, open_now) if asked else None
            if asked is None or now is None:
                return UNASKED
            then, offer = asked.offer(answer.offer), now.offer(answer.offer)
            if then and not self._same(then, offer):
                other = then.otherwise
                if other or offer:
                    return self._otherwise(other, open_now, state, answer) if other else OF_ANOTHER
            values = fitted(then, offer, answer.values) if then and offer else answer.values
            answer = msgspec.structs.replace(answer, question=now.number, values=values)
        decision = self._game.decide(state, answer)
        return decision if isinstance(decision, Refusal) else (answer, decision)

    def _same(self, then: Offer, now: Offer | None) -> bool:
        """Whether it is offered still, and of the same piece where the one that it told of lay on the table."""
        return now is not None and not (self._moved and now.tells != then.tells)

    def _otherwise(
        self, other: Otherwise, open_now: Sequence[Question], state: Any, answer: Answer
    ) -> tuple[Answer, Decision] | Refusal:
        """What does the rest of an answer that is not offered any more, decided."""
        question = next((q for q in open_now if q.kind == other.question), None)
        if question is None:
            return UNASKED
        rest = Answer(question.number, other.offer, anyway=answer.anyway)
        decision = self._game.decide(state, rest)
        return decision if isinstance(decision, Refusal) else (rest, decision)

    def _completed(self, place: int, answer: Answer) -> bool:
        """Did it only go on with an entry that stands no more, or says something else?"""
        asked = self._game.question(self._before[place], answer.question)
        return bool(asked and asked.completes)

    def _only_confirmed(self, place: int, answer: Answer) -> bool:
        """Did it say nothing but that counts were right which nobody doubts in another past?"""
        asked = self._game.question(self._before[place], answer.question)
        offer = asked.offer(answer.offer) if asked else None
        return bool(offer and only_confirmed(offer, answer.values))


def counterpart(asked: Question, now: Sequence[Question]) -> Question | None:
    """The open question that asks the same of the same people; of several the one with the same words."""
    same = [q for q in now if q.kind == asked.kind and q.asked == asked.asked]
    return max(same, key=lambda q: (q.text == asked.text, q.number == asked.number), default=None)
