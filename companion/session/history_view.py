"""Texts and values with which the menu shows the history of a running game: turns, one entry, edits and undo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from companion.engine.caching import Lazy
from companion.engine.game import CORRECTION, TABLE_VIEWER, Game, TableInstruction, TurnMark
from companion.engine.history import EditUndo, History, TurnEntries
from companion.engine.history_editing import QUESTION_GONE, EditedHistory
from companion.engine.journal import Entry, EntryUndo
from companion.engine.message import Message, capitalize_start, join_list, shorten_joined, tr, trn
from companion.engine.offers import (
    NOT_OFFERED,
    ROLL_QUESTION,
    Answer,
    Part,
    Pick,
    Question,
    Reason,
    Refusal,
    Value,
    parts_with_values,
    refuse_answer,
    value_text,
)
from companion.menu.menu_state import EditEntry, HistoryEntry, HistoryTurn, PastEntry
from companion.screens.game_screens import ShownGame
from companion.session.running_game import RunningGame

MAX_NAMED_ENTRIES = 2
"""Entries that a notice names; more are counted."""

UnfitEntry = tuple[Entry, Refusal]
"""An entry that no longer fits, and the reason."""

MAX_NAMED_UNDONE = 3
"""Results of an entry that are named when it is undone."""


def history_turns(running: RunningGame) -> list[HistoryTurn]:
    """Return the history turn by turn, oldest first; texts are made when they are read."""
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
    """Return the offer, among those it has now, that last answered a question of this kind; "" for none."""
    names = {offer.name for offer in question.offers}
    for place in range(len(history.standing) - 1, -1, -1):
        answer = history.standing[place].answer
        if isinstance(answer, Answer) and answer.offer in names:
            asked = history.game.question(history.state_before(place), answer.question)
            if asked and asked.kind == question.kind:
                return answer.offer
    return ""


def last_entry_text(running: RunningGame) -> tuple[int, Message] | None:
    """Return the number of entries and a sentence about the last one; None at the start or end of a game."""
    history = running.history
    if not history.standing or running.snapshot.outline.over:
        return None
    last = _last_entry_and_corrections(history)
    if not isinstance(history.entries[-1].answer, Answer):
        told = tr("Taken back to: {what}. Enter again what came after.", what=last)
    elif any(not question.non_blocking for question in running.snapshot.questions):
        told = tr("Last entry: {what}. The open question is asked again.", what=last)
    else:
        told = tr("Last entry: {what}. Enter again what came after it.", what=last)
    return len(history.entries), told


def _last_entry_and_corrections(history: History) -> Message:
    """Return the last entry of the game's course, and how many corrections and edits were made after it."""
    places = range(len(history.standing) - 1, -1, -1)
    course = next((at for at in places if not is_correction(history, history.standing[at].number)), 0)
    corrections = len(history.standing) - 1 - course
    edits = set[int]()
    for entry in reversed(history.entries):
        if entry.batch:
            edits.add(entry.batch)
        elif not (isinstance(entry.answer, Answer) and entry.answer.question == CORRECTION):
            break
    last = shorten_joined(history.words(course))
    n = corrections + len(edits)
    return trn("{what}, then {n} correction", "{what}, then {n} corrections", n, what=last) if n else last


def is_current_turn(running: RunningGame, number: int) -> bool:
    """True if the entry's turn is the current turn, in which a forgotten entry is simply added."""
    history = running.history
    position = history.position(number)
    assert position is not None
    return history.game.turn(history.state_before(position)) == history.game.turn(history.state)


def edit_tap_refusal(running: RunningGame, piece: str, edit: int) -> Reason | None:
    """Return why a tap cannot answer the question of the edited entry; None if it can.

    Also None if the tap means something in the current state. edit: the number of that entry, 0 for none.
    """
    position = running.history.position(edit) if edit else None
    if position is None or running.rules.tap_meaning(running.snapshot.state, piece).interpretations:
        return None
    then = running.history.state_before(position)
    decided = [
        running.rules.decide(then, way.answer) for way in running.rules.tap_meaning(then, piece).interpretations
    ]
    reasons = [each.reason for each in decided if isinstance(each, Refusal)]
    return reasons[0] if reasons and len(reasons) == len(decided) else None


