"""A game without the names of those who played it, for others to look at. Reads and writes nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.history import History
from companion.engine.journal import Entry, decode_entry, encode_entry

SHORTEST = 3
"""A word of fewer letters is no secret in a text, and would be found in every other line."""


def nameless(history: History, names: Sequence[str], ids: Sequence[str] = ()) -> History:
    """The same game played by "player 1" and so on: it replays like the one that was played.

    ids: what the game itself calls its players; who is called so is named by the game anyway.
    """
    others = dict.fromkeys(name for name in names if name and name not in ids)
    instead = {name: f"player {number}" for number, name in enumerate(others, 1)}
    setup = msgspec.Raw(_renamed(bytes(history.header.setup), instead))
    header = msgspec.structs.replace(history.header, setup=setup)
    played, entries = History(history.game, header), list[Entry]()
    for entry in history.entries:
        other = decode_entry(_renamed(encode_entry(entry, history.game), instead), history.game)
        played.add((other,))
        entries.append(msgspec.structs.replace(other, hash=played.hash()))
    return History(history.game, header, entries)


def _renamed(text: bytes, instead: dict[str, str]) -> bytes:
    return json.dumps(_without(json.loads(text), instead), ensure_ascii=False).encode()


def _without(value: Any, instead: dict[str, str]) -> Any:
    match value:
        case str():
            return instead.get(value) or without_words(value, instead)
        case list():
            return [_without(each, instead) for each in value]
        case dict():
            return {key: _without(each, instead) for key, each in value.items()}
    return value


def without_words(text: str, instead: Mapping[str, str]) -> str:
    """The text with other words for these, the longest first, wherever they stand whole."""
    for word in sorted(instead, key=len, reverse=True):
        if len(word) >= SHORTEST:
            text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", instead[word], text)
    return text
