"""Expansions that are installed but not in this game: their pieces, and articles about them for who holds one.

Words and facts only; they play no part in the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from companion.engine.look_up import Article
from companion.engine.memoize import memoize_last
from companion.engine.message import Message, literal, tr
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.event_rows.setting_up import with_told
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.house_rules import HouseRules
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.piece_words import crest_text, first_words, piece_text
from companion.state.glen_more_2.ruleset import Library, Ruleset, rules_of


def facts_with(library: Library, expansion: Expansion, facts: Facts) -> Facts:
    """The facts with what this expansion alone would bring, and what the owner told of its pieces."""
    if not expansion.facts or not facts.decks:
        return facts
    rules = library.ruleset((expansion.slug,))
    bare = State("setup", rules, facts, HouseRules(), chronicles=(expansion.slug,))
    return with_told(expansion.facts(facts, bare))


def articles(state: State) -> Mapping[str, Article]:
    """By what they are looked up; each says first that its expansion is not in this game."""
    return _articles(rules_of(state), state.facts)


@memoize_last
def _articles(rules: Ruleset, facts: Facts) -> Mapping[str, Article]:
    absent = [each for each in rules.library.expansions.values() if each not in rules.expansions]
    told = {found.key: found for each in absent for found in _told(each)}
    # What one of them says of a piece of another is beside the point: the piece is explained by its own.
    return {**told, **{found.key: found for each in absent for found in _of_pieces(rules.library, each, facts)}}


def _absent(expansion: Expansion) -> Message:
    return tr("{chronicle} is not in this game.", chronicle=expansion.name)


def _told(expansion: Expansion) -> Iterator[Article]:
    for each in expansion.articles:
        yield msgspec.structs.replace(each, text=(_absent(expansion), *each.text))


def _of_pieces(library: Library, expansion: Expansion, ours: Facts) -> Iterator[Article]:
    facts = facts_with(library, expansion, ours)
    own = {each.key: each.text for each in expansion.articles}
    for id, piece in facts.pieces.items():
        if id not in ours.pieces and (piece.name or piece.category):
            text = first_words((*piece_text(facts, piece), *own.get(id, ())))
            yield Article(id, labels.piece(facts, id), (_absent(expansion), *text))
    for id, crest in facts.crests.items():
        if id not in ours.crests:
            yield Article(id, literal(crest.name), (_absent(expansion), *crest_text(crest)), crest.rule)
