"""History editing: change, insert or remove one entry and decide all later entries again.

A later answer goes to the question with the same meaning in the edited history, and its values to the parts with
the same names. A question that only the edited history asks is answered by confirming counts where possible, else
it is asked (`EditedHistory.asks`). Nothing is entered here.
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
    value_text,
)

NEWLY_ASKED = Reason("", tr("asked now, taken as it stands"))
NO_LONGER_ASKED = Reason("", tr("asked no more, left out"))


def remap_values(then: Offer, now: Offer, values: Sequence[Value]) -> tuple[Value, ...]:
    """Return the values given for `then`, assigned to the parts of `now`.

    Values whose part no longer exists are dropped; new parts get their default, if they have one.
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
    """Return the cell where the tile is now that was at the cell `value` before the edit."""
    if not isinstance(then, Place) or not isinstance(now, Place) or then.new_tile or now.new_tile:
        return value
    by_cell = {cell_value(map_tile.x, map_tile.y): map_tile.label for map_tile in then.map_tiles}
    if (meant := by_cell.get(str(value))) is None:
        return value
    there = [cell_value(map_tile.x, map_tile.y) for map_tile in now.map_tiles if map_tile.label == meant]
    return there[0] if len(there) == 1 and list(by_cell.values()).count(meant) == 1 else value


def _default_value(part: Part) -> Value | None:
    """Return the default of a part; None if a player must answer it."""
    if isinstance(part, Amount):
        return part.default
    return (part.default or None) if isinstance(part, Pick) else None


def dropped_values(then: Offer, now: Offer, values: Sequence[Value]) -> list[tuple[Message, Reason]]:
    """Return the entered values that have no part any more, as text; confirmed counts are left out."""
    if then.parts == now.parts:
        return []
    still = {part.name for part, _ in parts_with_values(now.parts, remap_values(then, now, values))}
    said = parts_with_values(then.parts, values)
    gone = (each for each in said if each[0].name not in still and not _is_confirmed(*each))
    return [(_value_text(part, value), NO_LONGER_ASKED) for part, value in gone]


def confirmed_values_text(question: Question, answer: Answer) -> list[tuple[Message, Reason]]:
    """Return the values of a confirming answer, as text."""
    offer = question.offer(answer.offer)
    parts = parts_with_values(offer.parts, answer.values) if offer else ()
    return [(_value_text(part, value), NEWLY_ASKED) for part, value in parts]


def _value_text(part: Part, value: Value) -> Message:
    return tr("{question} {answer}", question=part.text, answer=value_text(part, value))


def confirming_answer(question: Question) -> Answer | None:
    """Return the answer that confirms the companion's counts; None if the question asks anything else."""
    for offer in () if question.non_blocking or question.secret else question.offers:
        counts = [part.default for part in offer.parts if isinstance(part, Amount) and part.is_own_count]
        if counts and len(counts) == len(offer.parts) and not offer.closed:
            return Answer(question.number, offer.name, tuple(counts))
    return None


def is_only_confirmation(offer: Offer, values: Sequence[Value]) -> bool:
    """True if the values only confirm the companion's counts, so that nothing is lost if they are not asked."""
    counted = list(parts_with_values(offer.parts, values))
    return bool(counted) and all(_is_confirmed(part, value) for part, value in counted)


def _is_confirmed(part: Part, value: Value) -> bool:
    return isinstance(part, Amount) and part.is_own_count and part.default == value


QUESTION_GONE = refuse_answer("", tr("It wouldn't come to this."))
OTHER_PLAYER = refuse_answer("", tr("It was entered for another tile or card."))
BEFORE_FIRST = TurnMark(0, "")
MAX_CONFIRMATIONS = 8
"""Questions about counts that are confirmed in a row at most."""


class EditedHistory(msgspec.Struct, frozen=True):
    """An edited history that is not yet entered."""

    entries: tuple[Entry, ...]
    """The entries to add: an undo of everything that is decided again, then the answers that still fit."""
    unfit_entries: tuple[tuple[Entry, Refusal], ...]
    """The entries that no longer fit and would be dropped, each with the reason."""
    refusal: Refusal | None = None
    """Why the new answer itself is refused; None if it is accepted or there is none."""
    side_effects: tuple[tuple[Message, Reason], ...] = ()
    """Values that are no longer asked, and confirmed counts newly asked: as text, each with NEWLY_ASKED or
    NO_LONGER_ASKED.
    """
    new_question: Question | None = None
    """The first question that only the edited history asks; the entries after it wait for its answer."""
    new_question_turn: TurnMark = BEFORE_FIRST
    """The turn in which it is asked."""
    waiting_text: Message | None = None
    """The text of the question that is open where the first unfit entry was given."""
    waiting_turn: int = 0
    """The number of the turn at that point."""

    def log_only_entries(self) -> tuple[Entry, ...]:
        """Return the entries of a change that does not affect the table."""
        first = self.entries[0]
        quiet = msgspec.structs.replace(first.answer, only_log=True)
        return (msgspec.structs.replace(first, answer=quiet), *self.entries[1:])


