"""Activation of tiles, movement of Scots and trade at referee depth.

Which tiles can be activated, what each option costs and gives, and what happens automatically (G1-ACT-01). Scots
move from tile to tile or become chieftains (G1-CLN-03 to G1-CLN-07, G1-TRN-06). The forms at the end are for
trade and the choice of payment (G1-WHS-02 to G1-WHS-05).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.message import tr
from companion.engine.offers import Answer, Choice, Pick, Reason
from companion.state.glen_more import events as ev
from companion.state.glen_more import text
from companion.state.glen_more.changes import CHIEFTAIN
from companion.state.glen_more.model import GOODS, Effect, State, Tile
from companion.state.glen_more.resolution import Form, Resolution
from companion.state.glen_more.text import TERRITORY_WORDS
from companion.state.glen_more.tile_costs import SCOT_OR_CHIEFTAIN, cards_of_tile, cost_amount
from companion.state.territory import payment_options as purses
from companion.state.territory import scots as steps
from companion.state.territory.activation_options import (
    ActivationOption,
    different_goods_combinations,
    goods_combinations,
    goods_for_points_option,
    sort_best_first,
)
from companion.state.territory.changes import SCOT
from companion.state.territory.grid import Cell, Spot, neighbours, touching_spots
from companion.state.territory.model import OpenQuestion
from companion.state.territory.payment_options import Purse
from companion.state.territory.trading import (
    TradeForms,
    current_purse,
    pay_goods,
    record_answered_sale,
    spots_with_good,
)

PLACING_CAUSE = "placing"
EXCHANGES = ("distil", "hand_in_alike", "hand_in_set", "hand_in_different", "hand_in_any")
AUTOMATIC_EFFECTS = ("produce", "movement", "points")
"""Effects that are activated automatically: they cost nothing."""


def card_with_effect(state: State, op: str) -> str:
    """Return the id of the card with this effect."""
    return next(id for id, card in state.facts.cards.items() if any(each.op == op for each in card.effects))


def activation_source(state: State) -> str:
    """Return what activates tiles in this turn: PLACING_CAUSE, or the card of a tile that activates all tiles."""
    tile = state.facts.tiles.get(state.turn.tile)
    every = card_with_effect(state, "activate_all")
    return every if tile and every in cards_of_tile(tile) else PLACING_CAUSE


def activatable_spots(state: State) -> tuple[Spot, ...]:
    """Return the spots that may still be activated: the new tile and its neighbours, with Loch Oich all.

    Movement comes after all activations (G1-TRN-06), and both end when tiles are laid on the rondel.
    """
    work, land = state.turn.work, state.player(state.turn.figure).territory
    if work.cell is None or work.moved or state.turn.cleared:
        return ()
    near = touching_spots(land, work.cell) if activation_source(state) == PLACING_CAUSE else land.spots
    return tuple(spot for spot in near if spot.top not in work.used)


def spots_for_card(state: State) -> tuple[Spot, ...]:
    """Return the other spots that Loch Ness may activate: any tile not used in this turn (G1-CRD-06)."""
    player, work = state.player(state.turn.figure), state.turn.work
    if (
        work.by_card
        or work.moved
        or state.turn.cleared
        or card_with_effect(state, "activate_one") not in player.cards
    ):
        return ()
    asked = {spot.cell for spot in activatable_spots(state)}
    return tuple(spot for spot in player.territory.spots if spot.top not in work.used and spot.cell not in asked)


def activation_options(state: State, spot: Spot, purse: Purse) -> list[ActivationOption]:
    """Return all options of a tile that can be paid now, the one that brings most first."""
    return sort_best_first(_open_ways(state, spot, purse), purse)


def _open_ways(state: State, spot: Spot, purse: Purse, selling: bool = False) -> Iterator[ActivationOption]:
    """selling: goods may be sold first."""
    return (
        way
        for effect in state.facts.tiles[spot.top].activation
        for way in _ways_of(effect, spot)
        if not way.need or purses.can_pay(purse, way.need, selling)
    )


def activation_value(state: State, spot: Spot, purse: Purse) -> int:
    """Return roughly what activating a tile brings now, in half points, for sorting."""
    return max((_brings(way, purse) for way in _open_ways(state, spot, purse)), default=0)


def _brings(way: ActivationOption, purse: Purse) -> int:
    """Value of an option in half points: a good is worth a point, a barrel two, a Scot's step half a point."""
    points = way.points + 2 * way.barrels + bool(way.good) - (purses.purchase_price(purse, way.need) or 0)
    return 2 * points if points or way.need else 1


