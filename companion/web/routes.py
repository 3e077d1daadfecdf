"""Routes of the companion's page: bodies of POST requests, replies, icons, and the page's own files.

Each route turns a request into one call of `WebBackend`, or of `FactsBackend` for the facts of the owner's box,
and the result into a response. `FactsRoutes` can be used by any server of the companion.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from companion.engine.message import Message, Translate
from companion.engine.offers import Answer
from companion.screens.icons import ARROW, GRID_UNITS, KEYS, TICK, icon_svg
from companion.screens.paper import FONTS
from companion.web.http import (
    ChangeEvents,
    ChoiceValue,
    EventStream,
    Replies,
    RequestGuard,
    ShortText,
    exception_handlers,
    read_body,
    search_text,
    wait_for_result,
)

SVG_NAMESPACE = "http://www.w3.org/2000/svg"
ICONS = {**KEYS, **{each.name: each for each in (TICK, ARROW)}}


async def icon_response(request: Request) -> Response:
    """Return an icon of the panel as SVG, including the keys of the case."""
    found = ICONS.get(request.path_params["name"])
    if found is None:
        return Response(status_code=404)
    box = f'viewBox="0 0 {GRID_UNITS} {GRID_UNITS}"'
    return Response(f'<svg xmlns="{SVG_NAMESPACE}" {box}>{icon_svg(found)}</svg>', media_type="image/svg+xml")


MAX_FIELDS = 20


class FactBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /tell: facts about a piece."""

    piece: ShortText
    """Id of the piece, as in /tiles.json."""
    values: Annotated[dict[str, str | None], msgspec.Meta(max_length=MAX_FIELDS)]
    """Values by field id; null removes a value. Fields that are absent stay unchanged."""


class BoxBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /box: the box of another owner."""

    file: ShortText
    """File name, for messages."""
    content: str
    """Text of the file."""
    theirs: dict[str, bool] = {}
    """For each returned difference, by its key: true to import the file's value."""


class FactsBackend(Protocol):
    """The running application as the fact routes use it. Calls may come from the server's thread."""

    def tell(self, piece: str, values: Mapping[str, str | None]) -> Future[Any]:
        """Save facts about a piece; the future gives `{"signal", "sentence"}` once they are saved or refused."""

    def tiles(self, piece: str, after: str, tapped: bool = False) -> Any:
        """Return the form of a piece, or else of the next unknown one, and how far the box is known.

        tapped: prefer the piece that is open on the panel.
        """

    def export_box(self) -> bytes:
        """Return the box as a file for other owners. Raises HttpError."""

    def import_box(self, file: str, content: str, theirs: Mapping[str, bool]) -> Future[Any]:
        """Import another owner's box, completely or not at all.

        The future gives the result of `tell`, or `differences` to choose from.
        """


class FactsRoutes:
    """Handlers of the fact routes.

    box: called for each request, so that nothing is loaded before the first one.
    admit: raises HttpError for a client that may not edit facts.
    """

    def __init__(
        self,
        box: Callable[[], FactsBackend],
        replies: Replies,
        admit: Callable[[Request], object] = lambda _request: None,
    ) -> None:
        self._box, self._replies, self._admit = box, replies, admit

    async def tell(self, request: Request) -> Response:
        self._admit(request)
        told = await read_body(request, FactBody)
        return self._replies.json(await wait_for_result(self._box().tell(told.piece, told.values)))

    async def tiles(self, request: Request) -> Response:
        self._admit(request)
        piece, after = (request.query_params.get(name, "") for name in ("piece", "after"))
        tapped = "tapped" in request.query_params
        found = await asyncio.to_thread(self._box().tiles, piece, after, tapped)
        return self._replies.json(found)

    async def export_box(self, request: Request) -> Response:
        self._admit(request)
        head = {"content-disposition": 'attachment; filename="box.toml"'}
        return Response(await asyncio.to_thread(self._box().export_box), 200, head, "application/toml")

    async def import_box(self, request: Request) -> Response:
        from companion.web.piece_facts import MAX_BOX_BYTES  # late: most evenings describe no tile

        self._admit(request)
        # JSON escapes make the text longer than the file.
        box = await read_body(request, BoxBody, 2 * MAX_BOX_BYTES)
        given = await asyncio.to_thread(self._box().import_box, box.file, box.content, box.theirs)
        return self._replies.json(await wait_for_result(given))

    def table(self) -> list[Route]:
        return [
            Route("/tell", self.tell, methods=["POST"]),
            Route("/tiles.json", self.tiles),
            Route("/box.toml", self.export_box),
            Route("/box", self.import_box, methods=["POST"]),
        ]


PAGE = Path(__file__).parent / "page"
DRAW_POLL, DRAW_POLLS = 0.01, 100
"""Seconds between two checks whether the newest picture is drawn, and the checks before an older one is sent."""

MAX_FORM_PATH = 16
"""Maximum length of a form's path; no form is that deep."""

Button = Literal["UP", "DOWN", "OK", "BACK", "UNDO"]


class TapBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /tap"""

    tag: ShortText
    """Text of a tag, such as "tile:ID" or "card:ID", or its serial number, "uid:04a1…"."""


class PressBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /press"""

    button: Button
    """Label of the button on the case."""
    long: bool = False
    """True for a long press."""


class AnswerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /answer: an answer to an open question."""

    question: int
    """Number of the question; 0 for a correction."""
    offer: ShortText
    """Name of one of its offers."""
    values: tuple[ChoiceValue | int, ...] = ()
    """Values of the offer's parts in their order."""
    anyway: bool = False
    """True to enter it although a rule forbids it."""


class OpenBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /open: an answer started on the page that is continued on the panel."""

    question: int
    """As in `AnswerBody`."""
    offer: ShortText
    """As in `AnswerBody`."""
    values: tuple[ChoiceValue | int, ...] = ()
    """Values of the first parts, fewer than the offer has."""


class SlowBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /slow: whether the simulated panel is as slow as real e-ink."""

    on: bool
    """False to show pictures at once."""


class InviteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /invite: {}"""


class WriteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /write: {}"""


class InputResult(Protocol):
    """Result of an input."""

    @property
    def signal(self) -> str:
        """One of `devices.SIGNALS`, or "" for none."""

    @property
    def sentence(self) -> Message | None:
        """Reason of a refusal, or what the panel shows; None if there is nothing to report."""


class WebBackend(Protocol):
    """The running application as the routes use it. Calls may come from the server's thread."""

    @property
    def box(self) -> FactsBackend:
        """Facts about the pieces of the owner's box."""

    def tap(self, tag: str) -> Future[Any]:
        """Submit a tag on the reader; the future gives an `InputResult` once the tap is handled and durable."""

    def press(self, button: str, long: bool) -> Future[Any]:
        """Submit a press of a button; result as of `tap`."""

    def answer(self, answer: Answer) -> Future[Any]:
        """Submit an answer; result as of `tap`."""

    def open(self, begun: Answer) -> Future[Any]:
        """Open an offer on the panel with its first parts filled in; result as of `tap`."""

    def write(self) -> Future[Any]:
        """Start writing on the next tag on the reader; result as of `tap`."""

    def invite(self) -> Future[Any]:
        """Show an invitation for a phone on the panel; result as of `tap`."""

    def slow(self, on: bool) -> None:
        """Turn the slowness of real e-ink on or off."""

    def is_panel_current(self) -> bool:
        """True if the panel shows the result of the newest input."""

    def panel(self) -> bytes:
        """Return the panel's picture as PNG, pixel for pixel."""

    def state(self) -> Any:
        """Return the table's view and the open questions."""

    def number(self) -> int:
        """Return a number that changes exactly when something visible changes."""

    def page(self, version: int) -> Any:
        """Return what the page draws: panel, board, tray, forms and texts."""

    def form(self, question: int, offer: str, path: Sequence[str]) -> Any:
        """Return the fields of an open form, or those that a choice in it adds; None if there is none.

        path: as of `page_data.form_fields`.
        """

    def look_up(self, words: str) -> Any:
        """Return the articles that match the search text: title, text and rule id, best match first."""

    def cards(self) -> bytes | None:
        """Return the sheet of command cards as PDF; None if the game has no cards."""

    def game_file(self, game: str, name: str) -> Path | None:
        """Return the path of a game's script or style; None if there is no such file."""

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after each change, from any thread. Return a function that ends this."""


class Routes:
    """Handlers of one server's routes."""

    def __init__(self, backend: WebBackend, translate: Translate) -> None:
        self._backend = backend
        self._translate = translate
        self._replies = Replies(translate)
        self._changes: ChangeEvents | None = None

    @asynccontextmanager
    async def open(self, _app: Starlette) -> AsyncIterator[None]:
        """Wake the listening pages at each change of the application while the server runs."""
        self._changes = ChangeEvents(self._backend.number)
        unsubscribe = self._backend.subscribe(self._changes.notify)
        try:
            yield
        finally:
            unsubscribe()

    def close(self) -> None:
        """End the event streams. Called in the server's loop before it waits for its connections."""
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
        """Return the reply once the input is handled, even if the client has disconnected."""
        reaction: InputResult = await wait_for_result(handled)
        sentence = self._translate(reaction.sentence) if reaction.sentence else ""
        return self._replies.json({"signal": reaction.signal, "sentence": sentence})

    async def panel(self, _request: Request) -> Response:
        for _ in range(DRAW_POLLS):
            if self._backend.is_panel_current():
                break
            await asyncio.sleep(DRAW_POLL)
        return Response(self._backend.panel(), media_type="image/png")

    async def state(self, _request: Request) -> Response:
        return self._replies.json(self._backend.state())

    async def desk(self, _request: Request) -> Response:
        return self._replies.json(self._backend.page(self._backend.number()))

    async def form(self, request: Request) -> Response:
        given = request.query_params
        number, path = given.get("question", ""), given.getlist("at")[:MAX_FORM_PATH]
        question = int(number) if number.isdecimal() and len(number) < MAX_FORM_PATH else -1
        fields = await asyncio.to_thread(self._backend.form, question, given.get("offer", ""), path)
        return self._replies.json(fields)

    async def look_up(self, request: Request) -> Response:
        return self._replies.json(await asyncio.to_thread(self._backend.look_up, search_text(request)))

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
        return EventStream(self._changes.events())

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
            Route("/form.json", self.form),
            Route("/look-up.json", self.look_up),
            Route("/games/{game}/{name}", self.game_file),
            Route("/cards.pdf", self.cards),
            Route("/icons/{name}.svg", icon_response),
            *FactsRoutes(lambda: self._backend.box, self._replies).table(),
            Mount("/fonts", StaticFiles(directory=FONTS)),
            Mount("/", StaticFiles(directory=PAGE, html=True)),
        ]


def page_application(backend: WebBackend, translate: Translate, hosts: frozenset[str]) -> tuple[Starlette, Routes]:
    """Return the server's application, and its routes, which must be closed before it stops."""
    routes = Routes(backend, translate)
    app = Starlette(
        routes=routes.table(),
        middleware=[Middleware(RequestGuard, hosts=lambda _scope: hosts, translate=translate)],
        exception_handlers=exception_handlers(translate),
        lifespan=routes.open,
    )
    return app, routes
