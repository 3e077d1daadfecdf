"""Values of the game with their words put in, ready to be written as JSON.

The only thing it knows is the difference between a sentence and other values; it decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from companion.engine.message import Message

Translate = Callable[[Message], str]


def translated(value: Any, words: Translate) -> Any:
    """`value` as plain JSON values, each `Message` in it as the sentence that people read."""
    if isinstance(value, Message):
        return words(value)
    if isinstance(value, msgspec.Struct):
        return _fields(value, words)
    if isinstance(value, dict):
        return {str(key): translated(each, words) for key, each in value.items()}
    if isinstance(value, (tuple, list, set, frozenset)):
        return [translated(each, words) for each in value]
    return value


def _fields(value: msgspec.Struct, words: Translate) -> dict[str, Any]:
    fields = {name: translated(getattr(value, name), words) for name in value.__struct_fields__}
    tag = value.__struct_config__.tag
    return {"type": tag, **fields} if tag else fields


def json_of(value: Any, words: Translate) -> bytes:
    """The same as JSON text in UTF-8."""
    return msgspec.json.encode(translated(value, words))
