"""A box in words: where two boxes differ, what was taken in, what is left out. Decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.catalogue.glen_more_2.facts_in_force import load_facts
from companion.catalogue.glen_more_2.shared_box import Difference, Merged
from companion.engine.message import Message, listed, literal, tr, trn
from companion.engine.plain_text import plain_line
from companion.engine.teaching import Differs
from companion.state.glen_more_2.facts import PERSON, Cost, Effect
from companion.state.glen_more_2.labels import costs
from companion.state.glen_more_2.piece_words import KIND_WORDS, effects_in_words

FIELDS = {
    "name": tr("Name"),
    "sort": tr("A person"),
    "rebuild": tr("A rebuild tile"),
    "kind": tr("Kind"),
    "cost": tr("Cost"),
    "one_time": tr("One-time effect"),
    "activation": tr("Activation"),
    "river": tr("River"),
    "deck": tr("Deck"),
}
"""What of a tile, by its name in the file; others are told by that name."""


def differs(each: Difference) -> Differs:
    """For people to choose."""
    field = FIELDS.get(each.field) or literal(each.field)
    of_tile = tr("{piece}, {what}", piece=literal(plain_line(each.called)), what=field)
    what = of_tile if each.called else literal(each.key)
    return Differs(each.key, what, _value(each.field, each.here), _value(each.field, each.there))


def _value(field: str, value: Any) -> Message:
    match field:
        case "cost":
            return costs(tuple(Cost(what, n) for what, n in value.items()))
        case "one_time" | "activation":
            return effects_in_words(load_facts(), tuple(msgspec.convert(step, Effect) for step in value))
        case "sort":
            value = value == PERSON
        case "kind" if value in KIND_WORDS:
            return KIND_WORDS[value]
    if isinstance(value, bool):
        return tr("Yes") if value else tr("No")
    return literal(plain_line(str(value)))


def taken_in(done: Merged) -> tuple[Message, ...]:
    """What was taken in, and which tiles found no place."""
    told = trn("{n} value taken in.", "{n} values taken in.", done.added)
    return (told, _no_room(done.no_room)) if done.no_room else (told,)


def _no_room(tiles: Sequence[str]) -> Message:
    return trn(
        "No tile here is left for {tiles}: teach yours first, then take the box in again.",
        "No tiles here are left for {tiles}: teach yours first, then take the box in again.",
        len(tiles),
        tiles=listed(tiles),
    )


def left_out(tiles: int) -> Message | None:
    """Of how many tiles nothing is in the file."""
    if not tiles:
        return None
    return trn(
        "{n} tile was left out: it has neither a name nor kind and cost.",
        "{n} tiles were left out: they have neither a name nor kind and cost.",
        tiles,
    )
