"""Tells open pages that something changed: a number that grows, and a wake-up for each page that listens.

Rung from any thread. Never holds what changed; pages fetch that themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

STILL_HERE = 15.0
"""Seconds of quiet after which a listening page gets a sign of life."""


class ChangeEvents:
    """Made inside the event loop that serves the pages."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._listeners: set[asyncio.Event] = set()
        self._closed = False
        self.version = 1

    def ring(self) -> None:
        """Something changed; may be called from any thread, even while the server goes down."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._rung)

    def close(self) -> None:
        """Let every listener go, so that the server can stop."""
        self._closed = True
        self._rung()

    def _rung(self) -> None:
        self.version += 1
        for listener in self._listeners:
            listener.set()

    async def events(self) -> AsyncIterator[str]:
        """Server-sent events for one page: the number now, then again at each change."""
        wake = asyncio.Event()
        self._listeners.add(wake)
        try:
            while not self._closed:
                yield f"data: {self.version}\n\n"
                wake.clear()
                while not self._closed and not await _woken(wake):
                    yield ": still here\n\n"
        finally:
            self._listeners.discard(wake)


async def _woken(wake: asyncio.Event) -> bool:
    try:
        await asyncio.wait_for(wake.wait(), STILL_HERE)
    except TimeoutError:
        return False
    return True
