"""Somebody away from the panel does something with the session, and is told there. Decides nothing.

A request that is not let in, or not done. Needs no server to be raised.

Values of the game with their words put in, ready to be written as JSON.

The only thing it knows is the difference between a sentence and other values; it decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import msgspec

from companion.app import App
from companion.engine.caching import Lazy
from companion.engine.message import Message, Translate, UserError
from companion.engine.offers import Question
from companion.session.inputs import SessionCall
from companion.session.session import Session


def call_session(app: App, act: Callable[[Session], tuple[str, Any]]) -> Future[Any]:
    """What `act` tells after the signal, on the session's thread; else the sentence of what went wrong."""
    found: list[Any] = []

    def visit(session: Session) -> str:
        signal, told = act(session)
        found.append(told)
        return signal

    done: Future[Any] = Future()

    def handled(reaction: Future[Any]) -> None:
        came = reaction.result()
        done.set_result(found[0] if found else {"signal": came.signal, "sentence": came.sentence or ""})

    app.submit(SessionCall(visit)).add_done_callback(handled)
    return done


class HttpError(UserError):
    """The status, and the one sentence for whoever sent it."""

    def __init__(self, status: int, message: Message) -> None:
        super().__init__(message)
        self.status = status


QUESTION = ("number", "kind", "text", "offers", "asked", "secret", "non_blocking", "rule")
"""What is told of an open question."""


def translate_value(value: Any, translate: Translate) -> Any:
    """`value` as plain JSON values, each `Message` in it as the sentence that people read."""
    if isinstance(value, Message):
        return translate(value)
    if isinstance(value, Lazy):
        return translate_value(value.value, translate)
    if isinstance(value, msgspec.Struct):
        return translate_value(struct_fields(value), translate)
    if isinstance(value, Question):
        return {name: translate_value(getattr(value, name), translate) for name in QUESTION}
    if isinstance(value, dict):
        return {str(key): translate_value(each, translate) for key, each in value.items()}
    if isinstance(value, (tuple, list, set, frozenset)):
        return [translate_value(each, translate) for each in value]
    return value


def struct_fields(value: msgspec.Struct) -> dict[str, Any]:
    """The fields of a value by their names in JSON, its tag first."""
    names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    fields = {name: getattr(value, field) for name, field in names}
    tag = value.__struct_config__.tag
    return {"type": tag, **fields} if tag else fields


def encode_json(value: Any, translate: Translate) -> bytes:
    """The same as JSON text in UTF-8."""
    return msgspec.json.encode(translate_value(value, translate))
