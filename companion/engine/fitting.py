"""An answer to a question that asks for other parts by now, for another past led to it.

Each value goes by the name of the part that it was given for. Decides nothing: whether the answer can be taken is
the question's to say.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.message import Message, tr
from companion.engine.offers import (
    Amount,
    Answer,
    Offer,
    Part,
    Pick,
    Place,
    Question,
    Reason,
    Value,
    brought_by,
    cell_value,
    parts_with_values,
    value_words,
)

STANDS = Reason("", tr("asked now, taken as it stands"))
GONE = Reason("", tr("asked no more, left out"))


def fitted(then: Offer, now: Offer, values: Sequence[Value]) -> tuple[Value, ...]:
    """The values given when `then` was offered, for the parts of `now`.

    What is no longer asked for is left out and what is new gets its usual value, if it has one.
    """
    if then.parts == now.parts:
        return tuple(values)
    given: dict[str, list[Value]] = {}
    lay: dict[str, Part] = {}
    for part, value in parts_with_values(then.parts, values):
        given.setdefault(part.name, []).append(value)
        lay[part.name] = part
    left, fit = list(now.parts), list[Value]()
    while left:
        part = left.pop(0)
        told = given.get(part.name)
        now_told = _followed(lay.get(part.name), part, told.pop(0)) if told else _usual(part)
        if now_told is None:
            break
        fit.append(now_told)
        left[:0] = brought_by(part, now_told)
    return tuple(fit)


def _followed(then: Part | None, now: Part, value: Value) -> Value:
    """A cell stood for the tile that lay there: where that lies elsewhere now, for the cell where it lies."""
    if not isinstance(then, Place) or not isinstance(now, Place) or then.laid or now.laid:
        return value
    by_cell = {cell_value(tract.x, tract.y): tract.label for tract in then.tracts}
    if (meant := by_cell.get(str(value))) is None:
        return value
    there = [cell_value(tract.x, tract.y) for tract in now.tracts if tract.label == meant]
    return there[0] if len(there) == 1 and list(by_cell.values()).count(meant) == 1 else value


def _usual(part: Part) -> Value | None:
    """What a part is when nobody says otherwise; None where somebody has to."""
    if isinstance(part, Amount):
        return part.default
    return (part.default or None) if isinstance(part, Pick) else None


def left_out(then: Offer, now: Offer, values: Sequence[Value]) -> list[tuple[Message, Reason]]:
    """What people said that is asked no more, in words; what they but agreed to is not missed."""
    if then.parts == now.parts:
        return []
    still = {part.name for part, _ in parts_with_values(now.parts, fitted(then, now, values))}
    said = parts_with_values(then.parts, values)
    gone = (each for each in said if each[0].name not in still and not _agreed(*each))
    return [(_said(part, value), GONE) for part, value in gone]


def agreed_in_words(question: Question, answer: Answer) -> list[tuple[Message, Reason]]:
    """What an answer agrees to."""
    offer = question.offer(answer.offer)
    parts = parts_with_values(offer.parts, answer.values) if offer else ()
    return [(_said(part, value), STANDS) for part, value in parts]


def _said(part: Part, value: Value) -> Message:
    return tr("{question} {answer}", question=part.text, answer=value_words(part, value))


def as_it_stands(question: Question) -> Answer | None:
    """The answer that agrees to counts as the companion has them; None where something else is asked."""
    for offer in () if question.non_blocking or question.secret else question.offers:
        counts = [part.default for part in offer.parts if isinstance(part, Amount) and part.counted]
        if counts and len(counts) == len(offer.parts) and not offer.closed:
            return Answer(question.number, offer.name, tuple(counts))
    return None


def only_confirmed(offer: Offer, values: Sequence[Value]) -> bool:
    """Did people but agree to counts as the companion had them? Then nothing is lost where it isn't asked."""
    counted = list(parts_with_values(offer.parts, values))
    return bool(counted) and all(_agreed(part, value) for part, value in counted)


def _agreed(part: Part, value: Value) -> bool:
    return isinstance(part, Amount) and part.counted and part.default == value
