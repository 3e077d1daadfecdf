"""A box for the referee of Glen More II: the complete one of the tests, with river and activation invented too."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.engine.offers import Pick, cell_value
from companion.state.glen_more_2.facts import GOODS, LAND, LANDMARK, Effect, Facts, Piece
from companion.state.glen_more_2.model import REFEREE, Tile
from companion.state.glen_more_2.referee.tiles import CASTLE, VILLAGE, half
from companion.state.referee.purse import stock_of
from companion.state.territory import Cell, Spot, Territory
from tests.state.glen_more_2.table import COLOURS, Table, facts_of

TRADES = (
    (
        Effect("exchange", pay={"different_good": 2}, get={"vp": 4}),
        Effect("exchange", pay={"different_good": 4}, get={"vp": 8}),
    ),
    (Effect("exchange", pay={"any_good": 3}, get={"vp": 7}),),
    (Effect("exchange", pay={"any_good": 1}, get={"clan_marker": 1}),),
    (Effect("exchange", pay={"sheep": 1, "stone": 1}, get={"vp": 5}), Effect("move", n=1)),
    (
        Effect("exchange", pay={"animal": 1}, get={"vp": 2}),
        Effect("exchange", pay={"animal": 3}, get={"vp": 8}),
    ),
)


PRINTED: dict[str, dict[str, Any]] = {
    "halkirk": {"river": True, "activation": (Effect("move", n=1),)},
    "inverness": {"river": True, "activation": (Effect("move", n=1),)},
    "inshriach": {"river": False, "activation": (Effect("gain", "wood", 1),)},
    "lochridge": {"river": False},
}
"""What the ledger says of them (GM-ACT-22, GM-ACT-23, GM-RIV-03)."""


@cache
def whole_box() -> Facts:
    """Every tile with its kind, its river and what activation gives; the same each time."""
    facts, random = facts_of("complete"), Random(7)
    told = {id: replace(piece, **PRINTED.get(id, {})) for id, piece in facts.pieces.items()}
    pieces = {id: _told(piece, random) for id, piece in told.items()}
    return replace(facts, pieces=pieces)


def _told(piece: Piece, random: Random) -> Piece:
    if piece.category not in (LAND, LANDMARK):
        return piece
    kind = {"Village": "village", "grain": "material"}.get(piece.kind or "", piece.kind or "loch")
    river = piece.river if piece.river is not None else random.random() < 0.25
    return replace(piece, kind=kind, river=river, activation=piece.activation or _activation(kind, random))


def _activation(kind: str, random: Random) -> tuple[Effect, ...]:
    match kind:
        case "village":
            return (Effect("move", n=1),)
        case "castle":
            return (Effect("gain", "vp", random.choice((1, 2, 3))),)
        case "material":
            return (Effect("gain", random.choice((*GOODS[:3], "any_good")), 1),)
        case "animal":
            return (Effect("gain", random.choice(GOODS[3:]), random.choice((1, 1, 2))),)
        case "whisky":
            return (Effect("exchange", pay={"barley": 1}, get={"whisky": 1}),)
        case "trade":
            return random.choice(TRADES)
    return ()


class Followed(Table):
    """A table at referee depth. `lies("red", spot(…))` puts tiles into a territory; the home tile is there."""

    def __init__(self, players: int = 3, facts: Facts | None = None, **parts: Any) -> None:
        super().__init__(0, facts=facts or whole_box(), **parts)
        self.sits(*COLOURS[:players])
        self.answers("start", "depth", REFEREE)
        self.answers("start", "go")
        self.answers("layout", "done")

    def lies(self, who: str, *spots: Spot, village: int = 1, castle: int = 0, **counts: Any) -> None:
        """These tiles beside the home tile, whose Scots are told; the history starts here."""
        home = (
            Spot(0, 0, (half(who, VILLAGE),), scots=village),
            Spot(1, 0, (half(who, CASTLE),), scots=castle),
        )
        taken = tuple(Tile(piece, self.state.facts.pieces[piece].deck or "") for s in spots for piece in s.pieces)
        land, tiles = Territory((*home, *spots)), 2 + len(spots)
        self.has(who, followed=land, scots=castle, tiles=tiles, taken=taken, **counts)

    def lays(self, who: str, piece: str, x: int, y: int) -> tuple[Any, ...]:
        """The tile is taken and laid there; everything that happened since."""
        before = self.takes(who, piece)
        return (*before, *self.answers("place", "place", cell_value(x, y)))

    def spot(self, who: str, x: int, y: int) -> Spot:
        return self.player(who).territory.at(Cell(x, y))

    def closed(self, kind: str, offer: str) -> dict[str, str]:
        """The rule that closes each choice of the first part; "" for an open one."""
        part = self.offer(kind, offer).parts[0]
        assert isinstance(part, Pick)
        return {c.value: c.closed.rule if c.closed else "" for c in part.choices}

    def goods(self, who: str) -> dict[str, int]:
        return stock_of(self.player(who).territory)


def spot(piece: str, x: int, y: int, scots: int = 0, **goods: int) -> Spot:
    return Spot(x, y, (piece,), goods, scots)
