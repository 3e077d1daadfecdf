"""Commands from phones: opaque ids, filling in an offer step by step, answering, undo, and the history.

Opaque ids hide numbers, from which secret questions could be counted; they are valid until the next start. Answers
run on the session's thread. A refused answer is explained on the phone only and leaves the panel unchanged. No
rule is decided here: what is offered is legal.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from companion.engine.caching import Lazy
from companion.engine.game import CORRECTION, Game
from companion.engine.help_topics import Article, Explainer, GameHelp
from companion.engine.history import History
from companion.engine.journal import Entry
from companion.engine.message import Message, join_list, literal, tr
from companion.engine.offers import (
    NOT_OFFERED,
    Amount,
    Answer,
    Choice,
    Offer,
    Part,
    Pick,
    Place,
    Question,
    Reason,
    Text,
    Value,
    choice_cell,
    final_confirmation,
)
from companion.menu import menu_state
from companion.menu.forms import counts_after, next_part, parts_left, pick_headings
from companion.menu.history_menu import instructions_title
from companion.screens.icons import Icon
from companion.session.session import Session
from companion.web.page_data import map_data
from companion.web.phones.admission import Viewer
from companion.web.session_calls import HttpError

CORRECTION_ID = "correct"
"""Id of the correction question, which is always open."""
_KEY = os.urandom(16)


def opaque_id(*told: object) -> str:
    """Return an id for the values that reveals nothing about them; equal values give equal ids."""
    return hmac.new(_KEY, repr(told).encode(), hashlib.sha256).hexdigest()[:16]


def opaque_question_id(game: int, question: Question) -> str:
    """Return the id of a question, which differs between games and after an undo that reuses the number."""
    if question.number == CORRECTION:
        return CORRECTION_ID
    return opaque_id(game, question.number, question.kind, question.player, str(question.text))


class OpenQuestions(NamedTuple):
    """Open questions of a game."""

    game: int
    """Number of the game in the archive."""
    questions: Sequence[Question]
    corrections: Callable[[], Question | None]
    """Returns the correction question; called only if a player corrects something."""
    explain: Explainer = Explainer()
    """Explains the rule of a reason."""
    icons: Mapping[str, Icon] = {}
    """Pictures of the game for maps."""


QUESTION_GONE = tr("That question is already answered; what is open now stands on this page.")
OTHER_PLAYERS_QUESTION = tr("That question is asked of somebody else.")


def question_for_viewer(now: OpenQuestions, viewer: Viewer, mark: str) -> Question:
    """Return the open question with that id if the viewer may answer it. Raises HttpError.

    The error of another viewer's secret question is that of an unknown id.
    """
    found = now.corrections() if mark == CORRECTION_ID else _find_question(now, mark)
    if found is None or not viewer.may_know_question(found):
        raise HttpError(409, QUESTION_GONE)
    if not viewer.may_answer(found):
        raise HttpError(403, OTHER_PLAYERS_QUESTION)
    return found


def _find_question(now: OpenQuestions, mark: str) -> Question | None:
    return next((each for each in now.questions if opaque_question_id(now.game, each) == mark), None)


def answer_step(
    now: OpenQuestions, viewer: Viewer, mark: str, name: str, values: Sequence[Value]
) -> dict[str, Any]:
    """Return the next step of an offer; its `part` is None if the answer is complete. Raises HttpError."""
    question = question_for_viewer(now, viewer, mark)
    if not name:
        offers = [each for each in question.offers if not each.closed]
        return {"title": question.text, "offers": [{"name": each.name, "label": each.label} for each in offers]}
    offer = question.offer(name)
    if offer is None or parts_left(offer, values) is None:
        raise HttpError(409, NOT_OFFERED.reason.text)
    if offer.closed:
        raise HttpError(409, offer.closed.text)
    part = next_part(offer, values)
    rest = counts_after(offer, values) if isinstance(part, Amount) else ()
    return {
        "title": _step_title(offer, part),
        "part": part and {**_part_data(part, now), "all": _confirming_values(part, rest)},
        "sure": None if part else _confirmation_data(final_confirmation(offer, values)),
    }


def _confirmation_data(reason: Reason | None) -> dict[str, Message] | None:
    """Return the final confirmation of an answer with the label of its button; None if there is none."""
    return {"text": reason.text, "yes": reason.go_on or tr("Yes")} if reason else None


def only_offer_step(now: OpenQuestions, question: Question) -> dict[str, Any] | None:
    """Return the first step of the only offer that is not rare, which is shown without opening the offer.

    None for several offers, long lists, texts and numbers.
    """
    still = [offer for offer in question.offers if not (offer.closed or offer.is_rare)]
    part = next_part(still[0], ()) if len(still) == 1 and not still[0].presets else None
    if not isinstance(part, Pick) or part.suggestions or pick_headings(part):
        return None
    return {"offer": still[0].name, "title": part.text, "part": _part_data(part, now)}


def _step_title(offer: Offer, part: Part | None) -> Message:
    return part.text if part else offer.label


def _part_data(part: Part, now: OpenQuestions) -> dict[str, Any]:
    explain = now.explain
    if isinstance(part, Pick):
        rows = [each for each in part.choices if not (each.is_hidden or each.is_tap_only)]
        if isinstance(part, Place):
            cells = [_choice_data(each, explain) for each in rows]
            return {"type": "place", "choices": cells, "map": map_data(part, now.icons)}
        front = [_choice_data(each, explain) for value in part.suggestions for each in rows if each.value == value]
        return {
            "type": "pick",
            "default": part.default,
            "front": front,
            "choices": [_choice_data(each, explain) for each in rows],
        }
    if isinstance(part, Text):
        return {"type": "text", "longest": part.max_length}
    told = {"type": "amount", "low": part.low, "high": part.high, "default": part.default, "why": part.why or ""}
    return {**told, "quick": [{"value": number, "label": label} for number, label in _quick_numbers(part)]}


def _quick_numbers(part: Amount) -> list[tuple[int, Message]]:
    """Return the numbers that the case has on its keys, which need one touch; others are set."""
    if part.is_yes_no:
        return [
            (number, word) for number, word in ((1, tr("Yes")), (0, tr("No"))) if part.low <= number <= part.high
        ]
    return [(number, literal(str(number))) for number in part.suggestions if part.low <= number <= part.high]


def _confirming_values(part: Part, rest: Sequence[Amount]) -> dict[str, Any] | None:
    """Return the answer that accepts this count and all following ones; None if there is none."""
    if not rest or not isinstance(part, Amount):
        return None
    counts = [tr("{what} {n}", what=each.brief, n=each.default) for each in (part, *rest) if each.brief]
    label = tr("All as it stands: {counts}", counts=join_list(counts))
    return {"label": label, "values": [part.default, *(each.default for each in rest)]}


def _choice_data(choice: Choice, explain: Explainer) -> dict[str, Any]:
    reason = choice.closed or choice.caution
    return {
        "value": choice.value,
        "cell": choice_cell(choice),
        "label": choice.label,
        "closed": choice.closed.text if choice.closed else "",
        "caution": choice.caution.text if choice.caution else "",
        "why": explain.text(reason.rule) if reason else (),
        "group": choice.group or "",
    }


MAX_ENTRIES_SHOWN = 80
"""Maximum number of entries in a phone's history."""
STALE_ENTRY = tr("Something was entered meanwhile; look at the history again.")


