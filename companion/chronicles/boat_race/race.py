"""The race as it stands: castles reached, what lies there, who is home; its events, and what happens of itself.

Where rivers are not followed a boat is as far as the last castle that people said it reached.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import ExpansionState
from companion.state.glen_more_2.model import State, is_neutral
from companion.state.glen_more_2.sources import source

SLUG, START = "boat_race", "race_start"
RIVER = "river_"
"""How the castles on neutral rivers are called: with 2 players two of them, with 3 one (C1-07)."""
RIVERS = {2: 2, 3: 1, 4: 0}
# Below 0, so that a boat that was put out of the race is never counted among those at home (C1-26).
LAST = -1
POINTS = {1: 15, 2: 10, 3: 5}
FIRST_BARREL = f"{SLUG}.first"


class Boat(msgspec.Struct, frozen=True, gc=False):
    """How far a player's boat is."""

    reached: int = 0
    """Castles it has come to, in the order of `path`; the own home is the last."""
    place: int = 0
    """0 under way, 1 to 3 home (C1-22 to C1-24), LAST with the card of the last (C1-26)."""


class Race(msgspec.Struct, frozen=True, gc=False):
    """The race as everybody sees it; what the tokens show is nowhere in it (C1-18)."""

    castles: tuple[str, ...]
    """Players' ids and neutral rivers (`RIVER`), each one's neighbour to the left next (C1-13)."""
    boats: dict[str, Boat]
    """By player's id."""
    tokens: dict[str, int]
    """How many lie face down on each castle (C1-08)."""
    open: bool = False
    """A pawn has passed Start: boats may move (C1-09)."""
    lie: dict[str, tuple[str, int]] | msgspec.UnsetType = msgspec.UNSET
    """Where territories are followed: on whose river, and on which tile of it, each boat that has moved lies."""

    @property
    def where(self) -> dict[str, tuple[str, int]]:
        return {} if isinstance(self.lie, msgspec.UnsetType) else self.lie


class RaceSeats(ev.Event, frozen=True):
    """How the castles lie, going to the left."""

    castles: tuple[str, ...]
    """As in `Race.castles`."""


class RaceOpened(ev.Event, frozen=True):
    """From now on every boat may move."""

    rule: str
    """C1-09: a pawn was seen passing Start; C1-11: the table said so."""


class CastleReached(ev.Event, frozen=True):
    """A boat came to the next castle of its way, or went by it (C1-17)."""

    player: str
    castle: str
    """A player's id or a neutral river; the own id: the boat is home."""


class BoatRowed(ev.Event, frozen=True):
    """A boat went on by one tile, where territories are followed (C1-13)."""

    player: str
    castle: str
    """A player's id or a neutral river: where it lies now."""
    x: int
    """Which tile of that river, counted to the right as in `Cell`; on a neutral river from 1."""


class RewardTaken(ev.Event, frozen=True):
    """A player took one of the tokens of a castle."""

    player: str
    castle: str
    """A player's id or a neutral river."""


class BoatHome(ev.Event, frozen=True):
    """A boat is home and leaves the game (C1-25)."""

    player: str
    place: int
    """From 1; points only for the first three (C1-22 to C1-24)."""


class LastPlaceGiven(ev.Event, frozen=True):
    """The card of the last: the boat is out of the race, coins are worth nothing at the end."""

    player: str
    rule: str
    """C1-26: all others are home; C1-29: the game ended first."""


class BoatSet(ev.Event, frozen=True):
    """A correction: how far a boat is."""

    player: str
    reached: int
    """Castles, as in `Boat.reached`."""
    place: int
    """As in `Boat.place`."""


class RaceSet(ev.Event, frozen=True):
    """A correction: whether the race has begun."""

    open: bool


class TokensSet(ev.Event, frozen=True):
    """A correction: how many tokens lie on a castle."""

    castle: str
    """A player's id or a neutral river."""
    tokens: int


def _at_the_start(state: State) -> Race:
    """Boats at home, as many tokens on each of the 4 castles as there are players (C1-03, C1-08)."""
    player_ids = [p.id for p in state.players]
    castles = seatings(player_ids)[0]
    return Race(castles, {p: Boat() for p in player_ids}, dict.fromkeys(castles, len(player_ids)))


OWN_STATE = ExpansionState(SLUG, begin=_at_the_start)
"""The race now."""


def seatings(player_ids: list[str]) -> list[tuple[str, ...]]:
    """Every way the castles can lie, going to the left, the first player's own one first (C1-07, C1-13)."""
    first, *others = player_ids
    if not others[1:]:
        return [(first, f"{RIVER}1", others[0], f"{RIVER}2")]
    rounds = [(first, *rest) for rest in _orders(others)]
    if not RIVERS[len(player_ids)]:
        return rounds
    # Journals name a seating by its number in this list ("order_1" and so on): its order must never change.
    return [(*seats[:at], f"{RIVER}1", *seats[at:]) for seats in rounds for at in (3, 1, 2)]


def _orders(names: list[str]) -> list[tuple[str, ...]]:
    if len(names) < 2:
        return [tuple(names)]
    return [(one, *rest) for one in names for rest in _orders([n for n in names if n != one])]


def path(now: Race, player: str) -> tuple[str, ...]:
    """The castles a boat comes to, its own home last (C1-15)."""
    home = now.castles.index(player)
    return (*now.castles[home + 1 :], *now.castles[: home + 1])


def next_castle(now: Race, player: str) -> str:
    return path(now, player)[min(now.boats[player].reached, len(now.castles) - 1)]


def boats_race(_state: State) -> bool:
    """They do wherever this chronicle is in the game, the race begun or not."""
    return True


# ---- what happens of itself


def passed(_before: State, e: ev.PawnMoved, after: State) -> Iterator[ev.Event]:
    """The first player pawn that passes Start opens the race for all (C1-09, C1-10)."""
    if START in e.passed and not is_neutral(e.figure) and not OWN_STATE.of(after).open:
        yield RaceOpened("C1-09")


def comes_home(state: State, player: str) -> Iterator[ev.Event]:
    """The place, its points and barrel at once (C1-22 to C1-24); the one boat left is last (C1-26)."""
    boats = OWN_STATE.of(state).boats
    place = 1 + sum(boat.place > 0 for boat in boats.values())
    yield BoatHome(player, place)
    if points := POINTS.get(place, 0):
        yield ev.PointsScored(player, points, SLUG, (place,))
    if place == 1:
        # A gain like any other, so that a chronicle with cellars finds it a place (C1-33).
        yield ev.BarrelsGained(player, 1, source(FIRST_BARREL))
    # The state is as it was before this one came home, so it is left out by name.
    yield from _last_of([player_id for player_id in under_way(state) if player_id != player])


def goes_home(_before: State, _e: ev.PlayerLeft, after: State) -> Iterator[ev.Event]:
    """A boat without a player races no more; the one that is left behind those at home is last (C1-26)."""
    if any(boat.place > 0 for boat in OWN_STATE.of(after).boats.values()):
        yield from _last_of(under_way(after))


def under_way(state: State) -> list[str]:
    """Whose boats still race: neither home nor out of it, and the player is still in the game."""
    boats = OWN_STATE.of(state).boats
    return [player.id for player in state.still_in if not boats[player.id].place]


def _last_of(left: list[str]) -> Iterator[ev.Event]:
    if len(left) == 1:
        yield LastPlaceGiven(left[0], "C1-26")


def at_the_end(state: State) -> Iterator[ev.Event]:
    """Every boat that is not home is last (C1-29)."""
    for player_id in under_way(state):
        yield LastPlaceGiven(player_id, "C1-29")
