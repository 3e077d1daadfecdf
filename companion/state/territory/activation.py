"""Activation of tiles at referee depth: which tiles, which options, and what is activated automatically.

A placed tile and its neighbours can be activated, each once a turn. What costs nothing and leaves no choice is
activated automatically. Each game subclasses `Activation` with the effects of its tiles.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.engine.caching import memoize_last
from companion.state.territory import events as ev
from companion.state.territory.activation_options import (
    BARREL_GAIN,
    COIN_GAIN,
    MOVEMENT_GAIN,
    POINTS_GAIN,
    ActivationOption,
    FreeEffects,
    automatic_option,
    free_options,
    is_payable,
    option_value,
    sort_best_first,
)
from companion.state.territory.grid import Spot
from companion.state.territory.trading import Resolution, current_purse, pay_goods

PLACING_CAUSE = "placing"
"""Value of `TileActivated.by` for tiles that a placed tile activates."""
CAUSE_PREFIX = "activation:"
"""Prefix of `why` in the events of an activation; the tile id follows."""
Gain = Callable[[Any, str, Spot, str, int, str], None]
"""Records a gain: resolution, player, tile, name of the gain, number, cause."""


class Activation(ABC):
    """The activation of tiles in one game."""

    def __init__(self, goods: Iterable[str]) -> None:
        """goods: ids of all goods."""
        self._goods = frozenset(goods)
        self.spots = memoize_last(self._spots)
        """Returns the tiles that may be activated in a state."""
        self.usable_spots = memoize_last(self._usable_spots)
        """Returns the tiles with an option that can be paid now."""
        self._cache = memoize_last(_new_cache)

    @abstractmethod
    def free_effects(self, state: Any, spot: Spot) -> FreeEffects:
        """Return what activating a tile brings at no cost."""

    @abstractmethod
    def exchange_options(self, state: Any, player_id: str, spot: Spot) -> Iterable[ActivationOption]:
        """Return the options with a price, and those in place of one, that this turn has not used yet."""

    @abstractmethod
    def card(self, state: Any) -> str:
        """Return the card with which the player on turn may activate one more tile now, "" for none."""

    def is_over(self, _state: Any) -> bool:
        """True if no tile can be activated any more in this turn."""
        return False

    def has_exchanges(self, _state: Any, _spot: Spot) -> bool:
        """False if a tile certainly has no exchange, so that it can be skipped after its activation."""
        return True

    def cause(self, _state: Any) -> str:
        """Return what activates the tiles of this turn, as in `TileActivated.by`."""
        return PLACING_CAUSE

    def gain(self, resolution: Any, player_id: str, spot: Spot, what: str, n: int, why: str) -> None:
        """Record a gain of an activated tile."""
        if what in self._goods:
            resolution.do(ev.GoodsGained(player_id, spot.x, spot.y, what, n, why))
        elif what == POINTS_GAIN:
            resolution.do(ev.PointsScored(player_id, n, why.removeprefix(CAUSE_PREFIX)))
        elif what == BARREL_GAIN:
            resolution.do(ev.BarrelsGained(player_id, n, why))
        elif what == COIN_GAIN:
            resolution.do(ev.CoinsGained(player_id, n, why))
        elif what == MOVEMENT_GAIN:
            resolution.do(ev.MovementGained(player_id, n, why))

    def pay(self, resolution: Resolution, player_id: str, option: ActivationOption, why: str) -> None:
        """Record the payment of an option's price."""
        if option.need and not option.paid_later:
            pay_goods(resolution, player_id, option.need, why)
        if option.barrels:
            resolution.do(ev.BarrelsPaid(player_id, option.barrels, why))

    def _spots(self, state: Any) -> tuple[Spot, ...]:
        near = state.turn.work.activatable_tiles
        if not near or not state.turn.player or self.is_over(state):
            return ()
        return tuple(spot for spot in state.player(state.turn.player).territory.spots if spot.top in near)

    def _usable_spots(self, state: Any) -> tuple[Spot, ...]:
        player_id, used = state.turn.player, state.turn.work.activated
        return tuple(
            spot
            for spot in self.spots(state)
            if (spot.top not in used or self.has_exchanges(state, spot)) and self.is_usable(state, player_id, spot)
        )

    def full_spots(self, state: Any) -> Iterator[Spot]:
        """Yield the tiles that make goods and wait until a sale or an exchange makes room on them."""
        for spot in self.spots(state):
            if (
                not spot.room
                and spot.top not in state.turn.work.activated
                and self.free_effects(state, spot).makes
            ):
                yield spot

    def spots_with_choice(self, state: Any) -> Iterator[Spot]:
        """Yield the tiles that make goods at no cost and were not activated, because players choose the goods."""
        for spot in self.spots(state):
            if spot.top not in state.turn.work.activated:
                effects = self.free_effects(state, spot)
                if effects.makes and spot.room and len([*free_options(spot.room, effects)]) > 1:
                    yield spot

    def spots_for_card(self, state: Any) -> tuple[Spot, ...]:
        """Return the tiles that a card may activate: any other that was not used in this turn."""
        work = state.turn.work
        if work.has_activated_by_card or self.is_over(state) or not self.card(state):
            return ()
        used = used_tiles(state)
        lying = state.player(state.turn.player).territory.spots
        return tuple(spot for spot in lying if spot.top not in work.activatable_tiles and spot.top not in used)

    def options(self, state: Any, player_id: str, spot: Spot) -> list[ActivationOption]:
        """Return all options of a tile that can be paid now, the best first."""
        # Keyed by tile, because the tile may be in another territory, where its cell means another tile.
        found, key = self._cache(state), (player_id, spot.top)
        if key not in found:
            payable = self._payable_options(state, player_id, spot)
            found[key] = sort_best_first(payable, current_purse(state, player_id))
        return found[key]

    def is_usable(self, state: Any, player_id: str, spot: Spot, selling: bool = False) -> bool:
        """True if an option can be paid. selling: goods may be sold for it."""
        return any(True for _ in self._payable_options(state, player_id, spot, selling))

    def can_activate_more(self, state: Any) -> bool:
        """True if a tile can still be activated, perhaps after goods were sold for coins or for room."""
        spots = (*self.spots(state), *self.spots_for_card(state))
        if any(self.is_usable(state, state.turn.player, spot, selling=True) for spot in spots):
            return True
        return any(any(state.market[good] for good in spot.goods) for spot in self._full(state, spots))

    def _full(self, state: Any, spots: Iterable[Spot]) -> Iterator[Spot]:
        return (spot for spot in spots if not spot.room and self.free_effects(state, spot).makes)

    def value(self, state: Any, player_id: str, spot: Spot) -> int:
        """Return roughly what activating a tile brings now, in half points."""
        purse = current_purse(state, player_id)
        return max(
            (option_value(each, purse) for each in self._payable_options(state, player_id, spot)), default=0
        )

    def _payable_options(
        self, state: Any, player_id: str, spot: Spot, selling: bool = False
    ) -> Iterator[ActivationOption]:
        purse, barrels = current_purse(state, player_id), max(0, state.player(player_id).barrels)
        for option in self._unused_options(state, player_id, spot):
            if is_payable(option, purse, barrels, selling):
                yield option

    def _unused_options(self, state: Any, player_id: str, spot: Spot) -> Iterator[ActivationOption]:
        if spot.top not in state.turn.work.activated:
            yield from free_options(spot.room, self.free_effects(state, spot))
        yield from self.exchange_options(state, player_id, spot)

    def next_automatic(self, state: Any) -> tuple[Spot, ActivationOption] | None:
        """Return the next tile to activate automatically, or None. A full tile waits until it has room."""
        work = state.turn.work
        if work.is_manual or not work.activatable_tiles:
            return None
        for spot in self.spots(state):
            if spot.top not in work.activated:
                option = automatic_option(self.free_effects(state, spot), spot.room)
                if option:
                    return spot, option
        return None

    def activate_automatically(self, resolution: Resolution) -> None:
        """Record all automatic activations."""
        while found := self.next_automatic(resolution.state):
            spot, option = found
            state = resolution.state
            self.activate(resolution, state.turn.player, spot, option, self.cause(state))

    def activate_rest(self, resolution: Resolution) -> None:
        """Record at the end of a turn the tiles with less room than goods, if that leaves no choice.

        They waited, because a sale could have made more room. Tiles that players activate by hand are left out.
        """
        state = resolution.state
        for spot in () if state.turn.work.is_manual else self.spots(state):
            if spot.top not in state.turn.work.activated:
                effects = self.free_effects(state, spot)
                options = () if effects.by_hand else [*free_options(spot.room, effects)]
                if effects.makes and len(options) == 1:
                    self.activate(resolution, state.turn.player, spot, options[0], self.cause(state))

    def activate(
        self,
        resolution: Resolution,
        player_id: str,
        spot: Spot,
        option: ActivationOption,
        by: str,
        gain: Gain | None = None,
    ) -> None:
        """Record an activation by one option: the price, then the gains.

        gain: records a gain instead of `Activation.gain`.
        """
        why = f"{CAUSE_PREFIX}{spot.top}"
        resolution.do(ev.TileActivated(player_id, spot.top, by, spot.x, spot.y, option.step))
        self.pay(resolution, player_id, option, why)
        for what, n in option.get.items():
            (gain or self.gain)(resolution, player_id, spot, what, n, option.source or why)


def used_tiles(state: Any) -> set[str]:
    """Return the tiles used in this turn, also those of which only an exchange was used."""
    return {each.partition("#")[0] for each in state.turn.work.activated}


def _new_cache(_state: Any) -> dict[tuple[str, str], list[ActivationOption]]:
    return {}
