"""What tiles, landmark cards and crests do to the counts, and what is asked or told because of them.

Driven by the facts' effect steps; knows no card by name. What needs the map of a territory is told in words.

What tiles, cards and crests give of goods, Scots and movement, and let happen (sections 12, 20, 21).

What of it nobody used is left with the end of the turn.
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
"""Crests that activate a tile of each of these kinds (GM-CRS-02, GM-CRS-08, GM-CRS-12)."""
CREST_MOVES = {"crest:cameron": 3}


def apply_territory_effect(resolution: Resolution, player_id: str, step: Effect, cause: str) -> bool:
    """Whether the referee has done it, or asks about it."""
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
    return find_spot(state.player(player_id), piece) if category in ("placing", "landmark") else None


def _scot_on_tile(resolution: Resolution, player_id: str, n: int, cause: str) -> None:
    """With none left in the own supply nothing happens (GM-ONE-05, GM-EDG-09)."""
    spot, n = (
        spot_of_cause(resolution.state, player_id, cause),
        min(n, scots_in_supply(resolution.state, player_id)),
    )
    if spot and n:
        resolution.do(ev.ScotPlaced(player_id, spot.x, spot.y, n, cause))


def _activations(resolution: Resolution, player_id: str, cause: str) -> None:
    if n := CREST_MOVES.get(cause):
        resolution.do(ev.MovementGained(player_id, n, cause))
    for kind in CREST_ACTIVATIONS[cause]:
        resolution.ask("activate", player_id, cause, kind)


def known_tier_count(state: State, player_id: str, crest: Crest) -> int | None:
    """What a crest's tiers count; None where something that nobody told decides."""
    player = state.player(player_id)
    spots = player.territory.spots
    match crest.counted:
        case "villages":
            kinds = [printed_piece(state, spot.top).kind for spot in spots]
            return None if None in kinds else kinds.count("village")
        case "tiles_with_scot":
            return sum(spot.scots > 0 for spot in spots)
        case "river_tiles":
            return sum(bool(tile_ground(state, spot.top).marks) for spot in spots)
        case "rebuild_tiles":
            # Covered ones too; what was removed is out of the game (GM-CRS-14).
            rebuilds = [printed_piece(state, piece).rebuild for spot in spots for piece in spot.pieces]
            return None if None in rebuilds else sum(map(bool, rebuilds))
        case "coins":
            return player.coins
    return None


def gain_compensation_point(resolution: Resolution, player_id: str) -> None:
    """A movement point for who could take nothing (GM-TAK-07)."""
    if resolution.state.tracks_territories:
        resolution.do(ev.MovementGained(player_id, 1, "nothing"))
    else:
        resolution.do(ev.ManualStepRequired("movement_point"))


def lapse_movement(resolution: Resolution, player_id: str) -> None:
    """Movement that is left is lost, which is said (GM-MOV-05), but MacLachlan scores it (GM-CRS-11)."""
    state = resolution.state
    unused = state.turn.work.moves
    if not player_id or unused <= 0:
        return
    if state.has_lasting_crest(player_id, "maclachlan"):
        resolution.do(ev.PointsScored(player_id, unused, "crest:maclachlan", (unused,)))
    else:
        resolution.do(ev.MovementLapsed(player_id, unused))


def is_card_held(state: State, card: str) -> bool:
    """Somebody has this landmark card."""
    return any(card in p.landmarks for p in state.players)


def gain_piece(resolution: Resolution, player_id: str, piece: str, deck: str, free: bool = False) -> None:
    """A tile has come to a player: cost, counts, one-time effects (GM-TRN-02..06). free: its cost isn't paid."""
    known = resolution.state.facts.pieces.get(piece)
    if known and not free:
        pay_cost(resolution, player_id, known)
    if known is None or known.category is None:
        resolution.ask("sort", player_id, piece, deck)
    else:
        apply_category(resolution, player_id, known, free)


def apply_category(resolution: Resolution, player_id: str, piece: Piece, free: bool = False) -> None:
    """Where a known piece goes, and its one-time effects."""
    if resolution.state.tracks_territories and piece.category != PERSON:
        ask_placement(resolution, player_id, piece.id, free)
        return
    add_piece(resolution, player_id, piece)


LAID_BY_CORRECTION = 2
"""In place of whether it is free: people put right where it lies, nothing is paid and nothing gained."""


