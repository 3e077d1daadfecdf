"""Calls into the session from a server, the HTTP error that they raise, and JSON encoding with translated texts.

This module loads no server.
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
    """Run `act` on the session's thread.

    The future gives its second value, or the signal and sentence of an error.
    """
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
    """Request that is refused, with an HTTP status and one sentence for the client."""

    def __init__(self, status: int, message: Message) -> None:
        super().__init__(message)
        self.status = status


QUESTION_ATTRIBUTES = ("number", "kind", "text", "offers", "player", "secret", "non_blocking", "rule")
"""Attributes of an open question that are sent."""


def translate_value(value: Any, translate: Translate) -> Any:
    """Return `value` as plain JSON values, with each `Message` translated."""
    if isinstance(value, Message):
        return translate(value)
    if isinstance(value, Lazy):
        return translate_value(value.value, translate)
    if isinstance(value, msgspec.Struct):
        return translate_value(struct_fields(value), translate)
    if isinstance(value, Question):
        return {name: translate_value(getattr(value, name), translate) for name in QUESTION_ATTRIBUTES}
    if isinstance(value, dict):
        return {str(key): translate_value(each, translate) for key, each in value.items()}
    if isinstance(value, (tuple, list, set, frozenset)):
        return [translate_value(each, translate) for each in value]
    return value


def struct_fields(value: msgspec.Struct) -> dict[str, Any]:
    """Return the fields of a struct by their JSON names, its tag first."""
    names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    fields = {name: getattr(value, field) for name, field in names}
    tag = value.__struct_config__.tag
    return {"type": tag, **fields} if tag else fields


def encode_json(value: Any, translate: Translate) -> bytes:
    """Return `translate_value(value)` as JSON text in UTF-8."""
    return msgspec.json.encode(translate_value(value, translate))
