"""The installed chronicles: every package in `companion.chronicles` with a CHRONICLE.

A CHRONICLE is a small listing; the chronicle itself is imported when it is first in play. One that cannot be
loaded or conflicts with another one is left out with a message; the others can be played.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from functools import cache

from companion.engine.game import MissingPart
from companion.engine.message import Message, tr
from companion.games.definition import ExpansionInfo, Expansions
from companion.state.glen_more_2.expansions import Expansion, ExpansionListing
from companion.state.glen_more_2.game import GlenMore2, make_library
from companion.state.glen_more_2.ruleset import HookOrder, Library, left_out_text

CHRONICLES_PACKAGE = "companion.chronicles"

log = logging.getLogger(__name__)


def find_chronicles() -> tuple[Library, tuple[Message, ...]]:
    """Return the rules with every valid chronicle, and a message for each that is left out."""
    whole: list[ExpansionListing] = []
    troubles = []
    for name in _chronicle_packages():
        try:
            chronicle = importlib.import_module(f"{CHRONICLES_PACKAGE}.{name}").CHRONICLE
            if any(chronicle.slug == each.slug or chronicle.number == each.number for each in whole):
                raise ValueError("of the same name or number as another one")
        except Exception:
            log.exception("the chronicle %s could not be loaded", name)
            troubles.append(left_out_text(name))
        else:
            whole.append(chronicle)
    return make_library(whole, _hook_order, _load), tuple(troubles)


def _hook_order() -> HookOrder:
    order: HookOrder = importlib.import_module(f"{CHRONICLES_PACKAGE}.interactions").HOOK_ORDER
    return order


def _load(listing: ExpansionListing) -> Expansion:
    """Return the chronicle of a listing. Raises MissingPart."""
    if isinstance(listing, Expansion):
        return listing
    module, _, name = listing.definition.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)
        if not isinstance(found, Expansion):
            raise TypeError(f"its definition is a {type(found).__name__}")
    except Exception as error:
        log.exception("the chronicle %s could not be loaded", listing.slug)
        raise MissingPart(left_out_text(listing.slug)) from error
    return found


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


def installed_chronicles() -> list[ExpansionListing]:
    """Return the installed chronicles in the order of their numbers; none is loaded."""
    return list(installed_library().expansions.values())


def _chronicle_infos() -> list[ExpansionInfo]:
    return [
        ExpansionInfo(each.slug, each.number, each.name, range(each.min_players, each.max_players + 1))
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
