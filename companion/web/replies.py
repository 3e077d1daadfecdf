"""What every server of ours answers with: JSON in people's language, one sentence for what is refused or broken.

Decides nothing; `companion.web.request_guard` refuses before a route is reached.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from companion.engine.message import Translate, tr
from companion.web.refused import Refused
from companion.web.request_guard import refusal
from companion.web.translated_json import json_of

INPUT_TIMEOUT = 20.0
"""Seconds to wait for an input to be handled before saying that the companion is busy."""
BUSY = tr("The companion is busy; wait a moment and try again.")
BROKEN = tr("The companion could not do that; what was entered before is safe.")


class Replies:
    """Replies in one language."""

    def __init__(self, translate: Translate) -> None:
        self._translate = translate

    def json(self, value: Any) -> Response:
        return Response(json_of(value, self._translate), media_type="application/json")

    def file(self, path: Path | None) -> Response:
        return FileResponse(path) if path else Response(status_code=404)


def exception_handlers(translate: Translate) -> dict[Any, Any]:
    """For an application: the sentence of what is refused; of what broke, no more than that."""

    async def refused(_request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return refusal(error, translate)

    async def broken(_request: Request, _error: Exception) -> Response:
        return refusal(Refused(500, BROKEN), translate)

    return {Refused: refused, Exception: broken}


async def what_came(handled: Future[Any]) -> Any:
    """What came of an input, handled even when whoever sent it has gone; raises Refused when it takes too long."""
    try:
        return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(handled)), INPUT_TIMEOUT)
    except TimeoutError:
        raise Refused(503, BUSY) from None
