"""HTTP shared by all servers of the companion: request guard, bodies, replies, errors and change events.

`RequestGuard` accepts only the right host, the right origin and JSON of limited size, so that foreign web pages
can neither read the table nor tap on it, not even by DNS rebinding. `ChangeEvents` sends a number to listening
pages when something visible changes; the pages then fetch the data. Changes that show nothing, such as secret
answers, are not announced. No route is defined here.

sse-starlette was tried: it would replace the keep-alive below, but polls twice a second for the end of the server,
patches uvicorn at import, cuts streams so that uvicorn logs an error, and is slow to import.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from collections.abc import Set as AbstractSet
from concurrent.futures import Future
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as ASGIMessage

from companion.engine.message import Translate, tr
from companion.web.session_calls import HttpError, encode_json

MAX_BODY = 16 * 1024
"""Maximum size of a request body in bytes."""
BODY_TIMEOUT = 5.0
"""Seconds within which the whole body must arrive."""
REQUEST_TIMEOUT, BODY_TOO_LARGE = 408, 413

SECURITY_HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}


def error_response(error: HttpError, translate: Translate) -> Response:
    """Return the reply to a refused request. It closes the connection if the body was not read to the end."""
    body = msgspec.json.encode({"error": translate(error.message)})
    head = {"connection": "close"} if error.status in (REQUEST_TIMEOUT, BODY_TOO_LARGE) else None
    return Response(body, error.status, head, media_type="application/json")


AllowedHosts = Callable[[Scope], AbstractSet[str]]
"""Allowed values of the Host header (name and port) for a connection."""


class RequestGuard:
    """ASGI middleware that checks host, origin and content type.

    strict: POST requests must have an Origin header, as those of every browser have.
    """

    def __init__(self, app: ASGIApp, hosts: AllowedHosts, translate: Translate, strict: bool = False) -> None:
        self._app = app
        self._hosts = hosts
        self._translate = translate
        self._strict = strict

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def send_with_headers(message: ASGIMessage) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SECURITY_HEADERS)
            await send(message)

        try:
            self._check(Headers(scope=scope), scope["method"], self._hosts(scope))
        except HttpError as error:
            return await error_response(error, self._translate)(scope, receive, send_with_headers)
        return await self._app(scope, receive, send_with_headers)

    def _check(self, headers: Headers, method: str, hosts: AbstractSet[str]) -> None:
        # Starlette's TrustedHostMiddleware compares names without the port and answers in plain text.
        host = headers.get("host", "").lower()
        if host not in hosts or len(headers.getlist("host")) > 1:
            raise HttpError(403, tr("This page answers only to its own address."))
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            raise HttpError(403, tr("Another page asked; only the companion's own page may."))
        if method in ("GET", "HEAD"):
            return
        if method != "POST":
            raise HttpError(405, tr("Pages are read and answers are posted; nothing else is done here."))
        if origin is None and self._strict:
            raise HttpError(403, tr("Another page asked; only the companion's own page may."))
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise HttpError(403, tr("Another page asked; only the companion's own page may."))
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise HttpError(415, tr("Send JSON with the content type application/json."))


async def read_whole_body(request: Request, most: int = MAX_BODY) -> bytes:
    """Return the whole body. Raises HttpError (413) if it is longer than `most` bytes, (408) if it is too slow."""
    # Starlette's own limit (RequestBodyLimitMiddleware) would answer "Content Too Large" in plain text.
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise HttpError(BODY_TOO_LARGE, tr("That is too long; at most {n} bytes fit.", n=most))
    except (TimeoutError, ClientDisconnect):
        # A client that has disconnected receives no reply.
        raise HttpError(REQUEST_TIMEOUT, tr("The request was not sent whole; send it again.")) from None
    return bytes(body)


INPUT_TIMEOUT = 20.0
"""Seconds to wait for an input to be handled before replying that the companion is busy."""
BUSY_TEXT = tr("The companion is busy; wait a moment and try again.")
INTERNAL_ERROR_TEXT = tr("The companion could not do that; what was entered before is safe.")


class Replies:
    """Factory of replies in one language."""

    def __init__(self, translate: Translate) -> None:
        self._translate = translate

    def json(self, value: Any) -> Response:
        return Response(encode_json(value, self._translate), media_type="application/json")

    def file(self, path: Path | None) -> Response:
        return FileResponse(path) if path else Response(status_code=404)


def exception_handlers(translate: Translate) -> dict[Any, Any]:
    """Return Starlette's exception handlers: HttpError gives its sentence, any other error a general one."""

    async def refused(_request: Request, error: Exception) -> Response:
        assert isinstance(error, HttpError)
        return error_response(error, translate)

    async def broken(_request: Request, _error: Exception) -> Response:
        return error_response(HttpError(500, INTERNAL_ERROR_TEXT), translate)

    return {HttpError: refused, Exception: broken}


