"""The state of a game with a rondel, a market and territories.

Each game subclasses these frozen structs and adds its own fields. No value contains itself, so the garbage
collector need not track them (gc=False).
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
"""Depths of play. At referee depth the companion tracks territories."""


class TurnWork(msgspec.Struct, frozen=True, gc=False):
    """What is tracked of the current turn at referee depth."""

    placed_cell: Cell | None = None
    """Cell where the last tile of this turn was placed."""
    activatable_tiles: tuple[str, ...] = ()
    """Ids of tiles that may be activated: the placed tiles and their neighbours, or all tiles."""
    activated: tuple[str, ...] = ()
    """What was activated: a tile id, or a tile id and the number of an exchange on it ("A-1#2")."""
    movement_points: int = 0
    """Movement points not spent yet."""
    has_moved_scot: bool = False
    """True if a movement point has been spent."""
    has_activated_by_card: bool = False
    """True if a card has activated its one tile."""
    is_manual: bool = False
    """True if nothing is activated automatically in this turn."""
    preferred_sources: tuple[tuple[str, str], ...] = ()
    """Preferred sources for payments, in order: pairs of a good and its source."""


NEW_TURN_WORK = TurnWork()


class TerritoryPlayer(msgspec.Struct, frozen=True, gc=False):
    """One player's counts."""

    id: str
    name: str = ""
    """Name of the player; an empty one is replaced by the place or the colour."""
    coins: int = 0
    """Coins; negative if an entry is missing."""
    barrels: int = 0
    """Whisky barrels; negative if an entry is missing."""
    scots: int = 0
    """Scots that score."""
    points: dict[str, int] = {}
    """Victory points by source."""
    tracked_territory: Territory | UnsetType = UNSET
    """Tracked territory, at referee depth only."""

    @property
    def territory(self) -> Territory:
        """The tracked territory; an empty one if territories are not tracked."""
        return Territory() if isinstance(self.tracked_territory, UnsetType) else self.tracked_territory

    @property
    def total(self) -> int:
        """Sum of all victory points."""
        return sum(self.points.values())

    def scots_in(self, territory: Territory) -> int:
        """Return how many Scots of this territory score: all of them, unless a game overrides this."""
        return sum(spot.scots for spot in territory.spots)


class TerritoryTurn(msgspec.Struct, frozen=True, gc=False):
    """The current turn: its figure and what has happened in it."""

    number: int
    """Turn number from 1, the turns of the die included; 0 before the first turn."""
    figure: str
    """A player's id, the die or a neutral figure."""
    tile: str = ""
    """Id of the tile that was taken."""
    has_moved: bool = False
    """True if the figure has moved."""
    is_after_scoring: bool = False
    """True if a scoring came just before this turn."""
    tracked_work: TurnWork | UnsetType = UNSET
    """Tracked details of the turn, at referee depth only."""

    @property
    def work(self) -> TurnWork:
        """The tracked details; those of a turn that begins if territories are not tracked."""
        return NEW_TURN_WORK if isinstance(self.tracked_work, UnsetType) else self.tracked_work

    @property
    def player(self) -> str:
        """Id of the player who acts in this turn."""
        return self.figure


class OpenQuestion(msgspec.Struct, frozen=True, gc=False):
    """An open question."""

    number: int
    """Number of the question among all of the game; an answer refers to it."""
    kind: str
    """Name of its row in the table of questions."""
    player: str = ""
    """Id of the player who answers; empty for all players."""
    args: tuple[str | int, ...] = ()
    """What the question is about; the meaning depends on its kind."""


P = TypeVar("P", bound=TerritoryPlayer)
T = TypeVar("T", bound=TerritoryTurn)


class TerritoryState(msgspec.Struct, Generic[P, T], frozen=True, gc=False, kw_only=True):
    """The complete state of one of these games at one moment."""

    earlier_names: tuple[str, ...] = ()
    """Player names of earlier games, offered as choices."""
    players: tuple[P, ...] = ()
    """Players in the order of their pawns at the start."""
    track: tuple[Space, ...] = ()
    """The rondel, from the last tile or figure forward."""
    market: dict[str, int] = {}
    """Number of spaces with coins in each row, filled from the cheapest; empty before play."""
    open_questions: tuple[OpenQuestion, ...] = ()
    """Open questions, oldest first."""
    question_count: int = 0
    """How many questions have been asked so far."""
    due_scorings: tuple[str, ...] = ()
    """Scorings that must be done now."""
    done_scorings: tuple[str, ...] = ()
    """Scorings that are done."""
    last_scored_turn: int = -1
    """Number of the turn of the last scoring."""
    tiebreak_goods: dict[str, int] = {}
    """Goods counted to break a tie, by player id."""
    result: Any = None
    """The last scoring, as JSON."""
    winners: tuple[str, ...] = ()
    """Ids of the winners, who share the victory; () before the end."""
    chosen_depth: str | UnsetType = UNSET
    """REFEREE if the players chose it."""

    @property
    def stage(self) -> str:
        """Current stage of the course. Each game defines it as a field."""
        raise NotImplementedError

    @property
    def turn(self) -> T:
        """The current turn; number 0 before the first. Each game defines it as a field."""
        raise NotImplementedError

    @property
    def depth(self) -> str:
        return SCOREKEEPER if isinstance(self.chosen_depth, UnsetType) else self.chosen_depth

    @property
    def tracks_territories(self) -> bool:
        """True if the companion tracks territories (referee depth)."""
        return self.chosen_depth == REFEREE

    def player(self, player_id: str) -> P:
        """Return the player with this id. Raises LookupError if there is none."""
        for player in self.players:
            if player.id == player_id:
                return player
        raise LookupError(f"no player {player_id}")

    def find_question(self, kind: str) -> OpenQuestion | None:
        """Return the oldest open question of a kind, or None."""
        return next((o for o in self.open_questions if o.kind == kind), None)


AnyState = TerritoryState[Any, Any]
S = TypeVar("S", bound=AnyState)


def with_player(state: S, player_id: str, **fields: Any) -> S:
    """Return the state with these fields of a player changed; the unchanged state if there is no such player."""
    players = state.players
    for at, player in enumerate(players):
        if player.id == player_id:
            return replace(state, players=(*players[:at], replace(player, **fields), *players[at + 1 :]))
    return state


def with_territory(state: S, player_id: str, territory: Territory) -> S:
    """Return the state with this territory of a player and with the Scots that score counted in it."""
    scots = state.player(player_id).scots_in(territory)
    return with_player(state, player_id, tracked_territory=territory, scots=scots)


def with_work(state: S, **fields: Any) -> S:
    """Return the state with these fields of `TurnWork` changed."""
    return replace(state, turn=replace(state.turn, tracked_work=replace(state.turn.work, **fields)))


def with_added_points(points: Mapping[str, int], source: str, by: int) -> dict[str, int]:
    """Return the points by source with `by` added to one source."""
    return {**points, source: points.get(source, 0) + by}
