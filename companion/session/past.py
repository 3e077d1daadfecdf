"""What the menu shows of a running game's past: its turns, and one entry with the questions as they stood then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from companion.engine.another_past import UNASKED, EditedPast
from companion.engine.game import CORRECTION, TABLE, Game, PutBack, TurnMark
from companion.engine.history import History, PastChange, TurnEntries
from companion.engine.journal import Entry, TakeBack
from companion.engine.lazy import Lazy
from companion.engine.message import Message, begun, in_short, listed, tr, trn
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
    refused,
    value_words,
)
from companion.menu.history_turns import HistoryLine, HistoryTurn
from companion.menu.menu_state import EditEntry, PastEntry
from companion.screens.game_screens import ShownGame
from companion.session.running_game import RunningGame

NAMED = 2
"""So many entries are named where it is said what stays."""

Unfit = tuple[Entry, Refusal]
"""An entry that no longer fits, and what speaks against it."""

UNDONE_NAMED = 3
"""So much of what came of an entry is named where it is undone: hands put it back at once."""


def turns(running: RunningGame) -> list[HistoryTurn]:
    """The history turn by turn, oldest first; words are made when they are read."""
    history = running.history
    return [_turn(history, each) for each in history.turns()]


def _turn(history: History, turn: TurnEntries) -> HistoryTurn:
    entries = history.standing[turn.first : turn.after]
    lines = tuple(
        HistoryLine(entry.number, Lazy(partial(history.words, place)))
        for place, entry in enumerate(entries, turn.first)
    )
    return HistoryTurn(turn.mark.number, turn.mark.figure, Lazy(partial(history.turn_words, turn)), lines)


def rolled_last(history: History, question: Question) -> str:
    """By which offer a question of this kind was answered last, of those that it has now; "" for none."""
    names = {offer.name for offer in question.offers}
    for place in range(len(history.standing) - 1, -1, -1):
        answer = history.standing[place].answer
        if isinstance(answer, Answer) and answer.offer in names:
            asked = history.game.question(history.state_before(place), answer.question)
            if asked and asked.kind == question.kind:
                return answer.offer
    return ""


def last_kept(running: RunningGame) -> tuple[int, Message] | None:
    """How many entries were kept, and the last of them in a sentence; None where nobody goes on from it."""
    history = running.history
    if not history.standing or running.snapshot.outline.over:
        return None
    last = in_short(history.words(len(history.standing) - 1))
    if not isinstance(history.entries[-1].answer, Answer):
        told = tr("Taken back to: {what}. Enter again what came after.", what=last)
    elif any(not question.non_blocking for question in running.snapshot.questions):
        told = tr("Last entry: {what}. The open question is asked again.", what=last)
    else:
        told = tr("Last entry: {what}. Enter again what came after it.", what=last)
    return len(history.entries), told


def runs_still(running: RunningGame, number: int) -> bool:
    """Whether the turn of that entry is the one that runs: what was forgotten in it is simply entered."""
    history = running.history
    position = history.position(number)
    assert position is not None
    return history.game.turn(history.state_before(position)) == history.game.turn(history.state)


def refused_then(running: RunningGame, piece: str, edit: int) -> Reason | None:
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


def entry(running: RunningGame, number: int, before: bool) -> PastEntry:
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
        questions = sorted(_entered_freely(resting), key=lambda q: q.asked != figure)
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
        whose=whose(running, mark),
    )


def whose(running: RunningGame, turn: TurnMark) -> Message | None:
    """Whose turn that is, as people are called now; None for nobody's."""
    return running.snapshot.outline.figure(turn.figure).label if turn.figure else None


def shown_then(running: RunningGame, number: int) -> ShownGame | None:
    """The game as everybody saw it before that entry, for pictures; None where it doesn't stand (any more)."""
    history, definition = running.history, running.definition
    position = history.position(number)
    return None if position is None else definition.shown(definition.view(history.state_before(position), TABLE))


def _entered_freely(resting: list[Question]) -> list[Question]:
    """Those that are asked of everybody at once: the ledgers."""
    kinds = [question.kind for question in resting]
    return [question for question in resting if kinds.count(question.kind) > 1]


def corrects(history: History, number: int) -> bool:
    """Whether an entry only told how the table is: then the hands have nothing to do with it."""
    position = history.position(number)
    answer = None if position is None else history.standing[position].answer
    return isinstance(answer, Answer) and answer.question == CORRECTION


def changed(history: History, act: EditEntry, edit: EditedPast) -> Message:
    """A change of the past in words: what would stand there, or what would be gone."""
    position = history.position(act.number)
    assert position is not None
    if act.instead is None:
        return tr("Removed: {what}", what=history.words(position))
    new = edit.entries[1]
    assert isinstance(new.answer, Answer)
    return history.game.history_text(history.state_before(position), new.answer, new.events)


