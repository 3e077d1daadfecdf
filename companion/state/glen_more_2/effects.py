"""What tiles, landmark cards and crests do to the counts, and what is asked or told because of them.

Driven by the facts' effect steps; knows no card by name. What needs the map of a territory is told in words.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import GOODS, LANDMARK, PERSON, Crest, Effect, Piece
from companion.state.glen_more_2.market import buy_price
from companion.state.glen_more_2.model import SCOTS_MOST, Player, State
from companion.state.glen_more_2.resolution import Course


def has_card(state: State, card: str) -> bool:
    """Somebody has this landmark card."""
    return any(card in p.landmarks for p in state.players)


def gain_piece(course: Course, who: str, piece: str, deck: str, free: bool = False) -> None:
    """A tile has come to a player: cost, counts, one-time effects (GM-TRN-02..06). free: its cost isn't paid."""
    known = course.state.facts.pieces.get(piece)
    if known and not free:
        pay_cost(course, who, known)
    if known is None or known.sort is None:
        course.ask("sort", who, piece, deck)
    else:
        settle_sort(course, who, known)


def settle_sort(course: Course, who: str, piece: Piece) -> None:
    """Where a known piece goes, and its one-time effects."""
    if piece.sort == PERSON:
        course.do(ev.PersonGained(who, piece.id))
    else:
        lay(course, who, piece)
    do_effects(course, who, one_time_effects(piece), f"tile:{piece.id}")


def one_time_effects(piece: Piece) -> tuple[Effect, ...]:
    """What is known of them; every person brings a clan marker (GM-PER-05)."""
    if piece.one_time is not None:
        return piece.one_time
    return (Effect("clan_marker"),) if piece.sort == PERSON else ()


def lay(course: Course, who: str, piece: Piece) -> None:
    """The size of the territory: a rebuild tile adds nothing (GM-RBD-01, GM-RBD-11); unknown is asked once."""
    if piece.rebuild:
        cover(course, who, 0)
    else:
        course.do(ev.TilesChanged(who, 1, "laid", "GM-TRN-03"))
    if piece.rebuild is None:
        course.ask("rebuild", who, piece.id)
    if piece.sort == LANDMARK:
        gain_landmark(course, who, piece.id)


def cover(course: Course, who: str, by: int) -> None:
    """A rebuild tile covers another one; by = -1 where it was counted before anybody knew."""
    course.do(ev.TilesChanged(who, by, "rebuilt", "GM-RBD-11"))
    if course.state.house.rebuild_needs_scot_on_neighbour:
        course.do(ev.Told("scot_on_neighbour"))


def gain_landmark(course: Course, who: str, card: str) -> None:
    """The card of a landmark tile and its effect (GM-ONE-04)."""
    if card not in course.state.facts.landmarks or has_card(course.state, card):
        return
    course.do(ev.LandmarkGained(who, card))
    do_effects(course, who, course.state.facts.landmarks[card].effects, f"landmark:{card}")


def pay_cost(course: Course, who: str, piece: Piece) -> None:
    """Coins and barrels are booked; each good is asked own or market, a Scot whether it leaves the castle."""
    for cost in piece.cost or ():
        if cost.what == "coin":
            course.do(ev.CoinsPaid(who, cost.n, "cost"))
        elif cost.what == "whisky":
            course.do(ev.BarrelsPaid(who, cost.n, "cost"))
        elif cost.what == "scot":
            if course.state.player(who).scots > 0:
                course.ask("scot_cost", who, cost.n)
        else:
            for _ in range(cost.n):
                ask_good(course, who, cost.what, "cost")


def ask_good(course: Course, who: str, good: str, why: str) -> None:
    """Own or market? Not asked where the market can't be meant: its row is full (GM-MKT-03)."""
    rows = GOODS if good == "any_good" else (good,)
    if any(buy_price(course.state.market[row]) for row in rows):
        course.ask("good_cost", who, good, why)


def do_effects(course: Course, who: str, steps: Iterable[Effect], cause: str) -> None:
    """One-time steps in order; what the hands must do is told."""
    told = False
    for step in steps:
        told = do_step(course, who, step, cause) or told
    if told and cause not in course.state.turn.todo:
        course.do(ev.Told(cause))


def do_step(course: Course, who: str, step: Effect, cause: str) -> bool:
    """Books what touches a count; True where something is left for the hands."""
    match step.op, step.what:
        case "gain", "coin":
            course.do(ev.CoinsGained(who, step.n, cause))
        case "gain", "whisky":
            course.do(ev.BarrelsGained(who, step.n, cause))
        case "gain", "vp":
            course.do(ev.PointsScored(who, step.n, cause))
        case "scots", _:
            if room_for_scots(course.state.player(who)):
                course.ask("scots_home", who, cause, step.n)
            return True
        case "clan_marker", _:
            ask_marker(course, who, cause)
        case "remove_tiles", _:
            course.ask("removed", who, cause, step.n)
            return True
        case "take_piece", _:
            take_beside(course, who, step.what)
        case "from_discards", _:
            course.ask("from_discards", who, cause)
            return True
        case "landmark_card", _:
            return False
        case _:
            return True
    return False


def room_for_scots(player: Player) -> int:
    """How many more Scots can stand in the home castle (GM-CMP-03)."""
    return max(0, SCOTS_MOST - player.scots)


def ask_marker(course: Course, who: str, cause: str) -> None:
    """A clan marker may be placed; without one left that part is lost (GM-EDG-09)."""
    if course.state.player(who).markers > 0:
        course.ask("crest", who, cause)
    else:
        course.do(ev.Told("no_marker"))


def take_beside(course: Course, who: str, piece: str) -> None:
    """A tile from beside the board: David Hume (GM-PER-07); nobody gets it twice."""
    if any(piece in p.persons for p in course.state.players):
        return
    course.do(ev.TileGiven(who, piece, ""))
    course.do(ev.PersonGained(who, piece))


def take_crest(course: Course, who: str, crest: str, coins: int) -> None:
    """The road is paid, the marker placed, then the bonus (GM-CLN-02, GM-CLN-07)."""
    if coins:
        course.do(ev.CoinsPaid(who, coins, "roads"))
    course.do(ev.CrestTaken(who, crest))
    known = course.state.facts.crests[crest]
    if known.tiers:
        score_tier(course, who, crest)
    do_effects(course, who, known.effects, f"crest:{crest}")
    if known.timing == "permanent":
        course.do(ev.Told(f"crest:{crest}"))


def score_tier(course: Course, who: str, crest: str) -> None:
    """Points by what is counted: coins are known (GM-CRS-20), the rest is asked.

    Coins are asked too while nobody has said yet whether a good was bought with some of them.
    """
    known = course.state.facts.crests[crest]
    buys = any(o.kind == "good_cost" and o.player == who for o in course.state.open)
    if known.counted != "coins" or buys:
        course.ask("tier", who, crest)
        return
    coins = course.state.player(who).coins
    if points := tier_points(known.tiers, coins):
        course.do(ev.PointsScored(who, points, f"crest:{crest}", (coins,)))


def tier_known(player: Player, crest: Crest) -> int:
    """The points of the tier that the counts speak for; 0 where only the map of the territory tells."""
    counts = {"coins": player.coins, "rebuild_tiles": player.rebuilds}
    return tier_points(crest.tiers, counts.get(crest.counted, 0))


def tier_points(tiers: tuple[tuple[int, int], ...], count: int) -> int:
    """Only the highest tier reached counts."""
    return max((points for needed, points in tiers if count >= needed), default=0)
