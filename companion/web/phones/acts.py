"""What a phone enters: run on the session's thread, told on the phone alone. The panel shows what came of it.

What is refused leaves the panel as it is: nobody else reads why somebody's answer was not taken. Decides no rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from companion.engine.game import Game
from companion.engine.history import History
from companion.engine.journal import Entry
from companion.engine.lazy import Lazy
from companion.engine.look_up import Article, Explainer, LookUp
from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Reason, Value
from companion.menu import menu_state
from companion.menu.put_back import owed_words
from companion.session.session import Session
from companion.web.phones.marks import mark_of
from companion.web.phones.steps import OpenNow, question_of
from companion.web.phones.viewer import Viewer
from companion.web.refused import Refused

SHOWN = 80
"""Entries of the history that a phone may look back on."""
STALE = tr("Something was entered meanwhile; look at the history again.")


class Heard(NamedTuple):
    """What the phone is told."""

    signal: str
    """One of `devices.SIGNALS`; "asks" of what is not entered yet: the same again with `anyway` is."""
    sentence: Message | None = None
    items: Sequence[Message] = ()
    """What the hands put back on the table; then the sentence stands over it, as on the panel."""
    taken: bool = False
    """It was entered."""
    why: Sequence[Message] = ()
    """What is said of the rule behind the sentence."""
    go_on: Message | None = None
    """As in `Reason.go_on`."""
    secret: bool = False
    """Others are not to hear of it either."""

    @property
    def aloud(self) -> str:
        """The signal that the case gives."""
        return self.signal if self.taken and not self.secret else ""

    @property
    def as_json(self) -> dict[str, Any]:
        return {
            "signal": self.signal,
            "sentence": self.sentence or "",
            "items": self.items,
            "taken": self.taken,
            "why": self.why,
            "go_on": self.go_on or "",
        }


def answer(
    session: Session, viewer: Viewer, mark: str, offer: str, values: tuple[Value, ...], anyway: bool
) -> Heard:
    """An answer to an open question; one that came too late, or is not this viewer's, changes nothing."""
    running, now = session.running, session.running.snapshot
    try:
        question = question_of(OpenNow(running.id, now.questions, now.corrections), viewer, mark)
    except Refused as refused:
        return Heard("refused", refused.message)
    before, entries = session.menu, len(running.history.entries)
    signal = session.answered(Answer(question.number, offer, values, anyway))
    if len(running.history.entries) > entries:
        return Heard(signal, taken=True, secret=bool(question.secret))
    reason, explain = _reason(session.menu), session.context.explain
    session.menu = before
    if reason is None:
        return Heard(signal)
    return Heard(signal, reason.text, why=explain.text(reason.rule), go_on=reason.go_on)


def _reason(menu: menu_state.Menu) -> Reason | None:
    """What the panel would have said of an answer that was not taken."""
    top = menu.levels[-1] if menu.levels else None
    if isinstance(top, menu_state.CautionPrompt):
        return top.reason
    return Reason(menu.notice.rule, menu.notice.text) if menu.notice else None


def undo(session: Session, viewer: Viewer, mark: str, newest: str) -> Heard:
    """Take back an entry and all after it; `newest` is the last one that people saw before they said so."""
    history, game = session.running.history, session.running.id
    known = seen_entries(history, viewer)
    marks = [entry_mark(game, viewer, entry) for _place, entry in known]
    if mark not in marks or newest != marks[0]:
        return Heard("refused", STALE)
    place, _entry = known[marks.index(mark)]
    before = history.standing[place - 1].number if place else 0
    signal = session.do(menu_state.BackTo(before))
    shown = session.menu.levels[-1] if session.menu.levels else None
    if not isinstance(shown, menu_state.PutBackList):
        return Heard(signal, taken=True)
    title = shown.title or owed_words(shown.items)
    return Heard(signal, title, [each.text for each in shown.items], taken=True)


def entry_mark(game: int, viewer: Viewer, entry: Entry) -> str:
    """What this viewer calls an entry by."""
    return mark_of(game, viewer, entry.number)


def seen_entries(history: History, viewer: Viewer, most: int = SHOWN) -> list[tuple[int, Entry]]:
    """The last standing entries that this viewer may know of, the newest first, each with its place."""
    found: list[tuple[int, Entry]] = []
    for place in range(len(history.standing) - 1, -1, -1):
        entry = history.standing[place]
        assert isinstance(entry.answer, Answer)
        question = history.game.question(history.state_before(place), entry.answer.question)
        if question is None or viewer.knows_of(question):
            found.append((place, entry))
        if len(found) == most:
            break
    return found


class PastLine(msgspec.Struct, frozen=True):
    """An entry as a phone lists it."""

    mark: str
    text: Lazy[Message]
    """Made when it is read, and that is not on the session's thread."""
    explained: Lazy[bool]
    """Something is written about what came of it: `rules_behind`."""


def past(session: Session, viewer: Viewer) -> list[PastLine]:
    """The history of this viewer, the newest first."""
    history, game = session.running.history, session.running.id
    return [
        PastLine(
            entry_mark(game, viewer, entry),
            Lazy(partial(_words, history.game, history.state_before(place), entry)),
            Lazy(partial(_is_explained, session.running.definition.look_up, history.state, entry)),
        )
        for place, entry in seen_entries(history, viewer)
    ]


def rules_behind(session: Session, viewer: Viewer, mark: str) -> list[Article]:
    """What explains what came of an entry; nothing where the viewer knows no such entry."""
    history, game, look_up = session.running.history, session.running.id, session.running.definition.look_up
    for _place, entry in seen_entries(history, viewer):
        if entry_mark(game, viewer, entry) == mark:
            explain = Explainer(look_up, history.state)
            articles = map(explain.article, explain.known(look_up.about(history.state, entry.events)))
            return [each for each in articles if each]
    return []


def _is_explained(look_up: LookUp, state: Any, entry: Entry) -> bool:
    return bool(Explainer(look_up, state).known(look_up.about(state, entry.events)))


def _words(game: Game, state: Any, entry: Entry) -> Message:
    assert isinstance(entry.answer, Answer)
    return game.history_text(state, entry.answer, entry.events)
