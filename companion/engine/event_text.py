"""The words that rows of events have: a line of the history, what goes back on the table. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.game import TableInstruction
from companion.engine.message import Message, join_list, literal, tr
from companion.engine.offers import Answer, Part, Question, Value, parts_with_values, value_words
from companion.engine.question_kinds import EventRow

EventRows = Mapping[type[Any], EventRow[Any]]


def history_lines(rows: EventRows, state: Any, events: Sequence[Any]) -> Iterator[Message]:
    """What each event says of itself, then those that are told together. A name is said once for several."""
    together: dict[type[Any], list[Any]] = {}
    named = ""
    for event in events:
        row = rows[type(event)]
        if row.group_history:
            together.setdefault(type(event), []).append(event)
        elif row.history and (line := row.history(state, event)) is not None:
            player = getattr(event, "player", "")
            yield row.short_history(state, event) if row.short_history and player == named != "" else line
            named = player
    for kind, same in together.items():
        words = rows[kind].group_history
        if words and (line := words(state, same)) is not None:
            yield line


def answer_text(question: Question | None, answer: Answer) -> Message:
    """The line of an answer of which nothing came: what was asked, and what was said."""
    offer = question.offer(answer.offer) if question else None
    if question is None or offer is None:
        return literal(answer.offer)
    if question.secret:
        return tr("answered in secret")
    if offer.label == question.text and answer.values:
        return join_list(_part_text(part, value) for part, value in parts_with_values(offer.parts, answer.values))
    if question.non_blocking or not question.text.text.endswith("?"):
        return offer.label
    return tr("{question} {answer}", question=question.text, answer=offer.label)


def _part_text(part: Part, value: Value) -> Message:
    return tr("{question} {answer}", question=part.text, answer=value_words(part, value))


def collect_undo_instructions(rows: EventRows, state: Any, events: Sequence[Any]) -> Iterator[TableInstruction]:
    """What the hands put back; `events` come in the order of taking back, the last first.

    Line by line; what goes back in one handful stands where its first event does. Events of several kinds go back
    in one where their rows have the same words for it.
    """
    grouped = [(event, rows[type(event)], _group_key(rows[type(event)], event)) for event in events]
    done = set()
    for event, row, group in grouped:
        if group and row.group_undo_instructions:
            words = row.group_undo_instructions
            if (words, group) not in done:
                done.add((words, group))
                same = [
                    each for each, other, its in grouped if other.group_undo_instructions is words and its == group
                ]
                if line := words(state, same):
                    yield line
        elif row.undo_instructions and (line := row.undo_instructions(state, event)):
            yield line


def _group_key(row: EventRow[Any], event: Any) -> str:
    return row.undo_group(event) if row.undo_group else ""
