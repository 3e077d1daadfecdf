"""Help pages of Schotten Totten: articles about rules, tactics cards, claims and variants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from companion.engine.help_topics import Article, GameHelp
from companion.engine.message import capitalize_start, tr
from companion.games.help_file import HOUSE_RULE_KEY, NAMES_KEY, SHARED_HELP, HelpFile, help_file
from companion.scoring.schotten_totten.border import JOKERS, TACTICS
from companion.scoring.schotten_totten.claims import Claim
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.model import EXPERT, TACTICAL, State
from companion.state.schotten_totten.questions import KINDS
from companion.state.schotten_totten.view import CLAIMS_SHEET, PLAYED_SHEET, RESULT_SHEET

VARIANTS = "row.variants"


def base_help() -> HelpFile:
    """Return the contents of this game's help file."""
    return help_file(Path(__file__).with_name("help.txt"))


def _variants(key: str) -> Article | None:
    text = base_help().articles
    if key in (TACTICAL, EXPERT):
        return Article(key, capitalize_start(labels.VARIANT_WORDS[key]), text[key].text)
    if key == VARIANTS:
        # The first sentence of each variant is the most important one.
        return Article(key, tr("Variants"), (text[TACTICAL].text[0], text[EXPERT].text[0]))
    return None


def find_article(state: State, key: str) -> Article | None:
    """Return the article about a rule, tactics card, claimed stone, variant or setup row; None without one."""
    if claim := _claim_at(state, key):
        title = capitalize_start(labels.stone_label(claim.stone))
        rules = base_help().rules
        return Article(key, title, (*rules[claim.why], *rules["ST-CLM-07"]), claim.why)
    if words := base_help().rules.get(key):
        return Article(key, base_help().title(key), words, key)
    if key in TACTICS:
        return Article(key, capitalize_start(labels.card_label(key)), base_help().articles[key].text)
    return _variants(key) or help_file(SHARED_HELP).articles.get(key)


def _claim_at(state: State, id: str) -> Claim | None:
    number = labels.stone_number(id) if id.startswith(labels.STONE_PREFIX) else 0
    return state.stone(number).claim if number and state.stones else None


def article_keys(state: State) -> Sequence[str]:
    """Return the keys of all articles; only one of the two Jokers, which have the same text."""
    cards = [card for card in TACTICS if card != JOKERS[1]] if state.tactical else []
    return (*base_help().rules, *cards)


def event_article_keys(_state: State, events: Iterable[Any]) -> tuple[str, ...]:
    """Return the rules that decided claims and rounds and the tactics cards played in these events, each once."""
    found = [key for event in events for key in _about(event)]
    return tuple(dict.fromkeys(key for key in found if key in base_help().rules or key in TACTICS))


def _about(event: ev.Event) -> tuple[str, ...]:
    if isinstance(event, ev.StoneClaimed | ev.RoundWon):
        return (event.why,)
    if isinstance(event, ev.Overruled):
        return (event.rule,)
    return (getattr(event, "card", "").partition("=")[0],)


_ENTRIES = {
    "start.house": HOUSE_RULE_KEY,
    "start.name": NAMES_KEY,
    "start.variant": VARIANTS,
    "start.rounds": "ST-RND-01",
    "claim": "ST-CLM-03",
    "nothing": "ST-TRN-07",
    "dead_end": "ST-END-05",
    "away": "ST-RUS-04",
}
"""Article keys by name of an offer, or by "question.offer" where one name has several meanings."""


def entry_article_key(_state: State, question: str, offer: str) -> str:
    """Return the key of the article about an offer: its own, else the rule of its question; "" without one."""
    if found := _ENTRIES.get(f"{question}.{offer}") or _ENTRIES.get(offer):
        return found
    rule = KINDS[question].rule if question in KINDS else ""
    return rule if isinstance(rule, str) and rule in base_help().rules else ""


_SHEETS = {
    CLAIMS_SHEET: ("ST-CLM-04", "ST-PRF-04", "ST-TIE-01", "ST-TIE-02"),
    PLAYED_SHEET: ("ST-TAC-08",),
    RESULT_SHEET: ("ST-RND-02", "ST-RND-03", "ST-RND-04"),
}


def sheet_article_keys(_state: State, kind: str) -> tuple[str, ...]:
    """Return the ids of the rules behind a sheet."""
    return _SHEETS.get(kind, ())


HELP_PAGES = GameHelp(
    article=find_article,
    keys=article_keys,
    about=event_article_keys,
    row=entry_article_key,
    sheet=sheet_article_keys,
)
