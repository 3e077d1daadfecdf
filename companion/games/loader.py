"""Finds the chronicles: every module or package of `companion.chronicles` that has a CHRONICLE.

One that fails to load is named and left out; the rest runs. Knows none by name.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from functools import cache

from companion.engine.message import Message, tr
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.house_rules import HouseRules
from companion.state.glen_more_2.library import library
from companion.state.glen_more_2.ruleset import Library
from companion.storage.toml_file import BadFile, out_of_range, unknown_key

ROOM = "companion.chronicles"
HOUSE_RULES = "house_rules.toml"

log = logging.getLogger(__name__)


@cache
def found() -> tuple[Library, tuple[Message, ...]]:
    """Every chronicle that is whole, and a sentence for each that is not."""
    whole: list[Expansion] = []
    troubles = []
    for name, module in _modules():
        try:
            chronicle = getattr(importlib.import_module(module), "CHRONICLE", None)
            if not isinstance(chronicle, Expansion):
                continue
            library([*whole, chronicle], _order())
        except Exception:
            log.exception("the chronicle %s could not be loaded", name)
            troubles.append(
                tr("The chronicle {name} could not be loaded and is left out; the log says why.", name=name)
            )
        else:
            whole.append(chronicle)
    return library(whole, _order()), tuple(troubles)


def _modules() -> list[tuple[str, str]]:
    """Modules and packages that may hold a chronicle; the base game is whole without any."""
    try:
        room = importlib.import_module(ROOM)
    except ModuleNotFoundError:
        return []
    return [(found.name, f"{ROOM}.{found.name}") for found in pkgutil.iter_modules(room.__path__)]


def _order() -> dict[str, tuple[str, ...]]:
    """The one table of order."""
    return importlib.import_module(f"{ROOM}.order").ORDER if _modules() else {}


def installed() -> Library:
    """The rules with every chronicle that was found."""
    return found()[0]


def load_chronicles() -> tuple[Message, ...]:
    """A sentence for every chronicle that could not be loaded."""
    return found()[1]


def glen_more_2() -> GlenMore2:
    """The game with every chronicle that was found."""
    return GlenMore2(installed())


def check_switches(rules: HouseRules) -> None:
    """Every switch of a chronicle in the house rules is one; BadFile names one that isn't, or is out of range."""
    known = {rule.name: rule.most for each in installed().expansions.values() for rule in each.house_rules}
    for name, value in rules.more.items():
        if name not in known:
            raise BadFile(
                unknown_key(HOUSE_RULES, name, name.partition(".")[2], [k.partition(".")[2] for k in known])
            )
        if not 0 <= value <= known[name]:
            raise BadFile(out_of_range(HOUSE_RULES, name, 0, known[name]))


def chronicle_slug(name: str) -> str | None:
    """The slug of a chronicle given by slug or number; None when there is no such chronicle."""
    return next((x.slug for x in installed().expansions.values() if name in (x.slug, str(x.number))), None)
