"""Labels of tiles, players, goods, counts, rows and causes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from msgspec.structs import replace

from companion.engine.caching import memoize_last
from companion.engine.message import Message, can_be_drawn, join_list, literal, plain_line, tr, trn
from companion.state.glen_more_2.facts import (
    END,
    FINAL,
    LANDMARK,
    PERSON,
    START_DECK,
    WORLDS_END,
    Cost,
    Facts,
    Piece,
)
from companion.state.glen_more_2.model import DIE, Player, State, Tile
from companion.state.glen_more_2.ruleset import figure_turn, rules_of
from companion.state.territory.track import Space

MAX_NAME_LENGTH = 40
"""Largest number of letters of a piece's name; all printed names are shorter."""
FREE, OWN_GOODS, OWN_GOOD = "free", "own_goods", "own_good"
"""Entries that say that a tile of unknown cost was free, or was paid with own goods."""
EARLIER_FREE, EARLIER_OWN_GOODS, EARLIER_PAID, EARLIER_UNKNOWN = (
    "late_free",
    "late_goods",
    "late_paid",
    "late_never",
)
"""Entries about an earlier turn's tile: free, paid with own goods, paid, or cost not known."""

GOODS_LABELS = {
    "wood": tr("wood"),
    "stone": tr("stone"),
    "barley": tr("barley"),
    "sheep": tr("sheep"),
    "cattle": tr("cattle"),
}

COLOUR_LABELS = {
    "red": tr("Red"),
    "yellow": tr("Yellow"),
    "green": tr("Green"),
    "blue": tr("Blue"),
    "white": tr("White"),
    "black": tr("Black"),
    "orange": tr("Orange"),
    "purple": tr("Purple"),
    "brown": tr("Brown"),
    "grey": tr("Grey"),
}

COUNT_LABELS = {
    "points": tr("points"),
    "coins": tr("coins"),
    "barrels": tr("barrels"),
    "scots": tr("Scots in the home castle"),
    "tiles": tr("territory tiles"),
    "persons": tr("persons"),
}

SHORT_COUNT_LABELS = {**COUNT_LABELS, "scots": tr("Scots"), "tiles": tr("tiles")}
"""Short labels of counts, for keys."""

PLACE_LABELS = {
    "discards": tr("on the discard pile"),
    "removed": tr("out of the game"),
    "deck": tr("in its deck"),
}


def colour_label(name: str) -> Message:
    """Return a colour label; a colour that an owner made up stays as it is."""
    return COLOUR_LABELS.get(name) or literal(name)


def figure_label(state: State, player_id: str) -> Message:
    """Return the label of a player (name or colour), the die or a neutral figure."""
    if known := _figures(state.players).get(player_id):
        return known
    neutral = figure_turn(state, player_id)
    return neutral.label if neutral else colour_label(player_id)


@memoize_last
def _figures(players: tuple[Player, ...]) -> dict[str, Message]:
    return {**{p.id: player_label(p.id, p.name) for p in players}, DIE: tr("the die")}


def player_label(id: str, name: str) -> Message:
    """Return a player's name, or the colour label if there is none that the panel can draw."""
    return literal(name) if name and can_be_drawn(name) else colour_label(id)


def piece_label(facts: Facts, id: str, deck: str = "") -> Message:
    """Return the label of a tile, card or person; an unidentified tile is labelled by its deck."""
    if known := facts.pieces.get(id):
        return known_piece_label(known)
    if id == WORLDS_END:
        return tr("World's End")
    return literal(id) if id else unknown_tile_label(deck)


def known_piece_label(known: Piece) -> Message:
    """Return the label of a known piece; one without a name is described by what is printed on it."""
    if known.id == WORLDS_END:
        return tr("World's End")
    if known.colour:
        return tr("home tile of {player}", player=colour_label(known.colour))
    name = owner_given_name(known)
    if name or not known.deck:
        return literal(name or known.id)
    kind = _kind_words(known, known.deck)
    if not known.cost:
        return kind if known.cost is None else tr("{tile}, free", tile=kind)
    return tr("{tile} for {cost}", tile=kind, cost=costs_label(known.cost))


