"""The listener that phones come in by: a thread with a server of its own, opened by a press on the case.

The desk's page knows nothing of it and stays on the loopback. Who may come, `PhoneConnection` and the guard say.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from typing import TYPE_CHECKING

from companion.engine.message import Translate
from companion.web.sockets import bound

if TYPE_CHECKING:
    from companion.web.phones.routes import PhoneBackend, PhoneRoutes
    from companion.web.server import Server

log = logging.getLogger(__name__)

EVERYWHERE = ""
"""Every address of this case."""
PATIENCE = 5.0
"""Seconds that the end waits for the thread."""


class Listener:
    """Serves phones from `open` to `close`."""

    def __init__(self, backend: PhoneBackend, translate: Translate, port: int) -> None:
        self._backend, self._translate, self._wanted = backend, translate, port
        self._thread: threading.Thread | None = None
        self._socket: socket.socket | None = None
        self._stop = threading.Event()
        self._server: Server | None = None
        self.routes: PhoneRoutes | None = None
        """While it listens: what rings phones."""

    @property
    def port(self) -> int:
        """Where it listens; 0 while it doesn't."""
        return int(self._socket.getsockname()[1]) if self._socket else 0

    def open(self) -> None:
        """Listen; OSError where the port can't be had. Nothing happens where it listens already."""
        if self._socket is None:
            self._socket = bound(EVERYWHERE, self._wanted)
            self._stop.clear()
            self._thread = threading.Thread(target=self._serve, args=(self._socket,), name="phones", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Let everybody go and listen no more; may be called from any thread but its own."""
        listener, self._socket = self._socket, None
        if listener is None:
            return
        self._stop.set()
        if self._server:
            self._server.leave()
        if self._thread:
            self._thread.join(PATIENCE)
        listener.close()

    def _serve(self, listener: socket.socket) -> None:
        # Late: where no phone ever comes there is no server in memory.
        from companion.web.phones.connection import PhoneConnection
        from companion.web.phones.routes import application
        from companion.web.server import Server, config_for

        app, self.routes = application(self._backend, self._translate)
        self._server = Server(config_for(app, PhoneConnection), self.routes, lambda: None)
        if self._stop.is_set():
            self._server.leave()
        try:
            asyncio.run(self._server.serve([listener]))
        except Exception:
            log.exception("the phones' listener broke")
        finally:
            self._server = self.routes = None
