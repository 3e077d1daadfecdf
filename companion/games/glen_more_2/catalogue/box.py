"""The owner's box: facts that the owner found out about the pieces, in a TOML file.

Owners may edit the file, which adds to the catalogue; every line is optional:

    rondel_spaces = 14
    [tile."A-4"]
    is = "halkirk"                          # or a name of its own: name = "…"
    cost = { coin = 1, sheep = 1 }          # {} = costs nothing; left out = unknown
    [[road]]
    a = "start"
    b = "brodie"
    coins = 1

Each line is checked by itself here; `effective_facts` checks it against the catalogue and the other lines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.message import tr
from companion.state.glen_more_2.facts import DECKS, GOODS, LAND, PERSON, TILE_PREFIX, Effect, Road, parse_steps
from companion.storage.toml_file import (
    BadFile,
    not_one_of,
    out_of_range,
    parse_table,
    read_toml,
    unknown_key,
    write_toml,
    wrong_type,
)


def _cost_in_words(value: object) -> object:
    parts = str(value).replace(",", " ").split()
    if len(parts) % 2 or not all(n.isdecimal() for n in parts[1::2]):
        return value
    return dict(zip(parts[::2], map(int, parts[1::2]), strict=True))


def _steps_in_words(value: object) -> object:
    return [msgspec.to_builtins(step) for step in parse_steps(str(value))]


FIELD_TEXTS: dict[str, Callable[[object], object]] = {
    "cost": _cost_in_words,
    "one_time": _steps_in_words,
    "activation": _steps_in_words,
}
"""Functions that convert the text of a field, such as "coin 1, sheep 2", to its value in the file."""


BOX = "box.toml"
"""Name of the box file in the data folder."""

SCHEMA = 1
CATEGORIES = (LAND, PERSON)
PAYABLE = ("coin", "whisky", "scot", *GOODS, "any_good")
GAINS = ("coin", "whisky", "vp", *GOODS, "any_good")
EXCHANGE_COSTS = ("coin", "whisky", *GOODS, "any_good", "different_good", "animal")
"""What an exchange may cost; GM-ACT-12 needs goods of different kinds, GM-ACT-13 animals of any kind."""
EXCHANGE_GAINS = ("coin", "whisky", "vp", "clan_marker")
EXCHANGE = "exchange"
EFFECT_OPERATIONS = ("gain", "scots", "scot_on_tile", "clan_marker", "landmark_card", "tell", "move", EXCHANGE)
MIN_SPACES, MAX_SPACES = 11, 22
MAX_IN_DECK = 60


class OwnTile(msgspec.Struct, frozen=True, omit_defaults=True, rename={"is_": "is", "category": "sort"}):
    """What the owner entered about a tile or slot; None is unknown."""

    is_: str | None = None
    """Id or name of the named tile that a slot is."""
    name: str | None = None
    """Name for a slot without a published name."""
    category: str | None = None
    """LAND or PERSON; a published category cannot be changed."""
    deck: str | None = None
    """A, B, C or D, for a named tile whose deck is not published."""
    kind: str | None = None
    """The printed type; only displayed."""
    rebuild: bool | None = None
    """True if it is placed on top of another tile (GM-RBD-01)."""
    cost: dict[str, int] | None = None
    """What is paid (one of PAYABLE) and how many, from 1; {} if it costs nothing."""
    one_time: tuple[Effect, ...] | None = None
    """Effects when it is placed; () if there are none."""
    activation: tuple[Effect, ...] | None = None
    """Effects when it is activated; () if there are none."""
    river: bool | None = None
    """True if the river runs through it."""
    symbol: bool | None = None
    """True if it has a chronicle's symbol, so that the die never discards it (C0-03)."""
    barred: bool | None = None
    """True if it shows "no entry", so that no pawn stops on it (C0-07)."""
    note: str | None = None
    """The owner's note; not used by the companion."""


