"""A running game: its journal, its states, and what a new answer would do to them.

`propose…` works out the entries that an input would add and changes nothing; `add` takes entries that are already
safe. So nothing is shown, and no beep is heard, before it is stored. Reads no file and no clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial, reduce
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from companion.engine.game import Game, TableInstruction, TurnMark
from companion.engine.history_editing import EditedHistory, HistoryEdit
from companion.engine.journal import (
    Entry,
    EntryUndo,
    Header,
    redo_answer,
    standing_entries,
    state_hash,
    undo_answer,
)
from companion.engine.message import Message
from companion.engine.offers import Answer, Refusal

NO_ENTRIES: Mapping[str, Sequence[Entry]] = MappingProxyType({})


class Difference(msgspec.Struct, frozen=True):
    """Where deciding again gave something else than the journal has."""

    number: int
    """The entry."""
    refusal: Refusal | None = None
    """What now speaks against its answer; None = it gives other events or another hash."""


class TurnEntries(NamedTuple):
    """The entries of one turn."""

    mark: TurnMark
    """Which turn it is."""
    first: int
    """The position of its first standing entry."""
    after: int
    """The position after its last one."""


class EditUndo(NamedTuple):
    """One entry of a changed past that is changed back."""

    place: int
    """Its place among those that stand."""
    gone: Entry | None
    """What stands there and goes; None: it was removed."""
    again: Entry | None
    """What comes again; None: the other was put in."""


def apply_events(game: Game, state: Any, events: Iterable[Any]) -> Any:
    """The state after these events."""
    return reduce(game.apply, events, state)


class History:
    """One game from its first row to now."""

    def __init__(self, game: Game, header: Header, entries: Sequence[Entry] = ()) -> None:
        self.game = game
        self.header = header
        self.entries: list[Entry] = list(entries)
        self._stand: list[Entry] = []
        self._states: list[Any] = [game.start(header.setup)]
        # The answer proposed last and the state after it, which people are shown and `add` takes in.
        self._proposed: tuple[Entry | None, Any] = (None, None)
        self._refold()

    @property
    def state(self) -> Any:
        return self._states[-1]

    @property
    def standing(self) -> Sequence[Entry]:
        """The entries that count, oldest first."""
        return self._stand

    def state_before(self, position: int) -> Any:
        """The state before the standing entry at `position` (0 = the start)."""
        return self._states[position]

    def hash(self) -> str:
        return state_hash(self.game.canonical(self.state))

    def _next(self) -> int:
        return len(self.entries) + 1

    def propose(self, answer: Answer) -> tuple[Entry, ...] | Refusal:
        """The entry an answer would add, or why not."""
        decision = self.game.decide(self.state, answer)
        if isinstance(decision, Refusal):
            return decision
        entry = self._entry(0, answer, decision.events, decision.state)
        self._proposed = (entry, decision.state)
        return (entry,)

    def state_after(self, entry: Entry) -> Any:
        """The state that one more answered entry leads to; nothing is added."""
        proposed, new = self._proposed
        # Worked out with the proposal; people wait for the beep, and a fold would do it all again.
        return new if entry is proposed else apply_events(self.game, self.state, entry.events)

    def propose_undo(self) -> tuple[Entry, ...]:
        """The entry UNDO adds; empty when there is nothing left to take back."""
        return self._taking_back(undo_answer(self.entries))

    def propose_redo(self) -> tuple[Entry, ...]:
        """The entry redo adds; empty when nothing was taken back last."""
        return self._taking_back(redo_answer(self.entries))

    def propose_back_to(self, number: int) -> tuple[Entry, ...]:
        """The entry that takes back everything after the standing entry `number` (0 = everything)."""
        later = next((e.number for e in self._stand if e.number > number), None)
        return self._taking_back(EntryUndo(later) if later else None)

    def _taking_back(self, answer: EntryUndo | None) -> tuple[Entry, ...]:
        if answer is None:
            return ()
        # Without a hash at first: it is that of the state which only a fold with this entry leads to.
        bare = Entry(self._next(), answer, (), "")
        state = self._fold(standing_entries([*self.entries, bare]))[1][-1]
        return (self._entry(0, answer, (), state),)

    def _entry(
        self, ahead: int, answer: Answer | EntryUndo, events: tuple[Any, ...], state: Any, batch: int = 0
    ) -> Entry:
        """An entry that leads to `state`, the next one or as many further as `ahead`."""
        return Entry(self._next() + ahead, answer, events, state_hash(self.game.canonical(state)), batch)

    def position(self, number: int) -> int | None:
        """Where among the standing entries that one is; None when it doesn't stand (any more)."""
        return next((i for i, e in enumerate(self._stand) if e.number == number), None)

    def propose_edit(
        self,
        number: int,
        instead: Answer | None,
        before: bool = False,
        also: Sequence[Answer] = (),
        moved: bool = False,
    ) -> EditedHistory:
        """The past with the standing entry `number` changed to `instead`, or removed, and decided again.

        before: `instead` is put in before that entry, which stays. also: the answers to what only this past asks,
        in its order; where one is missing, `EditedPast.asks` says so. moved: the table stood as the past that it
        changes, so what was told of a piece there is true of that piece alone. Empty when the entry doesn't stand:
        then nothing would change.
        """
        position = self.position(number)
        if position is None:
            return EditedHistory((), ())
        another = HistoryEdit(
            self.game, self._stand, self._states, partial(self._entry, batch=self._next()), moved
        )
        return another.decided(position, instead, before, also)

    def add(self, entries: Sequence[Entry]) -> None:
        """Take in entries that are stored; they must be the ones proposed last, or nothing is taken in."""
        if [e.number for e in entries] != list(range(self._next(), self._next() + len(entries))):
            raise ValueError("these entries don't follow the last one")
        self.entries.extend(entries)
        if len(entries) == 1 and isinstance(entries[0].answer, Answer):
            self._states.append(self.state_after(entries[0]))
            self._stand.append(entries[0])
        else:
            self._refold()

    def _refold(self) -> None:
        self._stand, self._states = self._fold(standing_entries(self.entries))

    def _fold(self, stand: Sequence[Entry]) -> tuple[list[Entry], list[Any]]:
        """States of a list of standing entries; those that are unchanged from the start are kept."""
        same = _common_length(stand, self._stand)
        states = self._states[: same + 1]
        for entry in stand[same:]:
            states.append(apply_events(self.game, states[-1], entry.events))
        return list(stand), states

    def undo_instructions(
        self, *proposed: Entry, unmoved: Mapping[str, Sequence[Entry]] = NO_ENTRIES
    ) -> tuple[TableInstruction, ...]:
        """What the hands put back when this taking-back (or this edit), not yet added, is done.

        Where another past follows (an edit, or its undo) also what they do forward, so that the table stands as it
        leads to; nothing for the undo of a change that was in the log only.

        unmoved: `PutBack.about` -> the past as which it still stands on the table, for hands were not done with
        an earlier list; "" -> the same for all else. From there they go straight to where this one leads.
        """
        if self._was_in_the_log_only(proposed[0].answer):
            return ()
        _stays, gone, came = self._parted(self._stand, proposed)
        if not gone and not unmoved and not self._changes_the_past(proposed[0]):
            return ()  # a redo: the hands do again what they put back
        if not came and not proposed[0].batch and not unmoved:
            return self.game.undo_instructions(self.state, gone[::-1])
        rest = unmoved.get("", self._stand)
        pasts = {id(each): each for each in (rest, *unmoved.values())}
        return tuple(
            line
            for past in pasts.values()
            for line in self._put_right(past, proposed)
            if unmoved.get(line.about, rest) is past
        )

    def _put_right(self, past: Sequence[Entry], proposed: Sequence[Entry]) -> tuple[TableInstruction, ...]:
        """What hands do on a table that stands as after `past`."""
        stays, gone, came = self._parted(past, proposed)
        return self.game.reconcile_table(self._fold(past)[1][-1], self._fold(stays)[1][-1], gone, came)

    def gone(self, *proposed: Entry) -> list[Message]:
        """The entries in words, oldest first, that stand no more when this taking-back, not yet added, is done.

        Empty where something comes again instead.
        """
        stays = standing_entries([*self.entries, *proposed])
        same = _common_length(self._stand, stays)
        return [] if stays[same:] else [self.words(place) for place in range(same, len(self._stand))]

    def undone_edit(self, taking_back: Entry) -> EditUndo | None:
        """The change of the past that this taking-back, not yet added, undoes; None where it undoes none."""
        stays = standing_entries([*self.entries, taking_back])
        place = _common_length(self._stand, stays)
        if not stays[place:]:
            return None
        now, then = self._stand[place:], stays[place:]
        if len(then) > len(now) and (not now or self._said_next(place, then, now[0])):
            return EditUndo(place, None, then[0])
        if len(now) > len(then) and self._said_next(place, now, then[0]):
            return EditUndo(place, now[0], None)
        return EditUndo(place, now[0], then[0])

    def _said_next(self, place: int, past: Sequence[Entry], first: Entry) -> bool:
        """Whether the second of these says what `first` says in the first one's place."""
        if len(past) < 2:
            return False
        state = self._states[place]
        next_state = apply_events(self.game, state, past[0].events)
        return self._meant(next_state, past[1].answer) == self._meant(state, first.answer)

    def _meant(self, state: Any, answer: Answer | EntryUndo) -> tuple[object, ...]:
        """What was answered, by what was asked: the numbers of questions are others in another past."""
        assert isinstance(answer, Answer)
        asked = self.game.question(state, answer.question)
        return (asked.kind, asked.asked, answer.offer, answer.values) if asked else (answer,)

    def entry_text_at(self, place: int, entry: Entry) -> Message:
        """An entry in words that stands there, or stood."""
        assert isinstance(entry.answer, Answer)
        return self.game.history_text(self._states[place], entry.answer, entry.events)

    def rescoring_text(self, *proposed: Entry) -> Message | None:
        """What people are told of scorings that this edit, not yet added, decides again."""
        _stays, gone, came = self._parted(self._stand, proposed)
        return self.game.rescoring_text(gone, came)

    def _parted(
        self, past: Sequence[Entry], proposed: Sequence[Entry]
    ) -> tuple[list[Entry], list[Any], list[Any]]:
        """The past that would stand, the events of `past` that are not in it, and those that are there instead."""
        stays = standing_entries([*self.entries, *proposed])
        same = _common_length(past, stays)
        gone = [event for e in past[same:] for event in e.events]
        return stays, gone, [event for e in stays[same:] for event in e.events]

    def _was_in_the_log_only(self, answer: Answer | EntryUndo) -> bool:
        """Does it take back a changed past that the table knew nothing of?"""
        taken = self.entries[answer.first - 1].answer if isinstance(answer, EntryUndo) else None
        return isinstance(taken, EntryUndo) and taken.only_log

    def _changes_the_past(self, entry: Entry) -> bool:
        """Is it an edit, or does it take one back?"""
        taken = self.entries[entry.answer.first - 1] if isinstance(entry.answer, EntryUndo) else None
        return bool(entry.batch or (taken and isinstance(taken.answer, EntryUndo) and taken.batch))

    def words(self, position: int) -> Message:
        """A standing entry in words: what was answered and what came of it."""
        return self.entry_text_at(position, self._stand[position])

    def lines(self) -> list[tuple[Entry, Message]]:
        """The history in words, oldest first."""
        return [(entry, self.words(i)) for i, entry in enumerate(self._stand)]

    def turns(self) -> list[TurnEntries]:
        """The standing entries turn by turn, oldest first."""
        found: list[TurnEntries] = []
        for place in range(len(self._stand)):
            mark = self.mark(place)
            # What came between stays where it was entered: a turn never comes twice.
            if found and found[-1].mark.number >= mark.number:
                found[-1] = found[-1]._replace(after=place + 1)
            else:
                found.append(TurnEntries(mark, place, place + 1))
        return found

    def mark(self, place: int) -> TurnMark:
        """The turn that the standing entry at `place` belongs to."""
        answer = self._stand[place].answer
        return self.game.turn(self._states[place], answer if isinstance(answer, Answer) else None)

    def turn_summary(self, turn: TurnEntries) -> Message:
        """A turn in a few words."""
        events = [event for entry in self._stand[turn.first : turn.after] for event in entry.events]
        return self.game.turn_text(self.state, turn.mark.figure, events)

    def last_undone_answer(self) -> Answer | None:
        """The answer that redo would bring back, if there is one: a die roll taken back stays rolled."""
        redo = redo_answer(self.entries)
        if redo is None:
            return None
        first = self.entries[redo.first - 1].answer
        again = self.entries[first.first - 1].answer if isinstance(first, EntryUndo) else None
        return again if isinstance(again, Answer) else None


