"""The running application as a `WebBackend`: page data from its newest snapshot, and inputs submitted to it.

It holds no state of the game; every reply is made from the newest snapshot.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.app import App
from companion.engine.caching import Lazy
from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Question
from companion.hardware.desk import DeskScreen
from companion.screens.paper import Panel
from companion.screens.translator import Translator
from companion.session.inputs import (
    AnswerSubmitted,
    ButtonPressed,
    FormOpened,
    Reaction,
    SessionCall,
    Snapshot,
    TagSeen,
)
from companion.web import page_data
from companion.web.page_data import PAGE_TEXTS
from companion.web.session_calls import struct_fields

if TYPE_CHECKING:
    from companion.web.piece_facts import BoxFactsBackend


class AppBackend:
    """Implementation of `companion.web.routes.WebBackend`.

    screen: the simulated panel, if the page is the panel; None if the page mirrors a real one.
    """

    def __init__(self, app: App, screen: DeskScreen | None, panel: Panel, translate: Translator) -> None:
        self._app = app
        self._screen = screen
        self._panel = panel
        self._translate = translate
        self._last_tag = ""
        self._lock = threading.Lock()
        self._number = 0
        self._seen: tuple[Any, ...] = ()

    @cached_property
    def box(self) -> BoxFactsBackend:
        from companion.web.piece_facts import BoxFactsBackend  # late: most evenings describe no tile

        return BoxFactsBackend(self._app, self._translate)

    def tap(self, tag: str) -> Future[Reaction]:
        self._last_tag = tag
        return self._app.submit(TagSeen(tag))

    def press(self, button: str, long: bool) -> Future[Reaction]:
        return self._app.submit(ButtonPressed(button, long))

    def answer(self, answer: Answer) -> Future[Reaction]:
        return self._app.submit(AnswerSubmitted(answer))

    def open(self, begun: Answer) -> Future[Reaction]:
        return self._app.submit(FormOpened(begun))

    def invite(self) -> Future[Reaction]:
        return self._app.submit(SessionCall(lambda session: session.invite() if session.can_invite_phones else ""))

    def write(self) -> Future[Reaction]:
        return self._app.submit(SessionCall(lambda session: session.tell(*self._app.writing.begin())))

    def slow(self, on: bool) -> None:
        if self._screen:
            self._screen.slow = on

    def is_panel_current(self) -> bool:
        """True if the panel shows the newest picture, or if it is as slow as real e-ink."""
        snapshot = self._app.snapshot
        return self._slow or snapshot.drawn >= snapshot.handled

    @property
    def _slow(self) -> bool:
        return self._screen is None or self._screen.slow

    def number(self) -> int:
        """Return a number that changes when something visible changes.

        Secret answers do not change it, so that watching the number reveals nothing.
        """
        now = self._snapshot_seen()
        with self._lock:
            if now != self._seen:
                self._number, self._seen = self._number + 1, now
            return self._number

    def _snapshot_seen(self) -> tuple[Any, ...]:
        snapshot = self._app.snapshot
        image = self._screen.count if self._screen else snapshot.image and snapshot.image.tobytes()
        told = (
            self._slow,
            self._last_tag,
            self._translate.language,
            self._app.can_invite_phones,
            snapshot.trouble,
        )
        signal = (snapshot.signals_count, snapshot.last_signal, snapshot.sound)
        # The labels of all offers are costly, so they are compared only if everything before them is equal.
        asked = Lazy(
            lambda: [(each.number, each.text, *_offer_labels(each)) for each in _public_questions(snapshot)]
        )
        return (*told, *signal, image, snapshot.number, snapshot.page, snapshot.view, asked)

    def panel(self) -> bytes:
        image = self._app.snapshot.image
        if image is None:
            from PIL import Image

            image = Image.new("1", (self._panel.width, self._panel.height), 1)
        made = BytesIO()
        image.save(made, "PNG")
        return made.getvalue()

    def state(self) -> dict[str, Any]:
        """Return the public view of the table with the open questions and the page on the panel."""
        snapshot = self._app.snapshot
        fields = struct_fields(snapshot.view) if snapshot.view else {}
        told = {**fields, "questions": _public_questions(snapshot), "page": snapshot.page}
        return {"schema": 1, "handled": self.number(), **told}

    def page(self, version: int) -> dict[str, Any]:
        snapshot, translate = self._app.snapshot, self._translate
        game, state, view, outline = snapshot.game, snapshot.state, snapshot.view, snapshot.outline
        spoken = game.page.spoken(view, snapshot.page, translate)
        cards = (game.cards_in_play or game.cards)(state)
        return {
            "version": version,
            "words": {"language": translate.language, **PAGE_TEXTS},
            "turn": page_data.turn_text(outline),
            "now": tr("Turn {n}", n=outline.turn) if outline.turn and not outline.over else "",
            "slow": self._slow,
            "last_tag": self._last_tag,
            "signal": {"count": snapshot.signals_count, "kind": snapshot.last_signal, "aloud": snapshot.sound},
            "panel": {
                "width": self._panel.width,
                "height": self._panel.height,
                "picture": self._screen.count if self._screen else version,
                "slow": self._slow,
                "text": page_data.page_text(snapshot.page, translate, spoken),
            },
            "trouble": snapshot.trouble or "",
            "board": page_data.board_data(game, view, outline, translate),
            "players": page_data.player_data(outline, translate),
            "tables": game.page.tables(view),
            "cards": bool(cards),
            "teaches": snapshot.can_edit_facts,
            "invites": self._app.can_invite_phones,
            "writes": self._app.writing.is_offered,
            "marks": page_data.figure_marks(outline),
            "tray": page_data.compact_tray(
                page_data.tray_data(game.page.tray(state, view, translate), cards, snapshot.tap_preview, translate)
            ),
            "forms": [page_data.form_data(form) for form in _open_forms(snapshot)],
        }

    def form(self, question: int, offer: str, path: Sequence[str]) -> Any:
        snapshot = self._app.snapshot
        for form in _open_forms(snapshot):
            if (form.question.number, form.offer.name) == (question, offer):
                return page_data.form_fields(form.offer, path, snapshot.game.screens.icons)
        return None

    def look_up(self, words: str) -> list[dict[str, Any]]:
        return page_data.search_help_articles(self._app.snapshot, words, self._translate)

    def cards(self) -> bytes | None:
        from companion.screens.print_sheets import command_card_sheet

        cards = self._app.snapshot.game.cards(self._app.snapshot.state)
        return command_card_sheet(cards, self._translate) if cards else None

    def game_file(self, game: str, name: str) -> Path | None:
        return self._app.games.of(game).page.files.get(name) if game in self._app.games else None

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        return self._app.subscribe(changed)


def _open_forms(snapshot: Snapshot) -> list[page_data.OpenForm]:
    page, corrections = snapshot.game.page, (snapshot.corrections,) if snapshot.corrections else ()
    # While an entry with a text is open in the history, its form takes the place of a new entry's.
    typed = (snapshot.typed,) if snapshot.typed else ()
    questions = (*typed, *snapshot.questions, *corrections)
    return page_data.open_forms(questions, page.shortcuts, not page.places_on_board)


def _public_questions(snapshot: Snapshot) -> list[Question]:
    return [question for question in snapshot.questions if not question.secret]


def _offer_labels(question: Question) -> list[tuple[str, Message, bool]]:
    return [(each.name, each.label, bool(each.closed)) for each in question.offers]
