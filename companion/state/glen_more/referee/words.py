"""How people call what lies in a territory: tiles by what they are, cells by the way from the start village."""

from __future__ import annotations

from functools import lru_cache

from companion.engine.message import Message, literal, tr
from companion.engine.offers import Tract
from companion.state.glen_more import labels
from companion.state.glen_more.facts import Tile
from companion.state.glen_more.laying import LAYING, ground_of
from companion.state.glen_more.model import State
from companion.state.territory.grid import Cell, Spot
from companion.state.territory.words import TerritoryWords, way_to


@lru_cache(maxsize=1024)
def cell_words(cell: Cell) -> Message:
    """The way there: people see their own start village, no numbers."""
    return way_to(cell) if any(cell) else tr("start village")


def short(tile: Tile) -> Message:
    """What is printed on it, as short as people say it."""
    return literal(tile.name) if tile.name else labels.KIND_WORDS[tile.kind]


def spot_words(state: State, spot: Spot) -> Message:
    if not any(spot.cell):
        return tr("start village")
    return tr("{tile} ({where})", tile=short(state.facts.tiles[spot.top]), where=cell_words(spot.cell))


def sign_of(tile: Tile) -> str:
    """What stands for it on a map: the good that it brings, where that is one kind, else its own kind."""
    brought = [good for effect in tile.activation if effect.op == "produce" for good in effect.what]
    return brought[0] if len(brought) == 1 else tile.kind


def tract(state: State, spot: Spot) -> Tract:
    """A tile as a map shows it."""
    tile = state.facts.tiles[spot.top]
    lines = tuple((mark, LAYING.marks[mark].axis) for mark in ground_of(tile).marks)
    goods = tuple(spot.goods.items())
    return Tract(spot.x, spot.y, short(tile), sign_of(tile), lines, goods, spot.scots, len(spot.pieces))


def tracts(state: State, player_id: str) -> tuple[Tract, ...]:
    """A player's territory as a map shows it."""
    return tuple(tract(state, spot) for spot in state.player(player_id).territory.spots)


WORDS = TerritoryWords(
    figure=labels.figure,
    piece=lambda state, piece: labels.piece(state.facts, piece),
    spot=spot_words,
    standing=lambda _state, spot: cell_words(spot.cell),
    cell=cell_words,
    tracts=tracts,
    cause=lambda state, why: labels.cause(state.facts, why.partition(":")[2] or why),
    goods=labels.GOODS_WORDS,
)
tile_there = WORDS.tile_at
