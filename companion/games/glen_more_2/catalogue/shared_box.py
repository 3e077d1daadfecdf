"""Shared boxes: a box as a file for other owners, the import of such a file, and boxes as text.

Tiles are identified by what is printed on them, never by the number of a slot or sticker:

    schema = 1
    [[tile]]
    deck = "A"
    name = "Forest"                         # or kind and cost where it has no name
    copy = 2                                # of several that look alike; left out = the first
    cost = {}

`shared_tables` returns the tables to export, `merge_boxes` a box with an imported file; contradictions are
returned for the owner to decide. No file is read or written here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.message import Message, join_list, literal, plain_line, quote_input, tr, trn
from companion.engine.piece_facts import FactDifference
from companion.games.glen_more_2.catalogue.box import (
    FIELD_TEXTS,
    MAX_IN_DECK,
    SCHEMA,
    Box,
    box_tables,
    parse_box,
    parse_tile,
)
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts, piece_aliases
from companion.games.glen_more_2.catalogue.shipped import load_catalogue
from companion.games.glen_more_2.catalogue.tile_form import ExpansionPiecesOf, no_expansion_pieces
from companion.games.glen_more_2.catalogue.tile_identity import (
    PrintedIdentity,
    Slots,
    catalogue_names,
    is_identifying,
    named_slots,
    printed_identity,
    shared_name_and_deck,
    shared_tile_label,
    slots_of,
    tiles_by_identity,
)
from companion.state.glen_more_2.facts import PERSON, START_DECK, TILE_PREFIX, Cost, Effect
from companion.state.glen_more_2.text.labels import costs_label, known_piece_label
from companion.state.glen_more_2.text.piece_text import KIND_LABELS, effects_text
from companion.storage.toml_file import BadFile, out_of_range, parse_table, unknown_key, wrong_type

MAX_TEXT_LENGTH = 80
"""Maximum length; longer names and kinds cannot be printed ones."""
BOX_FIELDS = ("rondel_spaces", "worlds_end_in_d", "roads_complete")
NOT_SHARED = ("is", "note", "name", "deck")
"""Fields that identify the tile, or that only its owner uses."""

Tables = dict[str, Any]


class BoxDifference(msgspec.Struct, frozen=True):
    """Different values of two boxes for one fact."""

    key: str
    """Key of the fact in this box, such as "tile.A-4.cost" or "rondel_spaces"."""
    called: Message | None
    """Label of the tile as printed; None for a fact of the whole box."""
    field: str
    """Field in the file."""
    here: Any
    there: Any


class MergeResult(msgspec.Struct, frozen=True):
    """A box with an imported one merged into it."""

    box: Box
    """The box with everything that contradicts nothing, and with the decided differences."""
    differences: tuple[BoxDifference, ...]
    """Differences that are not decided; the box keeps its own values."""
    added: int
    """Number of new values."""
    no_room: tuple[Message, ...]
    """Imported tiles for which this box has no free slot."""


class _Shared(msgspec.Struct, frozen=True):
    """Top level of a shared file."""

    schema: int = SCHEMA
    title: str = ""
    tile: tuple[Any, ...] = ()
    decks: dict[str, int] = {}
    road: tuple[Any, ...] = ()
    roads_complete: bool = False
    rondel_spaces: int | None = None
    worlds_end_in_d: bool | None = None
    more: dict[str, int | str | bool] = {}


def shared_tables(box: Box, own_facts: Collection[str] = ()) -> tuple[Tables, int]:
    """Return the tables to share, and the number of tiles left out because their print does not identify them.

    `own_facts`: prefixes of the names of facts that are true only for this owner's pieces.
    """
    whole = box_tables(box)
    rows = [{**shared_name_and_deck(box, id), **_facts_of(row)} for id, row in whole.pop("tile", {}).items()]
    told = [row for row in rows if is_identifying(row)]
    tables = {key: value for key, value in whole.items() if key not in ("colours", "fact_sources")}
    tables["more"] = {name: v for name, v in box.more.items() if not name.startswith(tuple(own_facts))}
    counted = Counter[PrintedIdentity]()
    for row in told:
        counted[printed_identity(row)] += 1
        if (copy := counted[printed_identity(row)]) > 1:
            row["copy"] = copy
    tables = {key: value for key, value in tables.items() if value not in ({}, [], "")}
    return {**tables, "tile": told} if told else tables, len(rows) - len(told)


def _facts_of(row: Mapping[str, Any]) -> Tables:
    return {key: value for key, value in row.items() if key not in NOT_SHARED}


def merge_boxes(
    box: Box,
    tables: Mapping[str, Any],
    file: str,
    stickered: Collection[str] = (),
    theirs: Mapping[str, bool] | None = None,
) -> MergeResult:
    """Return the box with a shared one merged into it. Raises BadFile if the file is not a valid shared box.

    `stickered`: tiles with a sticker; only their owner can see which tile that is, so they receive no imported
    description. `theirs`: by the `key` of a difference, whether the imported value is used.
    """
    shared = _checked(tables, file)
    own = box_tables(box)
    places, no_room = _places(box, shared, stickered)
    differences: list[BoxDifference] = []
    added = 0
    for path, tile, value in _shared_values(box, shared, places):
        here = _value_at(own, path)
        if here == value:
            continue
        key = ".".join(path)
        difference = BoxDifference(key, tile, path[-1], here, value)
        choice = None if here is None else (theirs or {}).get(key)
        if here is not None and choice is None:
            differences.append(difference)
        elif choice is not False:
            _set_value(own, path, value)
            own.setdefault("fact_sources", {})[key] = shared.title or file
            added += 1
    return MergeResult(parse_box(own, box.file), tuple(differences), added, no_room)


def _checked(tables: Mapping[str, Any], file: str) -> _Shared:
    """Return the shared file after checking each row like the rows of a box. Raises BadFile."""
    top = parse_table(_Shared, tables, file)
    parse_box({key: value for key, value in tables.items() if key not in ("tile", "title")}, file)
    if len(top.title) > MAX_TEXT_LENGTH or not top.title.isprintable():
        raise BadFile(tr("{file}: {key} is not a printed word; correct it.", file=file, key="title"))
    for number, road in enumerate(top.road, 1):
        for end in ("a", "b"):
            if not road[end].isidentifier():
                raise BadFile(
                    tr("{file}: {key} is not a printed word; correct it.", file=file, key=f"road {number}.{end}")
                )
    for number, row in enumerate(top.tile, 1):
        _check_tile(row, file, f"tile {number}")
    return top


def _check_tile(row: object, file: str, where: str) -> None:
    if not isinstance(row, Mapping):
        raise BadFile(wrong_type(file, where, tr("a table")))
    if "is" in row:  # Only an owner's box has "is": it refers to a slot of that box.
        raise BadFile(unknown_key(file, f"{where}.is", "is", ()))
    copy = row.get("copy", 1)
    if type(copy) is not int or not 1 <= copy <= MAX_IN_DECK:
        raise BadFile(out_of_range(file, f"{where}.copy", 1, MAX_IN_DECK))
    parse_tile({key: value for key, value in row.items() if key != "copy"}, file, where)
    _check_print(row, file, where)


def _check_print(row: Mapping[str, Any], file: str, where: str) -> None:
    if not is_identifying(row):
        raise BadFile(
            tr(
                "{file}: {key} has neither a name nor kind and cost; add what is printed on it.",
                file=file,
                key=where,
            )
        )
    for field in ("name", "kind"):
        if len(word := str(row.get(field, ""))) > MAX_TEXT_LENGTH or not word.isprintable():
            raise BadFile(
                tr("{file}: {key} is not a printed word; correct it.", file=file, key=f"{where}.{field}")
            )
    if not printed_identity(row).deck and printed_identity(row).name not in catalogue_names():
        raise BadFile(tr("{file}: {key} is missing; add it.", file=file, key=f"{where}.deck"))


def _places(box: Box, shared: _Shared, stickered: Collection[str]) -> tuple[dict[int, str], tuple[Message, ...]]:
    """Return the tile id in this box for each row of the file, and labels of the tiles without one."""
    slots = slots_of(box, load_catalogue(), stickered)
    slot_of = {tile: slot for slot, tile in slots.named_tiles.items()}
    names = {name: slot_of.get(id, id) for name, id in catalogue_names().items()}
    here = tiles_by_identity(box)
    free = {
        deck: [slot for slot in row if slot not in box.tile and slot not in stickered]
        for deck, row in slots.free_slots.items()
    }
    places: dict[int, str] = {}
    left: list[Message] = []
    for number, row in enumerate(shared.tile):
        print_ = printed_identity(row)
        found = names.get(print_.name) or here.get(print_._replace(copy=row.get("copy", 1)))
        found = found or _nameless_twin(row, here, places.values())
        deck = row.get("deck", "")
        in_slot = found is None or (bool(deck) and _deck_is_new(found, slots))
        slot = free[deck].pop(0 if found is None else -1) if in_slot and free.get(deck) else None
        if in_slot and slot is None:
            left.append(shared_tile_label(row))
        else:
            places[number] = found or slot or ""
    return places, tuple(left)


def _deck_is_new(tile: str, slots: Slots) -> bool:
    """True for a named tile whose deck is unknown here; it takes the place of a nameless slot in that deck."""
    published = load_catalogue().tiles.get(tile)
    return published is not None and published.deck is None and tile not in slots.deck_of


def _nameless_twin(
    row: Mapping[str, Any], slots: Mapping[PrintedIdentity, str], used_slots: Collection[str]
) -> str | None:
    """Return the only nameless tile in this box of that kind and cost, which receives the name; None otherwise."""
    if not ("kind" in row and "cost" in row):
        return None
    alike = printed_identity({key: value for key, value in row.items() if key != "name"})
    twins = [id for print_, id in slots.items() if print_._replace(copy=1) == alike and id not in used_slots]
    return twins[0] if len(twins) == 1 else None


def _shared_values(
    box: Box, shared: _Shared, places: Mapping[int, str]
) -> Iterator[tuple[tuple[str, ...], Message | None, Any]]:
    """Yield every value of the file: its path in the tables of a box, the label of its tile, and the value."""
    for name in BOX_FIELDS:
        if (value := getattr(shared, name)) not in (None, False) or (name == "worlds_end_in_d" and value is False):
            yield (name,), None, value
    for deck, size in shared.decks.items():
        yield ("decks", deck), None, size
    for road in shared.road:
        yield ("road", f"{road['a']}-{road['b']}"), None, road["coins"]
    for name, fact in shared.more.items():
        yield ("more", name), None, fact
    found = named_slots(box, load_catalogue())
    for number, id in places.items():
        row = shared.tile[number]
        fields = {key: value for key, value in row.items() if key not in ("copy", "name", "deck")}
        if id not in load_catalogue().tiles and id not in found and row.get("name"):
            fields["name"] = row["name"]
        elif "deck" in row and id in load_catalogue().tiles and load_catalogue().tiles[id].deck is None:
            fields["deck"] = row["deck"]
        for field, value in fields.items():
            yield ("tile", id, field), shared_tile_label(row), value


def _value_at(tables: Tables, path: tuple[str, ...]) -> Any:
    """Return the value at this path in the tables of a box; None if there is none."""
    if path[0] == "road":
        ends = set(path[1].split("-"))
        return next((road["coins"] for road in tables.get("road", ()) if {road["a"], road["b"]} == ends), None)
    found: Any = tables
    for key in path:
        found = found.get(key) if isinstance(found, Mapping) else None
    # roads_complete = false makes no statement.
    return None if path == ("roads_complete",) and not found else found


def _set_value(tables: Tables, path: tuple[str, ...], value: Any) -> None:
    if path[0] == "road":
        a, b = path[1].split("-")
        others = [road for road in tables.get("road", ()) if {road["a"], road["b"]} != {a, b}]
        tables["road"] = [*others, {"a": a, "b": b, "coins": value}]
        return
    for key in path[:-1]:
        tables = tables.setdefault(key, {})
    tables[path[-1]] = value


FIELD_LABELS = {
    "is": tr("Name"),
    "name": tr("Name"),
    "sort": tr("A person"),
    "rebuild": tr("A rebuild tile"),
    "kind": tr("Kind"),
    "cost": tr("Cost"),
    "one_time": tr("One-time effect"),
    "activation": tr("Activation"),
    "river": tr("River"),
    "deck": tr("Deck"),
    "symbol": tr("A chronicle's symbol"),
    "barred": tr("No pawn may stop there"),
    "note": tr("Note"),
}
"""Labels of a tile's fields by their names in the file."""
BOX_FIELD_WORDS = {
    "rondel_spaces": tr("Spaces of the rondel"),
    "worlds_end_in_d": tr("World's End is one of the D tiles"),
    "roads_complete": tr("Every road of the clan board is known"),
}


