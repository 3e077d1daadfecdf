"""The tables that a game is told in: what is offered, in which order, with which keys, and what has no row."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.caching import Lazy, lazy_constant
from companion.engine.message import literal, tr
from companion.engine.offers import Amount, Answer, Choice, Pick, Question, Reason
from companion.engine.question_kinds import Action, ActionFamily, ActionForm, QuestionKind


class Asking:
    """An open question of no game."""

    number, player = 7, "ann"


Done = list[str]
Heap = int
ASKING = Asking()
WHY = Reason("X-1", tr("Not now."))


def does(name: str) -> Any:
    def resolve(done: Done, _question: Asking, answer: Answer) -> None:
        done.append(f"{name} {answer.offer}")

    return resolve


def some(heap: Heap, _question: Asking) -> ActionForm | None:
    return ActionForm(tr("Take some"), (Amount("stones", tr("How many?"), 1, heap, 1),)) if heap else None


def faces(heap: Heap, _question: Asking) -> list[tuple[str, ActionForm]]:
    return [(str(n), ActionForm(literal(str(n)))) for n in range(1, heap + 1)]


KIND: QuestionKind[Heap, Done, Asking] = QuestionKind(
    "heap",
    lambda heap, _question: tr("{n} stones", n=heap),
    (
        Action("pass", ActionForm(tr("Pass"), closed=WHY), does("passing"), key="OK"),
        Action("some", some, does("taking"), key="UP"),
        ActionFamily("face_", faces, does("rolling")),
    ),
    rule=lambda heap, _question: f"X-{heap}",
    non_blocking=True,
)


def names(question: Question) -> list[str]:
    return [offer.name for offer in question.offers]


def test_what_is_offered_stands_in_the_order_of_the_rows() -> None:
    asked = KIND.question(2, ASKING)
    assert names(asked) == ["pass", "some", "face_1", "face_2"]
    assert names(KIND.question(0, ASKING)) == ["pass"]
    plain = (str(asked.text), asked.rule, asked.player, asked.secret, asked.non_blocking)
    assert plain == ("2 stones", "X-2", "ann", "", True)


def test_another_action_may_come_first() -> None:
    kind = QuestionKind("heap", tr("?"), KIND.actions, first_action=lambda heap, _question: "some" if heap else "")
    assert names(kind.question(1, ASKING)) == ["some", "pass", "face_1"]
    assert names(kind.question(0, ASKING)) == ["pass"]


def test_one_offer_is_worked_out_without_the_others() -> None:
    def broken(_heap: Heap, _question: Asking) -> ActionForm:
        raise AssertionError("not asked for")

    kind = QuestionKind("heap", tr("?"), (Action("broken", broken, does("")), *KIND.actions))
    assert kind.offer(2, ASKING, "face_2") == KIND.question(2, ASKING).offer("face_2")
    assert kind.offer(2, ASKING, "some") == KIND.question(2, ASKING).offer("some")
    assert [kind.offer(0, ASKING, name) for name in ("some", "face_1", "gift")] == [None] * 3


def test_what_keys_open_is_worked_out_once_however_many_ask() -> None:
    asked = []

    def form(heap: Heap, _question: Asking) -> ActionForm:
        asked.append(heap)
        return ActionForm(tr("A"))

    question = QuestionKind("heap", tr("?"), (Action("a", form, does(""), key="OK"),)).question(2, ASKING)
    assert [question.offers_with_keys for _ in range(3)] == [question.offers_with_keys] * 3
    assert asked == [2]


def test_every_answer_has_a_row_or_raises() -> None:
    done: Done = []
    for name in ("pass", "some", "face_6"):
        KIND.resolve(name)(done, ASKING, Answer(7, name))
    assert done == ["passing pass", "taking some", "rolling face_6"]
    with pytest.raises(LookupError, match="heap has no action gift"):
        KIND.resolve("gift")


def test_keys_work_for_whom_they_are_meant() -> None:
    assert [(o.name, o.key) for o in KIND.question(2, ASKING).offers_with_keys] == [("pass", "OK"), ("some", "UP")]
    assert [o.name for o in KIND.question(0, ASKING).offers_with_keys] == ["pass"]
    others = QuestionKind(
        "heap", tr("?"), KIND.actions, keys_condition=lambda _heap, question: question.player == "bob"
    )
    assert others.question(2, ASKING).offers_with_keys == ()
    assert {offer.key for offer in others.question(2, ASKING).offers} == {""}
    without = QuestionKind("heap", tr("?"), (Action("a", ActionForm(tr("A"), has_key=False), does(""), key="OK"),))
    assert without.question(2, ASKING).offers_with_keys == ()


def test_a_secret_question_is_for_whom_it_is_asked() -> None:
    assert QuestionKind("heap", tr("?"), KIND.actions, secret=True).question(1, ASKING).secret == "ann"


def test_what_only_a_tap_may_say_stands_in_no_list() -> None:
    pick = Pick("which", tr("Which?"), (Choice("a", tr("a")), Choice("b", tr("b"), is_hidden=True)))
    kind = QuestionKind("heap", tr("?"), (Action("which", ActionForm(tr("Which?"), (pick,)), does("")),))
    (shown,), (all_of_them,) = kind.question(1, ASKING).offers, kind.question(1, ASKING, is_hidden=True).offers
    assert [c.value for c in shown.parts[0].choices] == ["a"]  # type: ignore[union-attr]
    assert [c.value for c in all_of_them.parts[0].choices] == ["a", "b"]  # type: ignore[union-attr]


def test_words_and_offers_are_made_when_they_are_read() -> None:
    made: list[str] = []

    def text(_heap: Heap, _question: Asking) -> Any:
        made.append("text")
        return tr("?")

    def form(_heap: Heap, _question: Asking) -> ActionForm:
        made.append("form")
        return ActionForm(tr("A"))

    asked = QuestionKind("heap", text, (Action("a", form, does("")),)).question(1, ASKING)
    assert made == []
    assert (asked.text, asked.offers) == (asked.text, asked.offers)
    assert made == ["text", "form"]
    assert asked == Question(7, "heap", tr("?"), asked.offers, "ann")
    assert asked != Question(7, "heap", tr("!"), asked.offers, "ann")


def test_a_lazy_value_is_made_once() -> None:
    made: list[int] = []
    lazy: Lazy[int] = Lazy(lambda: made.append(1) or len(made))  # type: ignore[func-returns-value]
    assert made == []
    assert (lazy.value, lazy.value, made) == (1, 1, [1])
    assert lazy == lazy_constant(1) != lazy_constant(2)