def _ways_of(effect: Effect, spot: Spot) -> Iterator[ActivationOption]:
    match effect.op:
        case "produce":
            if spot.room:
                several = len(effect.what) > 1
                yield from (ActivationOption(good if several else "", good=good) for good in effect.what)
        case "movement":
            yield ActivationOption("", moves=effect.n)
        case "points":
            yield ActivationOption("", points=effect.points[0])
        case "distil":
            yield ActivationOption("", Counter(effect.what), barrels=1)
        case "hand_in_set":
            yield ActivationOption("", Counter(effect.what), points=effect.points[0])
        case _:
            yield from (_handed_in(kinds, effect) for kinds in _kinds(effect))


def _kinds(effect: Effect) -> Iterator[tuple[str, ...]]:
    """Yield the goods that can be paid together."""
    match effect.op:
        case "hand_in_alike":
            yield from (effect.what * n for n in range(1, len(effect.points) + 1))
        case "hand_in_different":
            for n in range(1, len(effect.points) + 1):
                yield from different_goods_combinations(GOODS, n)
        case "hand_in_any":
            yield from goods_combinations(GOODS, effect.n)


def _handed_in(kinds: tuple[str, ...], effect: Effect) -> ActivationOption:
    return goods_for_points_option(
        kinds, effect.points[0] if effect.op == "hand_in_any" else effect.points[len(kinds) - 1]
    )


def is_automatic(state: State, spot: Spot) -> bool:
    """True if a tile can be activated for free, without a choice and with space for its good (G1-PRD-02)."""
    return any(
        each.op in AUTOMATIC_EFFECTS and len(each.what) <= 1 and (each.op != "produce" or spot.room > 0)
        for each in state.facts.tiles[spot.top].activation
    )


def next_automatic_spot(state: State) -> Spot | None:
    """Return the next tile to activate automatically, or None. A full tile waits until it has space."""
    if state.turn.work.by_hand:
        return None
    return next((spot for spot in activatable_spots(state) if is_automatic(state, spot)), None)


def activate_automatically(resolution: Resolution) -> None:
    """Record all automatic activations."""
    while spot := next_automatic_spot(resolution.state):
        activate_spot(resolution, spot, activation_source(resolution.state))


def activate_spot(resolution: Resolution, spot: Spot, by: str, value: str = "") -> None:
    """Record an activation by one option of the tile (G1-ACT-01). value: `ActivationOption.value`."""
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


def apply_placing_effects(resolution: Resolution, piece: str, cell: Cell) -> None:
    """Record what a tile gives on placing, its card, and the card's immediate effects (G1-TRN-04, G1-LOC-02)."""
    tile = resolution.state.facts.tiles[piece]
    player_id = resolution.state.turn.figure
    for effect in tile.placing:
        _gain(resolution, player_id, cell, effect, f"placing:{piece}")
    for card in cards_of_tile(tile):
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
    """Record a good onto each empty tile that makes goods; ask if it makes several kinds (G1-CRD-13)."""
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


def makes_goods(state: State, spot: Spot) -> bool:
    """True if the tile makes goods."""
    return bool(_made(state.facts.tiles[spot.top]))


def can_activate_more(state: State) -> bool:
    """True if a tile could still be activated, perhaps after goods are sold for coins or for space."""
    purse = current_purse(state, state.turn.figure)
    return any(_could(state, spot, purse) for spot in (*activatable_spots(state), *spots_for_card(state)))


def _could(state: State, spot: Spot, purse: Purse) -> bool:
    full = not spot.room and any(state.market[good] for good in spot.goods)
    return any(_open_ways(state, spot, purse, selling=True)) or (full and makes_goods(state, spot))


def movable_spots(state: State) -> tuple[Spot, ...]:
    """Return the spots with a Scot that can move while movement points are left."""
    if state.turn.work.moves <= 0 or state.turn.cleared:
        return ()
    return tuple(spot for spot in state.player(state.turn.figure).territory.spots if spot.scots)


