"""`History`: a running game with its journal and states, and the entries that a new answer would add.

The `propose` methods return entries and change nothing; `add` accepts entries that are already stored. So nothing
is shown or signalled before it is stored. Reads no file and no clock.
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
    """A standing entry that gives another result when it is decided again."""

    number: int
    """The number of the entry."""
    refusal: Refusal | None = None
    """Why its answer is refused now; None if the events or the hash differ."""


class TurnEntries(NamedTuple):
    """The standing entries of one turn."""

    mark: TurnMark
    """The turn."""
    first: int
    """The position of its first standing entry."""
    after: int
    """The position after its last one."""


class EditUndo(NamedTuple):
    """One entry of a history edit that is undone."""

    place: int
    """Its position among the standing entries."""
    removed_entry: Entry | None
    """The entry there that is removed; None if the edit had removed one."""
    returning_entry: Entry | None
    """The entry that returns; None if the edit had inserted one."""


def apply_events(game: Game, state: Any, events: Iterable[Any]) -> Any:
    """Return the state after these events."""
    return reduce(game.apply, events, state)


class History:
    """One game from its first row to the present."""

    def __init__(self, game: Game, header: Header, entries: Sequence[Entry] = ()) -> None:
        self.game = game
        self.header = header
        self.entries: list[Entry] = list(entries)
        self._stand: list[Entry] = []
        self._states: list[Any] = [game.start(header.setup)]
        # `add` reuses the state that was computed with the last proposal.
        self._proposed: tuple[Entry | None, Any] = (None, None)
        self._refold()

    @property
    def state(self) -> Any:
        return self._states[-1]

    @property
    def standing(self) -> Sequence[Entry]:
        """The entries that are not undone, oldest first."""
        return self._stand

    def state_before(self, position: int) -> Any:
        """Return the state before the standing entry at `position` (0 is the start)."""
        return self._states[position]

    def hash(self) -> str:
        return state_hash(self.game.canonical(self.state))

    def _next(self) -> int:
        return len(self.entries) + 1

    def propose(self, answer: Answer) -> tuple[Entry, ...] | Refusal:
        """Return the entry that an answer would add, or why it is refused."""
        decision = self.game.decide(self.state, answer)
        if isinstance(decision, Refusal):
            return decision
        entry = self._entry(0, answer, decision.events, decision.state)
        self._proposed = (entry, decision.state)
        return (entry,)

    def state_after(self, entry: Entry) -> Any:
        """Return the state after one more answer; nothing is added."""
        proposed, new = self._proposed
        # The state was computed with the proposal. Computing it again would delay the beep.
        return new if entry is proposed else apply_events(self.game, self.state, entry.events)

    def propose_undo(self) -> tuple[Entry, ...]:
        """Return the entry that undo adds; empty if there is nothing to undo."""
        return self._taking_back(undo_answer(self.entries))

    def propose_redo(self) -> tuple[Entry, ...]:
        """Return the entry that redo adds; empty if the last step was not an undo."""
        return self._taking_back(redo_answer(self.entries))

    def propose_back_to(self, number: int) -> tuple[Entry, ...]:
        """Return the entry that undoes everything after the standing entry `number` (0 for everything)."""
        later = next((e.number for e in self._stand if e.number > number), None)
        return self._taking_back(EntryUndo(later) if later else None)

    def _taking_back(self, answer: EntryUndo | None) -> tuple[Entry, ...]:
        if answer is None:
            return ()
        # The hash is that of the state that results from this entry, so the entry is made without it first.
        bare = Entry(self._next(), answer, (), "")
        state = self._fold(standing_entries([*self.entries, bare]))[1][-1]
        return (self._entry(0, answer, (), state),)

    def _entry(
        self, ahead: int, answer: Answer | EntryUndo, events: tuple[Any, ...], state: Any, batch: int = 0
    ) -> Entry:
        """Return an entry that leads to `state`: the next one, or `ahead` numbers later."""
        return Entry(self._next() + ahead, answer, events, state_hash(self.game.canonical(state)), batch)

    def position(self, number: int) -> int | None:
        """Return the position of an entry among the standing ones; None if it is undone."""
        return next((i for i, e in enumerate(self._stand) if e.number == number), None)

    def propose_edit(
        self,
        number: int,
        instead: Answer | None,
        before: bool = False,
        also: Sequence[Answer] = (),
        moved: bool = False,
    ) -> EditedHistory:
        """Return the history with the standing entry `number` changed to `instead`, or removed if that is None.

        - before: insert `instead` before that entry, which stays.
        - also: answers to questions that only the edited history asks, in order; `EditedHistory.asks` is the first
          missing one.
        - moved: the pieces on the table followed the old history, so facts entered there belong to that piece
          only.

        Empty if the entry is undone.
        """
        position = self.position(number)
        if position is None:
            return EditedHistory((), ())
        another = HistoryEdit(
            self.game, self._stand, self._states, partial(self._entry, batch=self._next()), moved
        )
        return another.propose_edit_at(position, instead, before, also)

    def add(self, entries: Sequence[Entry]) -> None:
        """Add stored entries, which must be the ones proposed last. Raises ValueError otherwise."""
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
        """Return the standing entries and their states; states of the unchanged beginning are reused."""
        same = _common_length(stand, self._stand)
        states = self._states[: same + 1]
        for entry in stand[same:]:
            states.append(apply_events(self.game, states[-1], entry.events))
        return list(stand), states

    def undo_instructions(
        self, *proposed: Entry, unmoved: Mapping[str, Sequence[Entry]] = NO_ENTRIES
    ) -> tuple[TableInstruction, ...]:
        """Return what players must do with pieces for this undo or edit, which is not yet added.

        If another history follows (an edit, its undo, or a redo), this includes the way forward to it. Empty for
        the undo of a change in the log only.
        unmoved: `TableInstruction.about` -> the history as which that part of the table still stands, because
        earlier instructions were not completed; "" for everything else. The instructions lead from there to the
        new history.
        """
        if self._was_in_the_log_only(proposed[0].answer):
            return ()
        _stays, gone, came = self._parted(self._stand, proposed)
        if not came and not proposed[0].batch and not unmoved:
            return self.game.undo_instructions(self.state, gone[::-1])
        rest = unmoved.get("", self._stand)
        pasts = {id(each): each for each in (rest, *unmoved.values())}
        return tuple(
            line
            for past in pasts.values()
            for line in self._put_right(past, proposed)
            if unmoved.get(line.subject, rest) is past
        )

    def _put_right(self, past: Sequence[Entry], proposed: Sequence[Entry]) -> tuple[TableInstruction, ...]:
        """Return the instructions for a table that stands as after `past`."""
        stays, gone, came = self._parted(past, proposed)
        return self.game.reconcile_table(self._fold(past)[1][-1], self._fold(stays)[1][-1], gone, came)

    def gone(self, *proposed: Entry) -> list[Message]:
        """Return the history lines, oldest first, of entries that this undo removes; it is not yet added.

        Empty if other entries return instead.
        """
        stays = standing_entries([*self.entries, *proposed])
        same = _common_length(self._stand, stays)
        return [] if stays[same:] else [self.words(place) for place in range(same, len(self._stand))]

    def undone_edit(self, taking_back: Entry) -> EditUndo | None:
        """Return the history edit that this undo, not yet added, takes back; None for none."""
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
        """True if the second entry of `past` means the same as `first` at the first one's place."""
        if len(past) < 2:
            return False
        state = self._states[place]
        next_state = apply_events(self.game, state, past[0].events)
        return self._meant(next_state, past[1].answer) == self._meant(state, first.answer)

    def _meant(self, state: Any, answer: Answer | EntryUndo) -> tuple[object, ...]:
        """Return what an answer means independently of question numbers, which differ between histories."""
        assert isinstance(answer, Answer)
        asked = self.game.question(state, answer.question)
        return (asked.kind, asked.player, answer.offer, answer.values) if asked else (answer,)

    def entry_text_at(self, place: int, entry: Entry) -> Message:
        """Return the history line of an entry at that position, also of one that was there before."""
        assert isinstance(entry.answer, Answer)
        return self.game.history_text(self._states[place], entry.answer, entry.events)

    def rescoring_text(self, *proposed: Entry) -> Message | None:
        """Return the notice about scorings that this edit, not yet added, changes."""
        _stays, gone, came = self._parted(self._stand, proposed)
        return self.game.rescoring_text(gone, came)

    def _parted(
        self, past: Sequence[Entry], proposed: Sequence[Entry]
    ) -> tuple[list[Entry], list[Any], list[Any]]:
        """Return the resulting standing entries, the events only in `past`, and the events that replace them."""
        stays = standing_entries([*self.entries, *proposed])
        same = _common_length(past, stays)
        gone = [event for e in past[same:] for event in e.events]
        return stays, gone, [event for e in stays[same:] for event in e.events]

    def _was_in_the_log_only(self, answer: Answer | EntryUndo) -> bool:
        """True if it undoes a history edit that did not touch the table."""
        taken = self.entries[answer.first - 1].answer if isinstance(answer, EntryUndo) else None
        return isinstance(taken, EntryUndo) and taken.only_log

    def _changes_the_past(self, entry: Entry) -> bool:
        """True if it is a history edit or undoes one."""
        taken = self.entries[entry.answer.first - 1] if isinstance(entry.answer, EntryUndo) else None
        return bool(entry.batch or (taken and isinstance(taken.answer, EntryUndo) and taken.batch))

    def words(self, position: int) -> Message:
        """Return the history line of a standing entry."""
        return self.entry_text_at(position, self._stand[position])

    def lines(self) -> list[tuple[Entry, Message]]:
        """Return the standing entries with their history lines, oldest first."""
        return [(entry, self.words(i)) for i, entry in enumerate(self._stand)]

    def turns(self) -> list[TurnEntries]:
        """Return the standing entries grouped by turn, oldest first."""
        found: list[TurnEntries] = []
        for place in range(len(self._stand)):
            mark = self.mark(place)
            # Entries of an earlier turn stay where they were entered, so that no turn is listed twice.
            if found and found[-1].mark.number >= mark.number:
                found[-1] = found[-1]._replace(after=place + 1)
            else:
                found.append(TurnEntries(mark, place, place + 1))
        return found

    def mark(self, place: int) -> TurnMark:
        """Return the turn of the standing entry at `place`."""
        answer = self._stand[place].answer
        return self.game.turn(self._states[place], answer if isinstance(answer, Answer) else None)

    def turn_summary(self, turn: TurnEntries) -> Message:
        """Return a short summary of a turn, in the words of the state after it: colours may change later."""
        events = [event for entry in self._stand[turn.first : turn.after] for event in entry.events]
        return self.game.turn_text(self._states[turn.after], turn.mark.figure, events)

    def last_undone_answer(self) -> Answer | None:
        """Return the answer that redo would bring back; None for none. An undone die roll keeps its face."""
        redo = redo_answer(self.entries)
        if redo is None:
            return None
        first = self.entries[redo.first - 1].answer
        again = self.entries[first.first - 1].answer if isinstance(first, EntryUndo) else None
        return again if isinstance(again, Answer) else None


def _common_length(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """Return how many entries two histories share from the start."""
    # Compared by identity: entries are never copied, and comparing all events of a long game takes too long.
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a is not b), min(len(one), len(other)))


def _same_events(game: Game, decided: Sequence[Any], kept: Sequence[Any]) -> bool:
    """True if both have the same meaning; the wording of sentences in stored events may have changed."""
    return decided == kept or _meaning(game, decided) == _meaning(game, kept)


def _meaning(game: Game, events: Sequence[Any]) -> object:
    return _without_sentences(msgspec.json.decode(game.encode_events(events)))


def _without_sentences(value: object) -> object:
    """Return plain JSON without the sentences in it."""
    if isinstance(value, dict):
        return {key: _without_sentences(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return None if _is_sentence(value) else [_without_sentences(inner) for inner in value]
    return value


def _is_sentence(value: list[object]) -> bool:
    """True if it is an encoded `Message`: text, values, plural, count, by_hand."""
    kinds = (str, list, str, int, list | None)
    return len(value) == len(kinds) and all(map(isinstance, value, kinds))


def first_difference(history: History) -> Difference | None:
    """Decide every standing entry again and return the first difference; None for none."""
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
