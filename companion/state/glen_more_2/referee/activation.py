"""Activation of tiles at referee depth: what the tiles of Glen More II give (section 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Any

from companion.engine.caching import memoize_few
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import GOODS, PERSON, Effect
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.payment import ANY_GOOD
from companion.state.glen_more_2.referee.territory_tiles import printed_piece
from companion.state.glen_more_2.rondel import is_on_worlds_end
from companion.state.glen_more_2.ruleset import expansions_of, rules_of
from companion.state.glen_more_2.scoring_rounds import current_standings
from companion.state.territory.activation import Activation
from companion.state.territory.activation_options import (
    BARREL_GAIN,
    MOVEMENT_GAIN,
    POINTS_GAIN,
    ActivationOption,
    FreeEffects,
    different_goods_combinations,
    goods_combinations,
)
from companion.state.territory.grid import Spot
from companion.state.territory.trading import Resolution

LOCH_NESS = "loch_ness"
ANIMALS = ("sheep", "cattle")
DIFFERENT_GOOD, ANIMAL = "different_good", "animal"
MACGREGOR, MACGREGOR_POINTS = "macgregor", 3
SINCLAIR = "sinclair"
POINTS_OPTION = "points"
"""Answer value of MacGregor's points."""


class GlenMore2Activation(Activation):
    """Activation of the tiles of Glen More II, with crests and chronicles."""

    def free_effects(self, state: State, spot: Spot) -> FreeEffects:
        return _free_effects(activation_steps(state, spot))

    def exchange_options(self, state: State, player_id: str, spot: Spot) -> Iterator[ActivationOption]:
        used, effects = state.turn.work.activated, activation_steps(state, spot)
        added = list(_expansion_options(state, player_id, spot))
        # A chronicle knows all symbols of its tiles; a printed exchange for the same gain is one of these.
        known_gains = {what for option in added for what in option.get}
        exchanges = {
            n: effect
            for n, effect in enumerate(effects)
            if effect.op == "exchange" and known_gains.isdisjoint(effect.get)
        }
        if spot.top not in used:
            yield from _macgregor_options(state, player_id, spot, exchanges)
        for n, effect in exchanges.items():
            if effect.pay and not _is_step_used(used, spot.top, effect, exchanges):
                yield from _exchange_options(state, player_id, spot, n, effect)
        for option in added:
            if f"{spot.top}#{option.step}" not in used:
                yield option

    def has_exchanges(self, state: State, spot: Spot) -> bool:
        """True if the tile has an exchange, or chronicles may add options."""
        if any(each.referee and each.referee.uses for each in expansions_of(state)):
            return True
        return any(effect.op == "exchange" for effect in activation_steps(state, spot))

    def card(self, state: State) -> str:
        """Return Loch Ness while its owner may activate one more tile (GM-LMK-09), otherwise ""."""
        return LOCH_NESS if can_use_loch_ness(state) else ""

    def pay(self, resolution: Resolution, player_id: str, option: ActivationOption, why: str) -> None:
        """Record the payment of an option's price, first the coin that replaces a good (GM-CRS-22)."""
        if option.coin:
            resolution.do(ev.CoinsPaid(player_id, 1, SINCLAIR))
        super().pay(resolution, player_id, option, why)

    def gain(self, resolution: Any, player_id: str, spot: Spot, what: str, n: int, why: str) -> None:
        """Record a gain; some only chronicles have."""
        gains = rules_of(resolution.state).gains
        if what in gains:
            gains[what].come(resolution, player_id, spot)
        else:
            super().gain(resolution, player_id, spot, what, n, why)


def can_use_loch_ness(state: State) -> bool:
    """True if the owner of Loch Ness may still activate one more tile this turn (GM-LMK-09).

    Not after moving onto World's End, which ends the player's turns (GM-END-03).
    """
    player_id = state.turn.player
    if not player_id or LOCH_NESS not in state.player(player_id).landmarks or is_on_worlds_end(state, player_id):
        return False
    # A neutral figure's turn is no turn of the player who acts for it.
    if state.turn.acting_player:
        return False
    # Chronicles can make a card ineffective.
    if not any(s.name == player_id and s.has_working_card(LOCH_NESS) for s in current_standings(state)):
        return False
    if state.house.loch_ness_any_time:
        return state.phase in ("take", "turn")
    known = state.facts.pieces.get(state.turn.tile)
    return state.phase == "turn" and bool(state.turn.deck) and not (known and known.category == PERSON)


