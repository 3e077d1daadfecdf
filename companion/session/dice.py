"""The companion's own die: fills in what an answer leaves to chance. The only place where anything is rolled."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec

from companion.engine.offers import BY_CHANCE, Amount, Answer, Part, Pick, Question, Value


def with_roll(question: Question | None, answer: Answer, dice: random.Random) -> Answer:
    """The answer with the rolled values in it; any other answer as it is."""
    offer = question.offer(answer.offer) if question else None
    if answer.offer != BY_CHANCE or answer.values or offer is None:
        return answer
    return msgspec.structs.replace(answer, values=tuple(_values(offer.parts, dice)))


def _values(parts: Sequence[Part], dice: random.Random) -> Iterator[Value]:
    """Every open choice is one face: a face printed twice stands there twice."""
    for part in parts:
        if isinstance(part, Pick):
            yield dice.choice([choice.value for choice in part.choices if not choice.closed])
        elif isinstance(part, Amount):
            yield dice.randint(part.low, part.high)
