"""The state of a game of Glen More: plain frozen values.

Only events make a new state.
At scorekeeper depth goods on tiles, places and moves of Scots are not followed; what they bring is entered. What
only the referee knows is left out of a state then (UNSET), so that its hash stays what it was.
A value never holds itself: the garbage collector may pass it by (gc=False).
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from companion.state.glen_more.events import Event
from companion.state.glen_more.facts import Facts
from companion.state.glen_more.house_rules import HouseRules
from companion.state.territory.grid import Cell, Territory
from companion.state.territory.track import Space

DIE = "die"
SPACES = 14
"""Of the rondel (G1-TRK-01)."""
MIN_PLAYERS, MAX_PLAYERS, WITH_DIE = 2, 5, (2, 3)
START_COINS, START_SCOTS, START_TILES = 6, 1, 1
SCORED = {"1": "1", "2": "2", "3": "final"}
"""The scoring that the end of a deck brings; that of the last is followed by the final one (G1-TRK-06)."""
FINAL = "final"
SCOREKEEPER, REFEREE = "scorekeeper", "referee"
"""The depths of play."""
NON_BLOCKING = ("take", "ledger", "end", "use")
"""Questions that wait on the home screen; any other is put in front of people."""
COUNTS = ("coins", "barrels", "scots", "chieftains")
"""Counts that events move."""
TERRITORY = ("tiles", "green_tiles", "yellow_tiles", "villages")
"""Counts that the tiles in it make, with what puts them right."""


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A tile that has left the rondel."""

    piece: str
    """Its id, "" where nobody told which it was."""
    deck: str


class Player(msgspec.Struct, frozen=True, gc=False):
    """One player's counts."""

    id: str
    """By the place at the table: "p1" to "p5"."""
    name: str = ""
    village: str = ""
    """The start village, where it was tapped."""
    coins: int = START_COINS
    """Below zero where an entry is missing."""
    barrels: int = 0
    scots: int = START_SCOTS
    """In the territory."""
    chieftains: int = 0
    cards: tuple[str, ...] = ()
    """Of special locations."""
    taken: tuple[str, ...] = ()
    """Tiles, in order; without the start village."""
    more: dict[str, int] = {}
    """What puts the counts of the territory right."""
    points: dict[str, int] = {}
    """Victory points by source."""
    followed: Territory | UnsetType = UNSET
    """What lies where, at referee depth."""

    @property
    def territory(self) -> Territory:
        """An empty one where none is followed."""
        return Territory() if isinstance(self.followed, UnsetType) else self.followed

    @property
    def total(self) -> int:
        return sum(self.points.values())


class Work(msgspec.Struct, frozen=True, gc=False):
    """What the referee keeps of the turn that runs."""

    cell: Cell | None = None
    """Where the tile of this turn was laid."""
    used: tuple[str, ...] = ()
    """Tiles that were activated: each once a turn (G1-ACT-03)."""
    by_card: bool = False
    """Loch Ness has activated its one tile (G1-CRD-06)."""
    moves: int = 0
    """Movement points not spent yet (G1-CLN-03)."""
    moved: bool = False
    """Movement has begun: nothing is activated any more (G1-TRN-06)."""
    by_hand: bool = False
    """Nothing is activated unasked in this turn (G1-ACT-02)."""
    rather: tuple[tuple[str, str], ...] = ()
    """With which goods people want to pay, in this order: a good, and from where."""


class Turn(msgspec.Struct, frozen=True, gc=False):
    """The turn that runs: whose it is and what has happened in it."""

    number: int
    """From 1; 0 before the first. The die's turns count too."""
    figure: str
    behind: int = 0
    """How many tiles lay behind the figure when it began: they leave at its end (G1-TRK-05)."""
    tile: str = ""
    """What was taken."""
    took: bool = False
    """The figure has moved."""
    cleared: bool = False
    """What was passed has left."""
    laid: int = 0
    """Tiles laid so far."""
    happened: tuple[Event, ...] = ()
    """What was booked."""
    of_die: tuple[Event, ...] = ()
    """What the die did just before, as often as it was hindmost."""
    after_round: bool = False
    """A scoring came just before."""
    followed: Work | UnsetType = UNSET
    """At referee depth."""

    @property
    def work(self) -> Work:
        """As at its beginning where nothing is followed."""
        return Work() if isinstance(self.followed, UnsetType) else self.followed


class OpenQuestion(msgspec.Struct, frozen=True, gc=False):
    """A question that is open."""

    number: int
    """Counts all questions of the game; an answer names it."""
    kind: str
    player: str = ""
    """Whom it is asked, "" = everybody."""
    args: tuple[str | int, ...] = ()
    """What it is about, by its kind."""


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything a game is at one moment."""

    stage: str
    """Where the course stands."""
    facts: Facts
    """What is printed on the pieces."""
    house: HouseRules
    """The table's rulings."""
    names: tuple[str, ...] = ()
    """Names of earlier games, to be offered."""
    players: tuple[Player, ...] = ()
    """In the order of the pawns at the start, the one who begins first (G1-SET-03)."""
    line: tuple[Space, ...] = ()
    """The rondel from the hindmost tile or figure forward."""
    left: dict[str, int] = {}
    """Tiles still in each deck."""
    market: dict[str, int] = {}
    """Coins lie on that many spaces of each row, from the cheapest."""
    gone: tuple[Tile, ...] = ()
    """Tiles out of the game."""
    turn: Turn = Turn(0, "")
    open: tuple[OpenQuestion, ...] = ()
    """Open questions, the oldest first."""
    asked: int = 0
    """How many questions have been asked."""
    due: tuple[str, ...] = ()
    """Scorings that are due."""
    scored: tuple[str, ...] = ()
    """Scorings done."""
    scored_in: int = -1
    """The turn of the last one."""
    goods: dict[str, int] = {}
    """Goods counted for a tie."""
    result: Any = None
    """The last scoring, as JSON."""
    winners: tuple[str, ...] = ()
    """Those who won, () before the end; several share the victory."""
    chosen_depth: str | UnsetType = UNSET
    """REFEREE where the table chose it."""

    @property
    def depth(self) -> str:
        return SCOREKEEPER if isinstance(self.chosen_depth, UnsetType) else self.chosen_depth

    @property
    def follows(self) -> bool:
        """Territories are followed."""
        return self.depth == REFEREE

    @property
    def use_die(self) -> bool:
        """With 2 or 3 players alone (G1-DIE-01)."""
        return len(self.players) in WITH_DIE

    @property
    def deck(self) -> str:
        """The one that is laid from now: the lowest that is not used up (G1-TRN-05); "" when all are."""
        return next((deck for deck in self.facts.decks if self.left.get(deck)), "")

    def player(self, player_id: str) -> Player:
        return next(p for p in self.players if p.id == player_id)

    def opened(self, kind: str) -> OpenQuestion | None:
        return next((o for o in self.open if o.kind == kind), None)


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