class HistoryEdit:
    """The computation of one history edit."""

    def __init__(
        self,
        game: Game,
        stand: Sequence[Entry],
        before: Sequence[Any],
        made: Callable[..., Entry],
        moved: bool = False,
    ) -> None:
        """stand: the standing entries. before: the state before each. moved: as in `History.propose_edit`.

        made: makes an entry; its first argument is how many numbers ahead of the next entry it is.
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

    def propose_edit_at(
        self, position: int, instead: Answer | None, before: bool, also: Sequence[Answer]
    ) -> EditedHistory:
        """Return the edited history; arguments as in `History.propose_edit`, with the position of the change."""
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
        """Return the text of the open question at this point, blocking ones first; never a secret one."""
        asked = [each for each in self._game.questions(self._state) if not each.secret]
        in_front = next((each for each in asked if not each.non_blocking), None)
        return (in_front or asked[0]).text if asked else None

    def _enter(self, answer: Answer, decision: Decision) -> None:
        self._state = decision.state
        self._entries.append(self._made(len(self._entries), answer, decision.events, decision.state))

    def _decided_again(self, place: int, answer: Answer, ask: bool) -> tuple[Answer, Decision] | Refusal | None:
        """Return the answer given at `place`, decided again; None if it is no longer needed.

        Questions that only the edited history asks before it are answered first.
        """
        again = self._again(place, self._state, answer)
        if again is QUESTION_GONE and (self._only_confirmed(place, answer) or self._completed(place, answer)):
            return None
        if again is QUESTION_GONE:
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
        """Return a blocking question that was not asked at `place` in the original history; None for none."""
        then = self._game.questions(self._before[place])
        now = self._game.questions(self._state)
        in_front = (q for q in now if not (q.non_blocking or q.secret))
        return next((q for q in in_front if matching_question(q, then) is None), None)

    def _answered(self, question: Question) -> bool:
        """True if `also` has an answer to it, which is then entered."""
        if not self._also or self._also[0].question != question.number:
            return False
        # The players enter what happened, so a soft rule needs no confirmation here.
        given = msgspec.structs.replace(self._also.pop(0), anyway=True)
        decision = self._game.decide(self._state, given)
        if isinstance(decision, Refusal):
            return False
        self._enter(given, decision)
        return True

    def _with_new_counts(
        self, place: int, answer: Answer
    ) -> tuple[list[tuple[Question, Answer, Decision]], tuple[Answer, Decision] | Refusal]:
        """Return the confirmations of newly asked counts and the answer that then fits, or its refusal."""
        taken: list[tuple[Question, Answer, Decision]] = []
        now = self._state
        for _ in range(MAX_CONFIRMATIONS):
            found = next(((q, a) for q in self._game.questions(now) if (a := confirming_answer(q))), None)
            decision = self._game.decide(now, found[1]) if found else QUESTION_GONE
            if found is None or isinstance(decision, Refusal):
                break
            taken.append((*found, decision))
            now = decision.state
            again = self._again(place, now, answer)
            if again is not QUESTION_GONE:
                return taken, again
        return [], QUESTION_GONE

    def _left_out(self, place: int, state: Any, answer: Answer) -> list[tuple[Message, Reason]]:
        """Return the values of an answer that are no longer asked in another state."""
        asked = self._game.question(self._before[place], answer.question)
        now = (
            matching_question(asked, self._game.questions(state))
            if asked and answer.question != CORRECTION
            else None
        )
        then, offer = (q.offer(answer.offer) if q else None for q in (asked, now))
        if then and then.fallback and not self._same(then, offer):
            return [(then.fallback.loss, NO_LONGER_ASKED)]
        return dropped_values(then, offer, answer.values) if then and offer else []

    def _edited(self, position: int, instead: Answer | None, before: bool) -> Iterator[tuple[int, Entry, Answer]]:
        """Yield the answers of the edited history from `position` on: the place of each, its entry, itself."""
        if instead:
            yield position, self._stand[position], instead
        kept = position if before else position + 1
        for place, entry in enumerate(self._stand[kept:], kept):
            assert isinstance(entry.answer, Answer)
            yield place, entry, entry.answer

    def _again(self, place: int, state: Any, answer: Answer) -> tuple[Answer, Decision] | Refusal:
        """Return an answer given at `place`, decided in another state for the matching question.

        Without a matching question it does not fit, even if another question has its number now.
        """
        if answer.question != CORRECTION:
            asked = self._game.question(self._before[place], answer.question)
            same = self._game.question(state, answer.question)
            open_now = [*self._game.questions(state), *([same] if same else [])]
            now = matching_question(asked, open_now) if asked else None
            if asked is None or now is None:
                return QUESTION_GONE
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
        """True if it is still offered, and for the same piece if that piece was moved on the table."""
        return now is not None and not (self._moved and now.fact_piece != then.fact_piece)

    def _otherwise(
        self, other: Fallback, open_now: Sequence[Question], state: Any, answer: Answer
    ) -> tuple[Answer, Decision] | Refusal:
        """Return the replacement of an answer that is no longer offered, decided."""
        question = next((q for q in open_now if q.kind == other.question), None)
        if question is None:
            return QUESTION_GONE
        rest = Answer(question.number, other.offer, anyway=answer.anyway)
        decision = self._game.decide(state, rest)
        return decision if isinstance(decision, Refusal) else (rest, decision)

    def _completed(self, place: int, answer: Answer) -> bool:
        """True if the answer only completed an entry that is removed or changed."""
        asked = self._game.question(self._before[place], answer.question)
        return bool(asked and asked.completes)

    def _only_confirmed(self, place: int, answer: Answer) -> bool:
        """True if the answer only confirmed counts that are certain in the edited history."""
        asked = self._game.question(self._before[place], answer.question)
        offer = asked.offer(answer.offer) if asked else None
        return bool(offer and is_only_confirmation(offer, answer.values))


def matching_question(question: Question, now: Sequence[Question]) -> Question | None:
    """Return the open question of the same kind for the same player; of several, the one with the same text."""
    same = [q for q in now if q.kind == question.kind and q.player == question.player]
    return max(same, key=lambda q: (q.text == question.text, q.number == question.number), default=None)
