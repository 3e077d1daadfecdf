"""Choices that stand in no list because only a tap can pick them: offers as lists show them. Refuses nothing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.engine.lazy import LazyItems
from companion.engine.offers import Choice, Offer, Part, Pick


def without_unlisted(offer: Offer) -> Offer:
    """The offer without the choices that only a tap can pick."""
    if not offer.parts:
        return offer
    return msgspec.structs.replace(offer, parts=LazyItems(lambda: _all_listed(offer.parts)))


def _all_listed(parts: Sequence[Part]) -> tuple[Part, ...]:
    seen, every = set[int](), tuple(parts)
    return tuple(map(_listed, every)) if any(_has_unlisted(part, seen) for part in every) else every


def _has_unlisted(part: Part, seen: set[int]) -> bool:
    """seen: what was looked through before; many choices may lead on to the same part."""
    if not isinstance(part, Pick) or id(part) in seen:
        return False
    seen.add(id(part))
    return any(
        choice.unlisted or (choice.then and any(_has_unlisted(each, seen) for each in choice.then))
        for choice in part.choices
    )


def _listed(part: Part) -> Part:
    if not isinstance(part, Pick):
        return part
    choices = (_followed_by_listed(choice) for choice in part.choices if not choice.unlisted)
    return msgspec.structs.replace(part, choices=tuple(choices))


def _followed_by_listed(choice: Choice) -> Choice:
    then = _all_listed(choice.then)
    return choice if then is choice.then else msgspec.structs.replace(choice, then=then)
