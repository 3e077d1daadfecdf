"""Facts of expansions that are installed but not in this game; they play no part in the game."""

from __future__ import annotations

from companion.state.glen_more_2.event_rows.setting_up import with_told
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.house_rules import HouseRules
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import Library


def facts_with(library: Library, expansion: Expansion, facts: Facts) -> Facts:
    """The facts with what this expansion alone would bring, and what the owner told of its pieces."""
    if not expansion.facts or not facts.decks:
        return facts
    rules = library.ruleset((expansion.slug,))
    bare = State("setup", rules, facts, HouseRules(), chronicles=(expansion.slug,))
    return with_told(expansion.facts(facts, bare))
