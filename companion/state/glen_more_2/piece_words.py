"""What a piece of the box does, read out of the facts; what nobody has told yet is said to be unknown.

Words only, for people who look something up; what is on a sticker or a screen stands elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from companion.engine.memoize import memoize_moment
from companion.engine.message import Message, listed, literal, tr, trn
from companion.engine.plain_text import plain_line
from companion.state.glen_more_2.facts import (
    CARD,
    DAVID_HUME,
    END,
    FIXTURE,
    HOME,
    LANDMARK,
    PERSON,
    TOKEN,
    Cost,
    Crest,
    Effect,
    Facts,
    Landmark,
    Piece,
)
from companion.state.glen_more_2.labels import GOODS_WORDS, owners_name
from companion.state.glen_more_2.rule_words import RULE_WORDS

KIND_WORDS = {
    "village": tr("village"),
    "castle": tr("castle"),
    "animal": tr("animals"),
    "material": tr("material"),
    "whisky": tr("whisky"),
    "trade": tr("trade"),
    "loch": tr("loch"),
}

_CATEGORIES = {
    END: (*RULE_WORDS["GM-END-01"], *RULE_WORDS["GM-END-03"]),
    HOME: (
        tr("Your territory begins here: start village on the left, home castle on the right, together 2 tiles."),
        tr("Only Scots in the home castle count in scoring rounds."),
    ),
    PERSON: (
        tr("A person: it lies beside your territory, places 1 clan marker and counts in each scoring round."),
    ),
    LANDMARK: (tr("A landmark: it brings the card of the same name."),),
}
"""What pieces of a category have in common."""

_TIMINGS = {
    "permanent": tr("It works until the end of the game."),
    "end_game": tr("It works at the end of the game."),
    "one_time": tr("It works once, as soon as you get it."),
}
_HAS_NO_PRINT = (END, HOME, CARD, FIXTURE, TOKEN)
"""Pieces that cost nothing and are not laid like a tile."""


def piece_text(facts: Facts, piece: Piece) -> Iterator[Message]:
    """Everything that is known of a piece."""
    yield from _CATEGORIES.get(piece.category or "", ())
    if piece.id == DAVID_HUME:
        yield tr("It counts as 2 persons.")
    card = facts.landmarks.get(piece.id.removeprefix("card_"))
    if card:
        yield from card_text(card)
    if piece.category in _HAS_NO_PRINT:
        return
    yield from _printed(facts, piece)
    if missing := tuple(_unknown(piece)):
        yield tr("Not known here, look at the tile: {what}.", what=listed(missing))
    yield from _sources(piece)


def _sources(piece: Piece) -> Iterator[Message]:
    """Who said what of it, where it is not the rulebook alone."""
    for who in sorted(set(piece.said.values())):
        its = (words for field, words in _FIELDS.items() if piece.said.get(field) == who)
        fields = dict.fromkeys(its)
        if not fields:
            continue
        if who:
            yield tr("From {box}: {what}.", box=plain_line(who), what=listed(tuple(fields)))
        else:
            yield tr("Entered by you: {what}.", what=listed(tuple(fields)))
    if piece.said:
        yield tr("Anything else is from the rulebook.")


_FIELDS = {
    "name": tr("name"),
    "sort": tr("kind"),
    "kind": tr("kind"),
    "rebuild": tr("kind"),
    "deck": tr("deck"),
    "cost": tr("cost"),
    "one_time": tr("one-time effect"),
    "activation": tr("activation"),
    "river": tr("river"),
}
"""What people call the fields, by their names in files."""


def brings(facts: Facts, piece: Piece) -> Message | None:
    """What a tile gives as soon as it is laid, as far as it is known."""
    gains = tuple(filter(None, (_effect(facts, step) for step in piece.one_time or ())))
    return tr("At once it brings {gains}.", gains=listed(gains)) if gains else None


@memoize_moment
def crest_brings(facts: Facts, crest: Crest) -> Message:
    """What a crest gives at once in a few words; where they don't tell it, its text."""
    gains = [_effect(facts, step) for step in crest.effects]
    told = [each for each in gains if each]
    return listed(told) if told and len(told) == len(gains) else crest.text