def tile_in_sentence(facts: Facts, id: str) -> Message:
    """Return the label of a tile in a sentence; one without a name is labelled by its deck alone."""
    known = facts.pieces.get(id)
    if known is None or not known.deck or not is_nameless(known):
        return piece_label(facts, id)
    return tr("the start tile") if known.deck == START_DECK else tr("the {deck} tile", deck=known.deck)


def map_label(facts: Facts, id: str) -> Message:
    """Return the label of a tile on a map; one without a name is labelled by its deck alone."""
    known = facts.pieces.get(id)
    if known is None or not known.deck or not is_nameless(known):
        return piece_label(facts, id)
    return tr("start tile") if known.deck == START_DECK else tr("{deck} tile", deck=known.deck)


def owner_given_name(known: Piece) -> str:
    """Return the name on one line and shortened, because an owner may have written anything into the file."""
    return _one_line(known.name)


@lru_cache(maxsize=512)
def _one_line(name: str) -> str:
    line = plain_line(name)
    return line if len(line) <= MAX_NAME_LENGTH else f"{line[:MAX_NAME_LENGTH]}…"


def taken_piece_label(facts: Facts, id: str, deck: str) -> Message:
    """Return the label of a piece without its cost, for use beside what was paid."""
    known = facts.pieces.get(id)
    return known_piece_label(replace(known, cost=None)) if known else piece_label(facts, id, deck)


def name_in_sentence(known: Piece) -> Message | None:
    """Return the label of a piece in a sentence; None for a tile without a name."""
    return None if known.deck and is_nameless(known) else known_piece_label(known)


def tap_title(facts: Facts, id: str) -> Message:
    """Return the title of a question about what a tap meant."""
    known = facts.pieces.get(id)
    if tile := name_in_sentence(known) if known else piece_label(facts, id):
        return tr("{tile}: what happened?", tile=tile)
    return tr("This tile: what happened?")


def is_nameless(known: Piece) -> bool:
    """True if the piece has no entered or printed name."""
    return not (known.name or known.colour or known.category == END)


def _kind_words(known: Piece, deck: str) -> Message:
    first = deck == START_DECK
    if known.category == PERSON:
        return tr("a person among the start tiles") if first else tr("a person of deck {deck}", deck=deck)
    if known.category == LANDMARK:
        return tr("a landmark among the start tiles") if first else tr("a landmark of deck {deck}", deck=deck)
    if known.rebuild:
        rebuild = tr("a rebuild tile of deck {deck}", deck=deck)
        return tr("a rebuild tile among the start tiles") if first else rebuild
    return unknown_tile_label(deck)


def unknown_tile_label(deck: str) -> Message:
    """Return the label of a tile of which only the deck is known; the start tiles are not called a deck."""
    return tr("a start tile") if deck == START_DECK else tr("a tile of deck {deck}", deck=deck)


def tile_count_label(deck: str, n: int) -> Message:
    """Return the label of a number of tiles."""
    if deck == START_DECK:
        return trn("{n} start tile", "{n} start tiles", n)
    return trn("{n} tile of deck {deck}", "{n} tiles of deck {deck}", n, deck=deck)


def deck_group_label(deck: str) -> Message:
    """Return the heading of the tiles of a deck."""
    return tr("start tiles") if deck == START_DECK else tr("deck {deck}", deck=deck)


def tile_label(facts: Facts, lying: Tile | Space) -> Message:
    """Return the label of a tile on the rondel or a pile."""
    return piece_label(facts, lying.piece, lying.deck)


def landmark_label(facts: Facts, card: str) -> Message:
    """Return the label of a landmark card."""
    return literal(facts.landmarks[card].name)


def crest_label(facts: Facts, id: str) -> Message:
    """Return the label of a crest."""
    return literal(facts.crests[id].name)


NAMELESS_PREFIX = "tile:"
"""Cause of the effects of an unidentified tile."""


