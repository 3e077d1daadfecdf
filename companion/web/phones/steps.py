"""An offer filled in on a phone, part by part as on the panel: what is asked next, and what may be said.

Pure: decides nothing; being offered is being legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.look_up import Explainer
from companion.engine.message import Message, listed, literal, tr
from companion.engine.offers import (
    NOT_OFFERED,
    Amount,
    Choice,
    Offer,
    Part,
    Pick,
    Place,
    Question,
    Reason,
    Text,
    Value,
    cell_in,
    last_question,
)
from companion.menu.forms import counts_after, headings, next_part, parts_left
from companion.screens.icons import Icon
from companion.web.map_data import map_data
from companion.web.phones.marks import CORRECT, question_mark
from companion.web.phones.viewer import Viewer
from companion.web.refused import Refused


class OpenNow(NamedTuple):
    """What is open in a game."""

    game: int
    """Its number in the archive."""
    questions: Sequence[Question]
    corrections: Callable[[], Question | None]
    """Made only when somebody corrects."""
    explain: Explainer = Explainer()
    """What is said of the rule behind a reason."""
    icons: Mapping[str, Icon] = {}
    """The game's pictures, for maps."""


GONE = tr("That question is already answered; what is open now stands on this page.")
NOT_YOURS = tr("That question is asked of somebody else.")


def question_of(now: OpenNow, viewer: Viewer, mark: str) -> Question:
    """The open question with that mark, if this viewer may answer it; raises Refused.

    Of a secret one nobody else learns more than that nothing of that mark is open.
    """
    found = now.corrections() if mark == CORRECT else _open(now, mark)
    if found is None or not viewer.knows_of(found):
        raise Refused(409, GONE)
    if not viewer.may_answer(found):
        raise Refused(403, NOT_YOURS)
    return found


def _open(now: OpenNow, mark: str) -> Question | None:
    return next((each for each in now.questions if question_mark(now.game, each) == mark), None)


def step(now: OpenNow, viewer: Viewer, mark: str, name: str, values: Sequence[Value]) -> dict[str, Any]:
    """What the page asks next; `part` None: nothing, the answer is whole."""
    question = question_of(now, viewer, mark)
    if not name:
        offers = [each for each in question.offers if not each.closed]
        return {"title": question.text, "offers": [{"name": each.name, "label": each.label} for each in offers]}
    offer = question.offer(name)
    if offer is None or parts_left(offer, values) is None:
        raise Refused(409, NOT_OFFERED.reason.text)
    if offer.closed:
        raise Refused(409, offer.closed.text)
    part = next_part(offer, values)
    rest = counts_after(offer, values) if isinstance(part, Amount) else ()
    return {
        "title": _title(offer, part),
        "part": part and {**_part(part, now), "all": _as_it_stands(part, rest)},
        "sure": None if part else _sure(last_question(offer, values)),
    }


def _sure(asked: Reason | None) -> dict[str, Message] | None:
    """The last question before a whole answer is given, and the words that mean it."""
    return {"text": asked.text, "yes": asked.go_on or tr("Yes")} if asked else None


def only_step(now: OpenNow, question: Question) -> dict[str, Any] | None:
    """The first thing that is asked where there is one offer but for what is seldom: it need not be opened first.

    None for a long list, and for what letters or a number answer.
    """
    still = [offer for offer in question.offers if not (offer.closed or offer.seldom)]
    part = next_part(still[0], ()) if len(still) == 1 and not still[0].ready else None
    if not isinstance(part, Pick) or part.in_front or headings(part):
        return None
    return {"offer": still[0].name, "title": part.text, "part": _part(part, now)}


def _title(offer: Offer, part: Part | None) -> Message:
    return part.text if part else offer.label


def _part(part: Part, now: OpenNow) -> dict[str, Any]:
    explain = now.explain
    if isinstance(part, Pick):
        rows = [each for each in part.choices if not (each.unlisted or each.alike)]
        if isinstance(part, Place):
            cells = [_choice(each, explain) for each in rows]
            return {"type": "place", "choices": cells, "map": map_data(part, now.icons)}
        front = [_choice(each, explain) for value in part.in_front for each in rows if each.value == value]
        return {
            "type": "pick",
            "default": part.default,
            "front": front,
            "choices": [_choice(each, explain) for each in rows],
        }
    if isinstance(part, Text):
        return {"type": "text", "longest": part.longest}
    told = {"type": "amount", "low": part.low, "high": part.high, "default": part.default, "why": part.why or ""}
    return {**told, "quick": [{"value": number, "label": label} for number, label in _quick(part)]}


def _quick(part: Amount) -> list[tuple[int, Message]]:
    """What the case has on its keys: one touch each; any other number is set."""
    if part.yes_no:
        return [
            (number, word) for number, word in ((1, tr("Yes")), (0, tr("No"))) if part.low <= number <= part.high
        ]
    return [(number, literal(str(number))) for number in part.quick if part.low <= number <= part.high]


def _as_it_stands(part: Part, rest: Sequence[Amount]) -> dict[str, Any] | None:
    """This count and all that come after it, as the companion has them; None where there is no such answer."""
    if not rest or not isinstance(part, Amount):
        return None
    counts = [tr("{what} {n}", what=each.brief, n=each.default) for each in (part, *rest) if each.brief]
    label = tr("All as it stands: {counts}", counts=listed(counts))
    return {"label": label, "values": [part.default, *(each.default for each in rest)]}


def _choice(choice: Choice, explain: Explainer) -> dict[str, Any]:
    reason = choice.closed or choice.caution
    return {
        "value": choice.value,
        "cell": cell_in(choice),
        "label": choice.label,
        "closed": choice.closed.text if choice.closed else "",
        "caution": choice.caution.text if choice.caution else "",
        "why": explain.text(reason.rule) if reason else (),
        "group": choice.group or "",
    }
