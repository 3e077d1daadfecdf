"""The form for one tile's facts, on the web page and the case: fields, values, sources, and saving.

`box_descriptions` returns all tiles with their forms; facts from the rulebook are shown too. `save_tile_form`
checks entered values and returns the box with them. No file is written here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial

import msgspec

from companion.engine.message import Message, literal, plain_line, tr
from companion.engine.offers import NO, YES
from companion.engine.piece_facts import (
    CHOICE,
    COUNTS,
    TEXT,
    BoxFacts,
    ExchangeField,
    FactGroup,
    FactPiece,
    FieldOption,
    PieceField,
    format_counts,
    format_exchange,
    parse_counts,
    parse_exchanges,
)
from companion.games.glen_more_2.catalogue.box import EXCHANGE, Box, box_tables, parse_box
from companion.games.glen_more_2.catalogue.box_updates import add_fact, fact_key, is_base_game_tile
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts, piece_aliases
from companion.games.glen_more_2.catalogue.shipped import load_catalogue
from companion.games.glen_more_2.catalogue.sticker_kinds import ExpansionPieces, nameless_tile_label
from companion.games.glen_more_2.catalogue.tile_identity import catalogue_names
from companion.state.glen_more_2.facts import (
    DECKS,
    END,
    LAND,
    LANDMARK,
    PERSON,
    START_DECK,
    TILE_PREFIX,
    Effect,
    Facts,
    LearnedFact,
    Piece,
    format_step,
    is_unknown_slot,
)
from companion.state.glen_more_2.piece_locations import may_be_same_tile
from companion.state.glen_more_2.text.labels import (
    GOODS_LABELS,
    MAX_NAME_LENGTH,
    costs_label,
    deck_group_label,
    known_piece_label,
    owner_given_name,
)
from companion.state.glen_more_2.text.piece_text import KIND_LABELS, effects_text
from companion.storage.toml_file import BadFile

TILES = (LAND, PERSON, LANDMARK, END, None)
REBUILD = "rebuild"
WHAT, DECK, NAME = "what", "deck", "name"
SORTS = (
    FieldOption(LAND, tr("A tile for the territory"), tr("tile")),
    FieldOption(REBUILD, tr("A rebuild tile"), tr("rebuild")),
    FieldOption(PERSON, tr("A person"), tr("person")),
)
RIVER = (FieldOption("yes", tr("Yes"), YES), FieldOption("no", tr("No"), NO))
COSTS = (
    FieldOption("coin", tr("coins")),
    FieldOption("whisky", tr("barrels")),
    *(FieldOption(good, words) for good, words in GOODS_LABELS.items()),
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
    FieldOption(EXCHANGE, tr("an exchange")),
    FieldOption("tell", tr("something else, by hand")),
)
EXCHANGE_FIELD = ExchangeField(
    EXCHANGE,
    gives=(
        *(FieldOption(good, words) for good, words in GOODS_LABELS.items()),
        FieldOption("any_good", tr("goods of any kind")),
        FieldOption("different_good", tr("different goods")),
        FieldOption("animal", tr("animals of any kind")),
        *COSTS[:2],
    ),
    gets=(FieldOption("vp", tr("points")), *COSTS[:2], FieldOption("clan_marker", tr("clan markers"))),
)
RULEBOOK, YOU = tr("the rulebook"), tr("you")


ExpansionPiecesOf = Callable[[Facts], ExpansionPieces]


def no_expansion_pieces(_facts: Facts) -> ExpansionPieces:
    """Return no pieces: the default for a game without expansions."""
    return ()


def box_descriptions(
    box: Box, stickered: Iterable[str] = (), beside: ExpansionPiecesOf = no_expansion_pieces
) -> BoxFacts:
    """Return all tiles by deck, those without a known deck, then each expansion's. Raises BadFile."""
    on = tuple(stickered)
    facts = effective_facts(box, on)
    added = beside(facts)
    tiles = [piece for piece in facts.pieces.values() if _is_tile(piece)]
    groups = [
        FactGroup(f"deck_{deck}", _tiles_of(deck), _pieces((t for t in tiles if _deck(t) == deck), on))
        for deck in DECKS
    ]
    rest = FactGroup("no_deck", tr("Tiles of an unknown deck"), _pieces(t for t in tiles if not _deck(t)))
    known = sum(group.known_count for group in (*groups, rest))
    apart = (FactGroup(id, name, _pieces(own.values()), is_counted_apart=True) for id, name, own in added)
    whole = tuple(group for group in (*groups, rest, *apart) if group.pieces)
    every = {**facts.pieces, **{id: piece for _, _, own in added for id, piece in own.items()}}
    with_all = msgspec.structs.replace(facts, pieces=every)
    return BoxFacts(whole, known, sum(facts.decks.values()) + 1, partial(_fields, with_all, beside))


