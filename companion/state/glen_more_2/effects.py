"""Effects of tiles, landmark cards and crests on counts and territories, and the questions they open.

Driven by the effect steps in the facts; no card is known by name unless the referee needs it (sections 12, 20,
21). Effects that need the map of a territory become table instructions at scorekeeper depth. Unused movement and
activations lapse at the end of the turn.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import payment
from companion.state.glen_more_2.actions import Resolution
from companion.state.glen_more_2.facts import GOODS, LANDMARK, PERSON, Crest, Effect, Piece
from companion.state.glen_more_2.model import HOME_TILE_SIZE, MAX_SCOTS, Player, State
from companion.state.glen_more_2.payment import ANY_GOOD, goods_bought_before_taking, purchases_for_cost
from companion.state.glen_more_2.referee.territory_tiles import (
    find_spot,
    printed_piece,
    scots_in_supply,
    tile_ground,
)
from companion.state.territory.grid import Spot
from companion.state.territory.market import buy_price
from companion.state.territory.trading import pay_goods

CASTLE_OF_MEY = "landmark:castle_of_mey"
CREST_ACTIVATIONS = {
    "crest:cameron": ("trade",),
    "crest:macdonell": ("material", "whisky"),
    "crest:maclean": ("animal", "whisky"),
}
"""Tile kinds that each of these crests activates, one tile per kind (GM-CRS-02, GM-CRS-08, GM-CRS-12)."""
CREST_MOVEMENT_POINTS = {"crest:cameron": 3}


def apply_territory_effect(resolution: Resolution, player_id: str, step: Effect, cause: str) -> bool:
    """Apply one effect step at referee depth. True if it was applied or a question about it was opened."""
    match step.op:
        case "gain" if step.what in (*GOODS, ANY_GOOD):
            _gain_good(resolution, player_id, step, cause)
        case "scot_on_tile":
            _scot_on_tile(resolution, player_id, step.n, cause)
        case "scots":
            for _ in range(min(step.n, scots_in_supply(resolution.state, player_id))):
                resolution.ask("scot_onto", player_id, cause)
        case "remove_tiles":
            for _ in range(step.n):
                resolution.ask("remove", player_id, cause)
        case "move":
            resolution.do(ev.MovementGained(player_id, step.n, cause))
        case "activate_all":
            resolution.do(ev.AllMayActivate(player_id))
        case "tell" if cause == CASTLE_OF_MEY:
            resolution.do(ev.AllMayActivate(player_id))
        case "tell" if cause in CREST_ACTIVATIONS:
            _activations(resolution, player_id, cause)
        case _:
            return False
    return True


def _gain_good(resolution: Resolution, player_id: str, step: Effect, cause: str) -> None:
    """Put a tile's good onto that tile and a crest's good onto any; what does not fit is lost (GM-EDG-01)."""
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
    """Return the tile that causes an effect; None for a crest."""
    category, _, piece = cause.partition(":")
    return find_spot(state.player(player_id), piece) if category in ("placing", "landmark") else None


def _scot_on_tile(resolution: Resolution, player_id: str, n: int, cause: str) -> None:
    """Place Scots on the tile that grants them; none if the player's supply is empty (GM-ONE-05, GM-EDG-09)."""
    spot, n = (
        spot_of_cause(resolution.state, player_id, cause),
        min(n, scots_in_supply(resolution.state, player_id)),
    )
    if spot and n:
        resolution.do(ev.ScotPlaced(player_id, spot.x, spot.y, n, cause))


def _activations(resolution: Resolution, player_id: str, cause: str) -> None:
    if n := CREST_MOVEMENT_POINTS.get(cause):
        resolution.do(ev.MovementGained(player_id, n, cause))
    for kind in CREST_ACTIVATIONS[cause]:
        resolution.ask("activate", player_id, cause, kind)


def known_tier_count(state: State, player_id: str, crest: Crest) -> int | None:
    """Return the count that decides a crest's tier; None if it depends on an unknown fact."""
    player = state.player(player_id)
    spots = player.territory.spots
    match crest.tier_count:
        case "villages":
            kinds = [printed_piece(state, spot.top).kind for spot in spots]
            return None if None in kinds else kinds.count("village")
        case "tiles_with_scot":
            return sum(spot.scots > 0 for spot in spots)
        case "river_tiles":
            return sum(bool(tile_ground(state, spot.top).marks) for spot in spots)
        case "rebuild_tiles":
            # Covered tiles count too; removed ones are out of the game (GM-CRS-14).
            rebuilds = [printed_piece(state, piece).rebuild for spot in spots for piece in spot.pieces]
            return None if None in rebuilds else sum(map(bool, rebuilds))
        case "coins":
            return player.coins
    return None


