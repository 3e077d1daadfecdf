"""Activating tiles: which may be, what each way costs and gives, what happens unasked (section 6 and 8 to 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.state.glen_more import events as ev
from companion.state.glen_more.facts import GOODS, Effect, Tile
from companion.state.glen_more.gains import cards_of
from companion.state.glen_more.model import State
from companion.state.glen_more.resolution import Resolution
from companion.state.territory import payment_options as purses
from companion.state.territory.activation_options import Way, any_of, best_first, different_of, handed_in
from companion.state.territory.grid import Cell, Spot, touching
from companion.state.territory.payment_options import Purse
from companion.state.territory.trading import pay_goods, purse_of

PLACING = "placing"
EXCHANGES = ("distil", "hand_in_alike", "hand_in_set", "hand_in_different", "hand_in_any")
UNASKED = ("produce", "movement", "points")
"""What nobody would go without: it costs nothing."""


def card_with(state: State, op: str) -> str:
    """The card that does this."""
    return next(id for id, card in state.facts.cards.items() if any(each.op == op for each in card.effects))


def by_what(state: State) -> str:
    """What lets tiles be activated in this turn: placing, or the card of a tile that activates them all."""
    tile = state.facts.tiles.get(state.turn.tile)
    every = card_with(state, "activate_all")
    return every if tile and every in cards_of(tile) else PLACING


def due(state: State) -> tuple[Spot, ...]:
    """Tiles that may be activated and were not: the new one and all that touch it, by Loch Oich every one.

    Movement comes after all activations (G1-TRN-06), and who lays a tile on the rondel has done with both.
    """
    work, land = state.turn.work, state.player(state.turn.figure).territory
    if work.cell is None or work.moved or state.turn.cleared:
        return ()
    near = touching(land, work.cell) if by_what(state) == PLACING else land.spots
    return tuple(spot for spot in near if spot.top not in work.used)


def by_card(state: State) -> tuple[Spot, ...]:
    """Tiles that Loch Ness may activate: any one that was not used in this turn (G1-CRD-06)."""
    player, work = state.player(state.turn.figure), state.turn.work
    if work.by_card or work.moved or state.turn.cleared or card_with(state, "activate_one") not in player.cards:
        return ()
    asked = {spot.cell for spot in due(state)}
    return tuple(spot for spot in player.territory.spots if spot.top not in work.used and spot.cell not in asked)


def ways(state: State, spot: Spot, purse: Purse) -> list[Way]:
    """All ways open now, the one that brings most first."""
    return best_first(_open_ways(state, spot, purse), purse)


def _open_ways(state: State, spot: Spot, purse: Purse, selling: bool = False) -> Iterator[Way]:
    """selling: goods may be sold for it first."""
    return (
        way
        for effect in state.facts.tiles[spot.top].activation
        for way in _ways_of(effect, spot)
        if not way.need or purses.can_pay(purse, way.need, selling)
    )


def worth(state: State, spot: Spot, purse: Purse) -> int:
    """What activating it brings now, roughly in half points: for lists that begin with what brings most."""
    return max((_brings(way, purse) for way in _open_ways(state, spot, purse)), default=0)


def _brings(way: Way, purse: Purse) -> int:
    """A good is worth a point, a barrel two, a Scot's step less, for many are not made."""
    points = way.points + 2 * way.barrels + bool(way.good) - (purses.price_of(purse, way.need) or 0)
    return 2 * points if points or way.need else 1


def _ways_of(effect: Effect, spot: Spot) -> Iterator[Way]:
    match effect.op:
        case "produce":
            if spot.room:
                several = len(effect.what) > 1
                yield from (Way(good if several else "", good=good) for good in effect.what)
        case "movement":
            yield Way("", moves=effect.n)
        case "points":
            yield Way("", points=effect.points[0])
        case "distil":
            yield Way("", Counter(effect.what), barrels=1)
        case "hand_in_set":
            yield Way("", Counter(effect.what), points=effect.points[0])
        case _:
            yield from (_handed_in(kinds, effect) for kinds in _kinds(effect))


def _kinds(effect: Effect) -> Iterator[tuple[str, ...]]:
    """Goods that can be handed in together."""
    match effect.op:
        case "hand_in_alike":
            yield from (effect.what * n for n in range(1, len(effect.points) + 1))
        case "hand_in_different":
            for n in range(1, len(effect.points) + 1):
                yield from different_of(GOODS, n)
        case "hand_in_any":
            yield from any_of(GOODS, effect.n)