def _tiles_of(deck: str) -> Message:
    return tr("Start tiles") if deck == START_DECK else tr("Deck {deck}", deck=deck)


def _is_tile(piece: Piece) -> bool:
    """True for a tile that players can take; a tile that stays on the rondel has neither cost nor effect."""
    return piece.category in TILES and piece.deck != "" and not piece.stays


def _deck(tile: Piece) -> str | None:
    # World's End comes up with deck D, even if the box says that it is not one of the printed D tiles (GM-SET-11).
    return "D" if tile.category == END else tile.deck


def _pieces(pieces: Iterable[Piece], stickered: Collection[str] = ()) -> tuple[FactPiece, ...]:
    tiles = [*filter(_is_tile, pieces)]
    names = Counter(tile.name.casefold() for tile in tiles if tile.name)
    alike = {tile.id for tile in tiles if is_unknown_slot(tile)}
    by_tap = alike & set(stickered) if len(alike) > 1 else set()
    return tuple(
        FactPiece(
            tile.id, _tile_label(tile, alone=names[tile.name.casefold()] < 2), _is_known(tile), tile.id in by_tap
        )
        for tile in tiles
    )


def _tile_label(tile: Piece, alone: bool = True) -> Message:
    """Return the printed name, with the deck if it is not unique; else the label of a nameless slot."""
    name = owner_given_name(tile)
    if name and not alone and tile.deck:
        return tr("{name}, {deck}", name=name, deck=deck_group_label(tile.deck))
    return nameless_tile_label(tile) if is_unknown_slot(tile) else known_piece_label(tile)


def _is_known(tile: Piece) -> bool:
    """True if everything needed in a game is known: deck (not for expansions), category, rebuild, and cost."""
    laid = tile.category in (PERSON, END) or tile.rebuild is not None
    placed = bool(_deck(tile)) or not is_base_game_tile(tile.id)
    return bool(tile.category) and placed and laid and tile.cost is not None


def _fields(facts: Facts, beside: ExpansionPiecesOf, id: str) -> tuple[PieceField, ...]:
    tile = facts.pieces.get(id)
    if tile is None or not _is_tile(tile):
        return ()
    made = (
        _name(facts, tile),
        _what(tile),
        _kind(tile),
        _field("cost", tr("Cost"), COUNTS, COSTS, _cost(tile), usual=USUAL_COSTS, asked=True),
        _field("one_time", tr("One-time effect"), COUNTS, ONE_TIME, _steps(tile.one_time)),
        _field(
            "activation", tr("Activation"), COUNTS, ACTIVATION, _steps(tile.activation), for_that=EXCHANGE_FIELD
        ),
        _field("river", tr("River"), CHOICE, RIVER, _yes_no(tile.river)),
        _deck_field(tile, beside),
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
    for_that: ExchangeField | None = None,
) -> PieceField:
    return PieceField(id, label, kind, options, usual, for_that, asked, value, max_length=MAX_NAME_LENGTH)


def _name(facts: Facts, tile: Piece) -> PieceField | None:
    """Return the name field; None for a tile with a published name, which cannot be changed."""
    if tile.id in load_catalogue().tiles or (
        tile.name and not is_base_game_tile(tile.id) and NAME not in tile.said
    ):
        return None
    free = [
        p
        for p in facts.pieces.values()
        if p.id in load_catalogue().tiles and p.deck is None and may_be_same_tile(tile, p)
    ]
    likely = tuple(FieldOption(p.name, literal(p.name)) for p in free)
    return _field(NAME, tr("Name"), TEXT, likely, owner_given_name(tile) or None)


def _what(tile: Piece) -> PieceField | None:
    """Return the category field; for a landmark or an expansion's tile only "rebuild tile" is open."""
    if tile.category == END:
        return None
    published = tile.category == LANDMARK or (tile.category and not is_base_game_tile(tile.id))
    sorts = SORTS[:2] if published else SORTS
    value = PERSON if tile.category == PERSON else None
    if value is None and tile.category and tile.rebuild is not None:
        value = REBUILD if tile.rebuild else LAND
    return _field(WHAT, tr("What it is"), CHOICE, sorts, value, asked=True)