def gain_compensation_point(resolution: Resolution, player_id: str) -> None:
    """Grant a movement point to a player who could not take a tile (GM-TAK-07)."""
    if resolution.state.tracks_territories:
        resolution.do(ev.MovementGained(player_id, 1, "nothing"))
    else:
        resolution.do(ev.ManualStepRequired("movement_point"))


def lapse_movement(resolution: Resolution, player_id: str) -> None:
    """Record that unused movement lapses (GM-MOV-05); with MacLachlan it scores points (GM-CRS-11)."""
    state = resolution.state
    unused = state.turn.work.movement_points
    if not player_id or unused <= 0:
        return
    if state.has_lasting_crest(player_id, "maclachlan"):
        resolution.do(ev.PointsScored(player_id, unused, "crest:maclachlan", (unused,)))
    else:
        resolution.do(ev.MovementLapsed(player_id, unused))


def is_card_held(state: State, card: str) -> bool:
    """True if a player has this landmark card."""
    return any(card in p.landmarks for p in state.players)


def gain_piece(resolution: Resolution, player_id: str, piece: str, deck: str, free: bool = False) -> None:
    """Apply a gained tile: cost, counts and one-time effects (GM-TRN-02..06). `free`: the cost is not paid."""
    known = resolution.state.facts.pieces.get(piece)
    if known and not free:
        pay_cost(resolution, player_id, known)
    if known is None or known.category is None:
        resolution.ask("sort", player_id, piece, deck)
    else:
        apply_category(resolution, player_id, known, free)


def apply_category(resolution: Resolution, player_id: str, piece: Piece, free: bool = False) -> None:
    """Place a piece of known category and apply its one-time effects."""
    if resolution.state.tracks_territories and piece.category != PERSON:
        ask_placement(resolution, player_id, piece.id, free)
        return
    add_piece(resolution, player_id, piece)


LAID_BY_CORRECTION = 2
"""Value in place of `free`: players correct the tile's place, nothing is paid and nothing gained."""


def ask_placement(resolution: Resolution, player_id: str, piece: str, free: int) -> None:
    """Ask where a tile is placed; an unknown fact that this depends on is asked first and stored."""
    known = resolution.state.facts.pieces[piece]
    unknown_field = next((field for field in ("rebuild", "river") if getattr(known, field) is None), "")
    if unknown_field:
        resolution.ask("printed", player_id, piece, unknown_field, int(free))
    else:
        resolution.ask("place", player_id, piece, int(free))


def add_piece(resolution: Resolution, player_id: str, piece: Piece) -> None:
    """Add a piece to the territory or the persons and apply its one-time effects."""
    if piece.category == PERSON:
        resolution.do(ev.PersonGained(player_id, piece.id))
    else:
        count_laid_tile(resolution, player_id, piece)
    apply_effects(resolution, player_id, one_time_effects(piece), _cause_of(resolution.state, piece))


def _cause_of(state: State, piece: Piece) -> str:
    """Return the cause of a piece's effects; at referee depth programs outside read it too."""
    if not state.tracks_territories:
        return f"tile:{piece.id}"
    return f"person:{piece.id}" if piece.category == PERSON else f"placing:{piece.id}"


def one_time_effects(piece: Piece) -> tuple[Effect, ...]:
    """Return the known one-time effects; every person grants a clan marker (GM-PER-05)."""
    if piece.one_time is not None:
        return piece.one_time
    return (Effect("clan_marker"),) if piece.category == PERSON else ()


def count_laid_tile(resolution: Resolution, player_id: str, piece: Piece) -> None:
    """Count a laid tile in the territory size; a rebuild tile adds nothing (GM-RBD-01, GM-RBD-11).

    If it is unknown whether the tile is a rebuild tile, that is asked.
    """
    if piece.rebuild:
        cover_tile(resolution, player_id, 0)
    else:
        resolution.do(ev.TileCountChanged(player_id, 1, "laid", "GM-TRN-03"))
    # An unknown tile counts as one more until the answer; `cover_tile` then takes that back.
    if piece.rebuild is None:
        resolution.ask("rebuild", player_id, piece.id)
    if piece.category == LANDMARK:
        gain_landmark(resolution, player_id, piece.id)