class PhoneReply(NamedTuple):
    """Reply to a phone's command."""

    signal: str
    """One of `devices.SIGNALS`; "asks" if the answer is entered only when repeated with `anyway`."""
    sentence: Message | None = None
    items: Sequence[Message] = ()
    """Undo instructions for the table; `sentence` is then their title."""
    is_entered: bool = False
    """True if it was entered."""
    why: Sequence[Message] = ()
    """Explanation of the rule behind the sentence."""
    go_on: Message | None = None
    """As in `Reason.go_on`."""
    secret: bool = False
    """True if the case must not give a signal."""

    @property
    def aloud(self) -> str:
        """Signal that the case gives."""
        return self.signal if self.is_entered and not self.secret else ""

    @property
    def as_json(self) -> dict[str, Any]:
        return {
            "signal": self.signal,
            "sentence": self.sentence or "",
            "items": self.items,
            "taken": self.is_entered,
            "why": self.why,
            "go_on": self.go_on or "",
        }


def answer_question(
    session: Session, viewer: Viewer, mark: str, offer: str, values: tuple[Value, ...], anyway: bool
) -> PhoneReply:
    """Answer an open question. An answer that is late or not allowed for the viewer changes nothing."""
    running, now = session.running, session.running.snapshot
    try:
        question = question_for_viewer(OpenQuestions(running.id, now.questions, now.corrections), viewer, mark)
    except HttpError as refused:
        return PhoneReply("refused", refused.message)
    before, entries = session.menu, len(running.history.entries)
    signal = session.answer_from_page(Answer(question.number, offer, values, anyway))
    if len(running.history.entries) > entries:
        return PhoneReply(signal, is_entered=True, secret=bool(question.secret))
    reason, explain = _refusal_reason(session.menu), session.context.explain
    session.menu = before
    if reason is None:
        return PhoneReply(signal)
    return PhoneReply(signal, reason.text, why=explain.text(reason.rule), go_on=reason.go_on)


