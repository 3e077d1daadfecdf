"""Values of the game with their words put in, ready to be written as JSON.

The only thing it knows is the difference between a sentence and other values; it decides nothing.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.lazy import Lazy
from companion.engine.message import Message, Translate
from companion.engine.offers import Question

QUESTION = ("number", "kind", "text", "offers", "asked", "secret", "non_blocking", "rule")
"""What is told of an open question."""


def translated(value: Any, translate: Translate) -> Any:
    """`value` as plain JSON values, each `Message` in it as the sentence that people read."""
    if isinstance(value, Message):
        return translate(value)
    if isinstance(value, Lazy):
        return translated(value.value, translate)
    if isinstance(value, msgspec.Struct):
        return translated(fields_of(value), translate)
    if isinstance(value, Question):
        return {name: translated(getattr(value, name), translate) for name in QUESTION}
    if isinstance(value, dict):
        return {str(key): translated(each, translate) for key, each in value.items()}
    if isinstance(value, (tuple, list, set, frozenset)):
        return [translated(each, translate) for each in value]
    return value


def fields_of(value: msgspec.Struct) -> dict[str, Any]:
    """The fields of a value by their names in JSON, its tag first."""
    names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    fields = {name: getattr(value, field) for name, field in names}
    tag = value.__struct_config__.tag
    return {"type": tag, **fields} if tag else fields


def json_of(value: Any, translate: Translate) -> bytes:
    """The same as JSON text in UTF-8."""
    return msgspec.json.encode(translated(value, translate))
