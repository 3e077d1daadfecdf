"""The running application as phones use it: views, answers, history and help (`companion.web.phones.routes`)."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.engine.help_topics import Explainer
from companion.screens.translator import Translator
from companion.session.session import Session
from companion.web import page_data
from companion.web.phones import phone_commands
from companion.web.phones.admission import Invitations, PhoneDevices, Viewer
from companion.web.phones.phone_view import PHONE_TEXTS, NumberedView, PhoneViews
from companion.web.piece_facts import BoxFactsBackend
from companion.web.session_calls import call_session

if TYPE_CHECKING:
    from companion.app import App
    from companion.web.phones.routes import AnswerBody, StepBody, UndoBody


class AppPhoneBackend:
    """Implementation of `companion.web.phones.routes.PhoneBackend`."""

    def __init__(
        self,
        app: App,
        translate: Translator,
        devices: PhoneDevices,
        invitations: Invitations,
        asks: Callable[[], None],
        came: Callable[[], None],
        ring: Callable[[AbstractSet[Viewer]], None],
    ) -> None:
        """asks, came: as in `PhoneBackend`. ring: notifies the phones of these viewers."""
        self.devices, self.invitations = devices, invitations
        self.asks, self.came = asks, came
        self.box = BoxFactsBackend(app, translate)
        self._app, self._translate = app, translate
        writes = app.writing.is_offered
        self._views = PhoneViews(lambda: app.snapshot, translate, self._watching, ring, writes)
        self._views.start()
        self._unsubscribe: Callable[[], None] = app.subscribe(self._views.request_update)

    def close(self) -> None:
        """Make no more views."""
        self._unsubscribe()
        self._views.stop()

    def _watching(self) -> set[Viewer]:
        return {each.viewer for each in self.devices.all}

    def view_for(self, viewer: Viewer) -> NumberedView:
        return self._views.of(viewer)

    def made(self, viewer: Viewer) -> NumberedView | None:
        return self._views.made(viewer)

    def words(self) -> Any:
        return {"language": self._translate.language, **PHONE_TEXTS}

    def step(self, viewer: Viewer, step: StepBody) -> Any:
        now = self._app.snapshot
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
            signal, sentence = self._app.writing.begin()
            return session.tell(signal, sentence), {"signal": signal, "sentence": sentence}

        return call_session(self._app, begin)

    def write_result(self) -> Any:
        came = self._app.writing.came
        return came and {"signal": came.signal, "sentence": came.words}

    def history(self, viewer: Viewer) -> Future[Any]:
        return call_session(
            self._app, lambda session: ("", {"entries": phone_commands.phone_history(session, viewer)})
        )

    def entry_articles(self, viewer: Viewer, entry: str) -> Future[Any]:
        return call_session(self._app, lambda session: ("", phone_commands.entry_articles(session, viewer, entry)))

    def look_up(self, words: str) -> Any:
        return page_data.search_help_articles(self._app.snapshot, words, self._translate)

    def game_file(self, game: str, name: str) -> Path | None:
        return self._app.games.of(game).page.files.get(name) if game in self._app.games else None

    def _entered(self, act: Callable[[Session], phone_commands.PhoneReply]) -> Future[Any]:
        def visit(session: Session) -> tuple[str, Any]:
            heard = act(session)
            return heard.aloud, heard.as_json

        return call_session(self._app, visit)
