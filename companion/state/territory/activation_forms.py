"""Forms of activation at referee depth: the use of a tile, one more tile by a card, and activation by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from companion.engine.caching import LazyItems, memoize_per_state
from companion.engine.message import Message, join_list, tr, trn
from companion.engine.offers import Answer, Choice, Part, Pick, Place, Value, cell_value, parse_cell
from companion.engine.question_kinds import ActionForm
from companion.state.territory import events as ev
from companion.state.territory.activation import Activation, Gain
from companion.state.territory.activation_options import (
    BARREL_GAIN,
    COIN_GAIN,
    MOVEMENT_GAIN,
    POINTS_GAIN,
    ActivationOption,
)
from companion.state.territory.grid import Cell, Spot
from companion.state.territory.trading import Resolution, TradeForms
from companion.state.territory.words import TerritoryWords

USE_PREFIX = "use_"
"""Prefix of an answer that activates a tile; the tile id follows."""
BY_HAND_LABEL = tr("what it gives, by hand")
"""Gain of a step that the companion does not know; players apply it."""
_NAMED_KINDS = 2
"""Number of kinds that the label of a tile names when any of them can pay."""
_KEY_LABELS = {BARREL_GAIN: tr("barrel"), MOVEMENT_GAIN: tr("move"), COIN_GAIN: tr("coin")}


class ActivationForms:
    """The forms of activation in the words of one game."""

    def __init__(
        self,
        activation: Activation,
        words: TerritoryWords,
        trade: TradeForms,
        gain_text: Callable[[Any, str, int], Message | None] = lambda _state, _what, _n: None,
        key_labels: dict[str, Message] | None = None,
        afterwards: Callable[[Any, str, Spot, ActivationOption], None] | None = None,
        sorts_by_value: bool = False,
        hides_points: Callable[[Any], bool] = lambda _state: False,
        is_time: Callable[[Any], bool] = lambda _state: True,
    ) -> None:
        """Set what differs between the games.

        gain_text: text of a gain that only the game has, by state, name and number. key_labels: its labels on
        keys. afterwards: called after an option was entered, with the resolution, the player, the tile and the
        option. sorts_by_value: tiles are listed by the value of all that they bring, not by points alone.
        hides_points: true while points are secret, so that no stored text reveals them. is_time: false
        while something else must be entered first, so that no key offers activation.
        """
        self._activation, self._words, self._trade = activation, words, trade
        self._gain_text, self._afterwards = gain_text, afterwards
        self._sorts_by_value = sorts_by_value
        self._hides_points, self._is_time = hides_points, is_time
        self._key_labels = _KEY_LABELS | (key_labels or {})
        self.option_parts = memoize_per_state(self._option_parts)
        """Returns the part in which players choose an option, by state, player and options."""
        self._option_choice = memoize_per_state(self._one_option)

    def option_text(self, state: Any, option: ActivationOption) -> Message:
        """Return price and gain of an option."""
        got = join_list(tuple(self._gains(state, option)) or (BY_HAND_LABEL,))
        if option.is_free:
            return got
        return tr("{this} for {that}", this=join_list(self._price(option)), that=got)

    def _price(self, option: ActivationOption) -> Iterator[Message]:
        if option.coin:
            yield trn("{n} coin", "{n} coins", 1)
        for good, n in option.need.items():
            yield tr("{n} {good}", n=n, good=self._words.goods[good])
        if option.barrels:
            yield trn("{n} barrel", "{n} barrels", option.barrels)

    def _gains(self, state: Any, option: ActivationOption) -> Iterator[Message]:
        for what, n in option.get.items():
            if what == POINTS_GAIN:
                yield tr("points") if self._hides_points(state) else trn("{n} point", "{n} points", n)
            elif what == MOVEMENT_GAIN:
                yield trn("{n} movement point", "{n} movement points", n)
            elif what == BARREL_GAIN:
                yield trn("{n} barrel", "{n} barrels", n)
            elif what == COIN_GAIN:
                yield trn("{n} coin", "{n} coins", n)
            elif what in self._words.goods:
                yield tr("{n} {good}", n=n, good=self._words.goods[what])
            elif text := self._gain_text(state, what, n):
                yield text

    def gain_label(self, option: ActivationOption) -> Message:
        """Return the gain of an option, short enough for a key."""
        if option.points:
            return tr("+{n}", n=option.points)
        what = next(iter(option.get), "")
        return self._words.goods.get(what) or self._key_labels.get(what, tr("use"))

    def tile_label(self, state: Any, spot: Spot, found: Sequence[ActivationOption]) -> Message:
        """Return the label of a tile with its option, or with what all its options share."""
        what = self.option_text(state, found[0]) if len(found) == 1 else self._common_text(state, found)
        tile = self._words.spot(state, spot)
        return tr("{tile}: {what}", tile=tile, what=what) if what else tile

    def _common_text(self, state: Any, found: Sequence[ActivationOption]) -> Message | None:
        """Return what all options share: the same number of goods for the same gain; None if they do not."""
        first, number = found[0], sum(found[0].need.values())
        goods_alone = number and not any(each.coin or each.barrels for each in found)
        if not goods_alone or any((each.get, sum(each.need.values())) != (first.get, number) for each in found):
            return None
        got = join_list(tuple(self._gains(state, first)) or (BY_HAND_LABEL,))
        kinds = dict.fromkeys(good for each in found for good in each.need)
        if len(kinds) == _NAMED_KINDS:
            one, other = (self._words.goods[good] for good in kinds)
            return tr("{n} {one} or {other} for {that}", n=number, one=one, other=other, that=got)
        return trn("{n} good for {that}", "{n} goods for {that}", number, that=got)

    def _option_parts(self, state: Any, player_id: str, found: Sequence[ActivationOption]) -> tuple[Part, ...]:
        """Return the part in which players choose an option; () if there is only one."""
        if len(found) == 1:
            return ()
        choices = LazyItems(lambda: (self._option_choice(state, player_id, option) for option in found))
        return (Pick("way", tr("What do you hand in?"), choices, starts_at_default=True),)

    def _one_option(self, state: Any, player_id: str, option: ActivationOption) -> Choice:
        note = self._trade.bought(state, player_id, option.need)
        return Choice(option.value, self.option_text(state, option), note=note)

    def tile_choices(self, state: Any, player_id: str, spots: Iterable[Spot]) -> tuple[Choice, ...]:
        """Return the choice of usable tiles with their options, those that bring most first."""
        found = ((spot, self._activation.options(state, player_id, spot)) for spot in spots)
        usable = [(spot, options) for spot, options in found if options]
        if self._sorts_by_value:
            usable.sort(key=lambda each: -self._activation.value(state, player_id, each[0]))
        else:
            usable.sort(key=lambda each: -each[1][0].points)
        return tuple(self._tile_choice(state, player_id, spot, options) for spot, options in usable)

    def _tile_choice(self, state: Any, player_id: str, spot: Spot, found: Sequence[ActivationOption]) -> Choice:
        return Choice(
            cell_value(*spot.cell),
            self.tile_label(state, spot, found),
            then=self.option_parts(state, player_id, found),
            note=self._trade.bought(state, player_id, found[0].need) if len(found) == 1 else None,
        )

    def use_forms(self, state: Any, question: Any) -> Iterator[tuple[str, ActionForm]]:
        """Yield the form for activating each tile, with the tile id."""
        if not state.tracks_territories or not question.player:
            return
        for spot in self._activation.usable_spots(state):
            found = self._activation.options(state, question.player, spot)
            parts = LazyItems(partial(self.option_parts, state, question.player, found)) if len(found) > 1 else ()
            label, hint = self.tile_label(state, spot, found), self.gain_label(found[0])
            yield spot.top, ActionForm(label, parts, hint=hint, has_key=self._is_time(state))

    def enter_use(self, resolution: Resolution, question: Any, answer: Answer) -> None:
        """Record the activation of the tile in the offer's name."""
        piece, state = answer.offer.removeprefix(USE_PREFIX), resolution.state
        spot = next(spot for spot in self._activation.spots(state) if spot.top == piece)
        self.enter_option(resolution, question.player, spot, answer.values, self._activation.cause(state))

    def enter_option(
        self,
        resolution: Resolution,
        player_id: str,
        spot: Spot,
        values: Sequence[Value],
        by: str,
        gain: Gain | None = None,
    ) -> None:
        """Record the activation of a tile by the option in an answer.

        values: the value of the option, () if there is only one. by: as in `TileActivated.by`. gain: as in
        `Activation.activate`.
        """
        found = self._activation.options(resolution.state, player_id, spot)
        option = next(option for option in found if not values or option.value == values[0])
        self._activation.activate(resolution, player_id, spot, option, by, gain)
        if self._afterwards:
            self._afterwards(resolution, player_id, spot, option)

    def card_form(self, state: Any, question: Any, label: Message) -> ActionForm | None:
        """Return the form of a card that activates one more tile, or None if no tile can be used."""
        if not state.tracks_territories or not question.player:
            return None
        player_id, spots = question.player, self._activation.spots_for_card(state)
        if not any(self._activation.is_usable(state, player_id, spot) for spot in spots):
            return None
        parts = LazyItems(lambda: (self.which_tile(state, player_id, spots),))
        return ActionForm(label, parts, has_key=self._is_time(state))

    def which_tile(self, state: Any, player_id: str, spots: Iterable[Spot]) -> Place:
        """Return the choice of a tile to activate, on the map of the territory."""
        rows, lie = self.tile_choices(state, player_id, spots), self._words.map_tiles(state, player_id)
        return Place("tile", tr("Which tile is activated?"), rows, map_tiles=lie)

    def enter_card(self, resolution: Resolution, question: Any, answer: Answer) -> None:
        """Record the activation of one more tile by the card."""
        state = resolution.state
        spot = state.player(question.player).territory.at(Cell(*parse_cell(str(answer.values[0]))))
        by = self._activation.card(state)
        self.enter_option(resolution, question.player, spot, answer.values[1:], by)

    def by_hand_form(self, state: Any, _question: Any) -> ActionForm | None:
        """Return the form that turns off automatic activation for this turn, or None; activating is voluntary."""
        if not state.tracks_territories or state.turn.work.is_manual:
            return None
        return ActionForm(tr("Activate tile by tile this turn"))

    @staticmethod
    def enter_by_hand(resolution: Resolution, question: Any, _answer: Answer) -> None:
        """Record that automatic activation is off for this turn."""
        resolution.do(ev.ActivatedByHand(question.player))

    def waiting_texts(self, state: Any) -> Iterator[Message]:
        """Yield the lines about tiles that wait for room on them, or for a choice of goods."""
        if full := [self._words.spot(state, spot) for spot in self._activation.full_spots(state)]:
            yield tr("Full: {tiles}", tiles=join_list(full))
        if open_ones := [self._words.spot(state, spot) for spot in self._activation.spots_with_choice(state)]:
            yield tr("Choose the goods: {tiles}", tiles=join_list(open_ones))
