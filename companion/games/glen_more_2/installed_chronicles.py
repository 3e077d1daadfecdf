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
from companion.games.glen_more_2.chronicle_help import facts_with_expansion
from companion.scoring.glen_more_2.document import ExpansionKeys
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.facts import Facts, Piece
from companion.state.glen_more_2.game import GlenMore2, make_library
from companion.state.glen_more_2.ruleset import Library

CHRONICLES_PACKAGE = "companion.chronicles"

log = logging.getLogger(__name__)


def find_chronicles() -> tuple[Library, tuple[Message, ...]]:
    """The rules with every chronicle that is whole, and a sentence for each that is not."""
    whole: list[Expansion] = []
    troubles = []
    names = _chronicle_packages()
    order = importlib.import_module(f"{CHRONICLES_PACKAGE}.interactions").HOOK_ORDER if names else {}
    for name in names:
        try:
            chronicle = importlib.import_module(f"{CHRONICLES_PACKAGE}.{name}").CHRONICLE
            make_library([*whole, chronicle], order)  # clashes with one before are told here
        except Exception:
            log.exception("the chronicle %s could not be loaded", name)
            troubles.append(
                tr("The chronicle {name} could not be loaded and is left out; the log says why.", name=name)
            )
        else:
            whole.append(chronicle)
    return make_library(whole, order), tuple(troubles)


def _chronicle_packages() -> list[str]:
    """Those that may hold a chronicle; the base game is whole without any."""
    try:
        room = importlib.import_module(CHRONICLES_PACKAGE)
    except ModuleNotFoundError:
        return []
    return [module.name for module in pkgutil.iter_modules(room.__path__) if module.ispkg]


@cache
def _load_chronicles() -> tuple[Library, tuple[Message, ...]]:
    return find_chronicles()


def installed_library() -> Library:
    """The rules with every chronicle that was found."""
    return _load_chronicles()[0]


def left_out_chronicles() -> tuple[Message, ...]:
    """A sentence for each chronicle that is left out."""
    return _load_chronicles()[1]


@cache
def game_rules() -> GlenMore2:
    """The game with every chronicle that was found."""
    return GlenMore2(installed_library())


def installed_chronicles() -> list[Expansion]:
    """Those that were found, by their numbers."""
    return list(installed_library().expansions.values())


def _chronicle_infos() -> list[ExpansionInfo]:
    return [
        ExpansionInfo(each.slug, each.number, each.name, range(each.min_players, each.max_players + 1))
        for each in installed_chronicles()
    ]


def expansion_pieces(facts: Facts) -> list[tuple[str, Message, dict[str, Piece]]]:
    """The pieces that each chronicle adds to these facts, with its slug and name: which are played is open.

    With what their owner told of them.
    """
    found = []
    for each in installed_chronicles():
        if each.facts and facts.decks:
            pieces = facts_with_expansion(installed_library(), each, facts).pieces
            own = {id: piece for id, piece in pieces.items() if id not in facts.pieces}
            found.append((each.slug, each.name, own))
    return found


def private_fact_prefixes() -> tuple[str, ...]:
    """How the names of the chronicles' facts begin that no other owner gets."""
    return tuple(begins for each in installed_chronicles() for begins in each.own_facts)


def fact_labels() -> dict[str, Message]:
    """What the chronicles' facts are that are no field of a piece, by their names, each with its chronicle."""
    return {
        name: tr("{chronicle}, {what}", chronicle=each.name, what=words)
        for each in installed_chronicles()
        for name, words in each.fact_words.items()
    }


def chronicle_score_keys() -> list[ExpansionKeys]:
    """What each chronicle adds to the sheet of counts, those that add nothing included: they may be named too."""
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
