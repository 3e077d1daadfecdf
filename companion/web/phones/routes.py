"""Routes of invited phones: joining, reading and entering; and their event streams.

Each route turns a request into one call of `PhoneBackend`. A phone is identified only by its cookie. The desk
page's routes for taps, presses and panel pictures do not exist here. Connections are limited to local addresses
and to a number per address. An event stream notifies a phone only if the number of its own view changed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from collections.abc import Set as AbstractSet
from concurrent.futures import Future
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Protocol

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from companion.engine.message import Translate, tr
from companion.web.http import (
    ALIVE_EVENT,
    ChoiceValue,
    EventStream,
    Replies,
    RequestGuard,
    ShortText,
    exception_handlers,
    read_body,
    search_text,
    wait_for_event,
    wait_for_result,
)
from companion.web.phones import network
from companion.web.phones.admission import (
    AT_TABLE,
    WRONG_SECRET,
    Admission,
    Invitations,
    JoinDecision,
    PhoneDevice,
    PhoneDevices,
    Viewer,
)
from companion.web.phones.network import is_local_address
from companion.web.routes import FactsBackend, FactsRoutes, icon_response
from companion.web.server import Connection
from companion.web.session_calls import HttpError

MAX_PHONE_CONNECTIONS = 240
"""Maximum connections: each phone has an event stream and one or two requests."""
MAX_PER_ADDRESS = 12
"""Maximum connections of one address; a browser opens six."""


class PhoneConnection(Connection):
    """Connection with additional limits for phones."""

    def is_welcome(self) -> bool:
        """True if it is local, and neither its address nor all phones have too many connections."""
        address = self.client[0] if self.client else ""
        clients = (each.client for each in self.connections if isinstance(each, PhoneConnection))
        alike = sum(1 for client in clients if client and client[0] == address)
        return (
            is_local_address(address)
            and alike <= MAX_PER_ADDRESS
            and len(self.connections) <= MAX_PHONE_CONNECTIONS
        )


class _Stream:
    """Event stream of one phone."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.wake = asyncio.Event()
        self.ended = False

    def end(self) -> None:
        self.ended = True
        self.wake.set()


