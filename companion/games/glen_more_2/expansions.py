"""The chronicles that are installed: every package of `companion.chronicles` with a CHRONICLE.

One that fails to load, or clashes with another, is named and left out; the rest play. Knows none by name.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from functools import cache

import msgspec

from companion.engine.message import Message, tr
from companion.games.definition import ExpansionInfo, Expansions
from companion.scoring.glen_more_2.document import ExpansionKeys
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.facts import Facts, Piece
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.library import library
from companion.state.glen_more_2.not_in_play import facts_with
from companion.state.glen_more_2.ruleset import Library

ROOM = "companion.chronicles"

log = logging.getLogger(__name__)


def find_chronicles() -> tuple[Library, tuple[Message, ...]]:
    """The rules with every chronicle that is whole, and a sentence for each that is not."""
    whole: list[Expansion] = []
    troubles = []
    names = _packages()
    order = importlib.import_module(f"{ROOM}.order").ORDER if names else {}
    for name in names:
        try:
            chronicle = importlib.import_module(f"{ROOM}.{name}").CHRONICLE
            library([*whole, chronicle], order)  # clashes with one before are told here
        except Exception:
            log.exception("the chronicle %s could not be loaded", name)
            troubles.append(
                tr("The chronicle {name} could not be loaded and is left out; the log says why.", name=name)
            )
        else:
            whole.append(chronicle)
    return library(whole, order), tuple(troubles)


def _packages() -> list[str]:
    """Those that may hold a chronicle; the base game is whole without any."""
    try:
        room = importlib.import_module(ROOM)
    except ModuleNotFoundError:
        return []
    return [module.name for module in pkgutil.iter_modules(room.__path__) if module.ispkg]


@cache
def _found() -> tuple[Library, tuple[Message, ...]]:
    return find_chronicles()


def installed() -> Library:
    """The rules with every chronicle that was found."""
    return _found()[0]


def troubles() -> tuple[Message, ...]:
    """A sentence for each chronicle that is left out."""
    return _found()[1]


@cache
def rules() -> GlenMore2:
    """The game with every chronicle that was found."""
    return GlenMore2(installed())


def chronicles() -> list[Expansion]:
    """Those that were found, by their numbers."""
    return list(installed().expansions.values())


def _known() -> list[ExpansionInfo]:
    return [
        ExpansionInfo(each.slug, each.number, each.name, range(each.min_players, each.max_players + 1))
        for each in chronicles()
    ]


def pieces_beside(facts: Facts) -> list[tuple[str, Message, dict[str, Piece]]]:
    """The pieces that each chronicle adds to these facts, with its slug and name: which are played is open.

    With what their owner told of them.
    """
    found = []
    for each in chronicles():
        if each.facts and facts.decks:
            pieces = facts_with(installed(), each, facts).pieces
            own = {id: piece for id, piece in pieces.items() if id not in facts.pieces}
            found.append((each.slug, each.name, own))
    return found


def own_facts() -> tuple[str, ...]:
    """How the names of the chronicles' facts begin that no other owner gets."""
    return tuple(begins for each in chronicles() for begins in each.own_facts)


def fact_words() -> dict[str, Message]:
    """What the chronicles' facts are that are no field of a piece, by their names, each with its chronicle."""
    return {
        name: tr("{chronicle}, {what}", chronicle=each.name, what=words)
        for each in chronicles()
        for name, words in each.fact_words.items()
    }


def score_keys() -> list[ExpansionKeys]:
    """What each chronicle adds to the sheet of counts, those that add nothing included: they may be named too."""
    return [
        msgspec.structs.replace(
            each.score_keys or ExpansionKeys(),
            slug=each.slug,
            number=each.number,
            name=each.name,
            min_players=each.min_players,
        )
        for each in chronicles()
    ]


def _unknown(name: str) -> Message:
    return tr("There is no chronicle {name}; name one by its id or number.", name=name)


CHRONICLES = Expansions(
    option="--chronicles",
    help=tr("chronicles by name or number, with commas between them"),
    unknown=_unknown,
    known=_known,
)
