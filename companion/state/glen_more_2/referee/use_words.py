"""Ways to use a tile as people read them: this for that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.engine.lazy import LazyItems
from companion.engine.memoize import memoize_moment
from companion.engine.message import Message, listed, tr, trn
from companion.engine.offers import Choice, Part, Pick, cell_value
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.referee import activating
from companion.state.glen_more_2.referee.trading import FORMS
from companion.state.glen_more_2.referee.use import Use
from companion.state.glen_more_2.referee.words import spot_words
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.territory.grid import Spot

BY_HAND = tr("what it gives, by hand")
"""What nobody has told in steps that the companion knows: the hands do it."""


def use_words(state: State, use: Use) -> Message:
    given, got = listed(_given(use)), listed(tuple(_got(state, use)) or (BY_HAND,))
    return tr("{this} for {that}", this=given, that=got) if use.need or use.coin or use.barrels else got


def _given(use: Use) -> Iterator[Message]:
    if use.coin:
        yield labels.COST_WORDS["coin"](1)
    for good, n in use.need.items():
        yield tr("{n} {good}", n=n, good=labels.GOODS_WORDS[good])
    if use.barrels:
        yield labels.COST_WORDS["whisky"](use.barrels)


def _got(state: State, use: Use) -> Iterator[Message]:
    for what, n in use.get.items():
        if what == "vp":
            yield trn("{n} point", "{n} points", n)
        elif what == "move":
            yield trn("{n} movement point", "{n} movement points", n)
        elif what == "clan_marker":
            yield tr("a clan marker")
        elif what in labels.GOODS_WORDS:
            yield tr("{n} {good}", n=n, good=labels.GOODS_WORDS[what])
        elif what in labels.COST_WORDS:
            yield labels.COST_WORDS[what](n)
        elif gain := rules_of(state).gains.get(what):
            yield gain.words


def gain_word(use: Use) -> Message:
    """What it brings, as short as a key says it."""
    if use.points:
        return tr("+{n}", n=use.points)
    what = next(iter(use.get), "")
    words = {"whisky": tr("barrel"), "move": tr("move"), "clan_marker": tr("marker"), "coin": tr("coin")}
    return labels.GOODS_WORDS.get(what) or words.get(what, tr("use"))


def use_label(state: State, spot: Spot, found: Sequence[Use]) -> Message:
    what = use_words(state, found[0]) if len(found) == 1 else _in_common(state, found)
    tile = spot_words(state, spot)
    return tr("{tile}: {what}", tile=tile, what=what) if what else tile


def _in_common(state: State, found: Sequence[Use]) -> Message | None:
    """What all ways are: so many goods for the same; None where they differ in more than the goods."""
    first, number = found[0], sum(found[0].need.values())
    goods_alone = number and not any(each.coin or each.barrels for each in found)
    if not goods_alone or any((each.get, sum(each.need.values())) != (first.get, number) for each in found):
        return None
    got = listed(tuple(_got(state, first)) or (BY_HAND,))
    return trn("{n} good for {that}", "{n} goods for {that}", number, that=got)


@memoize_moment
def part_of_uses(state: State, player_id: str, found: Sequence[Use]) -> tuple[Part, ...]:
    """No part where there is one way of doing it alone."""
    if len(found) == 1:
        return ()
    choices = LazyItems(lambda: (_way(state, player_id, use) for use in found))
    return (Pick("way", tr("Which way?"), choices, steady=True),)


@memoize_moment
def _way(state: State, player_id: str, use: Use) -> Choice:
    return Choice(use.value, use_words(state, use), note=FORMS.bought(state, player_id, use.need))


def rows_of_uses(state: State, player_id: str, spots: Iterable[Spot]) -> tuple[Choice, ...]:
    """Tiles that can be used, each with its ways; the one that brings most points first."""
    able = [(spot, found) for spot in spots if (found := activating.uses(state, player_id, spot))]
    able.sort(key=lambda each: -each[1][0].points)
    return tuple(
        Choice(
            cell_value(*spot.cell),
            use_label(state, spot, found),
            then=part_of_uses(state, player_id, found),
            note=FORMS.bought(state, player_id, found[0].need) if len(found) == 1 else None,
        )
        for spot, found in able
    )
