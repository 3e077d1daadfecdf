"""What tiles, cards and crests give of goods, Scots and movement, and let happen (sections 12, 20, 21).

What of it nobody used is left with the end of the turn.
"""

from __future__ import annotations

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import GOODS, Crest, Effect
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.payment import ANY_GOOD
from companion.state.glen_more_2.referee.tiles import ground, printed, scots_left, spot_of
from companion.state.glen_more_2.resolution import Resolution
from companion.state.territory.grid import Spot

EVERY_TILE = "landmark:castle_of_mey"
ACTIVATED = {
    "crest:cameron": ("trade",),
    "crest:macdonell": ("material", "whisky"),
    "crest:maclean": ("animal", "whisky"),
}
"""Crests that activate a tile of each of these kinds (GM-CRS-02, GM-CRS-08, GM-CRS-12)."""
MOVES = {"crest:cameron": 3}


def do_step(resolution: Resolution, player_id: str, step: Effect, cause: str) -> bool:
    """Whether the referee has done it, or asks about it."""
    match step.op:
        case "gain" if step.what in (*GOODS, ANY_GOOD):
            _good(resolution, player_id, step, cause)
        case "scot_on_tile":
            _scot_on_tile(resolution, player_id, step.n, cause)
        case "scots":
            for _ in range(min(step.n, scots_left(resolution.state, player_id))):
                resolution.ask("scot_onto", player_id, cause)
        case "remove_tiles":
            for _ in range(step.n):
                resolution.ask("remove", player_id, cause)
        case "move":
            resolution.do(ev.MovementGained(player_id, step.n, cause))
        case "activate_all":
            resolution.do(ev.AllMayActivate(player_id))
        case "tell" if cause == EVERY_TILE:
            resolution.do(ev.AllMayActivate(player_id))
        case "tell" if cause in ACTIVATED:
            _activations(resolution, player_id, cause)
        case _:
            return False
    return True


def _good(resolution: Resolution, player_id: str, step: Effect, cause: str) -> None:
    """Of a tile onto it, of a crest onto any; what finds no room is lost (GM-EDG-01)."""
    state = resolution.state
    spot = spot_of_cause(state, player_id, cause)
    if spot and step.what in GOODS:
        if n := min(step.n, spot.room):
            resolution.do(ev.GoodsGained(player_id, spot.x, spot.y, step.what, n, cause))
        return
    for _ in range(step.n):
        if spot:
            resolution.ask("good", player_id, spot.x, spot.y, cause)
        else:
            resolution.ask("good_onto", player_id, step.what, cause)


def spot_of_cause(state: State, player_id: str, cause: str) -> Spot | None:
    """The tile that gives it; None for a crest."""
    category, _, piece = cause.partition(":")
    return spot_of(state.player(player_id), piece) if category in ("placing", "landmark") else None


def _scot_on_tile(resolution: Resolution, player_id: str, n: int, cause: str) -> None:
    """With none left in the own supply nothing happens (GM-ONE-05, GM-EDG-09)."""
    spot, n = spot_of_cause(resolution.state, player_id, cause), min(n, scots_left(resolution.state, player_id))
    if spot and n:
        resolution.do(ev.ScotPlaced(player_id, spot.x, spot.y, n, cause))


def _activations(resolution: Resolution, player_id: str, cause: str) -> None:
    if n := MOVES.get(cause):
        resolution.do(ev.MovementGained(player_id, n, cause))
    for kind in ACTIVATED[cause]:
        resolution.ask("activate", player_id, cause, kind)


def counted(state: State, player_id: str, crest: Crest) -> int | None:
    """What a crest's tiers count; None where something that nobody told decides."""
    player = state.player(player_id)
    spots = player.territory.spots
    match crest.counted:
        case "villages":
            kinds = [printed(state, spot.top).kind for spot in spots]
            return None if None in kinds else kinds.count("village")
        case "tiles_with_scot":
            return sum(spot.scots > 0 for spot in spots)
        case "river_tiles":
            return sum(bool(ground(state, spot.top).marks) for spot in spots)
        case "rebuild_tiles":
            # Covered ones too; what was removed is out of the game (GM-CRS-14).
            rebuilds = [printed(state, piece).rebuild for spot in spots for piece in spot.pieces]
            return None if None in rebuilds else sum(map(bool, rebuilds))
        case "coins":
            return player.coins
    return None


def instead_of_a_tile(resolution: Resolution, player_id: str) -> None:
    """A movement point for who could take nothing (GM-TAK-07)."""
    if resolution.state.follows:
        resolution.do(ev.MovementGained(player_id, 1, "nothing"))
    else:
        resolution.do(ev.ManualStepDue("movement_point"))


def leave_unused(resolution: Resolution, player_id: str) -> None:
    """Movement that is left is lost, which is said (GM-MOV-05), but MacLachlan scores it (GM-CRS-11)."""
    state = resolution.state
    unused = state.turn.work.moves
    if not player_id or unused <= 0:
        return
    if state.has_lasting(player_id, "maclachlan"):
        resolution.do(ev.PointsScored(player_id, unused, "crest:maclachlan", (unused,)))
    else:
        resolution.do(ev.MovementLapsed(player_id, unused))
