"""One caller's connection: how many there may be, and how long somebody may take to say what is wanted.

A page needs two or three. Whoever opens hundreds, never ends a sentence or never listens, keeps no tap waiting.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 64
"""Connections at once; further ones are closed at once."""
BACKLOG = 16
"""Callers that the system lets wait: so many files at most are opened before any is closed again."""
HEAD_SECONDS = 5.0
"""Until all headers must be there."""
READ_SECONDS = 10.0
"""That a caller may leave its reply unread."""


class Connection(H11Protocol):
    """Uvicorn's protocol with these limits."""

    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.is_welcome():
            self._wait()
        else:
            transport.abort()

    def is_welcome(self) -> bool:
        """Whether there is room for one more of these."""
        return len(self.connections) <= MOST

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        self._wait()
        super().data_received(data)
        if self.cycle is not before:
            self._stop_waiting()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(READ_SECONDS, self.drop)

    def resume_writing(self) -> None:
        self._is_read()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._is_read()
        super().connection_lost(exc)

    @property
    def unfinished(self) -> bool:
        """Whether the caller has not sent the whole request, or does not read the reply."""
        return (
            bool(self._unread) or self.cycle is None or (self.cycle.more_body and not self.cycle.response_complete)
        )

    def drop(self) -> None:
        """Close it without another word."""
        self.transport.abort()

    def _wait(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_SECONDS, self.drop)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
