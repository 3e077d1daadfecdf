"""The doors of invited phones: how one comes in, what it may read, what it may enter.

Each turns a request into one call of `PhoneBackend`. Who a phone is only its cookie says. None of the desk's own
doors is here: no tap, no press, no picture of the panel.

One phone's connection: only from this house, and so many of each address that none keeps the others out.

The open event streams of phones: one a device, rung only when the number of its own view is another.

Lives in the loop of the phones' server. Never holds what changed, and never tells one viewer of another's number.
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
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from companion.engine.message import Translate, tr
from companion.web.http import (
    ChoiceValue,
    Replies,
    RequestGuard,
    Short,
    exception_handlers,
    read_body,
    search_words,
    wait_for_event,
    wait_for_result,
)
from companion.web.phones import admission
from companion.web.phones.admission import (
    AT_TABLE,
    Admission,
    Decision,
    Invitations,
    PhoneDevice,
    PhoneDevices,
    Viewer,
    is_local,
)
from companion.web.routes import FactsBackend, FactsRoutes, icon_response
from companion.web.server import Connection
from companion.web.session_calls import HttpError

MAX_PHONE_CONNECTIONS = 240
"""Connections at once: a phone has one that listens and one or two that ask."""
MAX_PER_ADDRESS = 12
"""Of one address; a browser opens six."""


class PhoneConnection(Connection):
    """With the limits of every connection of ours, and these."""

    def is_welcome(self) -> bool:
        """Whether it is of this house, and neither this address nor all of them have too many."""
        address = self.client[0] if self.client else ""
        clients = (each.client for each in self.connections if isinstance(each, PhoneConnection))
        alike = sum(1 for client in clients if client and client[0] == address)
        return is_local(address) and alike <= MAX_PER_ADDRESS and len(self.connections) <= MAX_PHONE_CONNECTIONS


class _Stream:
    """One phone that listens."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.wake = asyncio.Event()
        self.ended = False

    def end(self) -> None:
        self.ended = True
        self.wake.set()


class Streams:
    """Made inside the loop. number_of: of a viewer's newest view."""

    def __init__(self, number_of: Callable[[Viewer], Awaitable[str]]) -> None:
        self._loop = asyncio.get_running_loop()
        self._number_of = number_of
        self._open: dict[str, _Stream] = {}
        self._closed = False

    def ring(self, viewers: AbstractSet[Viewer]) -> None:
        """These have something new to see; may be called from any thread."""
        self._soon(lambda: self._wake(lambda stream: stream.viewer in viewers))

    def close_others(self, devices: AbstractSet[str]) -> None:
        """End the streams of all other phones, by their keys: they were forgotten. From any thread."""

        def end() -> None:
            for key, stream in self._open.items():
                if key not in devices:
                    stream.end()

        self._soon(end)

    def close(self) -> None:
        """Let every phone go, so that the server can stop."""
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
        """Server-sent events for one phone: its view's number now, and again when it is another."""
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
                    yield ": keep-alive\n\n"
        finally:
            if self._open.get(device.key) is stream:
                del self._open[device.key]


PAGE = Path(__file__).parents[1] / "page" / "phone"
SHARED = ("marks.js", "lookup.js", "map.js", "map.css", "icon.svg", "teaching.js", "sharing.js", "tiles.css")
"""What the desk's page has too."""
COOKIE = "companion_phone"
COOKIE_SECONDS = 24 * 60 * 60
WAIT, LOOK_SECONDS = 20.0, 0.2
"""Seconds that a phone's question for the table's word is held, and between two looks."""
HOLD_SECONDS = 5.0
"""Seconds that its question is held what came of writing on a sticker."""

UNKNOWN = tr("Ask at the table for an invitation (menu, Phones, Invite a phone) and scan it.")
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

    secret: Short
    """What stood behind the # of the invitation."""


class JoinedBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /joined"""

    ticket: Short
    """As /join gave it."""


class StepBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /step: what an offer asks next."""

    question: Short
    """Its mark in /view.json; "correct" for what is always open."""
    offer: Annotated[str, msgspec.Meta(max_length=120)] = ""
    """The name of one of its offers; "" lists those of "correct"."""
    values: tuple[ChoiceValue | int, ...] = ()
    """Of the parts filled in so far."""


class AnswerBody(StepBody, frozen=True, forbid_unknown_fields=True):
    """POST /answer: the same with every part filled in."""

    anyway: bool = False
    """People did it although a rule speaks against it."""


class WriteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /write: {}"""


class UndoBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /undo: everything from an entry on is taken back."""

    entry: Short
    """Its mark in /history.json."""
    newest: Short
    """That of the newest one there: if it is no longer, people look again first."""


class EncodedView(Protocol):
    """A view as JSON."""

    @property
    def number(self) -> str:
        """Another number is another view; it says nothing of what anybody else sees."""

    @property
    def body(self) -> bytes: ...


class PhoneBackend(Protocol):
    """The running application as a phone may use it; every call may come from the server's threads."""

    devices: PhoneDevices
    invitations: Invitations

    @property
    def box(self) -> FactsBackend:
        """What the owner told of the pieces; for phones of the table."""

    def asks(self) -> None:
        """Somebody came with an invitation: the panel is to say so."""

    def came(self) -> None:
        """Somebody was let in."""

    def seen(self, viewer: Viewer) -> EncodedView:
        """What this viewer sees now."""

    def made(self, viewer: Viewer) -> EncodedView | None:
        """The same where it was made already: then nobody waits, and no thread is asked."""

    def words(self) -> Any:
        """The page's own words."""

    def step(self, viewer: Viewer, step: StepBody) -> Any:
        """What is asked next; raises Refused."""

    def answer(self, viewer: Viewer, answer: AnswerBody) -> Future[Any]:
        """Done when it is entered and durable, or refused: a `{"signal", "sentence"}`."""

    def undo(self, viewer: Viewer, undo: UndoBody) -> Future[Any]:
        """As `answer`."""

    def write(self) -> Future[Any]:
        """What is printed on a piece is written on the sticker that is laid on the reader next; as `answer`."""

    def written(self) -> Any:
        """What came of that: a `{"signal", "sentence"}`; None while no sticker lies there."""

    def history(self, viewer: Viewer) -> Future[Any]:
        """The entries that this viewer may read of, the newest first."""

    def entry_articles(self, viewer: Viewer, entry: str) -> Future[Any]:
        """What explains one of these entries: articles."""

    def look_up(self, words: str) -> Any:
        """What is written about these words, as on the desk's page."""

    def game_file(self, game: str, name: str) -> Path | None:
        """A script or style of a game's board."""


class _UnconfirmedAdmission(NamedTuple):
    """A yes that was sent, to a phone that has not come with it yet: it may have vanished with its line open."""

    ticket: str
    key: str
    """Of the device that it was let in as."""


