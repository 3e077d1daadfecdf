"""Texts and table instructions built from the rows of the event table (`EventRow`). Knows no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.game import TableInstruction
from companion.engine.message import Message, join_list, literal, tr
from companion.engine.offers import Answer, Part, Question, Value, parts_with_values, value_text
from companion.engine.question_kinds import EventRow

EventRows = Mapping[type[Any], EventRow[Any]]


def history_lines(rows: EventRows, state: Any, events: Sequence[Any]) -> Iterator[Message]:
    """Yield the history lines of one entry: event by event, then one line for each kind with `group_history`.

    A player's name is not repeated in consecutive lines about that player.
    """
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


def history_line(rows: EventRows, state: Any, events: Sequence[Any]) -> Message | None:
    """Return the history lines of one entry as one text, each once; None if there is none."""
    lines = dict.fromkeys(history_lines(rows, state, events))
    return join_list(lines) if lines else None


def answer_text(question: Question | None, answer: Answer) -> Message:
    """Return the history line of an answer without events: the question and the chosen offer."""
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
    return tr("{question} {answer}", question=part.text, answer=value_text(part, value))


def collect_undo_instructions(rows: EventRows, state: Any, events: Sequence[Any]) -> Iterator[TableInstruction]:
    """Yield the undo instructions for `events`, which are in undo order, the last first.

    Events of one undo group share one instruction, placed where the first of them is. Events of several kinds
    share it if their rows have the same `group_undo_instructions`.
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