def corrected(history: History, act: EditEntry, text: Message) -> Message:
    """What people are told of a change, of which `text` says what stands there: what stood there too."""
    position = history.position(act.number)
    if act.instead is None:
        return text
    if corrects(history, act.number):
        return begun(text)
    if act.before or position is None:
        return tr("Corrected: {what}", what=text)
    before = history.words(position)
    if _read_alike(before, text):
        return tr("Corrected: {what}", what=told_apart(history, act, text))
    return tr("Corrected: {what} (was: {before})", what=in_short(text), before=in_short(before))


def told_apart(history: History, act: EditEntry, text: Message) -> Message:
    """`text`, which says what stands there after a change; what was changed where it would read as before."""
    position = history.position(act.number)
    if act.instead is None or act.before or position is None or not _read_alike(history.words(position), text):
        return text
    return _what_differs(history, position, history.standing[position].answer, act.instead) or text


def _read_alike(one: Message, other: Message) -> bool:
    """Whether people would read the same twice: what differs has no room or no words."""
    return str(in_short(one)) == str(in_short(other))


def _what_differs(
    history: History, position: int, before: Answer | TakeBack, now: Answer | TakeBack
) -> Message | None:
    """Of which parts two answers at that place say something else, as the form shows them; None: no such part."""
    parts = list(_parts_that_differ(history.game, history.state_before(position), before, now))
    return listed(parts) if parts else None


