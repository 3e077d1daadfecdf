"""One more fact in a box, as people told it; checked like a line that somebody wrote. Writes no file."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from companion.catalogue.glen_more_2.box import Box, box_of, box_tables
from companion.catalogue.glen_more_2.facts_in_force import load_facts
from companion.catalogue.glen_more_2.shipped import shipped
from companion.catalogue.glen_more_2.told_in_words import IN_WORDS
from companion.state.glen_more_2.facts import (
    DECKS,
    PIECE_FIELDS,
    TILE,
    Facts,
    Learned,
    costs_as_told,
    step_told,
)


def learn(box: Box, learned: Learned) -> Box:
    """The box with one more fact; raises BadFile where the fact can't be one.

    A fact of the whole box has no piece: field "rondel_spaces", "worlds_end_in_d", "roads_complete", "decks.A",
    "road.start.brodie". A cost is told in words: "coin 1, sheep 2", "" = costs nothing; so are one-time effects.
    """
    # By way of the file's tables: what is told in play is checked like a line that somebody wrote.
    tables = box_tables(box)
    tables.get("told_by", {}).pop(key_of(learned), None)
    if learned.piece and not of_base_game(learned.piece):
        tables.setdefault("more", {})[f"{TILE}{learned.piece}.{learned.field}"] = learned.value
    elif learned.piece:
        row = tables.setdefault("tile", {}).setdefault(learned.piece, {})
        in_words = IN_WORDS.get(learned.field)
        row[learned.field] = in_words(learned.value) if in_words else learned.value
    else:
        _learn_of_box(tables, learned)
    return box_of(tables, box.file)


def unlearn(box: Box, told: Learned, now: Facts, stickered: Collection[str] = ()) -> Box:
    """The box without a fact that a game told of a piece and takes back: what it has `now` stands there again.

    What somebody has said otherwise since stays, and so does which piece a sticker is on.
    """
    tables = box_tables(box)
    base, name = of_base_game(told.piece), f"{TILE}{told.piece}.{told.field}"
    row = tables.get("tile", {}).get(told.piece, {}) if base else tables.get("more", {})
    key, in_words = told.field if base else name, IN_WORDS.get(told.field) if base else None
    if row.get(key) != (in_words(told.value) if in_words else told.value):
        return box
    del row[key]
    if base and not row:
        del tables["tile"][told.piece]
    without = box_of(tables, box.file)
    was = _field(now, told)
    return (
        without if was in (None, "", _field(load_facts(without, stickered), told)) else _with(without, told, was)
    )


def _field(facts: Facts, told: Learned) -> Any:
    """What facts have of what is told of a piece."""
    known = facts.pieces.get(told.piece)
    return getattr(known, PIECE_FIELDS[told.field]) if known else None


def _with(box: Box, told: Learned, value: Any) -> Box:
    """The box with that of the piece, as facts have it."""
    if told.field == "cost":
        value = costs_as_told(value)
    elif told.field in IN_WORDS:
        value = ", ".join(map(step_told, value))
    return learn(box, Learned(told.piece, told.field, value))


def key_of(learned: Learned) -> str:
    """Where `Box.told_by` has a fact."""
    if learned.piece:
        at = "" if of_base_game(learned.piece) else "more."
        return f"{at}tile.{learned.piece}.{learned.field}"
    match learned.field.split("."):
        case ["road", a, b]:
            return f"road.{a}-{b}"
        case ["decks", _] | [_]:
            return learned.field
        case _:
            return f"more.{learned.field}"


def _learn_of_box(tables: dict[str, Any], learned: Learned) -> None:
    match learned.field.split("."):
        case ["decks", deck]:
            tables.setdefault("decks", {})[deck] = learned.value
        case ["road", a, b]:
            others = [road for road in tables.get("road", []) if {road["a"], road["b"]} != {a, b}]
            tables["road"] = [*others, {"a": a, "b": b, "coins": learned.value}]
        case [_]:
            tables[learned.field] = learned.value
        case _:
            tables.setdefault("more", {})[learned.field] = learned.value


def of_base_game(piece: str) -> bool:
    """A tile of the shipped catalogue or a nameless slot; others are a chronicle's."""
    deck, dash, number = piece.partition("-")
    return piece in shipped().tiles or bool(deck in DECKS and dash and number.isdecimal())


def learn_all(box: Box, facts: Iterable[Learned]) -> Box:
    """The box with all that a game told."""
    for fact in facts:
        box = learn(box, fact)
    return box