def past_entry(running: RunningGame, number: int, before: bool) -> PastEntry:
    """Return a standing entry with its question.

    before: with all questions that could have been answered before it instead.
    """
    history = running.history
    position = history.position(number)
    assert position is not None  # Undoing an entry closes the lists that name it.
    answer = history.standing[position].answer
    assert isinstance(answer, Answer)
    state = history.state_before(position)
    own = history.game.question(state, answer.question)
    resting = [q for q in history.game.questions(state) if q.non_blocking and q.player]
    if before:
        figure = history.game.turn(state).figure
        # Questions asked of one player belong to the turn, which has its own entries for them.
        questions = sorted(_ledger_questions(resting), key=lambda q: q.player != figure)
    else:
        same = [q for q in resting if own and q.kind == own.kind and q.number != own.number]
        questions = [own, *same] if own else []
    outline = running.snapshot.outline
    people = tuple(outline.figure(question.player).label for question in questions)
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
        turn_owner=turn_owner(running, mark),
    )


def turn_owner(running: RunningGame, turn: TurnMark) -> Message | None:
    """Return the current name of the figure whose turn that is; None for none."""
    return running.snapshot.outline.figure(turn.figure).label if turn.figure else None


def game_before_entry(running: RunningGame, number: int) -> ShownGame | None:
    """Return the public view before that entry, for pictures; None if the entry is undone."""
    history, definition = running.history, running.definition
    position = history.position(number)
    return (
        None
        if position is None
        else definition.shown(definition.view(history.state_before(position), TABLE_VIEWER))
    )


def _ledger_questions(resting: list[Question]) -> list[Question]:
    """Return the questions of kinds that are asked of several players at once: the ledgers."""
    kinds = [question.kind for question in resting]
    return [question for question in resting if kinds.count(question.kind) > 1]


def is_correction(history: History, number: int) -> bool:
    """True if the entry is a correction, which needs no table instructions."""
    position = history.position(number)
    answer = None if position is None else history.standing[position].answer
    return isinstance(answer, Answer) and answer.question == CORRECTION


def edit_text(history: History, act: EditEntry, edit: EditedHistory) -> Message:
    """Return the history line of the edited entry, or which entry is removed."""
    position = history.position(act.number)
    assert position is not None
    if act.new_answer is None:
        return tr("Removed: {what}", what=history.words(position))
    new = edit.entries[1]
    assert isinstance(new.answer, Answer)
    return history.game.history_text(history.state_before(position), new.answer, new.events)


def edit_done_text(history: History, act: EditEntry, text: Message) -> Message:
    """Return the notice about an edit, with the old entry. text: the new entry, from `edit_text`."""
    position = history.position(act.number)
    if act.new_answer is None:
        return text
    if is_correction(history, act.number):
        return capitalize_start(text)
    if act.is_insertion or position is None:
        return tr("Corrected: {what}", what=text)
    before = history.words(position)
    if _reads_same(before, text):
        return tr("Corrected: {what}", what=distinct_edit_text(history, act, text))
    return tr("Corrected: {what} (was: {before})", what=shorten_joined(text), before=shorten_joined(before))


def distinct_edit_text(history: History, act: EditEntry, text: Message) -> Message:
    """Return `text`, or the changed values if it would read like the old entry."""
    position = history.position(act.number)
    if (
        act.new_answer is None
        or act.is_insertion
        or position is None
        or not _reads_same(history.words(position), text)
    ):
        return text
    return _difference_text(history, position, history.standing[position].answer, act.new_answer) or text


def _reads_same(one: Message, other: Message) -> bool:
    """True if both are shortened to the same text."""
    return str(shorten_joined(one)) == str(shorten_joined(other))


def _difference_text(
    history: History, position: int, before: Answer | EntryUndo, now: Answer | EntryUndo
) -> Message | None:
    """Return the values that differ between two answers, as the form shows them; None for none."""
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
        before_words, words = value_text(part, old), value_text(_part, new)
        if str(before_words) != str(words):
            told = tr("{what} (was: {before})", what=words, before=before_words)
            yield told if isinstance(part, Pick) else tr("{question} {answer}", question=part.text, answer=told)


