"""Activation of tiles at referee depth: allowed tiles, options, automatic activation (section 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from types import MappingProxyType

from companion.engine.caching import memoize_few, memoize_last
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Resolution
from companion.state.glen_more_2.expansions import ActivationOption, activator_id
from companion.state.glen_more_2.facts import GOODS, Effect
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.payment import ANY_GOOD
from companion.state.glen_more_2.referee.territory_tiles import printed_piece
from companion.state.glen_more_2.ruleset import expansions_of, rules_of
from companion.state.territory import payment_options as purses
from companion.state.territory.activation_options import different_goods_combinations, goods_combinations
from companion.state.territory.grid import Spot
from companion.state.territory.payment_options import Purse
from companion.state.territory.trading import current_purse, pay_goods, purse_without_coins

LAYING, LOCH_NESS = "placing", "landmark:loch_ness"
ANIMALS = ("sheep", "cattle")
DIFFERENT_GOOD, ANIMAL = "different_good", "animal"
MACGREGOR, MACGREGOR_POINTS = "macgregor", 3
SINCLAIR = "sinclair"
POINTS_OPTION = "points"
"""Answer value of MacGregor's points."""


def activation_steps(state: State, spot: Spot) -> tuple[Effect, ...]:
    """Return the effects of activating a tile, as far as known."""
    return printed_piece(state, spot.top).activation or ()


def _free_steps(effects: tuple[Effect, ...]) -> list[Effect]:
    return [each for each in effects if each.op != "exchange"]


@memoize_last
def activatable_tiles(state: State) -> tuple[Spot, ...]:
    """Return the tiles that may be activated: the new tile and its neighbours (GM-ACT-01)."""
    near = state.turn.work.near
    return tuple(spot for spot in state.player(state.turn.player).territory.spots if spot.top in near)


@memoize_last
def usable_tiles(state: State) -> tuple[Spot, ...]:
    """Return the tiles that can still be activated or exchanged on in this turn."""
    player_id = state.turn.player
    if not player_id:
        return ()
    used, spots = state.turn.work.used, activatable_tiles(state)
    if not any(each.referee and each.referee.uses for each in expansions_of(state)):
        # Most tiles are activated already and have no further exchange.
        spots = tuple(
            s for s in spots if s.top not in used or any(e.op == "exchange" for e in activation_steps(state, s))
        )
    return tuple(spot for spot in spots if is_usable(state, player_id, spot))


def full_tiles(state: State) -> Iterator[Spot]:
    """Yield tiles that cannot be activated until a sale or an exchange frees space on them (GM-ACT-10)."""
    for spot in activatable_tiles(state) if state.turn.player else ():
        if spot.room or spot.top in state.turn.work.used:
            continue
        if any(each.op == "gain" and each.what in (*GOODS, ANY_GOOD) for each in activation_steps(state, spot)):
            yield spot


def tiles_with_unknown_activation(state: State) -> Iterator[Spot]:
    """Yield tiles that may be activated but whose gain is unknown."""
    pieces = state.facts.pieces
    return (
        spot for spot in activatable_tiles(state) if spot.top in pieces and pieces[spot.top].activation is None
    )


def manually_used_tiles(state: State) -> tuple[Spot, ...]:
    """Return the tiles used in this turn whose gains players enter themselves."""
    if not state.tracks_territories or not state.turn.player:
        return ()
    used = state.turn.work.used
    return tuple(
        s
        for s in activatable_tiles(state)
        if s.top in used and any(step.op == "tell" for step in activation_steps(state, s))
    )


def card_activatable_tiles(state: State, works: bool) -> tuple[Spot, ...]:
    """Return the tiles that Loch Ness may activate: any that was not used in this turn (GM-LMK-09)."""
    work = state.turn.work
    if work.by_card or not works:
        return ()
    return tuple(spot for spot in state.player(state.turn.player).territory.spots if spot.top not in work.near)


def activation_options(state: State, player_id: str, spot: Spot, selling: bool = False) -> list[ActivationOption]:
    """Return all activation options now possible, the best first. `selling`: goods may be sold to pay."""
    # Keyed by tile, because with chronicles it may be in another territory, where cells mean another tile.
    worked_out, key = _options_cache(state), (player_id, spot.top, selling)
    if key not in worked_out:
        found = list(_open_uses(state, player_id, spot, selling))
        worked_out[key] = _best_first(found, current_purse(state, player_id))
    return worked_out[key]


def is_usable(state: State, player_id: str, spot: Spot) -> bool:
    """True if an activation option is possible."""
    return any(True for _ in _open_uses(state, player_id, spot, selling=False))


@memoize_last
def _options_cache(_state: State) -> dict[tuple[str, str, bool], list[ActivationOption]]:
    """Return the options already computed for this state; several questions ask for the same tiles."""
    return {}


