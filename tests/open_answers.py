"""Every answer that is offered and open: what tests try out, each as people could give it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.offers import Amount, Answer, Part, Pick, Question, Value


def open_answers(question: Question, most: int = 200) -> Iterator[Answer]:
    """Answers that are offered and open, amounts at their usual value."""
    for offer in question.offers:
        if offer.closed:
            continue
        for count, values in enumerate(_open_values(offer.parts)):
            if count >= most:
                break
            yield Answer(question.number, offer.name, values, anyway=True)


def _open_values(parts: Sequence[Part]) -> Iterator[tuple[Value, ...]]:
    if not parts:
        yield ()
        return
    part, rest = parts[0], parts[1:]
    if isinstance(part, Pick):
        for choice in part.choices:
            if not choice.closed:
                for values in _open_values((*choice.then, *rest)):
                    yield (choice.value, *values)
        return
    default: Value = part.default if isinstance(part, Amount) else "?"
    for values in _open_values(rest):
        yield (default, *values)