def _common_length(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """How many entries two pasts have in common from the start."""
    # By identity: entries are never copied, and comparing all events of a long evening takes too long.
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a is not b), min(len(one), len(other)))


def _same_events(game: Game, decided: Sequence[Any], kept: Sequence[Any]) -> bool:
    """Whether both say the same: sentences that a kept event carries may be worded otherwise since."""
    return decided == kept or _meaning(game, decided) == _meaning(game, kept)


def _meaning(game: Game, events: Sequence[Any]) -> object:
    return _without_sentences(msgspec.json.decode(game.encode_events(events)))


def _without_sentences(value: object) -> object:
    """Plain JSON without the sentences in it."""
    if isinstance(value, dict):
        return {key: _without_sentences(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return None if _is_sentence(value) else [_without_sentences(inner) for inner in value]
    return value


def _is_sentence(value: list[object]) -> bool:
    """True if it is a `Message` as JSON has it: text, values, plural, count, and its words by hand."""
    kinds = (str, list, str, int, list | None)
    return len(value) == len(kinds) and all(map(isinstance, value, kinds))


def first_difference(history: History) -> Difference | None:
    """Decide every standing entry again; the first that gives something else, or None."""
    game, state = history.game, history.state_before(0)
    for entry in history.standing:
        answer = entry.answer
        assert isinstance(answer, Answer)
        decision = game.decide(state, answer)
        if isinstance(decision, Refusal):
            return Difference(entry.number, decision)
        state = decision.state
        if (
            not _same_events(game, decision.events, entry.events)
            or state_hash(game.canonical(state)) != entry.hash
        ):
            return Difference(entry.number)
    return None
