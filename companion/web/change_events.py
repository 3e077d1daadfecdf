"""Tells open pages that something to see changed: a number that grows, to each page that listens.

Notified from any thread. Never holds what changed; pages fetch that themselves. What changed nothing to see, like
somebody's secret answer, sends nothing: the number is that of what is seen, and not of what happened.

sse-starlette was tried and left: it would save the keep-alive below, but polls twice a second for the end of the
server, patches uvicorn at import, cuts streams off so that uvicorn logs an error, and is slow to import.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

KEEP_ALIVE = 15.0
"""Seconds of quiet after which a listening page is sent a comment, so that a dead connection is noticed."""


class ChangeEvents:
    """Made inside the event loop that serves the pages. number_of: of what there is to see."""

    def __init__(self, number_of: Callable[[], int]) -> None:
        self._loop = asyncio.get_running_loop()
        self._listeners: set[asyncio.Event] = set()
        self._closed = False
        self._number_of = number_of

    def notify(self) -> None:
        """Something changed; may be called from any thread, even while the server goes down."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake_all)

    def close(self) -> None:
        """Let every listener go, so that the server can stop."""
        self._closed = True
        self._wake_all()

    def _wake_all(self) -> None:
        for listener in self._listeners:
            listener.set()

    async def events(self) -> AsyncIterator[str]:
        """Server-sent events for one page: the number now, then again at each change."""
        wake = asyncio.Event()
        self._listeners.add(wake)
        sent = 0
        try:
            while not self._closed:
                wake.clear()
                number = await asyncio.to_thread(self._number_of)
                if number != sent:
                    sent = number
                    yield f"data: {number}\n\n"
                while not self._closed and not await woken(wake):
                    yield ": keep-alive\n\n"
        finally:
            self._listeners.discard(wake)


async def woken(wake: asyncio.Event) -> bool:
    """Wait for it as long as a connection may be quiet; whether it came."""
    try:
        await asyncio.wait_for(wake.wait(), KEEP_ALIVE)
    except TimeoutError:
        return False
    return True