def suggested_scots_to_move(state: State) -> list[Spot]:
    """Return the movable spots: first those whose Scot opens more cells by a step, nearest to the new tile."""
    new = state.turn.work.cell or Cell(0, 0)

    def merit(spot: Spot) -> tuple[bool, int]:
        gain = max(
            (count_opened_cells(state, spot, to.cell) for to in suggested_steps(state, spot.cell)), default=0
        )
        return gain <= count_opened_cells(state, spot, spot.cell), steps.distance(spot.cell, new)

    return sorted(movable_spots(state), key=merit)


def suggested_scots_to_promote(state: State) -> list[Spot]:
    """Return the movable spots, sorted by how few cells close when the Scot leaves."""
    return sorted(movable_spots(state), key=lambda spot: count_opened_cells(state, spot, spot.cell))


def count_opened_cells(state: State, scot: Spot, cell: Cell) -> int:
    """Return how many cells beside `cell` a Scot there opens: free cells beside none of the other Scots."""
    return steps.count_opened_cells(state.player(state.turn.figure).territory, scot.cell, cell)


def suggested_steps(state: State, cell: Cell) -> tuple[Spot, ...]:
    """Return the spots that a Scot can reach with one movement point, sorted by how many cells it opens."""
    land, near = state.player(state.turn.figure).territory, neighbours(cell)
    here = land.at(cell)
    near_ones = (spot for spot in land.spots if spot.cell in near)
    return tuple(sorted(near_ones, key=lambda spot: -count_opened_cells(state, here, spot.cell)))


TRADE_FORMS = TradeForms(TERRITORY_WORDS, "G1-WHS-05", asks_source=False)


def sell_form(state: State, question: OpenQuestion) -> Form:
    """Return the form for selling a good.

    Goods that a tile costs may be sold too; they are bought back for the same coins.
    """
    if state.turn.cleared:
        return Form(
            tr("Sell a good"), closed=Reason("G1-WHS-02", tr("Tiles are laid: trade is over in this turn."))
        )
    return TRADE_FORMS.sell(state, question.player)


def sell_from_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for selling a good from one of several tiles, to make space there; None without a choice."""
    if not state.tracks_territories or state.turn.cleared:
        return None
    land = state.player(question.player).territory
    rows = []
    for good, words in text.GOODS_WORDS.items():
        spots = spots_with_good(land, good)
        if len(spots) > 1 and state.market[good]:
            which = Pick("from", tr("From which tile?"), TRADE_FORMS.from_each(state, spots), steady=True)
            rows.append(Choice(good, words, then=(which,), brief=words))
    pick = Pick("good", tr("Sell which good?"), tuple(rows), steady=True, in_order=True)
    return Form(tr("Sell a good from a certain tile"), (pick,)) if rows else None


def enter_sale(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Record the sale in an answer."""
    record_answered_sale(resolution, question.player, answer)


def payment_source_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for the source of the next payment of a good, or None without alternatives."""
    others = []
    if state.stage == "place" and cost_amount(state.facts.tiles[state.turn.tile], SCOT_OR_CHIEFTAIN):
        others.append(_payers(state, question.player))
    return TRADE_FORMS.pay_otherwise(state, question.player, *others)


def _payers(state: State, player_id: str) -> Choice:
    player = state.player(player_id)
    scots = TRADE_FORMS.from_each(state, (spot for spot in player.territory.spots if spot.scots))
    chieftain = [Choice(CHIEFTAIN, tr("a chieftain"))] * (player.chieftains > 0)
    then = (Pick("source", tr("Who is paid?"), (*scots, *chieftain)),)
    return Choice(SCOT, tr("a Scot or a chieftain"), then=then)


def manual_activation_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form that turns off automatic activation for this turn (G1-ACT-02), or None."""
    if not state.tracks_territories or state.turn.work.by_hand or state.stage not in ("take", "place"):
        return None
    return Form(tr("Activate tile by tile this turn"))


def enter_manual_activation(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Record that automatic activation is off for this turn."""
    resolution.do(ev.ActivatedByHand(question.player))
