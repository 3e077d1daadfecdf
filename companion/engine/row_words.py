"""The words that rows of events have: a line of the history, what goes back on the table. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.actions import EventRow
from companion.engine.game import PutBack
from companion.engine.message import Message, listed, literal, tr
from companion.engine.offers import Answer, Part, Question, Value, parts_with_values, value_words

Rows = Mapping[type[Any], EventRow[Any]]


def history_lines(rows: Rows, state: Any, events: Sequence[Any]) -> Iterator[Message]:
    """What each event says of itself, then those that are told together. A name is said once for several."""
    together: dict[type[Any], list[Any]] = {}
    named = ""
    for event in events:
        row = rows[type(event)]
        if row.history_of_all:
            together.setdefault(type(event), []).append(event)
        elif row.history and (line := row.history(state, event)) is not None:
            player = getattr(event, "player", "")
            yield row.history_more(state, event) if row.history_more and player == named != "" else line
            named = player
    for kind, same in together.items():
        words = rows[kind].history_of_all
        if words and (line := words(state, same)) is not None:
            yield line


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


def put_back_lines(rows: Rows, state: Any, events: Sequence[Any]) -> Iterator[PutBack]:
    """What the hands put back; `events` come in the order of taking back, the last first.

    Line by line; what goes back in one handful stands where its first event does. Events of several kinds go back
    in one where their rows have the same words for it.
    """
    grouped = [(event, rows[type(event)], _handful(rows[type(event)], event)) for event in events]
    done = set()
    for event, row, group in grouped:
        if group and row.put_back_handful:
            words = row.put_back_handful
            if (words, group) not in done:
                done.add((words, group))
                same = [each for each, other, its in grouped if other.put_back_handful is words and its == group]
                if line := words(state, same):
                    yield line
        elif row.put_back and (line := row.put_back(state, event)):
            yield line


def _handful(row: EventRow[Any], event: Any) -> str:
    return row.handful(event) if row.handful else ""
