"""What tells tiles from one another: what is printed on them, as shared boxes name them.

Works on the rows of a box's file; knows nothing of who shares with whom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.catalogue.glen_more_2.box import Box, box_tables
from companion.catalogue.glen_more_2.shipped import shipped
from companion.catalogue.glen_more_2.slots import found_in
from companion.engine.message import Message, literal, tr
from companion.engine.plain_text import plain_line
from companion.state.glen_more_2.facts import Cost
from companion.state.glen_more_2.labels import costs, group_of
from companion.state.glen_more_2.piece_words import KIND_WORDS


class Print(NamedTuple):
    """What tells a tile from others: what is printed on it."""

    deck: str
    """The letter on its back; "" for a tile that the catalogue names."""
    name: str
    """Folded for comparison; "" = nobody told it."""
    kind: str = ""
    """Only where it has no name."""
    cost: tuple[tuple[str, int], ...] = ()
    """As `kind`."""
    copy: int = 1
    """Which of several that look alike."""


def tells_apart(row: Mapping[str, Any]) -> bool:
    """Whether a row of a shared file says enough of its print."""
    return bool(row.get("name")) or ("kind" in row and "cost" in row)


def print_of(row: Mapping[str, Any]) -> Print:
    """The print of a shared row, its copy left aside."""
    name = str(row.get("name") or "")
    if name.casefold() in catalogue_names():
        return Print("", name.casefold())
    deck = str(row.get("deck") or "")
    if name:
        return Print(deck, name.casefold())
    return Print(deck, "", str(row.get("kind") or "").casefold(), tuple(sorted((row.get("cost") or {}).items())))


def catalogue_names() -> dict[str, str]:
    """Folded name -> id of the tiles that the catalogue names."""
    return {tile.name.casefold(): id for id, tile in shipped().tiles.items()}


def printed_as(box: Box, id: str) -> dict[str, Any]:
    """The name and deck of a tile's row as a shared file has them."""
    known, row = shipped(), box.tile[id]
    named = found_in(box, known).get(id, id)
    if named in known.tiles:
        deck = row.deck or (id[0] if id != named else None)
        return {"name": known.tiles[named].name, **({"deck": deck} if deck else {})}
    return {"deck": id[0], **({"name": row.name} if row.name else {})}


def by_print(box: Box) -> dict[Print, str]:
    """The tiles that this box describes, by what is printed on them."""
    found: dict[Print, str] = {}
    counted = Counter[Print]()
    for id, row in box_tables(box).get("tile", {}).items():
        if id in shipped().tiles:
            continue
        shown = {**row, **printed_as(box, id)}
        if tells_apart(shown):
            print_ = print_of(shown)
            counted[print_] += 1
            found[print_._replace(copy=counted[print_])] = id
    return found


def called(row: Mapping[str, Any]) -> Message:
    """A tile of a shared file for people."""
    if row.get("name"):
        return literal(plain_line(str(row["name"])))
    kind = str(row.get("kind") or "")
    words = KIND_WORDS.get(kind) or literal(plain_line(kind))
    cost = costs(Cost(what, n) for what, n in (row.get("cost") or {}).items())
    return tr("{Kind} ({deck}, costs {cost})", Kind=words, deck=group_of(str(row.get("deck", ""))), cost=cost)
