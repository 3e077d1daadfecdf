"""What an owner tells of each tile, one form for page and case: its fields, who said them, and told values kept.

What the rulebooks say already is shown and not written down again. Writes no file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

import msgspec

from companion.catalogue.glen_more_2.box import Box, box_of, box_tables
from companion.catalogue.glen_more_2.facts_in_force import aliases, load_facts
from companion.catalogue.glen_more_2.learning import learn
from companion.catalogue.glen_more_2.prints import catalogue_names
from companion.catalogue.glen_more_2.shipped import shipped
from companion.catalogue.glen_more_2.sticker_kinds import LONGEST, owners_name
from companion.engine.message import Message, literal, tr
from companion.engine.plain_text import looks_like, plain_line
from companion.engine.teaching import (
    CHOICE,
    COUNTS,
    TEXT,
    BoxTaught,
    FieldOption,
    PieceField,
    TaughtGroup,
    TaughtPiece,
    counts_of,
    counts_told,
)
from companion.state.glen_more_2.facts import DECKS, END, LAND, LANDMARK, PERSON, Effect, Facts, Learned, Piece
from companion.state.glen_more_2.labels import GOODS_WORDS, costs, is_nameless, piece_words
from companion.state.glen_more_2.piece_locations import may_be
from companion.state.glen_more_2.piece_words import KIND_WORDS, effects_in_words
from companion.storage.toml_file import BadFile

TILES = (LAND, PERSON, LANDMARK, END, None)
REBUILD = "rebuild"
WHAT, DECK, NAME = "what", "deck", "name"
MOST = 9
"""Of one thing on one tile."""
SORTS = (
    FieldOption(LAND, tr("A tile for the territory"), tr("tile")),
    FieldOption(REBUILD, tr("A rebuild tile"), tr("rebuild")),
    FieldOption(PERSON, tr("A person"), tr("person")),
)
RIVER = (FieldOption("yes", tr("Yes"), tr("yes")), FieldOption("no", tr("No"), tr("no")))
COSTS = (
    FieldOption("coin", tr("coins")),
    FieldOption("whisky", tr("barrels")),
    *(FieldOption(good, words) for good, words in GOODS_WORDS.items()),
    FieldOption("any_good", tr("goods of any kind")),
    FieldOption("scot", tr("Scots")),
)
USUAL_COSTS = (
    FieldOption("coin 1", tr("1 coin"), tr("1 coin")),
    FieldOption("coin 2", tr("2 coins"), tr("2 coins")),
    FieldOption("", tr("nothing"), tr("nothing")),
    FieldOption("coin 3", tr("3 coins"), tr("3 coins")),
)
GAINS = tuple(FieldOption(f"gain {what.id}", what.label) for what in COSTS if what.id != "scot")
POINTS = FieldOption("gain vp", tr("points"))
ONE_TIME = (
    POINTS,
    *GAINS,
    FieldOption("scots", tr("Scots onto any tiles")),
    FieldOption("scot_on_tile", tr("Scots onto this tile")),
    FieldOption("clan_marker", tr("a clan marker")),
    FieldOption("landmark_card", tr("its card")),
    FieldOption("tell", tr("something else, by hand")),
)
ACTIVATION = (
    POINTS,
    *GAINS,
    FieldOption("move", tr("movement points")),
    FieldOption("exchange", tr("an exchange")),
    FieldOption("tell", tr("something else, by hand")),
)
RULEBOOK, YOU = tr("the rulebook"), tr("you")


# ---- how far the box is known


def taught(box: Box, stickered: Iterable[str] = ()) -> BoxTaught:
    """All tiles by deck; what nobody has placed in one stands at the end. Raises BadFile."""
    facts = load_facts(box, tuple(stickered))
    tiles = [piece for piece in facts.pieces.values() if piece.category in TILES and piece.deck != ""]
    groups = [
        TaughtGroup(f"deck_{deck}", tr("Deck {deck}", deck=deck), _pieces(t for t in tiles if _deck(t) == deck))
        for deck in DECKS
    ]
    rest = TaughtGroup("no_deck", tr("Tiles whose deck nobody knows"), _pieces(t for t in tiles if not _deck(t)))
    whole = tuple(group for group in (*groups, rest) if group.pieces)
    known = sum(group.known for group in whole)
    return BoxTaught(whole, known, sum(facts.decks.values()) + 1, partial(_fields, facts))


def _deck(tile: Piece) -> str | None:
    # World's End comes up with deck D, whether or not the box says that it carries the letter (GM-SET-11).
    return "D" if tile.category == END else tile.deck


def _pieces(tiles: Iterable[Piece]) -> tuple[TaughtPiece, ...]:
    return tuple(TaughtPiece(tile.id, _called(tile), _is_known(tile)) for tile in tiles)


def _called(tile: Piece) -> Message:
    """By what is printed on it as soon as anybody told that."""
    name = owners_name(tile)
    if name and name != tile.name:
        return literal(name)
    words = piece_words(tile)
    if is_nameless(tile) and "-" in tile.id and words == piece_words(Piece(tile.id, deck=tile.deck)):
        return _numbered(tile.id)
    return words


def _numbered(slot: str) -> Message:
    """A tile by its place in the list of its deck."""
    letter, _, number = slot.partition("-")
    return tr("{kind}, number {n}", kind=tr("Deck {deck}", deck=letter), n=int(number))


def _is_known(tile: Piece) -> bool:
    """What is needed at the table: its deck, what it is, what it costs."""
    laid = tile.category in (PERSON, END) or tile.rebuild is not None
    return bool(tile.category and _deck(tile)) and laid and tile.cost is not None


# ---- one tile


def _fields(facts: Facts, id: str) -> tuple[PieceField, ...]:
    tile = facts.pieces.get(id)
    if tile is None or tile.category not in TILES or tile.deck == "":
        return ()
    made = (
        _name(facts, tile),
        _what(tile),
        _kind(tile),
        _field("cost", tr("Cost"), COUNTS, COSTS, _cost(tile), usual=USUAL_COSTS, asked=True),
        _field("one_time", tr("One-time effect"), COUNTS, ONE_TIME, _steps(tile.one_time)),
        _field("activation", tr("Activation"), COUNTS, ACTIVATION, _steps(tile.activation)),
        _field("river", tr("River"), CHOICE, RIVER, _yes_no(tile.river)),
        _deck_field(tile),
    )
    return tuple(_shown(facts, tile, field) for field in made if field)


def _field(
    id: str,
    label: Message,
    kind: str,
    options: tuple[FieldOption, ...],
    value: str | None,
    usual: tuple[FieldOption, ...] = (),
    asked: bool = False,
) -> PieceField:
    return PieceField(id, label, kind, options, usual, asked, value, longest=LONGEST)


def _name(facts: Facts, tile: Piece) -> PieceField | None:
    """Published names are no owner's to change."""
    if tile.id in shipped().tiles:
        return None
    free = [p for p in facts.pieces.values() if p.id in shipped().tiles and p.deck is None and may_be(tile, p)]
    likely = tuple(FieldOption(p.name, literal(p.name)) for p in free)
    return _field(NAME, tr("Name"), TEXT, likely, owners_name(tile) or None)


