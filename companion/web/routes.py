"""The routes of the companion's page: what may be posted, what may be read, and the page's own files.

Each turns a request into one call of `WebBackend` and its result into a response. Knows no rule and no device.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from companion.engine.message import Message, Translate, tr
from companion.engine.offers import Answer
from companion.screens.icons import ARROW, GRID, KEYS, TICK, svg
from companion.screens.paper import FONTS
from companion.web.change_events import ChangeEvents
from companion.web.request_guard import Refused, RequestGuard, body_of, refusal
from companion.web.translated_json import json_of

SVG = "http://www.w3.org/2000/svg"
ICONS = {**KEYS, **{each.name: each for each in (TICK, ARROW)}}
PAGE = Path(__file__).parent / "page"
INPUT_TIMEOUT = 20.0
"""Seconds to wait for an input to be handled before saying that the companion is busy."""
DRAW_POLL, DRAW_POLLS = 0.01, 100
"""Seconds between two looks whether the newest picture is drawn, and how many before an older one is given out."""

Button = Literal["UP", "DOWN", "OK", "BACK", "UNDO"]
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
ChoiceValue = Annotated[str, msgspec.Meta(max_length=120)]
"""As an offer lists it: "" is one too ("not named")."""
Body = TypeVar("Body", bound=msgspec.Struct)


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


class Handled(Protocol):
    """What came of an input."""

    @property
    def signal(self) -> str:
        """One of `devices.SIGNALS`, or "" for none."""

    @property
    def sentence(self) -> Message | None:
        """Why not, or what the panel says; None where there is nothing to say."""


class WebBackend(Protocol):
    """The running application as the routes see it; every call may come from the server's thread."""

    def tap(self, tag: str) -> Future[Any]:
        """A tag on the reader; done when it is handled and durable, with a `Handled`."""

    def press(self, button: str, long: bool) -> Future[Any]:
        """A button pressed."""

    def answer(self, answer: Answer) -> Future[Any]:
        """An answer given on the page."""

    def open(self, begun: Answer) -> Future[Any]:
        """An offer laid open on the panel, its first parts filled in."""

    def slow(self, on: bool) -> None:
        """Real e-ink's slowness on or off."""

    def settled(self) -> bool:
        """Whether the panel shows what belongs to the newest input."""

    def panel(self) -> bytes:
        """What the panel shows now, as PNG, pixel for pixel."""

    def state(self) -> Any:
        """The table's view and the open questions."""

    def page(self, version: int) -> Any:
        """What the page draws: panel, board, tray, forms, its own words."""

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
        self._changes: ChangeEvents | None = None

    @asynccontextmanager
    async def open(self, _app: Starlette) -> AsyncIterator[None]:
        """While the server runs, each change of the application wakes the listening pages."""
        self._changes = ChangeEvents()
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
        return await self._handled(self._backend.tap((await _read(request, TapBody)).tag))

    async def press(self, request: Request) -> Response:
        press = await _read(request, PressBody)
        return await self._handled(self._backend.press(press.button, press.long))

    async def answer(self, request: Request) -> Response:
        given = await _read(request, AnswerBody)
        answer = Answer(given.question, given.offer, given.values, given.anyway)
        return await self._handled(self._backend.answer(answer))

    async def open_form(self, request: Request) -> Response:
        begun = await _read(request, OpenBody)
        return await self._handled(self._backend.open(Answer(begun.question, begun.offer, begun.values)))

    async def slow(self, request: Request) -> Response:
        self._backend.slow((await _read(request, SlowBody)).on)
        if self._changes:
            self._changes.notify()
        return Response(status_code=204)

    async def _handled(self, handled: Future[Any]) -> Response:
        """The reply once the input is handled; it is handled even when whoever sent it has gone."""
        try:
            reaction: Handled = await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(handled)), INPUT_TIMEOUT)
        except TimeoutError:
            raise Refused(503, tr("The companion is busy; wait a moment and try again.")) from None
        sentence = self._translate(reaction.sentence) if reaction.sentence else ""
        return self._json({"signal": reaction.signal, "sentence": sentence})

    async def panel(self, _request: Request) -> Response:
        for _ in range(DRAW_POLLS):
            if self._backend.settled():
                break
            await asyncio.sleep(DRAW_POLL)
        return Response(self._backend.panel(), media_type="image/png")

    async def state(self, _request: Request) -> Response:
        return self._json(self._backend.state())

    async def desk(self, _request: Request) -> Response:
        return self._json(self._backend.page(self._changes.version if self._changes else 0))

    async def cards(self, _request: Request) -> Response:
        made = await asyncio.to_thread(self._backend.cards)
        if made is None:
            return Response(status_code=404)
        head = {"content-disposition": 'inline; filename="command-cards.pdf"'}
        return Response(made, media_type="application/pdf", headers=head)

    async def game_file(self, request: Request) -> Response:
        path = self._backend.game_file(request.path_params["game"], request.path_params["name"])
        return FileResponse(path) if path else Response(status_code=404)

    async def icon(self, request: Request) -> Response:
        """A picture of the panel's own set, the keys of the case among them."""
        found = ICONS.get(request.path_params["name"])
        if found is None:
            return Response(status_code=404)
        box = f'viewBox="0 0 {GRID} {GRID}"'
        return Response(f'<svg xmlns="{SVG}" {box}>{svg(found)}</svg>', media_type="image/svg+xml")

    async def events(self, _request: Request) -> Response:
        assert self._changes
        return StreamingResponse(self._changes.events(), media_type="text/event-stream")

    def _json(self, value: Any) -> Response:
        return Response(json_of(value, self._translate), media_type="application/json")

    async def refuse(self, _request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return refusal(error, self._translate)

    async def broken(self, _request: Request, _error: Exception) -> Response:
        fault = Refused(500, tr("The companion could not do that; what was entered before is safe."))
        return refusal(fault, self._translate)

    def table(self) -> list[Route | Mount]:
        return [
            Route("/tap", self.tap, methods=["POST"]),
            Route("/press", self.press, methods=["POST"]),
            Route("/answer", self.answer, methods=["POST"]),
            Route("/open", self.open_form, methods=["POST"]),
            Route("/slow", self.slow, methods=["POST"]),
            Route("/panel.png", self.panel),
            Route("/state.json", self.state),
            Route("/desk.json", self.desk),
            Route("/events", self.events),
            Route("/games/{game}/{name}", self.game_file),
            Route("/cards.pdf", self.cards),
            Route("/icons/{name}.svg", self.icon),
            Mount("/fonts", StaticFiles(directory=FONTS)),
            Mount("/", StaticFiles(directory=PAGE, html=True)),
        ]


async def _read(request: Request, kind: type[Body]) -> Body:
    """The body as `kind`; Refused (400) names what is wrong with it."""
    body = await body_of(request)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise Refused(400, tr("The body does not fit this route: {why}.", why=_why(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused(400, tr("The body is not JSON.")) from None


def _why(error: msgspec.ValidationError) -> str:
    return str(error).rstrip(".")


def application(backend: WebBackend, translate: Translate, hosts: frozenset[str]) -> tuple[Starlette, Routes]:
    """The server's application, and its routes, to be closed before it stops."""
    routes = Routes(backend, translate)
    app = Starlette(
        routes=routes.table(),
        middleware=[Middleware(RequestGuard, hosts=hosts, translate=translate)],
        exception_handlers={Refused: routes.refuse, Exception: routes.broken},
        lifespan=routes.open,
    )
    return app, routes
