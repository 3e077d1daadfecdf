"""What people call a source of points: the scored categories, and the pieces by their names.

A source nobody has heard of is shown by its id, made readable: names of pieces are the same in every language.
"""

from __future__ import annotations

from companion.frame.said import Said, literal, say
from companion.state.plugs import reason_words

SOURCES: dict[str, Said] = {
    "scots_in_home_castle": say("Scots at home"),
    "landmarks": say("Landmark cards"),
    "whisky": say("Whisky barrels"),
    "persons": say("Persons"),
    "territory": say("Territory size"),
    "coins": say("Coins"),
    "exchange": say("Exchange"),
    "tile": say("Tiles"),
    "tiles": say("Tiles"),
    "trade": say("Trade"),
    "correction": say("Corrections"),
    "other": say("Other"),
}
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


def source_words(source: str) -> Said:
    """The words for a source id; a prefix such as "crest:" is dropped."""
    known = SOURCES.get(source) or reason_words(source)
    return known if known is not None else literal(_readable(source.rpartition(":")[2]))


def _readable(source: str) -> str:
    if source in NAMES:
        return NAMES[source]
    words = [word if word in SMALL_WORDS else word[:1].upper() + word[1:] for word in source.split("_")]
    return " ".join(words)


def in_order(sources: set[str]) -> list[str]:
    """Sources as a table lists them: the categories first, then the others by name, corrections last."""
    known = list(SOURCES)
    first, last = [s for s in known[:6] if s in sources], [s for s in known[6:] if s in sources]
    return [*first, *sorted(sources - set(known)), *last]
