"""Help texts about pieces, generated from their facts; unknown facts are listed as unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.engine.message import Message, join_list, literal, plain_line, tr
from companion.games.help_file import HelpFile, help_file
from companion.state.glen_more_2.facts import (
    CARD,
    DAVID_HUME,
    END,
    FIXTURE,
    HOME,
    PERSON,
    TOKEN,
    Crest,
    Facts,
    Landmark,
    Piece,
)
from companion.state.glen_more_2.text.piece_text import KIND_LABELS, costs_in_words, effects_text, one_time_text

_HAS_NO_PRINT = (END, HOME, CARD, FIXTURE, TOKEN)
"""Categories without a cost or a placement like a tile."""


_HELP = Path(__file__).with_name("help.txt")


def base_help() -> HelpFile:
    """Return the contents of the help file of the base game."""
    return help_file(_HELP)


def piece_text(facts: Facts, piece: Piece) -> Iterator[Message]:
    """Yield everything that is known about a piece."""
    if common := base_help().articles.get(f"category.{piece.category}"):
        yield from common.text
    if piece.id == DAVID_HUME:
        yield tr("It counts as 2 persons.")
    card = facts.landmarks.get(piece.id.removeprefix("card_"))
    if card:
        yield from card_text(card)
    if piece.category in _HAS_NO_PRINT:
        return
    yield from _printed(facts, piece)
    if missing := tuple(_unknown(piece)):
        yield tr("Not known here, look at the tile: {what}.", what=join_list(missing))
    yield from _sources(piece)


def _sources(piece: Piece) -> Iterator[Message]:
    """Yield where facts come from, if they are not all from the rulebook."""
    for who in sorted(set(piece.said.values())):
        its = (words for field, words in _FIELDS.items() if piece.said.get(field) == who)
        fields = dict.fromkeys(its)
        if not fields:
            continue
        if who:
            yield tr("From {box}: {what}.", box=plain_line(who), what=join_list(tuple(fields)))
        else:
            yield tr("Entered by you: {what}.", what=join_list(tuple(fields)))
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
"""Labels of fields by their names in files."""


def _printed(facts: Facts, piece: Piece) -> Iterator[Message]:
    """Yield the known facts that are printed on a tile."""
    if piece.cost:
        yield tr("It costs {cost}.", cost=costs_in_words(piece.cost))
    elif piece.cost is not None:
        yield tr("It costs nothing.")
    if at_once := one_time_text(facts, piece):
        yield at_once
    if piece.activation:
        yield tr("When activated it gives {gains}.", gains=effects_text(facts, piece.activation))
    elif piece.activation is not None:
        yield tr("When activated it gives nothing.")
    if piece.river:
        yield tr("The river runs through it.")
    if piece.kind and piece.kind != PERSON:
        yield tr("Its kind is {kind}.", kind=KIND_LABELS.get(piece.kind) or literal(piece.kind))
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
    """Yield what a landmark card does, and when."""
    yield card.text
    yield from base_help().articles[f"timing.{card.timing}"].text


def crest_text(crest: Crest) -> Iterator[Message]:
    """Yield what a crest does, and when."""
    yield crest.text
    if crest.repeatable:
        yield tr("Anybody may take it, as often as they like.")
    elif crest.timing == "permanent":
        yield tr("It works for the player with the marker there, until the end of the game.")
    else:
        yield tr("It works once, for the first player who places a marker there.")


def unique_sentences(lines: Iterable[Message]) -> tuple[Message, ...]:
    """Return each sentence once, in order."""
    return tuple(dict.fromkeys(lines))
