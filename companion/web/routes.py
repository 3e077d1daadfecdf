"""The routes of the companion's page: what may be posted, what may be read, and the page's own files.

Each turns a request into one call of `WebBackend` and its result into a response. Knows no rule and no device.

The panel's own pictures for pages, as SVG. Draws none itself.

The doors through which an owner tells what is printed on the pieces of the box, beside the game that runs.

Any server of ours can have them: each turns a request into one call of `TeachingBackend`. Knows no piece.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from companion.engine.message import Message, Translate
from companion.engine.offers import Answer
from companion.screens.icons import ARROW, GRID, KEYS, TICK, icon_svg
from companion.screens.paper import FONTS
from companion.web.http import (
    ChangeEvents,
    ChoiceValue,
    Replies,
    RequestGuard,
    Short,
    exception_handlers,
    read_body,
    search_words,
    wait_for_result,
)
from companion.web.piece_facts import MAX_BOX

SVG = "http://www.w3.org/2000/svg"
ICONS = {**KEYS, **{each.name: each for each in (TICK, ARROW)}}


async def icon_response(request: Request) -> Response:
    """A picture of the panel's own set, the keys of the case among them."""
    found = ICONS.get(request.path_params["name"])
    if found is None:
        return Response(status_code=404)
    box = f'viewBox="0 0 {GRID} {GRID}"'
    return Response(f'<svg xmlns="{SVG}" {box}>{icon_svg(found)}</svg>', media_type="image/svg+xml")


MAX_FIELDS = 20


class FactBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /tell: what is printed on a piece."""

    piece: Short
    """Its id, as in /tiles.json."""
    values: Annotated[dict[str, str | None], msgspec.Meta(max_length=MAX_FIELDS)]
    """By the fields' ids; null = nobody knows it any more. What is left out stays as it is."""


class BoxBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /box: the box of another owner."""

    file: Short
    """What people call it."""
    content: str
    """What is in it."""
    theirs: dict[str, bool] = {}
    """For each difference that came back, by its key, whether what the file says is taken."""


class FactsBackend(Protocol):
    """The running application as these doors see it; every call may come from the server's thread."""

    def tell(self, piece: str, values: Mapping[str, str | None]) -> Future[Any]:
        """What is printed on a piece; done when it is kept, or refused: a `{"signal", "sentence"}`."""

    def tiles(self, piece: str, after: str, tapped: bool = False) -> Any:
        """The form of a piece, else of the next one that is not known, and how far the box is known.

        tapped: of the one that lies open on the case, where there is one.
        """

    def shared(self) -> bytes:
        """The box as a file for other owners; raises Refused."""

    def import_box(self, file: str, content: str, theirs: Mapping[str, bool]) -> Future[Any]:
        """Another owner's box, all of it or nothing; as `tell`, with `differences` for people to choose."""


class FactsRoutes:
    """The replies. `admit` raises Refused for who may not tell."""

    def __init__(
        self,
        backend: FactsBackend,
        replies: Replies,
        admit: Callable[[Request], object] = lambda _request: None,
    ) -> None:
        self._backend, self._replies, self._admit = backend, replies, admit

    async def tell(self, request: Request) -> Response:
        self._admit(request)
        told = await read_body(request, FactBody)
        return self._replies.json(await wait_for_result(self._backend.tell(told.piece, told.values)))

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

    async def import_box(self, request: Request) -> Response:
        self._admit(request)
        # Written as JSON it is longer.
        box = await read_body(request, BoxBody, 2 * MAX_BOX)
        given = await asyncio.to_thread(self._backend.import_box, box.file, box.content, box.theirs)
        return self._replies.json(await wait_for_result(given))

    def table(self) -> list[Route]:
        return [
            Route("/tell", self.tell, methods=["POST"]),
            Route("/tiles.json", self.tiles),
            Route("/box.toml", self.shared),
            Route("/box", self.import_box, methods=["POST"]),
        ]


PAGE = Path(__file__).parent / "page"
DRAW_POLL, DRAW_POLLS = 0.01, 100
"""Seconds between two looks whether the newest picture is drawn, and how many before an older one is given out."""