def _printed(facts: Facts, piece: Piece) -> Iterator[Message]:
    """What stands on a tile, as far as it is known."""
    if piece.cost:
        yield tr("It costs {cost}.", cost=listed(map(_cost, piece.cost)))
    elif piece.cost is not None:
        yield tr("It costs nothing.")
    if at_once := brings(facts, piece):
        yield at_once
    if piece.activation:
        yield tr("When activated it gives {gains}.", gains=effects_in_words(facts, piece.activation))
    elif piece.activation is not None:
        yield tr("When activated it gives nothing.")
    if piece.river:
        yield tr("The river runs through it.")
    if piece.kind and piece.kind != PERSON:
        yield tr("Its kind is {kind}.", kind=KIND_WORDS.get(piece.kind) or literal(piece.kind))
    if piece.rebuild:
        yield tr("It is a rebuild tile: it covers a tile of its kind.")
    if piece.barred:
        yield tr("No pawn may stop on it.")
    if piece.symbol:
        yield tr("The die never discards it.")


def _unknown(piece: Piece) -> Iterator[Message]:
    if piece.category is None:
        yield tr("whether it is a land tile, a person or a landmark")
    if piece.cost is None:
        yield tr("its cost")
    if piece.one_time is None:
        yield tr("what it brings at once")
    if piece.rebuild is None and piece.category != PERSON:
        yield tr("whether it covers another tile")
    if piece.category != PERSON and piece.activation is None:
        yield tr("what it gives when activated")


def card_text(card: Landmark) -> Iterator[Message]:
    """What a landmark card does, and when."""
    yield card.text
    yield _TIMINGS[card.timing]


def crest_text(crest: Crest) -> Iterator[Message]:
    """What a crest does, and when."""
    yield crest.text
    if crest.repeatable:
        yield tr("Anybody may take it, as often as they like.")
    elif crest.timing == "permanent":
        yield tr("It works for whoever has the marker there, until the end of the game.")
    else:
        yield tr("It works once, for whoever places a marker there first.")


def _cost(cost: Cost) -> Message:
    return _COUNTED[cost.what](cost.n) if cost.what in _COUNTED else _goods(cost.what, cost.n)


def _goods(what: str, n: int) -> Message:
    if what == "any_good":
        return trn("{n} good of any kind", "{n} goods of any kind", n)
    return tr("{n} x {good}", n=n, good=GOODS_WORDS.get(what) or literal(what))


def _plain_goods(good: Message, n: int) -> Message:
    return tr("{n} {good}", n=n, good=good)


_COUNTED: Mapping[str, Callable[[int], Message]] = {
    "coin": lambda n: trn("{n} coin", "{n} coins", n),
    "whisky": lambda n: trn("{n} barrel", "{n} barrels", n),
    "scot": lambda n: trn("{n} Scot", "{n} Scots", n),
    "vp": lambda n: trn("{n} point", "{n} points", n),
}


def _effect(facts: Facts, step: Effect) -> Message | None:
    """One step in a few words; None where the text of a card says it."""
    if step.op == "gain":
        return _cost(Cost(step.what, step.n))
    if step.op == "take_piece":
        return literal(owners_name(facts.pieces[step.what])) if step.what in facts.pieces else None
    if step.pay:
        return tr("for {this}: {that}", this=_together(step.pay), that=_together(step.get))
    return _STEPS[step.op](step.n) if step.op in _STEPS else None


def _together(counts: Mapping[str, int]) -> Message:
    """One side of an exchange."""
    words = {**_COUNTED, **_EXCHANGED}
    return listed((words[what](n) if what in words else _goods(what, n) for what, n in counts.items()), " + ")


def effects_in_words(facts: Facts, steps: Iterable[Effect]) -> Message:
    """Steps as people say them; what has no words of its own is done as the tile says."""
    told = [_effect(facts, step) or tr("what the tile says") for step in steps]
    return listed(told) if told else tr("nothing")


_EXCHANGED: Mapping[str, Callable[[int], Message]] = {
    **{good: partial(_plain_goods, words) for good, words in GOODS_WORDS.items()},
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


def first_words(lines: Iterable[Message]) -> tuple[Message, ...]:
    """Each sentence once, in order."""
    return tuple(dict.fromkeys(lines))
