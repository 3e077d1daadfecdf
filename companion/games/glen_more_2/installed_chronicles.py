"""The installed chronicles: every package in `companion.chronicles` with a CHRONICLE.

A chronicle that cannot be loaded or conflicts with another one is left out with a message; the others can be
played.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from functools import cache

import msgspec

from companion.engine.message import Message, tr
from companion.games.definition import ExpansionInfo, Expansions
from companion.games.glen_more_2.chronicle_help import facts_with_expansion
from companion.scoring.glen_more_2.document import ExpansionKeys
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.facts import Facts, Piece
from companion.state.glen_more_2.game import GlenMore2, make_library
from companion.state.glen_more_2.ruleset import Library

CHRONICLES_PACKAGE = "companion.chronicles"

log = logging.getLogger(__name__)


def find_chronicles() -> tuple[Library, tuple[Message, ...]]:
    """Return the rules with every valid chronicle, and a message for each that is left out."""
    whole: list[Expansion] = []
    troubles = []
    names = _chronicle_packages()
    order = importlib.import_module(f"{CHRONICLES_PACKAGE}.interactions").HOOK_ORDER if names else {}
    for name in names:
        try:
            chronicle = importlib.import_module(f"{CHRONICLES_PACKAGE}.{name}").CHRONICLE
            # Raises an exception if the chronicle conflicts with one before it.
            make_library([*whole, chronicle], order)
        except Exception:
            log.exception("the chronicle %s could not be loaded", name)
            troubles.append(
                tr("The chronicle {name} could not be loaded and is left out; the log says why.", name=name)
            )
        else:
            whole.append(chronicle)
    return make_library(whole, order), tuple(troubles)


def _chronicle_packages() -> list[str]:
    """Return the names of packages that may hold a chronicle; the base game needs none."""
    try:
        room = importlib.import_module(CHRONICLES_PACKAGE)
    except ModuleNotFoundError:
        return []
    return [module.name for module in pkgutil.iter_modules(room.__path__) if module.ispkg]


@cache
def _load_chronicles() -> tuple[Library, tuple[Message, ...]]:
    return find_chronicles()


def installed_library() -> Library:
    """Return the rules with every installed chronicle."""
    return _load_chronicles()[0]


def left_out_chronicles() -> tuple[Message, ...]:
    """Return a message for each chronicle that is left out."""
    return _load_chronicles()[1]


@cache
def game_rules() -> GlenMore2:
    """Return the game with every installed chronicle."""
    return GlenMore2(installed_library())


def installed_chronicles() -> list[Expansion]:
    """Return the installed chronicles in the order of their numbers."""
    return list(installed_library().expansions.values())


def _chronicle_infos() -> list[ExpansionInfo]:
    return [
        ExpansionInfo(each.slug, each.number, each.name, range(each.min_players, each.max_players + 1))
        for each in installed_chronicles()
    ]


def expansion_pieces(facts: Facts) -> list[tuple[str, Message, dict[str, Piece]]]:
    """Return slug, name and pieces that each installed chronicle adds to these facts, whether it is played or not.

    The pieces include what the owner entered about them.
    """
    found = []
    for each in installed_chronicles():
        if each.facts and facts.decks:
            pieces = facts_with_expansion(installed_library(), each, facts).pieces
            own = {id: piece for id, piece in pieces.items() if id not in facts.pieces}
            found.append((each.slug, each.name, own))
    return found


def private_fact_prefixes() -> tuple[str, ...]:
    """Return the prefixes of chronicle facts that are not shared with other owners."""
    return tuple(begins for each in installed_chronicles() for begins in each.own_facts)


def fact_labels() -> dict[str, Message]:
    """Return labels, each with its chronicle, of chronicle facts that are not a field of a piece, by fact name."""
    return {
        name: tr("{chronicle}, {what}", chronicle=each.name, what=words)
        for each in installed_chronicles()
        for name, words in each.fact_words.items()
    }


def chronicle_score_keys() -> list[ExpansionKeys]:
    """Return what each chronicle adds to the count document, also if it is nothing, as it may be named there."""
    return [
        msgspec.structs.replace(
            each.score_keys or ExpansionKeys(),
            slug=each.slug,
            number=each.number,
            name=each.name,
            min_players=each.min_players,
        )
        for each in installed_chronicles()
    ]


def _unknown_chronicle(name: str) -> Message:
    return tr("There is no chronicle {name}; name one by its id or number.", name=name)


CHRONICLE_OPTION = Expansions(
    option="--chronicles",
    help=tr("chronicles by name or number, with commas between them"),
    unknown=_unknown_chronicle,
    known=_chronicle_infos,
)