def _parts_of(game: Game, state: Any, answer: Answer | EntryUndo) -> list[tuple[Part, Value]]:
    """Return the parts of an answer with their values."""
    if not isinstance(answer, Answer):
        return []
    question = game.question(state, answer.question)
    offer = question.offer(answer.offer) if question else None
    return list(parts_with_values(offer.parts if offer else (), answer.values))


def is_unchanged(history: History, act: EditEntry) -> bool:
    """True if the edit would change nothing."""
    position = history.position(act.number)
    if act.new_answer is None or act.is_insertion or position is None:
        return False
    answer = history.standing[position].answer
    return (
        isinstance(answer, Answer)
        and msgspec.structs.replace(answer, anyway=act.new_answer.anyway) == act.new_answer
    )


def changed_piece_position(history: History, act: EditEntry) -> int | None:
    """Return the position of the entry if the edit names another piece in it; else None."""
    position = history.position(act.number)
    if (
        act.new_answer is None
        or act.is_insertion
        or position is None
        or not _has_other_piece(history, position, act.new_answer)
    ):
        return None
    return position


def entries_that_stay(history: History, position: int, answered: int) -> list[Message]:
    """Return the entries of the same turn that stay after the edit, in their new wording.

    answered: the number of entries that answer questions which only the edited history asks.
    """
    turn = next(each for each in history.turns() if each.first <= position < each.after)
    ended = turn.after < len(history.standing)  # The last entry of a finished turn is the one that ended it.
    return [shorten_joined(history.words(at)) for at in range(position + 1 + answered, turn.after - ended)]


def _has_other_piece(history: History, position: int, instead: Answer) -> bool:
    """True if the entry there and this answer name different pieces."""
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
    """Return a notice that facts entered about the old piece stay with that piece; None for none."""
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
    """Return the notice with the row and the piece of a correction, as the form shows both."""
    state = history.state_before(place)
    asked = history.game.question(state, answer.question)
    offer = asked.offer(answer.offer) if asked else None
    named = next(iter(_parts_of(history.game, state, answer)), None)
    if offer is None or named is None:
        return None
    return tr("What was entered under {row} stays with {piece}", row=offer.label, piece=value_text(*named))


def add_side_effects(text: Message, side_effects: Message | None) -> Message:
    return tr("{told}. {besides}", told=text, besides=side_effects) if side_effects else text


def add_kept_entries(text: Message, entries: Sequence[Message]) -> Message:
    """Return the sentence with the first entries of the turn that stay."""
    return (
        tr("{told}. Kept from that turn: {what}", told=text, what=first_entries_text(entries)) if entries else text
    )


def add_lost_entries(text: Message, entries: Sequence[Message], before: int, now: int) -> Message:
    """Return the sentence with the dropped entries, and the current turn if it changed from `before` to `now`."""
    if not entries:
        return text
    what = (
        join_list(entries) if len(entries) <= MAX_NAMED_ENTRIES else trn("{n} entry", "{n} entries", len(entries))
    )
    if not 0 < now < before:
        return tr("{told}. Gone: {what}", told=text, what=what)
    return tr("{told}. Gone: {what}; turn {turn} goes on", told=text, what=what, turn=now)


def unfit_entry_texts(history: History, unfit: Sequence[UnfitEntry]) -> list[Message]:
    """Return entries that no longer fit, as they read before the edit is stored."""
    places = [history.position(entry.number) for entry, _refusal in unfit]
    return [shorten_joined(history.words(place)) for place in places if place is not None]


def first_entries_text(entries: Sequence[Message]) -> Message:
    """Return at most MAX_NAMED_ENTRIES entries as one text; panels cannot show a whole turn."""
    words, more = join_list(entries[:MAX_NAMED_ENTRIES]), len(entries) - MAX_NAMED_ENTRIES
    return trn("{what} and {n} more entry", "{what} and {n} more entries", more, what=words) if more > 0 else words


def undone_edit_text(history: History, taking_back: Entry) -> Message | None:
    """Return the notice about the history edit that an undo, not yet stored, takes back; None for none."""
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
        what=told or tr("{what} (was: {before})", what=shorten_joined(now), before=shorten_joined(before)),
    )


