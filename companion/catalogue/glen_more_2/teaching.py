"""What an owner tells of each tile, one form for page and case: its fields, what they hold now, and who said it.

What the rulebooks say already is shown too. What people tell is put into the box by `telling`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import partial

import msgspec

from companion.catalogue.glen_more_2.box import EXCHANGE, Box
from companion.catalogue.glen_more_2.facts_in_force import load_facts
from companion.catalogue.glen_more_2.learning import of_base_game
from companion.catalogue.glen_more_2.shipped import shipped
from companion.catalogue.glen_more_2.sticker_kinds import Beside, nameless_words
from companion.engine.message import Message, literal, tr
from companion.engine.offers import NO, YES
from companion.engine.plain_text import plain_line
from companion.engine.teaching import (
    CHOICE,
    COUNTS,
    TEXT,
    BoxTaught,
    FieldOption,
    ForThat,
    PieceField,
    TaughtGroup,
    TaughtPiece,
    counts_told,
)
from companion.state.glen_more_2.facts import (
    DECKS,
    END,
    LAND,
    LANDMARK,
    PERSON,
    START_DECK,
    Effect,
    Facts,
    Piece,
    is_nobodys,
    step_told,
)
from companion.state.glen_more_2.labels import GOODS_WORDS, LONGEST_NAME, costs, group_of, owners_name, piece_words
from companion.state.glen_more_2.piece_locations import may_be
from companion.state.glen_more_2.piece_words import KIND_WORDS, effects_in_words

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
    FieldOption(EXCHANGE, tr("an exchange")),
    FieldOption("tell", tr("something else, by hand")),
)
FOR_THAT = ForThat(
    EXCHANGE,
    gives=(
        *(FieldOption(good, words) for good, words in GOODS_WORDS.items()),
        FieldOption("any_good", tr("goods of any kind")),
        FieldOption("different_good", tr("different goods")),
        FieldOption("animal", tr("animals of any kind")),
        *COSTS[:2],
    ),
    gets=(FieldOption("vp", tr("points")), *COSTS[:2], FieldOption("clan_marker", tr("clan markers"))),
)
RULEBOOK, YOU = tr("the rulebook"), tr("you")


BesideOf = Callable[[Facts], Beside]


def nothing_beside(_facts: Facts) -> Beside:
    """For a game without expansions."""
    return ()


# ---- how far the box is known


def taught(box: Box, stickered: Iterable[str] = (), beside: BesideOf = nothing_beside) -> BoxTaught:
    """All tiles by deck, what nobody has placed in one, then each expansion's. Raises BadFile."""
    on = tuple(stickered)
    facts = load_facts(box, on)
    added = beside(facts)
    tiles = [piece for piece in facts.pieces.values() if _is_tile(piece)]
    groups = [
        TaughtGroup(f"deck_{deck}", _tiles_of(deck), _pieces((t for t in tiles if _deck(t) == deck), on))
        for deck in DECKS
    ]
    rest = TaughtGroup("no_deck", tr("Tiles whose deck nobody knows"), _pieces(t for t in tiles if not _deck(t)))
    known = sum(group.known for group in (*groups, rest))
    apart = (TaughtGroup(id, name, _pieces(own.values()), apart=True) for id, name, own in added)
    whole = tuple(group for group in (*groups, rest, *apart) if group.pieces)
    every = {**facts.pieces, **{id: piece for _, _, own in added for id, piece in own.items()}}
    with_all = msgspec.structs.replace(facts, pieces=every)
    return BoxTaught(whole, known, sum(facts.decks.values()) + 1, partial(_fields, with_all, beside))


def _tiles_of(deck: str) -> Message:
    return tr("Start tiles") if deck == START_DECK else tr("Deck {deck}", deck=deck)


def _is_tile(piece: Piece) -> bool:
    """Not what stays on the rondel for good: nobody takes it, so it has neither cost nor effect."""
    return piece.category in TILES and piece.deck != "" and not piece.stays


def _deck(tile: Piece) -> str | None:
    # World's End comes up with deck D, whether or not the box says that it carries the letter (GM-SET-11).
    return "D" if tile.category == END else tile.deck


def _pieces(pieces: Iterable[Piece], stickered: Collection[str] = ()) -> tuple[TaughtPiece, ...]:
    tiles = [*filter(_is_tile, pieces)]
    names = Counter(tile.name.casefold() for tile in tiles if tile.name)
    alike = {tile.id for tile in tiles if is_nobodys(tile)}
    by_tap = alike & set(stickered) if len(alike) > 1 else set()
    return tuple(
        TaughtPiece(
            tile.id, _called(tile, alone=names[tile.name.casefold()] < 2), _is_known(tile), tile.id in by_tap
        )
        for tile in tiles
    )


