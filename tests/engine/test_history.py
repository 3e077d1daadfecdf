"""A running game: answers, undo, redo, back to, edits and what no longer fits, whatever people press.

`Model` says in its own words what the buttons mean; random sequences must agree with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.game import CORRECTION, Decision
from companion.engine.history import History, first_difference
from companion.engine.history_editing import QUESTION_GONE, EditedHistory, matching_question
from companion.engine.journal import Entry, EntryUndo, decode_entry, encode_entry
from companion.engine.message import tr
from companion.engine.offers import STALE, Amount, Answer, Offer, Question, Refusal, refusal_reason
from tests.counting_game.rules import GAME, CountingGame, Heap, NoteMade, StonesAdded, add, bet, fill, header, heap
from tests.open_answers import open_answers


def played(*answers: Answer) -> History:
    """A game in which these answers were given; each of them must be taken."""
    history = History(GAME, header())
    for answer in answers:
        give(history, answer)
    return history


def give(history: History, answer: Answer) -> None:
    entries = history.propose(answer)
    assert not isinstance(entries, Refusal), entries
    history.add(entries)


def undo(history: History) -> None:
    history.add(history.propose_undo())


def redo(history: History) -> None:
    history.add(history.propose_redo())


def edit(history: History, number: int, instead: Answer | None) -> EditedHistory:
    change = history.propose_edit(number, instead)
    history.add(change.entries)
    return change


def stand(history: History) -> list[int]:
    return [entry.number for entry in history.standing]


def test_an_answer_changes_the_state_only_when_it_is_added() -> None:
    history = played()
    entries = history.propose(add(1, 2))
    assert history.state == Heap(4)
    assert not isinstance(entries, Refusal)
    history.add(entries)
    assert history.state == Heap(6, turn=2)
    assert history.entries[0].hash == history.hash()


def test_an_answer_to_a_question_that_is_closed_is_stale() -> None:
    history = played(add(1))
    assert history.propose(add(1)) == STALE
    assert history.propose(bet(2, "more")) != STALE
    give(history, bet(2, "more"))
    assert history.propose(bet(2, "less")) == STALE
    assert GAME.decide(history.state, add(3)) == STALE


def test_a_soft_refusal_can_be_overruled() -> None:
    history = played(heap(10))
    no = history.propose(Answer(2, "double"))
    assert isinstance(no, Refusal)
    assert no.is_soft
    give(history, Answer(2, "double", anyway=True))
    assert history.state.heap == 20


def test_undo_goes_back_to_the_start_and_redo_to_the_end() -> None:
    history = played(add(1), add(2), fill(3, "red", 2))
    end = history.hash()
    for _ in range(3):
        undo(history)
    assert history.state == Heap(4)
    assert history.propose_undo() == ()
    for _ in range(3):
        redo(history)
    assert history.hash() == end
    assert history.propose_redo() == ()


def test_redo_is_gone_after_a_new_answer() -> None:
    history = played(add(1), add(2))
    undo(history)
    give(history, add(2, 3))
    assert history.propose_redo() == ()
    assert history.state.heap == 8


def test_back_to_an_entry_takes_back_all_later_ones_at_once() -> None:
    history = played(add(1), add(2), add(3))
    history.add(history.propose_back_to(1))
    assert stand(history) == [1]
    assert history.propose_back_to(1) == ()
    redo(history)
    assert stand(history) == [1, 2, 3]
    history.add(history.propose_back_to(0))
    assert history.state == Heap(4)


def test_a_changed_entry_is_decided_again_with_all_later_ones() -> None:
    history = played(add(1, 1), add(2, 1), fill(3, "blue", 6))
    change = edit(history, 1, add(1, 3))
    assert change.unfit_entries == ()
    assert history.state == Heap(2, blue=6, turn=4)
    undo(history)
    assert history.state == Heap(0, blue=6, turn=4)
    redo(history)
    assert history.state == Heap(2, blue=6, turn=4)


def test_a_removed_entry_leaves_the_later_ones_with_their_own_questions() -> None:
    """The third turn becomes the second; its answer follows its question."""
    history = played(add(1, 1), add(2, 2), add(3, 3))
    assert edit(history, 2, None).unfit_entries == ()
    assert history.state == Heap(8, turn=3)
    assert [e.answer for e in history.standing] == [add(1, 1), add(2, 3)]


def test_later_entries_that_no_longer_fit_are_named_and_dropped() -> None:
    history = played(add(1, 3), fill(2, "red", 7), add(3, 1), bet(4, "more"))
    ((unfit, why),) = edit(history, 1, None).unfit_entries
    assert (unfit.number, str(why.reason.text)) == (2, "It must be from 1 to 4.")
    assert history.state == Heap(5, turn=2, bet="more")


def test_an_answer_never_goes_to_another_question_that_got_its_number() -> None:
    """Without the correction the heap is even, so nobody asks Bob; number 3 may not fall to someone else."""
    history = played(heap(5), bet(1, "more"))
    assert edit(history, 1, None).unfit_entries == ((history.entries[1], QUESTION_GONE),)
    assert history.state == Heap(4)


def test_a_change_that_is_refused_itself_is_named() -> None:
    history = played(add(1, 1), add(2, 2))
    change = history.propose_edit(1, fill(1, "red", 5))
    assert [(e.number, str(no.reason.text)) for e, no in change.unfit_entries] == [(1, "It must be from 1 to 4.")]
    assert len(change.entries) == 2


def test_a_correction_needs_no_question_to_be_changed() -> None:
    history = played(heap(7), add(1))
    assert edit(history, 1, heap(20)).unfit_entries == ()
    assert history.state.heap == 21


def test_the_last_entry_can_be_removed_and_brought_back() -> None:
    history = played(add(1), add(2))
    edit(history, 2, None)
    assert stand(history) == [1]
    assert history.propose_redo() == ()
    undo(history)
    assert stand(history) == [1, 2]
    redo(history)
    assert stand(history) == [1]


def test_an_entry_that_is_taken_back_cannot_be_changed() -> None:
    history = played(add(1), add(2))
    undo(history)
    assert history.propose_edit(2, None) == EditedHistory((), ())
    assert history.propose_edit(9, add(1)) == EditedHistory((), ())


def test_entries_that_do_not_follow_are_not_taken_in() -> None:
    history = played(add(1))
    twice = history.propose(add(2))
    assert not isinstance(twice, Refusal)
    history.add(twice)
    with pytest.raises(ValueError, match="follow"):
        history.add(twice)
    assert history.state.heap == 6


def test_what_goes_back_on_the_table_is_listed_last_first() -> None:
    history = played(add(1, 1), add(2, 2))
    (taking_back,) = history.propose_back_to(0)
    assert [str(p.text) for p in history.undo_instructions(taking_back)] == [
        "2 stones off the heap of 7",
        "1 stones off the heap of 7",
    ]


def test_what_comes_back_at_once_stays_on_the_table() -> None:
    history = played(add(1, 1), add(2, 2), add(3, 3))
    change = history.propose_edit(2, add(2, 1))
    assert [str(p.text) for p in history.undo_instructions(*change.entries)] == ["1 stones off the heap of 10"]
    history.add(change.entries)
    (forward,) = history.undo_instructions(*history.propose_undo())
    assert (str(forward.text), forward.is_forward) == ("1 stones onto the heap", True)


def test_a_change_of_the_log_alone_asks_nothing_of_the_hands_nor_does_its_undo() -> None:
    history = played(add(1, 1), add(2, 2), add(3, 3))
    history.add(history.propose_edit(2, add(2, 1)).log_only_entries())
    assert history.state.heap == 9
    assert history.undo_instructions(*history.propose_undo()) == ()
    again = History(GAME, history.header, [decode_entry(encode_entry(e, GAME), GAME) for e in history.entries])
    assert again.undo_instructions(*again.propose_undo()) == ()


def test_an_answer_that_was_forgotten_is_put_in_before_an_entry() -> None:
    history = played(add(1, 1), fill(2, "red", 1), add(3, 3))
    change = history.propose_edit(2, heap(9), before=True)
    history.add(change.entries)
    assert [e.answer for e in history.standing] == [add(1, 1), heap(9), fill(2, "red", 1), add(3, 3)]
    assert history.state == Heap(11, red=1, turn=4)
    refused = history.propose_edit(history.standing[1].number, add(7, 1), before=True)
    assert refused.refusal == QUESTION_GONE


def test_entries_are_told_turn_by_turn() -> None:
    history = played(heap(5), bet(1, "more"), add(1, 1), add(2, 2))
    assert [(t.mark.number, t.first, t.after) for t in history.turns()] == [(1, 0, 3), (2, 3, 4)]
    assert [str(history.turn_summary(t)) for t in history.turns()] == ["4 events", "2 events"]


def test_a_redo_says_what_lies_on_the_table_again() -> None:
    history = played(add(1, 1), add(2, 2))
    undo(history)
    told = [str(each.text) for each in history.undo_instructions(*history.propose_redo())]
    assert told == ["2 stones onto the heap"]


def test_the_history_is_told_in_words_without_what_was_taken_back() -> None:
    history = played(add(1), add(2), fill(3, "red", 1))
    undo(history)
    give(history, add(3))
    assert [(e.number, str(words)) for e, words in history.lines()] == [
        (1, "Turn 1: add (2)"),
        (2, "Turn 2: add (2)"),
        (5, "Turn 3: add (2)"),
    ]


def test_what_was_taken_back_last_is_remembered() -> None:
    history = played(add(1, 1), add(2, 2))
    assert history.last_undone_answer() is None
    undo(history)
    assert history.last_undone_answer() == add(2, 2)
    undo(history)
    assert history.last_undone_answer() == add(1, 1)
    redo(history)
    assert history.last_undone_answer() == add(2, 2)
    give(history, add(2, 3))
    assert history.last_undone_answer() is None


def test_the_state_before_an_entry_is_kept() -> None:
    history = played(add(1, 1), add(2, 2))
    assert [history.state_before(i).heap for i in range(3)] == [4, 5, 7]


class Counted(CountingGame):
    """After each move the stones of the bowls that are not empty may be counted; a note keeps what was said."""

    def questions(self, state: Heap) -> tuple[Question, ...]:
        return (*super().questions(state), *self._counts(state))

    def question(self, state: Heap, number: int) -> Question | None:
        return next((q for q in self._counts(state) if q.number == number), super().question(state, number))

    def _counts(self, state: Heap) -> Iterator[Question]:
        bowls = {"red": state.red, "blue": state.blue}
        parts = tuple(Amount(bowl, tr("?"), 0, 9, n, is_own_count=True) for bowl, n in bowls.items() if n)
        if parts and not state.note:
            yield Question(2 * state.turn + 101, "count", tr("Count"), (Offer("counted", tr("Count"), parts),))

    def decide(self, state: Heap, answer: Answer) -> Decision | Refusal:
        question = next((q for q in self._counts(state) if q.number == answer.question), None)
        if question is None:
            return super().decide(state, answer)
        note = NoteMade(" ".join(map(str, answer.values)))
        return refusal_reason(question, answer) or Decision((note,), self.apply(state, note))


def counted(*values: int) -> History:
    """Two bowls were filled, both counted, and Ann went on."""
    history = History(Counted(), header(9))
    for answer in (fill(1, "red", 2), fill(2, "blue", 3), Answer(107, "counted", values), add(3, 1)):
        give(history, answer)
    return history


def test_values_of_an_answer_go_by_the_names_of_the_parts_that_another_past_asks_for() -> None:
    history = counted(4, 5)
    assert edit(history, 1, None).unfit_entries == ()
    assert history.state == Heap(7, blue=3, turn=3, note="5"), "the red bowl is no longer asked for"
    assert [e.answer for e in history.standing][1:] == [Answer(105, "counted", (5,)), add(2, 1)]
    undo(history)
    assert history.state.note == "4 5"


def test_a_part_that_only_another_past_asks_for_gets_its_usual_value() -> None:
    history = History(Counted(), header(9))
    for answer in (fill(1, "blue", 3), Answer(105, "counted", (5,)), add(2, 1)):
        give(history, answer)
    change = history.propose_edit(1, fill(1, "red", 2), before=True)
    history.add(change.entries)
    assert change.unfit_entries == ()
    assert history.state == Heap(5, red=2, blue=3, turn=4, note="2 5")


@pytest.mark.parametrize(("said", "lost"), [(3, 0), (4, 1)])
def test_counts_that_were_only_agreed_to_are_not_missed_where_another_past_asks_for_none(
    said: int, lost: int
) -> None:
    """What was counted otherwise is named: it would be lost."""
    history = History(Counted(), header(9))
    for answer in (fill(1, "blue", 3), Answer(105, "counted", (said,)), add(2, 1)):
        give(history, answer)
    assert len(edit(history, 1, None).unfit_entries) == lost
    assert history.state == Heap(10, turn=2)


def test_a_question_is_found_again_by_what_and_whom_it_asks() -> None:
    def asks(number: int, kind: str = "k", asked: str = "Ann", text: str = "A?") -> Question:
        return Question(number, kind, tr("{t}", t=text), (), asked)

    assert matching_question(asks(1), [asks(1, kind="x"), asks(1, asked="Bob")]) is None
    assert matching_question(asks(1), []) is None
    assert matching_question(asks(2), [asks(1), asks(2)]) == asks(2)
    assert matching_question(asks(9), [asks(1), asks(2)]) == asks(1)
    assert matching_question(asks(1, text="B?"), [asks(1), asks(2, text="B?")]) == asks(2, text="B?")


def test_a_faithful_game_has_no_difference() -> None:
    history = played(add(1), add(2, 2), bet(3, "less"), heap(9))
    undo(history)
    edit(history, 1, add(1, 3))
    assert first_difference(history) is None


def changed(history: History, number: int, change: Callable[[Entry], Entry]) -> History:
    entries = [change(e) if e.number == number else e for e in history.entries]
    return History(GAME, history.header, entries)


def test_the_first_entry_that_is_decided_otherwise_is_named() -> None:
    history = played(add(1, 1), add(2, 1), add(3, 1))
    other = changed(history, 2, lambda e: msgspec.structs.replace(e, events=(StonesAdded(2), *e.events[1:])))
    refused = changed(history, 3, lambda e: msgspec.structs.replace(e, answer=add(3, 9)))
    hashed = changed(history, 1, lambda e: msgspec.structs.replace(e, hash="00"))
    assert [d and (d.number, d.refusal is None) for d in map(first_difference, (other, refused, hashed))] == [
        (2, True),
        (3, False),
        (1, True),
    ]


# --- whatever people press


class Node:
    """A moment of the game: which entries stand, and which moment UNDO leads to."""

    def __init__(self, entries: tuple[int, ...], parent: Node | None) -> None:
        self.entries = entries
        self.parent = parent

    def before(self, entries: tuple[int, ...]) -> Node:
        """The moment in which just these entries stood: one that was, or else one step before it at a time."""
        node: Node | None = self
        while node is not None and node.entries != entries:
            node = node.parent
        return node or Node(entries, self.before(entries[:-1]))


class Model:
    """What the buttons mean, without a journal: moments, and those that redo leads to."""

    def __init__(self) -> None:
        self.now = Node((), None)
        self.later: list[Node] = []

    def does(self, entries: tuple[int, ...]) -> None:
        self.now, self.later = Node(entries, self.now), []

    def back_to(self, entries: tuple[int, ...]) -> None:
        if entries != self.now.entries:
            self.later.append(self.now)
            self.now = self.now.before(entries)

    def undo(self) -> None:
        if self.now.parent is not None:
            self.later.append(self.now)
            self.now = self.now.parent

    def redo(self) -> None:
        if self.later:
            self.now = self.later.pop()


class Table:
    """A history and its model, pressed together; each press is two numbers."""

    def __init__(self) -> None:
        self.history = History(GAME, header())
        self.model = Model()
        self.numbers: dict[int, int] = {}

    def press(self, what: int, which: int) -> None:
        (self.answer, self.answer, self.undo, self.redo, self.back_to, self.edit)[what % 6](which)

    def answers(self, which: int) -> Answer:
        state = self.history.state
        asked = [*GAME.questions(state), *([GAME.question(state, CORRECTION)] if which % 5 == 0 else [])]
        offered = [answer for question in asked for answer in open_answers(question)]
        return offered[which % len(offered)]

    def answer(self, which: int) -> None:
        give(self.history, self.answers(which))
        self.model.does((*self.model.now.entries, self.history.entries[-1].number))

    def undo(self, _which: int) -> None:
        undo(self.history)
        self.model.undo()

    def redo(self, _which: int) -> None:
        redo(self.history)
        self.model.redo()

    def back_to(self, which: int) -> None:
        entries = self.model.now.entries
        keep = entries[: which % (len(entries) + 1)]
        self.history.add(self.history.propose_back_to(keep[-1] if keep else 0))
        self.model.back_to(keep)

    def edit(self, which: int) -> None:
        entries = self.model.now.entries
        if not entries:
            return
        position = which % len(entries)
        question = self.history.standing[position].answer.question
        instead = [None, heap(which % 9), Answer(question, "add", (which % 3 + 1,))][which % 3]
        later = list(self.history.standing[position:])
        change = edit(self.history, entries[position], instead)
        again = [entry.number for entry in change.entries[1:]]
        assert len(again) + len(change.unfit_entries) == len(later) - (instead is None)
        self.model.does((*entries[:position], *again))


PRESSES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 60)), max_size=40)


@given(PRESSES)
def test_whatever_people_press_it_is_what_the_buttons_mean(presses: list[tuple[int, int]]) -> None:
    table = Table()
    for what, which in presses:
        table.press(what, which)
        assert stand(table.history) == list(table.model.now.entries)
        assert bool(table.history.propose_undo()) == (table.model.now.parent is not None)
        assert bool(table.history.propose_redo()) == bool(table.model.later)


@given(PRESSES)
def test_whatever_people_press_a_refold_from_scratch_gives_the_same(presses: list[tuple[int, int]]) -> None:
    table = Table()
    for what, which in presses:
        table.press(what, which)
    history = table.history
    again = History(GAME, header(), history.entries)
    assert again.standing == history.standing
    moments = range(len(history.standing) + 1)
    assert [again.state_before(i) for i in moments] == [history.state_before(i) for i in moments]
    assert first_difference(again) is None


@given(PRESSES)
def test_every_entry_has_the_hash_of_the_state_after_it(presses: list[tuple[int, int]]) -> None:
    """Taking-backs too; a batch as well, entry by entry."""
    table = Table()
    for what, which in presses:
        table.press(what, which)
    slow = History(GAME, header())
    for entry in table.history.entries:
        slow.add((entry,))
        assert slow.hash() == entry.hash
    assert slow.state == table.history.state


@given(PRESSES)
def test_undo_to_the_start_and_redo_to_the_end_gives_the_same_hash(presses: list[tuple[int, int]]) -> None:
    table = Table()
    for what, which in presses:
        table.press(what, which)
    history, end = table.history, table.history.hash()
    steps = 0
    while history.propose_undo():
        undo(history)
        steps += 1
    assert history.state == Heap(4)
    for _ in range(steps):
        redo(history)
    assert history.hash() == end


@given(PRESSES, st.integers(0, 60))
def test_redo_after_a_new_answer_is_refused(presses: list[tuple[int, int]], which: int) -> None:
    table = Table()
    for what, other in presses:
        table.press(what, other)
    table.answer(which)
    assert table.history.propose_redo() == ()


@given(PRESSES, st.integers(0, 60))
def test_undo_of_an_edit_gives_the_very_past_before_it(presses: list[tuple[int, int]], which: int) -> None:
    table = Table()
    table.answer(which)
    for what, other in presses:
        table.press(what, other)
    table.answer(which)
    before, state = stand(table.history), table.history.state
    table.edit(which)
    assert isinstance(table.history.propose_undo()[0].answer, EntryUndo)
    undo(table.history)
    assert (stand(table.history), table.history.state) == (before, state)


@given(PRESSES)
def test_an_answer_given_twice_is_stale_the_second_time(presses: list[tuple[int, int]]) -> None:
    """A double press: the question is closed by the first, unless it is the correction, which never is."""
    table = Table()
    for what, which in presses:
        table.press(what, which)
    answer = table.answers(1)
    give(table.history, answer)
    again = table.history.propose(answer)
    assert (again == STALE) is (answer.question != CORRECTION)