def _kind(tile: Piece) -> PieceField | None:
    if tile.category in (PERSON, END):
        return None
    kinds = tuple(FieldOption(kind, words) for kind, words in KIND_LABELS.items())
    return _field("kind", tr("Kind"), CHOICE, kinds, tile.kind, asked=True)


def _deck_field(tile: Piece, beside: ExpansionPiecesOf) -> PieceField | None:
    """Return the deck field if the deck is not published; an expansion's tile is never in the start deck."""
    if not _owner_enters_deck(tile, beside):
        return None
    base = is_base_game_tile(tile.id)
    decks = tuple(FieldOption(deck, literal(deck), literal(deck)) for deck in (DECKS if base else DECKS[1:]))
    return _field(DECK, tr("Deck"), CHOICE, decks, tile.deck, asked=base)


def _owner_enters_deck(tile: Piece, beside: ExpansionPiecesOf) -> bool:
    """True if the owner enters the deck; an expansion's tile that replaces a named tile uses its deck."""
    if is_base_game_tile(tile.id):
        published = load_catalogue().tiles.get(tile.id)
        return published is not None and published.deck is None
    taken = {known.name for known in load_catalogue().tiles.values()}
    by_the_book = next((own[tile.id] for _, _, own in beside(effective_facts()) if tile.id in own), tile)
    return by_the_book.deck is None and tile.name not in taken


def _cost(tile: Piece) -> str | None:
    return None if tile.cost is None else format_counts((cost.what, cost.n) for cost in tile.cost)


def _steps(steps: tuple[Effect, ...] | None) -> str | None:
    if steps is None:
        return None
    return ", ".join(map(format_step, steps))


def _yes_no(value: bool | None) -> str | None:
    return None if value is None else "yes" if value else "no"


def _shown(facts: Facts, tile: Piece, field: PieceField) -> PieceField:
    """Return the field with its value as text and the source of the value."""
    if field.value is None:
        return field
    own = {WHAT: "sort" if tile.category == PERSON else "rebuild"}.get(field.id, field.id)
    # The form has no published deck.
    said = tile.said.get(own, "" if field.id == DECK else None)
    who = RULEBOOK if said is None else tr("from {box}", box=plain_line(said)) if said else YOU
    return msgspec.structs.replace(field, value_text=_words(facts, tile, field), entered_by=who)


def _words(facts: Facts, tile: Piece, field: PieceField) -> Message:
    match field.id:
        case "cost":
            return costs_label(tile.cost or ())
        case "one_time" | "activation":
            steps = tile.one_time if field.id == "one_time" else tile.activation
            return effects_text(facts, steps or ())
    known = next((option.label for option in field.options if option.id == field.value), None)
    return known or literal(plain_line(field.value or ""))


MAX_COUNT = 9
"""Maximum number of one thing on one tile."""
MAX_EXCHANGE_COUNT = 20
"""Maximum number in an exchange, where points can be more."""


class DuplicateName(BadFile):
    """Another tile has this name already."""

    def __init__(self, name: str) -> None:
        super().__init__(tr("Another tile is called {name} already; if both are, keep it once more.", name=name))


def save_tile_form(
    box: Box,
    id: str,
    values: Mapping[str, str | None],
    stickered: Iterable[str] = (),
    beside: ExpansionPiecesOf = no_expansion_pieces,
    shares_name: bool = False,
) -> Box:
    """Return the box with the entered values of one tile; None makes a value unknown. Raises BadFile.

    `shares_name`: True if the user confirmed that another tile has the same name; otherwise raises DuplicateName.
    """
    now = box_descriptions(box, stickered, beside)
    fields = {field.id: field for field in now.fields(id)}
    if not fields:
        raise BadFile(tr("That tile is not in the box any more; choose another one."))
    for name, value in values.items():
        if name not in fields:
            raise BadFile(
                tr("{field} can't be entered for this tile.", field=literal(plain_line(name)[:MAX_NAME_LENGTH]))
            )
        checked = _checked(fields[name], value)
        if checked == fields[name].value:
            continue
        own = name == NAME and checked and checked.casefold() not in catalogue_names()
        if own and not shares_name:
            _check_unique_name(now, id, str(checked))
        box = _with_field(box, id, name, checked)
    return box


