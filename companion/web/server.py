"""Runs HTTP servers of the companion: sockets, limits on connections, and the desk page on the loopback.

`serve_page` writes `ready http://127.0.0.1:N/` to standard output as soon as the page can be opened. `Connection`
limits the number of clients and the time that a slow client gets, so that none delays a tap.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any, Protocol

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.engine.message import Translate
from companion.web.routes import WebBackend, page_application

MAX_CONNECTIONS = 64
"""Maximum number of open connections; further ones are closed at once."""
LISTEN_BACKLOG = 16
"""Length of the kernel's queue, which bounds the files opened before others are closed."""
HEADER_TIMEOUT = 5.0
"""Seconds within which all headers must arrive."""
READ_TIMEOUT = 10.0
"""Seconds for which a client may leave its reply unread."""


log = logging.getLogger(__name__)

MALFORMED_LOG_INTERVAL = 60.0
"""Seconds between two log lines about malformed requests, so that no caller can fill the log."""


class MalformedRequests(logging.Filter):
    """Counts malformed requests and logs their number; suppresses what uvicorn logs about each of them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._count, self._logged_at = 0, -MALFORMED_LOG_INTERVAL

    def filter(self, record: logging.LogRecord) -> bool:
        """True if the record is about anything but a malformed request."""
        error = record.exc_info[1] if record.exc_info else None
        if record.levelno >= logging.ERROR and not isinstance(error, h11.ProtocolError):
            return True
        self.count()
        return False

    def count(self) -> None:
        """Count one request; log the number of requests since the last line if that is long enough ago."""
        self._count += 1
        now = self._clock()
        if now - self._logged_at >= MALFORMED_LOG_INTERVAL:
            log.warning("malformed requests refused: %s", self._count)
            self._count, self._logged_at = 0, now


_malformed = MalformedRequests()


class Connection(H11Protocol):
    """Uvicorn's protocol with limits on connections and time."""

    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.is_welcome():
            self._wait()
        else:
            transport.abort()

    def is_welcome(self) -> bool:
        """True if the number of open connections allows this one."""
        return len(self.connections) <= MAX_CONNECTIONS

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        self._wait()
        super().data_received(data)
        if self.cycle is not before:
            self._stop_waiting()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(READ_TIMEOUT, self.drop)

    def resume_writing(self) -> None:
        self._is_read()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._is_read()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Reply to a malformed request, unless a reply has begun already."""
        if self.cycle is not None and not self.cycle.response_complete:
            # The handler would reply to the beginning of the request too, which h11 forbids.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.drop()

    @property
    def unfinished(self) -> bool:
        """True if the request is incomplete or the client does not read the reply."""
        return (
            bool(self._unread) or self.cycle is None or (self.cycle.more_body and not self.cycle.response_complete)
        )

    def drop(self) -> None:
        """Close the connection without a reply."""
        self.transport.abort()

    def _wait(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEADER_TIMEOUT, self.drop)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


def bind_socket(address: str, port: int) -> socket.socket:
    """Return a socket that listens on an address of this machine ("" for all).

    Raises OSError if the port is taken.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # SO_REUSEADDR allows a port that an earlier server left in TIME_WAIT, but not one in use.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen(64)
    except (OSError, OverflowError):
        listener.close()
        raise
    return listener


LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8470


def listen_on_loopback(port: int | None) -> socket.socket:
    """Return a socket on the loopback.

    None tries the default port, then any free one. Raises OSError if `port` is taken.
    """
    if port is None:
        with contextlib.suppress(OSError):
            return bind_socket(LOOPBACK, DEFAULT_PORT)
    return bind_socket(LOOPBACK, port or 0)


class StreamHolder(Protocol):
    """Routes that hold connections open while a server runs."""

    def close(self) -> None:
        """End these connections. Called in the server's loop."""


TICK_SECONDS = 1.0
"""Seconds between two updates of the time in replies."""


class Server(uvicorn.Server):
    """Uvicorn server that reports when it is ready, and ends event streams before it waits for connections."""

    def __init__(self, config: uvicorn.Config, routes: StreamHolder, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._routes = routes
        self._ready = ready
        self._left = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing: uvicorn would raise the signals again at its end, and the process would not exit cleanly."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        loop = self._loop = asyncio.get_running_loop()
        loop.set_exception_handler(_log_loop_error)
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):
                loop.add_signal_handler(number, self.leave)
        self._ready()

    async def main_loop(self) -> None:
        """Wait for the end. Uvicorn would wake the processor ten times a second."""
        while not self.should_exit:
            await self.on_tick(0)  # Renews the time that replies name.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._left.wait(), TICK_SECONDS)

    def leave(self) -> None:
        """End the main loop, from any thread."""
        self.should_exit = True
        if self._loop:
            with contextlib.suppress(RuntimeError):  # The loop has ended already.
                self._loop.call_soon_threadsafe(self._left.set)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._routes.close()
        for connection in list(self.server_state.connections):
            if isinstance(connection, Connection) and connection.unfinished:
                connection.drop()
        await super().shutdown(sockets)


def _log_loop_error(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log errors of connections in one line, because they do not affect the game."""
    if isinstance(context.get("exception"), h11.ProtocolError | OSError):
        _malformed.count()
        return
    log.warning("page: %s (%r)", context.get("message"), context.get("exception"))


def server_config(app: Starlette, protocol: type[Connection]) -> uvicorn.Config:
    """Return the uvicorn settings of every server: no log, one loop, and clients limited by `protocol`."""
    logging.getLogger("uvicorn.error").addFilter(_malformed)
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws="none",
        http=protocol,
        backlog=LISTEN_BACKLOG,
        loop="asyncio",
        timeout_graceful_shutdown=1,
        server_header=False,
        proxy_headers=False,
    )


def serve_page(
    backend: WebBackend,
    translate: Translate,
    listener: socket.socket,
    opened: Callable[[str], None],
    ended: Future[None] | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM, or until `ended` is done.

    opened: called with the address when the page can be opened.
    """
    port = listener.getsockname()[1]
    address = f"http://{LOOPBACK}:{port}/"

    def ready() -> None:
        with contextlib.suppress(OSError):  # The page works even if standard output is closed.
            sys.stdout.write(f"ready {address}\n")
            sys.stdout.flush()
        opened(address)

    hosts = frozenset({f"{LOOPBACK}:{port}", f"localhost:{port}"})
    app, routes = page_application(backend, translate, hosts)
    server = Server(server_config(app, Connection), routes, ready)
    if ended:
        ended.add_done_callback(lambda _: server.leave())
    asyncio.run(server.serve([listener]))