def _called(tile: Piece, alone: bool = True) -> Message:
    """By what is printed on it as soon as anybody told that; one that shares its name also by its deck."""
    name = owners_name(tile)
    if name and not alone and tile.deck:
        return tr("{name}, {deck}", name=name, deck=group_of(tile.deck))
    return nameless_words(tile) if is_nobodys(tile) else piece_words(tile)


def _is_known(tile: Piece) -> bool:
    """What is needed at the table: its deck (an expansion asks for its own), what it is, what it costs."""
    laid = tile.category in (PERSON, END) or tile.rebuild is not None
    placed = bool(_deck(tile)) or not of_base_game(tile.id)
    return bool(tile.category) and placed and laid and tile.cost is not None


# ---- one tile


def _fields(facts: Facts, beside: BesideOf, id: str) -> tuple[PieceField, ...]:
    tile = facts.pieces.get(id)
    if tile is None or not _is_tile(tile):
        return ()
    made = (
        _name(facts, tile),
        _what(tile),
        _kind(tile),
        _field("cost", tr("Cost"), COUNTS, COSTS, _cost(tile), usual=USUAL_COSTS, asked=True),
        _field("one_time", tr("One-time effect"), COUNTS, ONE_TIME, _steps(tile.one_time)),
        _field("activation", tr("Activation"), COUNTS, ACTIVATION, _steps(tile.activation), for_that=FOR_THAT),
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
    for_that: ForThat | None = None,
) -> PieceField:
    return PieceField(id, label, kind, options, usual, for_that, asked, value, longest=LONGEST_NAME)


def _name(facts: Facts, tile: Piece) -> PieceField | None:
    """Published names are no owner's to change."""
    if tile.id in shipped().tiles or (tile.name and not of_base_game(tile.id) and NAME not in tile.said):
        return None
    free = [p for p in facts.pieces.values() if p.id in shipped().tiles and p.deck is None and may_be(tile, p)]
    likely = tuple(FieldOption(p.name, literal(p.name)) for p in free)
    return _field(NAME, tr("Name"), TEXT, likely, owners_name(tile) or None)


def _what(tile: Piece) -> PieceField | None:
    """Where a landmark goes is published, and where an expansion's tile goes; it may be a rebuild tile."""
    if tile.category == END:
        return None
    published = tile.category == LANDMARK or (tile.category and not of_base_game(tile.id))
    sorts = SORTS[:2] if published else SORTS
    value = PERSON if tile.category == PERSON else None
    if value is None and tile.category and tile.rebuild is not None:
        value = REBUILD if tile.rebuild else LAND
    return _field(WHAT, tr("What it is"), CHOICE, sorts, value, asked=True)


def _kind(tile: Piece) -> PieceField | None:
    if tile.category in (PERSON, END):
        return None
    kinds = tuple(FieldOption(kind, words) for kind, words in KIND_WORDS.items())
    return _field("kind", tr("Kind"), CHOICE, kinds, tile.kind, asked=True)


def _deck_field(tile: Piece, beside: BesideOf) -> PieceField | None:
    """Where nobody publishes it. An expansion's tile is asked for in play, and lies never in the starting deck."""
    if not _deck_is_told(tile, beside):
        return None
    base = of_base_game(tile.id)
    decks = tuple(FieldOption(deck, literal(deck), literal(deck)) for deck in (DECKS if base else DECKS[1:]))
    return _field(DECK, tr("Deck"), CHOICE, decks, tile.deck, asked=base)


def _deck_is_told(tile: Piece, beside: BesideOf) -> bool:
    """What takes the place of a tile of the same name lies in that one's deck, which is told there."""
    if of_base_game(tile.id):
        published = shipped().tiles.get(tile.id)
        return published is not None and published.deck is None
    taken = {known.name for known in shipped().tiles.values()}
    by_the_book = next((own[tile.id] for _, _, own in beside(load_facts()) if tile.id in own), tile)
    return by_the_book.deck is None and tile.name not in taken


def _cost(tile: Piece) -> str | None:
    return None if tile.cost is None else counts_told((cost.what, cost.n) for cost in tile.cost)


def _steps(steps: tuple[Effect, ...] | None) -> str | None:
    if steps is None:
        return None
    return ", ".join(map(step_told, steps))


def _yes_no(value: bool | None) -> str | None:
    return None if value is None else "yes" if value else "no"


def _shown(facts: Facts, tile: Piece, field: PieceField) -> PieceField:
    """With its value in words, and who said it."""
    if field.value is None:
        return field
    own = {WHAT: "sort" if tile.category == PERSON else "rebuild"}.get(field.id, field.id)
    # The form has no deck that is published.
    said = tile.said.get(own, "" if field.id == DECK else None)
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
