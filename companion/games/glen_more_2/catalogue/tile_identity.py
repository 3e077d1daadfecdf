"""Identity of tiles: nameless slots of each deck, the named tiles that replace them, and printed identities.

`slots_of` checks what the owner entered about decks and slots. `printed_identity` and the functions after it work
on the rows of a shared box's file, which identify a tile by what is printed on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import msgspec

from companion.engine.message import Message, literal, plain_line, tr
from companion.games.glen_more_2.catalogue.box import Box, box_tables
from companion.games.glen_more_2.catalogue.shipped import ShippedFacts, load_catalogue
from companion.state.glen_more_2.facts import DECKS, Cost
from companion.state.glen_more_2.text.labels import costs_label, deck_group_label
from companion.state.glen_more_2.text.piece_text import KIND_LABELS
from companion.storage.toml_file import BadFile, not_one_of, unknown_key


class Slots(msgspec.Struct, frozen=True):
    """Ids of the tiles of each deck."""

    sizes: dict[str, int]
    """Number of tiles by deck letter, without World's End."""
    free_slots: dict[str, tuple[str, ...]]
    """Remaining slots by deck letter."""
    named_tiles: dict[str, str]
    """Slots and the named tiles that they are."""
    deck_of: dict[str, str]
    """Decks of named tiles where only the owner knows the deck."""


def slots_of(box: Box, known: ShippedFacts, reserved_slots: Collection[str]) -> Slots:
    """Return the slots of a box. Raises BadFile if the box contradicts itself or the catalogue."""
    sizes = deck_sizes(box, known)
    printed = {deck: _slot_ids(box, known, deck, size) for deck, size in sizes.items()}
    _check_tiles(box, [*known.tiles, *(slot for row in printed.values() for slot in row)])
    found = named_slots(box, known)
    told = _entered_decks(box, known, found)
    nameless = {deck: _nameless(deck, printed[deck], found, told, box, reserved_slots) for deck in sizes}
    return Slots(sizes, nameless, found, {**{tile: slot[0] for slot, tile in found.items()}, **told})


def deck_sizes(box: Box, known: ShippedFacts) -> dict[str, int]:
    """Return the number of tiles by letter without World's End, a D tile unless the owner says otherwise."""
    apart = 0 if box.worlds_end_in_d is False else 1
    printed = {deck: size - (apart if deck == "D" else 0) for deck, size in known.letters.items()}
    return {deck: box.decks.get(deck, printed[deck]) for deck in DECKS}


def _slot_ids(box: Box, known: ShippedFacts, deck: str, size: int) -> list[str]:
    nameless = size - len(known.named_in(deck))
    if nameless < 0:
        raise BadFile(
            tr(
                "{file}: decks.{deck} is {n}, but {named} tiles of that deck have names; count again.",
                file=box.file,
                deck=deck,
                n=size,
                named=len(known.named_in(deck)),
            )
        )
    return [f"{deck}-{number}" for number in range(1, nameless + 1)]


def _check_tiles(box: Box, ids: list[str]) -> None:
    for id in box.tile:
        if id not in ids:
            raise BadFile(_unknown_tile(box, id, ids))


def _unknown_tile(box: Box, id: str, ids: list[str]) -> Message:
    deck, dash, _ = id.partition("-")
    if not dash or deck not in DECKS:
        return unknown_key(box.file, f"tile.{id}", id, ids)
    return tr(
        "{file}: tile.{id} is not there, deck {deck} has {n} nameless tiles; correct the number.",
        file=box.file,
        id=id,
        deck=deck,
        n=sum(other.startswith(f"{deck}-") for other in ids),
    )


def named_slots(box: Box, known: ShippedFacts) -> dict[str, str]:
    """Return slots and the named tiles that they are. Raises BadFile."""
    found: dict[str, str] = {}
    for slot, row in box.tile.items():
        if row.is_ is None:
            continue
        tile = _tile_named(row.is_, box, known, slot)
        if tile in found.values():
            first = next(other for other, name in found.items() if name == tile)
            name = known.tiles[tile].name
            raise BadFile(
                tr("{file}: {a} and {b} are both {name}; remove one.", file=box.file, a=first, b=slot, name=name)
            )
        found[slot] = tile
    return found


def _tile_named(word: str, box: Box, known: ShippedFacts, slot: str) -> str:
    """Return the id of the tile that `word` names (id or name). Raises BadFile if its deck is published."""
    if slot in known.tiles:
        raise BadFile(tr("{file}: tile.{slot} has a name already; remove its is.", file=box.file, slot=slot))
    free = [id for id, tile in known.tiles.items() if tile.deck is None]
    for id in free:
        if word.casefold() in (id, known.tiles[id].name.casefold()):
            return id
    raise BadFile(not_one_of(box.file, f"tile.{slot}.is", word, free))


