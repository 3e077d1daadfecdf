"""Somebody away from the panel does something with the session, and is told there. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from companion.app import App
from companion.session.inputs import Visit
from companion.session.session import Session


def visited(app: App, act: Callable[[Session], tuple[str, Any]]) -> Future[Any]:
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

    app.submit(Visit(visit)).add_done_callback(handled)
    return done
