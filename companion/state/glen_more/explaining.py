"""How Glen More explains itself to people who ask: its rules and its tiles. Words only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.engine.look_up import Article, LookUp
from companion.engine.message import Message, begun, tr
from companion.state.glen_more import labels
from companion.state.glen_more.model import State
from companion.state.glen_more.questions import KINDS
from companion.state.glen_more.rule_words import RULE_WORDS
from companion.state.setup_rows import HOUSE, NAMES, SETUP_ROWS

PARTS = {
    "SET": tr("Set-up"),
    "TRK": tr("The rondel"),
    "TRN": tr("A turn"),
    "PLC": tr("Placing a tile"),
    "ACT": tr("Activating"),
    "PRD": tr("Goods on tiles"),
    "WHS": tr("Market"),
    "CLN": tr("Scots and chieftains"),
    "LOC": tr("Special locations"),
    "SCR": tr("Scoring"),
    "FIN": tr("Final scoring"),
    "DIE": tr("The die"),
}
"""What the parts of the ledger are about."""
DEPTH = Article(
    "row.depth",
    tr("Scorekeeper or referee"),
    (
        tr("Scorekeeper: you lay and activate as ever, and enter what that brought."),
        tr("Referee: you say where each tile lies; the companion pays, activates and counts."),
    ),
)
"""What the row of the set-up says of itself."""


def article(state: State, key: str) -> Article | None:
    """A rule by its id, or a tile by its own."""
    if words := RULE_WORDS.get(key):
        return Article(key, PARTS.get(key[3:6], tr("The game")), words, key)
    if tile := state.facts.tiles.get(key):
        return Article(key, begun(labels.tile_words(tile)), tuple(_of_tile(state, key)))
    return DEPTH if key == DEPTH.key else SETUP_ROWS.get(key)


def _of_tile(state: State, key: str) -> Iterator[Message]:
    tile = state.facts.tiles[key]
    yield tr("Border: {colour}.", colour=labels.BORDER_WORDS[tile.border])
    if tile.cost:
        costs = labels.costs(tile.cost)
        yield tr("It costs {cost}.", cost=costs)
    for card in (each for effect in tile.placing if effect.op == "card" for each in effect.what):
        yield from RULE_WORDS.get(state.facts.cards[card].rule, ())


def keys(state: State) -> Sequence[str]:
    return (*RULE_WORDS, *state.facts.tiles)


def about(_state: State, events: Iterable[Any]) -> tuple[str, ...]:
    """The rules that events carry, each once."""
    return tuple(dict.fromkeys(rule for event in events if (rule := getattr(event, "rule", "")) in RULE_WORDS))


_ENTRIES = {
    "start.house": HOUSE,
    "start.depth": DEPTH.key,
    "start.name": NAMES,
    "nothing": "G1-TRN-07",
    "sell": "G1-WHS-05",
    "sell_from": "G1-WHS-05",
    "buy": "G1-WHS-03",
    "chieftain": "G1-CLN-05",
    "points": "G1-TRN-04",
    "barrels": "G1-TRN-04",
}
"""What explains an entry, by its name, or by kind of question, dot and name where the name says several things."""


def row(_state: State, question: str, offer: str) -> str:
    """What explains an entry: its own words, else the rule of what is asked."""
    if found := _ENTRIES.get(f"{question}.{offer}") or _ENTRIES.get(offer):
        return found
    rule = KINDS[question].rule if question in KINDS else ""
    return rule if rule in RULE_WORDS else ""


LOOK_UP = LookUp(article=article, keys=keys, about=about, row=row)
