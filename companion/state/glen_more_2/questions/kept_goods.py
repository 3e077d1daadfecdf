"""Which goods of a tile that leaves come to the home castle. Only builds what is asked; it moves no good."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from companion.engine.message import Message, listed, tr
from companion.engine.offers import Choice, Pick
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.referee.tiles import CASTLE_CELL
from companion.state.territory.grid import Spot


def kept_goods(state: State, player_id: str, spot: Spot) -> Iterator[Pick]:
    """GM-EDG-04: asked only where not all find room there and they differ; what finds none is lost."""
    home = state.player(player_id).territory.at(CASTLE_CELL)
    goods = [good for good, n in spot.goods.items() for _ in range(n)]
    if len(goods) <= home.room or len(set(goods)) == 1 or not home.room:
        return
    kept = sorted({tuple(sorted(part)) for part in combinations(goods, home.room)})
    choices = tuple(Choice("+".join(part), _goods_words(part)) for part in kept)
    yield Pick("kept", tr("Which goods come to the home castle?"), choices)


def _goods_words(goods: Iterable[str]) -> Message:
    return listed(labels.GOODS_WORDS[good] for good in goods)