def cause_label(state: State, why: str) -> Message:
    """Return the label of a cause: "landmark:…", "crest:…", "tile:…", a piece, or a key of `CAUSE_LABELS`."""
    category, _, id = why.partition(":")
    if category == "landmark":
        return landmark_label(state.facts, id)
    if category == "crest":
        return crest_label(state.facts, id)
    if category in ("tile", "activation", "placing", "person"):
        half = next((words for start, words in HOME_TILE_HALF_LABELS.items() if id.startswith(start)), None)
        return half or (tile_in_sentence(state.facts, id) if id else tr("the tile"))
    if category == EARLIER_TILE and id:
        return tr("the tile of turn {n}", n=int(id))
    if words := CAUSE_LABELS.get(category) or rules_of(state).causes.get(why):
        return words
    return piece_label(state.facts, why) if why in state.facts.pieces else literal(why)


HOME_TILE_HALVES = ("home_village_", "home_castle_")
"""Prefixes of the ids of the halves of home tiles."""
HOME_TILE_HALF_LABELS = dict(zip(HOME_TILE_HALVES, (tr("start village"), tr("home castle")), strict=True))
ENTERED_LABEL = tr("entered by hand")
"""Label of the cause "entered", which has no information of its own."""
EARLIER_TILE = "earlier_tile"
"""Cause of a late payment; in the history with ":" and the turn of the tile."""
CAUSE_LABELS = {
    "cost": tr("the cost of the tile"),
    "entered": ENTERED_LABEL,
    "roads": tr("the roads"),
    "removed": tr("a tile that was removed"),
    "marker": tr("a clan marker"),
    "nothing": tr("instead of a tile"),
    "sinclair": literal("Sinclair"),
    EARLIER_TILE: tr("an earlier tile"),
}


COST_LABELS: dict[str, Callable[[int], Message]] = {
    "coin": lambda n: trn("{n} coin", "{n} coins", n),
    "whisky": lambda n: trn("{n} barrel", "{n} barrels", n),
    "scot": lambda n: trn("{n} Scot", "{n} Scots", n),
    "any_good": lambda n: trn("{n} good", "{n} goods", n),
}


def coin_change_text(coins: int) -> Message:
    """Return a change of coins with its sign."""
    sign = "+" if coins > 0 else "-" if coins else ""
    return trn("{sign}{n} coin", "{sign}{n} coins", abs(coins), sign=sign)


def point_change_text(points: int) -> Message:
    """Return a change of points with its sign."""
    sign = "+" if points > 0 else "-" if points else ""
    return trn("{sign}{n} point", "{sign}{n} points", abs(points), sign=sign)


HOW_MANY_PROMPTS = {
    "coin": tr("How many coins?"),
    "whisky": tr("How many barrels?"),
    "scot": tr("How many Scots?"),
    "vp": tr("How many points?"),
    "move": tr("How many movement points?"),
    "any_good": tr("How many goods?"),
    "different_good": tr("How many goods?"),
    "animal": tr("How many animals?"),
    "wood": tr("How much wood?"),
    "stone": tr("How much stone?"),
    "barley": tr("How much barley?"),
    "sheep": tr("How many sheep?"),
    "cattle": tr("How many cattle?"),
}
"""Whole questions, because in other languages the form of a good's name depends on the words before it."""


def costs_label(paid: Iterable[Cost]) -> Message:
    """Return the label of a cost or payment."""
    parts = [_cost(each) for each in paid]
    return join_list(parts) if parts else tr("nothing")


def _cost(cost: Cost) -> Message:
    if words := COST_LABELS.get(cost.what):
        return words(cost.n)
    return tr("{n} {good}", n=cost.n, good=GOODS_LABELS[cost.what])


def market_row_label(state: State, name: str) -> Message:
    """Return the label of a market row: a good, or a row of an expansion."""
    return GOODS_LABELS.get(name) or rules_of(state).market_rows[name]


def round_title(round: str) -> Message:
    """Return the title of a scoring for a page."""
    return tr("Final scoring") if round == FINAL else tr("Scoring round {deck}", deck=round)


def round_label(round: str) -> Message:
    """Return the label of a scoring."""
    return tr("final scoring") if round == FINAL else tr("scoring round {deck}", deck=round)
