"""The state of a game of Glen More: plain frozen values.

Only events make a new state.
At scorekeeper depth goods on tiles, places and moves of Scots are not followed; what they bring is entered. What
only the referee knows is left out of a state then (UNSET), so that its hash stays what it was.
A value never holds itself: the garbage collector may pass it by (gc=False).

What is printed on the pieces of Glen More, all of it known. Holds no rule and reads nothing.

The rulings a table may want otherwise: the switches, each with the rule it belongs to. Never reads a file.

Where tiles of Glen More may lie: the ids of its rules, and what counts of a tile (section 5 of the ledger).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from companion.state.territory.events import Event
from companion.state.territory.grid import Cell
from companion.state.territory.model import REFEREE as REFEREE
from companion.state.territory.model import SCOREKEEPER as SCOREKEEPER
from companion.state.territory.model import OpenQuestion as OpenQuestion
from companion.state.territory.model import TerritoryPlayer, TerritoryState, TerritoryTurn
from companion.state.territory.placement import Ground, Mark, PlacementRules

GOODS = ("wood", "stone", "sheep", "cattle", "grain")
"""In the order of the rows of the warehouse (G1-WHS-01)."""
DECKS = ("0", "1", "2", "3")

Border = Literal["green", "yellow", "grey", "brown", "blue"]
Kind = Literal[
    "forest", "quarry", "meadow", "pasture", "grain_field", "distillery", "village", "castle", "abbey", "loch",
    "butcher", "fair", "grocer", "bridge", "tavern",
]  # fmt: skip


class Effect(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One thing that a tile or a card does."""

    op: Literal[
        "clan_member", "barrel", "card", "coins", "choose_goods", "fill_empty", "activate_one", "activate_all",
        "chieftains_double", "points_each", "produce", "movement", "distil", "points", "hand_in_alike",
        "hand_in_set", "hand_in_different", "hand_in_any",
    ]  # fmt: skip
    """On placing: "clan_member" (n of them, onto the tile), "barrel" (n), "card" (the one that `what` names),
    "coins" (n), "choose_goods" (n, onto the tile), "fill_empty" (a good onto each empty production tile).

    On activation: "produce" (a good of `what`, by choice where there are several), "movement" (n points), "distil"
    (a good of `what` for a barrel), "points" (nothing is paid), and for `points` are handed in: "hand_in_alike"
    (1, 2 and so on of the one kind), "hand_in_set" (one of each kind), "hand_in_different" (1, 2 and so on, each
    of another kind), "hand_in_any" (n, of any kinds).

    Of a card: "activate_one" (any tile, once a turn), "activate_all", "chieftains_double", "points_each" (for each
    tile of that border or kind).
    """
    what: tuple[str, ...] = ()
    """Goods, a card, a border or a kind."""
    n: int = 1
    """How many."""
    points: tuple[int, ...] = ()
    """For 1, 2 and so on handed in; for all of it where only one thing can be done."""