def _handed_in(kinds: tuple[str, ...], effect: Effect) -> Way:
    return handed_in(kinds, effect.points[0] if effect.op == "hand_in_any" else effect.points[len(kinds) - 1])


def runs_unasked(state: State, spot: Spot) -> bool:
    """It costs nothing, leaves no choice, and has room for what it makes (G1-PRD-02)."""
    return any(
        each.op in UNASKED and len(each.what) <= 1 and (each.op != "produce" or spot.room > 0)
        for each in state.facts.tiles[spot.top].activation
    )


def unasked(state: State) -> Spot | None:
    """The next tile that is activated by itself; a full one waits until there is room."""
    if state.turn.work.by_hand:
        return None
    return next((spot for spot in due(state) if runs_unasked(state, spot)), None)


def run_unasked(resolution: Resolution) -> None:
    """All that would be activated anyway."""
    while spot := unasked(resolution.state):
        activate(resolution, spot, by_what(resolution.state))


def activate(resolution: Resolution, spot: Spot, by: str, value: str = "") -> None:
    """The tile does what it does, by one of its ways (G1-ACT-01)."""
    state, player_id, why = resolution.state, resolution.state.turn.figure, f"activation:{spot.top}"
    way = next(
        way
        for effect in state.facts.tiles[spot.top].activation
        for way in _ways_of(effect, spot)
        if way.value == value
    )
    resolution.do(ev.TileActivated(player_id, spot.top, by, spot.x, spot.y))
    if way.need:
        pay_goods(resolution, player_id, way.need, why)
    if way.good:
        resolution.do(ev.GoodsGained(player_id, spot.x, spot.y, way.good, 1, why))
    if way.moves:
        resolution.do(ev.MovementGained(player_id, way.moves, why))
    if way.barrels:
        resolution.do(ev.BarrelsGained(player_id, way.barrels, why))
    if way.points:
        resolution.do(ev.PointsScored(player_id, way.points, spot.top))


# ---- what is gained once, on placing


def gain_once(resolution: Resolution, piece: str, cell: Cell) -> None:
    """What the tile gives, its card, and what the card gives at once (G1-TRN-04, G1-LOC-02)."""
    tile = resolution.state.facts.tiles[piece]
    player_id = resolution.state.turn.figure
    for effect in tile.placing:
        _gain(resolution, player_id, cell, effect, f"placing:{piece}")
    for card in cards_of(tile):
        if all(card not in player.cards for player in resolution.state.players):
            resolution.do(ev.LandmarkGained(player_id, card))
        if resolution.state.facts.cards[card].timing == "at_once":
            for effect in resolution.state.facts.cards[card].effects:
                _gain(resolution, player_id, cell, effect, f"card:{card}")


def _gain(resolution: Resolution, player_id: str, cell: Cell, effect: Effect, why: str) -> None:
    match effect.op:
        case "clan_member":
            resolution.do(ev.ScotPlaced(player_id, cell.x, cell.y, effect.n, why))
        case "barrel":
            resolution.do(ev.BarrelsGained(player_id, effect.n, why))
        case "coins":
            resolution.do(ev.CoinsGained(player_id, effect.n, why))
        case "choose_goods":
            resolution.ask("choose", player_id, cell.x, cell.y, effect.n, why)
        case "fill_empty":
            _fill_empty(resolution, player_id, why)


def _fill_empty(resolution: Resolution, player_id: str, why: str) -> None:
    """A good onto each empty tile that makes goods; where several kinds are made, people choose (G1-CRD-13)."""
    for spot in resolution.state.player(player_id).territory.spots:
        made = _made(resolution.state.facts.tiles[spot.top])
        if not made or spot.goods:
            continue
        if len(made) == 1:
            resolution.do(ev.GoodsGained(player_id, spot.x, spot.y, made[0], 1, why))
        else:
            resolution.ask("choose", player_id, spot.x, spot.y, 1, why)


def _made(tile: Tile) -> tuple[str, ...]:
    return tuple(good for effect in tile.activation if effect.op == "produce" for good in effect.what)


def makes(state: State, spot: Spot) -> bool:
    """It makes goods."""
    return bool(_made(state.facts.tiles[spot.top]))


def anything_left(state: State) -> bool:
    """Something could still be activated, were it with goods sold first or with room that a sale makes."""
    purse = purse_of(state, state.turn.figure)
    return any(_could(state, spot, purse) for spot in (*due(state), *by_card(state)))


def _could(state: State, spot: Spot, purse: Purse) -> bool:
    full = not spot.room and any(state.market[good] for good in spot.goods)
    return any(_open_ways(state, spot, purse, selling=True)) or (full and makes(state, spot))
