"""Every rule that the product can name has words of our own, in every language, by the id of the ledger."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.games.glen_more import help_pages as glen_more
from companion.games.glen_more_2.chronicle_help import expansion_help
from companion.games.glen_more_2.definition import GAME
from companion.games.glen_more_2.help_pages import rule_sentences
from companion.games.glen_more_2.installed_chronicles import installed_chronicles
from companion.games.glen_more_2.piece_help import base_help
from companion.games.help_file import read_entries
from companion.games.schotten_totten import help_pages as schotten_totten
from companion.screens.translator import Translator
from companion.state.glen_more_2.model import State
from tests.ledger_coverage import depths
from tests.state.glen_more_2.table import Table
from tests.syntax import nodes_of

pytestmark = pytest.mark.xdist_group("syntax trees")

COMPANION = Path(__file__).parent.parent / "companion"
RULE = re.compile(r"(G[M1]|ST)-[A-Z]{3}-\d\d|C\d-\d\d")
ALL = ("boat_race", "highlander", "single_cask", "hammer", "haggis", "turbulent", "great_glen", "penny_mobs")
LEDGER = {rule for table in depths().values() for rule in table}
RULE_WORDS = base_help().rules
OTHERS = {**glen_more.base_help().rules, **schotten_totten.base_help().rules}
"""Of the other games."""


def named() -> Iterator[tuple[str, str]]:
    """Where, and which: every id that stands alone as a text of the program or a help file, to be read."""
    for path in sorted(COMPANION.rglob("*.py")):
        for node in nodes_of(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE.fullmatch(node.value):
                yield f"{path.relative_to(COMPANION)}:{node.lineno}", node.value
    for path in sorted(COMPANION.rglob("help.txt")):
        for entry in read_entries(path.read_text(encoding="utf-8")):
            rules = (entry.rule, *(line.removeprefix("@") for line in entry.lines if line.startswith("@")))
            yield from ((f"{path.relative_to(COMPANION)}", rule) for rule in rules if RULE.fullmatch(rule))


@cache
def everything() -> State:
    table = Table(0, chronicles=ALL, box="bare")
    table.sits("red", "yellow", "blue", "green")
    table.answers("start", "go")
    return table.state


def words_of(state: State, rule: str) -> str:
    return " ".join(map(str, rule_sentences(state, rule)))


def test_no_rule_that_the_product_can_name_lacks_words() -> None:
    state = everything()
    assert len(set(named())) > 150
    assert [(where, rule) for where, rule in named() if not (rule_sentences(state, rule) or rule in OTHERS)] == []


def test_every_rule_of_cards_and_crests_has_words() -> None:
    facts = everything().facts
    assert [
        each.name
        for each in (*facts.landmarks.values(), *facts.crests.values())
        if each.rule not in LEDGER or not rule_sentences(everything(), each.rule)
    ] == []


def test_words_of_rules_go_by_ids_of_the_ledger() -> None:
    told = {
        *RULE_WORDS,
        *OTHERS,
        *(rule for each in installed_chronicles() for rule in expansion_help(each.slug).rules),
    }
    assert told - LEDGER == set()
    assert {rule for _, rule in named()} - LEDGER == set()


def test_no_words_of_a_rule_stand_twice_or_name_an_id() -> None:
    tables = (RULE_WORDS, OTHERS, *(expansion_help(each.slug).rules for each in installed_chronicles()))
    told = [words for table in tables for sentences in table.values() for words in sentences]
    assert len({words.text for words in told}) == len(told)
    assert [words.text for words in told if RULE.search(words.text)] == []


def test_a_rule_is_told_in_few_sentences_each_by_itself_and_short() -> None:
    long = {
        rule: list(map(str, words))
        for table in (RULE_WORDS, OTHERS, *(expansion_help(each.slug).rules for each in installed_chronicles()))
        for rule, words in table.items()
        if len(words) > 3 or any(len(str(each)) > 180 or ". " in str(each) for each in words)
    }
    assert long == {}


def test_a_house_rule_is_told_with_the_rule_that_it_settles() -> None:
    table = Table(2)
    assert words_of(table.state, "GM-DIE-11").endswith("Not so at your table: lay tiles after the die's move too.")
    table = Table(0)
    table.sits("red", "yellow")
    table.answers("start", "house", "refill_after_die")
    assert words_of(table.state, "GM-DIE-11").endswith("at your table: lay tiles after the die's move too.")
    assert "Not so" not in words_of(table.state, "GM-DIE-11")


def test_a_chronicle_s_house_rule_is_told_with_its_value() -> None:
    table = Table(3, chronicles=("highlander",), switches={"highlander.refill": 1})
    assert words_of(table.state, "C2-13").endswith("2 the space ahead stays empty: 1.")
    assert "at your table" not in words_of(Table(3).state, "C2-13")


def test_the_reason_of_a_refusal_can_be_looked_up() -> None:
    table = Table(4)
    table.arrange("red yellow blue green S-1 S-2 A? END")
    refusal = table.refused("ledger", "sell", "sheep")
    article = GAME.look_up.article(table.state, refusal.reason.rule)
    assert article
    assert (str(article.title), article.rule) == ("Market", "GM-MKT-07")
    assert "In an empty row nothing can be sold." in map(str, article.text)


def test_words_of_rules_are_told_in_czech_too() -> None:
    czech = Translator("cs")
    state = everything()
    assert all(czech(line) != str(line) for rule in RULE_WORDS for line in rule_sentences(state, rule)[:1])
    assert all(czech(line) != str(line) for lines in OTHERS.values() for line in lines)
