"""An answer to a question that asks for other parts by now, for another past led to it.

Each value goes by the name of the part that it was given for. Decides nothing: whether the answer can be taken is
the question's to say.

Another past: one entry of a game changed, left out or put in, and all that came after it decided again.

An answer goes to the question that asks the same in that past. What only that past asks is taken as it stands
where it agrees to counts, and else asked. Enters nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from companion.engine.game import CORRECTION, Decision, Game, TurnMark
from companion.engine.journal import Entry, EntryUndo
from companion.engine.message import Message, tr
from companion.engine.offers import (
    Amount,
    Answer,
    Fallback,
    Offer,
    Part,
    Pick,
    Place,
    Question,
    Reason,
    Refusal,
    Value,
    cell_value,
    parts_after_value,
    parts_with_values,
    refuse_answer,
    value_words,
)

UNCHANGED = Reason("", tr("asked now, taken as it stands"))
NOT_ON_MAP = Reason("", tr("asked no more, left out"))


def remap_values(then: Offer, now: Offer, values: Sequence[Value]) -> tuple[Value, ...]:
    """The values given when `then` was offered, for the parts of `now`.

    What is no longer asked for is left out and what is new gets its usual value, if it has one.
    """
    if then.parts == now.parts:
        return tuple(values)
    given: dict[str, list[Value]] = {}
    lay: dict[str, Part] = {}
    for part, value in parts_with_values(then.parts, values):
        given.setdefault(part.name, []).append(value)
        lay[part.name] = part
    left, fit = list(now.parts), list[Value]()
    while left:
        part = left.pop(0)
        told = given.get(part.name)
        now_told = _remap_cell(lay.get(part.name), part, told.pop(0)) if told else _default_value(part)
        if now_told is None:
            break
        fit.append(now_told)
        left[:0] = parts_after_value(part, now_told)
    return tuple(fit)


def _remap_cell(then: Part | None, now: Part, value: Value) -> Value:
    """A cell stood for the tile that lay there: where that lies elsewhere now, for the cell where it lies."""
    if not isinstance(then, Place) or not isinstance(now, Place) or then.laid or now.laid:
        return value
    by_cell = {cell_value(map_tile.x, map_tile.y): map_tile.label for map_tile in then.map_tiles}
    if (meant := by_cell.get(str(value))) is None:
        return value
    there = [cell_value(map_tile.x, map_tile.y) for map_tile in now.map_tiles if map_tile.label == meant]
    return there[0] if len(there) == 1 and list(by_cell.values()).count(meant) == 1 else value


def _default_value(part: Part) -> Value | None:
    """What a part is when nobody says otherwise; None where somebody has to."""
    if isinstance(part, Amount):
        return part.default
    return (part.default or None) if isinstance(part, Pick) else None


def dropped_values(then: Offer, now: Offer, values: Sequence[Value]) -> list[tuple[Message, Reason]]:
    """What people said that is asked no more, in words; what they but agreed to is not missed."""
    if then.parts == now.parts:
        return []
    still = {part.name for part, _ in parts_with_values(now.parts, remap_values(then, now, values))}
    said = parts_with_values(then.parts, values)
    gone = (each for each in said if each[0].name not in still and not _is_confirmed(*each))
    return [(_value_text(part, value), NOT_ON_MAP) for part, value in gone]


def confirmed_values_text(question: Question, answer: Answer) -> list[tuple[Message, Reason]]:
    """What an answer agrees to."""
    offer = question.offer(answer.offer)
    parts = parts_with_values(offer.parts, answer.values) if offer else ()
    return [(_value_text(part, value), UNCHANGED) for part, value in parts]


def _value_text(part: Part, value: Value) -> Message:
    return tr("{question} {answer}", question=part.text, answer=value_words(part, value))


def confirming_answer(question: Question) -> Answer | None:
    """The answer that agrees to counts as the companion has them; None where something else is asked."""
    for offer in () if question.non_blocking or question.secret else question.offers:
        counts = [part.default for part in offer.parts if isinstance(part, Amount) and part.counted]
        if counts and len(counts) == len(offer.parts) and not offer.closed:
            return Answer(question.number, offer.name, tuple(counts))
    return None


def is_only_confirmation(offer: Offer, values: Sequence[Value]) -> bool:
    """Did people but agree to counts as the companion had them? Then nothing is lost where it isn't asked."""
    counted = list(parts_with_values(offer.parts, values))
    return bool(counted) and all(_is_confirmed(part, value) for part, value in counted)


def _is_confirmed(part: Part, value: Value) -> bool:
    return isinstance(part, Amount) and part.counted and part.default == value


NOT_ASKED = refuse_answer("", tr("It wouldn't come to this."))
OTHER_PLAYER = refuse_answer("", tr("It was entered for another tile or card."))
BEFORE_FIRST = TurnMark(0, "")
MAX_COUNTS = 8
"""So many questions about counts come one after the other at most."""