def _open_uses(state: State, player_id: str, spot: Spot, selling: bool) -> Iterator[ActivationOption]:
    purse, barrels = current_purse(state, player_id), max(0, state.player(player_id).barrels)
    for use in _build_options(state, player_id, spot):
        if use.barrels <= barrels and (
            not (use.need or use.coin) or purses.can_pay(_left_for_goods(purse, use), use.need, selling)
        ):
            yield use


def _best_first(found: list[ActivationOption], purse: Purse) -> list[ActivationOption]:
    return sorted(found, key=lambda use: _option_value(use, purse), reverse=True) if len(found) > 1 else found


def _left_for_goods(purse: Purse, use: ActivationOption) -> Purse:
    return purse_without_coins(purse, 1) if use.coin else purse


def _option_value(use: ActivationOption, purse: Purse) -> tuple[int, int]:
    return use.points - (purses.purchase_price(purse, use.need) or 0) - use.coin, -sum(use.need.values())


def _build_options(state: State, player_id: str, spot: Spot) -> Iterator[ActivationOption]:
    used, effects = state.turn.work.used, activation_steps(state, spot)
    if spot.top not in used:
        yield from _free_options(spot.room, _free_steps(effects))
        yield from _macgregor_options(state, player_id, spot, effects)
    for n, effect in enumerate(effects):
        if effect.op == "exchange" and effect.pay and not _is_step_used(used, spot.top, n, effects):
            yield from _exchange_options(state, player_id, spot, n, effect)
    for use in _expansion_options(state, player_id, spot):
        if f"{spot.top}#{use.step}" not in used:
            yield use


def _expansion_options(state: State, player_id: str, spot: Spot) -> Iterator[ActivationOption]:
    for each in expansions_of(state):
        if each.referee and each.referee.uses:
            yield from each.referee.uses(state, player_id, spot)


def _is_step_used(used: tuple[str, ...], piece: str, n: int, effects: tuple[Effect, ...]) -> bool:
    """True if the step is used: each exchange once (GM-ACT-20), of two for different goods one (GM-ACT-12)."""
    alike = (
        [i for i, each in enumerate(effects) if DIFFERENT_GOOD in each.pay]
        if DIFFERENT_GOOD in effects[n].pay
        else [n]
    )
    return any(f"{piece}#{i}" in used for i in alike)


def _free_options(room: int, effects: list[Effect]) -> Iterator[ActivationOption]:
    """Yield the options that cost nothing; players choose goods if their kind or the space leaves a choice."""
    if not effects:
        return
    makes = [each for each in effects if each.op == "gain" and each.what in (*GOODS, ANY_GOOD)]
    other = Counter[str]()
    for each in effects:
        if each not in makes:
            other["move" if each.op == "move" else each.what] += each.n
    if not makes:
        yield ActivationOption(-1, get=other)
        return
    kinds = [each for effect in makes for each in [_kinds(effect)] * effect.n]
    made = {tuple(sorted(several)) for several in product(*kinds)}
    fitting = {part for several in made for part in different_goods_combinations(several, min(room, len(several)))}
    one = len(fitting) == 1
    for goods in sorted(fitting):
        if goods or other:
            yield ActivationOption(-1, "" if one else "+".join(goods), get={**other, **Counter(goods)})


def _kinds(effect: Effect) -> tuple[str, ...]:
    return GOODS if effect.what == ANY_GOOD else (effect.what,)


def _macgregor_options(
    state: State, player_id: str, spot: Spot, effects: tuple[Effect, ...]
) -> Iterator[ActivationOption]:
    """Yield 3 points instead of the barrel of a whisky tile, without payment (GM-CRS-09)."""
    if not state.has_lasting_crest(player_id, MACGREGOR) or printed_piece(state, spot.top).kind != "whisky":
        return
    for n, effect in enumerate(effects):
        if effect.op == "exchange" and "whisky" in effect.get and f"{spot.top}#{n}" not in state.turn.work.used:
            yield ActivationOption(n, POINTS_OPTION, get={"vp": MACGREGOR_POINTS}, source=f"crest:{MACGREGOR}")
            return


def _exchange_options(
    state: State, player_id: str, spot: Spot, n: int, effect: Effect
) -> Iterator[ActivationOption]:
    if "clan_marker" in effect.get and state.player(player_id).markers <= 0:
        return
    barrels = effect.pay.get("whisky", 0)
    coin = (
        not barrels
        and state.has_lasting_crest(player_id, SINCLAIR)
        and printed_piece(state, spot.top).kind == "trade"
    )
    for kinds, need in _payable_goods(tuple(effect.pay.items())):
        yield ActivationOption(n, f"{n}:{'+'.join(kinds)}", need, effect.get, barrels=barrels)
        if coin:
            yield from _sinclair_options(n, kinds, effect)


