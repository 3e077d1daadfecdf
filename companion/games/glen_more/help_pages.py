"""Help pages of Glen More: articles about its rules and tiles, and which article explains what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.engine.help_topics import Article, GameHelp
from companion.engine.message import Message, capitalize_start, tr
from companion.games.help_file import HOUSE_RULE_KEY, NAMES_KEY, SHARED_HELP, HelpFile, help_file
from companion.state.glen_more import text
from companion.state.glen_more.model import State
from companion.state.glen_more.questions import KINDS


def base_help() -> HelpFile:
    """Return the contents of this game's help file."""
    return help_file(Path(__file__).with_name("help.txt"))


def find_article(state: State, key: str) -> Article | None:
    """Return the article about a rule, a tile or a setup row, by its id; None if there is none."""
    if words := base_help().rules.get(key):
        return Article(key, base_help().title(key), words, key)
    if tile := state.facts.tiles.get(key):
        return Article(key, capitalize_start(text.tile_label(tile)), tuple(_of_tile(state, key)))
    return base_help().articles.get(key) or help_file(SHARED_HELP).articles.get(key)


def _of_tile(state: State, key: str) -> Iterator[Message]:
    tile = state.facts.tiles[key]
    yield tr("Border: {colour}.", colour=text.BORDER_WORDS[tile.border])
    if tile.cost:
        costs = text.costs_text(tile.cost)
        yield tr("It costs {cost}.", cost=costs)
    for card in (each for effect in tile.placing if effect.op == "card" for each in effect.what):
        yield from base_help().rules.get(state.facts.cards[card].rule, ())


def article_keys(state: State) -> Sequence[str]:
    return (*base_help().rules, *state.facts.tiles)


def event_article_keys(_state: State, events: Iterable[Any]) -> tuple[str, ...]:
    """Return the ids of the rules that events carry, each once."""
    rules = base_help().rules
    return tuple(dict.fromkeys(rule for event in events if (rule := getattr(event, "rule", "")) in rules))


_ENTRIES = {
    "start.house": HOUSE_RULE_KEY,
    "start.depth": "row.depth",
    "start.name": NAMES_KEY,
    "nothing": "G1-TRN-07",
    "sell": "G1-WHS-05",
    "sell_from": "G1-WHS-05",
    "buy": "G1-WHS-03",
    "chieftain": "G1-CLN-05",
    "points": "G1-TRN-04",
    "barrels": "G1-TRN-04",
}
"""Article keys by name of an offer, or by "question.offer" where one name has several meanings."""


def entry_article_key(_state: State, question: str, offer: str) -> str:
    """Return the key of the article about an offer: its own, else the rule of its question; "" without one."""
    if found := _ENTRIES.get(f"{question}.{offer}") or _ENTRIES.get(offer):
        return found
    rule = KINDS[question].rule if question in KINDS else ""
    return rule if isinstance(rule, str) and rule in base_help().rules else ""


HELP_PAGES = GameHelp(article=find_article, keys=article_keys, about=event_article_keys, row=entry_article_key)
