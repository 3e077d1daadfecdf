"""A game without the names of those who played it, for others to look at. Reads and writes nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.history import History
from companion.engine.journal import Entry, decode_entry, encode_entry

SHORTEST, SHORTEST_NAME = 3, 2
"""A word of fewer letters is no secret in a text, and would be found in every other line."""
INFLECTED = 4
"""A name of so many letters is found in a Czech sentence too: Pavel, Pavelem; Jana, Janou, Janin."""
ENDINGS = "ov(?:i|ou|[aoyuéě])|ův|in(?:ou|[aoyuéě])?|em|ou|ům|[aeiouyěů]"
Renaming = Callable[[str], str]


def nameless(history: History, names: Sequence[str], ids: Sequence[str] = ()) -> History:
    """The same game played by "player 1" and so on: it replays like the one that was played.

    ids: what the game itself calls its players; who is called so is named by the game anyway.
    """
    known = {"", *(each.casefold() for each in ids)}
    people = dict.fromkeys(fold for name in names if (fold := name.casefold()) not in known)
    others = {fold: f"player {number}" for number, fold in enumerate(people, 1)}
    instead = {name: others[name.casefold()] for name in names if name.casefold() in others}
    try:
        return _played_by_others(history, lambda text: others.get(text.casefold()) or without_names(text, instead))
    except Exception:  # but for a capital letter somebody is called like a word of the game
        return _played_by_others(history, lambda text: instead.get(text) or without_words(text, instead))


def _played_by_others(history: History, rename: Renaming) -> History:
    header = msgspec.structs.replace(
        history.header, setup=msgspec.Raw(_renamed(bytes(history.header.setup), rename))
    )
    played, entries = History(history.game, header), list[Entry]()
    for entry in history.entries:
        other = decode_entry(_renamed(encode_entry(entry, history.game), rename), history.game)
        played.add((other,))
        entries.append(msgspec.structs.replace(other, hash=played.hash()))
    return History(history.game, header, entries)


def _renamed(text: bytes, rename: Renaming) -> bytes:
    return json.dumps(_without(json.loads(text), rename), ensure_ascii=False).encode()


def _without(value: Any, rename: Renaming) -> Any:
    match value:
        case str():
            return rename(value)
        case list():
            return [_without(each, rename) for each in value]
        case dict():
            return {rename(key): _without(each, rename) for key, each in value.items()}
    return value


def without_words(text: str, instead: Mapping[str, str]) -> str:
    """The text with other words for these, the longest first, wherever they stand whole."""
    return _replaced(text, {re.escape(word): new for word, new in instead.items() if len(word) >= SHORTEST})


def without_names(text: str, instead: Mapping[str, str]) -> str:
    """The same for names of people: in capitals or small letters, and as a Czech sentence bends them."""
    names = {_bent(name): new for name, new in instead.items() if len(name) >= SHORTEST_NAME}
    return _replaced(text, names, re.IGNORECASE)


def _bent(name: str) -> str:
    """A pattern for it."""
    if len(name) < INFLECTED:
        return re.escape(name)
    stem, last = (name[:-1], name[-1]) if name[-1] in "aeoAEO" else (name, "")
    return f"{re.escape(stem)}(?:{last}|{ENDINGS})"


def _replaced(text: str, instead: Mapping[str, str], how: int = 0) -> str:
    if not instead:
        return text
    words = sorted(instead, key=len, reverse=True)
    found = re.compile(rf"(?<!\w)(?:{'|'.join(f'({word})' for word in words)})(?!\w)", how)
    return found.sub(lambda match: instead[words[(match.lastindex or 1) - 1]], text)