def cover_tile(resolution: Resolution, player_id: str, by: int) -> None:
    """Record that a rebuild tile covers another; `by` is -1 if it had been counted as one more tile."""
    resolution.do(ev.TileCountChanged(player_id, by, "rebuilt", "GM-RBD-11"))
    if resolution.state.house.rebuild_needs_scot_on_neighbour and not resolution.state.tracks_territories:
        resolution.do(ev.ManualStepRequired("scot_on_neighbour"))


def gain_landmark(resolution: Resolution, player_id: str, card: str) -> None:
    """Record a landmark tile's card and apply its effect (GM-ONE-04)."""
    # A tile can come twice, if named late or moved by a correction. Its card and effect come once.
    if card not in resolution.state.facts.landmarks or is_card_held(resolution.state, card):
        return
    resolution.do(ev.LandmarkGained(player_id, card))
    apply_effects(resolution, player_id, resolution.state.facts.landmarks[card].effects, f"landmark:{card}")


def pay_cost(resolution: Resolution, player_id: str, piece: Piece) -> None:
    """Pay a tile's coins and barrels; ask for each good whether it is own or bought, and for a Scot its place.

    Goods that were bought in advance for the tile are already paid.
    """
    if resolution.state.tracks_territories:
        if piece.category == PERSON:
            pay_for_person(resolution, player_id, piece)
        return
    bought = purchases_for_cost(goods_bought_before_taking(resolution.state, player_id), piece.cost or ())
    for cost in piece.cost or ():
        if cost.what == "coin":
            resolution.do(ev.CoinsPaid(player_id, cost.n, "cost"))
        elif cost.what == "whisky":
            resolution.do(ev.BarrelsPaid(player_id, cost.n, "cost"))
        elif cost.what == "scot":
            # With no Scot in the home castle the Scot that paid was elsewhere, which is not tracked (GM-TAK-04).
            if resolution.state.player(player_id).scots > 0:
                resolution.ask("scot_cost", player_id, cost.n)
        else:
            for _ in range(cost.n - bought[cost.what]):
                ask_good_source(resolution, player_id, cost.what, "cost")


def pay_for_person(resolution: Resolution, player_id: str, piece: Piece) -> None:
    """Pay for a person tile in the cheapest way; players choose the Scot (GM-PER-06, GM-TAK-04)."""
    payment.pay_tile_cost(resolution, player_id, piece)
    for _ in range(payment.cost_amount(piece, "scot")):
        resolution.ask("scot_from", player_id, piece.id)


def ask_good_source(resolution: Resolution, player_id: str, good: str, why: str) -> None:
    """Ask if a good is own or bought, unless the market has none to sell (GM-MKT-03).

    With tracked territories it is paid in the cheapest way.
    """
    if resolution.state.tracks_territories:
        if not payment.unaffordable_goods_reason(resolution.state, player_id, {good: 1}, ""):
            pay_goods(resolution, player_id, {good: 1}, why)
        return
    rows = GOODS if good == "any_good" else (good,)
    if any(buy_price(resolution.state.market[row]) for row in rows):
        resolution.ask("good_cost", player_id, good, why)


def apply_effects(resolution: Resolution, player_id: str, steps: Iterable[Effect], cause: str) -> None:
    """Apply one-time effect steps in order and record a table instruction for what players must do."""
    manual = False
    for step in steps:
        manual = apply_effect(resolution, player_id, step, cause) or manual
    if manual and cause not in resolution.state.turn.instruction_causes:
        resolution.do(ev.ManualStepRequired(cause))


def apply_effect(resolution: Resolution, player_id: str, step: Effect, cause: str) -> bool:
    """Apply the part of an effect step that changes a count. True if players must do the rest on the table."""
    if resolution.state.tracks_territories and apply_territory_effect(resolution, player_id, step, cause):
        return False
    match step.op, step.what:
        case "gain", "coin":
            resolution.do(ev.CoinsGained(player_id, step.n, cause))
        case "gain", "whisky":
            resolution.do(ev.BarrelsGained(player_id, step.n, cause))
        case "gain", "vp":
            resolution.do(ev.PointsScored(player_id, step.n, _point_source(resolution.state, cause)))
        case "scots", _:
            if home_castle_spaces_left(resolution.state.player(player_id)):
                resolution.ask("scots_home", player_id, cause, step.n)
            return True
        case "clan_marker", _:
            ask_clan_marker(resolution, player_id, cause)
        case "remove_tiles", _:
            return _ask_or_skip(resolution, "removed", player_id, cause, step.n)
        case "take_piece", _:
            take_tile_beside_board(resolution, player_id, step.what)
        case "from_discards", _:
            return _ask_or_skip(resolution, "from_discards", player_id, cause)
        case "landmark_card", _:
            return False
        case _:
            return True
    return False


