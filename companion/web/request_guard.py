"""Lets in only what this machine's own page may send: the right host, the right origin, JSON of a sane size.

A web page from elsewhere must neither read the table nor tap on it, not even by a name that was made to
point here (DNS rebinding). Knows none of the routes behind it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as ASGIMessage

from companion.engine.message import Message, Translate, UserError, tr

MAX_BODY = 16 * 1024
"""Bytes."""
BODY_SECONDS = 5.0
"""Until the whole body must be there."""

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


class Refused(UserError):
    """A request that is not let in: the status and the one sentence for whoever sent it."""

    def __init__(self, status: int, message: Message) -> None:
        super().__init__(message)
        self.status = status


def refusal(error: Refused, translate: Translate) -> Response:
    """The reply to a refused request."""
    body = msgspec.json.encode({"error": translate(error.message)})
    return Response(body, error.status, media_type="application/json")


class RequestGuard:
    """ASGI middleware; `hosts` are the names with port by which this server may be called."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], translate: Translate) -> None:
        self._app = app
        self._hosts = hosts
        self._translate = translate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def send_with_headers(message: ASGIMessage) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        try:
            self._check(Headers(scope=scope), scope["method"])
        except Refused as error:
            return await refusal(error, self._translate)(scope, receive, send_with_headers)
        return await self._app(scope, receive, send_with_headers)

    def _check(self, headers: Headers, method: str) -> None:
        # Starlette's TrustedHostMiddleware compares names without the port, and answers in plain text.
        host = headers.get("host", "")
        if host not in self._hosts:
            raise Refused(403, tr("This page answers only to its own address on this computer."))
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            raise Refused(403, tr("Another page asked; only the companion's own page may."))
        if method in ("GET", "HEAD"):
            return
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Refused(403, tr("Another page asked; only the companion's own page may."))
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused(415, tr("Send JSON with the content type application/json."))


async def body_of(request: Request) -> bytes:
    """The whole body, or Refused as soon as it grows too long."""
    # Starlette's own limit (RequestBodyLimitMiddleware) would say "Content Too Large" in plain text.
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MAX_BODY:
                    raise Refused(413, tr("That is too long; at most {n} bytes fit.", n=MAX_BODY))
    except (TimeoutError, ClientDisconnect):
        # Whoever has gone hears nothing of it.
        raise Refused(408, tr("The request was not sent whole; send it again.")) from None
    return bytes(body)