def _check_unique_name(now: BoxFacts, id: str, name: str) -> None:
    """Raise DuplicateName if another tile has this name: several may, but then the user has to confirm it."""
    others = [piece for piece in now.pieces if piece.id != id]
    fields = (field for piece in others for field in now.fields(piece.id) if field.id == NAME)
    names = [*(str(piece.label) for piece in others), *(field.value or "" for field in fields)]
    if name.casefold() in map(str.casefold, names):
        raise DuplicateName(name)


def _checked(field: PieceField, value: str | None) -> str | None:
    """Return the value as it is stored. Raises BadFile if it is not valid."""
    if value is None:
        return None
    if field.kind == TEXT:
        return _checked_name(field, value)
    known = [option.id for option in field.options]
    if field.kind == CHOICE:
        if value not in (*known, field.value):
            raise _invalid_value(field)
        return value
    try:
        plain, exchanges = parse_exchanges(value)
        counts = parse_counts(plain)
    except ValueError:
        raise _invalid_value(field) from None
    if any(what not in known or not 1 <= n <= MAX_COUNT for what, n in counts.items()):
        raise _invalid_value(field)
    parts = [format_counts(counts.items()), *(_exchange(field, *each) for each in exchanges)]
    return ", ".join(filter(None, parts))


def _exchange(field: PieceField, given: Mapping[str, int], got: Mapping[str, int]) -> str:
    """Return the text of an exchange. Raises BadFile if a side is missing or not valid."""
    if not (given and got):
        raise BadFile(tr("{field}: say what is given and what comes for it; nothing was kept.", field=field.label))
    shown = field.exchange
    if shown is None or not (_may_hold(shown.gives, given) and _may_hold(shown.gets, got)):
        raise _invalid_value(field)
    return format_exchange(shown.option, given, got)


def _may_hold(options: Iterable[FieldOption], side: Mapping[str, int]) -> bool:
    known = [option.id for option in options]
    return all(what in known and 1 <= n <= MAX_EXCHANGE_COUNT for what, n in side.items())


def _invalid_value(field: PieceField) -> BadFile:
    return BadFile(tr("{field}: that is not a value for it; nothing was kept.", field=field.label))


def _checked_name(field: PieceField, value: str) -> str | None:
    name = plain_line(value)
    if len(value) > field.max_length or (value.strip() and not name):
        raise BadFile(
            tr(
                "{field}: up to {n} letters that can be read; nothing was kept.",
                field=field.label,
                n=field.max_length,
            )
        )
    return name or None


def _with_field(box: Box, id: str, name: str, value: str | None) -> Box:
    if value is None:
        return _without_fields(box, id, *_file_fields(name))
    if name == NAME and (tile := catalogue_names().get(value.casefold())):
        _check_free(box, id, tile)
        return add_fact(_without_fields(box, id, NAME), LearnedFact(id, "is", tile))
    for fact in _facts(id, name, value):
        published = load_catalogue().tiles.get(id)
        named = published is not None or not is_base_game_tile(id)
        if named and fact.field == "sort" and not (published and published.category == PERSON):
            continue  # The category of a tile with a published name cannot be changed.
        box = add_fact(box, fact)
    return box


def _check_free(box: Box, id: str, tile: str) -> None:
    """Raise BadFile if another tile has this published name, which belongs to one tile."""
    published = load_catalogue().tiles[tile]
    others = [slot for slot, found in piece_aliases(box).items() if found == tile and slot != id]
    if others or (published.deck is not None and tile != id):
        raise BadFile(tr("Another tile is called {name}; nothing was kept.", name=published.name))


def _facts(id: str, name: str, value: str) -> Iterator[LearnedFact]:
    if name == WHAT:
        yield LearnedFact(id, "sort", PERSON if value == PERSON else LAND)
        if value != PERSON:
            yield LearnedFact(id, "rebuild", value == REBUILD)
    else:
        yield LearnedFact(id, name, value == "yes" if name == "river" else value)


def _file_fields(name: str) -> tuple[str, ...]:
    return ("sort", "rebuild") if name == WHAT else ("name", "is") if name == NAME else (name,)


def _without_fields(box: Box, id: str, *fields: str) -> Box:
    """Return the box without these fields of a tile."""
    tables = box_tables(box)
    row = tables.get("tile", {}).get(id, {})
    for field in fields:
        row.pop(field, None)
        tables.get("more", {}).pop(f"{TILE_PREFIX}{id}.{field}", None)
        tables.get("fact_sources", {}).pop(fact_key(LearnedFact(id, field, "")), None)
    return parse_box(tables, box.file)