def _what(tile: Piece) -> PieceField | None:
    """Where a landmark goes is published; it may be a rebuild tile."""
    if tile.category == END:
        return None
    sorts = SORTS[:2] if tile.category == LANDMARK else SORTS
    value = PERSON if tile.category == PERSON else None
    if value is None and tile.category and tile.rebuild is not None:
        value = REBUILD if tile.rebuild else LAND
    return _field(WHAT, tr("What it is"), CHOICE, sorts, value, asked=True)


def _kind(tile: Piece) -> PieceField | None:
    if tile.category in (PERSON, END):
        return None
    kinds = tuple(FieldOption(kind, words) for kind, words in KIND_WORDS.items())
    return _field("kind", tr("Kind"), CHOICE, kinds, tile.kind, asked=True)


def _deck_field(tile: Piece) -> PieceField | None:
    published = shipped().tiles.get(tile.id)
    if published is None or published.deck is not None:
        return None
    decks = tuple(FieldOption(deck, literal(deck), literal(deck)) for deck in DECKS)
    return _field(DECK, tr("Deck"), CHOICE, decks, tile.deck, asked=True)


def _cost(tile: Piece) -> str | None:
    return None if tile.cost is None else counts_told((cost.what, cost.n) for cost in tile.cost)


def _steps(steps: tuple[Effect, ...] | None) -> str | None:
    if steps is None:
        return None
    return counts_told((" ".join(filter(None, (step.op, step.what))), step.n or 1) for step in steps)


