"""Add facts to a box and remove them, with the same checks as for a line of its file. No file is written here."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from companion.games.glen_more_2.catalogue.box import FIELD_TEXTS, Box, box_tables, parse_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.catalogue.shipped import load_catalogue
from companion.state.glen_more_2.facts import (
    DECKS,
    PIECE_FIELDS,
    TILE_PREFIX,
    Facts,
    LearnedFact,
    format_costs,
    format_step,
)


def add_fact(box: Box, learned: LearnedFact) -> Box:
    """Return the box with one more fact. Raises BadFile if the fact is not valid.

    A fact of the whole box has no piece; its field is "rondel_spaces", "worlds_end_in_d", "roads_complete",
    "decks.A" or "road.start.brodie". Costs and effects are texts such as "coin 1, sheep 2"; "" if there are none.
    """
    # The change is made in the tables of the file, so that it is checked like a line that the owner wrote.
    tables = box_tables(box)
    tables.get("fact_sources", {}).pop(fact_key(learned), None)
    if learned.piece and not is_base_game_tile(learned.piece):
        tables.setdefault("more", {})[f"{TILE_PREFIX}{learned.piece}.{learned.field}"] = learned.value
    elif learned.piece:
        row = tables.setdefault("tile", {}).setdefault(learned.piece, {})
        in_words = FIELD_TEXTS.get(learned.field)
        row[learned.field] = in_words(learned.value) if in_words else learned.value
    else:
        _add_box_fact(tables, learned)
    return parse_box(tables, box.file)


def remove_fact(box: Box, fact: LearnedFact, now: Facts, stickered: Collection[str] = ()) -> Box:
    """Return the box without a fact that an undone entry added: the piece has the value in `now` again.

    A different value that was entered since stays, and so does the assignment of stickers to pieces.
    """
    tables = box_tables(box)
    base, name = is_base_game_tile(fact.piece), f"{TILE_PREFIX}{fact.piece}.{fact.field}"
    row = tables.get("tile", {}).get(fact.piece, {}) if base else tables.get("more", {})
    key, in_words = fact.field if base else name, FIELD_TEXTS.get(fact.field) if base else None
    if row.get(key) != (in_words(fact.value) if in_words else fact.value):
        return box
    del row[key]
    if base and not row:
        del tables["tile"][fact.piece]
    without = parse_box(tables, box.file)
    was = _field(now, fact)
    return (
        without
        if was in (None, "", _field(effective_facts(without, stickered), fact))
        else _with_value(without, fact, was)
    )


def _field(facts: Facts, fact: LearnedFact) -> Any:
    """Return the value of the fact's field in these facts."""
    known = facts.pieces.get(fact.piece)
    return getattr(known, PIECE_FIELDS[fact.field]) if known else None


def _with_value(box: Box, fact: LearnedFact, value: Any) -> Box:
    """Return the box with this value, as it is in facts, for the fact's field."""
    if fact.field == "cost":
        value = format_costs(value)
    elif fact.field in FIELD_TEXTS:
        value = ", ".join(map(format_step, value))
    return add_fact(box, LearnedFact(fact.piece, fact.field, value))


def fact_key(learned: LearnedFact) -> str:
    """Return the key of a fact in `Box.fact_sources`."""
    if learned.piece:
        at = "" if is_base_game_tile(learned.piece) else "more."
        return f"{at}tile.{learned.piece}.{learned.field}"
    match learned.field.split("."):
        case ["road", a, b]:
            return f"road.{a}-{b}"
        case ["decks", _] | [_]:
            return learned.field
        case _:
            return f"more.{learned.field}"


def _add_box_fact(tables: dict[str, Any], learned: LearnedFact) -> None:
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


def is_base_game_tile(piece: str) -> bool:
    """True for a tile of the shipped catalogue or a nameless slot; other pieces belong to a chronicle."""
    deck, dash, number = piece.partition("-")
    return piece in load_catalogue().tiles or bool(deck in DECKS and dash and number.isdecimal())


def add_facts(box: Box, facts: Iterable[LearnedFact]) -> Box:
    """Return the box with all facts that a game entered."""
    for fact in facts:
        box = add_fact(box, fact)
    return box
