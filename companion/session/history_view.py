"""What the menu shows of a running game's past: its turns, and one entry with the questions as they stood then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from companion.engine.caching import Lazy
from companion.engine.game import CORRECTION, TABLE, Game, TableInstruction, TurnMark
from companion.engine.history import EditUndo, History, TurnEntries
from companion.engine.history_editing import NOT_ASKED, EditedHistory
from companion.engine.journal import Entry, EntryUndo
from companion.engine.message import Message, capitalize_start, join_list, shorten_listed, tr, trn
from companion.engine.offers import (
    NOT_OFFERED,
    ROLL,
    Answer,
    Part,
    Pick,
    Question,
    Reason,
    Refusal,
    Value,
    parts_with_values,
    refuse_answer,
    value_words,
)
from companion.menu.menu_state import EditEntry, HistoryEntry, HistoryTurn, PastEntry
from companion.screens.game_screens import ShownGame
from companion.session.running_game import RunningGame

MAX_NAMED_ENTRIES = 2
"""So many entries are named where it is said what stays."""

UnfitEntry = tuple[Entry, Refusal]
"""An entry that no longer fits, and what speaks against it."""

MAX_NAMED_UNDONE = 3
"""So much of what came of an entry is named where it is undone: hands put it back at once."""


def history_turns(running: RunningGame) -> list[HistoryTurn]:
    """The history turn by turn, oldest first; words are made when they are read."""
    history = running.history
    return [_turn(history, each) for each in history.turns()]


def _turn(history: History, turn: TurnEntries) -> HistoryTurn:
    entries = history.standing[turn.first : turn.after]
    lines = tuple(
        HistoryEntry(entry.number, Lazy(partial(history.words, place)))
        for place, entry in enumerate(entries, turn.first)
    )
    return HistoryTurn(turn.mark.number, turn.mark.figure, Lazy(partial(history.turn_summary, turn)), lines)


def last_roll_offer(history: History, question: Question) -> str:
    """By which offer a question of this kind was answered last, of those that it has now; "" for none."""
    names = {offer.name for offer in question.offers}
    for place in range(len(history.standing) - 1, -1, -1):
        answer = history.standing[place].answer
        if isinstance(answer, Answer) and answer.offer in names:
            asked = history.game.question(history.state_before(place), answer.question)
            if asked and asked.kind == question.kind:
                return answer.offer
    return ""


def last_entry_text(running: RunningGame) -> tuple[int, Message] | None:
    """How many entries were kept, and the last of them in a sentence; None where nobody goes on from it."""
    history = running.history
    if not history.standing or running.snapshot.outline.over:
        return None
    last = shorten_listed(history.words(len(history.standing) - 1))
    if not isinstance(history.entries[-1].answer, Answer):
        told = tr("Taken back to: {what}. Enter again what came after.", what=last)
    elif any(not question.non_blocking for question in running.snapshot.questions):
        told = tr("Last entry: {what}. The open question is asked again.", what=last)
    else:
        told = tr("Last entry: {what}. Enter again what came after it.", what=last)
    return len(history.entries), told


def is_current_turn(running: RunningGame, number: int) -> bool:
    """Whether the turn of that entry is the one that runs: what was forgotten in it is simply entered."""
    history = running.history
    position = history.position(number)
    assert position is not None
    return history.game.turn(history.state_before(position)) == history.game.turn(history.state)


def edit_tap_refusal(running: RunningGame, piece: str, edit: int) -> Reason | None:
    """Why a tap is no answer to the question of a past entry that is being changed.

    edit: the number of that entry, 0 for none. None where it would be one, and where it means something now.
    """
    position = running.history.position(edit) if edit else None
    if position is None or running.rules.tapped(running.snapshot.state, piece).interpretations:
        return None
    then = running.history.state_before(position)
    decided = [running.rules.decide(then, way.answer) for way in running.rules.tapped(then, piece).interpretations]
    reasons = [each.reason for each in decided if isinstance(each, Refusal)]
    return reasons[0] if reasons and len(reasons) == len(decided) else None


def past_entry(running: RunningGame, number: int, before: bool) -> PastEntry:
    """A standing entry with what was asked then; before: with all that might have been entered before it."""
    history = running.history
    position = history.position(number)
    assert position is not None  # whatever takes an entry back closes the lists that name it
    answer = history.standing[position].answer
    assert isinstance(answer, Answer)
    state = history.state_before(position)
    own = history.game.question(state, answer.question)
    resting = [q for q in history.game.questions(state) if q.non_blocking and q.asked]
    if before:
        figure = history.game.turn(state).figure
        # "take" and the like are of the turn, and it had them.
        questions = sorted(_ledger_questions(resting), key=lambda q: q.asked != figure)
    else:
        same = [q for q in resting if own and q.kind == own.kind and q.number != own.number]
        questions = [own, *same] if own else []
    outline = running.snapshot.outline
    people = tuple(outline.figure(question.asked).label for question in questions)
    later = len(history.standing) - position - 1
    events = history.standing[position].events
    about = () if before else running.definition.look_up.about(history.state, events)
    of_turns = sum(turn.after > position + 1 for turn in history.turns())
    text = history.words(position)
    mark = history.mark(position)
    return PastEntry(
        number,
        text,
        later,
        answer,
        tuple(questions),
        people,
        before,
        about,
        later_turns=of_turns,
        turn=mark.number,
        whose=turn_owner(running, mark),
    )


def turn_owner(running: RunningGame, turn: TurnMark) -> Message | None:
    """Whose turn that is, as people are called now; None for nobody's."""
    return running.snapshot.outline.figure(turn.figure).label if turn.figure else None


