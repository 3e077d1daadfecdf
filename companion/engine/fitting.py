"""An answer to a question that asks for other parts by now, for another past led to it.

Each value goes by the name of the part that it was given for. Decides nothing: whether the answer can be taken is
the question's to say.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.offers import Amount, Offer, Part, Pick, Value, brought_by, parts_with_values


def fitted(then: Offer, now: Offer, values: Sequence[Value]) -> tuple[Value, ...]:
    """The values given when `then` was offered, for the parts of `now`.

    What is no longer asked for is left out and what is new gets its usual value, if it has one.
    """
    if then.parts == now.parts:
        return tuple(values)
    given: dict[str, list[Value]] = {}
    for part, value in parts_with_values(then.parts, values):
        given.setdefault(part.name, []).append(value)
    left, fit = list(now.parts), list[Value]()
    while left:
        part = left.pop(0)
        told = given.get(part.name)
        now_told = told.pop(0) if told else _usual(part)
        if now_told is None:
            break
        fit.append(now_told)
        left[:0] = brought_by(part, now_told)
    return tuple(fit)


def _usual(part: Part) -> Value | None:
    """What a part is when nobody says otherwise; None where somebody has to."""
    if isinstance(part, Amount):
        return part.default
    return (part.default or None) if isinstance(part, Pick) else None


def only_confirmed(offer: Offer, values: Sequence[Value]) -> bool:
    """Did people but agree to counts as the companion had them? Then nothing is lost where it isn't asked."""
    counted = list(parts_with_values(offer.parts, values))
    return bool(counted) and all(
        isinstance(part, Amount) and part.counted and part.default == value for part, value in counted
    )
