"""Which physical tile is which: a deck's nameless slots, and the named tiles that took the place of one.

Judges the owner's words about decks and slots; knows no costs, effects or roads.

What tells tiles from one another: what is printed on them, as shared boxes name them.

Works on the rows of a box's file; knows nothing of who shares with whom.
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
    """Which tile of each deck goes by what id."""

    sizes: dict[str, int]
    """Letter -> how many tiles, World's End not counted in."""
    nameless: dict[str, tuple[str, ...]]
    """Letter -> the slots left of it."""
    found: dict[str, str]
    """Slot -> the named tile that it is."""
    deck_of: dict[str, str]
    """Named tile -> its deck, where only the owner knows it."""


def slots_of(box: Box, known: ShippedFacts, kept: Collection[str]) -> Slots:
    """The slots of a box; raises BadFile where it contradicts itself or the catalogue."""
    sizes = deck_sizes(box, known)
    printed = {deck: _slot_ids(box, known, deck, size) for deck, size in sizes.items()}
    _check_tiles(box, [*known.tiles, *(slot for row in printed.values() for slot in row)])
    found = named_slots(box, known)
    told = _told_decks(box, known, found)
    nameless = {deck: _nameless(deck, printed[deck], found, told, box, kept) for deck in sizes}
    return Slots(sizes, nameless, found, {**{tile: slot[0] for slot, tile in found.items()}, **told})


def deck_sizes(box: Box, known: ShippedFacts) -> dict[str, int]:
    """Tiles of each letter without World's End, which is one of the D tiles unless the owner says it isn't."""
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
    """Slot -> the named tile that it turned out to be."""
    found: dict[str, str] = {}
    for slot, row in box.tile.items():
        if row.is_ is None:
            continue
        tile = _tile_called(row.is_, box, known, slot)
        if tile in found.values():
            first = next(other for other, name in found.items() if name == tile)
            name = known.tiles[tile].name
            raise BadFile(
                tr("{file}: {a} and {b} are both {name}; remove one.", file=box.file, a=first, b=slot, name=name)
            )
        found[slot] = tile
    return found


def _tile_called(word: str, box: Box, known: ShippedFacts, slot: str) -> str:
    """The id of the named tile that `word` means (id or name): one of those whose deck nobody publishes."""
    if slot in known.tiles:
        raise BadFile(tr("{file}: tile.{slot} has a name already; remove its is.", file=box.file, slot=slot))
    free = [id for id, tile in known.tiles.items() if tile.deck is None]
    for id in free:
        if word.casefold() in (id, known.tiles[id].name.casefold()):
            return id
    raise BadFile(not_one_of(box.file, f"tile.{slot}.is", word, free))


def _told_decks(box: Box, known: ShippedFacts, found: dict[str, str]) -> dict[str, str]:
    """Named tile -> the deck that the owner gives it without saying which slot it is."""
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
    deck: str, slots: list[str], found: dict[str, str], told: dict[str, str], box: Box, kept: Collection[str]
) -> tuple[str, ...]:
    """The deck's nameless slots. Tiles known only by their deck take the last ones that nobody described."""
    left = [slot for slot in slots if slot not in found]
    unplaced = [tile for tile, letter in told.items() if letter == deck]
    free = [slot for slot in left if slot not in box.tile]
    # Slots with a sticker come first and so give way last: else a sticker would be on a tile that is gone.
    free.sort(key=lambda slot: (slot not in kept, slots.index(slot)))
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


def is_identifying(row: Mapping[str, Any]) -> bool:
    """Whether a row of a shared file says enough of its print."""
    return bool(row.get("name")) or ("kind" in row and "cost" in row)


def printed_identity(row: Mapping[str, Any]) -> PrintedIdentity:
    """The print of a shared row, its copy left aside."""
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
    """Folded name -> id of the tiles that the catalogue names."""
    return {tile.name.casefold(): id for id, tile in load_catalogue().tiles.items()}


def shared_name_and_deck(box: Box, id: str) -> dict[str, Any]:
    """The name and deck of a tile's row as a shared file has them."""
    known, row = load_catalogue(), box.tile[id]
    named = named_slots(box, known).get(id, id)
    if named in known.tiles:
        deck = row.deck or (id[0] if id != named else None)
        return {"name": known.tiles[named].name, **({"deck": deck} if deck else {})}
    return {"deck": id[0], **({"name": row.name} if row.name else {})}


def tiles_by_identity(box: Box) -> dict[PrintedIdentity, str]:
    """The tiles that this box describes, by what is printed on them."""
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
    """A tile of a shared file for people."""
    if row.get("name"):
        return literal(plain_line(str(row["name"])))
    kind = str(row.get("kind") or "")
    words = KIND_LABELS.get(kind) or literal(plain_line(kind))
    cost = costs_label(Cost(what, n) for what, n in (row.get("cost") or {}).items())
    return tr(
        "{Kind} ({deck}, costs {cost})", Kind=words, deck=deck_group_label(str(row.get("deck", ""))), cost=cost
    )
