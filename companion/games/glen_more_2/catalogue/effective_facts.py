"""The facts in force: the shipped catalogue extended by an owner's box, and the known roads of the clan board.

A tile without a published name is a slot, "S-1" … "D-13": the number printed for the deck's letter minus the tiles
known to be in that deck. A slot that is identified as a named tile is replaced by it; `piece_aliases` maps the
slot to the tile. Unknown facts stay unknown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from companion.engine.message import tr
from companion.games.glen_more_2.catalogue.box import Box
from companion.games.glen_more_2.catalogue.shipped import (
    ShippedFacts,
    card_piece,
    home_id,
    home_piece,
    load_catalogue,
)
from companion.games.glen_more_2.catalogue.tile_identity import Slots, named_slots, slots_of
from companion.state.glen_more_2.facts import ENTERED_PREFIX, PIECE_FIELDS, TILE_PREFIX, Cost, Facts, Piece, Road
from companion.state.glen_more_2.questions.crests import START_AREA
from companion.storage.toml_file import BadFile, not_one_of


def known_roads(box: Box, known: ShippedFacts) -> tuple[Road, ...]:
    """Return the known roads; the owner's replace published ones. Published sums count only while roads are
    missing."""
    places = (START_AREA, *known.crests)
    for number, road in enumerate(box.roads, 1):
        _check_road(box, road, number, places)
    own = {frozenset((road.a, road.b)) for road in box.roads}
    if len(own) < len(box.roads):
        raise BadFile(tr("{file}: a road stands there twice; remove one of them.", file=box.file))
    # A published sum over several roads would be a second way between its ends once the single roads are known.
    rest = [road for road in known.roads if not (box.roads_complete and road.is_sum)]
    roads = (*(road for road in rest if frozenset((road.a, road.b)) not in own), *box.roads)
    if box.roads_complete:
        _check_connected(box, roads, places)
    return roads


def _check_road(box: Box, road: Road, number: int, places: tuple[str, ...]) -> None:
    for key, place in (("a", road.a), ("b", road.b)):
        if place not in places:
            raise BadFile(not_one_of(box.file, f"road {number}.{key}", place, places))
    if road.a == road.b:
        raise BadFile(tr("{file}: road {n} leads nowhere; correct one of its ends.", file=box.file, n=number))


def _check_connected(box: Box, roads: tuple[Road, ...], places: tuple[str, ...]) -> None:
    reached, news = {START_AREA}, {START_AREA}
    while news:
        ends = {end for road in roads for end in (road.a, road.b) if {road.a, road.b} & news}
        news = ends - reached
        reached |= news
    lonely = [place for place in places if place not in reached]
    if lonely:
        raise BadFile(
            tr(
                "{file}: roads_complete is true, but no road leads to {crest}; add it or say false.",
                file=box.file,
                crest=lonely[0],
            )
        )


FILE_FIELDS = {field: name for name, field in PIECE_FIELDS.items()}


def effective_facts(box: Box | None = None, reserved_slots: Collection[str] = ()) -> Facts:
    """Return what is known of this box. Raises BadFile if the box contradicts itself or the catalogue.

    `reserved_slots`: slots with a sticker, which are replaced last when a named tile is assigned to their deck.
    """
    box, known = box or Box(), load_catalogue()
    slots = slots_of(box, known, reserved_slots)
    colours = box.colours or known.colours
    return Facts(
        pieces={piece.id: piece for piece in _pieces(box, known, slots, colours)},
        decks=slots.sizes,
        landmarks=known.landmarks,
        crests=known.crests,
        roads=known_roads(box, known),
        roads_complete=box.roads_complete,
        rondel_spaces=box.rondel_spaces,
        worlds_end_in_d=box.worlds_end_in_d,
        colours=colours,
        die_faces=known.die_faces,
        start_coins=known.start_coins,
        more={**box.more, **_expansion_fact_sources(box)},
    )


def _expansion_fact_sources(box: Box) -> dict[str, str]:
    """Return the sources of facts about expansion pieces; the pieces themselves are added later."""
    begins = f"more.{TILE_PREFIX}"
    return {
        ENTERED_PREFIX + key.removeprefix(begins): who
        for key, who in box.fact_sources.items()
        if key.startswith(begins)
    }


def piece_aliases(box: Box | None) -> dict[str, str]:
    """Return former ids that stickers may have and their current pieces: named slots, renamed colours."""
    if box is None:
        return {}
    known = load_catalogue()
    homes = zip(known.colours, box.colours, strict=False)
    renamed = {home_id(old): home_id(new) for old, new in homes if old not in box.colours}
    return {**renamed, **named_slots(box, known)}


def _pieces(box: Box, known: ShippedFacts, slots: Slots, colours: tuple[str, ...]) -> Iterator[Piece]:
    for deck, nameless in slots.free_slots.items():
        for slot in nameless:
            yield _with_owner_facts(Piece(slot, deck=deck, symbol=known.symbol), box, slot)
    slot_of = {tile: slot for slot, tile in slots.named_tiles.items()}
    for id, tile in known.tiles.items():
        placed = tile
        if id in slots.deck_of:
            who = box.fact_sources.get(f"tile.{slot_of.get(id, id)}.is", "")
            placed = msgspec.structs.replace(tile, deck=slots.deck_of[id], said={"deck": who})
        # Facts about the slot also hold for the named tile; facts about the name have priority.
        for told in (slot_of.get(id, ""), id):
            placed = _with_owner_facts(placed, box, told)
            _check_sort(box, told, tile, placed)
        yield placed
    yield from (home_piece(colour) for colour in colours)
    yield from (card_piece(landmark) for landmark in known.landmarks.values())


def _check_sort(box: Box, told: str, tile: Piece, placed: Piece) -> None:
    """Raise BadFile if the owner changes the published category of a named tile."""
    if placed.category != tile.category:
        key = f"tile.{told}.sort"
        raise BadFile(tr("{file}: {key} is published already; remove that line.", file=box.file, key=key))


def _with_owner_facts(piece: Piece, box: Box, told: str) -> Piece:
    """Return the piece with what the owner entered about a tile or slot, and the sources."""
    row = box.tile.get(told)
    if row is None:
        return piece
    plain = ("name", "category", "kind", "rebuild", "one_time", "activation", "river", "symbol", "barred")
    known = {field: getattr(row, field) for field in plain if getattr(row, field) is not None}
    if row.cost is not None:
        known["cost"] = tuple(Cost(what, n) for what, n in row.cost.items())
    fields = [FILE_FIELDS[field] for field in known] + (["deck"] if row.deck else [])
    said = {field: box.fact_sources.get(f"tile.{told}.{field}", "") for field in fields}
    return msgspec.structs.replace(piece, **known, said={**piece.said, **said})