def ask_placement(resolution: Resolution, player_id: str, piece: str, free: int) -> None:
    """Where a tile is laid; what that hangs on and nobody told is asked first, and kept."""
    known = resolution.state.facts.pieces[piece]
    untold = next((field for field in ("rebuild", "river") if getattr(known, field) is None), "")
    if untold:
        resolution.ask("printed", player_id, piece, untold, int(free))
    else:
        resolution.ask("place", player_id, piece, int(free))


def add_piece(resolution: Resolution, player_id: str, piece: Piece) -> None:
    """What joins the territory or the persons, with its one-time effects."""
    if piece.category == PERSON:
        resolution.do(ev.PersonGained(player_id, piece.id))
    else:
        count_laid_tile(resolution, player_id, piece)
    apply_effects(resolution, player_id, one_time_effects(piece), _cause_of(resolution.state, piece))


def _cause_of(state: State, piece: Piece) -> str:
    """How events name what a piece brings; where territories are followed programs outside read it too."""
    if not state.tracks_territories:
        return f"tile:{piece.id}"
    return f"person:{piece.id}" if piece.category == PERSON else f"placing:{piece.id}"


def one_time_effects(piece: Piece) -> tuple[Effect, ...]:
    """What is known of them; every person brings a clan marker (GM-PER-05)."""
    if piece.one_time is not None:
        return piece.one_time
    return (Effect("clan_marker"),) if piece.category == PERSON else ()


def count_laid_tile(resolution: Resolution, player_id: str, piece: Piece) -> None:
    """The size of the territory: a rebuild tile adds nothing (GM-RBD-01, GM-RBD-11); unknown is asked once."""
    if piece.rebuild:
        cover_tile(resolution, player_id, 0)
    else:
        resolution.do(ev.TileCountChanged(player_id, 1, "laid", "GM-TRN-03"))
    # Counted as one tile more until somebody says; then `cover` takes that back.
    if piece.rebuild is None:
        resolution.ask("rebuild", player_id, piece.id)
    if piece.category == LANDMARK:
        gain_landmark(resolution, player_id, piece.id)


def cover_tile(resolution: Resolution, player_id: str, by: int) -> None:
    """A rebuild tile covers another one; by = -1 where it was counted before anybody knew."""
    resolution.do(ev.TileCountChanged(player_id, by, "rebuilt", "GM-RBD-11"))
    if resolution.state.house.rebuild_needs_scot_on_neighbour and not resolution.state.tracks_territories:
        resolution.do(ev.ManualStepRequired("scot_on_neighbour"))


def gain_landmark(resolution: Resolution, player_id: str, card: str) -> None:
    """The card of a landmark tile and its effect (GM-ONE-04)."""
    # The same tile can come twice: named late, or moved by a correction. Its card and effect come once.
    if card not in resolution.state.facts.landmarks or is_card_held(resolution.state, card):
        return
    resolution.do(ev.LandmarkGained(player_id, card))
    apply_effects(resolution, player_id, resolution.state.facts.landmarks[card].effects, f"landmark:{card}")