def _parts_that_differ(
    game: Game, state: Any, before: Answer | TakeBack, now: Answer | TakeBack
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


def _parts_of(game: Game, state: Any, answer: Answer | TakeBack) -> list[tuple[Part, Value]]:
    """The parts of an answer with its values."""
    if not isinstance(answer, Answer):
        return []
    question = game.question(state, answer.question)
    offer = question.offer(answer.offer) if question else None
    return list(parts_with_values(offer.parts if offer else (), answer.values))


def stands_so(history: History, act: EditEntry) -> bool:
    """Whether what people want is what stands there: nothing would be changed."""
    position = history.position(act.number)
    if act.instead is None or act.before or position is None:
        return False
    answer = history.standing[position].answer
    return isinstance(answer, Answer) and msgspec.structs.replace(answer, anyway=act.instead.anyway) == act.instead


def names_another_piece(history: History, act: EditEntry) -> int | None:
    """Where the entry stands, if the change names another piece there: what is kept of its turn is said then."""
    position = history.position(act.number)
    if act.instead is None or act.before or position is None or not _another_piece(history, position, act.instead):
        return None
    return position


def stays(history: History, position: int, answered: int) -> list[Message]:
    """What was entered in the same turn after that entry, as it stands in the past that has the other piece.

    answered: so many of them answer what only this past asks.
    """
    turn = next(each for each in history.turns() if each.first <= position < each.after)
    ended = turn.after < len(history.standing)  # then its last entry is the one that ended it
    return [in_short(history.words(at)) for at in range(position + 1 + answered, turn.after - ended)]


def _another_piece(history: History, position: int, instead: Answer) -> bool:
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


def told_of_itself(running: RunningGame, position: int, instead: Answer) -> Message | None:
    """What corrections told of the piece that the entry there named, by its name: it stays that piece's own."""
    history, definition = running.history, running.definition
    before = history.standing[position].answer
    assert isinstance(before, Answer)
    state = history.state_before(position)
    wrong = {*_pieces(history, state, before)} - {*_pieces(history, state, instead)}
    for place, entry in enumerate(history.standing[position + 1 :], position + 1):
        if not (corrects(history, entry.number) and isinstance(entry.answer, Answer)):
            continue
        if any(definition.about(fact) in wrong for fact in definition.learned(entry.events)):
            return _under_its_row(history, place, entry.answer)
    return None


def _under_its_row(history: History, place: int, answer: Answer) -> Message | None:
    """Under which row it was told, and of which piece, as the form shows both."""
    state = history.state_before(place)
    asked = history.game.question(state, answer.question)
    offer = asked.offer(answer.offer) if asked else None
    named = next(iter(_parts_of(history.game, state, answer)), None)
    if offer is None or named is None:
        return None
    return tr("What was entered under {row} stays with {piece}", row=offer.label, piece=value_words(*named))


def with_besides(told: Message, besides: Message | None) -> Message:
    return tr("{told}. {besides}", told=told, besides=besides) if besides else told


def with_what_stays(told: Message, kept: Sequence[Message]) -> Message:
    """The sentence with the first of what is kept of the turn."""
    return tr("{told}. Kept from that turn: {what}", told=told, what=_first_of(kept)) if kept else told


def with_what_went(told: Message, gone: Sequence[Message], before: int, now: int) -> Message:
    """The sentence with what stands no more after a change, and the turn that runs now if another ran before."""
    if not gone:
        return told
    what = listed(gone) if len(gone) <= NAMED else trn("{n} entry", "{n} entries", len(gone))
    if not 0 < now < before:
        return tr("{told}. Gone: {what}", told=told, what=what)
    return tr("{told}. Gone: {what}; turn {turn} goes on", told=told, what=what, turn=now)


def in_words(history: History, unfit: Sequence[Unfit]) -> list[Message]:
    """Entries that no longer fit as they stand before the change is entered."""
    places = [history.position(entry.number) for entry, _refusal in unfit]
    return [in_short(history.words(place)) for place in places if place is not None]


def _first_of(entries: Sequence[Message]) -> Message:
    """No panel has room for a whole turn."""
    words, more = listed(entries[:NAMED]), len(entries) - NAMED
    return trn("{what} and {n} more entry", "{what} and {n} more entries", more, what=words) if more > 0 else words


def change_undone(history: History, taking_back: Entry) -> Message | None:
    """Which change of the past a taking back, not yet entered, undoes; None where it undoes none."""
    change = history.changed_back(taking_back)
    if change is None:
        return None
    place, gone, again = change
    if gone is None or again is None:
        return _put_in_or_removed(history, change)
    before, now = history.words_at(place, again), history.words_at(place, gone)
    told = _what_differs(history, place, again.answer, gone.answer) if _read_alike(before, now) else None
    return tr(
        "Undone: {what}", what=told or tr("{what} (was: {before})", what=in_short(now), before=in_short(before))
    )


def _put_in_or_removed(history: History, change: PastChange) -> Message:
    if change.gone:
        return tr("Undone: {what}", what=in_short(history.words_at(change.place, change.gone)))
    assert change.again
    return tr("It stands again: {what}", what=in_short(history.words_at(change.place, change.again)))


def undone_alone(history: History, taking_back: Entry) -> Message:
    """What a taking back, not yet entered, undoes, where nothing goes back on the table."""
    gone = history.gone(taking_back)
    named = gone[-1] if len(gone) == 1 else trn("{n} entry", "{n} entries", len(gone))
    return tr("Undone: {what}", what=in_short(named, UNDONE_NAMED))


def undone(history: History, taking_back: Entry, still: bool = False) -> Message:
    """What a taking back, not yet entered, undoes, over the list of what goes back on the table.

    still: the whole list is of what was undone before it.
    """
    gone = history.gone(taking_back)
    if still:
        named = gone[-1] if len(gone) == 1 else trn("{n} entry", "{n} entries", len(gone))
        return tr("Undone: {what}. Still to put back:", what=in_short(named, UNDONE_NAMED))
    if len(gone) == 1:
        return tr("Undone: {what}. Put back:", what=in_short(gone[0], UNDONE_NAMED))
    return trn("Undone: {n} entry. Put back:", "Undone: {n} entries. Put back:", len(gone))


def lost_and_moot(history: History, unfit: Sequence[Unfit]) -> tuple[list[Unfit], list[Entry]]:
    """What a change of the past loses; and answers that nothing asks for any more and that moved nothing."""
    moot = [entry for entry, refusal in unfit if refusal is UNASKED and _moved_nothing(history, entry)]
    return [each for each in unfit if each[0] not in moot], moot


def why_lost(edit: EditedPast, lost: Sequence[Unfit]) -> Iterator[Unfit]:
    """Each with a reason that people can do something with: the others hang on the first."""
    for at, (entry, refusal) in enumerate(lost):
        if refusal is NOT_OFFERED:
            yield entry, refused("", tr("That can't be chosen any more."))
        elif refusal is UNASKED and not at and edit.waits_for:
            yield entry, refused("", _first_comes(edit.waits_for, edit.waits_in))
        else:
            yield entry, refusal


def _first_comes(question: Message, turn: int) -> Message:
    """What people are asked once it is done, and of which turn."""
    if not turn:
        return tr("First comes: {question}", question=question)
    return tr("First comes in turn {n}: {question}", n=turn, question=question)


def _moved_nothing(history: History, entry: Entry) -> bool:
    """Whether it answered what another entry had brought up, and hands have nothing to put back."""
    position = history.position(entry.number)
    assert position is not None
    assert isinstance(entry.answer, Answer)
    state = history.state_before(position)
    asked = history.game.question(state, entry.answer.question)
    brought_up = asked is not None and not asked.non_blocking and asked.kind != ROLL
    return brought_up and not history.game.put_back(state, entry.events)


def turns_of(history: History, unfit: Sequence[tuple[Entry, Refusal]]) -> int:
    """Of how many turns these entries are."""
    places = [history.position(entry.number) or 0 for entry, _refusal in unfit]
    return len({history.mark(place).number for place in places})


def not_moved(from_where: Mapping[str, Sequence[Entry]], owed: Sequence[PutBack]) -> dict[str, Sequence[Entry]]:
    """`from_where` (what a line is about -> the past it starts from) of what is still owed.

    Where nothing at all was moved, the whole table stands as that past: "" -> it.
    """
    left = {item.about: from_where[item.about] for item in owed if item.about in from_where}
    one, *others = {id(each): each for each in left.values()}.values() or [()]
    return {"": one} if one and not others and left.keys() == from_where.keys() else left
