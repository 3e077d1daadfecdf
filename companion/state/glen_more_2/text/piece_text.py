"""Texts about what a piece does, from the facts of the box. Unknown facts are named as unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from companion.engine.caching import memoize_per_state
from companion.engine.message import Message, join_list, literal, tr, trn
from companion.state.glen_more_2.facts import (
    Cost,
    Crest,
    Effect,
    Facts,
    Piece,
)
from companion.state.glen_more_2.text.labels import GOODS_LABELS, owner_given_name

KIND_LABELS = {
    "village": tr("village"),
    "castle": tr("castle"),
    "animal": tr("animals"),
    "material": tr("material"),
    "whisky": tr("whisky"),
    "trade": tr("trade"),
    "loch": tr("loch"),
}


def one_time_text(facts: Facts, piece: Piece) -> Message | None:
    """Return what a tile gives when it is placed, as far as known; None if nothing is known."""
    gains = tuple(filter(None, (_effect(facts, step) for step in piece.one_time or ())))
    return tr("At once it brings {gains}.", gains=join_list(gains)) if gains else None


@memoize_per_state
def crest_gain_text(facts: Facts, crest: Crest) -> Message:
    """Return the short list of a crest's immediate gains; if a gain has no short text, the crest's full text."""
    gains = [_effect(facts, step) for step in crest.effects]
    told = [each for each in gains if each]
    return join_list(told) if told and len(told) == len(gains) else crest.text


def costs_in_words(costs: Iterable[Cost]) -> Message:
    """Return what a tile costs."""
    return join_list(map(_cost, costs))


def _cost(cost: Cost) -> Message:
    return _COUNTED[cost.what](cost.n) if cost.what in _COUNTED else _goods(cost.what, cost.n)


def _goods(what: str, n: int) -> Message:
    if what == "any_good":
        return trn("{n} good of any kind", "{n} goods of any kind", n)
    return tr("{n} x {good}", n=n, good=GOODS_LABELS.get(what) or literal(what))


def _plain_goods(good: Message, n: int) -> Message:
    return tr("{n} {good}", n=n, good=good)


_COUNTED: Mapping[str, Callable[[int], Message]] = {
    "coin": lambda n: trn("{n} coin", "{n} coins", n),
    "whisky": lambda n: trn("{n} barrel", "{n} barrels", n),
    "scot": lambda n: trn("{n} Scot", "{n} Scots", n),
    "vp": lambda n: trn("{n} point", "{n} points", n),
}


def _effect(facts: Facts, step: Effect) -> Message | None:
    """Return the text of one effect step; None if only a card's text describes it."""
    if step.op == "gain":
        return _cost(Cost(step.what, step.n))
    if step.op == "take_piece":
        return literal(owner_given_name(facts.pieces[step.what])) if step.what in facts.pieces else None
    if step.pay:
        return tr("for {this}: {that}", this=_amounts_text(step.pay), that=_amounts_text(step.get))
    return _STEPS[step.op](step.n) if step.op in _STEPS else None


def _amounts_text(counts: Mapping[str, int]) -> Message:
    """Return one side of an exchange."""
    words = {**_COUNTED, **_EXCHANGED}
    return join_list((words[what](n) if what in words else _goods(what, n) for what, n in counts.items()), " + ")


def effects_text(facts: Facts, steps: Iterable[Effect]) -> Message:
    """Return the texts of effect steps; a step without a text is "what the tile says"."""
    told = [_effect(facts, step) or tr("what the tile says") for step in steps]
    return join_list(told) if told else tr("nothing")


_EXCHANGED: Mapping[str, Callable[[int], Message]] = {
    **{good: partial(_plain_goods, words) for good, words in GOODS_LABELS.items()},
    "different_good": lambda n: trn("{n} different good", "{n} different goods", n),
    "animal": lambda n: trn("{n} animal of any kind", "{n} animals of any kind", n),
    "clan_marker": lambda n: trn("{n} clan marker to place", "{n} clan markers to place", n),
}

_STEPS: Mapping[str, Callable[[int], Message]] = {
    "scots": lambda n: trn("{n} Scot onto any of your tiles", "{n} Scots onto any of your tiles", n),
    "scot_on_tile": lambda n: trn("{n} Scot onto this tile", "{n} Scots onto this tile", n),
    "clan_marker": lambda _n: tr("1 clan marker to place"),
    "landmark_card": lambda _n: tr("its card"),
    "move": lambda n: trn("{n} movement point", "{n} movement points", n),
    "exchange": lambda _n: tr("an exchange"),
    "remove_tiles": lambda n: trn("{n} tile to remove", "up to {n} tiles to remove", n),
    "from_discards": lambda _n: tr("a tile from the discard pile"),
}
