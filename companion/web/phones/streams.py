"""The open event streams of phones: one a device, rung only when the number of its own view is another.

Lives in the loop of the phones' server. Never holds what changed, and never tells one viewer of another's number.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from collections.abc import Set as AbstractSet

from companion.web.change_events import woken
from companion.web.phones.devices import Device
from companion.web.phones.viewer import Viewer


class _Stream:
    """One phone that listens."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.wake = asyncio.Event()
        self.ended = False

    def end(self) -> None:
        self.ended = True
        self.wake.set()


class Streams:
    """Made inside the loop. number_of: of a viewer's newest view."""

    def __init__(self, number_of: Callable[[Viewer], Awaitable[str]]) -> None:
        self._loop = asyncio.get_running_loop()
        self._number_of = number_of
        self._open: dict[str, _Stream] = {}
        self._closed = False

    def ring(self, viewers: AbstractSet[Viewer]) -> None:
        """These have something new to see; may be called from any thread."""
        self._soon(lambda: self._wake(lambda stream: stream.viewer in viewers))

    def keep_only(self, devices: AbstractSet[str]) -> None:
        """End the streams of all other phones, by their keys: they were forgotten. From any thread."""

        def end() -> None:
            for key, stream in self._open.items():
                if key not in devices:
                    stream.end()

        self._soon(end)

    def close(self) -> None:
        """Let every phone go, so that the server can stop."""
        self._closed = True
        for stream in self._open.values():
            stream.end()

    def _soon(self, act: Callable[[], None]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(act)

    def _wake(self, wanted: Callable[[_Stream], bool]) -> None:
        for stream in self._open.values():
            if wanted(stream):
                stream.wake.set()

    async def events(self, device: Device) -> AsyncIterator[str]:
        """Server-sent events for one phone: its view's number now, and again when it is another."""
        stream = _Stream(device.viewer)
        before, self._open[device.key] = self._open.get(device.key), stream
        if before:
            before.end()
        sent = ""
        try:
            while not (stream.ended or self._closed):
                stream.wake.clear()
                number = await self._number_of(device.viewer)
                if number != sent:
                    sent = number
                    yield f"data: {number}\n\n"
                while not (stream.ended or self._closed) and not await woken(stream.wake):
                    yield ": keep-alive\n\n"
        finally:
            if self._open.get(device.key) is stream:
                del self._open[device.key]