class Box(msgspec.Struct, frozen=True, omit_defaults=True):
    """One owner's box; each line has been checked by itself."""

    title: str = ""
    """The owner's name for the box; only stored."""
    tile: dict[str, OwnTile] = {}
    """Tiles by id of a tile or slot."""
    decks: dict[str, int] = {}
    """Number of tiles by deck letter, 1 to MAX_IN_DECK, without World's End; other decks as printed."""
    roads: tuple[Road, ...] = ()
    """Roads; each replaces a published road between the same ends."""
    roads_complete: bool = False
    """True if every road of the clan board is entered; published sums of several roads are then ignored."""
    rondel_spaces: int | None = None
    """MIN_SPACES to MAX_SPACES; None if not counted."""
    worlds_end_in_d: bool | None = None
    """True if World's End is one of the printed D tiles; None counts as True."""
    colours: tuple[str, ...] = ()
    """Four names of the players' colours; () for the usual ones."""
    more: dict[str, int | str | bool] = {}
    """Facts that only a chronicle needs, such as "haggis.tiles_A"; facts of its pieces begin with TILE_PREFIX."""
    fact_sources: dict[str, str] = {}
    """Fact keys such as "tile.A-4.cost" and the title of the imported box; other facts are the owner's."""
    file: str = BOX
    """Name of the file, for messages."""


class _Tables(msgspec.Struct, frozen=True):
    """Top level of the file: the fields of `Box` by their names in the file."""

    schema: int = SCHEMA
    title: str = ""
    tile: dict[str, Any] = {}
    """Tiles; `parse_tile` checks each row later, so that an error names its tile."""
    decks: dict[str, int] = {}
    road: tuple[Any, ...] = ()
    """Roads; checked later by `_road`."""
    roads_complete: bool = False
    rondel_spaces: int | None = None
    worlds_end_in_d: bool | None = None
    colours: tuple[str, ...] = ()
    more: dict[str, int | str | bool] = {}
    fact_sources: dict[str, str] = {}


def read_box(path: Path) -> Box:
    """Return the box in a file. Raises BadFile."""
    return parse_box(read_toml(path), path.name)


def parse_box(tables: Mapping[str, Any], file: str) -> Box:
    """Return a box from its tables; `file` is its name in messages. Raises BadFile."""
    top = parse_table(_Tables, tables, file)
    if top.schema != SCHEMA:
        raise BadFile(
            tr("{file} was made by another version of the companion; install that version to use it.", file=file)
        )
    _check_decks(top.decks, file)
    _check_spaces(top.rondel_spaces, file)
    _check_colours(top.colours, file)
    _check_expansion_facts(top.more, file)
    return Box(
        title=top.title,
        tile={id: parse_tile(row, file, f"tile.{id}") for id, row in top.tile.items()},
        decks=top.decks,
        roads=tuple(_road(row, file, f"road {number}") for number, row in enumerate(top.road, 1)),
        roads_complete=top.roads_complete,
        rondel_spaces=top.rondel_spaces,
        worlds_end_in_d=top.worlds_end_in_d,
        colours=top.colours,
        more=top.more,
        fact_sources=top.fact_sources,
        file=file,
    )


def _check_decks(decks: Mapping[str, int], file: str) -> None:
    for deck, size in decks.items():
        if deck not in DECKS:
            raise BadFile(unknown_key(file, f"decks.{deck}", deck, DECKS))
        _check_range(size, 1, MAX_IN_DECK, file, f"decks.{deck}")


def _check_spaces(spaces: int | None, file: str) -> None:
    if spaces is not None:
        _check_range(spaces, MIN_SPACES, MAX_SPACES, file, "rondel_spaces")


def _check_range(value: int, low: int, high: int, file: str, key: str) -> None:
    if not low <= value <= high:
        raise BadFile(out_of_range(file, key, low, high))


def _check_colours(colours: tuple[str, ...], file: str) -> None:
    if colours and (len(colours) != 4 or len(set(colours)) != 4 or not all(c.isidentifier() for c in colours)):
        raise BadFile(wrong_type(file, "colours", tr("four different words")))


