"""Labels and choices of activation options: "this for that"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.engine.caching import LazyItems, memoize_per_state
from companion.engine.message import Message, join_list, tr, trn
from companion.engine.offers import Choice, Part, Pick, cell_value
from companion.state.glen_more_2.expansions import ActivationOption
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.questions.payments import FORMS
from companion.state.glen_more_2.referee import activation
from companion.state.glen_more_2.referee.territory_tiles import spot_label
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.text import labels
from companion.state.territory.grid import Spot

BY_HAND_LABEL = tr("what it gives, by hand")
"""Gain of a step that the companion does not know; players apply it."""


def option_text(state: State, use: ActivationOption) -> Message:
    """Return price and gain of an option."""
    given, got = (
        join_list(_costs_of_option(use)),
        join_list(tuple(_gains_of_option(state, use)) or (BY_HAND_LABEL,)),
    )
    return tr("{this} for {that}", this=given, that=got) if use.need or use.coin or use.barrels else got


def _costs_of_option(use: ActivationOption) -> Iterator[Message]:
    if use.coin:
        yield labels.COST_LABELS["coin"](1)
    for good, n in use.need.items():
        yield tr("{n} {good}", n=n, good=labels.GOODS_LABELS[good])
    if use.barrels:
        yield labels.COST_LABELS["whisky"](use.barrels)


def _gains_of_option(state: State, use: ActivationOption) -> Iterator[Message]:
    for what, n in use.get.items():
        if what == "vp":
            yield trn("{n} point", "{n} points", n)
        elif what == "move":
            yield trn("{n} movement point", "{n} movement points", n)
        elif what == "clan_marker":
            yield tr("a clan marker")
        elif what in labels.GOODS_LABELS:
            yield tr("{n} {good}", n=n, good=labels.GOODS_LABELS[what])
        elif what in labels.COST_LABELS:
            yield labels.COST_LABELS[what](n)
        elif gain := rules_of(state).gains.get(what):
            yield gain.words


def option_gain_label(use: ActivationOption) -> Message:
    """Return the gain of an option, short enough for a key."""
    if use.points:
        return tr("+{n}", n=use.points)
    what = next(iter(use.get), "")
    words = {"whisky": tr("barrel"), "move": tr("move"), "clan_marker": tr("marker"), "coin": tr("coin")}
    return labels.GOODS_LABELS.get(what) or words.get(what, tr("use"))


def options_label(state: State, spot: Spot, found: Sequence[ActivationOption]) -> Message:
    """Return the label of a tile with its option, or with what all its options share."""
    what = option_text(state, found[0]) if len(found) == 1 else _common_label(state, found)
    tile = spot_label(state, spot)
    return tr("{tile}: {what}", tile=tile, what=what) if what else tile


def _common_label(state: State, found: Sequence[ActivationOption]) -> Message | None:
    """Return what all options share: the same number of goods for the same gain; None if they differ otherwise."""
    first, number = found[0], sum(found[0].need.values())
    goods_alone = number and not any(each.coin or each.barrels for each in found)
    if not goods_alone or any((each.get, sum(each.need.values())) != (first.get, number) for each in found):
        return None
    got = join_list(tuple(_gains_of_option(state, first)) or (BY_HAND_LABEL,))
    return trn("{n} good for {that}", "{n} goods for {that}", number, that=got)


@memoize_per_state
def option_parts(state: State, player_id: str, found: Sequence[ActivationOption]) -> tuple[Part, ...]:
    """Return the part in which players choose an option; none if there is only one."""
    if len(found) == 1:
        return ()
    choices = LazyItems(lambda: (_option_choice(state, player_id, use) for use in found))
    return (Pick("way", tr("What do you hand in?"), choices, steady=True),)


@memoize_per_state
def _option_choice(state: State, player_id: str, use: ActivationOption) -> Choice:
    return Choice(use.value, option_text(state, use), note=FORMS.bought(state, player_id, use.need))


def tile_option_choices(state: State, player_id: str, spots: Iterable[Spot]) -> tuple[Choice, ...]:
    """Return the choice of usable tiles with their options, most points first."""
    able = [(spot, found) for spot in spots if (found := activation.activation_options(state, player_id, spot))]
    able.sort(key=lambda each: -each[1][0].points)
    return tuple(
        Choice(
            cell_value(*spot.cell),
            options_label(state, spot, found),
            then=option_parts(state, player_id, found),
            note=FORMS.bought(state, player_id, found[0].need) if len(found) == 1 else None,
        )
        for spot, found in able
    )
