"""What is written on a sticker itself: what is printed on its piece, as one line of six fields.

    1;game;tile;B;Its Printed Name;1

Version, game, category, deck, printed name (or kind and cost), which of several that look alike. Never a slot, a
number of a sticker or a secret: whoever reads it with a phone sees what lies on the table. Knows no chip; what
can't be read is "", never an exception.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.engine.plain_text import plain_line

VERSION, BETWEEN, FIELDS = "1", ";", 6
MOST = 40
"""Bytes in UTF-8: the smallest sticker that is sold for this has room to spare."""
WORD, COPY = r"[a-z][a-z0-9_]*", r"[1-9][0-9]?"


class Printed(NamedTuple):
    """What tells a piece from others: what everybody reads on it."""

    category: str
    """"tile", "card" …, as the game calls it in records."""
    deck: str
    """The letter on its back; "" for none."""
    name: str
    """Its printed name, or kind and cost."""
    copy: int = 1
    """Which of several that look alike."""


def record_text(game: str, printed: Printed) -> str:
    """The record of a piece; a long name is cut. "" where nothing can be said."""
    deck, name = (_field(text) for text in (printed.deck, printed.name))
    head = BETWEEN.join((VERSION, game, printed.category, deck, ""))
    tail = f"{BETWEEN}{printed.copy}"
    room = MOST - len(head.encode()) - len(tail)
    short = _field(name.encode()[: max(0, room)].decode(errors="ignore"))
    return read_record(f"{head}{short}{tail}".encode())


def read_record(data: bytes) -> str:
    """The record in these bytes; "" where they hold none that could have been written by us."""
    try:
        text = data.decode() if len(data) <= MOST else ""
    except UnicodeDecodeError:
        return ""
    fields = text.split(BETWEEN)
    if plain_line(text) != text or len(fields) != FIELDS:
        return ""
    version, game, category, _deck, name, copy = fields
    whole = re.fullmatch(WORD, game) and re.fullmatch(WORD, category) and name and re.fullmatch(COPY, copy)
    return text if version == VERSION and whole else ""


def same_record(one: str, other: str) -> bool:
    """Whether both say the same, however their owners typed it and whether or not they told its deck."""
    (*mine, deck, name, copy), (*theirs, its_deck, its_name, its_copy) = map(_fields, (one, other))
    same_deck = deck == its_deck or not (deck and its_deck)
    return (mine, name, copy) == (theirs, its_name, its_copy) and same_deck and name != ""


def _fields(record: str) -> list[str]:
    return record.casefold().split(BETWEEN) if read_record(record.encode()) else [""] * FIELDS


def _field(text: str) -> str:
    # Normalising first: one of Unicode's question marks becomes a semicolon by it.
    return plain_line(text).replace(BETWEEN, ",")
