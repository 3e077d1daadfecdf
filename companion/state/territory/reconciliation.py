"""What hands do so that a territory of one past becomes that of another: tiles, then goods and Scots on them.

Two territories are compared; how tiles, places and goods are called the game says. Words only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from companion.engine.game import PutBack
from companion.engine.message import Message, tr, trn
from companion.state.territory.grid import Cell, Spot, Territory


class Called(NamedTuple):
    """How people call what lies there."""

    player: Message
    tile: Callable[[str], Message]
    cell: Callable[[Cell], Message]
    spot: Callable[[Spot], Message]
    goods: Mapping[str, Message]


def lies_otherwise(old: Territory, new: Territory, called: Called) -> Iterator[PutBack]:
    """Line by line; a tile that is in none any more is told with the others that change hands."""
    before = {piece: spot for spot in old.spots for piece in spot.pieces}
    for spot in new.spots:
        for piece in spot.pieces:
            if piece not in before or before[piece].cell != spot.cell:
                tile, where = called.tile(piece), called.cell(spot.cell)
                words = tr("{player} lays {tile}: {where}", player=called.player, tile=tile, where=where)
                yield PutBack(words, piece, forward=True, about=f"lies {piece}")
    for spot in new.spots:
        yield from _on_it(before.get(spot.top), spot, called)


def _on_it(was: Spot | None, now: Spot, called: Called) -> Iterator[PutBack]:
    tile, goods = called.spot(now), was.goods if was else {}
    for good, words in called.goods.items():
        if (n := now.goods.get(good, 0)) != goods.get(good, 0):
            line = tr("{tile}: {n} {good}", tile=tile, n=n, good=words)
            yield _of(called, line, f"{good} {now.top}")
    if now.scots != (was.scots if was else 0):
        line = trn("{tile}: {n} Scot", "{tile}: {n} Scots", now.scots, tile=tile)
        yield _of(called, line, f"scots {now.top}")


def _of(called: Called, line: Message, about: str) -> PutBack:
    return PutBack(tr("{player}: {what}", player=called.player, what=line), forward=True, about=about)