def activation_steps(state: State, spot: Spot) -> tuple[Effect, ...]:
    """Return the effects of activating a tile, as far as known."""
    return printed_piece(state, spot.top).activation or ()


@memoize_few
def _free_effects(effects: tuple[Effect, ...]) -> FreeEffects:
    makes: list[tuple[str, ...]] = []
    other = Counter[str]()
    free = [each for each in effects if each.op != "exchange"]
    for each in free:
        if each.op == "gain" and each.what in (*GOODS, ANY_GOOD):
            makes += [tuple(sorted(GOODS)) if each.what == ANY_GOOD else (each.what,)] * each.n
        else:
            other[MOVEMENT_GAIN if each.op == "move" else each.what] += each.n
    return FreeEffects(tuple(makes), other, any(each.op not in ("gain", "move") for each in free))


def tiles_with_unknown_activation(state: State) -> Iterator[Spot]:
    """Yield tiles that may be activated but whose gain is unknown."""
    pieces = state.facts.pieces
    return (spot for spot in ACTIVATION.spots(state) if spot.top in pieces and pieces[spot.top].activation is None)


def manually_used_tiles(state: State) -> tuple[Spot, ...]:
    """Return the tiles used in this turn whose gains players enter themselves."""
    if not state.tracks_territories:
        return ()
    used = state.turn.work.activated
    return tuple(
        spot
        for spot in ACTIVATION.spots(state)
        if spot.top in used and any(step.op == "tell" for step in activation_steps(state, spot))
    )


def tiles_entered_by_hand(state: State) -> Iterator[Spot]:
    """Yield the tiles of this turn whose activation players enter: it is unknown or known only in words."""
    yield from tiles_with_unknown_activation(state)
    yield from manually_used_tiles(state)


def _expansion_options(state: State, player_id: str, spot: Spot) -> Iterator[ActivationOption]:
    for each in expansions_of(state):
        if each.referee and each.referee.uses:
            yield from each.referee.uses(state, player_id, spot)


def _is_step_used(used: tuple[str, ...], piece: str, effect: Effect, exchanges: Mapping[int, Effect]) -> bool:
    """True if an exchange is used: each once (GM-ACT-20), of two for different goods one (GM-ACT-12)."""
    scale = [n for n, each in exchanges.items() if DIFFERENT_GOOD in each.pay]
    alike = scale if DIFFERENT_GOOD in effect.pay else [n for n, each in exchanges.items() if each is effect]
    return any(f"{piece}#{n}" in used for n in alike)


def _macgregor_options(
    state: State, player_id: str, spot: Spot, exchanges: Mapping[int, Effect]
) -> Iterator[ActivationOption]:
    """Yield 3 points instead of the barrel of a whisky tile, without payment (GM-CRS-09)."""
    if not state.has_lasting_crest(player_id, MACGREGOR) or printed_piece(state, spot.top).kind != "whisky":
        return
    for n, effect in exchanges.items():
        if BARREL_GAIN in effect.get and f"{spot.top}#{n}" not in state.turn.work.activated:
            gain = {POINTS_GAIN: MACGREGOR_POINTS}
            yield ActivationOption(n, POINTS_OPTION, get=gain, source=f"crest:{MACGREGOR}")
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
        yield from _sinclair_options(n, effect)


@lru_cache(maxsize=256)
def _payable_goods(cost: tuple[tuple[str, int], ...]) -> tuple[tuple[tuple[str, ...], Mapping[str, int]], ...]:
    """Return the goods that can pay a cost, as (kinds, counts); none for costs in coins, which players enter."""
    if any(what not in (*GOODS, *_GENERIC_GOODS, "whisky") for what, _ in cost):
        return ()
    several = product(*(_goods_of(what, n) for what, n in cost if what != "whisky"))
    every = dict.fromkeys(tuple(sorted(good for part in parts for good in part)) for parts in several)
    return tuple((kinds, MappingProxyType(Counter(kinds))) for kinds in every)


def _sinclair_options(n: int, effect: Effect) -> Iterator[ActivationOption]:
    """Yield the options in which 1 coin replaces 1 good of any kind (GM-CRS-22), each remaining price once."""
    prices = _payable_goods(tuple(effect.pay.items()))
    rests = dict.fromkeys(kinds[:at] + kinds[at + 1 :] for kinds, _ in prices for at in range(len(kinds)))
    for rest in rests:
        yield ActivationOption(n, f"{n}:coin+{'+'.join(rest)}", Counter(rest), effect.get, coin=True)


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


ACTIVATION = GlenMore2Activation(GOODS)
