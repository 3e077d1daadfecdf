"""Lets in only what the companion's own pages may send: the right host, the right origin, JSON of a sane size.

A web page from elsewhere must neither read the table nor tap on it, not even by a name that was made to
point here (DNS rebinding). Knows none of the routes behind it.

What every server of ours answers with: JSON in people's language, one sentence for what is refused or broken.

Decides nothing; `companion.web.http` refuses before a route is reached.

What is posted, as typed values: each door says what its body holds. Decides nothing about what it means.

Tells open pages that something to see changed: a number that grows, to each page that listens.

Notified from any thread. Never holds what changed; pages fetch that themselves. What changed nothing to see, like
somebody's secret answer, sends nothing: the number is that of what is seen, and not of what happened.

sse-starlette was tried and left: it would save the keep-alive below, but polls twice a second for the end of the
server, patches uvicorn at import, cuts streams off so that uvicorn logs an error, and is slow to import.
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
from starlette.responses import FileResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as ASGIMessage

from companion.engine.message import Translate, tr
from companion.web.session_calls import HttpError, encode_json

MAX_BODY = 16 * 1024
"""Bytes."""
BODY_SECONDS = 5.0
"""Until the whole body must be there."""
TOO_SLOW, TOO_LONG = 408, 413

HEADERS: Mapping[str, str] = {
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
    """The reply to a refused request. Where its body was not read to the end, nothing more is heard from there."""
    body = msgspec.json.encode({"error": translate(error.message)})
    head = {"connection": "close"} if error.status in (TOO_SLOW, TOO_LONG) else None
    return Response(body, error.status, head, media_type="application/json")


Hosts = Callable[[Scope], AbstractSet[str]]
"""The names with port by which a server may be called on this connection."""


class RequestGuard:
    """ASGI middleware. strict: what is posted must say where it comes from, as every browser does."""

    def __init__(self, app: ASGIApp, hosts: Hosts, translate: Translate, strict: bool = False) -> None:
        self._app = app
        self._hosts = hosts
        self._translate = translate
        self._strict = strict

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def send_with_headers(message: ASGIMessage) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        try:
            self._check(Headers(scope=scope), scope["method"], self._hosts(scope))
        except HttpError as error:
            return await error_response(error, self._translate)(scope, receive, send_with_headers)
        return await self._app(scope, receive, send_with_headers)

    def _check(self, headers: Headers, method: str, hosts: AbstractSet[str]) -> None:
        # Starlette's TrustedHostMiddleware compares names without the port, and answers in plain text.
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
    """The whole body, or Refused as soon as it grows too long."""
    # Starlette's own limit (RequestBodyLimitMiddleware) would say "Content Too Large" in plain text.
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise HttpError(TOO_LONG, tr("That is too long; at most {n} bytes fit.", n=most))
    except (TimeoutError, ClientDisconnect):
        # Whoever has gone hears nothing of it.
        raise HttpError(TOO_SLOW, tr("The request was not sent whole; send it again.")) from None
    return bytes(body)


INPUT_TIMEOUT = 20.0
"""Seconds to wait for an input to be handled before saying that the companion is busy."""
BUSY = tr("The companion is busy; wait a moment and try again.")
BROKEN = tr("The companion could not do that; what was entered before is safe.")


class Replies:
    """Replies in one language."""

    def __init__(self, translate: Translate) -> None:
        self._translate = translate

    def json(self, value: Any) -> Response:
        return Response(encode_json(value, self._translate), media_type="application/json")

    def file(self, path: Path | None) -> Response:
        return FileResponse(path) if path else Response(status_code=404)


def exception_handlers(translate: Translate) -> dict[Any, Any]:
    """For an application: the sentence of what is refused; of what broke, no more than that."""

    async def refused(_request: Request, error: Exception) -> Response:
        assert isinstance(error, HttpError)
        return error_response(error, translate)

    async def broken(_request: Request, _error: Exception) -> Response:
        return error_response(HttpError(500, BROKEN), translate)

    return {HttpError: refused, Exception: broken}


async def wait_for_result(handled: Future[Any]) -> Any:
    """What came of an input, handled even when whoever sent it has gone; raises Refused when it takes too long."""
    try:
        return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(handled)), INPUT_TIMEOUT)
    except TimeoutError:
        raise HttpError(503, BUSY) from None


Short = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
ChoiceValue = Annotated[str, msgspec.Meta(max_length=120)]
"""As an offer lists it: "" is one too ("not named")."""
Body = TypeVar("Body", bound=msgspec.Struct)


LONGEST_SEARCH = 60
"""Letters of what is looked up; more are not read."""


def search_words(request: Request) -> str:
    """What somebody looks up: ?words=…"""
    return request.query_params.get("words", "")[:LONGEST_SEARCH]


async def read_body(request: Request, kind: type[Body], most: int = MAX_BODY) -> Body:
    """The body as `kind`, of `most` bytes; Refused (400) names what is wrong with it."""
    body = await read_whole_body(request, most)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise HttpError(400, tr("The body does not fit this route: {why}.", why=str(error).rstrip("."))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise HttpError(400, tr("The body is not JSON.")) from None


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
                while not self._closed and not await wait_for_event(wake):
                    yield ": keep-alive\n\n"
        finally:
            self._listeners.discard(wake)


async def wait_for_event(wake: asyncio.Event) -> bool:
    """Wait for it as long as a connection may be quiet; whether it came."""
    try:
        await asyncio.wait_for(wake.wait(), KEEP_ALIVE)
    except TimeoutError:
        return False
    return True