async def wait_for_result(handled: Future[Any]) -> Any:
    """Return the result of an input, which is handled even if the client disconnects.

    Raises HttpError (503) after INPUT_TIMEOUT seconds.
    """
    try:
        return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(handled)), INPUT_TIMEOUT)
    except TimeoutError:
        raise HttpError(503, BUSY_TEXT) from None


ShortText = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
ChoiceValue = Annotated[str, msgspec.Meta(max_length=120)]
"""Value of a choice; "" is valid too ("not named")."""
Body = TypeVar("Body", bound=msgspec.Struct)


MAX_SEARCH_LENGTH = 60
"""Maximum length of a search text; the rest is ignored."""


def search_text(request: Request) -> str:
    """Return the search text of a request: ?words=…"""
    return request.query_params.get("words", "")[:MAX_SEARCH_LENGTH]


async def read_body(request: Request, kind: type[Body], most: int = MAX_BODY) -> Body:
    """Return the body decoded as `kind`. Raises HttpError (400) that names what is wrong with it."""
    body = await read_whole_body(request, most)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise HttpError(400, tr("The body does not fit this route: {why}.", why=str(error).rstrip("."))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise HttpError(400, tr("The body is not JSON.")) from None


KEEP_ALIVE_INTERVAL = 10.0
"""Seconds without an event after which a sign of life is sent, so that both ends notice a dead connection."""
ALIVE_EVENT = "event: alive\ndata:\n\n"
"""Sign of life. A browser would hide a comment from the page, which gives a silent stream up after 30 seconds."""


MAX_STREAMS = 24
"""Maximum number of event streams of the desk page; a new one ends the oldest, so that requests get through."""


class EventStream(StreamingResponse):
    """Reply that is an event stream; its connection is closed at its end."""

    def __init__(self, events: AsyncIterator[str]) -> None:
        super().__init__(events, media_type="text/event-stream", headers={"connection": "close"})


class _Listener:
    """Page that listens."""

    def __init__(self) -> None:
        self.wake = asyncio.Event()
        self.ended = False

    def end(self) -> None:
        self.ended = True
        self.wake.set()


class ChangeEvents:
    """Event streams of one server; created inside its event loop.

    number_of: returns the number of the visible state.
    """

    def __init__(self, number_of: Callable[[], int]) -> None:
        self._loop = asyncio.get_running_loop()
        self._listeners: dict[_Listener, None] = {}
        self._closed = False
        self._number_of = number_of

    def notify(self) -> None:
        """Announce a change. May be called from any thread, even while the server stops."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake_all)

    def close(self) -> None:
        """End all event streams, so that the server can stop."""
        self._closed = True
        self._wake_all()

    def _wake_all(self) -> None:
        for listener in self._listeners:
            listener.wake.set()

    async def events(self) -> AsyncIterator[str]:
        """Yield server-sent events for one page: the number now, and again at each change."""
        listener = _Listener()
        self._listeners[listener] = None
        for oldest in list(self._listeners)[:-MAX_STREAMS]:
            oldest.end()
            del self._listeners[oldest]
        sent = 0
        try:
            while not (listener.ended or self._closed):
                listener.wake.clear()
                number = await asyncio.to_thread(self._number_of)
                if number != sent:
                    sent = number
                    yield f"data: {number}\n\n"
                while not (listener.ended or self._closed) and not await wait_for_event(listener.wake):
                    yield ALIVE_EVENT
        finally:
            self._listeners.pop(listener, None)


async def wait_for_event(wake: asyncio.Event) -> bool:
    """True if the event was set within KEEP_ALIVE_INTERVAL seconds."""
    try:
        await asyncio.wait_for(wake.wait(), KEEP_ALIVE_INTERVAL)
    except TimeoutError:
        return False
    return True