def _entered_decks(box: Box, known: ShippedFacts, found: dict[str, str]) -> dict[str, str]:
    """Return named tiles and the decks that the owner entered without identifying a slot. Raises BadFile."""
    told: dict[str, str] = {}
    slot_of = {tile: slot for slot, tile in found.items()}
    for id, row in box.tile.items():
        if row.deck is None:
            continue
        tile = known.tiles.get(id)
        fixed = id[0] if tile is None else slot_of[id][0] if id in slot_of else tile.deck
        if fixed is not None and fixed != row.deck:
            raise BadFile(_other_deck(box, id, row.deck, fixed))
        if fixed is None:
            told[id] = row.deck
    return told


def _other_deck(box: Box, id: str, deck: str, fixed: str) -> Message:
    if not fixed:
        return tr("{file}: tile.{id} is in no deck; remove that line.", file=box.file, id=id)
    return tr(
        "{file}: tile.{id}.deck can't be {deck}, the tile is in {fixed}; remove that line.",
        file=box.file,
        id=id,
        deck=deck,
        fixed=fixed,
    )


def _nameless(
    deck: str,
    slots: list[str],
    found: dict[str, str],
    told: dict[str, str],
    box: Box,
    reserved_slots: Collection[str],
) -> tuple[str, ...]:
    """Return the deck's nameless slots. Tiles known only by deck replace the last slots without a description."""
    left = [slot for slot in slots if slot not in found]
    unplaced = [tile for tile, letter in told.items() if letter == deck]
    free = [slot for slot in left if slot not in box.tile]
    # Slots with a sticker are replaced last, as otherwise a sticker would be on a tile that no longer exists.
    free.sort(key=lambda slot: (slot not in reserved_slots, slots.index(slot)))
    if len(unplaced) > len(free):
        raise BadFile(
            tr(
                "{file}: deck {deck} has no room left for {tile}; correct its deck or free a slot.",
                file=box.file,
                deck=deck,
                tile=load_catalogue().tiles[unplaced[-1]].name,
            )
        )
    gone = free[len(free) - len(unplaced) :]
    return tuple(slot for slot in left if slot not in gone)


class PrintedIdentity(NamedTuple):
    """What is printed on a tile and identifies it."""

    deck: str
    """Letter on its back; "" for a tile in the catalogue."""
    name: str
    """Name in casefolded form; "" if unknown."""
    kind: str = ""
    """Kind; only for a tile without a name."""
    cost: tuple[tuple[str, int], ...] = ()
    """Cost; only for a tile without a name."""
    copy: int = 1
    """Number among several tiles that look alike."""


def is_identifying(row: Mapping[str, Any]) -> bool:
    """True if a row of a shared file has enough to identify the tile."""
    return bool(row.get("name")) or ("kind" in row and "cost" in row)


def printed_identity(row: Mapping[str, Any]) -> PrintedIdentity:
    """Return the printed identity of a shared row, without its copy number."""
    name = str(row.get("name") or "")
    if name.casefold() in catalogue_names():
        return PrintedIdentity("", name.casefold())
    deck = str(row.get("deck") or "")
    if name:
        return PrintedIdentity(deck, name.casefold())
    return PrintedIdentity(
        deck, "", str(row.get("kind") or "").casefold(), tuple(sorted((row.get("cost") or {}).items()))
    )


def catalogue_names() -> dict[str, str]:
    """Return ids of the tiles in the catalogue by casefolded name."""
    return {tile.name.casefold(): id for id, tile in load_catalogue().tiles.items()}


def shared_name_and_deck(box: Box, id: str) -> dict[str, Any]:
    """Return name and deck of a tile's row as in a shared file."""
    known, row = load_catalogue(), box.tile[id]
    named = named_slots(box, known).get(id, id)
    if named in known.tiles:
        deck = row.deck or (id[0] if id != named else None)
        return {"name": known.tiles[named].name, **({"deck": deck} if deck else {})}
    return {"deck": id[0], **({"name": row.name} if row.name else {})}


def tiles_by_identity(box: Box) -> dict[PrintedIdentity, str]:
    """Return the ids of the tiles that this box describes, by printed identity."""
    found: dict[PrintedIdentity, str] = {}
    counted = Counter[PrintedIdentity]()
    for id, row in box_tables(box).get("tile", {}).items():
        if id in load_catalogue().tiles:
            continue
        shown = {**row, **shared_name_and_deck(box, id)}
        if is_identifying(shown):
            print_ = printed_identity(shown)
            counted[print_] += 1
            found[print_._replace(copy=counted[print_])] = id
    return found


def shared_tile_label(row: Mapping[str, Any]) -> Message:
    """Return the label of a tile of a shared file."""
    if row.get("name"):
        return literal(plain_line(str(row["name"])))
    kind = str(row.get("kind") or "")
    words = KIND_LABELS.get(kind) or literal(plain_line(kind))
    cost = costs_label(Cost(what, n) for what, n in (row.get("cost") or {}).items())
    return tr(
        "{Kind} ({deck}, costs {cost})", Kind=words, deck=deck_group_label(str(row.get("deck", ""))), cost=cost
    )
