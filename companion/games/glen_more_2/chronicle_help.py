"""Help about chronicles: their help files, and articles about installed chronicles that are not in this game.

The articles are for players who hold a piece of such a chronicle, which loads it (see `OwnerBox.tag_names`); the
chronicle itself has no effect on the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec

from companion.engine.caching import memoize_last
from companion.engine.help_topics import Article
from companion.engine.message import Message, literal, tr
from companion.games.glen_more_2.catalogue.owner_box import facts_with_expansion
from companion.games.glen_more_2.piece_help import crest_text, piece_text, unique_sentences
from companion.games.help_file import HelpFile, help_file
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import Library, Ruleset, rules_of
from companion.state.glen_more_2.text import labels

CHRONICLES_PACKAGE = "companion.chronicles"


@cache
def expansion_help(slug: str) -> HelpFile:
    """Return the contents of the help file in the folder of a chronicle; empty if it has none."""
    [folder] = import_module(CHRONICLES_PACKAGE).__path__
    return help_file(Path(folder) / slug / "help.txt")


def absent_expansion_articles(state: State) -> Mapping[str, Article]:
    """Return articles of loaded expansions by key; each says first that its expansion is not in this game."""
    rules = rules_of(state)
    return _articles(rules, rules.library.loaded, state.facts)


@memoize_last
def _articles(rules: Ruleset, loaded: tuple[Expansion, ...], facts: Facts) -> Mapping[str, Article]:
    absent = [each for each in loaded if each not in rules.expansions]
    told = {found.key: found for each in absent for found in _help_articles(each)}
    # A piece's own article replaces what another chronicle says about it.
    return {
        **told,
        **{found.key: found for each in absent for found in _piece_articles(rules.library, each, facts)},
    }


def _absent(expansion: Expansion) -> Message:
    return tr("{chronicle} is not in this game.", chronicle=expansion.name)


def _help_articles(expansion: Expansion) -> Iterator[Article]:
    for each in expansion_help(expansion.slug).articles.values():
        yield msgspec.structs.replace(each, text=(_absent(expansion), *each.text))


def _piece_articles(library: Library, expansion: Expansion, ours: Facts) -> Iterator[Article]:
    facts = facts_with_expansion(library, expansion, ours)
    own = expansion_help(expansion.slug).articles
    for id, piece in facts.pieces.items():
        if id not in ours.pieces and (piece.name or piece.category):
            text = unique_sentences((*piece_text(facts, piece), *(own[id].text if id in own else ())))
            yield Article(id, labels.piece_label(facts, id), (_absent(expansion), *text))
    for id, crest in facts.crests.items():
        if id not in ours.crests:
            yield Article(id, literal(crest.name), (_absent(expansion), *crest_text(crest)), crest.rule)
