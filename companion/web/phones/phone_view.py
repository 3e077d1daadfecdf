"""View of a phone: whose turn it is, open questions, board and tables, as its viewer may see them; and its texts.

Views are made from snapshots on a separate thread, so that the session never waits for them. They contain no
secret of another viewer, and no number that would reveal one: each viewer's views are numbered separately, and
phones are notified only if their own view changed.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from companion.engine.game import GameOutline
from companion.engine.help_topics import Explainer
from companion.engine.message import Message, Translate, tr
from companion.engine.offers import Offer, Question
from companion.screens.translator import Translator
from companion.session.inputs import Snapshot
from companion.web import page_data
from companion.web.phones.admission import AT_TABLE, SEAT, Viewer
from companion.web.phones.phone_commands import OpenQuestions, only_offer_step, opaque_question_id
from companion.web.session_calls import encode_json


def view_data(
    snapshot: Snapshot, viewer: Viewer, translate: Translate, language: str, writes: bool = False
) -> dict[str, Any]:
    """Return everything on the page of a phone except its fixed texts.

    writes: True if stickers can be written on here.
    """
    game = snapshot.game
    view = snapshot.view if viewer.role != SEAT else game.view(snapshot.state, viewer.view_id)
    outline = snapshot.outline if view is snapshot.view else game.outline(view)
    # Questions on the panel's home page are in front on a phone too.
    front = [each for place, each in enumerate(snapshot.questions) if not (place and each.non_blocking)]
    questions = [each for each in snapshot.questions if viewer.may_answer(each)]
    explain = Explainer(game.look_up, snapshot.state)
    now = OpenQuestions(snapshot.number, questions, lambda: None, explain, game.screens.icons)
    return {
        "language": language,
        "you": _viewer_data(viewer, outline, translate),
        "now": page_data.turn_text(outline),
        "over": outline.over,
        "players": page_data.player_data(outline, translate, viewer.seat),
        "questions": [
            {
                **_question_data(snapshot.number, each, outline, viewer, translate),
                "offers": [_offer_data(offer, explain) for offer in each.offers],
                "front": each in front,
                "only": only_offer_step(now, each) if viewer.may_act and each in front else None,
            }
            for each in questions
        ],
        "others": list(_other_questions(snapshot, viewer, outline, translate)),
        "board": page_data.board_data(game, view, outline, translate),
        "tables": game.page.tables(view),
        "marks": page_data.figure_marks(outline),
        "acts": viewer.may_act,
        "corrects": viewer.may_act and bool(outline.players),
        "teaches": viewer.role == AT_TABLE and snapshot.can_edit_facts,
        "writes": viewer.role == AT_TABLE and writes,
    }


def _viewer_data(viewer: Viewer, outline: GameOutline, translate: Translate) -> dict[str, Any]:
    """Return the viewer's role and figure; a seat that is not in this game is explained."""
    here = any(each.id == viewer.seat for each in outline.players)
    if viewer.role == SEAT and here:
        return {"role": SEAT, "figure": page_data.figure_data(outline.figure(viewer.seat), translate), "words": ""}
    words: dict[str, Message] = {
        "seat": _no_seat_text(outline),
        "table": tr("For the whole table"),
        "spectator": tr("Looking on"),
    }
    return {"role": viewer.role, "figure": None, "words": words[viewer.role]}


def _no_seat_text(outline: GameOutline) -> Message:
    if not outline.on_turn and not outline.over:
        return tr("Nobody sits on your seat yet.")
    return tr("Your seat is not in this game; ask at the table for another invitation.")


def _question_data(
    game: int, question: Question, outline: GameOutline, viewer: Viewer, translate: Translate
) -> dict[str, Any]:
    asked = page_data.figure_data(outline.figure(question.player), translate) if question.player else None
    return {
        "mark": opaque_question_id(game, question),
        "text": question.text,
        "head": _question_text(question, outline, translate) if viewer.role == AT_TABLE else question.text,
        "asked": asked,
        "secret": bool(question.secret),
    }


def _offer_data(offer: Offer, explain: Explainer) -> dict[str, Any]:
    return {
        "name": offer.name,
        "label": offer.label,
        "closed": offer.closed.text if offer.closed else "",
        "why": explain.text(offer.closed.rule) if offer.closed else (),
        "ready": [{"label": each.label, "values": each.values} for each in offer.presets],
    }


def _other_questions(
    snapshot: Snapshot, viewer: Viewer, outline: GameOutline, translate: Translate
) -> Iterator[Message]:
    """Yield what others are asked at present, without secrets."""
    for question in snapshot.questions:
        if not (question.secret or question.non_blocking or viewer.may_answer(question)):
            yield _question_text(question, outline, translate)


def _question_text(question: Question, outline: GameOutline, translate: Translate) -> Message:
    """Return a question with the player who is asked in front, unless it names them there itself."""
    name = outline.figure(question.player).label if question.player else None
    if name is None or translate(question.text).casefold().startswith(translate(name).casefold()):
        return question.text
    return tr("{name}: {what}", name=name, what=question.text)


