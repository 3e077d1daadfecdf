"""Runs the desk companion's server on this machine alone, until it is told to stop.

Says `ready http://127.0.0.1:N/` as the first line on standard output, once it can be called.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any, Protocol

import uvicorn
from starlette.applications import Starlette

from companion.engine.message import Translate
from companion.web.connection import BACKLOG, Connection
from companion.web.routes import WebBackend, application
from companion.web.sockets import bound

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8470


def listen(port: int | None) -> socket.socket:
    """A socket on the loopback; without a wish for a port the default one, else any. OSError if it is taken."""
    if port is None:
        with contextlib.suppress(OSError):
            return bound(LOOPBACK, DEFAULT_PORT)
    return bound(LOOPBACK, port or 0)


class Streaming(Protocol):
    """What holds connections open for as long as a server runs."""

    def close(self) -> None:
        """Let them go; called in the server's loop."""


class Server(uvicorn.Server):
    """Announces itself when it is ready, and ends the event streams before it waits for its connections."""

    def __init__(self, config: uvicorn.Config, routes: Streaming, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._routes = routes
        self._ready = ready

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are ours: uvicorn would raise them anew at the end, and the exit would not be clean."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_noted)
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):
                loop.add_signal_handler(number, self.leave)
        self._ready()

    def leave(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._routes.close()
        for connection in list(self.server_state.connections):
            if isinstance(connection, Connection) and connection.unfinished:
                connection.drop()
        await super().shutdown(sockets)


def _noted(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A caller's fault, or too many of them: one line, for the game is not concerned."""
    log.warning("page: %s (%r)", context.get("message"), context.get("exception"))


def config_for(app: Starlette, protocol: type[Connection]) -> uvicorn.Config:
    """How every server of ours is run: quiet, in one loop, its callers limited by that protocol."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws="none",
        http=protocol,
        backlog=BACKLOG,
        loop="asyncio",
        timeout_graceful_shutdown=1,
        server_header=False,
        proxy_headers=False,
    )


def serve(
    backend: WebBackend,
    translate: Translate,
    listener: socket.socket,
    opened: Callable[[str], None],
    ended: Future[None] | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM, or until `ended` is done; `opened` is called with the address when pages
    can come."""
    port = listener.getsockname()[1]
    address = f"http://{LOOPBACK}:{port}/"

    def ready() -> None:
        with contextlib.suppress(OSError):  # nobody may be listening, the page is served all the same
            sys.stdout.write(f"ready {address}\n")
            sys.stdout.flush()
        opened(address)

    hosts = frozenset({f"{LOOPBACK}:{port}", f"localhost:{port}"})
    app, routes = application(backend, translate, hosts)
    server = Server(config_for(app, Connection), routes, ready)
    if ended:
        ended.add_done_callback(lambda _: server.leave())
    asyncio.run(server.serve([listener]))
