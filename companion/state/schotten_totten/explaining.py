"""How Schotten Totten explains itself to people who ask: its rules and its tactics cards. Words only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine.look_up import Article, LookUp
from companion.engine.message import begun, tr
from companion.scoring.schotten_totten.cards import JOKERS, TACTICS
from companion.scoring.schotten_totten.claims import Claim
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.model import EXPERT, TACTICAL, State
from companion.state.schotten_totten.outline import CLAIMS, PLAYED, RESULT
from companion.state.schotten_totten.questions import KINDS
from companion.state.schotten_totten.rule_words import RULE_WORDS
from companion.state.setup_rows import HOUSE, NAMES, SETUP_ROWS

PARTS = {
    "CMP": tr("The box"),
    "SET": tr("Set-up"),
    "TRN": tr("A turn"),
    "CLM": tr("Claiming a stone"),
    "PRF": tr("Proving a claim"),
    "FRM": tr("Formations"),
    "TIE": tr("Ties"),
    "END": tr("The end of a round"),
    "RND": tr("Several rounds"),
    "TAC": tr("Tactics cards"),
    "ELT": tr("Elite troops"),
    "TEC": tr("Combat techniques"),
    "RUS": tr("Ruses"),
    "EXP": tr("Expert variant"),
}
"""What the parts of the ledger are about."""
OWN_NAMES = {
    "ST-TIE-01": tr("The same formation"),
    "ST-TIE-02": tr("The same total too"),
    "ST-RND-02": tr("Points of the winner"),
    "ST-RND-03": tr("Points of the other player"),
    "ST-RND-04": tr("Who wins the game"),
}
"""Of rules that one list offers side by side: named by their part they would read alike."""
OF_CARD = {
    **dict.fromkeys(JOKERS, ("ST-ELT-02", "ST-ELT-03")),
    "spy": ("ST-ELT-04",),
    "shield_bearer": ("ST-ELT-05",),
    "blind_mans_bluff": ("ST-TEC-01",),
    "mud_fight": ("ST-TEC-02",),
    "recruiter": ("ST-RUS-03",),
    "strategist": ("ST-RUS-04",),
    "banshee": ("ST-RUS-05",),
    "traitor": ("ST-RUS-06",),
}
"""The rules that are printed on each tactics card."""

VARIANTS = "row.variants"
OF_VARIANTS = {
    TACTICAL: (
        tr("Tactics cards: ten more cards are played; each player is dealt 7 clan cards, not 6."),
        *RULE_WORDS["ST-TAC-03"],
        *RULE_WORDS["ST-TAC-04"],
    ),
    EXPERT: (tr("Expert variant: you claim only at the start of your turn, before you lay a card."),),
}
"""What each variant is; the first sentence says the most."""


def _variants(key: str) -> Article | None:
    if key in OF_VARIANTS:
        return Article(key, begun(labels.VARIANT_WORDS[key]), OF_VARIANTS[key])
    if key == VARIANTS:
        return Article(key, tr("Variants"), tuple(words[0] for words in OF_VARIANTS.values()))
    return None


def article(state: State, key: str) -> Article | None:
    """A rule by its id, a tactics card or a claimed stone by its own, a variant, a row of the set-up."""
    if claim := _claim_at(state, key):
        title = begun(labels.stone(claim.stone))
        return Article(key, title, (*RULE_WORDS[claim.why], *RULE_WORDS["ST-CLM-07"]), claim.why)
    if words := RULE_WORDS.get(key):
        title = OWN_NAMES.get(key) or PARTS.get(key[3:6], tr("The game"))
        return Article(key, title, words, key)
    if rules := OF_CARD.get(key):
        return Article(key, begun(labels.card(key)), tuple(line for rule in rules for line in RULE_WORDS[rule]))
    return _variants(key) or SETUP_ROWS.get(key)


def _claim_at(state: State, id: str) -> Claim | None:
    number = labels.stone_of(id) if id.startswith(labels.STONE) else 0
    return state.stone(number).claim if number and state.stones else None


def keys(state: State) -> Sequence[str]:
    """Of the two Jokers one: both read alike."""
    cards = [card for card in TACTICS if card != JOKERS[1]] if state.tactical else []
    return (*RULE_WORDS, *cards)


def about(_state: State, events: Iterable[Any]) -> tuple[str, ...]:
    """The rules that decided claims and rounds, and the tactics cards that were played, each once."""
    found = [key for event in events for key in _about(event)]
    return tuple(dict.fromkeys(key for key in found if key in RULE_WORDS or key in OF_CARD))


def _about(event: ev.Event) -> tuple[str, ...]:
    if isinstance(event, ev.StoneClaimed | ev.RoundWon):
        return (event.why,)
    if isinstance(event, ev.Overruled):
        return (event.rule,)
    return (getattr(event, "card", "").partition("=")[0],)


_ENTRIES = {
    "start.house": HOUSE,
    "start.name": NAMES,
    "start.variant": VARIANTS,
    "start.rounds": "ST-RND-01",
    "claim": "ST-CLM-03",
    "nothing": "ST-TRN-07",
    "dead_end": "ST-END-05",
    "away": "ST-RUS-04",
}
"""What explains an entry, by its name, or by kind of question, dot and name where the name says several things."""


def row(_state: State, question: str, offer: str) -> str:
    """What explains an entry: its own words, else the rule of what is asked."""
    if found := _ENTRIES.get(f"{question}.{offer}") or _ENTRIES.get(offer):
        return found
    rule = KINDS[question].rule if question in KINDS else ""
    return rule if isinstance(rule, str) and rule in RULE_WORDS else ""


_SHEETS = {
    CLAIMS: ("ST-CLM-04", "ST-PRF-04", "ST-TIE-01", "ST-TIE-02"),
    PLAYED: ("ST-TAC-08",),
    RESULT: ("ST-RND-02", "ST-RND-03", "ST-RND-04"),
}


def sheet(_state: State, kind: str) -> tuple[str, ...]:
    """The rules behind a sheet."""
    return _SHEETS.get(kind, ())


LOOK_UP = LookUp(article=article, keys=keys, about=about, row=row, sheet=sheet)
