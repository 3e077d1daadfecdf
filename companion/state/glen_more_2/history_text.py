"""One line of the history, made of the words that the events of an answer have. Words only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.message import Message, listed, literal, tr
from companion.engine.offers import Answer, Part, Question, Value, parts_with_values, value_words
from companion.state.glen_more_2.events import BookedLate, Event
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import rules_of


def history_text(state: State, events: Sequence[Event]) -> Message | None:
    """One line: everything notable that came of an answer given in `state`, each thing once; None: nothing."""
    lines = dict.fromkeys(_lines(state, [event for event in events if not isinstance(event, BookedLate)]))
    late = next((event for event in events if isinstance(event, BookedLate)), None)
    if lines and late:
        return _late(state, late.player, listed(lines))
    lines = lines or dict.fromkeys(_lines(state, events))
    return listed(lines) if lines else None


def _late(state: State, player_id: str, what: Message) -> Message:
    """What was scored since the player's turn stays: an entry counts from when it is made."""
    if _scored_since_turn(state, player_id):
        return tr("Entered late, scorings before stay as they were: {what}", what=what)
    return tr("Entered late: {what}", what=what)


def _scored_since_turn(state: State, player_id: str) -> bool:
    last = (each for each in reversed(state.story.turns) if each.scored or each.figure == player_id)
    latest = next(last, None)
    return latest is not None and bool(latest.scored)


def of_answer(question: Question | None, answer: Answer) -> Message:
    """The line of an answer of which nothing came: what was asked, and what was said."""
    offer = question.offer(answer.offer) if question else None
    if question is None or offer is None:
        return literal(answer.offer)
    if question.secret:
        return tr("answered in secret")
    if offer.label == question.text and answer.values:
        return listed(_part_words(part, value) for part, value in parts_with_values(offer.parts, answer.values))
    if question.non_blocking or not question.text.text.endswith("?"):
        return offer.label
    return tr("{question} {answer}", question=question.text, answer=offer.label)


def _part_words(part: Part, value: Value) -> Message:
    return tr("{question} {answer}", question=part.text, answer=value_words(part, value))


def _lines(state: State, events: Sequence[Event]) -> Iterator[Message]:
    rows = rules_of(state).events
    together: dict[type[Event], list[Event]] = {}
    for event in events:
        row = rows[type(event)]
        if row.history_of_all:
            together.setdefault(type(event), []).append(event)
        elif row.history and (line := row.history(state, event)) is not None:
            yield line
    for kind, same in together.items():
        words = rows[kind].history_of_all
        if words and (line := words(state, same)) is not None:
            yield line
