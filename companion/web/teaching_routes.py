"""The doors through which an owner tells what is printed on the pieces of the box, beside the game that runs.

Any server of ours can have them: each turns a request into one call of `TeachingBackend`. Knows no piece.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Annotated, Any, Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.web.replies import Replies, what_came
from companion.web.request_body import Short, read_body
from companion.web.teaching_page import MAX_BOX

MOST_FIELDS = 20


class TellBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /tell: what is printed on a piece."""

    piece: Short
    """Its id, as in /tiles.json."""
    values: Annotated[dict[str, str | None], msgspec.Meta(max_length=MOST_FIELDS)]
    """By the fields' ids; null = nobody knows it any more. What is left out stays as it is."""


class BoxBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /box: the box of another owner."""

    file: Short
    """What people call it."""
    content: str
    """What is in it."""
    theirs: dict[str, bool] = {}
    """For each difference that came back, by its key, whether what the file says is taken."""


class TeachingBackend(Protocol):
    """The running application as these doors see it; every call may come from the server's thread."""

    def tell(self, piece: str, values: Mapping[str, str | None]) -> Future[Any]:
        """What is printed on a piece; done when it is kept, or refused: a `{"signal", "sentence"}`."""

    def tiles(self, piece: str, after: str, tapped: bool = False) -> Any:
        """The form of a piece, else of the next one that is not known, and how far the box is known.

        tapped: of the one that lies open on the case, where there is one.
        """

    def shared(self) -> bytes:
        """The box as a file for other owners; raises Refused."""

    def take_in(self, file: str, content: str, theirs: Mapping[str, bool]) -> Future[Any]:
        """Another owner's box, all of it or nothing; as `tell`, with `differences` for people to choose."""


class TeachingRoutes:
    """The replies. `admit` raises Refused for who may not tell."""

    def __init__(
        self,
        backend: TeachingBackend,
        replies: Replies,
        admit: Callable[[Request], object] = lambda _request: None,
    ) -> None:
        self._backend, self._replies, self._admit = backend, replies, admit

    async def tell(self, request: Request) -> Response:
        self._admit(request)
        told = await read_body(request, TellBody)
        return self._replies.json(await what_came(self._backend.tell(told.piece, told.values)))

    async def tiles(self, request: Request) -> Response:
        self._admit(request)
        piece, after = (request.query_params.get(name, "") for name in ("piece", "after"))
        tapped = "tapped" in request.query_params
        found = await asyncio.to_thread(self._backend.tiles, piece, after, tapped)
        return self._replies.json(found)

    async def shared(self, request: Request) -> Response:
        self._admit(request)
        head = {"content-disposition": 'attachment; filename="box.toml"'}
        return Response(await asyncio.to_thread(self._backend.shared), 200, head, "application/toml")

    async def take_in(self, request: Request) -> Response:
        self._admit(request)
        # Written as JSON it is longer.
        box = await read_body(request, BoxBody, 2 * MAX_BOX)
        given = await asyncio.to_thread(self._backend.take_in, box.file, box.content, box.theirs)
        return self._replies.json(await what_came(given))

    def table(self) -> list[Route]:
        return [
            Route("/tell", self.tell, methods=["POST"]),
            Route("/tiles.json", self.tiles),
            Route("/box.toml", self.shared),
            Route("/box", self.take_in, methods=["POST"]),
        ]