def _insertion_or_removal_text(history: History, change: EditUndo) -> Message:
    if change.removed_entry:
        return tr("Undone: {what}", what=shorten_joined(history.entry_text_at(change.place, change.removed_entry)))
    assert change.returning_entry
    return tr(
        "It stands again: {what}", what=shorten_joined(history.entry_text_at(change.place, change.returning_entry))
    )


def undo_only_text(history: History, taking_back: Entry) -> Message:
    """Return the notice about an undo, not yet stored, without table instructions."""
    gone = history.gone(taking_back)
    named = gone[-1] if len(gone) == 1 else trn("{n} entry", "{n} entries", len(gone))
    return tr("Undone: {what}", what=shorten_joined(named, MAX_NAMED_UNDONE))


def undo_text(history: History, taking_back: Entry, still: bool = False) -> Message:
    """Return the title of the table instructions of an undo that is not yet stored.

    still: all instructions belong to an earlier undo.
    """
    gone = history.gone(taking_back)
    if still:
        named = gone[-1] if len(gone) == 1 else trn("{n} entry", "{n} entries", len(gone))
        return tr("Undone: {what}. Still to put back:", what=shorten_joined(named, MAX_NAMED_UNDONE))
    if len(gone) == 1:
        return tr("Undone: {what}. Put back:", what=shorten_joined(gone[0], MAX_NAMED_UNDONE))
    return trn("Undone: {n} entry. Put back:", "Undone: {n} entries. Put back:", len(gone))


def lost_and_obsolete(history: History, unfit: Sequence[UnfitEntry]) -> tuple[list[UnfitEntry], list[Entry]]:
    """Return the entries that an edit loses, and answers that are no longer asked and did not affect the table."""
    moot = [
        entry for entry, refusal in unfit if refusal is QUESTION_GONE and _needs_no_instruction(history, entry)
    ]
    return [each for each in unfit if each[0] not in moot], moot


def with_loss_reasons(edit: EditedHistory, lost: Sequence[UnfitEntry]) -> Iterator[UnfitEntry]:
    """Yield each lost entry with a reason that helps the player; later ones depend on the first."""
    for at, (entry, refusal) in enumerate(lost):
        if refusal is NOT_OFFERED:
            yield entry, refuse_answer("", tr("That can't be chosen any more."))
        elif refusal is QUESTION_GONE and not at and edit.waiting_text:
            yield entry, refuse_answer("", _edit_question_text(edit.waiting_text, edit.waiting_turn))
        else:
            yield entry, refusal


def _edit_question_text(question: Message, turn: int) -> Message:
    """Return the sentence with the question that has to be answered first, and its turn."""
    if not turn:
        return tr("First comes: {question}", question=question)
    return tr("First comes in turn {n}: {question}", n=turn, question=question)


def _needs_no_instruction(history: History, entry: Entry) -> bool:
    """True if the entry answered a question raised by another entry, and undoing it needs no instructions."""
    position = history.position(entry.number)
    assert position is not None
    assert isinstance(entry.answer, Answer)
    state = history.state_before(position)
    asked = history.game.question(state, entry.answer.question)
    brought_up = asked is not None and not asked.non_blocking and asked.kind != ROLL_QUESTION
    return brought_up and not history.game.undo_instructions(state, entry.events)


def count_turns(history: History, unfit: Sequence[tuple[Entry, Refusal]]) -> int:
    """Return the number of turns that these entries belong to."""
    places = [history.position(entry.number) or 0 for entry, _refusal in unfit]
    return len({history.mark(place).number for place in places})


def unmoved_entries(
    from_where: Mapping[str, Sequence[Entry]], instructions: Sequence[TableInstruction]
) -> dict[str, Sequence[Entry]]:
    """Return the part of `from_where` (`TableInstruction.about` -> history) for instructions that are still open.

    If nothing was moved, the whole table stands as that history: "" -> history.
    """
    left = {item.subject: from_where[item.subject] for item in instructions if item.subject in from_where}
    one, *others = {id(each): each for each in left.values()}.values() or [()]
    return {"": one} if one and not others and left.keys() == from_where.keys() else left