def _refusal_reason(menu: menu_state.Menu) -> Reason | None:
    """Return the reason that the panel would show for a refused answer."""
    top = menu.levels[-1] if menu.levels else None
    if isinstance(top, menu_state.CautionPrompt):
        return top.reason
    return Reason(menu.notice.rule, menu.notice.text) if menu.notice else None


def undo_entries(session: Session, viewer: Viewer, mark: str, newest: str) -> PhoneReply:
    """Undo an entry and all after it.

    newest: id of the last entry that the player saw; the undo is refused if it is not the newest any more.
    """
    history, game = session.running.history, session.running.id
    known = visible_entries(history, viewer)
    marks = [opaque_entry_id(game, viewer, entry) for _place, entry in known]
    if mark not in marks or newest != marks[0]:
        return PhoneReply("refused", STALE_ENTRY)
    place, _entry = known[marks.index(mark)]
    before = history.standing[place - 1].number if place else 0
    signal = session.do(menu_state.UndoAfter(before))
    shown = session.menu.levels[-1] if session.menu.levels else None
    if not isinstance(shown, menu_state.UndoInstructionList):
        return PhoneReply(signal, is_entered=True)
    title = shown.title or instructions_title(shown.items)
    return PhoneReply(signal, title, [each.text for each in shown.items], is_entered=True)


def opaque_entry_id(game: int, viewer: Viewer, entry: Entry) -> str:
    """Return the id of an entry for this viewer."""
    return opaque_id(game, viewer, entry.number)


def visible_entries(history: History, viewer: Viewer, most: int = MAX_ENTRIES_SHOWN) -> list[tuple[int, Entry]]:
    """Return the last standing entries that the viewer may know, newest first, each with its index."""
    found: list[tuple[int, Entry]] = []
    for place in range(len(history.standing) - 1, -1, -1):
        entry = history.standing[place]
        assert isinstance(entry.answer, Answer)
        question = history.game.question(history.state_before(place), entry.answer.question)
        if question is None or viewer.may_know_question(question):
            found.append((place, entry))
        if len(found) == most:
            break
    return found


class HistoryLine(msgspec.Struct, frozen=True):
    """An entry in a phone's history."""

    mark: str
    text: Lazy[Message]
    """Text, made when it is encoded, which is not on the session's thread."""
    has_articles: Lazy[bool]
    """True if there are articles about it: `entry_articles`."""


def phone_history(session: Session, viewer: Viewer) -> list[HistoryLine]:
    """Return the history of this viewer, newest first."""
    history, game = session.running.history, session.running.id
    return [
        HistoryLine(
            opaque_entry_id(game, viewer, entry),
            Lazy(partial(_entry_text, history.game, history.state_before(place), entry)),
            Lazy(partial(_is_explained, session.running.definition.look_up, history.state, entry)),
        )
        for place, entry in visible_entries(history, viewer)
    ]


def entry_articles(session: Session, viewer: Viewer, mark: str) -> list[Article]:
    """Return the articles about an entry; [] if the viewer knows no such entry."""
    history, game, look_up = session.running.history, session.running.id, session.running.definition.look_up
    for _place, entry in visible_entries(history, viewer):
        if opaque_entry_id(game, viewer, entry) == mark:
            explain = Explainer(look_up, history.state)
            articles = map(explain.article, explain.known(look_up.about(history.state, entry.events)))
            return [each for each in articles if each]
    return []


def _is_explained(look_up: GameHelp, state: Any, entry: Entry) -> bool:
    return bool(Explainer(look_up, state).known(look_up.about(state, entry.events)))


def _entry_text(game: Game, state: Any, entry: Entry) -> Message:
    assert isinstance(entry.answer, Answer)
    return game.history_text(state, entry.answer, entry.events)
