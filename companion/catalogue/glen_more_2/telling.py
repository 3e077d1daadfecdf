"""What an owner told of a tile, checked by its form and put into the box; what stood there already is left alone.

Writes no file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.catalogue.glen_more_2.box import Box, box_of, box_tables
from companion.catalogue.glen_more_2.facts_in_force import aliases
from companion.catalogue.glen_more_2.learning import key_of, learn, of_base_game
from companion.catalogue.glen_more_2.prints import catalogue_names
from companion.catalogue.glen_more_2.shipped import shipped
from companion.catalogue.glen_more_2.teaching import NAME, REBUILD, WHAT, BesideOf, nothing_beside, taught
from companion.engine.message import literal, tr
from companion.engine.plain_text import plain_line
from companion.engine.teaching import (
    CHOICE,
    TEXT,
    BoxTaught,
    FieldOption,
    PieceField,
    counts_of,
    counts_told,
    exchange_told,
    exchanges_of,
)
from companion.state.glen_more_2.facts import LAND, PERSON, TILE, Learned
from companion.state.glen_more_2.labels import LONGEST_NAME
from companion.storage.toml_file import BadFile

MOST = 9
"""Of one thing on one tile."""
MOST_EXCHANGED = 20
"""The same where it is given for something or comes for it: points are more there."""


class NameOfTwo(BadFile):
    """Another tile has that name already."""

    def __init__(self, name: str) -> None:
        super().__init__(tr("Another tile is called {name} already; if both are, keep it once more.", name=name))


def with_told(
    box: Box,
    id: str,
    values: Mapping[str, str | None],
    stickered: Iterable[str] = (),
    beside: BesideOf = nothing_beside,
    shares_name: bool = False,
) -> Box:
    """The box with what was told of one tile; None = nobody knows it any more. Raises BadFile, one sentence.

    shares_name: people said that another tile has the name too; else NameOfTwo is raised.
    """
    now = taught(box, stickered, beside)
    fields = {field.id: field for field in now.fields(id)}
    if not fields:
        raise BadFile(tr("That tile is not in the box any more; choose another one."))
    for name, value in values.items():
        if name not in fields:
            raise BadFile(
                tr("{field} can't be entered for this tile.", field=literal(plain_line(name)[:LONGEST_NAME]))
            )
        checked = _checked(fields[name], value)
        if checked == fields[name].value:
            continue
        own = name == NAME and checked and checked.casefold() not in catalogue_names()
        if own and not shares_name:
            _check_alone(now, id, str(checked))
        box = _told(box, id, name, checked)
    return box


def _check_alone(now: BoxTaught, id: str, name: str) -> None:
    """Several tiles may carry one name, but then people mean it."""
    others = [piece for piece in now.pieces if piece.id != id]
    fields = (field for piece in others for field in now.fields(piece.id) if field.id == NAME)
    names = [*(str(piece.label) for piece in others), *(field.value or "" for field in fields)]
    if name.casefold() in map(str.casefold, names):
        raise NameOfTwo(name)


def _checked(field: PieceField, value: str | None) -> str | None:
    """The value as it is kept; raises BadFile for one that can't be."""
    if value is None:
        return None
    if field.kind == TEXT:
        return _checked_name(field, value)
    known = [option.id for option in field.options]
    if field.kind == CHOICE:
        if value not in (*known, field.value):
            raise _unfit(field)
        return value
    try:
        plain, exchanges = exchanges_of(value)
        counts = counts_of(plain)
    except ValueError:
        raise _unfit(field) from None
    if any(what not in known or not 1 <= n <= MOST for what, n in counts.items()):
        raise _unfit(field)
    parts = [counts_told(counts.items()), *(_exchange(field, *each) for each in exchanges)]
    return ", ".join(filter(None, parts))


def _exchange(field: PieceField, given: Mapping[str, int], got: Mapping[str, int]) -> str:
    """What is given for what, both sides told."""
    if not (given and got):
        raise BadFile(tr("{field}: say what is given and what comes for it; nothing was kept.", field=field.label))
    shown = field.for_that
    if shown is None or not (_may_hold(shown.gives, given) and _may_hold(shown.gets, got)):
        raise _unfit(field)
    return exchange_told(shown.option, given, got)


def _may_hold(options: Iterable[FieldOption], side: Mapping[str, int]) -> bool:
    known = [option.id for option in options]
    return all(what in known and 1 <= n <= MOST_EXCHANGED for what, n in side.items())


def _unfit(field: PieceField) -> BadFile:
    return BadFile(tr("{field}: that is no value for it; nothing was kept.", field=field.label))


def _checked_name(field: PieceField, value: str) -> str | None:
    name = plain_line(value)
    if len(value) > field.longest or (value.strip() and not name):
        raise BadFile(
            tr(
                "{field}: up to {n} letters that can be read; nothing was kept.",
                field=field.label,
                n=field.longest,
            )
        )
    return name or None


def _told(box: Box, id: str, name: str, value: str | None) -> Box:
    if value is None:
        return _forgotten(box, id, *_in_file(name))
    if name == NAME and (tile := catalogue_names().get(value.casefold())):
        _check_free(box, id, tile)
        return learn(_forgotten(box, id, NAME), Learned(id, "is", tile))
    for fact in _facts(id, name, value):
        published = shipped().tiles.get(id)
        named = published is not None or not of_base_game(id)
        if named and fact.field == "sort" and not (published and published.category == PERSON):
            continue  # what a tile with a published name is can't be told otherwise
        box = learn(box, fact)
    return box


def _check_free(box: Box, id: str, tile: str) -> None:
    """A printed name belongs to one tile."""
    published = shipped().tiles[tile]
    others = [slot for slot, found in aliases(box).items() if found == tile and slot != id]
    if others or (published.deck is not None and tile != id):
        raise BadFile(tr("Another tile is called {name}; nothing was kept.", name=published.name))


def _facts(id: str, name: str, value: str) -> Iterator[Learned]:
    if name == WHAT:
        yield Learned(id, "sort", PERSON if value == PERSON else LAND)
        if value != PERSON:
            yield Learned(id, "rebuild", value == REBUILD)
    else:
        yield Learned(id, name, value == "yes" if name == "river" else value)


def _in_file(name: str) -> tuple[str, ...]:
    return ("sort", "rebuild") if name == WHAT else ("name", "is") if name == NAME else (name,)


def _forgotten(box: Box, id: str, *fields: str) -> Box:
    """The box without these words about a tile."""
    tables = box_tables(box)
    row = tables.get("tile", {}).get(id, {})
    for field in fields:
        row.pop(field, None)
        tables.get("more", {}).pop(f"{TILE}{id}.{field}", None)
        tables.get("told_by", {}).pop(key_of(Learned(id, field, "")), None)
    return box_of(tables, box.file)
