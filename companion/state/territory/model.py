"""What a state holds in each game with a rondel, a market and territories: plain frozen values.

Each game adds its own fields. A value never holds itself: the garbage collector may pass it by (gc=False).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.state.territory.grid import Cell, Territory
from companion.state.territory.track import Space

SCOREKEEPER, REFEREE = "scorekeeper", "referee"
"""The depths of play; at referee depth territories are tracked."""


class TurnWork(msgspec.Struct, frozen=True, gc=False):
    """What is tracked of the turn that runs."""

    cell: Cell | None = None
    """Where the last tile of this turn was laid."""
    near: tuple[str, ...] = ()
    """Tiles that may be activated: those laid and their neighbours, or all."""
    used: tuple[str, ...] = ()
    """What was activated: a tile, or a tile and the number of an exchange on it ("A-1#2")."""
    moves: int = 0
    """Movement points not spent yet."""
    moved: bool = False
    """A movement point has been spent."""
    by_card: bool = False
    """A card has activated its one tile."""
    by_hand: bool = False
    """Nothing is activated by itself in this turn."""
    rather: tuple[tuple[str, str], ...] = ()
    """With which goods the player wants to pay, in this order: a good, and from where."""


NO_WORK = TurnWork()


class TerritoryPlayer(msgspec.Struct, frozen=True, gc=False):
    """One player's counts."""

    id: str
    name: str = ""
    """"" = by the place or the colour."""
    coins: int = 0
    """Below zero where an entry is missing."""
    barrels: int = 0
    """Below zero where an entry is missing."""
    scots: int = 0
    """Those that score."""
    points: dict[str, int] = {}
    """Victory points by source."""
    followed: Territory | UnsetType = UNSET
    """What lies where, at referee depth."""

    @property
    def territory(self) -> Territory:
        """An empty one where none is tracked."""
        return Territory() if isinstance(self.followed, UnsetType) else self.followed

    @property
    def total(self) -> int:
        """All victory points."""
        return sum(self.points.values())

    def scots_in(self, territory: Territory) -> int:
        """How many Scots of this territory score: all of them, unless a game counts otherwise."""
        return sum(spot.scots for spot in territory.spots)


class TerritoryTurn(msgspec.Struct, frozen=True, gc=False):
    """The turn that runs: whose it is and what has happened in it."""

    number: int
    """From 1; 0 before the first. The die's turns count too."""
    figure: str
    """A player's id, the die or a neutral figure."""
    tile: str = ""
    """What was taken."""
    took: bool = False
    """The figure has moved."""
    after_round: bool = False
    """A scoring came just before."""
    followed: TurnWork | UnsetType = UNSET
    """At referee depth."""

    @property
    def work(self) -> TurnWork:
        """As at its beginning where nothing is tracked."""
        return NO_WORK if isinstance(self.followed, UnsetType) else self.followed

    @property
    def player(self) -> str:
        """Who acts in it."""
        return self.figure


class OpenQuestion(msgspec.Struct, frozen=True, gc=False):
    """A question that is open."""

    number: int
    """Counts all questions of the game; an answer names it."""
    kind: str
    """The name of its row in the table of questions."""
    player: str = ""
    """Whom it is asked, "" = all players."""
    args: tuple[str | int, ...] = ()
    """What it is about, by its kind."""


P = TypeVar("P", bound=TerritoryPlayer)
T = TypeVar("T", bound=TerritoryTurn)


class TerritoryState(msgspec.Struct, Generic[P, T], frozen=True, gc=False, kw_only=True):
    """What each of these games is at one moment."""

    names: tuple[str, ...] = ()
    """Names of earlier games, to be offered."""
    players: tuple[P, ...] = ()
    """In the order of the pawns at the start."""
    line: tuple[Space, ...] = ()
    """The rondel from the last tile or figure forward."""
    market: dict[str, int] = {}
    """Coins lie on that many spaces of each row, from the cheapest; none before play."""
    open: tuple[OpenQuestion, ...] = ()
    """Open questions, the oldest first."""
    asked: int = 0
    """How many questions have been asked."""
    due: tuple[str, ...] = ()
    """Scorings that are due."""
    scored: tuple[str, ...] = ()
    """Scorings done."""
    last_scored_turn: int = -1
    """The turn of the last one."""
    goods: dict[str, int] = {}
    """Goods counted for a tie."""
    result: Any = None
    """The last scoring, as JSON."""
    winners: tuple[str, ...] = ()
    """Ids of those who won, () before the end; several share the victory."""
    chosen_depth: str | UnsetType = UNSET
    """REFEREE where the table chose it."""

    @property
    def stage(self) -> str:
        """Where the course stands. Each game has it as a field."""
        raise NotImplementedError

    @property
    def turn(self) -> T:
        """The turn that runs; number 0 before the first. Each game has it as a field."""
        raise NotImplementedError

    @property
    def depth(self) -> str:
        return SCOREKEEPER if isinstance(self.chosen_depth, UnsetType) else self.chosen_depth

    @property
    def tracks_territories(self) -> bool:
        """True if territories are tracked."""
        return self.chosen_depth == REFEREE

    def player(self, player_id: str) -> P:
        """A player by id; LookupError where there is none."""
        for player in self.players:
            if player.id == player_id:
                return player
        raise LookupError(f"no player {player_id}")

    def opened(self, kind: str) -> OpenQuestion | None:
        """The oldest open question of a kind."""
        return next((o for o in self.open if o.kind == kind), None)


AnyState = TerritoryState[Any, Any]
S = TypeVar("S", bound=AnyState)


def with_player(state: S, player_id: str, **fields: Any) -> S:
    """The state with these fields of a player changed; the same state where there is no such player."""
    players = state.players
    for at, player in enumerate(players):
        if player.id == player_id:
            return replace(state, players=(*players[:at], replace(player, **fields), *players[at + 1 :]))
    return state


def with_territory(state: S, player_id: str, territory: Territory) -> S:
    """The state with this territory; the Scots that score are counted in it."""
    scots = state.player(player_id).scots_in(territory)
    return with_player(state, player_id, followed=territory, scots=scots)


def with_work(state: S, **fields: Any) -> S:
    """The state with these fields of what is tracked of the turn changed."""
    return replace(state, turn=replace(state.turn, followed=replace(state.turn.work, **fields)))


def points_with(points: Mapping[str, int], source: str, by: int) -> dict[str, int]:
    """Points by source with so many more of one source."""
    return {**points, source: points.get(source, 0) + by}