class Cost(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What one kind of thing a tile costs (G1-TRN-03)."""

    what: str
    """A good, "whisky" (a barrel), "different_goods" (any, each of another kind: G1-LOC-05) or
    "clan_member_or_chieftain" (G1-LOC-04)."""
    n: int
    """How many of it."""


class Tile(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A tile."""

    id: str
    """Ours: the deck and the tile in it ("1-12"); "S-01" to "S-05" are the start villages."""
    border: Border
    """Its colour: what some cards count (G1-CRD-05, G1-CRD-07)."""
    kind: Kind
    """What it is."""
    name: str = ""
    """Of a special location, as printed; "" where the kind is all."""
    deck: str = ""
    """The number on its back; "" for a start village."""
    river: bool = False
    """The river runs over it from north to south (G1-PLC-03)."""
    road: bool = False
    """The road runs over it from east to west (G1-PLC-04)."""
    cost: tuple[Cost, ...] = ()
    """What taking it costs; () = free."""
    placing: tuple[Effect, ...] = ()
    """What it gives once."""
    activation: tuple[Effect, ...] = ()
    """What it gives whenever it is activated."""


class Card(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The card of a special location."""

    id: str
    """As in journals and documents."""
    name: str
    """As printed; a proper name, never translated."""
    bonnets: int
    """Caps on it, counted with the chieftains (G1-SCR-01)."""
    timing: Literal["at_once", "always", "at_the_end"]
    """When it does what it does."""
    rule: str
    """Where the ledger tells what it does."""
    effects: tuple[Effect, ...] = ()
    """What it does; () where its bonnets are all."""


class Facts(msgspec.Struct, frozen=True):
    """All that is printed on the pieces of the box. A game's first journal row holds a copy."""

    tiles: dict[str, Tile]
    """All 72 by id, the start villages last."""
    cards: dict[str, Card]
    """Those of the special locations, by id."""
    decks: dict[str, int]
    """How many tiles each deck has, in the order in which they are used (G1-TRN-05)."""
    die_faces: tuple[int, ...]
    """All six, so that a face that is there three times is three times as likely (G1-DIE-02)."""

    def in_deck(self, deck: str) -> list[str]:
        """The tiles with this on their backs; "" for the start villages."""
        return [tile.id for tile in self.tiles.values() if tile.deck == deck]


class HouseRules(msgspec.Struct, frozen=True):
    """The table's rulings where the books are silent; each default is ours."""

    warehouse_start: bool = True
    """With 2 or 3 players a coin lies on each cheapest space of the market at the start (G1-SET-06)."""
    skipped_leave_at_once: bool = False
    """Tiles that all have passed leave at once, not in the turn of whoever is first then (G1-TRK-05)."""
    loch_ness_place_before_paying: bool = False
    """The Scot paid for Loch Ness may still be the one that makes its place legal (G1-LOC-04)."""
    mey_doubles_bonnets: bool = False
    """Castle of Mey doubles bonnets too, not only chieftains (G1-CRD-08)."""
    duart_counts_start: bool = True
    """Duart Castle counts the start village too (G1-CRD-09)."""
    die_counts_spaces: bool = False
    """The die counts spaces and steps on past a figure; else it counts tiles (G1-DIE-04)."""
    points_are_secret: bool | UnsetType = UNSET
    """Until the last scoring everybody knows but of the own points (G1-SCR-06). Journals of before lack it."""


DIE = "die"
SPACES = 14
"""Of the rondel (G1-TRK-01)."""
MIN_PLAYERS, MAX_PLAYERS, WITH_DIE = 2, 5, (2, 3)
START_COINS, START_SCOTS, START_TILES = 6, 1, 1
ROUND_OF_DECK = {"1": "1", "2": "2", "3": "final"}
"""The scoring that the end of a deck brings; that of the last is followed by the final one (G1-TRK-06)."""
FINAL = "final"
NON_BLOCKING = ("take", "ledger", "end", "use")
"""Questions that wait on the home screen; any other is put in front of people."""
COUNTS = ("coins", "barrels", "scots", "chieftains")
"""Counts that events move."""
TERRITORY = ("tiles", "green_tiles", "yellow_tiles", "villages")
"""Counts that the tiles in it make, with what puts them right."""


class DiscardedTile(msgspec.Struct, frozen=True, gc=False):
    """A tile that has left the rondel."""

    piece: str
    """Its id, "" where nobody told which it was."""
    deck: str


class Player(TerritoryPlayer, frozen=True, gc=False):
    """One player's counts; the id is the place at the table: "p1" to "p5". All Scots count."""

    coins: int = START_COINS
    scots: int = START_SCOTS
    village: str = ""
    """The start village, where it was tapped."""
    chieftains: int = 0
    cards: tuple[str, ...] = ()
    """Of special locations."""
    taken: tuple[str, ...] = ()
    """Tiles, in order; without the start village."""
    more: dict[str, int] = msgspec.field(default_factory=dict)
    """What puts the counts of the territory right."""


class Turn(TerritoryTurn, frozen=True, gc=False):
    """The turn that runs: whose it is and what has happened in it."""

    behind: int = 0
    """How many tiles lay behind the figure when it began: they leave at its end (G1-TRK-05)."""
    cleared: bool = False
    """What was passed has left."""
    laid: int = 0
    """Tiles laid so far."""
    happened: tuple[Event, ...] = ()
    """What was booked."""
    of_die: tuple[Event, ...] = ()
    """What the die did just before, as often as it was hindmost."""


class State(TerritoryState[Player, Turn], frozen=True, gc=False):
    """Everything a game is at one moment."""

    stage: str
    """Where the course stands."""
    facts: Facts
    """What is printed on the pieces."""
    house: HouseRules
    """The table's rulings."""
    left: dict[str, int] = msgspec.field(default_factory=dict)
    """Tiles still in each deck."""
    gone: tuple[DiscardedTile, ...] = ()
    """Tiles out of the game."""
    turn: Turn = Turn(0, "")

    @property
    def use_die(self) -> bool:
        """With 2 or 3 players alone (G1-DIE-01)."""
        return len(self.players) in WITH_DIE

    @property
    def deck(self) -> str:
        """The one that is laid from now: the lowest that is not used up (G1-TRN-05); "" when all are."""
        return next((deck for deck in self.facts.decks if self.left.get(deck)), "")


def count_of(state: State, player: Player, count: str) -> int:
    """A count by its name: one that events move, one that the tiles make, or the points."""
    if count in COUNTS:
        return int(getattr(player, count))
    if count == "points":
        return player.total
    return counted_tiles(state, player, count) + player.more.get(count, 0)


def counted_tiles(state: State, player: Player, count: str) -> int:
    """What the tiles that were taken make of it; the start village is a grey tile and a village."""
    tiles = [state.facts.tiles[piece] for piece in player.taken if piece]
    match count:
        case "green_tiles":
            return sum(tile.border == "green" for tile in tiles)
        case "yellow_tiles":
            return sum(tile.border == "yellow" for tile in tiles)
        case "villages":
            return START_TILES + sum(tile.kind == "village" for tile in tiles)
    return START_TILES + len(player.taken)


RIVER, ROAD = "river", "road"

PLACEMENT_RULES = PlacementRules(
    home=(Cell(0, 0),),
    edge="G1-PLC-01",
    scot="G1-PLC-02",
    marks={RIVER: Mark("north_south", "G1-PLC-03"), ROAD: Mark("east_west", "G1-PLC-04")},
    alike="G1-PLC-05",
)


def ground_of(tile: Tile) -> Ground:
    """What counts of it; no tile of this game covers another."""
    runs_over = {RIVER: tile.river, ROAD: tile.road}
    return Ground(tuple(mark for mark, runs in runs_over.items() if runs))


def grounds_of(tiles: Iterable[Tile]) -> dict[str, Ground]:
    """The same of several, by id."""
    return {tile.id: ground_of(tile) for tile in tiles}