log = logging.getLogger(__name__)

VIEW_TIMEOUT = 5.0
"""Seconds to wait at the end for a view that is being made."""


class NumberedView(NamedTuple):
    """A view as JSON."""

    number: str
    """Number among this viewer's views in this run of the companion."""
    body: bytes
    state: Any
    """State of the game; while it is the same object, the view is up to date."""
    language: str


class PhoneViews:
    """Views of all viewers, and the thread that makes them.

    snapshot: returns the newest snapshot.
    watching: returns the viewers to notify.
    ring: notifies the phones of viewers.
    writes: True if stickers can be written on.
    """

    def __init__(
        self,
        snapshot: Callable[[], Snapshot],
        translate: Translator,
        watching: Callable[[], Iterable[Viewer]],
        notify: Callable[[AbstractSet[Viewer]], None],
        writes: bool = False,
    ) -> None:
        self._snapshot, self._translate = snapshot, translate
        self._watching, self._ring, self._writes = watching, notify, writes
        self._run_of = os.urandom(4).hex()
        self._made: dict[Viewer, NumberedView] = {}
        self._rung: dict[Viewer, str] = {}
        """Number of which each viewer was notified last; a phone may have fetched the view before."""
        self._lock = threading.Lock()
        self._changed = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="views", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping = True
        self._changed.set()
        if self._thread.is_alive():
            self._thread.join(VIEW_TIMEOUT)

    def request_update(self) -> None:
        """Announce a possible change. Returns at once."""
        self._changed.set()

    def of(self, viewer: Viewer) -> NumberedView:
        """Return the current view of this viewer."""
        with self._lock:
            return self._newest(viewer, self._snapshot())

    def made(self, viewer: Viewer) -> NumberedView | None:
        """Return the current view if it has been made; else None. Never waits."""
        made = self._made.get(viewer)
        return made if made and self._is_new(made, self._snapshot()) else None

    def _is_new(self, made: NumberedView, snapshot: Snapshot) -> bool:
        return made.state is snapshot.state and made.language == self._translate.language

    def _newest(self, viewer: Viewer, snapshot: Snapshot) -> NumberedView:
        before, language = self._made.get(viewer), self._translate.language
        if before and self._is_new(before, snapshot):
            return before
        body = encode_json(view_data(snapshot, viewer, self._translate, language, self._writes), self._translate)
        if before and body == before.body:
            made = before._replace(state=snapshot.state, language=language)
        else:
            count = int(before.number.rpartition("-")[2]) + 1 if before else 1
            made = NumberedView(f"{self._run_of}-{count}", body, snapshot.state, language)
        self._made[viewer] = made
        return made

    def _run(self) -> None:
        while True:
            self._changed.wait()
            self._changed.clear()
            if self._stopping:
                return
            try:
                self._make_all()
            except Exception:
                log.exception("a view for a phone could not be made")

    def _make_all(self) -> None:
        for viewer in set(self._watching()):
            made = self.of(viewer)
            if self._rung.get(viewer) != made.number:
                self._rung[viewer] = made.number
                self._ring({viewer})


PHONE_TEXTS: dict[str, Message] = {
    "title": tr("Companion"),
    "joining": tr("Phone {n} asks to come in; say yes to it on the panel.", n="{n}"),
    "refused": tr("The table said no, or it took too long; ask for another invitation."),
    "lost": tr("The companion does not answer; this page waits for it."),
    "yours": tr("Your turn"),
    "open": tr("To answer"),
    "waits": tr("What you can enter"),
    "others": tr("Others are asked"),
    "begin": tr("Answer"),
    "secret": tr("Only you see this."),
    "nothing": tr("Nothing to answer right now."),
    "players": tr("Players"),
    "board": tr("Board"),
    "history": tr("History"),
    "correct": tr("Correct something"),
    "back": tr("Back"),
    "enter": tr("Enter it"),
    "less": tr("One less"),
    "more": tr("One more"),
    "why": tr("Why?"),
    "anyway": tr("We did it anyway"),
    "put_right": tr("Correct it"),
    "missing": tr("Enter what is missing"),
    "cancel": tr("Cancel"),
    "no": tr("No"),
    "done": tr("Entered."),
    "undo": tr("Take back from here on"),
    "undone": tr("Taken back."),
    "all_done": tr("All done"),
    "sure": tr("Really take back? Entries: {n}", n="{n}"),
    "older": tr("Nothing has been entered yet."),
    "times": tr("{n} times: {what}", n="{n}", what="{what}"),
    "signal": tr("Sound and vibration when I am asked"),
    "lookup": tr("What is this? Rules, pieces, signs"),
    "wanted": tr("A few letters of its name"),
    "unexplained": tr("Nothing is written about that here."),
    "tiles": tr("Tiles of your box"),
    "stick": tr("Write on a sticker"),
    "others_too": tr("Another one …"),
}