def game_before_entry(running: RunningGame, number: int) -> ShownGame | None:
    """The game as everybody saw it before that entry, for pictures; None where it doesn't stand (any more)."""
    history, definition = running.history, running.definition
    position = history.position(number)
    return None if position is None else definition.shown(definition.view(history.state_before(position), TABLE))


def _ledger_questions(resting: list[Question]) -> list[Question]:
    """Those that are asked of everybody at once: the ledgers."""
    kinds = [question.kind for question in resting]
    return [question for question in resting if kinds.count(question.kind) > 1]


def is_correction(history: History, number: int) -> bool:
    """Whether an entry only told how the table is: then the hands have nothing to do with it."""
    position = history.position(number)
    answer = None if position is None else history.standing[position].answer
    return isinstance(answer, Answer) and answer.question == CORRECTION


def edit_text(history: History, act: EditEntry, edit: EditedHistory) -> Message:
    """A change of the past in words: what would stand there, or what would be gone."""
    position = history.position(act.number)
    assert position is not None
    if act.instead is None:
        return tr("Removed: {what}", what=history.words(position))
    new = edit.entries[1]
    assert isinstance(new.answer, Answer)
    return history.game.history_text(history.state_before(position), new.answer, new.events)


def edit_done_text(history: History, act: EditEntry, text: Message) -> Message:
    """What people are told of a change, of which `text` says what stands there: what stood there too."""
    position = history.position(act.number)
    if act.instead is None:
        return text
    if is_correction(history, act.number):
        return capitalize_start(text)
    if act.before or position is None:
        return tr("Corrected: {what}", what=text)
    before = history.words(position)
    if _reads_same(before, text):
        return tr("Corrected: {what}", what=distinct_edit_text(history, act, text))
    return tr("Corrected: {what} (was: {before})", what=shorten_listed(text), before=shorten_listed(before))


def distinct_edit_text(history: History, act: EditEntry, text: Message) -> Message:
    """`text`, which says what stands there after a change; what was changed where it would read as before."""
    position = history.position(act.number)
    if act.instead is None or act.before or position is None or not _reads_same(history.words(position), text):
        return text
    return _difference_text(history, position, history.standing[position].answer, act.instead) or text


def _reads_same(one: Message, other: Message) -> bool:
    """Whether people would read the same twice: what differs has no room or no words."""
    return str(shorten_listed(one)) == str(shorten_listed(other))


def _difference_text(
    history: History, position: int, before: Answer | EntryUndo, now: Answer | EntryUndo
) -> Message | None:
    """Of which parts two answers at that place say something else, as the form shows them; None: no such part."""
    parts = list(_differing_parts(history.game, history.state_before(position), before, now))
    return join_list(parts) if parts else None


def _differing_parts(
    game: Game, state: Any, before: Answer | EntryUndo, now: Answer | EntryUndo
) -> Iterator[Message]:
    asked = game.question(state, now.question) if isinstance(now, Answer) else None
    if asked is None or asked.secret:
        return
    was, is_now = _parts_of(game, state, before), _parts_of(game, state, now)
    for (part, old), (_part, new) in zip(was, is_now, strict=False):
        before_words, words = value_words(part, old), value_words(_part, new)
        if str(before_words) != str(words):
            told = tr("{what} (was: {before})", what=words, before=before_words)
            yield told if isinstance(part, Pick) else tr("{question} {answer}", question=part.text, answer=told)


def _parts_of(game: Game, state: Any, answer: Answer | EntryUndo) -> list[tuple[Part, Value]]:
    """The parts of an answer with its values."""
    if not isinstance(answer, Answer):
        return []
    question = game.question(state, answer.question)
    offer = question.offer(answer.offer) if question else None
    return list(parts_with_values(offer.parts if offer else (), answer.values))