def _point_source(state: State, cause: str) -> str:
    """Return the source of points; at referee depth it is the piece itself, however the points arise."""
    category, _, piece = cause.partition(":")
    return piece if state.tracks_territories and category in ("placing", "person", "landmark") else cause


def _ask_or_skip(resolution: Resolution, kind: str, player_id: str, *about: str | int) -> bool:
    """Ask a question unless "none" is the only answer: empty pile, or only the home tile in the territory.

    True if it was asked.
    """
    state = resolution.state
    able = bool(state.discards) if kind == "from_discards" else state.player(player_id).tiles > HOME_TILE_SIZE
    if able:
        resolution.ask(kind, player_id, *about)
        return True
    resolution.do(ev.ManualStepRequired(f"none_{kind}"))
    return False


def home_castle_spaces_left(player: Player) -> int:
    """Return how many more Scots fit in the home castle (GM-CMP-03)."""
    return max(0, MAX_SCOTS - player.scots)


def ask_clan_marker(resolution: Resolution, player_id: str, cause: str) -> None:
    """Ask where to place a clan marker; without one left the effect is lost (GM-EDG-09)."""
    if resolution.state.player(player_id).markers > 0:
        resolution.ask("crest", player_id, cause)
    else:
        resolution.do(ev.ManualStepRequired("no_marker"))


def take_tile_beside_board(resolution: Resolution, player_id: str, piece: str) -> None:
    """Give a player a tile from beside the board: David Hume (GM-PER-07). It can be taken once only."""
    if any(piece in p.persons for p in resolution.state.players):
        return
    if any(piece == tile.piece for tile in resolution.state.removed_tiles):
        # An earlier correction put the tile out of the game, but the table shows that it is available.
        resolution.do(ev.PiecePlaced(piece, player_id))
        return
    resolution.do(ev.TileGiven(player_id, piece, ""))
    resolution.do(ev.PersonGained(player_id, piece))


def take_crest(resolution: Resolution, player_id: str, crest: str, coins: int) -> None:
    """Record a crest taken: pay the roads, place the marker, apply the bonus (GM-CLN-02, GM-CLN-07)."""
    if coins:
        resolution.do(ev.CoinsPaid(player_id, coins, "roads"))
    resolution.do(ev.CrestTaken(player_id, crest))
    known = resolution.state.facts.crests[crest]
    if known.tiers:
        score_tier(resolution, player_id, crest)
    apply_effects(resolution, player_id, known.effects, f"crest:{crest}")
    if known.timing == "permanent":
        resolution.do(ev.ManualStepRequired(f"crest:{crest}"))


def score_tier(resolution: Resolution, player_id: str, crest: str) -> None:
    """Score a crest's tier. Coins are a known count (GM-CRS-20); other counts are asked.

    Coins are asked too while it is open whether a good was bought with some of them.
    """
    known = resolution.state.facts.crests[crest]
    if (
        resolution.state.tracks_territories
        and (told := known_tier_count(resolution.state, player_id, known)) is not None
    ):
        if points := tier_points(known.tiers, told):
            resolution.do(ev.PointsScored(player_id, points, f"crest:{crest}", (told,)))
        return
    buys = any(o.kind == "good_cost" and o.player == player_id for o in resolution.state.open_questions)
    if known.tier_count != "coins" or buys:
        resolution.ask("tier", player_id, crest)
        return
    coins = resolution.state.player(player_id).coins
    if points := tier_points(known.tiers, coins):
        resolution.do(ev.PointsScored(player_id, points, f"crest:{crest}", (coins,)))


def known_tier_points(player: Player, crest: Crest) -> int:
    """Return the points of the tier that known counts give; 0 if only the map of the territory decides."""
    counts = {"coins": player.coins, "rebuild_tiles": player.rebuilds}
    return tier_points(crest.tiers, counts.get(crest.tier_count, 0))


def tier_points(tiers: tuple[tuple[int, int], ...], count: int) -> int:
    """Return the points of the highest tier that the count reaches."""
    return max((points for needed, points in tiers if count >= needed), default=0)


def raise_counts_to_zero(resolution: Resolution, *players: str) -> None:
    """Raise negative counts to 0 and mark them uncertain.

    A negative count means that an entry is missing; later gains must not pay for it.
    """
    for player_id in players:
        for count in ("coins", "barrels"):
            if getattr(resolution.state.player(player_id), count) < 0:
                resolution.do(ev.CountSet(player_id, count, 0))
                resolution.do(ev.CountsMarkedUncertain(player_id, (count,)))
