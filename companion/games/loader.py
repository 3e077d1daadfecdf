"""Finds the chronicles: every module or package of `companion.chronicles` that has a CHRONICLE.

One that fails to load is named and left out; the rest runs. Knows none by name.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from functools import cache

from companion.engine.message import Message, tr
from companion.state.glen_more_2.expansions import EXPANSIONS, ORDER, Expansion
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.house_rules import HouseRules
from companion.state.glen_more_2.plug_in import register_expansion
from companion.storage.toml_file import BadFile, out_of_range, unknown_key

ROOM = "companion.chronicles"
HOUSE_RULES = "house_rules.toml"

log = logging.getLogger(__name__)


@cache
def load_chronicles() -> tuple[Message, ...]:
    """Register every chronicle that is whole; a sentence for each that is not."""
    troubles = []
    try:
        room = importlib.import_module(ROOM)
    except ModuleNotFoundError:  # the base game is whole without any
        return ()
    for found in sorted(module.name for module in pkgutil.iter_modules(room.__path__)):
        try:
            module = importlib.import_module(f"{ROOM}.{found}")
            plug = getattr(module, "CHRONICLE", None)
            if isinstance(plug, Expansion):
                register_expansion(plug)
        except Exception:
            log.exception("the chronicle %s could not be loaded", found)
            troubles.append(
                tr("The chronicle {name} could not be loaded and is left out; the log says why.", name=found)
            )
    _take_order()
    return tuple(troubles)


def _take_order() -> None:
    """The one table of order."""
    ORDER.update(getattr(importlib.import_module(f"{ROOM}.order"), "ORDER", {}))


def glen_more_2() -> GlenMore2:
    """The game with every chronicle that was found."""
    load_chronicles()
    return GlenMore2()


def check_switches(rules: HouseRules) -> None:
    """Every switch of a chronicle in the house rules is one; BadFile names one that isn't, or is out of range."""
    known = {s.name: s.most for plug in EXPANSIONS.values() for s in plug.switches}
    for name, value in rules.more.items():
        if name not in known:
            raise BadFile(
                unknown_key(HOUSE_RULES, name, name.partition(".")[2], [k.partition(".")[2] for k in known])
            )
        if not 0 <= value <= known[name]:
            raise BadFile(out_of_range(HOUSE_RULES, name, 0, known[name]))


def chronicle_slug(name: str) -> str | None:
    """The slug of a chronicle given by slug or number; None when there is no such chronicle."""
    return next((p.slug for p in EXPANSIONS.values() if name in (p.slug, str(p.number))), None)