def _check_expansion_facts(more: Mapping[str, int | str | bool], file: str) -> None:
    """Check facts about an expansion's piece, which are stored as text, like those of any tile. Raises BadFile."""
    for name, value in more.items():
        piece, _, field = name.removeprefix(TILE_PREFIX).partition(".")
        if not name.startswith(TILE_PREFIX):
            continue
        table = FIELD_TEXTS[field](value) if field in FIELD_TEXTS else value
        if field == "cost" and not isinstance(table, Mapping):
            raise BadFile(wrong_type(file, f"more.{name}", tr('words like "coin 1, sheep 2"')))
        parse_tile({field: table}, file, f"more.{TILE_PREFIX}{piece}")


def parse_tile(table: object, file: str, where: str) -> OwnTile:
    """Return a tile from its row in a file; `where` is its place there, for messages. Raises BadFile."""
    _check_steps(table, file, where)
    row = parse_table(OwnTile, table, file, where)
    for key, value, known in (("sort", row.category, CATEGORIES), ("deck", row.deck, DECKS)):
        if value is not None and value not in known:
            raise BadFile(not_one_of(file, f"{where}.{key}", value, known))
    for what, n in (row.cost or {}).items():
        if what not in PAYABLE:
            raise BadFile(not_one_of(file, f"{where}.cost", what, PAYABLE))
        if n < 1:
            raise BadFile(
                tr("{file}: {key} is below 1; leave out what is not paid.", file=file, key=f"{where}.cost.{what}")
            )
    return row


def _check_steps(table: object, file: str, where: str) -> None:
    """Check effects, which are lists of small tables, each like a table of its own. Raises BadFile."""
    for field in ("one_time", "activation"):
        steps = table.get(field) if isinstance(table, Mapping) else None
        for number, step in enumerate(steps if isinstance(steps, list) else (), 1):
            _check_step(step, file, f"{where}.{field} {number}")


def _check_step(step: object, file: str, key: str) -> None:
    effect = parse_table(Effect, step, file, key)
    if effect.op not in EFFECT_OPERATIONS:
        raise BadFile(not_one_of(file, f"{key}.op", effect.op, EFFECT_OPERATIONS))
    if effect.op == "gain" and effect.what not in GAINS:
        raise BadFile(not_one_of(file, f"{key}.what", effect.what, GAINS))
    if effect.n < 0:
        raise BadFile(tr("{file}: {key} is below 0; correct it.", file=file, key=f"{key}.n"))
    if effect.pay or effect.get:
        _check_exchange(effect, file, key)


def _check_exchange(effect: Effect, file: str, key: str) -> None:
    """Check an exchange: it needs both pay and get. Raises BadFile."""
    if effect.op != EXCHANGE or not (effect.pay and effect.get):
        raise BadFile(
            tr("{file}: {key}: an exchange has pay and get, nothing else has; correct it.", file=file, key=key)
        )
    for side, counts, known in (("pay", effect.pay, EXCHANGE_COSTS), ("get", effect.get, EXCHANGE_GAINS)):
        for what, n in counts.items():
            if what not in known:
                raise BadFile(not_one_of(file, f"{key}.{side}", what, known))
            if n < 1:
                raise BadFile(tr("{file}: {key} is below 1; correct it.", file=file, key=f"{key}.{side}.{what}"))


def _road(table: object, file: str, where: str) -> Road:
    road = parse_table(Road, table, file, where)
    _check_range(road.coins, 0, 9, file, f"{where}.coins")
    return road


def write_box(box: Box, path: Path) -> None:
    """Write the box to its file, completely or not at all."""
    write_toml(path, box_tables(box), "The box on this table. The companion adds what it is told in play.")


def box_tables(box: Box) -> dict[str, Any]:
    """Return the tables of the box's file, with only the values that were entered."""
    fields = msgspec.to_builtins(box)
    roads = [{key: said for key, said in road.items() if said is not False} for road in fields.pop("roads", [])]
    fields.pop("file", None)
    tables: dict[str, Any] = {"schema": SCHEMA, **_without_none(fields)}
    return {**tables, "road": roads} if roads else tables


def _without_none(value: Any) -> Any:
    # TOML has no null value, so unknown values are left out.
    if isinstance(value, dict):
        return {key: _without_none(part) for key, part in value.items() if part is not None}
    return [_without_none(part) for part in value] if isinstance(value, list | tuple) else value
