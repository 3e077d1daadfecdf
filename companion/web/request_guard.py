"""Lets in only what the companion's own pages may send: the right host, the right origin, JSON of a sane size.

A web page from elsewhere must neither read the table nor tap on it, not even by a name that was made to
point here (DNS rebinding). Knows none of the routes behind it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as ASGIMessage

from companion.engine.message import Translate, tr
from companion.web.refused import Refused

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


def refusal(error: Refused, translate: Translate) -> Response:
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
        except Refused as error:
            return await refusal(error, self._translate)(scope, receive, send_with_headers)
        return await self._app(scope, receive, send_with_headers)

    def _check(self, headers: Headers, method: str, hosts: AbstractSet[str]) -> None:
        # Starlette's TrustedHostMiddleware compares names without the port, and answers in plain text.
        host = headers.get("host", "").lower()
        if host not in hosts or len(headers.getlist("host")) > 1:
            raise Refused(403, tr("This page answers only to its own address."))
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            raise Refused(403, tr("Another page asked; only the companion's own page may."))
        if method in ("GET", "HEAD"):
            return
        if method != "POST":
            raise Refused(405, tr("Pages are read and answers are posted; nothing else is done here."))
        if origin is None and self._strict:
            raise Refused(403, tr("Another page asked; only the companion's own page may."))
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Refused(403, tr("Another page asked; only the companion's own page may."))
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused(415, tr("Send JSON with the content type application/json."))


async def body_of(request: Request, most: int = MAX_BODY) -> bytes:
    """The whole body, or Refused as soon as it grows too long."""
    # Starlette's own limit (RequestBodyLimitMiddleware) would say "Content Too Large" in plain text.
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise Refused(TOO_LONG, tr("That is too long; at most {n} bytes fit.", n=most))
    except (TimeoutError, ClientDisconnect):
        # Whoever has gone hears nothing of it.
        raise Refused(TOO_SLOW, tr("The request was not sent whole; send it again.")) from None
    return bytes(body)