def is_unchanged(history: History, act: EditEntry) -> bool:
    """Whether what people want is what stands there: nothing would be changed."""
    position = history.position(act.number)
    if act.instead is None or act.before or position is None:
        return False
    answer = history.standing[position].answer
    return isinstance(answer, Answer) and msgspec.structs.replace(answer, anyway=act.instead.anyway) == act.instead


def changed_piece_position(history: History, act: EditEntry) -> int | None:
    """Where the entry stands, if the change names another piece there: what is kept of its turn is said then."""
    position = history.position(act.number)
    if (
        act.instead is None
        or act.before
        or position is None
        or not _has_other_piece(history, position, act.instead)
    ):
        return None
    return position


def entries_that_stay(history: History, position: int, answered: int) -> list[Message]:
    """What was entered in the same turn after that entry, as it stands in the past that has the other piece.

    answered: so many of them answer what only this past asks.
    """
    turn = next(each for each in history.turns() if each.first <= position < each.after)
    ended = turn.after < len(history.standing)  # then its last entry is the one that ended it
    return [shorten_listed(history.words(at)) for at in range(position + 1 + answered, turn.after - ended)]


def _has_other_piece(history: History, position: int, instead: Answer) -> bool:
    """Whether the answer that stands there and this one name different pieces."""
    before, state = history.standing[position].answer, history.state_before(position)
    return isinstance(before, Answer) and _pieces(history, state, before) != _pieces(history, state, instead)


def _pieces(history: History, state: Any, answer: Answer) -> list[str]:
    return [
        choice.piece
        for part, value in _parts_of(history.game, state, answer)
        for choice in (part.choices if isinstance(part, Pick) else ())
        if choice.value == value and choice.piece
    ]


def piece_corrections_text(running: RunningGame, position: int, instead: Answer) -> Message | None:
    """What corrections told of the piece that the entry there named, by its name: it stays that piece's own."""
    history, definition = running.history, running.definition
    before = history.standing[position].answer
    assert isinstance(before, Answer)
    state = history.state_before(position)
    wrong = {*_pieces(history, state, before)} - {*_pieces(history, state, instead)}
    for place, entry in enumerate(history.standing[position + 1 :], position + 1):
        if not (is_correction(history, entry.number) and isinstance(entry.answer, Answer)):
            continue
        if any(definition.about(fact) in wrong for fact in definition.learned(entry.events)):
            return _correction_row_text(history, place, entry.answer)
    return None


def _correction_row_text(history: History, place: int, answer: Answer) -> Message | None:
    """Under which row it was told, and of which piece, as the form shows both."""
    state = history.state_before(place)
    asked = history.game.question(state, answer.question)
    offer = asked.offer(answer.offer) if asked else None
    named = next(iter(_parts_of(history.game, state, answer)), None)
    if offer is None or named is None:
        return None
    return tr("What was entered under {row} stays with {piece}", row=offer.label, piece=value_words(*named))


def add_side_effects(told: Message, side_effects: Message | None) -> Message:
    return tr("{told}. {besides}", told=told, besides=side_effects) if side_effects else told


def add_kept_entries(told: Message, kept: Sequence[Message]) -> Message:
    """The sentence with the first of what is kept of the turn."""
    return tr("{told}. Kept from that turn: {what}", told=told, what=_first_entries_text(kept)) if kept else told


def add_lost_entries(told: Message, gone: Sequence[Message], before: int, now: int) -> Message:
    """The sentence with what stands no more after a change, and the turn that runs now if another ran before."""
    if not gone:
        return told
    what = join_list(gone) if len(gone) <= MAX_NAMED_ENTRIES else trn("{n} entry", "{n} entries", len(gone))
    if not 0 < now < before:
        return tr("{told}. Gone: {what}", told=told, what=what)
    return tr("{told}. Gone: {what}; turn {turn} goes on", told=told, what=what, turn=now)


def unfit_entry_texts(history: History, unfit: Sequence[UnfitEntry]) -> list[Message]:
    """Entries that no longer fit as they stand before the change is entered."""
    places = [history.position(entry.number) for entry, _refusal in unfit]
    return [shorten_listed(history.words(place)) for place in places if place is not None]


def _first_entries_text(entries: Sequence[Message]) -> Message:
    """No panel has room for a whole turn."""
    words, more = join_list(entries[:MAX_NAMED_ENTRIES]), len(entries) - MAX_NAMED_ENTRIES
    return trn("{what} and {n} more entry", "{what} and {n} more entries", more, what=words) if more > 0 else words


