"""All parts of the phone support, connected: made by a command, passed to the app, begun and ended.

Nothing is opened unless a player opens it in the menu, or had it open before the last start.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.engine.help_topics import Explainer
from companion.engine.message import Message
from companion.menu import main_menu as phone_menu
from companion.screens.translator import Translator
from companion.session.inputs import IdleInput, SessionCall
from companion.session.session import Session
from companion.storage.data_folder import PHONES_FILE
from companion.web import page_data
from companion.web.phones import phone_commands
from companion.web.phones.admission import INVITATION_SECONDS, Invitations, PhoneDevices, Viewer
from companion.web.phones.phone_access import Listener, NetworkRules, PhoneAccess, network_rules
from companion.web.phones.phone_view import PHONE_TEXTS, NumberedView, PhoneViews
from companion.web.piece_facts import BoxFactsBackend
from companion.web.session_calls import call_session

if TYPE_CHECKING:
    from companion.app import App
    from companion.web.phones.routes import AnswerBody, StepBody, UndoBody


class Phones:
    """Implementation of `companion.web.phones.routes.PhoneBackend`."""

    def __init__(
        self,
        data: Path,
        translate: Translator,
        tell: Callable[[Message], None],
        port: int,
        ask: NetworkRules | None = None,
    ) -> None:
        self.devices = PhoneDevices(data / PHONES_FILE, tell)
        self.invitations = Invitations(taken=lambda: self.devices.numbers)
        self._translate = translate
        self.listener = Listener(self, translate, port)
        self.desk = PhoneAccess(self.devices, self.invitations, self.listener, ask or network_rules())
        self.desk.invited = self._will_be_over
        self._over: threading.Timer | None = None
        self._app: App | None = None
        self._views: PhoneViews | None = None
        self._unsubscribe: Callable[[], None] = lambda: None

    box: BoxFactsBackend
    """Available after `begin`."""

    def begin(self, app: App) -> None:
        """Start to serve admitted phones for a running app."""
        self._app, self.box = app, BoxFactsBackend(app, self._translate)
        writes = app.writing.is_offered
        self._views = PhoneViews(lambda: app.snapshot, self._translate, self._watching, self._ring, writes)
        self._views.start()
        self._unsubscribe = app.subscribe(self._views.request_update)
        self.desk.resume()

    def end(self) -> None:
        """End all connections; admitted phones stay stored."""
        self._unsubscribe()
        if self._over:
            self._over.cancel()
        self.listener.close()
        if self._views:
            self._views.stop()

    def _watching(self) -> set[Viewer]:
        return {each.viewer for each in self.devices.all}

    def _ring(self, viewers: AbstractSet[Viewer]) -> None:
        routes = self.listener.routes
        if routes and routes.streams:
            routes.streams.ring(viewers)

    def _will_be_over(self) -> None:
        """Update the panel when the invitation expires."""
        if self._over:
            self._over.cancel()
        self._over = threading.Timer(INVITATION_SECONDS + 1, self.came)
        self._over.daemon = True
        self._over.start()

    @property
    def app(self) -> App:
        assert self._app, "not begun"
        return self._app

    def asks(self) -> None:
        def show(session: Session) -> str:
            number = self.invitations.asking
            if number is None:
                return ""
            session.menu = phone_menu.show_phone_request(session.menu, number)
            return "asks"

        self._will_be_over()
        self.app.submit(SessionCall(show))

    def came(self) -> None:
        """Update the panel and the streams after a change of the phones."""
        devices = frozenset(each.key for each in self.devices.all)
        routes = self.listener.routes
        if routes and routes.streams:
            routes.streams.close_removed(devices)
        self.app.submit(IdleInput())

    def view_for(self, viewer: Viewer) -> NumberedView:
        assert self._views, "not begun"
        return self._views.of(viewer)

    def made(self, viewer: Viewer) -> NumberedView | None:
        assert self._views, "not begun"
        return self._views.made(viewer)

    def words(self) -> Any:
        return {"language": self._translate.language, **PHONE_TEXTS}

    def step(self, viewer: Viewer, step: StepBody) -> Any:
        now = self.app.snapshot
        explain, icons = Explainer(now.game.look_up, now.state), now.game.screens.icons
        open_now = phone_commands.OpenQuestions(now.number, now.questions, now.make_corrections, explain, icons)
        return phone_commands.answer_step(open_now, viewer, step.question, step.offer, step.values)

    def answer(self, viewer: Viewer, answer: AnswerBody) -> Future[Any]:
        given = (answer.question, answer.offer, answer.values, answer.anyway)
        return self._entered(lambda session: phone_commands.answer_question(session, viewer, *given))

    def undo(self, viewer: Viewer, undo: UndoBody) -> Future[Any]:
        return self._entered(lambda session: phone_commands.undo_entries(session, viewer, undo.entry, undo.newest))

    def write(self) -> Future[Any]:
        def begin(session: Session) -> tuple[str, Any]:
            signal, sentence = self.app.writing.begin()
            return session.tell(signal, sentence), {"signal": signal, "sentence": sentence}

        return call_session(self.app, begin)

    def write_result(self) -> Any:
        came = self.app.writing.came
        return came and {"signal": came.signal, "sentence": came.words}

    def history(self, viewer: Viewer) -> Future[Any]:
        return call_session(
            self.app, lambda session: ("", {"entries": phone_commands.phone_history(session, viewer)})
        )

    def entry_articles(self, viewer: Viewer, entry: str) -> Future[Any]:
        return call_session(self.app, lambda session: ("", phone_commands.entry_articles(session, viewer, entry)))

    def look_up(self, words: str) -> Any:
        return page_data.search_help_articles(self.app.snapshot, words, self._translate)

    def game_file(self, game: str, name: str) -> Path | None:
        return self.app.games.of(game).page.files.get(name) if game in self.app.games else None

    def _entered(self, act: Callable[[Session], phone_commands.PhoneReply]) -> Future[Any]:
        def visit(session: Session) -> tuple[str, Any]:
            heard = act(session)
            return heard.aloud, heard.as_json

        return call_session(self.app, visit)