Button = Literal["UP", "DOWN", "OK", "BACK", "UNDO"]


class TapBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /tap"""

    tag: Short
    """What stands on a sticker: "tile:ID" and the like, "card:ID", or its number, "uid:04a1…"."""


class PressBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /press"""

    button: Button
    """As printed on the case."""
    long: bool = False
    """A long press."""


class AnswerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /answer: an answer given on the page, by the names in an open question."""

    question: int
    """Its number; 0 for a correction."""
    offer: Short
    """The name of one of its offers."""
    values: tuple[ChoiceValue | int, ...] = ()
    """One for each part of the offer, in their order."""
    anyway: bool = False
    """Enter it although the book says that it can't be."""


class OpenBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /open: an answer begun on the page, to be gone on with on the panel."""

    question: int
    """As in `AnswerBody`."""
    offer: Short
    """As in `AnswerBody`."""
    values: tuple[ChoiceValue | int, ...] = ()
    """Of the first parts, fewer than the offer has."""


class SlowBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /slow: show pictures only as fast as real e-ink would."""

    on: bool
    """False: at once."""


class InviteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /invite: {}"""


class WriteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /write: {}"""


class InputResult(Protocol):
    """What came of an input."""

    @property
    def signal(self) -> str:
        """One of `devices.SIGNALS`, or "" for none."""

    @property
    def sentence(self) -> Message | None:
        """Why not, or what the panel says; None where there is nothing to say."""


