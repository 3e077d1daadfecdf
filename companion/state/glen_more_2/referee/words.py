"""How people call what lies in a territory: tiles by what they are, cells by the way from the start village."""

from __future__ import annotations

from functools import lru_cache

from companion.engine.memoize import memoize_few
from companion.engine.message import Message, tr
from companion.engine.offers import Choice, Pick, Tract
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.laying import RIVER
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.referee.tiles import CASTLE_CELL, VILLAGE_CELL, printed_on
from companion.state.territory.grid import Cell, Spot, Territory
from companion.state.territory.words import TerritoryWords, way_to

_HOME = dict(zip((VILLAGE_CELL, CASTLE_CELL), labels.HALF_WORDS.values(), strict=True))


@lru_cache(maxsize=1024)
def cell_words(cell: Cell) -> Message:
    """The way there: people see their own start village, no numbers."""
    return _HOME.get(cell) or way_to(cell)


def short(state: State, piece: str) -> Message:
    """What is printed on it, as short as people say it."""
    return labels.the_tile(state.facts, piece)


def spot_words(state: State, spot: Spot) -> Message:
    """The tile there, told from others of its kind by where it lies."""
    if spot.cell in _HOME and len(spot.pieces) == 1:
        return _HOME[spot.cell]
    return tr("{tile} ({where})", tile=short(state, spot.top), where=cell_words(spot.cell))


def standing(state: State, spot: Spot) -> Message:
    """Where somebody stands, in a word or two: on a tile with a name, else by the way there."""
    named = spot.cell not in _HOME and state.facts.pieces[spot.top].name
    return short(state, spot.top) if named else cell_words(spot.cell)


@memoize_few
def _tract(facts: Facts, spot: Spot) -> Tract:
    """A tile as a map shows it: the home castle alone by its sign, all others by what people call them."""
    known, home = printed_on(facts, spot.top), _HOME.get(spot.cell) if len(spot.pieces) == 1 else None
    lines = ((RIVER, "east_west"),) if known.river else ()
    goods = tuple(spot.goods.items())
    return Tract(
        spot.x,
        spot.y,
        home or labels.on_map(facts, spot.top),
        (known.kind or "") if home else "",
        lines,
        goods,
        spot.scots,
        len(spot.pieces),
    )


def tracts(state: State, player_id: str) -> tuple[Tract, ...]:
    """A player's territory as a map shows it."""
    return _tracts(state.facts, state.player(player_id).territory)


@memoize_few
def _tracts(facts: Facts, territory: Territory) -> tuple[Tract, ...]:
    return tuple(_tract(facts, spot) for spot in territory.spots)


def which_good(asked: Message) -> Pick:
    """Any of the five."""
    goods = tuple(Choice(good, words, brief=words) for good, words in labels.GOODS_WORDS.items())
    return Pick("good", asked, goods, in_order=True)


WORDS = TerritoryWords(
    figure=labels.figure,
    piece=short,
    spot=spot_words,
    standing=standing,
    cell=cell_words,
    tracts=tracts,
    cause=labels.cause,
    goods=labels.GOODS_WORDS,
)
tile_there, spot_choice = WORDS.tile_at, WORDS.choice