def undone_edit_text(history: History, taking_back: Entry) -> Message | None:
    """Which change of the past a taking back, not yet entered, undoes; None where it undoes none."""
    change = history.undone_edit(taking_back)
    if change is None:
        return None
    place, gone, again = change
    if gone is None or again is None:
        return _insertion_or_removal_text(history, change)
    before, now = history.entry_text_at(place, again), history.entry_text_at(place, gone)
    told = _difference_text(history, place, again.answer, gone.answer) if _reads_same(before, now) else None
    return tr(
        "Undone: {what}",
        what=told or tr("{what} (was: {before})", what=shorten_listed(now), before=shorten_listed(before)),
    )


def _insertion_or_removal_text(history: History, change: EditUndo) -> Message:
    if change.gone:
        return tr("Undone: {what}", what=shorten_listed(history.entry_text_at(change.place, change.gone)))
    assert change.again
    return tr("It stands again: {what}", what=shorten_listed(history.entry_text_at(change.place, change.again)))


def undo_only_text(history: History, taking_back: Entry) -> Message:
    """What a taking back, not yet entered, undoes, where nothing goes back on the table."""
    gone = history.gone(taking_back)
    named = gone[-1] if len(gone) == 1 else trn("{n} entry", "{n} entries", len(gone))
    return tr("Undone: {what}", what=shorten_listed(named, MAX_NAMED_UNDONE))


def undo_text(history: History, taking_back: Entry, still: bool = False) -> Message:
    """What a taking back, not yet entered, undoes, over the list of what goes back on the table.

    still: the whole list is of what was undone before it.
    """
    gone = history.gone(taking_back)
    if still:
        named = gone[-1] if len(gone) == 1 else trn("{n} entry", "{n} entries", len(gone))
        return tr("Undone: {what}. Still to put back:", what=shorten_listed(named, MAX_NAMED_UNDONE))
    if len(gone) == 1:
        return tr("Undone: {what}. Put back:", what=shorten_listed(gone[0], MAX_NAMED_UNDONE))
    return trn("Undone: {n} entry. Put back:", "Undone: {n} entries. Put back:", len(gone))


def lost_and_obsolete(history: History, unfit: Sequence[UnfitEntry]) -> tuple[list[UnfitEntry], list[Entry]]:
    """What a change of the past loses; and answers that nothing asks for any more and that moved nothing."""
    moot = [entry for entry, refusal in unfit if refusal is NOT_ASKED and _needs_no_instruction(history, entry)]
    return [each for each in unfit if each[0] not in moot], moot


def with_loss_reasons(edit: EditedHistory, lost: Sequence[UnfitEntry]) -> Iterator[UnfitEntry]:
    """Each with a reason that people can do something with: the others hang on the first."""
    for at, (entry, refusal) in enumerate(lost):
        if refusal is NOT_OFFERED:
            yield entry, refuse_answer("", tr("That can't be chosen any more."))
        elif refusal is NOT_ASKED and not at and edit.waits_for:
            yield entry, refuse_answer("", _edit_question_text(edit.waits_for, edit.waits_in))
        else:
            yield entry, refusal


def _edit_question_text(question: Message, turn: int) -> Message:
    """What people are asked once it is done, and of which turn."""
    if not turn:
        return tr("First comes: {question}", question=question)
    return tr("First comes in turn {n}: {question}", n=turn, question=question)


def _needs_no_instruction(history: History, entry: Entry) -> bool:
    """Whether it answered what another entry had brought up, and hands have nothing to put back."""
    position = history.position(entry.number)
    assert position is not None
    assert isinstance(entry.answer, Answer)
    state = history.state_before(position)
    asked = history.game.question(state, entry.answer.question)
    brought_up = asked is not None and not asked.non_blocking and asked.kind != ROLL
    return brought_up and not history.game.undo_instructions(state, entry.events)


def count_turns(history: History, unfit: Sequence[tuple[Entry, Refusal]]) -> int:
    """Of how many turns these entries are."""
    places = [history.position(entry.number) or 0 for entry, _refusal in unfit]
    return len({history.mark(place).number for place in places})


def unmoved_entries(
    from_where: Mapping[str, Sequence[Entry]], owed: Sequence[TableInstruction]
) -> dict[str, Sequence[Entry]]:
    """`from_where` (what a line is about -> the past it starts from) of what is still owed.

    Where nothing at all was moved, the whole table stands as that past: "" -> it.
    """
    left = {item.about: from_where[item.about] for item in owed if item.about in from_where}
    one, *others = {id(each): each for each in left.values()}.values() or [()]
    return {"": one} if one and not others and left.keys() == from_where.keys() else left