@lru_cache(maxsize=256)
def _payable_goods(cost: tuple[tuple[str, int], ...]) -> tuple[tuple[tuple[str, ...], Mapping[str, int]], ...]:
    """Return the goods that can pay a cost, as (kinds, counts); none for costs in coins, which players enter."""
    if any(what not in (*GOODS, *_GENERIC_GOODS, "whisky") for what, _ in cost):
        return ()
    several = product(*(_goods_of(what, n) for what, n in cost if what != "whisky"))
    every = [tuple(sorted(good for part in parts for good in part)) for parts in several]
    return tuple((kinds, MappingProxyType(Counter(kinds))) for kinds in every)


def _sinclair_options(n: int, kinds: tuple[str, ...], effect: Effect) -> Iterator[ActivationOption]:
    """Yield the options in which 1 coin replaces 1 good of any kind (GM-CRS-22)."""
    for good in sorted(set(kinds)):
        left = Counter(kinds)
        left[good] -= 1
        rest = "+".join(sorted(left.elements()))
        yield ActivationOption(n, f"{n}:coin+{rest}", +left, effect.get, coin=True)


_GENERIC_GOODS = (ANY_GOOD, DIFFERENT_GOOD, ANIMAL)


def _goods_of(what: str, n: int) -> list[tuple[str, ...]]:
    match what:
        case "any_good":
            return list(goods_combinations(GOODS, n))
        case "different_good":
            return list(different_goods_combinations(GOODS, n))
        case "animal":
            return list(goods_combinations(ANIMALS, n))
    return [(what,) * n]


def automatic_option(state: State, spot: Spot) -> ActivationOption | None:
    """Return the option that costs nothing, has no choice and fits on the tile (GM-ACT-04, GM-ACT-10), or None."""
    return (
        None if spot.top in state.turn.work.used else _leaves_no_choice(activation_steps(state, spot), spot.room)
    )


@memoize_few
def _leaves_no_choice(effects: tuple[Effect, ...], room: int) -> ActivationOption | None:
    free = _free_steps(effects)
    made = sum(each.n for each in free if each.op == "gain" and each.what in (*GOODS, ANY_GOOD))
    if not free or made > room or any(each.op not in ("gain", "move") for each in free):
        return None
    found = list(_free_options(room, free))
    return found[0] if len(found) == 1 else None


@memoize_last
def next_automatic_activation(state: State) -> tuple[Spot, ActivationOption] | None:
    """Return the next tile to activate automatically; a full tile waits until there is space."""
    if not state.tracks_territories or state.turn.work.by_hand or not state.turn.work.near:
        return None
    return next(((spot, use) for spot in activatable_tiles(state) if (use := automatic_option(state, spot))), None)


def run_automatic_activations(resolution: Resolution) -> None:
    """Activate all tiles that need no decision."""
    while found := next_automatic_activation(resolution.state):
        spot, use = found
        activate_tile(resolution, resolution.state.turn.player, spot, use, LAYING)


def activate_tile(
    resolution: Resolution, player_id: str, spot: Spot, use: ActivationOption, by: str, of_another: bool = False
) -> bool:
    """Activate a tile. True if a clan marker is to be placed (GM-ACT-16).

    `of_another`: the tile is in another player's territory; goods go onto own tiles.
    """
    why = f"activation:{spot.top}"
    by = activator_id(by)
    resolution.do(ev.TileActivated(player_id, spot.top, by, spot.x, spot.y, use.step))
    if use.coin:
        resolution.do(ev.CoinsPaid(player_id, 1, "sinclair"))
    if use.need and not use.paid_later:
        pay_goods(resolution, player_id, use.need, why)
    if use.barrels:
        resolution.do(ev.BarrelsPaid(player_id, use.barrels, why))
    for what, n in use.get.items():
        if of_another and what in GOODS:
            for _ in range(n):
                resolution.ask("good_onto", player_id, what, why)
        else:
            _apply_gain(resolution, player_id, spot, what, n, use.source or why)
    return "clan_marker" in use.get


def _apply_gain(resolution: Resolution, player_id: str, spot: Spot, what: str, n: int, why: str) -> None:
    match what:
        case "coin":
            resolution.do(ev.CoinsGained(player_id, n, why))
        case "whisky":
            resolution.do(ev.BarrelsGained(player_id, n, why))
        case "vp":
            resolution.do(ev.PointsScored(player_id, n, why.removeprefix("activation:")))
        case "move":
            resolution.do(ev.MovementGained(player_id, n, why))
        case _ if what in GOODS:
            resolution.do(ev.GoodsGained(player_id, spot.x, spot.y, what, n, why))
        case _ if what in (gains := rules_of(resolution.state).gains):
            gains[what].come(resolution, player_id, spot)