class WebBackend(Protocol):
    """The running application as the routes see it; every call may come from the server's thread."""

    @property
    def box(self) -> FactsBackend:
        """What its owner told of the pieces."""

    def tap(self, tag: str) -> Future[Any]:
        """A tag on the reader; done when it is handled and durable, with a `Handled`."""

    def press(self, button: str, long: bool) -> Future[Any]:
        """A button pressed."""

    def answer(self, answer: Answer) -> Future[Any]:
        """An answer given on the page."""

    def open(self, begun: Answer) -> Future[Any]:
        """An offer laid open on the panel, its first parts filled in."""

    def write(self) -> Future[Any]:
        """The next sticker on the reader is written on; as `tap`."""

    def invite(self) -> Future[Any]:
        """An invitation for a phone, on the panel; done as `press`."""

    def slow(self, on: bool) -> None:
        """Real e-ink's slowness on or off."""

    def settled(self) -> bool:
        """Whether the panel shows what belongs to the newest input."""

    def panel(self) -> bytes:
        """What the panel shows now, as PNG, pixel for pixel."""

    def state(self) -> Any:
        """The table's view and the open questions."""

    def number(self) -> int:
        """Of what there is to see: another one only when that is another."""

    def page(self, version: int) -> Any:
        """What the page draws: panel, board, tray, forms, its own words."""

    def look_up(self, words: str) -> Any:
        """The articles with these words: a list of title, text and id of the rule, the likeliest first."""

    def cards(self) -> bytes | None:
        """The sheet of command cards as PDF; None where the game has none."""

    def game_file(self, game: str, name: str) -> Path | None:
        """A script or style of a game's board; None where that game has none of that name."""

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` from any thread after each change; the result ends that."""


class Routes:
    """The replies of one server."""

    def __init__(self, backend: WebBackend, translate: Translate) -> None:
        self._backend = backend
        self._translate = translate
        self._replies = Replies(translate)
        self._changes: ChangeEvents | None = None

    @asynccontextmanager
    async def open(self, _app: Starlette) -> AsyncIterator[None]:
        """While the server runs, each change of the application wakes the listening pages."""
        self._changes = ChangeEvents(self._backend.number)
        unsubscribe = self._backend.subscribe(self._changes.notify)
        try:
            yield
        finally:
            unsubscribe()

    def close(self) -> None:
        """End the event streams; called in the server's loop before it waits for its connections."""
        if self._changes:
            self._changes.close()

    async def tap(self, request: Request) -> Response:
        return await self._handled(self._backend.tap((await read_body(request, TapBody)).tag))

    async def press(self, request: Request) -> Response:
        press = await read_body(request, PressBody)
        return await self._handled(self._backend.press(press.button, press.long))

    async def answer(self, request: Request) -> Response:
        given = await read_body(request, AnswerBody)
        answer = Answer(given.question, given.offer, given.values, given.anyway)
        return await self._handled(self._backend.answer(answer))

    async def open_form(self, request: Request) -> Response:
        begun = await read_body(request, OpenBody)
        return await self._handled(self._backend.open(Answer(begun.question, begun.offer, begun.values)))

    async def write(self, request: Request) -> Response:
        await read_body(request, WriteBody)
        return await self._handled(self._backend.write())

    async def invite(self, request: Request) -> Response:
        await read_body(request, InviteBody)
        return await self._handled(self._backend.invite())

    async def slow(self, request: Request) -> Response:
        self._backend.slow((await read_body(request, SlowBody)).on)
        if self._changes:
            self._changes.notify()
        return Response(status_code=204)

    async def _handled(self, handled: Future[Any]) -> Response:
        """The reply once the input is handled; it is handled even when whoever sent it has gone."""
        reaction: InputResult = await wait_for_result(handled)
        sentence = self._translate(reaction.sentence) if reaction.sentence else ""
        return self._replies.json({"signal": reaction.signal, "sentence": sentence})

    async def panel(self, _request: Request) -> Response:
        for _ in range(DRAW_POLLS):
            if self._backend.settled():
                break
            await asyncio.sleep(DRAW_POLL)
        return Response(self._backend.panel(), media_type="image/png")

    async def state(self, _request: Request) -> Response:
        return self._replies.json(self._backend.state())

    async def desk(self, _request: Request) -> Response:
        return self._replies.json(self._backend.page(self._backend.number()))

    async def look_up(self, request: Request) -> Response:
        return self._replies.json(await asyncio.to_thread(self._backend.look_up, search_words(request)))

    async def cards(self, _request: Request) -> Response:
        made = await asyncio.to_thread(self._backend.cards)
        if made is None:
            return Response(status_code=404)
        head = {"content-disposition": 'inline; filename="command-cards.pdf"'}
        return Response(made, media_type="application/pdf", headers=head)

    async def game_file(self, request: Request) -> Response:
        return self._replies.file(self._backend.game_file(**request.path_params))

    async def events(self, _request: Request) -> Response:
        assert self._changes
        return StreamingResponse(self._changes.events(), media_type="text/event-stream")

    def table(self) -> list[Route | Mount]:
        return [
            Route("/tap", self.tap, methods=["POST"]),
            Route("/press", self.press, methods=["POST"]),
            Route("/answer", self.answer, methods=["POST"]),
            Route("/open", self.open_form, methods=["POST"]),
            Route("/invite", self.invite, methods=["POST"]),
            Route("/write", self.write, methods=["POST"]),
            Route("/slow", self.slow, methods=["POST"]),
            Route("/panel.png", self.panel),
            Route("/state.json", self.state),
            Route("/desk.json", self.desk),
            Route("/events", self.events),
            Route("/look-up.json", self.look_up),
            Route("/games/{game}/{name}", self.game_file),
            Route("/cards.pdf", self.cards),
            Route("/icons/{name}.svg", icon_response),
            *FactsRoutes(self._backend.box, self._replies).table(),
            Mount("/fonts", StaticFiles(directory=FONTS)),
            Mount("/", StaticFiles(directory=PAGE, html=True)),
        ]


def page_application(backend: WebBackend, translate: Translate, hosts: frozenset[str]) -> tuple[Starlette, Routes]:
    """The server's application, and its routes, to be closed before it stops."""
    routes = Routes(backend, translate)
    app = Starlette(
        routes=routes.table(),
        middleware=[Middleware(RequestGuard, hosts=lambda _scope: hosts, translate=translate)],
        exception_handlers=exception_handlers(translate),
        lifespan=routes.open,
    )
    return app, routes