class BoxWords:
    """Texts for everything in a box.

    `beside` returns what every expansion adds; `fact_words`: labels of expansion facts that are not a field of a
    piece, by name.
    """

    def __init__(
        self, box: Box, beside: ExpansionPiecesOf = no_expansion_pieces, fact_words: Mapping[str, Message] = {}
    ) -> None:
        self._box, self._fact_words = box, fact_words
        self._facts = effective_facts(box)
        added = beside(self._facts)
        self._expansions = {slug: name for slug, name, _ in added}
        self._beside = {id: piece for _, _, own in added for id, piece in own.items()}

    def all_values(self) -> Iterator[tuple[str, Message, Message]]:
        """Yield every value of the box: its key as in `Box.fact_sources`, its label and its text."""
        tables = box_tables(self._box)
        for id, row in tables.get("tile", {}).items():
            for field, value in row.items():
                yield f"tile.{id}.{field}", self._of_tile(self._called(id), field), self.value(field, value)
        for road in self._box.roads:
            yield (key := f"road.{road.a}-{road.b}"), self._road(key), self.value("", road.coins)
        for name in filter(tables.__contains__, BOX_FIELD_WORDS):
            yield name, BOX_FIELD_WORDS[name], self.value("", tables[name])
        for group in ("decks", "more"):
            for name, value in tables.get(group, {}).items():
                yield (key := f"{group}.{name}"), self.what(key), self.value(name.rpartition(".")[2], value)

    def what(self, key: str, called: Message | None = None) -> Message:
        """Return the label of a value by its key; `called`: label of its tile as printed."""
        group, _, rest = key.partition(".")
        if group == "tile" and called:
            return self._of_tile(called, rest.rpartition(".")[2])
        if group == "road":
            return self._road(key)
        if group == "decks":
            return tr("Start tiles") if rest == START_DECK else tr("Tiles of deck {deck}", deck=rest)
        if group == "more":
            return self._fact_words.get(rest) or self._of_expansion(rest)
        return BOX_FIELD_WORDS.get(key) or literal(plain_line(key))

    def _called(self, id: str) -> Message:
        if id in self._facts.pieces:
            return known_piece_label(self._facts.pieces[id])
        found = piece_aliases(self._box).get(id)
        return known_piece_label(self._facts.pieces[found]) if found in self._facts.pieces else literal(id)

    def _of_tile(self, tile: Message, field: str) -> Message:
        return tr("{Piece}, {what}", Piece=tile, what=FIELD_LABELS.get(field) or literal(plain_line(field)))

    def _road(self, key: str) -> Message:
        a, _, b = key.removeprefix("road.").partition("-")
        return tr("Road from {one} to {other}", one=self._crest(a), other=self._crest(b))

    def _crest(self, id: str) -> Message:
        if id == "start":
            return tr("the start area")
        return literal(self._facts.crests[id].name if id in self._facts.crests else plain_line(id))

    def _of_expansion(self, name: str) -> Message:
        slug, _, what = name.partition(".")
        if f"{slug}." == TILE_PREFIX:
            piece, _, field = what.partition(".")
            known = self._beside.get(piece)
            return self._of_tile(known_piece_label(known) if known else literal(plain_line(piece)), field)
        known = next((piece for id, piece in self._beside.items() if what.endswith(id)), None)
        words = known_piece_label(known) if known else literal(plain_line(what.replace("_", " ")))
        return tr("{piece}, {what}", piece=self._expansions.get(slug) or literal(plain_line(slug)), what=words)

    def value(self, field: str, value: Any) -> Message:
        """Return the text of a value; values of expansion pieces are stored as text."""
        if field in FIELD_TEXTS and isinstance(value, str):
            value = FIELD_TEXTS[field](value)
        match field:
            case "cost":
                return costs_label(tuple(Cost(what, n) for what, n in value.items()))
            case "one_time" | "activation":
                return effects_text(self._facts, tuple(msgspec.convert(step, Effect) for step in value))
            case "sort":
                value = value == PERSON
            case "is":
                found = self._facts.pieces.get(str(value))
                return known_piece_label(found) if found else literal(plain_line(str(value)))
            case "kind" if value in KIND_LABELS:
                return KIND_LABELS[value]
        if isinstance(value, bool):
            return tr("Yes") if value else tr("No")
        return literal(quote_input(str(value)))

    def differs(self, each: BoxDifference) -> FactDifference:
        """Return the difference as text, for the owner to choose."""
        field = each.field.rpartition(".")[2]
        what = self.what(each.key, each.called)
        return FactDifference(each.key, what, self.value(field, each.here), self.value(field, each.there))


def import_report(done: MergeResult) -> tuple[Message, ...]:
    """Return messages about what was imported, and which tiles have no place."""
    told = trn("{n} value taken in.", "{n} values taken in.", done.added)
    return (told, _no_free_slot_message(done.no_room)) if done.no_room else (told,)


def _no_free_slot_message(tiles: Sequence[Message]) -> Message:
    return trn(
        "No tile here is left for {tiles}: teach yours first, then take the box in again.",
        "No tiles here are left for {tiles}: teach yours first, then take the box in again.",
        len(tiles),
        tiles=join_list(tiles),
    )


def left_out_message(tiles: int) -> Message | None:
    """Return a message about the number of tiles that are not in the file; None for 0."""
    if not tiles:
        return None
    return trn(
        "{n} tile was left out: it has neither a name nor kind and cost.",
        "{n} tiles were left out: they have neither a name nor kind and cost.",
        tiles,
    )