class PhoneRoutes:
    """The replies of one listener."""

    def __init__(self, backend: PhoneBackend, translate: Translate) -> None:
        self._backend = backend
        self._replies = Replies(translate)
        self.streams: Streams | None = None
        self._unheard: _UnconfirmedAdmission | None = None

    @asynccontextmanager
    async def open(self, _app: Starlette) -> AsyncIterator[None]:
        self.streams = Streams(self._number_of)
        yield

    def close(self) -> None:
        """End the event streams; called in the server's loop before it waits for its connections."""
        if self.streams:
            self.streams.close()

    # Coming in

    async def join(self, request: Request) -> Response:
        body = await read_body(request, JoinBody)
        came = self._backend.invitations.join(body.secret, request.client.host if request.client else "")
        self._backend.asks()
        return self._replies.json({"number": came.number, "ticket": came.ticket})

    async def joined(self, request: Request) -> Response:
        ticket = (await read_body(request, JoinedBody)).ticket
        word: Decision = self._backend.invitations.word(ticket)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WAIT):
                # A phone that went to sleep meanwhile asks again: its yes waits for it.
                while word == "waits" and not await request.is_disconnected():
                    await asyncio.sleep(LOOK_SECONDS)
                    word = self._backend.invitations.word(ticket)
        return (
            await self._let_in(request, word, ticket)
            if isinstance(word, Admission)
            else self._replies.json({"word": word})
        )

    async def _let_in(self, request: Request, word: Admission, ticket: str) -> Response:
        before = self._backend.devices.of(request.cookies.get(COOKIE, ""))
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
        reply.set_cookie(COOKIE, cookie, max_age=COOKIE_SECONDS, httponly=True, samesite="strict")
        return reply

    # Reading

    async def _seen(self, viewer: Viewer) -> EncodedView:
        made = self._backend.made(viewer)
        return made if made else await asyncio.to_thread(self._backend.seen, viewer)

    async def _number_of(self, viewer: Viewer) -> str:
        return (await self._seen(viewer)).number

    async def view(self, request: Request) -> Response:
        made = await self._seen(self._device(request).viewer)
        number = msgspec.json.encode(made.number)
        return Response(b'{"number":' + number + b"," + made.body[1:], media_type="application/json")

    async def events(self, request: Request) -> Response:
        assert self.streams
        return StreamingResponse(self.streams.events(self._device(request)), media_type="text/event-stream")

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
        return await asyncio.to_thread(lambda: self._replies.json(self._backend.look_up(search_words(request))))

    async def game_file(self, request: Request) -> Response:
        return self._replies.file(self._backend.game_file(**request.path_params))

    # Entering

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

    async def written(self, request: Request) -> Response:
        """Held for a while; null where the sticker is still waited for, and the phone asks again."""
        self._of_the_table(request)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HOLD_SECONDS):
                while self._backend.written() is None and not await request.is_disconnected():
                    await asyncio.sleep(LOOK_SECONDS)
        return self._replies.json(self._backend.written())

    def _device(self, request: Request) -> PhoneDevice:
        cookie = request.cookies.get(COOKIE, "")
        device = self._backend.devices.of(cookie)
        if device is None:
            raise HttpError(401, PHONE_FORGOTTEN.get(self._backend.devices.gone(cookie) or "", UNKNOWN))
        if self._unheard and self._unheard.key == device.key:
            self._backend.invitations.arrived(self._unheard.ticket)
            self._unheard = None
        return device

    def _acting(self, request: Request) -> Viewer:
        viewer = self._device(request).viewer
        if not viewer.acts:
            raise HttpError(403, READ_ONLY_PHONE)
        return viewer

    def _of_the_table(self, request: Request) -> None:
        if self._device(request).viewer.role != AT_TABLE:
            raise HttpError(403, TABLE_ONLY)

    def table(self) -> list[Route | Mount]:
        posted: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "/join": self.join,
            "/joined": self.joined,
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
            Route("/written.json", self.written),
            Route("/why.json", self.why),
            Route("/look-up.json", self.look_up),
            Route("/games/{game}/{name}", self.game_file),
            Route("/icons/{name}.svg", icon_response),
            *FactsRoutes(self._backend.box, self._replies, self._of_the_table).table(),
            *(Route(f"/{name}", partial(_shared_file, name)) for name in SHARED),
            Mount("/", StaticFiles(directory=PAGE, html=True)),
        ]


async def _shared_file(name: str, _request: Request) -> Response:
    return FileResponse(PAGE.parent / name)


def _connection_hosts(scope: Scope) -> frozenset[str]:
    """The address and port that this connection came to, or the case's name."""
    address, port = scope.get("server") or ("", 0)
    return admission.allowed_hosts(address, port)


def phone_application(backend: PhoneBackend, translate: Translate) -> tuple[Starlette, PhoneRoutes]:
    """The listener's application, and its routes, to be closed before it stops."""
    routes = PhoneRoutes(backend, translate)
    app = Starlette(
        routes=routes.table(),
        middleware=[Middleware(RequestGuard, hosts=_connection_hosts, translate=translate, strict=True)],
        exception_handlers=exception_handlers(translate),
        lifespan=routes.open,
    )
    return app, routes