class Streams:
    """Event streams of all phones; created inside the server's event loop.

    number_of: returns the number of a viewer's newest view.
    """

    def __init__(self, number_of: Callable[[Viewer], Awaitable[str]]) -> None:
        self._loop = asyncio.get_running_loop()
        self._number_of = number_of
        self._open: dict[str, _Stream] = {}
        self._closed = False

    def ring(self, viewers: AbstractSet[Viewer]) -> None:
        """Notify the phones of these viewers. May be called from any thread."""
        self._soon(lambda: self._wake(lambda stream: stream.viewer in viewers))

    def close_removed(self, devices: AbstractSet[str]) -> None:
        """End the streams of phones whose keys are not in `devices`. May be called from any thread."""

        def end() -> None:
            for key, stream in self._open.items():
                if key not in devices:
                    stream.end()

        self._soon(end)

    def close(self) -> None:
        """End all event streams, so that the server can stop."""
        self._closed = True
        for stream in self._open.values():
            stream.end()

    def _soon(self, act: Callable[[], None]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(act)

    def _wake(self, wanted: Callable[[_Stream], bool]) -> None:
        for stream in self._open.values():
            if wanted(stream):
                stream.wake.set()

    async def events(self, device: PhoneDevice) -> AsyncIterator[str]:
        """Yield server-sent events for one phone: the number of its view now, and again at each change."""
        stream = _Stream(device.viewer)
        before, self._open[device.key] = self._open.get(device.key), stream
        if before:
            before.end()
        sent = ""
        try:
            while not (stream.ended or self._closed):
                stream.wake.clear()
                number = await self._number_of(device.viewer)
                if number != sent:
                    sent = number
                    yield f"data: {number}\n\n"
                while not (stream.ended or self._closed) and not await wait_for_event(stream.wake):
                    yield ALIVE_EVENT
        finally:
            if self._open.get(device.key) is stream:
                del self._open[device.key]


PAGE = Path(__file__).parents[1] / "page" / "phone"
SHARED_FILES = (
    "board.css", "board.js", "icon.svg", "lookup.js", "map.css", "map.js", "marks.js", "ring.js", "sharing.js",
    "sound.js", "stream.js", "tables.js", "teaching.js", "tiles.css",
)  # fmt: skip
"""Files of the desk page that phones use too."""
COOKIE_NAME = "companion_phone"
COOKIE_SECONDS = 24 * 60 * 60
DECISION_TIMEOUT, POLL_INTERVAL = 20.0, 0.2
"""Seconds for which a request waits for the decision, and between two checks."""
WRITE_TIMEOUT = 5.0
"""Seconds for which a request waits for the result of writing on a sticker."""

UNKNOWN_PHONE = tr("Ask at the table for an invitation (menu, Phones, Invite a phone) and scan it.")
PHONE_FORGOTTEN = {
    "forgotten": tr(
        "This phone was forgotten. To come back: menu, Phones, Invite a phone, and scan the new code."
    ),
    "replaced": tr("Another phone is here instead of this one. To come back: menu, Phones, Invite a phone."),
}
READ_ONLY_PHONE = tr("This phone only looks on.")
TABLE_ONLY = tr("Only a phone for the whole table does that; ask at the table for such an invitation.")
NOT_STORED = tr("The phone could not be let in, for the companion could not write it down; try again.")


class JoinBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /join"""

    secret: ShortText
    """Text after the # of the invitation's address."""


class JoinedBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /joined"""

    ticket: ShortText
    """Ticket from /join."""


class StepBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /step: request for the next step of an offer."""

    question: ShortText
    """Id of the question in /view.json; "correct" for the correction question."""
    offer: Annotated[str, msgspec.Meta(max_length=120)] = ""
    """Name of one of its offers; "" lists those of "correct"."""
    values: tuple[ChoiceValue | int, ...] = ()
    """Values of the parts filled in so far."""


class AnswerBody(StepBody, frozen=True, forbid_unknown_fields=True):
    """POST /answer: an offer with every part filled in."""

    anyway: bool = False
    """True to enter it although a rule forbids it."""


class WriteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /write: {}"""


class UndoBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /undo: undo everything from an entry on."""

    entry: ShortText
    """Id of the entry in /history.json."""
    newest: ShortText
    """Id of the newest entry there; the undo is refused if there is a newer one."""


class EncodedView(Protocol):
    """A view as JSON."""

    @property
    def number(self) -> str:
        """Number of the view; it changes with the view and reveals nothing about other viewers."""

    @property
    def body(self) -> bytes: ...


class PhoneBackend(Protocol):
    """The running application as the routes of phones use it. Calls may come from the server's threads."""

    devices: PhoneDevices
    invitations: Invitations

    @property
    def box(self) -> FactsBackend:
        """Facts about the owner's box, for phones with the role AT_TABLE."""

    def asks(self) -> None:
        """Show on the panel that a phone asks to join."""

    def came(self) -> None:
        """Update the panel after a phone was admitted."""

    def view_for(self, viewer: Viewer) -> EncodedView:
        """Return the current view of this viewer."""

    def made(self, viewer: Viewer) -> EncodedView | None:
        """Return the current view if it has been made; else None. Never waits."""

    def words(self) -> Any:
        """Return the fixed texts of the page."""

    def step(self, viewer: Viewer, step: StepBody) -> Any:
        """Return the next step of an offer. Raises HttpError."""

    def answer(self, viewer: Viewer, answer: AnswerBody) -> Future[Any]:
        """Answer a question; the future gives `{"signal", "sentence"}` once it is durable or refused."""

    def undo(self, viewer: Viewer, undo: UndoBody) -> Future[Any]:
        """Undo entries; result as of `answer`."""

    def write(self) -> Future[Any]:
        """Start writing on the next tag on the reader; result as of `answer`."""

    def write_result(self) -> Any:
        """Return `{"signal", "sentence"}` of the writing; None while no tag is on the reader."""

    def history(self, viewer: Viewer) -> Future[Any]:
        """Return the entries that this viewer may read, newest first."""

    def entry_articles(self, viewer: Viewer, entry: str) -> Future[Any]:
        """Return the articles about one of these entries."""

    def look_up(self, words: str) -> Any:
        """Return the articles that match the search text, as on the desk page."""

    def game_file(self, game: str, name: str) -> Path | None:
        """Return the path of a script or style of a game's board."""


class _UnconfirmedAdmission(NamedTuple):
    """Admission sent to a phone that has not used it yet; its connection may have been lost."""

    ticket: str
    key: str
    """Key of the admitted device."""


class PhoneRoutes:
    """Handlers of one server's routes."""

    def __init__(self, backend: PhoneBackend, translate: Translate) -> None:
        self._backend = backend
        self._replies = Replies(translate)
        self.streams: Streams | None = None
        self._unheard: _UnconfirmedAdmission | None = None
        self._admitting = asyncio.Lock()
        self._newest_request: object = None
        """Newest request with a valid ticket; an older one of the same phone is not answered."""

    @asynccontextmanager
    async def open(self, _app: Starlette) -> AsyncIterator[None]:
        self.streams = Streams(self._number_of)
        yield

    def close(self) -> None:
        """End the event streams. Called in the server's loop before it waits for its connections."""
        if self.streams:
            self.streams.close()

    async def join(self, request: Request) -> Response:
        body = await read_body(request, JoinBody)
        came = self._backend.invitations.join(body.secret, request.client.host if request.client else "")
        self._backend.asks()
        return self._replies.json({"number": came.number, "ticket": came.ticket})

    async def confirm_join(self, request: Request) -> Response:
        ticket = (await read_body(request, JoinedBody)).ticket
        word: JoinDecision = self._backend.invitations.decision(ticket)
        if word != "no":
            self._newest_request = request
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DECISION_TIMEOUT):
                # A phone that slept meanwhile asks again; the decision stays available.
                while word == "waits" and self._is_newest(request) and not await request.is_disconnected():
                    await asyncio.sleep(POLL_INTERVAL)
                    word = self._backend.invitations.decision(ticket)
        if not isinstance(word, Admission):
            return self._replies.json({"word": word})
        # One ticket admits one device, however many requests use it at the same time: the newest one.
        async with self._admitting:
            if self._is_newest(request) and isinstance(self._backend.invitations.decision(ticket), Admission):
                reply = await self._let_in(request, word, ticket)
                if self._is_newest(request):
                    return reply
        raise HttpError(403, WRONG_SECRET)

    def _is_newest(self, request: Request) -> bool:
        return self._newest_request is request

    async def _let_in(self, request: Request, word: Admission, ticket: str) -> Response:
        before = self._backend.devices.of(request.cookies.get(COOKIE_NAME, ""))
        instead = {before.key} if before else set[str]()
        if self._unheard and self._unheard.ticket == ticket:
            instead.add(self._unheard.key)
        admit = self._backend.devices.admit
        try:
            cookie, device = await asyncio.to_thread(admit, word.number, word.viewer, instead)
        except OSError:
            raise HttpError(503, NOT_STORED) from None
        self._unheard = _UnconfirmedAdmission(ticket, device.key)
        self._backend.came()
        reply = self._replies.json({"word": "yes"})
        reply.set_cookie(COOKIE_NAME, cookie, max_age=COOKIE_SECONDS, httponly=True, samesite="strict")
        return reply

    async def _seen(self, viewer: Viewer) -> EncodedView:
        made = self._backend.made(viewer)
        return made if made else await asyncio.to_thread(self._backend.view_for, viewer)

    async def _number_of(self, viewer: Viewer) -> str:
        return (await self._seen(viewer)).number

    async def view(self, request: Request) -> Response:
        made = await self._seen(self._device(request).viewer)
        number = msgspec.json.encode(made.number)
        return Response(b'{"number":' + number + b"," + made.body[1:], media_type="application/json")

    async def events(self, request: Request) -> Response:
        assert self.streams
        return EventStream(self.streams.events(self._device(request)))

    async def words(self, _request: Request) -> Response:
        return self._replies.json(self._backend.words())

    async def history(self, request: Request) -> Response:
        told = await wait_for_result(self._backend.history(self._device(request).viewer))
        return await asyncio.to_thread(self._replies.json, told)

    async def why(self, request: Request) -> Response:
        viewer, entry = self._device(request).viewer, request.query_params.get("entry", "")
        told = await wait_for_result(self._backend.entry_articles(viewer, entry))
        return await asyncio.to_thread(self._replies.json, told)

    async def look_up(self, request: Request) -> Response:
        self._device(request)
        return await asyncio.to_thread(lambda: self._replies.json(self._backend.look_up(search_text(request))))

    async def game_file(self, request: Request) -> Response:
        return self._replies.file(self._backend.game_file(**request.path_params))

    async def step(self, request: Request) -> Response:
        viewer = self._acting(request)
        body = await read_body(request, StepBody)
        return await asyncio.to_thread(lambda: self._replies.json(self._backend.step(viewer, body)))

    async def answer(self, request: Request) -> Response:
        viewer = self._acting(request)
        body = await read_body(request, AnswerBody)
        return self._replies.json(await wait_for_result(self._backend.answer(viewer, body)))

    async def undo(self, request: Request) -> Response:
        viewer = self._acting(request)
        body = await read_body(request, UndoBody)
        return self._replies.json(await wait_for_result(self._backend.undo(viewer, body)))

    async def write(self, request: Request) -> Response:
        self._of_the_table(request)
        await read_body(request, WriteBody)
        return self._replies.json(await wait_for_result(self._backend.write()))

    async def write_result(self, request: Request) -> Response:
        """Reply with the result of writing, or null after WRITE_TIMEOUT, and then the phone asks again."""
        self._of_the_table(request)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WRITE_TIMEOUT):
                while self._backend.write_result() is None and not await request.is_disconnected():
                    await asyncio.sleep(POLL_INTERVAL)
        return self._replies.json(self._backend.write_result())

    def _device(self, request: Request) -> PhoneDevice:
        cookie = request.cookies.get(COOKIE_NAME, "")
        device = self._backend.devices.of(cookie)
        if device is None:
            raise HttpError(
                401, PHONE_FORGOTTEN.get(self._backend.devices.removal_reason(cookie) or "", UNKNOWN_PHONE)
            )
        if self._unheard and self._unheard.key == device.key:
            self._backend.invitations.confirm_arrival(self._unheard.ticket)
            self._unheard = None
        return device

    def _acting(self, request: Request) -> Viewer:
        viewer = self._device(request).viewer
        if not viewer.may_act:
            raise HttpError(403, READ_ONLY_PHONE)
        return viewer

    def _of_the_table(self, request: Request) -> None:
        if self._device(request).viewer.role != AT_TABLE:
            raise HttpError(403, TABLE_ONLY)

    def table(self) -> list[Route | Mount]:
        posted: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "/join": self.join,
            "/joined": self.confirm_join,
            "/step": self.step,
            "/answer": self.answer,
            "/undo": self.undo,
            "/write": self.write,
        }
        return [
            *(Route(path, door, methods=["POST"]) for path, door in posted.items()),
            Route("/view.json", self.view),
            Route("/events", self.events),
            Route("/words.json", self.words),
            Route("/history.json", self.history),
            Route("/written.json", self.write_result),
            Route("/why.json", self.why),
            Route("/look-up.json", self.look_up),
            Route("/games/{game}/{name}", self.game_file),
            Route("/icons/{name}.svg", icon_response),
            *FactsRoutes(lambda: self._backend.box, self._replies, self._of_the_table).table(),
            *(Route(f"/{name}", partial(_shared_file, name)) for name in SHARED_FILES),
            Mount("/", StaticFiles(directory=PAGE, html=True)),
        ]


async def _shared_file(name: str, _request: Request) -> Response:
    return FileResponse(PAGE.parent / name)


def _connection_hosts(scope: Scope) -> frozenset[str]:
    """Return the allowed Host headers of this connection."""
    address, port = scope.get("server") or ("", 0)
    return network.allowed_hosts(address, port)


def phone_application(backend: PhoneBackend, translate: Translate) -> tuple[Starlette, PhoneRoutes]:
    """Return the server's application, and its routes, which must be closed before it stops."""
    routes = PhoneRoutes(backend, translate)
    app = Starlette(
        routes=routes.table(),
        middleware=[Middleware(RequestGuard, hosts=_connection_hosts, translate=translate, strict=True)],
        exception_handlers=exception_handlers(translate),
        lifespan=routes.open,
    )
    return app, routes
