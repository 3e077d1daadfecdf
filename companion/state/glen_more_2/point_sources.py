"""What people call the sources of points, in the order in which a table lists them.

Words only. A source nobody has words for goes by its id, made readable.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.message import Message, begun, literal, tr
from companion.state.glen_more_2.labels import the_tile
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import rules_of

SCORED: dict[str, Message] = {
    "scots_in_home_castle": tr("Scots at home"),
    "landmarks": tr("Landmark cards"),
    "whisky": tr("Whisky barrels"),
    "persons": tr("Persons"),
    "territory": tr("Territory size"),
    "coins": tr("Coins"),
}
"""The categories, which a table lists first."""

COUNTED_WORDS: dict[str, Message] = {
    "scots": SCORED["scots_in_home_castle"],
    "landmarks": SCORED["landmarks"],
    "barrels": SCORED["whisky"],
    "persons": SCORED["persons"],
    "coins": SCORED["coins"],
    "tiles": tr("Tiles"),
}
"""What is counted for a scoring, as its table calls it."""

ENTERED: dict[str, Message] = {
    "exchange": tr("Exchange"),
    "tile": tr("Tiles"),
    "tiles": tr("Tiles"),
    "card": tr("Command cards"),
    "trade": tr("Trade"),
    "correction": tr("Corrections"),
    "other": tr("Other"),
}
"""What people only entered, which stands last."""

AFTERWARDS = "afterwards"
"""What came after the final scoring, before the game was over."""

SMALL_WORDS = ("of", "the", "and")
NAMES = {
    "macdonald": "MacDonald",
    "macdonell": "MacDonell",
    "macgregor": "MacGregor",
    "maclachlan": "MacLachlan",
    "maclean": "MacLean",
    "macleod": "MacLeod",
    "macmillan": "MacMillan",
    "macpherson": "MacPherson",
    "mckay": "McKay",
    "mckenzie": "McKenzie",
    "mckinnon": "McKinnon",
}


def source_words(state: State, source: str) -> Message:
    """The words for a source: a category, a chronicle's, a tile, or whatever its id says."""
    known = SCORED.get(source) or ENTERED.get(source) or rules_of(state).point_sources.get(source)
    if known is not None:
        return known
    if source == AFTERWARDS:
        return tr("Afterwards")
    category, _, id = source.rpartition(":")
    if category in ("", "tile") and id in state.facts.pieces:
        tile = state.facts.pieces[id]
        return begun(the_tile(state.facts, id)) if tile.name or tile.deck else tr("Tile {tile}", tile=id)
    return literal(_readable(id))


def _readable(source: str) -> str:
    if source in NAMES:
        return NAMES[source]
    words = [word if word in SMALL_WORDS else word[:1].upper() + word[1:] for word in source.split("_")]
    return " ".join(words)


def with_words(state: State, sources: Iterable[str]) -> tuple[tuple[str, Message], ...]:
    """Each source with its words: the categories first, then others by kind and name, what was entered last."""
    there = set(sources)
    others = sorted(there - set(SCORED) - set(ENTERED), key=lambda s: (s == AFTERWARDS, ":" in s, s))
    first, last = [s for s in SCORED if s in there], [s for s in ENTERED if s in there]
    return tuple((source, source_words(state, source)) for source in (*first, *others, *last))