def _yes_no(value: bool | None) -> str | None:
    return None if value is None else "yes" if value else "no"


def _shown(facts: Facts, tile: Piece, field: PieceField) -> PieceField:
    """With its value in words, and who said it."""
    if field.value is None:
        return field
    own = {WHAT: "sort" if tile.category == PERSON else "rebuild"}.get(field.id, field.id)
    said = tile.said.get(own)
    who = RULEBOOK if said is None else tr("from {box}", box=plain_line(said)) if said else YOU
    return msgspec.structs.replace(field, words=_words(facts, tile, field), who=who)


def _words(facts: Facts, tile: Piece, field: PieceField) -> Message:
    match field.id:
        case "cost":
            return costs(tile.cost or ())
        case "one_time" | "activation":
            steps = tile.one_time if field.id == "one_time" else tile.activation
            return effects_in_words(facts, steps or ())
    known = next((option.label for option in field.options if option.id == field.value), None)
    return known or literal(plain_line(field.value or ""))


# ---- told


def with_told(box: Box, id: str, values: Mapping[str, str | None], stickered: Iterable[str] = ()) -> Box:
    """The box with what was told of one tile; None = nobody knows it any more. Raises BadFile, one sentence."""
    fields = {field.id: field for field in taught(box, stickered).fields(id)}
    if not fields:
        raise BadFile(tr("That tile is not in the box any more; choose another one."))
    for name, value in values.items():
        if name not in fields:
            raise BadFile(tr("{field} can't be entered for this tile.", field=literal(plain_line(name)[:LONGEST])))
        checked = _checked(fields[name], value)
        if checked != fields[name].value:
            box = _told(box, id, name, checked)
    return box


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
        counts = counts_of(value)
    except ValueError:
        raise _unfit(field) from None
    if any(what not in known or not 1 <= n <= MOST for what, n in counts.items()):
        raise _unfit(field)
    return counts_told(counts.items())


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
    if name == NAME:
        _check_free(box, id, value)
    if name == NAME and (tile := catalogue_names().get(value.casefold())):
        return learn(_forgotten(box, id, NAME), Learned(id, "is", tile))
    for fact in _facts(id, name, value):
        published = shipped().tiles.get(id)
        if published and fact.field == "sort" and published.category != PERSON:
            continue  # what a tile with a published name is can't be told otherwise
        box = learn(box, fact)
    return box


def _check_free(box: Box, id: str, name: str) -> None:
    """A printed name belongs to one tile."""
    slots = {tile: slot for slot, tile in aliases(box).items()}
    for other in load_facts(box).pieces.values():
        here = slots.get(other.id, other.id)
        if other.category in TILES and other.deck is not None and here != id and looks_like(other.name, name):
            numbered = _numbered(here) if "-" in here else tr("a tile of deck {deck}", deck=other.deck)
            raise BadFile(tr("{Tile} is called {name} already; nothing was kept.", Tile=numbered, name=other.name))


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
        tables.get("told_by", {}).pop(f"tile.{id}.{field}", None)
    return box_of(tables, box.file)