class EditedHistory(msgspec.Struct, frozen=True):
    """A changed past, not yet entered."""

    entries: tuple[Entry, ...]
    """What it adds: a taking-back of all that is decided again, then the answers that still fit."""
    unfit: tuple[tuple[Entry, Refusal], ...]
    """The entries that no longer fit and would be dropped, each with what speaks against it."""
    refusal: Refusal | None = None
    """What speaks against the new answer itself; None where it is taken, or there is none."""
    side_effects: tuple[tuple[Message, Reason], ...] = ()
    """What is asked no more, and what is asked only now and taken as it stands: in words, and which of both."""
    asks: Question | None = None
    """What people are asked first: only this past asks it, and what comes after waits for the answer."""
    asks_in_turn: TurnMark = BEFORE_FIRST
    """The turn it is asked in."""
    waits_for: Message | None = None
    """What is asked where the first entry that no longer fits was given."""
    waits_in: int = 0
    """The number of the turn that runs there."""

    def log_only_entries(self) -> tuple[Entry, ...]:
        """The entries of a change of which the table needs to know nothing."""
        first = self.entries[0]
        quiet = msgspec.structs.replace(first.answer, only_log=True)
        return (msgspec.structs.replace(first, answer=quiet), *self.entries[1:])


class HistoryEdit:
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
        self._asks_in = BEFORE_FIRST
        self._waits_for: Message | None = None
        self._waits_in = 0
        self._state: Any = None

    def decided(
        self, position: int, instead: Answer | None, before: bool, also: Sequence[Answer]
    ) -> EditedHistory:
        """As `History.propose_edit`, with the change at `position` of the entries that count."""
        self._state, self._also = self._before[position], list(also)
        self._entries.append(self._made(0, EntryUndo(self._stand[position].number), (), self._state))
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
        entries, unfit, side_effects = tuple(self._entries), tuple(self._unfit), tuple(self._besides)
        asks, waits = (self._asks, self._asks_in), (self._waits_for, self._waits_in)
        return EditedHistory(entries, unfit, refusal, side_effects, *asks, *waits)

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
        if again is NOT_ASKED and (self._only_confirmed(place, answer) or self._completed(place, answer)):
            return None
        if again is NOT_ASKED:
            taken, again = self._with_new_counts(place, answer)
            for question, given, decision in taken:
                self._besides += confirmed_values_text(question, given)
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
        return next((q for q in in_front if matching_question(q, then) is None), None)

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
        for _ in range(MAX_COUNTS):
            found = next(((q, a) for q in self._game.questions(now) if (a := confirming_answer(q))), None)
            decision = self._game.decide(now, found[1]) if found else NOT_ASKED
            if found is None or isinstance(decision, Refusal):
                break
            taken.append((*found, decision))
            now = decision.state
            again = self._again(place, now, answer)
            if again is not NOT_ASKED:
                return taken, again
        return [], NOT_ASKED

    def _left_out(self, place: int, state: Any, answer: Answer) -> list[tuple[Message, Reason]]:
        """What of an answer is asked no more in another state, where the rest of it fits."""
        asked = self._game.question(self._before[place], answer.question)
        now = (
            matching_question(asked, self._game.questions(state))
            if asked and answer.question != CORRECTION
            else None
        )
        then, offer = (q.offer(answer.offer) if q else None for q in (asked, now))
        if then and then.fallback and not self._same(then, offer):
            return [(then.fallback.lost, NOT_ON_MAP)]
        return dropped_values(then, offer, answer.values) if then and offer else []

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
            now = matching_question(asked, open_now) if asked else None
            if asked is None or now is None:
                return NOT_ASKED
            then, offer = asked.offer(answer.offer), now.offer(answer.offer)
            if then and not self._same(then, offer):
                other = then.fallback
                if other or offer:
                    return self._otherwise(other, open_now, state, answer) if other else OTHER_PLAYER
            values = remap_values(then, offer, answer.values) if then and offer else answer.values
            answer = msgspec.structs.replace(answer, question=now.number, values=values)
        decision = self._game.decide(state, answer)
        return decision if isinstance(decision, Refusal) else (answer, decision)

    def _same(self, then: Offer, now: Offer | None) -> bool:
        """Whether it is offered still, and of the same piece where the one that it told of lay on the table."""
        return now is not None and not (self._moved and now.tells != then.tells)

    def _otherwise(
        self, other: Fallback, open_now: Sequence[Question], state: Any, answer: Answer
    ) -> tuple[Answer, Decision] | Refusal:
        """What does the rest of an answer that is not offered any more, decided."""
        question = next((q for q in open_now if q.kind == other.question), None)
        if question is None:
            return NOT_ASKED
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
        return bool(offer and is_only_confirmation(offer, answer.values))


def matching_question(asked: Question, now: Sequence[Question]) -> Question | None:
    """The open question that asks the same of the same people; of several the one with the same words."""
    same = [q for q in now if q.kind == asked.kind and q.asked == asked.asked]
    return max(same, key=lambda q: (q.text == asked.text, q.number == asked.number), default=None)