def pay_cost(resolution: Resolution, player_id: str, piece: Piece) -> None:
    """Coins and barrels are booked; each good is asked own or market, a Scot whether it leaves the castle.

    Goods that were bought for it before are paid.
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
            # With none at home the Scot that paid stood elsewhere, where none are followed (GM-TAK-04).
            if resolution.state.player(player_id).scots > 0:
                resolution.ask("scot_cost", player_id, cost.n)
        else:
            for _ in range(cost.n - bought[cost.what]):
                ask_good_source(resolution, player_id, cost.what, "cost")


def pay_for_person(resolution: Resolution, player_id: str, piece: Piece) -> None:
    """At referee depth: the cheapest way; which Scot, people say (GM-PER-06, GM-TAK-04)."""
    payment.pay_tile_cost(resolution, player_id, piece)
    for _ in range(payment.cost_amount(piece, "scot")):
        resolution.ask("scot_from", player_id, piece.id)


def ask_good_source(resolution: Resolution, player_id: str, good: str, why: str) -> None:
    """Own or market? Not asked where the market can't be meant: its row is full (GM-MKT-03).

    Where territories are followed it is paid the cheapest way.
    """
    if resolution.state.tracks_territories:
        if not payment.unaffordable_goods_reason(resolution.state, player_id, {good: 1}, ""):
            pay_goods(resolution, player_id, {good: 1}, why)
        return
    rows = GOODS if good == "any_good" else (good,)
    if any(buy_price(resolution.state.market[row]) for row in rows):
        resolution.ask("good_cost", player_id, good, why)


def apply_effects(resolution: Resolution, player_id: str, steps: Iterable[Effect], cause: str) -> None:
    """One-time steps in order; what the hands must do is told."""
    manual = False
    for step in steps:
        manual = apply_effect(resolution, player_id, step, cause) or manual
    if manual and cause not in resolution.state.turn.todo:
        resolution.do(ev.ManualStepRequired(cause))


def apply_effect(resolution: Resolution, player_id: str, step: Effect, cause: str) -> bool:
    """Books what touches a count; True where something is left for the hands."""
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
            if room_for_scots(resolution.state.player(player_id)):
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
    """Where territories are followed points come from the piece itself, however it gives them."""
    category, _, piece = cause.partition(":")
    return piece if state.tracks_territories and category in ("placing", "person", "landmark") else cause


def _ask_or_skip(resolution: Resolution, kind: str, player_id: str, *about: str | int) -> bool:
    """Ask, unless nothing can be answered but "none": the pile is empty, only the home tile lies there."""
    state = resolution.state
    able = bool(state.discards) if kind == "from_discards" else state.player(player_id).tiles > HOME_TILE_SIZE
    if able:
        resolution.ask(kind, player_id, *about)
        return True
    resolution.do(ev.ManualStepRequired(f"none_{kind}"))
    return False


def room_for_scots(player: Player) -> int:
    """How many more Scots can stand in the home castle (GM-CMP-03)."""
    return max(0, MAX_SCOTS - player.scots)


def ask_clan_marker(resolution: Resolution, player_id: str, cause: str) -> None:
    """A clan marker may be placed; without one left that part is lost (GM-EDG-09)."""
    if resolution.state.player(player_id).markers > 0:
        resolution.ask("crest", player_id, cause)
    else:
        resolution.do(ev.ManualStepRequired("no_marker"))


def take_tile_beside_board(resolution: Resolution, player_id: str, piece: str) -> None:
    """A tile from beside the board: David Hume (GM-PER-07); nobody gets it twice."""
    if any(piece in p.persons for p in resolution.state.players):
        return
    if any(piece == tile.piece for tile in resolution.state.removed):
        # Put right earlier to be out of the game: the table knows better by now.
        resolution.do(ev.PiecePlaced(piece, player_id))
        return
    resolution.do(ev.TileGiven(player_id, piece, ""))
    resolution.do(ev.PersonGained(player_id, piece))


def take_crest(resolution: Resolution, player_id: str, crest: str, coins: int) -> None:
    """The road is paid, the marker placed, then the bonus (GM-CLN-02, GM-CLN-07)."""
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
    """Points by what is counted: coins are known (GM-CRS-20), the rest is asked.

    Coins are asked too while nobody has said yet whether a good was bought with some of them.
    """
    known = resolution.state.facts.crests[crest]
    if (
        resolution.state.tracks_territories
        and (told := known_tier_count(resolution.state, player_id, known)) is not None
    ):
        if points := tier_points(known.tiers, told):
            resolution.do(ev.PointsScored(player_id, points, f"crest:{crest}", (told,)))
        return
    buys = any(o.kind == "good_cost" and o.player == player_id for o in resolution.state.open)
    if known.counted != "coins" or buys:
        resolution.ask("tier", player_id, crest)
        return
    coins = resolution.state.player(player_id).coins
    if points := tier_points(known.tiers, coins):
        resolution.do(ev.PointsScored(player_id, points, f"crest:{crest}", (coins,)))


def known_tier_points(player: Player, crest: Crest) -> int:
    """The points of the tier that the counts speak for; 0 where only the map of the territory tells."""
    counts = {"coins": player.coins, "rebuild_tiles": player.rebuilds}
    return tier_points(crest.tiers, counts.get(crest.counted, 0))


def tier_points(tiers: tuple[tuple[int, int], ...], count: int) -> int:
    """Only the highest tier reached counts."""
    return max((points for needed, points in tiers if count >= needed), default=0)


def raise_counts_to_zero(resolution: Resolution, *players: str) -> None:
    """Nobody has fewer than none: an entry is missing, and what comes in next must not pay for it."""
    for player_id in players:
        for count in ("coins", "barrels"):
            if getattr(resolution.state.player(player_id), count) < 0:
                resolution.do(ev.CountSet(player_id, count, 0))
                resolution.do(ev.CountsMarkedUncertain(player_id, (count,)))
